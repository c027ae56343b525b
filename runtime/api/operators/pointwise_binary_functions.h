/// \file Free functions of the operators in pointwise_binary_rows.cpp.
// Written by weft_generate_api from the operator table; change the table, not this file.
#pragma once

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// input + alpha * other.
/// \source add(Tensor input, Tensor|Scalar other, *, Scalar alpha=1) -> Tensor
Tensor add(TensorArg input, TensorArg other, const Scalar& alpha = 1);
Tensor add(TensorArg input, const Scalar& other, const Scalar& alpha = 1);
/// input + alpha * other. The result is written into the first tensor.
/// \source add_(Tensor(a!) input, Tensor|Scalar other, *, Scalar alpha=1) -> Tensor(a!)
Tensor add_(TensorArg input, TensorArg other, const Scalar& alpha = 1);
Tensor add_(TensorArg input, const Scalar& other, const Scalar& alpha = 1);
/// input - alpha * other.
/// \source sub(Tensor input, Tensor|Scalar other, *, Scalar alpha=1) -> Tensor
Tensor sub(TensorArg input, TensorArg other, const Scalar& alpha = 1);
Tensor sub(TensorArg input, const Scalar& other, const Scalar& alpha = 1);
/// input - alpha * other. The result is written into the first tensor.
/// \source sub_(Tensor(a!) input, Tensor|Scalar other, *, Scalar alpha=1) -> Tensor(a!)
Tensor sub_(TensorArg input, TensorArg other, const Scalar& alpha = 1);
Tensor sub_(TensorArg input, const Scalar& other, const Scalar& alpha = 1);
/// other - alpha * input.
/// \source rsub(Tensor input, Tensor|Scalar other, *, Scalar alpha=1) -> Tensor
Tensor rsub(TensorArg input, TensorArg other, const Scalar& alpha = 1);
Tensor rsub(TensorArg input, const Scalar& other, const Scalar& alpha = 1);
/// input * other.
/// \source mul(Tensor input, Tensor|Scalar other) -> Tensor
Tensor mul(TensorArg input, TensorArg other);
Tensor mul(TensorArg input, const Scalar& other);
/// input * other. The result is written into the first tensor.
/// \source mul_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor mul_(TensorArg input, TensorArg other);
Tensor mul_(TensorArg input, const Scalar& other);
/// input - alpha * other.
/// \source subtract(Tensor input, Tensor|Scalar other, *, Scalar alpha=1) -> Tensor
Tensor subtract(TensorArg input, TensorArg other, const Scalar& alpha = 1);
Tensor subtract(TensorArg input, const Scalar& other, const Scalar& alpha = 1);
/// input - alpha * other. The result is written into the first tensor.
/// \source subtract_(Tensor(a!) input, Tensor|Scalar other, *, Scalar alpha=1) -> Tensor(a!)
Tensor subtract_(TensorArg input, TensorArg other, const Scalar& alpha = 1);
Tensor subtract_(TensorArg input, const Scalar& other, const Scalar& alpha = 1);
/// input * other.
/// \source multiply(Tensor input, Tensor|Scalar other) -> Tensor
Tensor multiply(TensorArg input, TensorArg other);
Tensor multiply(TensorArg input, const Scalar& other);
/// input * other. The result is written into the first tensor.
/// \source multiply_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor multiply_(TensorArg input, TensorArg other);
Tensor multiply_(TensorArg input, const Scalar& other);
/// input / other, in floats.
/// \source divide(Tensor input, Tensor|Scalar other) -> Tensor
Tensor divide(TensorArg input, TensorArg other);
Tensor divide(TensorArg input, const Scalar& other);
/// input / other, in floats. The result is written into the first tensor.
/// \source divide_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor divide_(TensorArg input, TensorArg other);
Tensor divide_(TensorArg input, const Scalar& other);
/// input / other, rounded towards 0 ('trunc') or minus infinity ('floor').
/// \source divide.Tensor_mode(Tensor input, Tensor|Scalar other, *, str? rounding_mode) -> Tensor
Tensor divide(TensorArg input, TensorArg other, const std::optional<TextArg>& rounding_mode);
Tensor divide(TensorArg input, const Scalar& other, const std::optional<TextArg>& rounding_mode);
/// input / other, rounded towards 0 ('trunc') or minus infinity ('floor'). The result is written into the first tensor.
/// \source divide_.Tensor_mode(Tensor(a!) input, Tensor|Scalar other, *, str? rounding_mode) -> Tensor(a!)
Tensor divide_(TensorArg input, TensorArg other, const std::optional<TextArg>& rounding_mode);
Tensor divide_(TensorArg input, const Scalar& other, const std::optional<TextArg>& rounding_mode);
/// input / other, in floats.
/// \source true_divide(Tensor input, Tensor|Scalar other) -> Tensor
Tensor true_divide(TensorArg input, TensorArg other);
Tensor true_divide(TensorArg input, const Scalar& other);
/// input / other, in floats. The result is written into the first tensor.
/// \source true_divide_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor true_divide_(TensorArg input, TensorArg other);
Tensor true_divide_(TensorArg input, const Scalar& other);
/// input / other, in floats.
/// \source div(Tensor input, Tensor|Scalar other) -> Tensor
Tensor div(TensorArg input, TensorArg other);
Tensor div(TensorArg input, const Scalar& other);
/// input / other, in floats. The result is written into the first tensor.
/// \source div_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor div_(TensorArg input, TensorArg other);
Tensor div_(TensorArg input, const Scalar& other);
/// input / other, rounded towards 0 ('trunc') or minus infinity ('floor').
/// \source div.Tensor_mode(Tensor input, Tensor|Scalar other, *, str? rounding_mode) -> Tensor
Tensor div(TensorArg input, TensorArg other, const std::optional<TextArg>& rounding_mode);
Tensor div(TensorArg input, const Scalar& other, const std::optional<TextArg>& rounding_mode);
/// input / other, rounded towards 0 ('trunc') or minus infinity ('floor'). The result is written into the first tensor.
/// \source div_.Tensor_mode(Tensor(a!) input, Tensor|Scalar other, *, str? rounding_mode) -> Tensor(a!)
Tensor div_(TensorArg input, TensorArg other, const std::optional<TextArg>& rounding_mode);
Tensor div_(TensorArg input, const Scalar& other, const std::optional<TextArg>& rounding_mode);
/// input / other, in floats.
/// \source div.Scalar_Tensor(Scalar input, Tensor other) -> Tensor
Tensor div(const Scalar& input, TensorArg other);
/// input / other, rounded towards minus infinity.
/// \source floor_divide(Tensor input, Tensor|Scalar other) -> Tensor
Tensor floor_divide(TensorArg input, TensorArg other);
Tensor floor_divide(TensorArg input, const Scalar& other);
/// input / other, rounded towards minus infinity. The result is written into the first tensor.
/// \source floor_divide_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor floor_divide_(TensorArg input, TensorArg other);
Tensor floor_divide_(TensorArg input, const Scalar& other);
/// Remainder of the division, with the sign of the divisor.
/// \source remainder(Tensor input, Tensor|Scalar other) -> Tensor
Tensor remainder(TensorArg input, TensorArg other);
Tensor remainder(TensorArg input, const Scalar& other);
/// Remainder of the division, with the sign of the divisor. The result is written into the first tensor.
/// \source remainder_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor remainder_(TensorArg input, TensorArg other);
Tensor remainder_(TensorArg input, const Scalar& other);
/// Remainder of the division, with the sign of the divisor.
/// \source remainder.Scalar_Tensor(Scalar input, Tensor other) -> Tensor
Tensor remainder(const Scalar& input, TensorArg other);
/// Remainder of the division, with the sign of the dividend.
/// \source fmod(Tensor input, Tensor|Scalar other) -> Tensor
Tensor fmod(TensorArg input, TensorArg other);
Tensor fmod(TensorArg input, const Scalar& other);
/// Remainder of the division, with the sign of the dividend. The result is written into the first tensor.
/// \source fmod_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor fmod_(TensorArg input, TensorArg other);
Tensor fmod_(TensorArg input, const Scalar& other);
/// input to the power of exponent.
/// \source pow(Tensor input, Tensor|Scalar exponent) -> Tensor
Tensor pow(TensorArg input, TensorArg exponent);
Tensor pow(TensorArg input, const Scalar& exponent);
/// input to the power of exponent. The result is written into the first tensor.
/// \source pow_(Tensor(a!) input, Tensor|Scalar exponent) -> Tensor(a!)
Tensor pow_(TensorArg input, TensorArg exponent);
Tensor pow_(TensorArg input, const Scalar& exponent);
/// input to the power of exponent.
/// \source pow.Scalar(Scalar input, Tensor exponent) -> Tensor
Tensor pow(const Scalar& input, TensorArg exponent);
/// Angle of the point (other, input).
/// \source atan2(Tensor input, Tensor other) -> Tensor
Tensor atan2(TensorArg input, TensorArg other);
/// Angle of the point (other, input). The result is written into the first tensor.
/// \source atan2_(Tensor(a!) input, Tensor other) -> Tensor(a!)
Tensor atan2_(TensorArg input, TensorArg other);
/// Angle of the point (other, input).
/// \source arctan2(Tensor input, Tensor other) -> Tensor
Tensor arctan2(TensorArg input, TensorArg other);
/// Angle of the point (other, input). The result is written into the first tensor.
/// \source arctan2_(Tensor(a!) input, Tensor other) -> Tensor(a!)
Tensor arctan2_(TensorArg input, TensorArg other);
/// sqrt(input^2 + other^2) without overflow.
/// \source hypot(Tensor input, Tensor other) -> Tensor
Tensor hypot(TensorArg input, TensorArg other);
/// sqrt(input^2 + other^2) without overflow. The result is written into the first tensor.
/// \source hypot_(Tensor(a!) input, Tensor other) -> Tensor(a!)
Tensor hypot_(TensorArg input, TensorArg other);
/// log(exp(input) + exp(other)).
/// \source logaddexp(Tensor input, Tensor other) -> Tensor
Tensor logaddexp(TensorArg input, TensorArg other);
/// input * log(other), and 0 where input is 0.
/// \source xlogy(Tensor input, Tensor|Scalar other) -> Tensor
Tensor xlogy(TensorArg input, TensorArg other);
Tensor xlogy(TensorArg input, const Scalar& other);
/// input * log(other), and 0 where input is 0. The result is written into the first tensor.
/// \source xlogy_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor xlogy_(TensorArg input, TensorArg other);
Tensor xlogy_(TensorArg input, const Scalar& other);
/// The magnitude of input with the sign of other.
/// \source copysign(Tensor input, Tensor|Scalar other) -> Tensor
Tensor copysign(TensorArg input, TensorArg other);
Tensor copysign(TensorArg input, const Scalar& other);
/// The magnitude of input with the sign of other. The result is written into the first tensor.
/// \source copysign_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor copysign_(TensorArg input, TensorArg other);
Tensor copysign_(TensorArg input, const Scalar& other);
/// 0 where input is negative, 1 where it is positive, values where it is 0.
/// \source heaviside(Tensor input, Tensor values) -> Tensor
Tensor heaviside(TensorArg input, TensorArg values);
/// 0 where input is negative, 1 where it is positive, values where it is 0. The result is written into the first tensor.
/// \source heaviside_(Tensor(a!) input, Tensor values) -> Tensor(a!)
Tensor heaviside_(TensorArg input, TensorArg values);
/// input to the power of exponent, computed in float64.
/// \source float_power(Tensor input, Tensor|Scalar exponent) -> Tensor
Tensor float_power(TensorArg input, TensorArg exponent);
Tensor float_power(TensorArg input, const Scalar& exponent);
/// The larger element; NaN where either is.
/// \source maximum(Tensor input, Tensor other) -> Tensor
Tensor maximum(TensorArg input, TensorArg other);
/// The smaller element; NaN where either is.
/// \source minimum(Tensor input, Tensor other) -> Tensor
Tensor minimum(TensorArg input, TensorArg other);
/// The larger element; NaN where both are.
/// \source fmax(Tensor input, Tensor other) -> Tensor
Tensor fmax(TensorArg input, TensorArg other);
/// The smaller element; NaN where both are.
/// \source fmin(Tensor input, Tensor other) -> Tensor
Tensor fmin(TensorArg input, TensorArg other);
/// min(max(input, min), max), without a bound that is None; NaN stays.
/// \source clamp(Tensor input, Tensor|Scalar? min=None, Tensor|Scalar? max=None) -> Tensor
Tensor clamp(TensorArg input, const OptionalTensor& min = no_tensor(), const OptionalTensor& max = no_tensor());
Tensor clamp(TensorArg input, const std::optional<Scalar>& min, const std::optional<Scalar>& max = {});
/// min(max(input, min), max), without a bound that is None; NaN stays. The result is written into the first tensor.
/// \source clamp_(Tensor(a!) input, Tensor|Scalar? min=None, Tensor|Scalar? max=None) -> Tensor(a!)
Tensor clamp_(TensorArg input, const OptionalTensor& min = no_tensor(), const OptionalTensor& max = no_tensor());
Tensor clamp_(TensorArg input, const std::optional<Scalar>& min, const std::optional<Scalar>& max = {});
/// min(max(input, min), max), without a bound that is None; NaN stays.
/// \source clip(Tensor input, Tensor|Scalar? min=None, Tensor|Scalar? max=None) -> Tensor
Tensor clip(TensorArg input, const OptionalTensor& min = no_tensor(), const OptionalTensor& max = no_tensor());
Tensor clip(TensorArg input, const std::optional<Scalar>& min, const std::optional<Scalar>& max = {});
/// min(max(input, min), max), without a bound that is None; NaN stays. The result is written into the first tensor.
/// \source clip_(Tensor(a!) input, Tensor|Scalar? min=None, Tensor|Scalar? max=None) -> Tensor(a!)
Tensor clip_(TensorArg input, const OptionalTensor& min = no_tensor(), const OptionalTensor& max = no_tensor());
Tensor clip_(TensorArg input, const std::optional<Scalar>& min, const std::optional<Scalar>& max = {});
/// max(input, min); NaN stays.
/// \source clamp_min(Tensor input, Tensor|Scalar min) -> Tensor
Tensor clamp_min(TensorArg input, TensorArg min);
Tensor clamp_min(TensorArg input, const Scalar& min);
/// max(input, min); NaN stays. The result is written into the first tensor.
/// \source clamp_min_(Tensor(a!) input, Tensor|Scalar min) -> Tensor(a!)
Tensor clamp_min_(TensorArg input, TensorArg min);
Tensor clamp_min_(TensorArg input, const Scalar& min);
/// min(input, max); NaN stays.
/// \source clamp_max(Tensor input, Tensor|Scalar max) -> Tensor
Tensor clamp_max(TensorArg input, TensorArg max);
Tensor clamp_max(TensorArg input, const Scalar& max);
/// min(input, max); NaN stays. The result is written into the first tensor.
/// \source clamp_max_(Tensor(a!) input, Tensor|Scalar max) -> Tensor(a!)
Tensor clamp_max_(TensorArg input, TensorArg max);
Tensor clamp_max_(TensorArg input, const Scalar& max);

}  // namespace weft

