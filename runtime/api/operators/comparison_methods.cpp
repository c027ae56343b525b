// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/tensor/tensor.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor Tensor::eq(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("eq");
  return to_tensor(dispatch(op, {self_value(*this, "eq", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::eq(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("eq");
  return to_tensor(dispatch(op, {self_value(*this, "eq", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::eq_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("eq_");
  return written(*this, dispatch(op, {self_value(*this, "eq_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::eq_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("eq_");
  return written(*this, dispatch(op, {self_value(*this, "eq_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::ne(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("ne");
  return to_tensor(dispatch(op, {self_value(*this, "ne", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::ne(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("ne");
  return to_tensor(dispatch(op, {self_value(*this, "ne", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::ne_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("ne_");
  return written(*this, dispatch(op, {self_value(*this, "ne_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::ne_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("ne_");
  return written(*this, dispatch(op, {self_value(*this, "ne_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::lt(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("lt");
  return to_tensor(dispatch(op, {self_value(*this, "lt", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::lt(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("lt");
  return to_tensor(dispatch(op, {self_value(*this, "lt", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::lt_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("lt_");
  return written(*this, dispatch(op, {self_value(*this, "lt_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::lt_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("lt_");
  return written(*this, dispatch(op, {self_value(*this, "lt_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::le(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("le");
  return to_tensor(dispatch(op, {self_value(*this, "le", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::le(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("le");
  return to_tensor(dispatch(op, {self_value(*this, "le", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::le_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("le_");
  return written(*this, dispatch(op, {self_value(*this, "le_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::le_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("le_");
  return written(*this, dispatch(op, {self_value(*this, "le_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::gt(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("gt");
  return to_tensor(dispatch(op, {self_value(*this, "gt", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::gt(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("gt");
  return to_tensor(dispatch(op, {self_value(*this, "gt", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::gt_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("gt_");
  return written(*this, dispatch(op, {self_value(*this, "gt_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::gt_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("gt_");
  return written(*this, dispatch(op, {self_value(*this, "gt_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::ge(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("ge");
  return to_tensor(dispatch(op, {self_value(*this, "ge", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::ge(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("ge");
  return to_tensor(dispatch(op, {self_value(*this, "ge", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::ge_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("ge_");
  return written(*this, dispatch(op, {self_value(*this, "ge_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::ge_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("ge_");
  return written(*this, dispatch(op, {self_value(*this, "ge_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::greater(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("greater");
  return to_tensor(dispatch(op, {self_value(*this, "greater", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::greater(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("greater");
  return to_tensor(dispatch(op, {self_value(*this, "greater", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::greater_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("greater_");
  return written(*this, dispatch(op, {self_value(*this, "greater_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::greater_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("greater_");
  return written(*this, dispatch(op, {self_value(*this, "greater_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::less(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("less");
  return to_tensor(dispatch(op, {self_value(*this, "less", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::less(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("less");
  return to_tensor(dispatch(op, {self_value(*this, "less", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::less_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("less_");
  return written(*this, dispatch(op, {self_value(*this, "less_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::less_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("less_");
  return written(*this, dispatch(op, {self_value(*this, "less_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::greater_equal(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("greater_equal");
  return to_tensor(dispatch(op, {self_value(*this, "greater_equal", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::greater_equal(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("greater_equal");
  return to_tensor(dispatch(op, {self_value(*this, "greater_equal", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::greater_equal_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("greater_equal_");
  return written(*this, dispatch(op, {self_value(*this, "greater_equal_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::greater_equal_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("greater_equal_");
  return written(*this, dispatch(op, {self_value(*this, "greater_equal_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::less_equal(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("less_equal");
  return to_tensor(dispatch(op, {self_value(*this, "less_equal", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::less_equal(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("less_equal");
  return to_tensor(dispatch(op, {self_value(*this, "less_equal", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::less_equal_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("less_equal_");
  return written(*this, dispatch(op, {self_value(*this, "less_equal_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::less_equal_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("less_equal_");
  return written(*this, dispatch(op, {self_value(*this, "less_equal_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::not_equal(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("not_equal");
  return to_tensor(dispatch(op, {self_value(*this, "not_equal", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::not_equal(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("not_equal");
  return to_tensor(dispatch(op, {self_value(*this, "not_equal", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::not_equal_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("not_equal_");
  return written(*this, dispatch(op, {self_value(*this, "not_equal_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::not_equal_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("not_equal_");
  return written(*this, dispatch(op, {self_value(*this, "not_equal_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::isclose(TensorArg other, double rtol, double atol, bool equal_nan, where_t where) const {
  static const ir::Operator& op = ir::get_operator("isclose");
  return to_tensor(dispatch(op, {self_value(*this, "isclose", where), to_value(other), to_value(rtol), to_value(atol), to_value(equal_nan)}, CallStyle::kMethod, where));
}
Tensor Tensor::logical_and(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("logical_and");
  return to_tensor(dispatch(op, {self_value(*this, "logical_and", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::logical_and_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("logical_and_");
  return written(*this, dispatch(op, {self_value(*this, "logical_and_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::logical_or(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("logical_or");
  return to_tensor(dispatch(op, {self_value(*this, "logical_or", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::logical_or_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("logical_or_");
  return written(*this, dispatch(op, {self_value(*this, "logical_or_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::logical_xor(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("logical_xor");
  return to_tensor(dispatch(op, {self_value(*this, "logical_xor", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::logical_xor_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("logical_xor_");
  return written(*this, dispatch(op, {self_value(*this, "logical_xor_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::bitwise_and(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_and");
  return to_tensor(dispatch(op, {self_value(*this, "bitwise_and", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::bitwise_and(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_and");
  return to_tensor(dispatch(op, {self_value(*this, "bitwise_and", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::bitwise_and_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_and_");
  return written(*this, dispatch(op, {self_value(*this, "bitwise_and_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::bitwise_and_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_and_");
  return written(*this, dispatch(op, {self_value(*this, "bitwise_and_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::bitwise_or(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_or");
  return to_tensor(dispatch(op, {self_value(*this, "bitwise_or", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::bitwise_or(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_or");
  return to_tensor(dispatch(op, {self_value(*this, "bitwise_or", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::bitwise_or_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_or_");
  return written(*this, dispatch(op, {self_value(*this, "bitwise_or_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::bitwise_or_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_or_");
  return written(*this, dispatch(op, {self_value(*this, "bitwise_or_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::bitwise_xor(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_xor");
  return to_tensor(dispatch(op, {self_value(*this, "bitwise_xor", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::bitwise_xor(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_xor");
  return to_tensor(dispatch(op, {self_value(*this, "bitwise_xor", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::bitwise_xor_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_xor_");
  return written(*this, dispatch(op, {self_value(*this, "bitwise_xor_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::bitwise_xor_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_xor_");
  return written(*this, dispatch(op, {self_value(*this, "bitwise_xor_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::bitwise_left_shift(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_left_shift");
  return to_tensor(dispatch(op, {self_value(*this, "bitwise_left_shift", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::bitwise_left_shift(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_left_shift");
  return to_tensor(dispatch(op, {self_value(*this, "bitwise_left_shift", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::bitwise_left_shift_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_left_shift_");
  return written(*this, dispatch(op, {self_value(*this, "bitwise_left_shift_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::bitwise_left_shift_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_left_shift_");
  return written(*this, dispatch(op, {self_value(*this, "bitwise_left_shift_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::bitwise_right_shift(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_right_shift");
  return to_tensor(dispatch(op, {self_value(*this, "bitwise_right_shift", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::bitwise_right_shift(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_right_shift");
  return to_tensor(dispatch(op, {self_value(*this, "bitwise_right_shift", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::bitwise_right_shift_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_right_shift_");
  return written(*this, dispatch(op, {self_value(*this, "bitwise_right_shift_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::bitwise_right_shift_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_right_shift_");
  return written(*this, dispatch(op, {self_value(*this, "bitwise_right_shift_", where), to_value(other)}, CallStyle::kMethod, where));
}

}  // namespace weft

