/// \file Pass: known extents become constants.
#include <weft/ir/passes/constant_fold_shapes.h>

#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

// The value as an argument, where all of it is known.
std::optional<Argument> constant_of(const ValueMeta& meta) {
  if (const IntExpr* integer = meta.integer()) {
    if (const auto value = integer->maybe_value()) return Argument(*value);
    return std::nullopt;
  }
  if (const ValueMetaList* list = meta.list()) {
    std::vector<Argument> items;
    for (const ValueMeta& item : *list) {
      std::optional<Argument> value = constant_of(item);
      if (!value) return std::nullopt;
      items.push_back(std::move(*value));
    }
    return Argument(std::move(items));
  }
  return std::nullopt;
}

bool answers_about_extents(const Node& node) {
  const Operator* op = node.op();
  return op != nullptr && std::holds_alternative<ShapeQuery>(op->meaning()) && !node.is_impure();
}

}  // namespace

bool constant_fold_shapes(GraphModule& module, PassContext&) {
  bool changed = false;
  for (Node* node : module.graph) {
    if (!answers_about_extents(*node)) continue;
    const std::optional<Argument> value = constant_of(node->meta.value);
    if (!value) continue;
    const auto map = [&](Node* n) { return n == node ? *value : Argument(n); };
    const std::vector<Node*> users = node->users();
    for (Node* user : users) {
      map_arguments(user, map);
    }
    module.graph.erase_node(node);
    changed = true;
  }
  return changed;
}

}  // namespace weft::ir
