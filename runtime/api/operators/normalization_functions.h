/// \file Free functions of the operators in normalization_rows.cpp.
// Written by weft_generate_api from the operator table; change the table, not this file.
#pragma once

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// Normalised per channel with running statistics.
/// \source batch_norm(Tensor input, Tensor? weight=None, Tensor? bias=None, Tensor? running_mean=None, Tensor? running_var=None, bool training=False, float momentum=0.1, float eps=1e-05, bool cudnn_enabled=True) -> Tensor
Tensor batch_norm(TensorArg input, const OptionalTensor& weight = no_tensor(), const OptionalTensor& bias = no_tensor(), const OptionalTensor& running_mean = no_tensor(), const OptionalTensor& running_var = no_tensor(), bool training = false, double momentum = 0.1, double eps = 1e-05, bool cudnn_enabled = true);
/// Normalised per example and channel.
/// \source instance_norm(Tensor input, Tensor? weight=None, Tensor? bias=None, Tensor? running_mean=None, Tensor? running_var=None, bool use_input_stats=True, float momentum=0.1, float eps=1e-05, bool cudnn_enabled=True) -> Tensor
Tensor instance_norm(TensorArg input, const OptionalTensor& weight = no_tensor(), const OptionalTensor& bias = no_tensor(), const OptionalTensor& running_mean = no_tensor(), const OptionalTensor& running_var = no_tensor(), bool use_input_stats = true, double momentum = 0.1, double eps = 1e-05, bool cudnn_enabled = true);
/// Normalised over the last dimensions.
/// \source layer_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, bool cudnn_enable=True) -> Tensor
Tensor layer_norm(TensorArg input, const SizeList& normalized_shape, const OptionalTensor& weight = no_tensor(), const OptionalTensor& bias = no_tensor(), double eps = 1e-05, bool cudnn_enable = true);
/// Divided by the root mean square over the last dimensions.
/// \source rms_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor
Tensor rms_norm(TensorArg input, const SizeList& normalized_shape, const OptionalTensor& weight = no_tensor(), std::optional<double> eps = {});
/// Normalised per example and group of channels.
/// \source group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, bool cudnn_enabled=True) -> Tensor
Tensor group_norm(TensorArg input, const SizeItem& num_groups, const OptionalTensor& weight = no_tensor(), const OptionalTensor& bias = no_tensor(), double eps = 1e-05, bool cudnn_enabled = true);
/// Cosine of the angle between vectors along a dimension.
/// \source cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor
Tensor cosine_similarity(TensorArg x1, TensorArg x2, std::int64_t dim = 1, double eps = 1e-08);

}  // namespace weft

namespace weft::functional {

/// Divided by a power of the mean square of neighbouring channels.
/// \source local_response_norm(Tensor input, int size, float alpha=0.0001, float beta=0.75, float k=1.0) -> Tensor
Tensor local_response_norm(TensorArg input, const SizeItem& size, double alpha = 0.0001, double beta = 0.75, double k = 1.0);
/// Divided by the p-norm along a dimension.
/// \source normalize(Tensor input, float p=2.0, int dim=1, float eps=1e-12) -> Tensor
Tensor normalize(TensorArg input, double p = 2.0, std::int64_t dim = 1, double eps = 1e-12);

}  // namespace weft::functional

