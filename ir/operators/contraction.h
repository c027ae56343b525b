/// \file Sums of products over labelled dimensions: matrix products and einsum.
#pragma once

#include <vector>

#include <weft/ir/operators/call.h>
#include <weft/ir/scalar_expr.h>

namespace weft::ir {

/// One factor: a tensor and a label for each of its dimensions. A label that occurs twice walks the
/// diagonal.
struct Factor {
  int input;  ///< ordinal among the inputs of the Compute
  const TensorMeta* meta;
  std::vector<int> labels;
};

/// The product of the factors, summed over every label that is not in `output`; dimensions of one
/// label have one extent, or 1, which stretches. Summation runs over the remaining labels in order
/// of first occurrence, the last one innermost and ascending.
/// \dtype  all factors have one type, not bool; half types accumulate in f32, integers wrap
/// \error  W1207, W1208
Compute contract(const Call& call, const std::vector<Factor>& factors,
                 const std::vector<int>& output);

}  // namespace weft::ir
