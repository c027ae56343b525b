/// \file Steps that passes share when they replace nodes.
#include <weft/ir/passes/rewrite.h>

#include <string>
#include <utility>

#include <weft/ir/operators/operator.h>

namespace weft::ir {

void copy_origin(const Node& from, Node& to) {
  if (!to.meta.location.known()) to.meta.location = from.meta.location;
  if (to.meta.module_stack.empty()) to.meta.module_stack = from.meta.module_stack;
  to.meta.custom.insert(from.meta.custom.begin(), from.meta.custom.end());
}

namespace {

void collect(const std::vector<IntExpr>& from, const std::vector<IntExpr>& to,
             ExtentPairs& extents) {
  if (from.size() != to.size()) return;
  for (std::size_t d = 0; d < from.size(); ++d) {
    const Symbol symbol = from[d].as_symbol();
    if (symbol != nullptr && !(from[d] == to[d])) extents.emplace_back(symbol, to[d]);
  }
}

void collect(const ValueMeta& from, const ValueMeta& to, ExtentPairs& extents) {
  if (from.tensor() != nullptr && to.tensor() != nullptr) {
    collect(from.tensor()->sizes, to.tensor()->sizes, extents);
  } else if (from.list() != nullptr && to.list() != nullptr &&
             from.list()->size() == to.list()->size()) {
    for (std::size_t k = 0; k < from.list()->size(); ++k) {
      collect((*from.list())[k], (*to.list())[k], extents);
    }
  }
}

}  // namespace

ExtentPairs differing_extents(const ValueMeta& from, const ValueMeta& to) {
  ExtentPairs extents;
  collect(from, to, extents);
  return extents;
}

ValueMeta with_extents(const ValueMeta& meta, const ExtentPairs& extents) {
  ValueMeta result = meta;
  if (auto* tensor = std::get_if<TensorMeta>(&result.value)) {
    for (IntExpr& size : tensor->sizes) size = size.substitute(extents);
    for (IntExpr& stride : tensor->strides) stride = stride.substitute(extents);
  } else if (auto* number = std::get_if<IntExpr>(&result.value)) {
    *number = number->substitute(extents);
  } else if (auto* list = std::get_if<ValueMetaList>(&result.value)) {
    for (ValueMeta& item : *list) item = with_extents(item, extents);
  }
  return result;
}

bool infer_meta(Node& node) {
  const std::optional<Call> call = call_of_node(node);
  if (!call) return false;
  ValueMeta value = infer(*call);
  if (value == node.meta.value) return false;
  // Where asking again gives other symbols, those that users know stay.
  const ExtentPairs extents = differing_extents(value, node.meta.value);
  if (!extents.empty() && !(infer(*call) == value)) {
    value = with_extents(value, extents);
    if (value == node.meta.value) return false;
  }
  node.meta.value = std::move(value);
  return true;
}

void replace_node(Node* node, Node* replacement, bool fresh) {
  const std::string name = node->name();
  node->replace_all_uses_with(replacement);
  node->graph().erase_node(node);
  if (fresh) replacement->rename(name);
}

bool drop_stride_promise(Node* node) {
  if (node->opcode() != OpCode::kCallFunction || !node->kwargs().empty()) return false;
  if (node->target() == "view") {
    node->set_target("reshape");
  } else if (node->target() == "view_as") {
    node->set_target("reshape_as");
  } else {
    return false;
  }
  return true;
}

bool may_write(const GraphModule& module, const Node& node) {
  switch (node.opcode()) {
    case OpCode::kCallFunction:
    case OpCode::kCallMethod:
      return node.op() == nullptr || node.op()->writes();
    case OpCode::kCallModule:
      return module.is_impure(node);
    default:
      return false;
  }
}

bool may_change_memory(const GraphModule& module, const Node& node) {
  const Operator* op = node.op();
  const bool unknown =
      op != nullptr && op->definition != nullptr && op->row->effect == Effect::kHost;
  return unknown || may_write(module, node);
}

std::unordered_set<const Node*> escaping_nodes(const Graph& graph) {
  std::unordered_set<const Node*> escaping;
  // Backwards, so that a node is known to escape before its operands are looked at.
  for (const Node* node = graph.last(); node != nullptr; node = node->prev()) {
    const bool output = node->opcode() == OpCode::kOutput;
    const bool passes_on =
        node->op() == nullptr || node->op()->is_view() || node->op()->schema.name == "getitem" ||
        (!node->op()->schema.results.empty() && node->op()->schema.results[0].aliased);
    if (output || (passes_on && escaping.count(node) != 0)) {
      escaping.insert(node->all_input_nodes().begin(), node->all_input_nodes().end());
    }
  }
  return escaping;
}

void map_arguments(Node* user, const std::function<Argument(Node*)>& map) {
  std::vector<Argument> args = user->args();
  for (Argument& a : args) a = map_nodes(a, map);
  KeywordArguments kwargs = user->kwargs();
  for (auto& [key, value] : kwargs) value = map_nodes(value, map);
  user->set_args(std::move(args));
  user->set_kwargs(std::move(kwargs));
}

}  // namespace weft::ir
