/// \file Pass: dtypes and extents of all values.
#include <weft/ir/passes/shape_propagation.h>

#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

bool set_meta(Node& node, ValueMeta value) {
  if (node.meta.value == value) return false;
  node.meta.value = std::move(value);
  return true;
}

bool placeholder_meta(Node& node) {
  if (node.meta.value.known() || node.args().empty()) return false;
  // A default tells the type of an input that nothing else is known about.
  const std::optional<Number> number = node.args()[0].number();
  return number && set_meta(node, {UnknownNumber{number->category()}});
}

bool attribute_meta(const GraphModule& module, Node& node) {
  const GraphModule::Attribute* attribute = module.find_attribute(node.target());
  return attribute != nullptr && set_meta(node, {attribute->meta});
}

}  // namespace

bool shape_propagation(GraphModule& module, PassContext&) {
  bool changed = false;
  for (Node* node : module.graph) {
    switch (node->opcode()) {
      case OpCode::kPlaceholder:
        changed |= placeholder_meta(*node);
        break;
      case OpCode::kGetAttr:
        changed |= attribute_meta(module, *node);
        break;
      case OpCode::kCallMethod:
        // The overload follows from the metas, which may be known only now.
        node->set_target(node->target());
        changed |= infer_meta(*node);
        break;
      case OpCode::kCallFunction:
        changed |= infer_meta(*node);
        break;
      case OpCode::kCallModule:
      case OpCode::kOutput:
        break;
    }
  }
  return changed;
}

}  // namespace weft::ir
