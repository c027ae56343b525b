/// \file Free functions of the operators in pooling_rows.cpp.
// Written by weft_generate_api from the operator table; change the table, not this file.
#pragma once

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// Largest element of every window over the last dimension.
/// \source max_pool1d(Tensor input, int[1] kernel_size, int[1] stride=[], int[1] padding=0, int[1] dilation=1, bool ceil_mode=False) -> Tensor
Tensor max_pool1d(TensorArg input, const SizeList& kernel_size, const SizeList& stride = {}, const SizeList& padding = {0}, const SizeList& dilation = {1}, bool ceil_mode = false);
/// Largest element of every window over the last two dimensions.
/// \source max_pool2d(Tensor input, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, bool ceil_mode=False) -> Tensor
Tensor max_pool2d(TensorArg input, const SizeList& kernel_size, const SizeList& stride = {}, const SizeList& padding = {0, 0}, const SizeList& dilation = {1, 1}, bool ceil_mode = false);
/// Largest element of every window over the last three dimensions.
/// \source max_pool3d(Tensor input, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, bool ceil_mode=False) -> Tensor
Tensor max_pool3d(TensorArg input, const SizeList& kernel_size, const SizeList& stride = {}, const SizeList& padding = {0, 0, 0}, const SizeList& dilation = {1, 1, 1}, bool ceil_mode = false);
/// Largest element of every window and its position.
/// \source max_pool1d_with_indices(Tensor input, int[1] kernel_size, int[1] stride=[], int[1] padding=0, int[1] dilation=1, bool ceil_mode=False) -> (Tensor values, Tensor indices)
std::tuple<Tensor, Tensor> max_pool1d_with_indices(TensorArg input, const SizeList& kernel_size, const SizeList& stride = {}, const SizeList& padding = {0}, const SizeList& dilation = {1}, bool ceil_mode = false);
/// Largest element of every window and its position in the plane.
/// \source max_pool2d_with_indices(Tensor input, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, bool ceil_mode=False) -> (Tensor values, Tensor indices)
std::tuple<Tensor, Tensor> max_pool2d_with_indices(TensorArg input, const SizeList& kernel_size, const SizeList& stride = {}, const SizeList& padding = {0, 0}, const SizeList& dilation = {1, 1}, bool ceil_mode = false);
/// Largest element of every window and its position in the volume.
/// \source max_pool3d_with_indices(Tensor input, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, bool ceil_mode=False) -> (Tensor values, Tensor indices)
std::tuple<Tensor, Tensor> max_pool3d_with_indices(TensorArg input, const SizeList& kernel_size, const SizeList& stride = {}, const SizeList& padding = {0, 0, 0}, const SizeList& dilation = {1, 1, 1}, bool ceil_mode = false);
/// Mean of every window over the last dimension.
/// \source avg_pool1d(Tensor input, int[1] kernel_size, int[1] stride=[], int[1] padding=0, bool ceil_mode=False, bool count_include_pad=True) -> Tensor
Tensor avg_pool1d(TensorArg input, const SizeList& kernel_size, const SizeList& stride = {}, const SizeList& padding = {0}, bool ceil_mode = false, bool count_include_pad = true);
/// Mean of every window over the last two dimensions.
/// \source avg_pool2d(Tensor input, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor
Tensor avg_pool2d(TensorArg input, const SizeList& kernel_size, const SizeList& stride = {}, const SizeList& padding = {0, 0}, bool ceil_mode = false, bool count_include_pad = true, const std::optional<SizeItem>& divisor_override = {});
/// Mean of every window over the last three dimensions.
/// \source avg_pool3d(Tensor input, int[3] kernel_size, int[3] stride=[], int[3] padding=0, bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor
Tensor avg_pool3d(TensorArg input, const SizeList& kernel_size, const SizeList& stride = {}, const SizeList& padding = {0, 0, 0}, bool ceil_mode = false, bool count_include_pad = true, const std::optional<SizeItem>& divisor_override = {});
/// Mean over as many windows of the last dimension as are asked for.
/// \source adaptive_avg_pool1d(Tensor input, int[1] output_size) -> Tensor
Tensor adaptive_avg_pool1d(TensorArg input, const SizeList& output_size);
/// Mean over as many windows of the last two dimensions as are asked for.
/// \source adaptive_avg_pool2d(Tensor input, int[2] output_size) -> Tensor
Tensor adaptive_avg_pool2d(TensorArg input, const SizeList& output_size);
/// Mean over as many windows of the last three dimensions as are asked for.
/// \source adaptive_avg_pool3d(Tensor input, int[3] output_size) -> Tensor
Tensor adaptive_avg_pool3d(TensorArg input, const SizeList& output_size);
/// Largest element of every adaptive window and its position.
/// \source adaptive_max_pool1d_with_indices(Tensor input, int[1] output_size) -> (Tensor values, Tensor indices)
std::tuple<Tensor, Tensor> adaptive_max_pool1d_with_indices(TensorArg input, const SizeList& output_size);
/// Largest element of every adaptive window and its position in the plane.
/// \source adaptive_max_pool2d_with_indices(Tensor input, int[2] output_size) -> (Tensor values, Tensor indices)
std::tuple<Tensor, Tensor> adaptive_max_pool2d_with_indices(TensorArg input, const SizeList& output_size);
/// Largest element of every adaptive window and its position in the volume.
/// \source adaptive_max_pool3d_with_indices(Tensor input, int[3] output_size) -> (Tensor values, Tensor indices)
std::tuple<Tensor, Tensor> adaptive_max_pool3d_with_indices(TensorArg input, const SizeList& output_size);
/// Elements put back to their positions in planes of zeros.
/// \source max_unpool2d(Tensor input, Tensor indices, int[2] output_size) -> Tensor
Tensor max_unpool2d(TensorArg input, TensorArg indices, const SizeList& output_size);

}  // namespace weft

namespace weft::functional {

/// Largest element of as many windows of the last dimension as are asked for.
/// \source adaptive_max_pool1d(Tensor input, int[1] output_size) -> Tensor
Tensor adaptive_max_pool1d(TensorArg input, const SizeList& output_size);
/// Largest element of as many windows of the last two dimensions as are asked for.
/// \source adaptive_max_pool2d(Tensor input, int[2] output_size) -> Tensor
Tensor adaptive_max_pool2d(TensorArg input, const SizeList& output_size);
/// Largest element of as many windows of the last three dimensions as are asked for.
/// \source adaptive_max_pool3d(Tensor input, int[3] output_size) -> Tensor
Tensor adaptive_max_pool3d(TensorArg input, const SizeList& output_size);
/// Power mean without the division of every window over the last dimension.
/// \source lp_pool1d(Tensor input, float norm_type, int[1] kernel_size, int[1] stride=[], bool ceil_mode=False) -> Tensor
Tensor lp_pool1d(TensorArg input, double norm_type, const SizeList& kernel_size, const SizeList& stride = {}, bool ceil_mode = false);
/// Power mean without the division of every window over the last two dimensions.
/// \source lp_pool2d(Tensor input, float norm_type, int[2] kernel_size, int[2] stride=[], bool ceil_mode=False) -> Tensor
Tensor lp_pool2d(TensorArg input, double norm_type, const SizeList& kernel_size, const SizeList& stride = {}, bool ceil_mode = false);

}  // namespace weft::functional

