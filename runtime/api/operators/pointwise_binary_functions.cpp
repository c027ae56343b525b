// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/api/operators/pointwise_binary_functions.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor add(TensorArg input, TensorArg other, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("add");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor add(TensorArg input, const Scalar& other, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("add");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor add_(TensorArg input, TensorArg other, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("add_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor add_(TensorArg input, const Scalar& other, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("add_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor sub(TensorArg input, TensorArg other, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("sub");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor sub(TensorArg input, const Scalar& other, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("sub");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor sub_(TensorArg input, TensorArg other, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("sub_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor sub_(TensorArg input, const Scalar& other, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("sub_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor rsub(TensorArg input, TensorArg other, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("rsub");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor rsub(TensorArg input, const Scalar& other, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("rsub");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor mul(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("mul");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor mul(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("mul");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor mul_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("mul_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor mul_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("mul_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor subtract(TensorArg input, TensorArg other, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("subtract");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor subtract(TensorArg input, const Scalar& other, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("subtract");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor subtract_(TensorArg input, TensorArg other, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("subtract_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor subtract_(TensorArg input, const Scalar& other, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("subtract_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor multiply(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("multiply");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor multiply(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("multiply");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor multiply_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("multiply_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor multiply_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("multiply_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor divide(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("divide");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor divide(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("divide");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor divide_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("divide_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor divide_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("divide_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor divide(TensorArg input, TensorArg other, const std::optional<TextArg>& rounding_mode) {
  static const ir::Operator& op = ir::get_operator("divide.Tensor_mode");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(rounding_mode)}, CallStyle::kFunction, input.where()));
}
Tensor divide(TensorArg input, const Scalar& other, const std::optional<TextArg>& rounding_mode) {
  static const ir::Operator& op = ir::get_operator("divide.Tensor_mode");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(rounding_mode)}, CallStyle::kFunction, input.where()));
}
Tensor divide_(TensorArg input, TensorArg other, const std::optional<TextArg>& rounding_mode) {
  static const ir::Operator& op = ir::get_operator("divide_.Tensor_mode");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(rounding_mode)}, CallStyle::kFunction, input.where()));
}
Tensor divide_(TensorArg input, const Scalar& other, const std::optional<TextArg>& rounding_mode) {
  static const ir::Operator& op = ir::get_operator("divide_.Tensor_mode");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(rounding_mode)}, CallStyle::kFunction, input.where()));
}
Tensor true_divide(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("true_divide");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor true_divide(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("true_divide");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor true_divide_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("true_divide_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor true_divide_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("true_divide_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor div(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("div");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor div(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("div");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor div_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("div_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor div_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("div_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor div(TensorArg input, TensorArg other, const std::optional<TextArg>& rounding_mode) {
  static const ir::Operator& op = ir::get_operator("div.Tensor_mode");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(rounding_mode)}, CallStyle::kFunction, input.where()));
}
Tensor div(TensorArg input, const Scalar& other, const std::optional<TextArg>& rounding_mode) {
  static const ir::Operator& op = ir::get_operator("div.Tensor_mode");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(rounding_mode)}, CallStyle::kFunction, input.where()));
}
Tensor div_(TensorArg input, TensorArg other, const std::optional<TextArg>& rounding_mode) {
  static const ir::Operator& op = ir::get_operator("div_.Tensor_mode");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(rounding_mode)}, CallStyle::kFunction, input.where()));
}
Tensor div_(TensorArg input, const Scalar& other, const std::optional<TextArg>& rounding_mode) {
  static const ir::Operator& op = ir::get_operator("div_.Tensor_mode");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(rounding_mode)}, CallStyle::kFunction, input.where()));
}
Tensor div(const Scalar& input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("div.Scalar_Tensor");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, other.where()));
}
Tensor floor_divide(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("floor_divide");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor floor_divide(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("floor_divide");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor floor_divide_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("floor_divide_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor floor_divide_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("floor_divide_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor remainder(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("remainder");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor remainder(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("remainder");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor remainder_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("remainder_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor remainder_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("remainder_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor remainder(const Scalar& input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("remainder.Scalar_Tensor");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, other.where()));
}
Tensor fmod(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("fmod");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor fmod(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("fmod");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor fmod_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("fmod_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor fmod_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("fmod_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor pow(TensorArg input, TensorArg exponent) {
  static const ir::Operator& op = ir::get_operator("pow");
  return to_tensor(dispatch(op, {to_value(input), to_value(exponent)}, CallStyle::kFunction, input.where()));
}
Tensor pow(TensorArg input, const Scalar& exponent) {
  static const ir::Operator& op = ir::get_operator("pow");
  return to_tensor(dispatch(op, {to_value(input), to_value(exponent)}, CallStyle::kFunction, input.where()));
}
Tensor pow_(TensorArg input, TensorArg exponent) {
  static const ir::Operator& op = ir::get_operator("pow_");
  return to_tensor(dispatch(op, {to_value(input), to_value(exponent)}, CallStyle::kFunction, input.where()));
}
Tensor pow_(TensorArg input, const Scalar& exponent) {
  static const ir::Operator& op = ir::get_operator("pow_");
  return to_tensor(dispatch(op, {to_value(input), to_value(exponent)}, CallStyle::kFunction, input.where()));
}
Tensor pow(const Scalar& input, TensorArg exponent) {
  static const ir::Operator& op = ir::get_operator("pow.Scalar");
  return to_tensor(dispatch(op, {to_value(input), to_value(exponent)}, CallStyle::kFunction, exponent.where()));
}
Tensor atan2(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("atan2");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor atan2_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("atan2_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor arctan2(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("arctan2");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor arctan2_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("arctan2_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor hypot(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("hypot");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor hypot_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("hypot_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor logaddexp(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("logaddexp");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor xlogy(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("xlogy");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor xlogy(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("xlogy");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor xlogy_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("xlogy_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor xlogy_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("xlogy_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor copysign(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("copysign");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor copysign(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("copysign");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor copysign_(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("copysign_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor copysign_(TensorArg input, const Scalar& other) {
  static const ir::Operator& op = ir::get_operator("copysign_");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor heaviside(TensorArg input, TensorArg values) {
  static const ir::Operator& op = ir::get_operator("heaviside");
  return to_tensor(dispatch(op, {to_value(input), to_value(values)}, CallStyle::kFunction, input.where()));
}
Tensor heaviside_(TensorArg input, TensorArg values) {
  static const ir::Operator& op = ir::get_operator("heaviside_");
  return to_tensor(dispatch(op, {to_value(input), to_value(values)}, CallStyle::kFunction, input.where()));
}
Tensor float_power(TensorArg input, TensorArg exponent) {
  static const ir::Operator& op = ir::get_operator("float_power");
  return to_tensor(dispatch(op, {to_value(input), to_value(exponent)}, CallStyle::kFunction, input.where()));
}
Tensor float_power(TensorArg input, const Scalar& exponent) {
  static const ir::Operator& op = ir::get_operator("float_power");
  return to_tensor(dispatch(op, {to_value(input), to_value(exponent)}, CallStyle::kFunction, input.where()));
}
Tensor maximum(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("maximum");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor minimum(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("minimum");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor fmax(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("fmax");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor fmin(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("fmin");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor clamp(TensorArg input, const OptionalTensor& min, const OptionalTensor& max) {
  static const ir::Operator& op = ir::get_operator("clamp");
  return to_tensor(dispatch(op, {to_value(input), to_value(min), to_value(max)}, CallStyle::kFunction, input.where()));
}
Tensor clamp(TensorArg input, const std::optional<Scalar>& min, const std::optional<Scalar>& max) {
  static const ir::Operator& op = ir::get_operator("clamp");
  return to_tensor(dispatch(op, {to_value(input), to_value(min), to_value(max)}, CallStyle::kFunction, input.where()));
}
Tensor clamp_(TensorArg input, const OptionalTensor& min, const OptionalTensor& max) {
  static const ir::Operator& op = ir::get_operator("clamp_");
  return to_tensor(dispatch(op, {to_value(input), to_value(min), to_value(max)}, CallStyle::kFunction, input.where()));
}
Tensor clamp_(TensorArg input, const std::optional<Scalar>& min, const std::optional<Scalar>& max) {
  static const ir::Operator& op = ir::get_operator("clamp_");
  return to_tensor(dispatch(op, {to_value(input), to_value(min), to_value(max)}, CallStyle::kFunction, input.where()));
}
Tensor clip(TensorArg input, const OptionalTensor& min, const OptionalTensor& max) {
  static const ir::Operator& op = ir::get_operator("clip");
  return to_tensor(dispatch(op, {to_value(input), to_value(min), to_value(max)}, CallStyle::kFunction, input.where()));
}
Tensor clip(TensorArg input, const std::optional<Scalar>& min, const std::optional<Scalar>& max) {
  static const ir::Operator& op = ir::get_operator("clip");
  return to_tensor(dispatch(op, {to_value(input), to_value(min), to_value(max)}, CallStyle::kFunction, input.where()));
}
Tensor clip_(TensorArg input, const OptionalTensor& min, const OptionalTensor& max) {
  static const ir::Operator& op = ir::get_operator("clip_");
  return to_tensor(dispatch(op, {to_value(input), to_value(min), to_value(max)}, CallStyle::kFunction, input.where()));
}
Tensor clip_(TensorArg input, const std::optional<Scalar>& min, const std::optional<Scalar>& max) {
  static const ir::Operator& op = ir::get_operator("clip_");
  return to_tensor(dispatch(op, {to_value(input), to_value(min), to_value(max)}, CallStyle::kFunction, input.where()));
}
Tensor clamp_min(TensorArg input, TensorArg min) {
  static const ir::Operator& op = ir::get_operator("clamp_min");
  return to_tensor(dispatch(op, {to_value(input), to_value(min)}, CallStyle::kFunction, input.where()));
}
Tensor clamp_min(TensorArg input, const Scalar& min) {
  static const ir::Operator& op = ir::get_operator("clamp_min");
  return to_tensor(dispatch(op, {to_value(input), to_value(min)}, CallStyle::kFunction, input.where()));
}
Tensor clamp_min_(TensorArg input, TensorArg min) {
  static const ir::Operator& op = ir::get_operator("clamp_min_");
  return to_tensor(dispatch(op, {to_value(input), to_value(min)}, CallStyle::kFunction, input.where()));
}
Tensor clamp_min_(TensorArg input, const Scalar& min) {
  static const ir::Operator& op = ir::get_operator("clamp_min_");
  return to_tensor(dispatch(op, {to_value(input), to_value(min)}, CallStyle::kFunction, input.where()));
}
Tensor clamp_max(TensorArg input, TensorArg max) {
  static const ir::Operator& op = ir::get_operator("clamp_max");
  return to_tensor(dispatch(op, {to_value(input), to_value(max)}, CallStyle::kFunction, input.where()));
}
Tensor clamp_max(TensorArg input, const Scalar& max) {
  static const ir::Operator& op = ir::get_operator("clamp_max");
  return to_tensor(dispatch(op, {to_value(input), to_value(max)}, CallStyle::kFunction, input.where()));
}
Tensor clamp_max_(TensorArg input, TensorArg max) {
  static const ir::Operator& op = ir::get_operator("clamp_max_");
  return to_tensor(dispatch(op, {to_value(input), to_value(max)}, CallStyle::kFunction, input.where()));
}
Tensor clamp_max_(TensorArg input, const Scalar& max) {
  static const ir::Operator& op = ir::get_operator("clamp_max_");
  return to_tensor(dispatch(op, {to_value(input), to_value(max)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft

