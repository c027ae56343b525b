// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/api/operators/pooling_functions.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor max_pool1d(TensorArg input, const SizeList& kernel_size, const SizeList& stride, const SizeList& padding, const SizeList& dilation, bool ceil_mode) {
  static const ir::Operator& op = ir::get_operator("max_pool1d");
  return to_tensor(dispatch(op, {to_value(input), to_value(kernel_size, 1), to_value(stride, 1), to_value(padding, 1), to_value(dilation, 1), to_value(ceil_mode)}, CallStyle::kFunction, input.where()));
}
Tensor max_pool2d(TensorArg input, const SizeList& kernel_size, const SizeList& stride, const SizeList& padding, const SizeList& dilation, bool ceil_mode) {
  static const ir::Operator& op = ir::get_operator("max_pool2d");
  return to_tensor(dispatch(op, {to_value(input), to_value(kernel_size, 2), to_value(stride, 2), to_value(padding, 2), to_value(dilation, 2), to_value(ceil_mode)}, CallStyle::kFunction, input.where()));
}
Tensor max_pool3d(TensorArg input, const SizeList& kernel_size, const SizeList& stride, const SizeList& padding, const SizeList& dilation, bool ceil_mode) {
  static const ir::Operator& op = ir::get_operator("max_pool3d");
  return to_tensor(dispatch(op, {to_value(input), to_value(kernel_size, 3), to_value(stride, 3), to_value(padding, 3), to_value(dilation, 3), to_value(ceil_mode)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> max_pool1d_with_indices(TensorArg input, const SizeList& kernel_size, const SizeList& stride, const SizeList& padding, const SizeList& dilation, bool ceil_mode) {
  static const ir::Operator& op = ir::get_operator("max_pool1d_with_indices");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(kernel_size, 1), to_value(stride, 1), to_value(padding, 1), to_value(dilation, 1), to_value(ceil_mode)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> max_pool2d_with_indices(TensorArg input, const SizeList& kernel_size, const SizeList& stride, const SizeList& padding, const SizeList& dilation, bool ceil_mode) {
  static const ir::Operator& op = ir::get_operator("max_pool2d_with_indices");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(kernel_size, 2), to_value(stride, 2), to_value(padding, 2), to_value(dilation, 2), to_value(ceil_mode)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> max_pool3d_with_indices(TensorArg input, const SizeList& kernel_size, const SizeList& stride, const SizeList& padding, const SizeList& dilation, bool ceil_mode) {
  static const ir::Operator& op = ir::get_operator("max_pool3d_with_indices");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(kernel_size, 3), to_value(stride, 3), to_value(padding, 3), to_value(dilation, 3), to_value(ceil_mode)}, CallStyle::kFunction, input.where()));
}
Tensor avg_pool1d(TensorArg input, const SizeList& kernel_size, const SizeList& stride, const SizeList& padding, bool ceil_mode, bool count_include_pad) {
  static const ir::Operator& op = ir::get_operator("avg_pool1d");
  return to_tensor(dispatch(op, {to_value(input), to_value(kernel_size, 1), to_value(stride, 1), to_value(padding, 1), to_value(ceil_mode), to_value(count_include_pad)}, CallStyle::kFunction, input.where()));
}
Tensor avg_pool2d(TensorArg input, const SizeList& kernel_size, const SizeList& stride, const SizeList& padding, bool ceil_mode, bool count_include_pad, const std::optional<SizeItem>& divisor_override) {
  static const ir::Operator& op = ir::get_operator("avg_pool2d");
  return to_tensor(dispatch(op, {to_value(input), to_value(kernel_size, 2), to_value(stride, 2), to_value(padding, 2), to_value(ceil_mode), to_value(count_include_pad), to_value(divisor_override)}, CallStyle::kFunction, input.where()));
}
Tensor avg_pool3d(TensorArg input, const SizeList& kernel_size, const SizeList& stride, const SizeList& padding, bool ceil_mode, bool count_include_pad, const std::optional<SizeItem>& divisor_override) {
  static const ir::Operator& op = ir::get_operator("avg_pool3d");
  return to_tensor(dispatch(op, {to_value(input), to_value(kernel_size, 3), to_value(stride, 3), to_value(padding, 3), to_value(ceil_mode), to_value(count_include_pad), to_value(divisor_override)}, CallStyle::kFunction, input.where()));
}
Tensor adaptive_avg_pool1d(TensorArg input, const SizeList& output_size) {
  static const ir::Operator& op = ir::get_operator("adaptive_avg_pool1d");
  return to_tensor(dispatch(op, {to_value(input), to_value(output_size, 1)}, CallStyle::kFunction, input.where()));
}
Tensor adaptive_avg_pool2d(TensorArg input, const SizeList& output_size) {
  static const ir::Operator& op = ir::get_operator("adaptive_avg_pool2d");
  return to_tensor(dispatch(op, {to_value(input), to_value(output_size, 2)}, CallStyle::kFunction, input.where()));
}
Tensor adaptive_avg_pool3d(TensorArg input, const SizeList& output_size) {
  static const ir::Operator& op = ir::get_operator("adaptive_avg_pool3d");
  return to_tensor(dispatch(op, {to_value(input), to_value(output_size, 3)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> adaptive_max_pool1d_with_indices(TensorArg input, const SizeList& output_size) {
  static const ir::Operator& op = ir::get_operator("adaptive_max_pool1d_with_indices");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(output_size, 1)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> adaptive_max_pool2d_with_indices(TensorArg input, const SizeList& output_size) {
  static const ir::Operator& op = ir::get_operator("adaptive_max_pool2d_with_indices");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(output_size, 2)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> adaptive_max_pool3d_with_indices(TensorArg input, const SizeList& output_size) {
  static const ir::Operator& op = ir::get_operator("adaptive_max_pool3d_with_indices");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(output_size, 3)}, CallStyle::kFunction, input.where()));
}
Tensor max_unpool2d(TensorArg input, TensorArg indices, const SizeList& output_size) {
  static const ir::Operator& op = ir::get_operator("max_unpool2d");
  return to_tensor(dispatch(op, {to_value(input), to_value(indices), to_value(output_size, 2)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft

namespace weft::functional {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor adaptive_max_pool1d(TensorArg input, const SizeList& output_size) {
  static const ir::Operator& op = ir::get_operator("adaptive_max_pool1d");
  return to_tensor(dispatch(op, {to_value(input), to_value(output_size, 1)}, CallStyle::kFunction, input.where()));
}
Tensor adaptive_max_pool2d(TensorArg input, const SizeList& output_size) {
  static const ir::Operator& op = ir::get_operator("adaptive_max_pool2d");
  return to_tensor(dispatch(op, {to_value(input), to_value(output_size, 2)}, CallStyle::kFunction, input.where()));
}
Tensor adaptive_max_pool3d(TensorArg input, const SizeList& output_size) {
  static const ir::Operator& op = ir::get_operator("adaptive_max_pool3d");
  return to_tensor(dispatch(op, {to_value(input), to_value(output_size, 3)}, CallStyle::kFunction, input.where()));
}
Tensor lp_pool1d(TensorArg input, double norm_type, const SizeList& kernel_size, const SizeList& stride, bool ceil_mode) {
  static const ir::Operator& op = ir::get_operator("lp_pool1d");
  return to_tensor(dispatch(op, {to_value(input), to_value(norm_type), to_value(kernel_size, 1), to_value(stride, 1), to_value(ceil_mode)}, CallStyle::kFunction, input.where()));
}
Tensor lp_pool2d(TensorArg input, double norm_type, const SizeList& kernel_size, const SizeList& stride, bool ceil_mode) {
  static const ir::Operator& op = ir::get_operator("lp_pool2d");
  return to_tensor(dispatch(op, {to_value(input), to_value(norm_type), to_value(kernel_size, 2), to_value(stride, 2), to_value(ceil_mode)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft::functional

