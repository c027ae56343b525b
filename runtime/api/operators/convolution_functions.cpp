// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/api/operators/convolution_functions.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor conv1d(TensorArg input, TensorArg weight, const OptionalTensor& bias, const SizeList& stride, const SizeList& padding, const SizeList& dilation, std::int64_t groups) {
  static const ir::Operator& op = ir::get_operator("conv1d");
  return to_tensor(dispatch(op, {to_value(input), to_value(weight), to_value(bias), to_value(stride, 1), to_value(padding, 1), to_value(dilation, 1), to_value(groups)}, CallStyle::kFunction, input.where()));
}
Tensor conv1d(TensorArg input, TensorArg weight, const OptionalTensor& bias, const SizeList& stride, const TextArg& padding, const SizeList& dilation, std::int64_t groups) {
  static const ir::Operator& op = ir::get_operator("conv1d.padding");
  return to_tensor(dispatch(op, {to_value(input), to_value(weight), to_value(bias), to_value(stride, 1), to_value(padding), to_value(dilation, 1), to_value(groups)}, CallStyle::kFunction, input.where()));
}
Tensor conv2d(TensorArg input, TensorArg weight, const OptionalTensor& bias, const SizeList& stride, const SizeList& padding, const SizeList& dilation, std::int64_t groups) {
  static const ir::Operator& op = ir::get_operator("conv2d");
  return to_tensor(dispatch(op, {to_value(input), to_value(weight), to_value(bias), to_value(stride, 2), to_value(padding, 2), to_value(dilation, 2), to_value(groups)}, CallStyle::kFunction, input.where()));
}
Tensor conv2d(TensorArg input, TensorArg weight, const OptionalTensor& bias, const SizeList& stride, const TextArg& padding, const SizeList& dilation, std::int64_t groups) {
  static const ir::Operator& op = ir::get_operator("conv2d.padding");
  return to_tensor(dispatch(op, {to_value(input), to_value(weight), to_value(bias), to_value(stride, 2), to_value(padding), to_value(dilation, 2), to_value(groups)}, CallStyle::kFunction, input.where()));
}
Tensor conv3d(TensorArg input, TensorArg weight, const OptionalTensor& bias, const SizeList& stride, const SizeList& padding, const SizeList& dilation, std::int64_t groups) {
  static const ir::Operator& op = ir::get_operator("conv3d");
  return to_tensor(dispatch(op, {to_value(input), to_value(weight), to_value(bias), to_value(stride, 3), to_value(padding, 3), to_value(dilation, 3), to_value(groups)}, CallStyle::kFunction, input.where()));
}
Tensor conv3d(TensorArg input, TensorArg weight, const OptionalTensor& bias, const SizeList& stride, const TextArg& padding, const SizeList& dilation, std::int64_t groups) {
  static const ir::Operator& op = ir::get_operator("conv3d.padding");
  return to_tensor(dispatch(op, {to_value(input), to_value(weight), to_value(bias), to_value(stride, 3), to_value(padding), to_value(dilation, 3), to_value(groups)}, CallStyle::kFunction, input.where()));
}
Tensor conv_transpose1d(TensorArg input, TensorArg weight, const OptionalTensor& bias, const SizeList& stride, const SizeList& padding, const SizeList& output_padding, std::int64_t groups, const SizeList& dilation) {
  static const ir::Operator& op = ir::get_operator("conv_transpose1d");
  return to_tensor(dispatch(op, {to_value(input), to_value(weight), to_value(bias), to_value(stride, 1), to_value(padding, 1), to_value(output_padding, 1), to_value(groups), to_value(dilation, 1)}, CallStyle::kFunction, input.where()));
}
Tensor conv_transpose2d(TensorArg input, TensorArg weight, const OptionalTensor& bias, const SizeList& stride, const SizeList& padding, const SizeList& output_padding, std::int64_t groups, const SizeList& dilation) {
  static const ir::Operator& op = ir::get_operator("conv_transpose2d");
  return to_tensor(dispatch(op, {to_value(input), to_value(weight), to_value(bias), to_value(stride, 2), to_value(padding, 2), to_value(output_padding, 2), to_value(groups), to_value(dilation, 2)}, CallStyle::kFunction, input.where()));
}
Tensor conv_transpose3d(TensorArg input, TensorArg weight, const OptionalTensor& bias, const SizeList& stride, const SizeList& padding, const SizeList& output_padding, std::int64_t groups, const SizeList& dilation) {
  static const ir::Operator& op = ir::get_operator("conv_transpose3d");
  return to_tensor(dispatch(op, {to_value(input), to_value(weight), to_value(bias), to_value(stride, 3), to_value(padding, 3), to_value(output_padding, 3), to_value(groups), to_value(dilation, 3)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft

