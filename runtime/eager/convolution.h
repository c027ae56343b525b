/// \file Convolutions and transposed convolutions in float32 by blocked kernels.
#pragma once

#include <memory>

#include <weft/ir/operators/operator.h>
#include <weft/runtime/eager/evaluate.h>

namespace weft::eager {

/// The operators `convolution` and `convolution_transpose` in float32 (or a half type, which computes
/// in float32); null for other operators and types.
///
/// One and two dimensions run directly, three through the unfolded input of one image. A transposed
/// convolution multiplies first and then adds what falls on one place.
std::unique_ptr<const PreparedCompute> prepare_convolution(const ir::Compute& compute,
                                                           const ir::Call& call);

}  // namespace weft::eager
