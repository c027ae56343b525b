// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/api/operators/comparison_functions.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor eq(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("eq");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor eq(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("eq");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor eq_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("eq_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor eq_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("eq_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor ne(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("ne");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor ne(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("ne");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor ne_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("ne_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor ne_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("ne_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor lt(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("lt");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor lt(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("lt");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor lt_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("lt_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor lt_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("lt_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor le(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("le");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor le(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("le");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor le_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("le_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor le_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("le_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor gt(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("gt");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor gt(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("gt");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor gt_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("gt_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor gt_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("gt_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor ge(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("ge");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor ge(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("ge");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor ge_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("ge_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor ge_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("ge_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor greater(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("greater");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor greater(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("greater");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor greater_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("greater_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor greater_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("greater_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor less(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("less");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor less(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("less");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor less_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("less_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor less_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("less_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor greater_equal(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("greater_equal");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor greater_equal(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("greater_equal");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor greater_equal_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("greater_equal_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor greater_equal_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("greater_equal_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor less_equal(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("less_equal");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor less_equal(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("less_equal");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor less_equal_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("less_equal_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor less_equal_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("less_equal_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor not_equal(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("not_equal");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor not_equal(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("not_equal");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor not_equal_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("not_equal_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor not_equal_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("not_equal_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor isclose(TensorArg input, TensorArg other, double rtol, double atol, bool equal_nan) {
  static const ir::Operator& op = ir::get_operator("isclose");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(rtol), to_value(atol), to_value(equal_nan)}, CallStyle::kFunction, input.where()));
}
Tensor logical_and(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("logical_and");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor logical_and_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("logical_and_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor logical_or(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("logical_or");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor logical_or_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("logical_or_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor logical_xor(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("logical_xor");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor logical_xor_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("logical_xor_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_and(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("bitwise_and");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_and(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("bitwise_and");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_and_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("bitwise_and_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_and_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("bitwise_and_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_or(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("bitwise_or");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_or(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("bitwise_or");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_or_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("bitwise_or_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_or_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("bitwise_or_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_xor(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("bitwise_xor");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_xor(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("bitwise_xor");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_xor_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("bitwise_xor_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_xor_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("bitwise_xor_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_left_shift(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("bitwise_left_shift");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_left_shift(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("bitwise_left_shift");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_left_shift_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("bitwise_left_shift_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_left_shift_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("bitwise_left_shift_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_right_shift(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("bitwise_right_shift");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_right_shift(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("bitwise_right_shift");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_right_shift_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("bitwise_right_shift_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_right_shift_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("bitwise_right_shift_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft

