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
Tensor Tensor::arctan2(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("arctan2");
  return to_tensor(dispatch(op, {self_value(*this, "arctan2", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor& Tensor::arctan2_(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("arctan2_");
  return written(*this, dispatch(op, {self_value(*this, "arctan2_", where), to_value(other)}, CallStyle::kMethod, where));
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

}  // namespace weft

