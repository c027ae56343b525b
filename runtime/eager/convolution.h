/// \file Convolutions and transposed convolutions in float32 by blocked kernels.
#pragma once

#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/ir/value.h>

namespace weft::eager {

/// The result of the operators `convolution` and `convolution_transpose` in float32 (or a half type,
/// which computes in float32); null for other operators and types.
///
/// One and two dimensions run directly, three through the unfolded input of one image. A transposed
/// convolution multiplies first and then adds what falls on one place.
ir::TensorHandle evaluate_convolution(const ir::Compute& compute, const ir::Call& call,
                                      const std::vector<ir::TensorHandle>& inputs);

}  // namespace weft::eager
