/// \file Free functions of the operators in pointwise_unary_rows.cpp.
// Written by weft_generate_api from the operator table; change the table, not this file.
#pragma once

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// Each element with its sign changed.
/// \source neg(Tensor input) -> Tensor
Tensor neg(TensorArg input);
/// Each element with its sign changed. The result is written into the first tensor.
/// \source neg_(Tensor(a!) input) -> Tensor(a!)
Tensor neg_(TensorArg input);
/// Absolute value of each element.
/// \source abs(Tensor input) -> Tensor
Tensor abs(TensorArg input);
/// Absolute value of each element. The result is written into the first tensor.
/// \source abs_(Tensor(a!) input) -> Tensor(a!)
Tensor abs_(TensorArg input);
/// Each element with its sign changed.
/// \source negative(Tensor input) -> Tensor
Tensor negative(TensorArg input);
/// Each element with its sign changed. The result is written into the first tensor.
/// \source negative_(Tensor(a!) input) -> Tensor(a!)
Tensor negative_(TensorArg input);
/// Absolute value of each element.
/// \source absolute(Tensor input) -> Tensor
Tensor absolute(TensorArg input);
/// Absolute value of each element. The result is written into the first tensor.
/// \source absolute_(Tensor(a!) input) -> Tensor(a!)
Tensor absolute_(TensorArg input);
/// -1, 0 or 1 by the sign of each element; 0 for NaN.
/// \source sgn(Tensor input) -> Tensor
Tensor sgn(TensorArg input);
/// -1, 0 or 1 by the sign of each element; 0 for NaN. The result is written into the first tensor.
/// \source sgn_(Tensor(a!) input) -> Tensor(a!)
Tensor sgn_(TensorArg input);
/// -1, 0 or 1 by the sign of each element; 0 for NaN.
/// \source sign(Tensor input) -> Tensor
Tensor sign(TensorArg input);
/// -1, 0 or 1 by the sign of each element; 0 for NaN. The result is written into the first tensor.
/// \source sign_(Tensor(a!) input) -> Tensor(a!)
Tensor sign_(TensorArg input);
/// Each element times itself.
/// \source square(Tensor input) -> Tensor
Tensor square(TensorArg input);
/// Each element times itself. The result is written into the first tensor.
/// \source square_(Tensor(a!) input) -> Tensor(a!)
Tensor square_(TensorArg input);
/// 1 divided by each element.
/// \source reciprocal(Tensor input) -> Tensor
Tensor reciprocal(TensorArg input);
/// 1 divided by each element. The result is written into the first tensor.
/// \source reciprocal_(Tensor(a!) input) -> Tensor(a!)
Tensor reciprocal_(TensorArg input);
/// Square root; NaN below 0.
/// \source sqrt(Tensor input) -> Tensor
Tensor sqrt(TensorArg input);
/// Square root; NaN below 0. The result is written into the first tensor.
/// \source sqrt_(Tensor(a!) input) -> Tensor(a!)
Tensor sqrt_(TensorArg input);
/// 1 divided by the square root.
/// \source rsqrt(Tensor input) -> Tensor
Tensor rsqrt(TensorArg input);
/// 1 divided by the square root. The result is written into the first tensor.
/// \source rsqrt_(Tensor(a!) input) -> Tensor(a!)
Tensor rsqrt_(TensorArg input);
/// e to the power of each element.
/// \source exp(Tensor input) -> Tensor
Tensor exp(TensorArg input);
/// e to the power of each element. The result is written into the first tensor.
/// \source exp_(Tensor(a!) input) -> Tensor(a!)
Tensor exp_(TensorArg input);
/// 2 to the power of each element.
/// \source exp2(Tensor input) -> Tensor
Tensor exp2(TensorArg input);
/// 2 to the power of each element. The result is written into the first tensor.
/// \source exp2_(Tensor(a!) input) -> Tensor(a!)
Tensor exp2_(TensorArg input);
/// exp(x) - 1, accurate near 0.
/// \source expm1(Tensor input) -> Tensor
Tensor expm1(TensorArg input);
/// exp(x) - 1, accurate near 0. The result is written into the first tensor.
/// \source expm1_(Tensor(a!) input) -> Tensor(a!)
Tensor expm1_(TensorArg input);
/// Natural logarithm.
/// \source log(Tensor input) -> Tensor
Tensor log(TensorArg input);
/// Natural logarithm. The result is written into the first tensor.
/// \source log_(Tensor(a!) input) -> Tensor(a!)
Tensor log_(TensorArg input);
/// log(1 + x), accurate near 0.
/// \source log1p(Tensor input) -> Tensor
Tensor log1p(TensorArg input);
/// log(1 + x), accurate near 0. The result is written into the first tensor.
/// \source log1p_(Tensor(a!) input) -> Tensor(a!)
Tensor log1p_(TensorArg input);
/// Logarithm to base 2.
/// \source log2(Tensor input) -> Tensor
Tensor log2(TensorArg input);
/// Logarithm to base 2. The result is written into the first tensor.
/// \source log2_(Tensor(a!) input) -> Tensor(a!)
Tensor log2_(TensorArg input);
/// Logarithm to base 10.
/// \source log10(Tensor input) -> Tensor
Tensor log10(TensorArg input);
/// Logarithm to base 10. The result is written into the first tensor.
/// \source log10_(Tensor(a!) input) -> Tensor(a!)
Tensor log10_(TensorArg input);
/// Sine.
/// \source sin(Tensor input) -> Tensor
Tensor sin(TensorArg input);
/// Sine. The result is written into the first tensor.
/// \source sin_(Tensor(a!) input) -> Tensor(a!)
Tensor sin_(TensorArg input);
/// Cosine.
/// \source cos(Tensor input) -> Tensor
Tensor cos(TensorArg input);
/// Cosine. The result is written into the first tensor.
/// \source cos_(Tensor(a!) input) -> Tensor(a!)
Tensor cos_(TensorArg input);
/// Tangent.
/// \source tan(Tensor input) -> Tensor
Tensor tan(TensorArg input);
/// Tangent. The result is written into the first tensor.
/// \source tan_(Tensor(a!) input) -> Tensor(a!)
Tensor tan_(TensorArg input);
/// Inverse sine; NaN outside [-1, 1].
/// \source asin(Tensor input) -> Tensor
Tensor asin(TensorArg input);
/// Inverse sine; NaN outside [-1, 1]. The result is written into the first tensor.
/// \source asin_(Tensor(a!) input) -> Tensor(a!)
Tensor asin_(TensorArg input);
/// Inverse cosine; NaN outside [-1, 1].
/// \source acos(Tensor input) -> Tensor
Tensor acos(TensorArg input);
/// Inverse cosine; NaN outside [-1, 1]. The result is written into the first tensor.
/// \source acos_(Tensor(a!) input) -> Tensor(a!)
Tensor acos_(TensorArg input);
/// Inverse tangent.
/// \source atan(Tensor input) -> Tensor
Tensor atan(TensorArg input);
/// Inverse tangent. The result is written into the first tensor.
/// \source atan_(Tensor(a!) input) -> Tensor(a!)
Tensor atan_(TensorArg input);
/// Inverse sine; NaN outside [-1, 1].
/// \source arcsin(Tensor input) -> Tensor
Tensor arcsin(TensorArg input);
/// Inverse sine; NaN outside [-1, 1]. The result is written into the first tensor.
/// \source arcsin_(Tensor(a!) input) -> Tensor(a!)
Tensor arcsin_(TensorArg input);
/// Inverse cosine; NaN outside [-1, 1].
/// \source arccos(Tensor input) -> Tensor
Tensor arccos(TensorArg input);
/// Inverse cosine; NaN outside [-1, 1]. The result is written into the first tensor.
/// \source arccos_(Tensor(a!) input) -> Tensor(a!)
Tensor arccos_(TensorArg input);
/// Inverse tangent.
/// \source arctan(Tensor input) -> Tensor
Tensor arctan(TensorArg input);
/// Inverse tangent. The result is written into the first tensor.
/// \source arctan_(Tensor(a!) input) -> Tensor(a!)
Tensor arctan_(TensorArg input);
/// Hyperbolic sine.
/// \source sinh(Tensor input) -> Tensor
Tensor sinh(TensorArg input);
/// Hyperbolic sine. The result is written into the first tensor.
/// \source sinh_(Tensor(a!) input) -> Tensor(a!)
Tensor sinh_(TensorArg input);
/// Hyperbolic cosine.
/// \source cosh(Tensor input) -> Tensor
Tensor cosh(TensorArg input);
/// Hyperbolic cosine. The result is written into the first tensor.
/// \source cosh_(Tensor(a!) input) -> Tensor(a!)
Tensor cosh_(TensorArg input);
/// Hyperbolic tangent.
/// \source tanh(Tensor input) -> Tensor
Tensor tanh(TensorArg input);
/// Hyperbolic tangent. The result is written into the first tensor.
/// \source tanh_(Tensor(a!) input) -> Tensor(a!)
Tensor tanh_(TensorArg input);
/// Inverse hyperbolic sine.
/// \source asinh(Tensor input) -> Tensor
Tensor asinh(TensorArg input);
/// Inverse hyperbolic sine. The result is written into the first tensor.
/// \source asinh_(Tensor(a!) input) -> Tensor(a!)
Tensor asinh_(TensorArg input);
/// Inverse hyperbolic cosine; NaN below 1.
/// \source acosh(Tensor input) -> Tensor
Tensor acosh(TensorArg input);
/// Inverse hyperbolic cosine; NaN below 1. The result is written into the first tensor.
/// \source acosh_(Tensor(a!) input) -> Tensor(a!)
Tensor acosh_(TensorArg input);
/// Inverse hyperbolic tangent; NaN outside [-1, 1].
/// \source atanh(Tensor input) -> Tensor
Tensor atanh(TensorArg input);
/// Inverse hyperbolic tangent; NaN outside [-1, 1]. The result is written into the first tensor.
/// \source atanh_(Tensor(a!) input) -> Tensor(a!)
Tensor atanh_(TensorArg input);
/// Inverse hyperbolic sine.
/// \source arcsinh(Tensor input) -> Tensor
Tensor arcsinh(TensorArg input);
/// Inverse hyperbolic sine. The result is written into the first tensor.
/// \source arcsinh_(Tensor(a!) input) -> Tensor(a!)
Tensor arcsinh_(TensorArg input);
/// Inverse hyperbolic cosine; NaN below 1.
/// \source arccosh(Tensor input) -> Tensor
Tensor arccosh(TensorArg input);
/// Inverse hyperbolic cosine; NaN below 1. The result is written into the first tensor.
/// \source arccosh_(Tensor(a!) input) -> Tensor(a!)
Tensor arccosh_(TensorArg input);
/// Inverse hyperbolic tangent; NaN outside [-1, 1].
/// \source arctanh(Tensor input) -> Tensor
Tensor arctanh(TensorArg input);
/// Inverse hyperbolic tangent; NaN outside [-1, 1]. The result is written into the first tensor.
/// \source arctanh_(Tensor(a!) input) -> Tensor(a!)
Tensor arctanh_(TensorArg input);
/// Error function.
/// \source erf(Tensor input) -> Tensor
Tensor erf(TensorArg input);
/// Error function. The result is written into the first tensor.
/// \source erf_(Tensor(a!) input) -> Tensor(a!)
Tensor erf_(TensorArg input);
/// 1 - erf(x), accurate for large x.
/// \source erfc(Tensor input) -> Tensor
Tensor erfc(TensorArg input);
/// 1 - erf(x), accurate for large x. The result is written into the first tensor.
/// \source erfc_(Tensor(a!) input) -> Tensor(a!)
Tensor erfc_(TensorArg input);
/// The number whose error function is x; infinite at -1 and 1, NaN outside.
/// \source erfinv(Tensor input) -> Tensor
Tensor erfinv(TensorArg input);
/// The number whose error function is x; infinite at -1 and 1, NaN outside. The result is written into the first tensor.
/// \source erfinv_(Tensor(a!) input) -> Tensor(a!)
Tensor erfinv_(TensorArg input);
/// Logarithm of the gamma function's magnitude.
/// \source lgamma(Tensor input) -> Tensor
Tensor lgamma(TensorArg input);
/// Logarithm of the gamma function's magnitude. The result is written into the first tensor.
/// \source lgamma_(Tensor(a!) input) -> Tensor(a!)
Tensor lgamma_(TensorArg input);
/// Derivative of the logarithm of the gamma function.
/// \source digamma(Tensor input) -> Tensor
Tensor digamma(TensorArg input);
/// Derivative of the logarithm of the gamma function. The result is written into the first tensor.
/// \source digamma_(Tensor(a!) input) -> Tensor(a!)
Tensor digamma_(TensorArg input);
/// 1 / (1 + exp(-x)).
/// \source sigmoid(Tensor input) -> Tensor
Tensor sigmoid(TensorArg input);
/// 1 / (1 + exp(-x)). The result is written into the first tensor.
/// \source sigmoid_(Tensor(a!) input) -> Tensor(a!)
Tensor sigmoid_(TensorArg input);
/// log(x / (1 - x)), with x clamped to [eps, 1 - eps] where eps is given.
/// \source logit(Tensor input, float? eps=None) -> Tensor
Tensor logit(TensorArg input, std::optional<double> eps = {});
/// log(x / (1 - x)), with x clamped to [eps, 1 - eps] where eps is given. The result is written into the first tensor.
/// \source logit_(Tensor(a!) input, float? eps=None) -> Tensor(a!)
Tensor logit_(TensorArg input, std::optional<double> eps = {});
/// sin(pi x) / (pi x), and 1 at 0.
/// \source sinc(Tensor input) -> Tensor
Tensor sinc(TensorArg input);
/// sin(pi x) / (pi x), and 1 at 0. The result is written into the first tensor.
/// \source sinc_(Tensor(a!) input) -> Tensor(a!)
Tensor sinc_(TensorArg input);
/// Degrees as radians.
/// \source deg2rad(Tensor input) -> Tensor
Tensor deg2rad(TensorArg input);
/// Degrees as radians. The result is written into the first tensor.
/// \source deg2rad_(Tensor(a!) input) -> Tensor(a!)
Tensor deg2rad_(TensorArg input);
/// Radians as degrees.
/// \source rad2deg(Tensor input) -> Tensor
Tensor rad2deg(TensorArg input);
/// Radians as degrees. The result is written into the first tensor.
/// \source rad2deg_(Tensor(a!) input) -> Tensor(a!)
Tensor rad2deg_(TensorArg input);
/// Each element rounded towards minus infinity.
/// \source floor(Tensor input) -> Tensor
Tensor floor(TensorArg input);
/// Each element rounded towards minus infinity. The result is written into the first tensor.
/// \source floor_(Tensor(a!) input) -> Tensor(a!)
Tensor floor_(TensorArg input);
/// Each element rounded towards plus infinity.
/// \source ceil(Tensor input) -> Tensor
Tensor ceil(TensorArg input);
/// Each element rounded towards plus infinity. The result is written into the first tensor.
/// \source ceil_(Tensor(a!) input) -> Tensor(a!)
Tensor ceil_(TensorArg input);
/// Each element rounded to the nearest integer, halves to even.
/// \source round(Tensor input) -> Tensor
Tensor round(TensorArg input);
/// Each element rounded to the nearest integer, halves to even. The result is written into the first tensor.
/// \source round_(Tensor(a!) input) -> Tensor(a!)
Tensor round_(TensorArg input);
/// Each element rounded to a number of decimals, halves to even.
/// \source round.decimals(Tensor input, *, int decimals) -> Tensor
Tensor round(TensorArg input, std::int64_t decimals);
/// Each element rounded to a number of decimals, halves to even. The result is written into the first tensor.
/// \source round_.decimals(Tensor(a!) input, *, int decimals) -> Tensor(a!)
Tensor round_(TensorArg input, std::int64_t decimals);
/// Each element rounded towards 0.
/// \source trunc(Tensor input) -> Tensor
Tensor trunc(TensorArg input);
/// Each element rounded towards 0. The result is written into the first tensor.
/// \source trunc_(Tensor(a!) input) -> Tensor(a!)
Tensor trunc_(TensorArg input);
/// Each element rounded towards 0.
/// \source fix(Tensor input) -> Tensor
Tensor fix(TensorArg input);
/// Each element rounded towards 0. The result is written into the first tensor.
/// \source fix_(Tensor(a!) input) -> Tensor(a!)
Tensor fix_(TensorArg input);
/// Fractional part, with the sign of the element.
/// \source frac(Tensor input) -> Tensor
Tensor frac(TensorArg input);
/// Fractional part, with the sign of the element. The result is written into the first tensor.
/// \source frac_(Tensor(a!) input) -> Tensor(a!)
Tensor frac_(TensorArg input);
/// True where an element is NaN.
/// \source isnan(Tensor input) -> Tensor
Tensor isnan(TensorArg input);
/// True where an element is infinite.
/// \source isinf(Tensor input) -> Tensor
Tensor isinf(TensorArg input);
/// True where an element is neither NaN nor infinite.
/// \source isfinite(Tensor input) -> Tensor
Tensor isfinite(TensorArg input);
/// True for negative elements and -0; false for NaN.
/// \source signbit(Tensor input) -> Tensor
Tensor signbit(TensorArg input);
/// True where an element is plus infinity.
/// \source isposinf(Tensor input) -> Tensor
Tensor isposinf(TensorArg input);
/// True where an element is minus infinity.
/// \source isneginf(Tensor input) -> Tensor
Tensor isneginf(TensorArg input);
/// True where an element is 0.
/// \source logical_not(Tensor input) -> Tensor
Tensor logical_not(TensorArg input);
/// True where an element is 0. The result is written into the first tensor.
/// \source logical_not_(Tensor(a!) input) -> Tensor(a!)
Tensor logical_not_(TensorArg input);
/// The bits of each integer, or the bool, inverted.
/// \source bitwise_not(Tensor input) -> Tensor
Tensor bitwise_not(TensorArg input);
/// The bits of each integer, or the bool, inverted. The result is written into the first tensor.
/// \source bitwise_not_(Tensor(a!) input) -> Tensor(a!)
Tensor bitwise_not_(TensorArg input);
/// NaN replaced by 0 and infinities by the largest finite values, or by the given numbers.
/// \source nan_to_num(Tensor input, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor
Tensor nan_to_num(TensorArg input, std::optional<double> nan = {}, std::optional<double> posinf = {}, std::optional<double> neginf = {});
/// NaN replaced by 0 and infinities by the largest finite values, or by the given numbers. The result is written into the first tensor.
/// \source nan_to_num_(Tensor(a!) input, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor(a!)
Tensor nan_to_num_(TensorArg input, std::optional<double> nan = {}, std::optional<double> posinf = {}, std::optional<double> neginf = {});
/// The tensor without its history.
/// \source detach(Tensor(a) input) -> Tensor(a)
Tensor detach(TensorArg input);
/// The tensor itself.
/// \source positive(Tensor(a) input) -> Tensor(a)
Tensor positive(TensorArg input);

}  // namespace weft

