#include <weft/frontend/trace/inline_modules.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <weft/frontend/trace/module_meta.h>
#include <weft/ir/conditional.h>
#include <weft/ir/diagnostics.h>

namespace weft {

namespace {

/// Inputs of a traced leaf, in the order in which its placeholders were made.
void flatten_argument(const ir::Argument& argument, std::vector<ir::Node*>& out) {
  ir::for_each_node(argument, [&](ir::Node* node) { out.push_back(node); });
}

class Inliner {
 public:
  explicit Inliner(const ir::GraphModule& source) : source_(source) {}

  ir::GraphModule run() {
    result_.name = source_.name;
    for (const ir::GraphModule::Attribute& attribute : source_.attributes()) {
      result_.set_attribute(attribute.path, attribute.value, attribute.meta);
    }
    for (ir::Node* node : source_.graph) {
      if (const ir::Conditional* conditional = ir::find_conditional(source_, *node)) {
        results_[node] = copy_conditional(*node, *conditional);
      } else if (node->opcode() == ir::OpCode::kCallModule) {
        results_[node] = inline_call(*node);
      } else if (is_part_of_inlined(*node)) {
        results_[node] = part(*node);
      } else {
        results_[node] = result_.graph.node_copy(node, mapping());
      }
    }
    return std::move(result_);
  }

 private:
  std::function<ir::Argument(ir::Node*)> mapping() {
    return [this](ir::Node* node) { return results_.at(node); };
  }

  bool is_part_of_inlined(const ir::Node& node) const {
    if (node.target() != "getitem" || !node.args()[0].node()) return false;
    const ir::Node* list = node.args()[0].node();
    return list->opcode() == ir::OpCode::kCallModule &&
           ir::find_conditional(source_, *list) == nullptr;
  }

  /// Modules are opened on both sides. Their weights are attributes of the whole too.
  ir::Argument copy_conditional(ir::Node& call, const ir::Conditional& conditional) {
    ir::GraphModule sides[2] = {inline_modules(conditional.true_graph().graph_module()),
                                inline_modules(conditional.false_graph().graph_module())};
    for (const ir::GraphModule& side : sides) {
      for (const ir::GraphModule::Attribute& attribute : side.attributes()) {
        result_.set_attribute(attribute.path, attribute.value, attribute.meta);
      }
    }
    result_.set_module(call.target(),
                       std::make_shared<ir::Conditional>(std::move(sides[0]), std::move(sides[1]),
                                                         conditional.executor()));
    return result_.graph.node_copy(&call, mapping());
  }

  ir::Argument part(const ir::Node& node) const {
    const ir::Argument& list = results_.at(node.args()[0].node());
    const auto index = std::get<std::int64_t>(node.args()[1].variant());
    return (*list.list())[static_cast<std::size_t>(index)];
  }

  ir::Argument inline_call(const ir::Node& call) {
    auto module = std::dynamic_pointer_cast<nn::Module>(source_.find_module(call.target()));
    if (!module) fail(diag::TargetNotFound, call.meta.location, {call.name(), "module", call.target()});
    std::vector<ir::ValueMeta> metas;
    std::vector<bool> present;
    std::vector<ir::Node*> inputs;
    for (const ir::Argument& argument : call.args()) {
      present.push_back(!argument.is_none());
      metas.push_back(argument.is_none() ? ir::ValueMeta{} : argument_meta(argument));
      flatten_argument(argument, inputs);
    }
    const ir::GraphModule body = trace_module(*module, metas, present);
    std::unordered_map<const ir::Node*, ir::Argument> values;
    std::size_t next_input = 0;
    for (ir::Node* node : body.graph) {
      if (node->opcode() == ir::OpCode::kPlaceholder) {
        values[node] = results_.at(inputs.at(next_input++));
      } else if (node->opcode() == ir::OpCode::kGetAttr) {
        values[node] = attribute(body, *node, call);
      } else if (node->opcode() != ir::OpCode::kOutput) {
        ir::Node* copy = result_.graph.node_copy(
            node, [&](ir::Node* operand) { return values.at(operand); });
        place(*copy, call, module->module_type());
        values[node] = copy;
      }
    }
    return ir::map_nodes(body.graph.output_node()->args()[0],
                         [&](ir::Node* node) { return values.at(node); });
  }

  ir::Argument attribute(const ir::GraphModule& body, const ir::Node& node, const ir::Node& call) {
    const std::string path = call.target() + "." + node.target();
    ir::Node*& existing = attributes_[path];
    if (!existing) {
      const ir::GraphModule::Attribute* found = body.find_attribute(node.target());
      result_.set_attribute(path, found->value, found->meta);
      existing = result_.graph.get_attr(path);
      existing->meta = node.meta;
      place(*existing, call, "");
    }
    return existing;
  }

  static void place(ir::Node& node, const ir::Node& call, const std::string& type) {
    node.meta.location = call.meta.location;
    std::vector<ir::ModuleFrame> stack = call.meta.module_stack;
    if (!type.empty()) stack.push_back({call.target(), type});
    node.meta.module_stack = std::move(stack);
  }

  const ir::GraphModule& source_;
  ir::GraphModule result_;
  std::unordered_map<const ir::Node*, ir::Argument> results_;
  std::unordered_map<std::string, ir::Node*> attributes_;
};

}  // namespace

ir::GraphModule inline_modules(const ir::GraphModule& module) { return Inliner(module).run(); }

}  // namespace weft
