/// \file Building a graph from what a file says, and checking what is to be written.
#include <weft/ir/serialization/graph_builder.h>

#include <algorithm>

#include <weft/ir/diagnostics.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir::serialization {
namespace {

// A product of sums is small in a file and may be huge in memory.
constexpr std::size_t kMostTerms = 1024;

void check_terms(std::size_t terms, SourceLocation where) {
  if (terms <= kMostTerms) return;
  fail(diag::GraphFileValue, where,
       {"an extent of more than " + std::to_string(kMostTerms) + " terms"});
}

// Calls `make`, and reports what it cannot compute as a fault of the file.
template <typename Make>
IntExpr checked(const Make& make, SourceLocation where) {
  try {
    IntExpr result = make();
    check_terms(result.terms().size(), where);
    return result;
  } catch (const Error& e) {
    if (e.diagnostic().kind == &diag::GraphFileValue) throw;
    fail(diag::GraphFileValue, where, {e.diagnostic().message});
  }
}

bool is_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }) && (name[0] < '0' || name[0] > '9');
}

int depth_of(const Argument& argument);

template <typename Items, typename Get>
int depth_of_items(const Items& items, const Get& get) {
  int deepest = 0;
  for (const auto& item : items) deepest = std::max(deepest, depth_of(get(item)));
  return deepest + 1;
}

int depth_of(const Argument& argument) {
  const auto itself = [](const Argument& a) -> const Argument& { return a; };
  const auto value = [](const ArgumentItem& item) -> const Argument& { return item.value; };
  if (const ArgumentList* list = argument.list()) return depth_of_items(list->items(), itself);
  if (const ArgumentDict* dict = argument.dict()) return depth_of_items(dict->items(), value);
  if (const auto* slice = std::get_if<SliceArgument>(&argument.variant())) {
    return depth_of_items(*slice->parts, itself);
  }
  return 0;
}

int depth_of(const IntExpr& expression) {
  if (expression.terms().size() > kMostTerms) return kDeepest;
  int deepest = 0;
  for (const IntExpr::Term& term : expression.terms()) {
    for (const IntExpr::Atom& atom : term.atoms) {
      if (atom.operands == nullptr) continue;
      deepest = std::max(
          {deepest, 1 + depth_of(atom.operands->first), 1 + depth_of(atom.operands->second)});
    }
  }
  return deepest;
}

int depth_of(const ValueMeta& meta) {
  int deepest = 0;
  if (const ValueMetaList* list = meta.list()) {
    for (const ValueMeta& item : *list) deepest = std::max(deepest, 1 + depth_of(item));
  } else if (const IntExpr* integer = meta.integer()) {
    deepest = depth_of(*integer);
  } else if (const TensorMeta* tensor = meta.tensor()) {
    for (const IntExpr& e : tensor->sizes) deepest = std::max(deepest, depth_of(e));
    for (const IntExpr& e : tensor->strides) deepest = std::max(deepest, depth_of(e));
  }
  return deepest;
}

[[noreturn]] void not_storable(const Node* node, std::string why) {
  fail(diag::NotStorable, node->meta.location, {node->name(), std::move(why)});
}

// Readers stop at kDeepest; a meta around an expression adds some levels of its own.
constexpr int kDeepestWritten = kDeepest - 8;

void check_depth(const Node* node, int depth) {
  if (depth > kDeepestWritten) {
    not_storable(node, "it is nested more than " + std::to_string(kDeepestWritten) +
                           " deep, or an extent has more than " + std::to_string(kMostTerms) +
                           " terms");
  }
}

}  // namespace

Symbol GraphBuilder::symbol(const std::string& name, std::int64_t lower, std::int64_t upper,
                            const std::optional<IntExpr>& extent, SourceLocation where) {
  if (!extent && lower > upper) {
    fail(diag::GraphFileValue, where,
         {"symbol `" + name + "` has no value between " + std::to_string(lower) + " and " +
          std::to_string(upper)});
  }
  symbols_.push_back(extent ? make_index(name, *extent) : make_symbol(name, lower, upper));
  return symbols_.back();
}

Node* GraphBuilder::node(NodeRecord record, SourceLocation where) {
  if (!is_name(record.name))
    fail(diag::GraphFileName, where, {record.name, "is no name of a node"});
  if (graph_.find_by_name(record.name) != nullptr) {
    fail(diag::GraphFileName, where, {record.name, "is there twice"});
  }
  if (record.opcode == OpCode::kCallFunction && find_operator(record.target) == nullptr) {
    fail(diag::UnknownOperator, where, {record.target});
  }
  Node* node = graph_.create_node(record.opcode, std::move(record.target), std::move(record.args),
                                  std::move(record.kwargs), record.name);
  node->meta = std::move(record.meta);
  return node;
}

Node* GraphBuilder::operand(std::string_view name, SourceLocation where) const {
  Node* node = graph_.find_by_name(name);
  if (node == nullptr) fail(diag::GraphFileOperand, where, {std::string(name)});
  return node;
}

std::optional<OpCode> parse_opcode(std::string_view name) {
  for (const OpCode opcode : {OpCode::kPlaceholder, OpCode::kGetAttr, OpCode::kCallFunction,
                              OpCode::kCallModule, OpCode::kCallMethod, OpCode::kOutput}) {
    if (opcode_name(opcode) == name) return opcode;
  }
  return std::nullopt;
}

IntExpr combine(IntExpr::AtomKind kind, const IntExpr& a, const IntExpr& b, SourceLocation where) {
  switch (kind) {
    case IntExpr::AtomKind::kFloorDiv:
      return checked([&] { return floor_div(a, b); }, where);
    case IntExpr::AtomKind::kMod:
      return checked([&] { return mod(a, b); }, where);
    case IntExpr::AtomKind::kMin:
      return checked([&] { return min(a, b); }, where);
    case IntExpr::AtomKind::kMax:
      return checked([&] { return max(a, b); }, where);
    case IntExpr::AtomKind::kSymbol:
      break;
  }
  return a;
}

IntExpr add_term(const IntExpr& sum, std::int64_t coefficient, const IntExpr& product,
                 SourceLocation where) {
  return checked([&] { return sum + IntExpr(coefficient) * product; }, where);
}

IntExpr multiply(const IntExpr& a, const IntExpr& b, SourceLocation where) {
  check_terms(a.terms().size() * b.terms().size(), where);
  return checked([&] { return a * b; }, where);
}

void check_storable(const Graph& graph) {
  const ValueMeta* previous = nullptr;
  for (const Node* node : graph) {
    for (const Node* operand : node->all_input_nodes()) {
      if (!graph.comes_before(operand, node)) {
        not_storable(node, "its operand `" + operand->name() + "` does not precede it");
      }
    }
    for (const Argument& a : node->args()) check_depth(node, depth_of(a));
    for (const auto& [key, value] : node->kwargs()) check_depth(node, depth_of(value));
    for (const auto& [key, value] : node->meta.custom) {
      check_depth(node, depth_of(value));
      for_each_node(value, [&, &name = key](Node*) {
        not_storable(node, "its attachment `" + name + "` holds a node");
      });
    }
    const ValueMeta* meta = &node->meta.value.get();
    if (meta != previous) check_depth(node, depth_of(*meta));
    previous = meta;
  }
}

}  // namespace weft::ir::serialization
