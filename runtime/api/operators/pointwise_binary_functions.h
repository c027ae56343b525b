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
/// input == other.
/// \source eq(Tensor input, Tensor|Scalar other) -> Tensor
Tensor eq(TensorArg input, TensorArg other);
Tensor eq(TensorArg input, const Scalar& other);
/// input == other. The result is written into the first tensor.
/// \source eq_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor eq_(TensorArg input, TensorArg other);
Tensor eq_(TensorArg input, const Scalar& other);
/// input != other.
/// \source ne(Tensor input, Tensor|Scalar other) -> Tensor
Tensor ne(TensorArg input, TensorArg other);
Tensor ne(TensorArg input, const Scalar& other);
/// input != other. The result is written into the first tensor.
/// \source ne_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor ne_(TensorArg input, TensorArg other);
Tensor ne_(TensorArg input, const Scalar& other);
/// input < other.
/// \source lt(Tensor input, Tensor|Scalar other) -> Tensor
Tensor lt(TensorArg input, TensorArg other);
Tensor lt(TensorArg input, const Scalar& other);
/// input < other. The result is written into the first tensor.
/// \source lt_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor lt_(TensorArg input, TensorArg other);
Tensor lt_(TensorArg input, const Scalar& other);
/// input <= other.
/// \source le(Tensor input, Tensor|Scalar other) -> Tensor
Tensor le(TensorArg input, TensorArg other);
Tensor le(TensorArg input, const Scalar& other);
/// input <= other. The result is written into the first tensor.
/// \source le_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor le_(TensorArg input, TensorArg other);
Tensor le_(TensorArg input, const Scalar& other);
/// input > other.
/// \source gt(Tensor input, Tensor|Scalar other) -> Tensor
Tensor gt(TensorArg input, TensorArg other);
Tensor gt(TensorArg input, const Scalar& other);
/// input > other. The result is written into the first tensor.
/// \source gt_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor gt_(TensorArg input, TensorArg other);
Tensor gt_(TensorArg input, const Scalar& other);
/// input >= other.
/// \source ge(Tensor input, Tensor|Scalar other) -> Tensor
Tensor ge(TensorArg input, TensorArg other);
Tensor ge(TensorArg input, const Scalar& other);
/// input >= other. The result is written into the first tensor.
/// \source ge_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor ge_(TensorArg input, TensorArg other);
Tensor ge_(TensorArg input, const Scalar& other);
/// input > other.
/// \source greater(Tensor input, Tensor|Scalar other) -> Tensor
Tensor greater(TensorArg input, TensorArg other);
Tensor greater(TensorArg input, const Scalar& other);
/// input > other. The result is written into the first tensor.
/// \source greater_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor greater_(TensorArg input, TensorArg other);
Tensor greater_(TensorArg input, const Scalar& other);
/// input < other.
/// \source less(Tensor input, Tensor|Scalar other) -> Tensor
Tensor less(TensorArg input, TensorArg other);
Tensor less(TensorArg input, const Scalar& other);
/// input < other. The result is written into the first tensor.
/// \source less_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor less_(TensorArg input, TensorArg other);
Tensor less_(TensorArg input, const Scalar& other);
/// input >= other.
/// \source greater_equal(Tensor input, Tensor|Scalar other) -> Tensor
Tensor greater_equal(TensorArg input, TensorArg other);
Tensor greater_equal(TensorArg input, const Scalar& other);
/// input >= other. The result is written into the first tensor.
/// \source greater_equal_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor greater_equal_(TensorArg input, TensorArg other);
Tensor greater_equal_(TensorArg input, const Scalar& other);
/// input <= other.
/// \source less_equal(Tensor input, Tensor|Scalar other) -> Tensor
Tensor less_equal(TensorArg input, TensorArg other);
Tensor less_equal(TensorArg input, const Scalar& other);
/// input <= other. The result is written into the first tensor.
/// \source less_equal_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor less_equal_(TensorArg input, TensorArg other);
Tensor less_equal_(TensorArg input, const Scalar& other);
/// input != other.
/// \source not_equal(Tensor input, Tensor|Scalar other) -> Tensor
Tensor not_equal(TensorArg input, TensorArg other);
Tensor not_equal(TensorArg input, const Scalar& other);
/// input != other. The result is written into the first tensor.
/// \source not_equal_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor not_equal_(TensorArg input, TensorArg other);
Tensor not_equal_(TensorArg input, const Scalar& other);
/// True where |input - other| <= atol + rtol * |other|, or both are equal.
/// \source isclose(Tensor input, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor
Tensor isclose(TensorArg input, TensorArg other, double rtol = 1e-05, double atol = 1e-08, bool equal_nan = false);
/// True where both elements are not 0.
/// \source logical_and(Tensor input, Tensor other) -> Tensor
Tensor logical_and(TensorArg input, TensorArg other);
/// True where both elements are not 0. The result is written into the first tensor.
/// \source logical_and_(Tensor(a!) input, Tensor other) -> Tensor(a!)
Tensor logical_and_(TensorArg input, TensorArg other);
/// True where an element is not 0.
/// \source logical_or(Tensor input, Tensor other) -> Tensor
Tensor logical_or(TensorArg input, TensorArg other);
/// True where an element is not 0. The result is written into the first tensor.
/// \source logical_or_(Tensor(a!) input, Tensor other) -> Tensor(a!)
Tensor logical_or_(TensorArg input, TensorArg other);
/// True where exactly one element is not 0.
/// \source logical_xor(Tensor input, Tensor other) -> Tensor
Tensor logical_xor(TensorArg input, TensorArg other);
/// True where exactly one element is not 0. The result is written into the first tensor.
/// \source logical_xor_(Tensor(a!) input, Tensor other) -> Tensor(a!)
Tensor logical_xor_(TensorArg input, TensorArg other);
/// Bits, or bools, set in both.
/// \source bitwise_and(Tensor input, Tensor|Scalar other) -> Tensor
Tensor bitwise_and(TensorArg input, TensorArg other);
Tensor bitwise_and(TensorArg input, const Scalar& other);
/// Bits, or bools, set in both. The result is written into the first tensor.
/// \source bitwise_and_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor bitwise_and_(TensorArg input, TensorArg other);
Tensor bitwise_and_(TensorArg input, const Scalar& other);
/// Bits, or bools, set in either.
/// \source bitwise_or(Tensor input, Tensor|Scalar other) -> Tensor
Tensor bitwise_or(TensorArg input, TensorArg other);
Tensor bitwise_or(TensorArg input, const Scalar& other);
/// Bits, or bools, set in either. The result is written into the first tensor.
/// \source bitwise_or_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor bitwise_or_(TensorArg input, TensorArg other);
Tensor bitwise_or_(TensorArg input, const Scalar& other);
/// Bits, or bools, set in one.
/// \source bitwise_xor(Tensor input, Tensor|Scalar other) -> Tensor
Tensor bitwise_xor(TensorArg input, TensorArg other);
Tensor bitwise_xor(TensorArg input, const Scalar& other);
/// Bits, or bools, set in one. The result is written into the first tensor.
/// \source bitwise_xor_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor bitwise_xor_(TensorArg input, TensorArg other);
Tensor bitwise_xor_(TensorArg input, const Scalar& other);
/// The bits of each integer moved up.
/// \source bitwise_left_shift(Tensor input, Tensor|Scalar other) -> Tensor
Tensor bitwise_left_shift(TensorArg input, TensorArg other);
Tensor bitwise_left_shift(TensorArg input, const Scalar& other);
/// The bits of each integer moved up. The result is written into the first tensor.
/// \source bitwise_left_shift_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor bitwise_left_shift_(TensorArg input, TensorArg other);
Tensor bitwise_left_shift_(TensorArg input, const Scalar& other);
/// The bits of each integer moved down; the sign stays.
/// \source bitwise_right_shift(Tensor input, Tensor|Scalar other) -> Tensor
Tensor bitwise_right_shift(TensorArg input, TensorArg other);
Tensor bitwise_right_shift(TensorArg input, const Scalar& other);
/// The bits of each integer moved down; the sign stays. The result is written into the first tensor.
/// \source bitwise_right_shift_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor bitwise_right_shift_(TensorArg input, TensorArg other);
Tensor bitwise_right_shift_(TensorArg input, const Scalar& other);
/// input where the condition holds, other elsewhere.
/// \source where(Tensor condition, Tensor|Scalar input, Tensor|Scalar other) -> Tensor
Tensor where(TensorArg condition, TensorArg input, TensorArg other);
Tensor where(TensorArg condition, TensorArg input, const Scalar& other);
Tensor where(TensorArg condition, const Scalar& input, TensorArg other);
Tensor where(TensorArg condition, const Scalar& input, const Scalar& other);
/// value where the mask is set, input elsewhere.
/// \source masked_fill(Tensor input, Tensor mask, Tensor|Scalar value) -> Tensor
Tensor masked_fill(TensorArg input, TensorArg mask, TensorArg value);
Tensor masked_fill(TensorArg input, TensorArg mask, const Scalar& value);
/// value where the mask is set, input elsewhere. The result is written into the first tensor.
/// \source masked_fill_(Tensor(a!) input, Tensor mask, Tensor|Scalar value) -> Tensor(a!)
Tensor masked_fill_(TensorArg input, TensorArg mask, TensorArg value);
Tensor masked_fill_(TensorArg input, TensorArg mask, const Scalar& value);
/// input + weight * (end - input).
/// \source lerp(Tensor input, Tensor end, Tensor|Scalar weight) -> Tensor
Tensor lerp(TensorArg input, TensorArg end, TensorArg weight);
Tensor lerp(TensorArg input, TensorArg end, const Scalar& weight);
/// input + weight * (end - input). The result is written into the first tensor.
/// \source lerp_(Tensor(a!) input, Tensor end, Tensor|Scalar weight) -> Tensor(a!)
Tensor lerp_(TensorArg input, TensorArg end, TensorArg weight);
Tensor lerp_(TensorArg input, TensorArg end, const Scalar& weight);
/// input + value * tensor1 * tensor2.
/// \source addcmul(Tensor input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor
Tensor addcmul(TensorArg input, TensorArg tensor1, TensorArg tensor2, const Scalar& value = 1);
/// input + value * tensor1 * tensor2. The result is written into the first tensor.
/// \source addcmul_(Tensor(a!) input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor(a!)
Tensor addcmul_(TensorArg input, TensorArg tensor1, TensorArg tensor2, const Scalar& value = 1);
/// input + value * tensor1 / tensor2.
/// \source addcdiv(Tensor input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor
Tensor addcdiv(TensorArg input, TensorArg tensor1, TensorArg tensor2, const Scalar& value = 1);
/// input + value * tensor1 / tensor2. The result is written into the first tensor.
/// \source addcdiv_(Tensor(a!) input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor(a!)
Tensor addcdiv_(TensorArg input, TensorArg tensor1, TensorArg tensor2, const Scalar& value = 1);

}  // namespace weft

