/// \file Decomposition of grid_sampler: images read at places that a tensor gives.
#pragma once

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// grid_sampler(input [N, C, H, W], grid [N, Ho, Wo, 2], interpolation_mode, padding_mode,
/// align_corners) -> [N, C, Ho, Wo], bilinear (0) or nearest (1), with zeros (0), the border (1) or
/// the reflected image (2) outside.
std::vector<Node*> grid_sampler_rule(Decomposition& d);

}  // namespace weft::ir
