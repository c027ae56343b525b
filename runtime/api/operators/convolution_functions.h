/// \file Free functions of the operators in convolution_rows.cpp.
// Written by weft_generate_api from the operator table; change the table, not this file.
#pragma once

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// Convolution over one dimension.
/// \source conv1d(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, int[1] padding=0, int[1] dilation=1, int groups=1) -> Tensor
Tensor conv1d(TensorArg input, TensorArg weight, const OptionalTensor& bias = no_tensor(), const SizeList& stride = {1}, const SizeList& padding = {0}, const SizeList& dilation = {1}, std::int64_t groups = 1);
/// Convolution over one dimension with padding 'same' or 'valid'.
/// \source conv1d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, str padding='valid', int[1] dilation=1, int groups=1) -> Tensor
Tensor conv1d(TensorArg input, TensorArg weight, const OptionalTensor& bias, const SizeList& stride, const TextArg& padding, const SizeList& dilation = {1}, std::int64_t groups = 1);
/// Convolution over two dimensions.
/// \source conv2d(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] padding=0, int[2] dilation=1, int groups=1) -> Tensor
Tensor conv2d(TensorArg input, TensorArg weight, const OptionalTensor& bias = no_tensor(), const SizeList& stride = {1, 1}, const SizeList& padding = {0, 0}, const SizeList& dilation = {1, 1}, std::int64_t groups = 1);
/// Convolution over two dimensions with padding 'same' or 'valid'.
/// \source conv2d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, str padding='valid', int[2] dilation=1, int groups=1) -> Tensor
Tensor conv2d(TensorArg input, TensorArg weight, const OptionalTensor& bias, const SizeList& stride, const TextArg& padding, const SizeList& dilation = {1, 1}, std::int64_t groups = 1);
/// Convolution over three dimensions.
/// \source conv3d(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] padding=0, int[3] dilation=1, int groups=1) -> Tensor
Tensor conv3d(TensorArg input, TensorArg weight, const OptionalTensor& bias = no_tensor(), const SizeList& stride = {1, 1, 1}, const SizeList& padding = {0, 0, 0}, const SizeList& dilation = {1, 1, 1}, std::int64_t groups = 1);
/// Convolution over three dimensions with padding 'same' or 'valid'.
/// \source conv3d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, str padding='valid', int[3] dilation=1, int groups=1) -> Tensor
Tensor conv3d(TensorArg input, TensorArg weight, const OptionalTensor& bias, const SizeList& stride, const TextArg& padding, const SizeList& dilation = {1, 1, 1}, std::int64_t groups = 1);
/// Transposed convolution over one dimension.
/// \source conv_transpose1d(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, int[1] padding=0, int[1] output_padding=0, int groups=1, int[1] dilation=1) -> Tensor
Tensor conv_transpose1d(TensorArg input, TensorArg weight, const OptionalTensor& bias = no_tensor(), const SizeList& stride = {1}, const SizeList& padding = {0}, const SizeList& output_padding = {0}, std::int64_t groups = 1, const SizeList& dilation = {1});
/// Transposed convolution over two dimensions.
/// \source conv_transpose2d(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] padding=0, int[2] output_padding=0, int groups=1, int[2] dilation=1) -> Tensor
Tensor conv_transpose2d(TensorArg input, TensorArg weight, const OptionalTensor& bias = no_tensor(), const SizeList& stride = {1, 1}, const SizeList& padding = {0, 0}, const SizeList& output_padding = {0, 0}, std::int64_t groups = 1, const SizeList& dilation = {1, 1});
/// Transposed convolution over three dimensions.
/// \source conv_transpose3d(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] padding=0, int[3] output_padding=0, int groups=1, int[3] dilation=1) -> Tensor
Tensor conv_transpose3d(TensorArg input, TensorArg weight, const OptionalTensor& bias = no_tensor(), const SizeList& stride = {1, 1, 1}, const SizeList& padding = {0, 0, 0}, const SizeList& output_padding = {0, 0, 0}, std::int64_t groups = 1, const SizeList& dilation = {1, 1, 1});

}  // namespace weft

