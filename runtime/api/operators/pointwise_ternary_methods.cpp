// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/tensor/tensor.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor Tensor::masked_fill(TensorArg mask, TensorArg value, where_t where) const {
  static const ir::Operator& op = ir::get_operator("masked_fill");
  return to_tensor(dispatch(op, {self_value(*this, "masked_fill", where), to_value(mask), to_value(value)}, CallStyle::kMethod, where));
}
Tensor Tensor::masked_fill(TensorArg mask, const Scalar& value, where_t where) const {
  static const ir::Operator& op = ir::get_operator("masked_fill");
  return to_tensor(dispatch(op, {self_value(*this, "masked_fill", where), to_value(mask), to_value(value)}, CallStyle::kMethod, where));
}
Tensor& Tensor::masked_fill_(TensorArg mask, TensorArg value, where_t where) const {
  static const ir::Operator& op = ir::get_operator("masked_fill_");
  return written(*this, dispatch(op, {self_value(*this, "masked_fill_", where), to_value(mask), to_value(value)}, CallStyle::kMethod, where));
}
Tensor& Tensor::masked_fill_(TensorArg mask, const Scalar& value, where_t where) const {
  static const ir::Operator& op = ir::get_operator("masked_fill_");
  return written(*this, dispatch(op, {self_value(*this, "masked_fill_", where), to_value(mask), to_value(value)}, CallStyle::kMethod, where));
}
Tensor Tensor::lerp(TensorArg end, TensorArg weight, where_t where) const {
  static const ir::Operator& op = ir::get_operator("lerp");
  return to_tensor(dispatch(op, {self_value(*this, "lerp", where), to_value(end), to_value(weight)}, CallStyle::kMethod, where));
}
Tensor Tensor::lerp(TensorArg end, const Scalar& weight, where_t where) const {
  static const ir::Operator& op = ir::get_operator("lerp");
  return to_tensor(dispatch(op, {self_value(*this, "lerp", where), to_value(end), to_value(weight)}, CallStyle::kMethod, where));
}
Tensor& Tensor::lerp_(TensorArg end, TensorArg weight, where_t where) const {
  static const ir::Operator& op = ir::get_operator("lerp_");
  return written(*this, dispatch(op, {self_value(*this, "lerp_", where), to_value(end), to_value(weight)}, CallStyle::kMethod, where));
}
Tensor& Tensor::lerp_(TensorArg end, const Scalar& weight, where_t where) const {
  static const ir::Operator& op = ir::get_operator("lerp_");
  return written(*this, dispatch(op, {self_value(*this, "lerp_", where), to_value(end), to_value(weight)}, CallStyle::kMethod, where));
}
Tensor Tensor::addcmul(TensorArg tensor1, TensorArg tensor2, const Scalar& value, where_t where) const {
  static const ir::Operator& op = ir::get_operator("addcmul");
  return to_tensor(dispatch(op, {self_value(*this, "addcmul", where), to_value(tensor1), to_value(tensor2), to_value(value)}, CallStyle::kMethod, where));
}
Tensor& Tensor::addcmul_(TensorArg tensor1, TensorArg tensor2, const Scalar& value, where_t where) const {
  static const ir::Operator& op = ir::get_operator("addcmul_");
  return written(*this, dispatch(op, {self_value(*this, "addcmul_", where), to_value(tensor1), to_value(tensor2), to_value(value)}, CallStyle::kMethod, where));
}
Tensor Tensor::addcdiv(TensorArg tensor1, TensorArg tensor2, const Scalar& value, where_t where) const {
  static const ir::Operator& op = ir::get_operator("addcdiv");
  return to_tensor(dispatch(op, {self_value(*this, "addcdiv", where), to_value(tensor1), to_value(tensor2), to_value(value)}, CallStyle::kMethod, where));
}
Tensor& Tensor::addcdiv_(TensorArg tensor1, TensorArg tensor2, const Scalar& value, where_t where) const {
  static const ir::Operator& op = ir::get_operator("addcdiv_");
  return written(*this, dispatch(op, {self_value(*this, "addcdiv_", where), to_value(tensor1), to_value(tensor2), to_value(value)}, CallStyle::kMethod, where));
}
Tensor& Tensor::copy_(TensorArg src, bool non_blocking, where_t where) const {
  static const ir::Operator& op = ir::get_operator("copy_");
  return written(*this, dispatch(op, {self_value(*this, "copy_", where), to_value(src), to_value(non_blocking)}, CallStyle::kMethod, where));
}
Tensor& Tensor::fill_(TensorArg value, where_t where) const {
  static const ir::Operator& op = ir::get_operator("fill_");
  return written(*this, dispatch(op, {self_value(*this, "fill_", where), to_value(value)}, CallStyle::kMethod, where));
}
Tensor& Tensor::fill_(const Scalar& value, where_t where) const {
  static const ir::Operator& op = ir::get_operator("fill_");
  return written(*this, dispatch(op, {self_value(*this, "fill_", where), to_value(value)}, CallStyle::kMethod, where));
}
Tensor& Tensor::zero_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("zero_");
  return written(*this, dispatch(op, {self_value(*this, "zero_", where)}, CallStyle::kMethod, where));
}

}  // namespace weft

