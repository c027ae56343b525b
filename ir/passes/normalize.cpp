/// \file Pass: one way to write each call.
#include <weft/ir/passes/normalize.h>

#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

bool is_default(const SchemaParameter& parameter, const Argument& value) {
  return parameter.default_value && value == *parameter.default_value;
}

}  // namespace

void split_bound_arguments(const Schema& schema, const std::vector<Argument>& bound,
                           std::vector<Argument>& args, KeywordArguments& kwargs) {
  std::size_t positional = 0;
  for (std::size_t i = 0; i < schema.parameters.size(); ++i) {
    const SchemaParameter& parameter = schema.parameters[i];
    const bool needed = !is_default(parameter, bound[i]);
    if (parameter.keyword_only) {
      if (needed) kwargs.emplace_back(parameter.name, bound[i]);
    } else if (needed) {
      positional = i + 1;
    }
  }
  args.assign(bound.begin(), bound.begin() + static_cast<std::ptrdiff_t>(positional));
}

bool normalize(GraphModule& module, PassContext&) {
  bool changed = false;
  for (Node* node : module.graph) {
    const Operator* op = node->op();
    if (op == nullptr) continue;
    const std::vector<Argument> bound =
        bind_arguments(op->schema, node->args(), node->kwargs(), node->meta.location);
    std::vector<Argument> args;
    KeywordArguments kwargs;
    split_bound_arguments(op->schema, bound, args, kwargs);
    if (node->opcode() == OpCode::kCallFunction) {
      if (args == node->args() && kwargs == node->kwargs()) continue;
      node->set_args(std::move(args));
      node->set_kwargs(std::move(kwargs));
      changed = true;
      continue;
    }
    const auto scope = InsertionScope::before(node);
    Node* function =
        module.graph.call_function(op->full_name(), std::move(args), std::move(kwargs));
    function->meta = node->meta;
    replace_node(node, function, true);
    changed = true;
  }
  return changed;
}

}  // namespace weft::ir
