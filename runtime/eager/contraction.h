/// \file Fast paths for matrix products and convolutions.
#pragma once

#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/ir/value.h>

namespace weft::eager {

/// The result of a matrix product or convolution in float32 by blocked kernels, or null where the
/// compute is of another kind, type or form; the general evaluator then does it.
ir::TensorHandle evaluate_contraction(const ir::Compute& compute, const ir::Call& call,
                                      const std::vector<ir::TensorHandle>& inputs);

}  // namespace weft::eager
