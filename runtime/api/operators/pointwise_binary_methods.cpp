// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/tensor/tensor.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor Tensor::add(TensorArg other, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("add");
  return to_tensor(dispatch(op, {self_value(*this, "add", where), to_value(other), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor Tensor::add(const Scalar& other, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("add");
  return to_tensor(dispatch(op, {self_value(*this, "add", where), to_value(other), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor& Tensor::add_(TensorArg other, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("add_");
  return written(*this, dispatch(op, {self_value(*this, "add_", where), to_value(other), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor& Tensor::add_(const Scalar& other, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("add_");
  return written(*this, dispatch(op, {self_value(*this, "add_", where), to_value(other), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor Tensor::sub(TensorArg other, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("sub");
  return to_tensor(dispatch(op, {self_value(*this, "sub", where), to_value(other), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor Tensor::sub(const Scalar& other, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("sub");
  return to_tensor(dispatch(op, {self_value(*this, "sub", where), to_value(other), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor& Tensor::sub_(TensorArg other, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("sub_");
  return written(*this, dispatch(op, {self_value(*this, "sub_", where), to_value(other), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor& Tensor::sub_(const Scalar& other, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("sub_");
  return written(*this, dispatch(op, {self_value(*this, "sub_", where), to_value(other), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor Tensor::mul(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("mul");
  return to_tensor(dispatch(op, {self_value(*this, "mul", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::mul(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("mul");
  return to_tensor(dispatch(op, {self_value(*this, "mul", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::mul_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("mul_");
  return written(*this, dispatch(op, {self_value(*this, "mul_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::mul_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("mul_");
  return written(*this, dispatch(op, {self_value(*this, "mul_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::subtract(TensorArg other, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("subtract");
  return to_tensor(dispatch(op, {self_value(*this, "subtract", where), to_value(other), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor Tensor::subtract(const Scalar& other, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("subtract");
  return to_tensor(dispatch(op, {self_value(*this, "subtract", where), to_value(other), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor& Tensor::subtract_(TensorArg other, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("subtract_");
  return written(*this, dispatch(op, {self_value(*this, "subtract_", where), to_value(other), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor& Tensor::subtract_(const Scalar& other, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("subtract_");
  return written(*this, dispatch(op, {self_value(*this, "subtract_", where), to_value(other), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor Tensor::multiply(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("multiply");
  return to_tensor(dispatch(op, {self_value(*this, "multiply", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::multiply(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("multiply");
  return to_tensor(dispatch(op, {self_value(*this, "multiply", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::multiply_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("multiply_");
  return written(*this, dispatch(op, {self_value(*this, "multiply_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::multiply_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("multiply_");
  return written(*this, dispatch(op, {self_value(*this, "multiply_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::divide(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("divide");
  return to_tensor(dispatch(op, {self_value(*this, "divide", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::divide(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("divide");
  return to_tensor(dispatch(op, {self_value(*this, "divide", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::divide_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("divide_");
  return written(*this, dispatch(op, {self_value(*this, "divide_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::divide_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("divide_");
  return written(*this, dispatch(op, {self_value(*this, "divide_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::divide(TensorArg other, const std::optional<TextArg>& rounding_mode, where_t where) const {
  static const ir::Operator& op = ir::get_operator("divide.Tensor_mode");
  return to_tensor(dispatch(op, {self_value(*this, "divide", where), to_value(other), to_value(rounding_mode)}, CallStyle::kMethod, where));
}
Tensor Tensor::divide(const Scalar& other, const std::optional<TextArg>& rounding_mode, where_t where) const {
  static const ir::Operator& op = ir::get_operator("divide.Tensor_mode");
  return to_tensor(dispatch(op, {self_value(*this, "divide", where), to_value(other), to_value(rounding_mode)}, CallStyle::kMethod, where));
}
Tensor& Tensor::divide_(TensorArg other, const std::optional<TextArg>& rounding_mode, where_t where) const {
  static const ir::Operator& op = ir::get_operator("divide_.Tensor_mode");
  return written(*this, dispatch(op, {self_value(*this, "divide_", where), to_value(other), to_value(rounding_mode)}, CallStyle::kMethod, where));
}
Tensor& Tensor::divide_(const Scalar& other, const std::optional<TextArg>& rounding_mode, where_t where) const {
  static const ir::Operator& op = ir::get_operator("divide_.Tensor_mode");
  return written(*this, dispatch(op, {self_value(*this, "divide_", where), to_value(other), to_value(rounding_mode)}, CallStyle::kMethod, where));
}
Tensor Tensor::true_divide(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("true_divide");
  return to_tensor(dispatch(op, {self_value(*this, "true_divide", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::true_divide(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("true_divide");
  return to_tensor(dispatch(op, {self_value(*this, "true_divide", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::true_divide_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("true_divide_");
  return written(*this, dispatch(op, {self_value(*this, "true_divide_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::true_divide_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("true_divide_");
  return written(*this, dispatch(op, {self_value(*this, "true_divide_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::div(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("div");
  return to_tensor(dispatch(op, {self_value(*this, "div", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::div(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("div");
  return to_tensor(dispatch(op, {self_value(*this, "div", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::div_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("div_");
  return written(*this, dispatch(op, {self_value(*this, "div_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::div_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("div_");
  return written(*this, dispatch(op, {self_value(*this, "div_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::div(TensorArg other, const std::optional<TextArg>& rounding_mode, where_t where) const {
  static const ir::Operator& op = ir::get_operator("div.Tensor_mode");
  return to_tensor(dispatch(op, {self_value(*this, "div", where), to_value(other), to_value(rounding_mode)}, CallStyle::kMethod, where));
}
Tensor Tensor::div(const Scalar& other, const std::optional<TextArg>& rounding_mode, where_t where) const {
  static const ir::Operator& op = ir::get_operator("div.Tensor_mode");
  return to_tensor(dispatch(op, {self_value(*this, "div", where), to_value(other), to_value(rounding_mode)}, CallStyle::kMethod, where));
}
Tensor& Tensor::div_(TensorArg other, const std::optional<TextArg>& rounding_mode, where_t where) const {
  static const ir::Operator& op = ir::get_operator("div_.Tensor_mode");
  return written(*this, dispatch(op, {self_value(*this, "div_", where), to_value(other), to_value(rounding_mode)}, CallStyle::kMethod, where));
}
Tensor& Tensor::div_(const Scalar& other, const std::optional<TextArg>& rounding_mode, where_t where) const {
  static const ir::Operator& op = ir::get_operator("div_.Tensor_mode");
  return written(*this, dispatch(op, {self_value(*this, "div_", where), to_value(other), to_value(rounding_mode)}, CallStyle::kMethod, where));
}
Tensor Tensor::floor_divide(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("floor_divide");
  return to_tensor(dispatch(op, {self_value(*this, "floor_divide", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::floor_divide(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("floor_divide");
  return to_tensor(dispatch(op, {self_value(*this, "floor_divide", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::floor_divide_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("floor_divide_");
  return written(*this, dispatch(op, {self_value(*this, "floor_divide_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::floor_divide_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("floor_divide_");
  return written(*this, dispatch(op, {self_value(*this, "floor_divide_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::remainder(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("remainder");
  return to_tensor(dispatch(op, {self_value(*this, "remainder", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::remainder(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("remainder");
  return to_tensor(dispatch(op, {self_value(*this, "remainder", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::remainder_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("remainder_");
  return written(*this, dispatch(op, {self_value(*this, "remainder_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::remainder_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("remainder_");
  return written(*this, dispatch(op, {self_value(*this, "remainder_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::fmod(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("fmod");
  return to_tensor(dispatch(op, {self_value(*this, "fmod", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::fmod(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("fmod");
  return to_tensor(dispatch(op, {self_value(*this, "fmod", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::fmod_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("fmod_");
  return written(*this, dispatch(op, {self_value(*this, "fmod_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::fmod_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("fmod_");
  return written(*this, dispatch(op, {self_value(*this, "fmod_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::pow(TensorArg exponent, where_t where) const {
  static const ir::Operator& op = ir::get_operator("pow");
  return to_tensor(dispatch(op, {self_value(*this, "pow", where), to_value(exponent)}, CallStyle::kMethod, where));
}
Tensor Tensor::pow(const Scalar& exponent, where_t where) const {
  static const ir::Operator& op = ir::get_operator("pow");
  return to_tensor(dispatch(op, {self_value(*this, "pow", where), to_value(exponent)}, CallStyle::kMethod, where));
}
Tensor& Tensor::pow_(TensorArg exponent, where_t where) const {
  static const ir::Operator& op = ir::get_operator("pow_");
  return written(*this, dispatch(op, {self_value(*this, "pow_", where), to_value(exponent)}, CallStyle::kMethod, where));
}
Tensor& Tensor::pow_(const Scalar& exponent, where_t where) const {
  static const ir::Operator& op = ir::get_operator("pow_");
  return written(*this, dispatch(op, {self_value(*this, "pow_", where), to_value(exponent)}, CallStyle::kMethod, where));
}
Tensor Tensor::atan2(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("atan2");
  return to_tensor(dispatch(op, {self_value(*this, "atan2", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::atan2_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("atan2_");
  return written(*this, dispatch(op, {self_value(*this, "atan2_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::hypot(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("hypot");
  return to_tensor(dispatch(op, {self_value(*this, "hypot", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::hypot_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("hypot_");
  return written(*this, dispatch(op, {self_value(*this, "hypot_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::logaddexp(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("logaddexp");
  return to_tensor(dispatch(op, {self_value(*this, "logaddexp", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::xlogy(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("xlogy");
  return to_tensor(dispatch(op, {self_value(*this, "xlogy", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::xlogy(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("xlogy");
  return to_tensor(dispatch(op, {self_value(*this, "xlogy", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::xlogy_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("xlogy_");
  return written(*this, dispatch(op, {self_value(*this, "xlogy_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::xlogy_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("xlogy_");
  return written(*this, dispatch(op, {self_value(*this, "xlogy_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::copysign(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("copysign");
  return to_tensor(dispatch(op, {self_value(*this, "copysign", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::copysign(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("copysign");
  return to_tensor(dispatch(op, {self_value(*this, "copysign", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::copysign_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("copysign_");
  return written(*this, dispatch(op, {self_value(*this, "copysign_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::copysign_(const Scalar& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("copysign_");
  return written(*this, dispatch(op, {self_value(*this, "copysign_", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::heaviside(TensorArg values, where_t where) const {
  static const ir::Operator& op = ir::get_operator("heaviside");
  return to_tensor(dispatch(op, {self_value(*this, "heaviside", where), to_value(values)}, CallStyle::kMethod, where));
}
Tensor& Tensor::heaviside_(TensorArg values, where_t where) const {
  static const ir::Operator& op = ir::get_operator("heaviside_");
  return written(*this, dispatch(op, {self_value(*this, "heaviside_", where), to_value(values)}, CallStyle::kMethod, where));
}
Tensor Tensor::float_power(TensorArg exponent, where_t where) const {
  static const ir::Operator& op = ir::get_operator("float_power");
  return to_tensor(dispatch(op, {self_value(*this, "float_power", where), to_value(exponent)}, CallStyle::kMethod, where));
}
Tensor Tensor::float_power(const Scalar& exponent, where_t where) const {
  static const ir::Operator& op = ir::get_operator("float_power");
  return to_tensor(dispatch(op, {self_value(*this, "float_power", where), to_value(exponent)}, CallStyle::kMethod, where));
}
Tensor Tensor::maximum(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("maximum");
  return to_tensor(dispatch(op, {self_value(*this, "maximum", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::minimum(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("minimum");
  return to_tensor(dispatch(op, {self_value(*this, "minimum", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::fmax(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("fmax");
  return to_tensor(dispatch(op, {self_value(*this, "fmax", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::fmin(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("fmin");
  return to_tensor(dispatch(op, {self_value(*this, "fmin", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::clamp(const OptionalTensor& min, const OptionalTensor& max, where_t where) const {
  static const ir::Operator& op = ir::get_operator("clamp");
  return to_tensor(dispatch(op, {self_value(*this, "clamp", where), to_value(min), to_value(max)}, CallStyle::kMethod, where));
}
Tensor Tensor::clamp(const std::optional<Scalar>& min, const std::optional<Scalar>& max, where_t where) const {
  static const ir::Operator& op = ir::get_operator("clamp");
  return to_tensor(dispatch(op, {self_value(*this, "clamp", where), to_value(min), to_value(max)}, CallStyle::kMethod, where));
}
Tensor& Tensor::clamp_(const OptionalTensor& min, const OptionalTensor& max, where_t where) const {
  static const ir::Operator& op = ir::get_operator("clamp_");
  return written(*this, dispatch(op, {self_value(*this, "clamp_", where), to_value(min), to_value(max)}, CallStyle::kMethod, where));
}
Tensor& Tensor::clamp_(const std::optional<Scalar>& min, const std::optional<Scalar>& max, where_t where) const {
  static const ir::Operator& op = ir::get_operator("clamp_");
  return written(*this, dispatch(op, {self_value(*this, "clamp_", where), to_value(min), to_value(max)}, CallStyle::kMethod, where));
}
Tensor Tensor::clip(const OptionalTensor& min, const OptionalTensor& max, where_t where) const {
  static const ir::Operator& op = ir::get_operator("clip");
  return to_tensor(dispatch(op, {self_value(*this, "clip", where), to_value(min), to_value(max)}, CallStyle::kMethod, where));
}
Tensor Tensor::clip(const std::optional<Scalar>& min, const std::optional<Scalar>& max, where_t where) const {
  static const ir::Operator& op = ir::get_operator("clip");
  return to_tensor(dispatch(op, {self_value(*this, "clip", where), to_value(min), to_value(max)}, CallStyle::kMethod, where));
}
Tensor& Tensor::clip_(const OptionalTensor& min, const OptionalTensor& max, where_t where) const {
  static const ir::Operator& op = ir::get_operator("clip_");
  return written(*this, dispatch(op, {self_value(*this, "clip_", where), to_value(min), to_value(max)}, CallStyle::kMethod, where));
}
Tensor& Tensor::clip_(const std::optional<Scalar>& min, const std::optional<Scalar>& max, where_t where) const {
  static const ir::Operator& op = ir::get_operator("clip_");
  return written(*this, dispatch(op, {self_value(*this, "clip_", where), to_value(min), to_value(max)}, CallStyle::kMethod, where));
}
Tensor Tensor::clamp_min(TensorArg min, where_t where) const {
  static const ir::Operator& op = ir::get_operator("clamp_min");
  return to_tensor(dispatch(op, {self_value(*this, "clamp_min", where), to_value(min)}, CallStyle::kMethod, where));
}
Tensor Tensor::clamp_min(const Scalar& min, where_t where) const {
  static const ir::Operator& op = ir::get_operator("clamp_min");
  return to_tensor(dispatch(op, {self_value(*this, "clamp_min", where), to_value(min)}, CallStyle::kMethod, where));
}
Tensor& Tensor::clamp_min_(TensorArg min, where_t where) const {
  static const ir::Operator& op = ir::get_operator("clamp_min_");
  return written(*this, dispatch(op, {self_value(*this, "clamp_min_", where), to_value(min)}, CallStyle::kMethod, where));
}
Tensor& Tensor::clamp_min_(const Scalar& min, where_t where) const {
  static const ir::Operator& op = ir::get_operator("clamp_min_");
  return written(*this, dispatch(op, {self_value(*this, "clamp_min_", where), to_value(min)}, CallStyle::kMethod, where));
}
Tensor Tensor::clamp_max(TensorArg max, where_t where) const {
  static const ir::Operator& op = ir::get_operator("clamp_max");
  return to_tensor(dispatch(op, {self_value(*this, "clamp_max", where), to_value(max)}, CallStyle::kMethod, where));
}
Tensor Tensor::clamp_max(const Scalar& max, where_t where) const {
  static const ir::Operator& op = ir::get_operator("clamp_max");
  return to_tensor(dispatch(op, {self_value(*this, "clamp_max", where), to_value(max)}, CallStyle::kMethod, where));
}
Tensor& Tensor::clamp_max_(TensorArg max, where_t where) const {
  static const ir::Operator& op = ir::get_operator("clamp_max_");
  return written(*this, dispatch(op, {self_value(*this, "clamp_max_", where), to_value(max)}, CallStyle::kMethod, where));
}
Tensor& Tensor::clamp_max_(const Scalar& max, where_t where) const {
  static const ir::Operator& op = ir::get_operator("clamp_max_");
  return written(*this, dispatch(op, {self_value(*this, "clamp_max_", where), to_value(max)}, CallStyle::kMethod, where));
}
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

