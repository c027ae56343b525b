/// \file Fast paths for matrix products and convolutions.
#pragma once

#include <memory>
#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/runtime/eager/evaluate.h>

namespace weft::eager {

/// A matrix product or convolution in float32 by blocked kernels, or null where the compute is of
/// another kind, type or form; the general evaluator then does it.
std::unique_ptr<const PreparedCompute> prepare_contraction(
    const ir::Compute& compute, const ir::Call& call, const std::vector<ir::TensorHandle>& inputs);

}  // namespace weft::eager
