/// \file Windows of a convolution as columns, and back.
#pragma once

#include <vector>

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// `unfold_im2col(input, kernel_size, dilation, padding, stride)`: [N, C, H, W] -> [N, C * kernel,
/// windows]. \source torch.nn.functional.unfold
std::vector<Compute> unfold_im2col_rule(const Call& call);

/// `fold_col2im(input, output_size, kernel_size, dilation, padding, stride)`: [N, C * kernel,
/// windows] -> [N, C, H, W]; what falls on one place is added. \source torch.nn.functional.fold
std::vector<Compute> fold_col2im_rule(const Call& call);

}  // namespace weft::ir
