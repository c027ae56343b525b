/// \file Calling of conditionals.
#include <weft/ir/conditional.h>

#include <algorithm>
#include <utility>

#include <weft/ir/diagnostics.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir {
namespace {

bool is_true(const Value& predicate, Executor& executor) {
  const Value number = predicate.tensor() != nullptr
                           ? executor.call_operator(get_operator("item"), {predicate}, {})
                           : predicate;
  if (const auto* flag = std::get_if<bool>(&number.value)) return *flag;
  if (const auto* integer = std::get_if<std::int64_t>(&number.value)) return *integer != 0;
  if (const auto* real = std::get_if<double>(&number.value)) return *real != 0;
  fail(diag::ArgumentType, {}, {"cond", "predicate", "a tensor with one element", "another value"});
}

const std::vector<Argument>& results_of(const GraphModule& module) {
  static const std::vector<Argument> kNone;
  const Node* output = module.graph.output_node();
  const ArgumentList* list =
      output != nullptr && !output->args().empty() ? output->args()[0].list() : nullptr;
  return list != nullptr ? list->items() : kNone;
}

ValueMeta meta_of(const Argument& argument) {
  if (const Node* node = argument.node()) return node->meta.value;
  const std::optional<Number> number = argument.number();
  if (!number) return {};
  return {UnknownNumber{number->category()}};
}

// What holds for both. Where only the strides differ none of them is promised, and the value counts
// as dense.
ValueMeta common_meta(const ValueMeta& a, const ValueMeta& b) {
  if (a == b) return a;
  const TensorMeta* x = a.tensor();
  const TensorMeta* y = b.tensor();
  const bool same = x != nullptr && y != nullptr && x->dtype == y->dtype && x->sizes == y->sizes;
  return same ? ValueMeta{dense(x->dtype, x->sizes)} : ValueMeta{};
}

}  // namespace

Conditional::Conditional(GraphModule true_graph, GraphModule false_graph, Executor& executor)
    : true_graph_(std::move(true_graph), executor),
      false_graph_(std::move(false_graph), executor),
      executor_(executor) {}

Value Conditional::call_forward(const std::vector<Value>& arguments) {
  if (arguments.empty()) fail(diag::InterpreterArguments, {}, {"1", "0", "those of a conditional"});
  GraphSubmodule& taken = is_true(arguments[0], executor_) ? true_graph_ : false_graph_;
  return taken.call_forward(std::vector<Value>(arguments.begin() + 1, arguments.end()));
}

bool Conditional::is_pure() const { return true_graph_.is_pure() && false_graph_.is_pure(); }

Conditional* find_conditional(const GraphModule& module, const Node& node) {
  if (node.opcode() != OpCode::kCallModule) return nullptr;
  return dynamic_cast<Conditional*>(module.find_module(node.target()).get());
}

ValueMeta infer_conditional(const Conditional& conditional) {
  const std::vector<Argument>& a = results_of(conditional.true_graph().graph_module());
  const std::vector<Argument>& b = results_of(conditional.false_graph().graph_module());
  ValueMetaList metas(std::min(a.size(), b.size()));
  for (std::size_t i = 0; i < metas.size(); ++i) {
    metas[i] = common_meta(meta_of(a[i]), meta_of(b[i]));
  }
  return {std::move(metas)};
}

}  // namespace weft::ir
