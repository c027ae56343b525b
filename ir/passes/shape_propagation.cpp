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

// Metas of the elements of an aggregate; of a constant what a graph can do with it.
ValueMeta argument_meta(const Argument& argument) {
  if (const Node* node = argument.node()) return node->meta.value;
  const auto all = [](const auto& items, const auto& value_of) {
    ValueMetaList metas;
    metas.reserve(items.size());
    for (const auto& item : items) metas.push_back(argument_meta(value_of(item)));
    return ValueMeta{std::move(metas)};
  };
  if (const ArgumentList* list = argument.list()) {
    return all(list->items(), [](const Argument& item) -> const Argument& { return item; });
  }
  if (const auto* dict = std::get_if<ArgumentDict>(&argument.variant())) {
    return all(dict->items(),
               [](const ArgumentItem& item) -> const Argument& { return item.value; });
  }
  const std::optional<Number> number = argument.number();
  if (!number) return {};
  if (number->is_integer()) return {IntExpr(number->as_int())};
  return {UnknownNumber{number->category()}};
}

bool output_meta(Node& node) {
  return !node.args().empty() && set_meta(node, argument_meta(node.args()[0]));
}

bool module_meta(const GraphModule& module, const PassContext& context, Node& node) {
  if (!context.infer_module) return false;
  const std::shared_ptr<ModuleInterface> called = module.find_module(node.target());
  if (called == nullptr) return false;
  ValueMeta value = context.infer_module(*called, node.args(), node.meta.location);
  return value.known() && set_meta(node, std::move(value));
}

}  // namespace

bool shape_propagation(GraphModule& module, PassContext& context) {
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
        changed |= module_meta(module, context, *node);
        break;
      case OpCode::kOutput:
        changed |= output_meta(*node);
        break;
    }
  }
  return changed;
}

}  // namespace weft::ir
