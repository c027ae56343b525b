// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/api/operators/pointwise_ternary_functions.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor where(TensorArg condition, TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("where");
  return to_tensor(dispatch(op, {to_value(condition), to_value(input), to_value(other)}, CallStyle::kFunction, condition.where()));
}
Tensor where(TensorArg condition, TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("where");
  return to_tensor(dispatch(op, {to_value(condition), to_value(input), to_value(other)}, CallStyle::kFunction, condition.where()));
}
Tensor where(TensorArg condition, const Scalar& input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("where");
  return to_tensor(dispatch(op, {to_value(condition), to_value(input), to_value(other)}, CallStyle::kFunction, condition.where()));
}
Tensor where(TensorArg condition, const Scalar& input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("where");
  return to_tensor(dispatch(op, {to_value(condition), to_value(input), to_value(other)}, CallStyle::kFunction, condition.where()));
}
Tensor masked_fill(TensorArg input, TensorArg mask, TensorArg value) {
  static const ir::Operator& op = ir::get_operator("masked_fill");
  return to_tensor(dispatch(op, {to_value(input), to_value(mask), to_value(value)}, CallStyle::kFunction, input.where()));
}
Tensor masked_fill(TensorArg input, TensorArg mask, const Scalar& value) {
  static const ir::Operator& op = ir::get_operator("masked_fill");
  return to_tensor(dispatch(op, {to_value(input), to_value(mask), to_value(value)}, CallStyle::kFunction, input.where()));
}
Tensor masked_fill_(TensorArg input, TensorArg mask, TensorArg value) {
  static const ir::Operator& op = ir::get_operator("masked_fill_");
  return to_tensor(dispatch(op, {to_value(input), to_value(mask), to_value(value)}, CallStyle::kFunction, input.where()));
}
Tensor masked_fill_(TensorArg input, TensorArg mask, const Scalar& value) {
  static const ir::Operator& op = ir::get_operator("masked_fill_");
  return to_tensor(dispatch(op, {to_value(input), to_value(mask), to_value(value)}, CallStyle::kFunction, input.where()));
}
Tensor lerp(TensorArg input, TensorArg end, TensorArg weight) {
  static const ir::Operator& op = ir::get_operator("lerp");
  return to_tensor(dispatch(op, {to_value(input), to_value(end), to_value(weight)}, CallStyle::kFunction, input.where()));
}
Tensor lerp(TensorArg input, TensorArg end, const Scalar& weight) {
  static const ir::Operator& op = ir::get_operator("lerp");
  return to_tensor(dispatch(op, {to_value(input), to_value(end), to_value(weight)}, CallStyle::kFunction, input.where()));
}
Tensor lerp_(TensorArg input, TensorArg end, TensorArg weight) {
  static const ir::Operator& op = ir::get_operator("lerp_");
  return to_tensor(dispatch(op, {to_value(input), to_value(end), to_value(weight)}, CallStyle::kFunction, input.where()));
}
Tensor lerp_(TensorArg input, TensorArg end, const Scalar& weight) {
  static const ir::Operator& op = ir::get_operator("lerp_");
  return to_tensor(dispatch(op, {to_value(input), to_value(end), to_value(weight)}, CallStyle::kFunction, input.where()));
}
Tensor addcmul(TensorArg input, TensorArg tensor1, TensorArg tensor2, const Scalar& value) {
  static const ir::Operator& op = ir::get_operator("addcmul");
  return to_tensor(dispatch(op, {to_value(input), to_value(tensor1), to_value(tensor2), to_value(value)}, CallStyle::kFunction, input.where()));
}
Tensor addcmul_(TensorArg input, TensorArg tensor1, TensorArg tensor2, const Scalar& value) {
  static const ir::Operator& op = ir::get_operator("addcmul_");
  return to_tensor(dispatch(op, {to_value(input), to_value(tensor1), to_value(tensor2), to_value(value)}, CallStyle::kFunction, input.where()));
}
Tensor addcdiv(TensorArg input, TensorArg tensor1, TensorArg tensor2, const Scalar& value) {
  static const ir::Operator& op = ir::get_operator("addcdiv");
  return to_tensor(dispatch(op, {to_value(input), to_value(tensor1), to_value(tensor2), to_value(value)}, CallStyle::kFunction, input.where()));
}
Tensor addcdiv_(TensorArg input, TensorArg tensor1, TensorArg tensor2, const Scalar& value) {
  static const ir::Operator& op = ir::get_operator("addcdiv_");
  return to_tensor(dispatch(op, {to_value(input), to_value(tensor1), to_value(tensor2), to_value(value)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft

