/// \file Collecting and labelling the symbols of a graph.
#include <weft/ir/serialization/symbol_table.h>

#include <algorithm>
#include <unordered_set>

namespace weft::ir::serialization {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool is_expression_word(std::string_view name) {
  return name == "floordiv" || name == "mod" || name == "min" || name == "max";
}

bool is_identifier(std::string_view name) {
  return !name.empty() && is_letter(name[0]) &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

SymbolTable::SymbolTable(const Graph& graph) {
  const ValueMeta* previous = nullptr;
  for (const Node* node : graph) {
    // Nodes in a row mostly share a meta.
    const ValueMeta* meta = &node->meta.value.get();
    if (meta != previous) collect(*meta);
    previous = meta;
  }
  std::sort(symbols_.begin(), symbols_.end(),
            [](const Symbol& a, const Symbol& b) { return a->id < b->id; });
  std::unordered_set<std::string> taken;
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    indices_[symbols_[i].get()] = i;
    const std::string& name = symbols_[i]->name;
    const bool usable = is_identifier(name) && !is_expression_word(name);
    std::string label = usable ? name : "s";
    for (std::size_t k = i; !taken.insert(label).second; ++k) {
      label = (usable ? name : "s") + "_" + std::to_string(k);
    }
    labels_.push_back(std::move(label));
  }
}

void SymbolTable::collect(const ValueMeta& meta) {
  if (const TensorMeta* tensor = meta.tensor()) {
    for (const IntExpr& e : tensor->sizes) collect(e);
    for (const IntExpr& e : tensor->strides) collect(e);
  } else if (const IntExpr* integer = meta.integer()) {
    collect(*integer);
  } else if (const ValueMetaList* list = meta.list()) {
    for (const ValueMeta& item : *list) collect(item);
  }
}

void SymbolTable::collect(const IntExpr& expression) {
  if (expression.is_constant()) return;
  for (const Symbol& symbol : expression.symbols()) {
    if (!indices_.emplace(symbol.get(), 0).second) continue;
    symbols_.push_back(symbol);
    // The extent of an index is older than the index, so this ends.
    if (symbol->extent != nullptr) collect(*symbol->extent);
  }
}

}  // namespace weft::ir::serialization
