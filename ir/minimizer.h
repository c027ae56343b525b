/// \file Minimizer: the smallest piece of a graph on which two executions differ.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <weft/ir/graph_module.h>
#include <weft/ir/interpreter.h>

namespace weft::ir {

/// The two executions and how their results are judged.
struct MinimizerCallbacks {
  using Run = std::function<Value(const GraphModule& module, const std::vector<Value>& inputs)>;
  Run reference;
  /// An exception counts as a difference.
  Run suspect;
  /// Says how two results differ; nothing where they agree, within whatever tolerance holds.
  std::function<std::optional<std::string>(const Value& expected, const Value& got)> compare;
  /// Prints an input for the report; optional.
  std::function<std::string(const Value& value)> describe;
};

/// A piece of a graph on which the two executions differ.
struct MinimizedDifference {
  GraphModule module;         ///< has a placeholder for every value that it needs from outside
  std::vector<Value> inputs;  ///< what the whole graph has there
  std::string difference;     ///< what `compare` said
  std::size_t nodes = 0;      ///< calls in the piece
  std::size_t of_nodes = 0;   ///< calls in the whole graph
  std::size_t runs = 0;       ///< times that each execution was run
  /// Everything that is needed to look into it: the piece as text and as code, the users' lines,
  /// the inputs, the difference.
  std::string report;
};

/// Finds a small piece of the graph on which the executions differ when both start from the values
/// that the whole graph has there. Bisects for the first call after which results differ, then for
/// the last one before which they do not, then leaves out single calls as long as the difference
/// stays. No call of the result can be left out.
///
/// Intermediate values come from running the graph with `executor`, which also copies them before
/// each run, so that in-place operators do no harm. A graph that draws random numbers draws other
/// ones in each run: let both callbacks seed the generator first. Takes about 2 log2(n) runs, and
/// one more for each call that the bisection leaves.
/// \error W1380 if the executions agree on the whole graph; what the reference throws
/// \source torch.fx.passes.net_min_base
MinimizedDifference minimize_difference(const GraphModule& module, const std::vector<Value>& inputs,
                                        Executor& executor, const MinimizerCallbacks& callbacks);

}  // namespace weft::ir
