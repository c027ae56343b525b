/// \file Random graphs for comparing the ways of computing them.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <weft/ir/graph_module.h>
#include <weft/ir/value.h>

namespace weft::differential {

/// A graph whose output is a flat list of tensors, and values for its placeholders.
struct RandomGraph {
  ir::GraphModule module;
  /// Per result: computed without sums whose order is open, so that all modes agree to the last
  /// bits.
  std::vector<bool> exact;
  /// Pairs of results that hold the same by a rule of algebra: transposed twice, cut and joined,
  /// ...
  std::vector<std::pair<std::size_t, std::size_t>> equal;
};

/// The same graph for the same seed. Pointwise operators and reductions come from the operator
/// table; views, copies, products, sorting, scattering and writes through views are mixed in.
/// Operators that decide (comparisons, argmax, sort, casts to integers) see exact values only.
RandomGraph make_random_graph(std::uint64_t seed);

/// Every pointwise operator and reduction of the table, one graph each with a result for every
/// element type that the operator takes, on odd sizes, broadcast where it has two operands.
RandomGraph make_operator_graph(std::uint64_t index);
std::uint64_t operator_graphs();

/// Multiples of 1/8 around 0 and small integers. `special` mixes in zeros of both signs,
/// infinities, NaN and the extreme integers.
std::vector<ir::TensorHandle> random_inputs(const ir::GraphModule& module, std::uint64_t seed,
                                            bool special);

}  // namespace weft::differential
