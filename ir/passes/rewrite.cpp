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

bool infer_meta(Node& node) {
  const std::optional<Call> call = call_of_node(node);
  if (!call) return false;
  ValueMeta value = infer(*call);
  if (value == node.meta.value) return false;
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
