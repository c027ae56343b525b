/// \file Calling a graph with the structured arguments that it was captured for.
#pragma once

#include <vector>

#include <weft/ir/graph_module.h>
#include <weft/runtime/nn/struct_conversion.h>

namespace weft {

/// The values that the placeholders of a captured graph take, from one value per parameter.
/// \error W4105 where the structure is another one than in the capture, or an argument that is a
/// constant of the graph has another value
std::vector<ir::Value> flatten_arguments(const ir::GraphModule& module,
                                         const std::vector<ir::Value>& arguments);
/// A graph's result as an interpreter gives it, with the keys of mappings.
ir::Value restore_result(const ir::GraphModule& module, const ir::Value& result);
/// Runs a graph eagerly.
ir::Value run_graph(const ir::GraphModule& module, std::vector<ir::Value> inputs);

/// \source torch.fx.GraphModule.graph.process_inputs
template <ConvertibleValue... Args>
std::vector<ir::Value> process_inputs(const ir::GraphModule& module, const Args&... args) {
  return flatten_arguments(module, {ValueConversion<Args>::flatten(args)...});
}

/// \source torch.fx.GraphModule.graph.process_outputs
template <ConvertibleValue Result>
Result process_outputs(const ir::GraphModule& module, const ir::Value& result) {
  return ValueConversion<Result>::build(restore_result(module, result));
}

/// Calls a captured graph eagerly, with the arguments and the result of the captured function:
/// `call_graph(captured, x)`, `call_graph<std::tuple<Tensor, Tensor>>(captured, x, 2)`. Arguments
/// that have defaults may be left out at the end.
/// \error W4105 as flatten_arguments, W3005 for a result of another type
template <ConvertibleValue Result = Tensor, ConvertibleValue... Args>
Result call_graph(const ir::GraphModule& module, const Args&... args) {
  return process_outputs<Result>(module, run_graph(module, process_inputs(module, args...)));
}

}  // namespace weft
