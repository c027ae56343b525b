/// \file Decomposition of operators into smaller ones.
#include <fmt/format.h>

#include <weft/ir/graph.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir {
namespace {

[[noreturn]] void internal_error(const Call& call, const std::string& what) {
  fail(diag::InternalError, call.location(),
       {fmt::format("decomposition of `{}`: {}", call.op().full_name(), what)});
}

}  // namespace

Decomposition::Decomposition(Graph& graph, const Call& call, std::vector<Argument> arguments)
    : graph_(graph), call_(call), arguments_(std::move(arguments)) {}

std::vector<Argument> Decomposition::items(std::size_t i) {
  const Argument& argument = arguments_[i];
  if (const ArgumentList* list = argument.list()) return list->items();
  const Node* node = argument.node();
  const ValueMetaList* metas = node == nullptr ? nullptr : node->meta.value.list();
  if (metas == nullptr) return {argument};
  std::vector<Argument> items;
  for (std::size_t k = 0; k < metas->size(); ++k) {
    items.push_back(op("getitem", {argument, static_cast<std::int64_t>(k)}));
  }
  return items;
}

Node* Decomposition::op(std::string_view full_name, std::vector<Argument> args,
                        KeywordArguments kwargs) {
  Node* node = graph_.call_function(full_name, std::move(args), std::move(kwargs));
  node->meta.location = call_.location();
  const std::optional<Call> made = call_of_node(*node);
  if (!made) internal_error(call_, fmt::format("operands of {} have no meta", node->format()));
  node->meta.value = infer(*made);
  return node;
}

const TensorMeta& Decomposition::meta(const Argument& argument) const {
  const Node* node = argument.node();
  const TensorMeta* tensor = node == nullptr ? nullptr : node->meta.value.tensor();
  if (tensor == nullptr) {
    internal_error(call_, fmt::format("argument {} is no tensor", argument.str()));
  }
  return *tensor;
}

std::vector<Node*> decompose(Graph& graph, const Call& call,
                             std::vector<Argument> bound_arguments) {
  const DecomposeRule* rule = std::get_if<DecomposeRule>(&call.op().meaning());
  if (rule == nullptr) internal_error(call, "the operator has no decomposition");
  Decomposition d(graph, call, std::move(bound_arguments));
  std::vector<Node*> results = (*rule)(d);
  if (!call.op().schema.results.empty() && !call.op().schema.results.front().list &&
      results.size() != call.op().schema.results.size()) {
    internal_error(call, fmt::format("{} results instead of {}", results.size(),
                                     call.op().schema.results.size()));
  }
  return results;
}

}  // namespace weft::ir
