/// \file Pass: calls that give their operand back go away.
#include <weft/ir/passes/identity_removal.h>

#include <unordered_set>

#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

// True if element `vars` of a result is element `vars` of the input.
bool is_identity(const std::vector<Symbol>& vars, const std::vector<IntExpr>& index,
                 const std::vector<IntExpr>& sizes, const TensorMeta& input) {
  if (sizes != input.sizes || vars.size() != index.size()) return false;
  for (std::size_t d = 0; d < vars.size(); ++d) {
    // An extent of 1 may be indexed by 0 as well as by a variable that is always 0.
    const bool only_element = sizes[d].is(1) && index[d].is(0);
    if (!only_element && !(index[d] == IntExpr(vars[d]))) return false;
  }
  return true;
}

bool gives_operand_back(const Call& call) {
  const Operator& op = call.op();
  if (op.writes() || op.schema.parameters.empty() || !call.is_tensor(0)) return false;
  const TensorMeta& input = call.tensor(0);
  if (op.is_view()) {
    if (op.schema.results[0].list) return false;
    const std::vector<ViewMap> maps = view_of(call);
    return maps.size() == 1 && is_identity(maps[0].vars, maps[0].index, maps[0].sizes, input);
  }
  const auto* pointwise = std::get_if<Pointwise>(&op.meaning());
  if (pointwise == nullptr) return false;
  const std::vector<Compute> computes = compute_of(call);
  const Compute& c = computes.front();
  if (computes.size() != 1 || c.combine != Combine::kNone || !c.indirect.empty()) return false;
  const ScalarExpr& body = c.body;
  return body->op == ScalarOp::kLoad && body->input == 0 && body->operands.empty() &&
         body->type == input.dtype && c.dtype == input.dtype &&
         is_identity(c.vars, body->indices, c.sizes, input);
}

}  // namespace

bool identity_removal(GraphModule& module, PassContext&) {
  for (const Node* node : module.graph) {
    if (may_change_memory(module, *node)) return false;
  }
  const std::unordered_set<const Node*> escaping = escaping_nodes(module.graph);
  bool changed = false;
  for (Node* node : module.graph) {
    if (node->opcode() != OpCode::kCallFunction || node->is_impure()) continue;
    changed |= drop_stride_promise(node);
    const std::optional<Call> call = call_of_node(*node);
    if (!call || !gives_operand_back(*call)) continue;
    // A view that is returned shows the same storage with or without this node, if it has the same
    // strides; a copy that is returned must stay one.
    Node* operand = node->args().empty() ? nullptr : node->args()[0].node();
    if (operand == nullptr) continue;
    if (escaping.count(node) != 0) {
      const bool same = node->op()->is_view() && node->meta.value == operand->meta.value;
      if (!same) continue;
    }
    replace_node(node, operand, false);
    changed = true;
  }
  return changed;
}

}  // namespace weft::ir
