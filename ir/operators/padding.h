/// \file Padding at the ends of dimensions.
#pragma once

#include <vector>

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// `constant_pad_nd(input, pad, value)`: `pad` holds two numbers a dimension, last dimension first;
/// negative ones cut off.
std::vector<Compute> constant_pad_rule(const Call& call);

/// `pad(input, pad, mode, value)` with mode 'constant', 'reflect' (the end is not repeated),
/// 'replicate' or 'circular'.
/// \source torch.nn.functional.pad
std::vector<Compute> pad_rule(const Call& call);

}  // namespace weft::ir
