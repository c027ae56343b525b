/// \file Running of single operators with the plain evaluator.
#include <map>
#include <stdexcept>

#include <weft/ir/diagnostics.h>

#include "evaluate_compute.h"

namespace weft::ir::testing {
namespace {

std::vector<Node*> placeholders(Graph& graph, const std::vector<TensorMeta>& metas) {
  std::vector<Node*> nodes;
  for (const TensorMeta& meta : metas) {
    nodes.push_back(graph.placeholder("x"));
    nodes.back()->meta.value = {meta};
  }
  return nodes;
}

/// Nodes of a graph with their values.
class Runner {
 public:
  std::vector<Node*> add_inputs(const std::vector<Array>& tensors) {
    std::vector<TensorMeta> metas;
    for (const Array& tensor : tensors) metas.push_back(tensor.meta());
    const std::vector<Node*> nodes = placeholders(graph_, metas);
    for (std::size_t k = 0; k < nodes.size(); ++k) values_[nodes[k]] = {tensors[k]};
    return nodes;
  }
  Graph& graph() { return graph_; }

  std::vector<Array> value(Node* node) {
    if (const auto it = values_.find(node); it != values_.end()) return it->second;
    const std::optional<Call> call = call_of_node(*node);
    if (!call) throw std::logic_error("no call: " + node->format());
    const ValueMeta meta = infer(*call);
    std::vector<Array> result = run(node, *call);
    check(node, meta, result);
    return values_[node] = result;
  }

 private:
  std::vector<Array> run(Node* node, const Call& call) {
    const std::vector<Argument> bound =
        bind_arguments(node->op()->schema, node->args(), node->kwargs());
    const Meaning& meaning = node->op()->meaning();
    std::vector<Array> result;
    if (std::holds_alternative<Structured>(meaning)) throw NoMeaning{};
    if (std::holds_alternative<ShapeQuery>(meaning)) return query(node, bound);
    if (std::holds_alternative<View>(meaning)) {
      const Array input = value(bound[0].node()).front();
      for (const ViewMap& view : view_of(call)) result.push_back(evaluate_view(view, input));
      return result;
    }
    if (std::holds_alternative<DecomposeRule>(meaning)) {
      for (Node* part : decompose(graph_, call, bound)) result.push_back(value(part).front());
      return result;
    }
    std::vector<Array> inputs;
    for (const Argument& argument : bound) collect(argument, inputs);
    for (const Compute& compute : compute_of(call)) {
      result.push_back(evaluate_compute(compute, inputs));
    }
    return result;
  }

  /// Numbers are part of the metas, so that only elements of lists have values.
  std::vector<Array> query(Node* node, const std::vector<Argument>& bound) {
    if (node->op()->schema.name != "getitem") return {};
    const std::vector<Array> list = value(bound[0].node());
    return {list.at(static_cast<std::size_t>(bound[1].number()->as_int()))};
  }

  void collect(const Argument& argument, std::vector<Array>& inputs) {
    for_each_node(argument, [&](Node* node) {
      if (node->meta.value.integer() != nullptr) return;
      for (const Array& part : value(node)) inputs.push_back(part);
    });
  }

  static void check(const Node* node, const ValueMeta& meta, const std::vector<Array>& arrays) {
    std::vector<const TensorMeta*> expected;
    if (meta.tensor() != nullptr) expected.push_back(meta.tensor());
    if (meta.list() != nullptr) {
      for (const ValueMeta& item : *meta.list()) expected.push_back(item.tensor());
    }
    if (expected.size() != arrays.size()) throw std::logic_error("results: " + node->format());
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      const TensorMeta own = arrays[k].meta();
      if (own.dtype != expected[k]->dtype || own.sizes != expected[k]->sizes) {
        throw std::logic_error(node->format() + ": " + own.str() + " is not " + expected[k]->str());
      }
    }
  }

  Graph graph_;
  std::map<const Node*, std::vector<Array>> values_;
};

}  // namespace

std::vector<Array> run(std::string_view full_name, const std::vector<Array>& tensors,
                       const Arguments& arguments) {
  Runner runner;
  const std::vector<Node*> nodes = runner.add_inputs(tensors);
  return runner.value(runner.graph().call_function(full_name, arguments(nodes)));
}

std::vector<Array> run_named(std::string_view name, const std::vector<Array>& tensors,
                             const NamedArguments& arguments) {
  Runner runner;
  const std::vector<Node*> nodes = runner.add_inputs(tensors);
  const KeywordArguments kwargs = arguments(nodes);
  const Operator* op = resolve_overload(name, {}, kwargs);
  if (op == nullptr) throw std::logic_error("no overload of " + std::string(name));
  return runner.value(runner.graph().call_function(op->full_name(), {}, kwargs));
}

ValueMeta infer_call(std::string_view full_name, const std::vector<TensorMeta>& tensors,
                     const Arguments& arguments) {
  Graph graph;
  const std::vector<Node*> nodes = placeholders(graph, tensors);
  return infer(*call_of_node(*graph.call_function(full_name, arguments(nodes))));
}

ValueMeta infer_named(std::string_view name, const std::vector<TensorMeta>& tensors,
                      const NamedArguments& arguments) {
  Graph graph;
  const KeywordArguments kwargs = arguments(placeholders(graph, tensors));
  const Operator* op = resolve_overload(name, {}, kwargs);
  if (op == nullptr) throw std::logic_error("no overload of " + std::string(name));
  return infer(*call_of_node(*graph.call_function(op->full_name(), {}, kwargs)));
}

std::string error_of(std::string_view full_name, const std::vector<TensorMeta>& tensors,
                     const Arguments& arguments) {
  try {
    infer_call(full_name, tensors, arguments);
  } catch (const Error& error) {
    return std::string(error.id());
  }
  return {};
}

}  // namespace weft::ir::testing
