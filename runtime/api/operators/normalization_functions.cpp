// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/api/operators/normalization_functions.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor batch_norm(TensorArg input, const OptionalTensor& weight, const OptionalTensor& bias, const OptionalTensor& running_mean, const OptionalTensor& running_var, bool training, double momentum, double eps, bool cudnn_enabled) {
  static const ir::Operator& op = ir::get_operator("batch_norm");
  return to_tensor(dispatch(op, {to_value(input), to_value(weight), to_value(bias), to_value(running_mean), to_value(running_var), to_value(training), to_value(momentum), to_value(eps), to_value(cudnn_enabled)}, CallStyle::kFunction, input.where()));
}
Tensor instance_norm(TensorArg input, const OptionalTensor& weight, const OptionalTensor& bias, const OptionalTensor& running_mean, const OptionalTensor& running_var, bool use_input_stats, double momentum, double eps, bool cudnn_enabled) {
  static const ir::Operator& op = ir::get_operator("instance_norm");
  return to_tensor(dispatch(op, {to_value(input), to_value(weight), to_value(bias), to_value(running_mean), to_value(running_var), to_value(use_input_stats), to_value(momentum), to_value(eps), to_value(cudnn_enabled)}, CallStyle::kFunction, input.where()));
}
Tensor layer_norm(TensorArg input, const SizeList& normalized_shape, const OptionalTensor& weight, const OptionalTensor& bias, double eps, bool cudnn_enable) {
  static const ir::Operator& op = ir::get_operator("layer_norm");
  return to_tensor(dispatch(op, {to_value(input), to_value(normalized_shape), to_value(weight), to_value(bias), to_value(eps), to_value(cudnn_enable)}, CallStyle::kFunction, input.where()));
}
Tensor rms_norm(TensorArg input, const SizeList& normalized_shape, const OptionalTensor& weight, std::optional<double> eps) {
  static const ir::Operator& op = ir::get_operator("rms_norm");
  return to_tensor(dispatch(op, {to_value(input), to_value(normalized_shape), to_value(weight), to_value(eps)}, CallStyle::kFunction, input.where()));
}
Tensor group_norm(TensorArg input, const SizeItem& num_groups, const OptionalTensor& weight, const OptionalTensor& bias, double eps, bool cudnn_enabled) {
  static const ir::Operator& op = ir::get_operator("group_norm");
  return to_tensor(dispatch(op, {to_value(input), to_value(num_groups), to_value(weight), to_value(bias), to_value(eps), to_value(cudnn_enabled)}, CallStyle::kFunction, input.where()));
}
Tensor cosine_similarity(TensorArg x1, TensorArg x2, std::int64_t dim, double eps) {
  static const ir::Operator& op = ir::get_operator("cosine_similarity");
  return to_tensor(dispatch(op, {to_value(x1), to_value(x2), to_value(dim), to_value(eps)}, CallStyle::kFunction, x1.where()));
}

}  // namespace weft

namespace weft::functional {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor local_response_norm(TensorArg input, const SizeItem& size, double alpha, double beta, double k) {
  static const ir::Operator& op = ir::get_operator("local_response_norm");
  return to_tensor(dispatch(op, {to_value(input), to_value(size), to_value(alpha), to_value(beta), to_value(k)}, CallStyle::kFunction, input.where()));
}
Tensor normalize(TensorArg input, double p, std::int64_t dim, double eps) {
  static const ir::Operator& op = ir::get_operator("normalize");
  return to_tensor(dispatch(op, {to_value(input), to_value(p), to_value(dim), to_value(eps)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft::functional

