/// \file Writing of the binary form.
#include <unordered_map>

#include <weft/ir/serialization/binary_bytes.h>
#include <weft/ir/serialization/binary_format.h>
#include <weft/ir/serialization/graph_builder.h>
#include <weft/ir/serialization/serialization.h>
#include <weft/ir/serialization/symbol_table.h>

namespace weft::ir {
namespace {

using serialization::ArgumentTag;
using serialization::Bytes;
using serialization::SymbolTable;
using serialization::ValueTag;

/// Entries that nodes refer to by number, each once.
class EntryTable {
 public:
  std::uint64_t number_of(std::string entry) {
    const auto [it, fresh] = numbers_.emplace(std::move(entry), numbers_.size());
    if (fresh) order_.push_back(&it->first);
    return it->second;
  }
  const std::vector<const std::string*>& entries() const { return order_; }

 private:
  std::unordered_map<std::string, std::uint64_t> numbers_;
  std::vector<const std::string*> order_;
};

class BinaryWriter {
 public:
  explicit BinaryWriter(const Graph& graph) : graph_(graph), symbols_(graph) {}

  std::vector<std::uint8_t> write() {
    Bytes symbols;
    symbols.number(symbols_.symbols().size());
    for (const Symbol& symbol : symbols_.symbols()) this->symbol(symbols, *symbol);
    Bytes nodes;
    nodes.number(graph_.size());
    ordinals_.reserve(graph_.size());
    for (const Node* node : graph_) this->node(nodes, *node);

    Bytes all;
    all.append(serialization::kBinaryMagic);
    all.number(texts_.entries().size());
    for (const std::string* text : texts_.entries()) {
      all.number(text->size());
      all.append(*text);
    }
    all.append(symbols.data());
    for (const EntryTable* table : {&values_, &stacks_, &locations_}) {
      all.number(table->entries().size());
      for (const std::string* entry : table->entries()) all.append(*entry);
    }
    all.append(nodes.data());
    const std::string& data = all.data();
    return std::vector<std::uint8_t>(data.begin(), data.end());
  }

 private:
  void text(Bytes& out, std::string_view text) { out.number(texts_.number_of(std::string(text))); }

  void symbol(Bytes& out, const SymbolInfo& info) {
    text(out, info.name);
    out.byte(info.extent != nullptr ? 1 : 0);
    if (info.extent != nullptr) {
      expression(out, *info.extent);
    } else {
      out.signed_number(info.lower);
      out.signed_number(info.upper);
    }
  }

  void expression(Bytes& out, const IntExpr& e) {
    out.number(e.terms().size());
    out.signed_number(e.constant_term());
    for (const IntExpr::Term& term : e.terms()) {
      out.signed_number(term.coefficient);
      out.number(term.atoms.size());
      for (const IntExpr::Atom& atom : term.atoms) {
        out.byte(static_cast<std::uint8_t>(atom.kind));
        if (atom.kind == IntExpr::AtomKind::kSymbol) {
          out.number(symbols_.index(atom.symbol));
        } else {
          expression(out, atom.operands->first);
          expression(out, atom.operands->second);
        }
      }
    }
  }

  void value(Bytes& out, const ValueMeta& meta) {
    const auto tag = [&out](ValueTag t) { out.byte(static_cast<std::uint8_t>(t)); };
    if (const TensorMeta* tensor = meta.tensor()) {
      const bool dense = tensor->strides == contiguous_strides(tensor->sizes);
      tag(dense ? ValueTag::kDense : ValueTag::kStrided);
      out.byte(static_cast<std::uint8_t>(tensor->dtype));
      out.number(tensor->sizes.size());
      for (const IntExpr& e : tensor->sizes) expression(out, e);
      if (dense) return;
      for (const IntExpr& e : tensor->strides) expression(out, e);
    } else if (const IntExpr* integer = meta.integer()) {
      tag(ValueTag::kInteger);
      expression(out, *integer);
    } else if (const UnknownNumber* number = meta.number()) {
      tag(ValueTag::kNumber);
      out.byte(static_cast<std::uint8_t>(number->category));
    } else if (const ValueMetaList* list = meta.list()) {
      tag(ValueTag::kList);
      out.number(list->size());
      for (const ValueMeta& item : *list) value(out, item);
    } else {
      tag(ValueTag::kUnknown);
    }
  }

  // Nodes share metas and stacks, so most are known by their address; equal ones get one number.
  std::uint64_t value_number(const ValueMeta& meta) {
    const auto known = known_values_.find(&meta);
    if (known != known_values_.end()) return known->second;
    Bytes entry;
    value(entry, meta);
    return known_values_[&meta] = values_.number_of(entry.take());
  }

  std::uint64_t stack_number(const ModuleStack& stack) {
    const auto known = known_stacks_.find(&stack.frames());
    if (known != known_stacks_.end()) return known->second;
    Bytes entry;
    entry.number(stack.size());
    for (const ModuleFrame& frame : stack) {
      text(entry, frame.path);
      text(entry, frame.type);
    }
    return known_stacks_[&stack.frames()] = stacks_.number_of(entry.take());
  }

  std::uint64_t location_number(const SourceLocation& at) {
    Bytes entry;
    text(entry, at.file);
    entry.signed_number(at.line);
    entry.signed_number(at.column);
    text(entry, at.function);
    return locations_.number_of(entry.take());
  }

  void node(Bytes& out, const Node& node) {
    const NodeMeta& meta = node.meta;
    const SourceLocation& at = meta.location;
    const bool located = at.line != 0 || at.column != 0 || *at.file != '\0' || *at.function != '\0';
    const bool others = !meta.type.empty() || !meta.custom.empty();
    std::uint8_t fields = static_cast<std::uint8_t>(node.opcode());
    if (!node.kwargs().empty()) fields |= serialization::kHasKwargs;
    if (meta.value.known()) fields |= serialization::kHasValue;
    if (located) fields |= serialization::kHasLocation;
    if (!meta.module_stack.empty()) fields |= serialization::kHasModules;
    if (others) fields |= serialization::kHasOthers;
    out.byte(fields);
    // A name serves one node, so the table of texts would only make it longer.
    out.number(node.name().size());
    out.append(node.name());
    text(out, node.target());
    ordinal_ = ordinals_.size();
    items(out, node.args());
    if (!node.kwargs().empty()) {
      out.number(node.kwargs().size());
      for (const auto& [key, value] : node.kwargs()) {
        text(out, key);
        argument(out, value);
      }
    }
    if (meta.value.known()) out.number(value_number(meta.value));
    if (located) out.number(location_number(at));
    if (!meta.module_stack.empty()) out.number(stack_number(meta.module_stack));
    if (others) {
      text(out, meta.type.str());
      out.number(meta.custom.size());
      for (const auto& [key, value] : meta.custom) {
        text(out, key);
        argument(out, value);
      }
    }
    ordinals_.emplace(&node, ordinal_);
  }

  void items(Bytes& out, const std::vector<Argument>& items) {
    out.number(items.size());
    for (const Argument& item : items) argument(out, item);
  }

  void argument(Bytes& out, const Argument& a) {
    std::visit([&](const auto& v) { constant(out, v); }, a.variant());
  }
  static void tag(Bytes& out, ArgumentTag t) { out.byte(static_cast<std::uint8_t>(t)); }

  void constant(Bytes& out, std::monostate) { tag(out, ArgumentTag::kNone); }
  void constant(Bytes& out, Node* node) {
    tag(out, ArgumentTag::kNode);
    out.number(ordinal_ - ordinals_.at(node));
  }
  void constant(Bytes& out, bool v) { tag(out, v ? ArgumentTag::kTrue : ArgumentTag::kFalse); }
  void constant(Bytes& out, std::int64_t v) {
    tag(out, ArgumentTag::kInteger);
    out.signed_number(v);
  }
  void constant(Bytes& out, double v) {
    tag(out, ArgumentTag::kFloat);
    out.real(v);
  }
  void constant(Bytes& out, const Text& v) {
    tag(out, ArgumentTag::kText);
    text(out, v.str());
  }
  void constant(Bytes& out, DType v) {
    tag(out, ArgumentTag::kDType);
    out.byte(static_cast<std::uint8_t>(v));
  }
  void constant(Bytes& out, const Device& v) {
    tag(out, ArgumentTag::kDevice);
    text(out, v.name.str());
  }
  void constant(Bytes& out, const EnumValue& v) {
    tag(out, ArgumentTag::kEnum);
    text(out, v.type.str());
    text(out, v.name.str());
  }
  void constant(Bytes& out, EllipsisArgument) { tag(out, ArgumentTag::kEllipsis); }
  void constant(Bytes& out, const SliceArgument& v) {
    tag(out, ArgumentTag::kSlice);
    for (const Argument& part : *v.parts) argument(out, part);
  }
  void constant(Bytes& out, const ArgumentList& v) {
    tag(out, ArgumentTag::kList);
    items(out, v.items());
  }
  void constant(Bytes& out, const ArgumentDict& v) {
    tag(out, ArgumentTag::kDict);
    out.number(v.items().size());
    for (const ArgumentItem& item : v.items()) {
      text(out, item.key);
      argument(out, item.value);
    }
  }

  const Graph& graph_;
  SymbolTable symbols_;
  EntryTable texts_;
  EntryTable values_;
  EntryTable stacks_;
  EntryTable locations_;
  std::unordered_map<const ValueMeta*, std::uint64_t> known_values_;
  std::unordered_map<const ModuleStack::Frames*, std::uint64_t> known_stacks_;
  std::unordered_map<const Node*, std::uint64_t> ordinals_;
  std::uint64_t ordinal_ = 0;
};

}  // namespace

std::vector<std::uint8_t> to_binary(const Graph& graph) {
  serialization::check_storable(graph);
  return BinaryWriter(graph).write();
}

}  // namespace weft::ir
