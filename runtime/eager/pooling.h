/// \file Fast path for pooling.
#pragma once

#include <memory>
#include <vector>

#include <weft/ir/scalar_expr.h>
#include <weft/runtime/eager/evaluate.h>

namespace weft::eager {

/// Maxima and averages in float32 over windows at even distances, or null where the compute is of
/// another kind, type or form; the general evaluator then does it. The windows are read off the
/// expression, so that the operator's row stays their one definition.
std::unique_ptr<const PreparedCompute> prepare_pooling(const ir::Compute& compute,
                                                       const std::vector<ir::TensorHandle>& inputs);

}  // namespace weft::eager
