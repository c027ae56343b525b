/// \file The results of forward as a list of tensors.
#pragma once

#include <vector>

#include <weft/ir/value.h>

namespace weft {

/// The leaves of a result from left to right. Numbers become tensors without dimensions: integers
/// int64, floating-point numbers float32, flags bool.
/// \error W1000 for a leaf that is neither tensor nor number
std::vector<ir::TensorHandle> result_tensors(const ir::Value& result);

}  // namespace weft
