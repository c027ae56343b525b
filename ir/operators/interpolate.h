/// \file Resampling of images.
#pragma once

#include <vector>

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// `interpolate(input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias)`
/// over the dimensions after [N, C], with modes nearest, nearest-exact, linear, bilinear,
/// trilinear, bicubic and area.
/// \numerics source positions are computed in the type of the computation as PyTorch's CPU kernels
///           do, so that the same elements are chosen
/// \error    W1207, W1208, W1209; W1214 for antialias and for fractional factors on symbolic
/// extents
/// \source   torch.nn.functional.interpolate
std::vector<Compute> interpolate_rule(const Call& call);

}  // namespace weft::ir
