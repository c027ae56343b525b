// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/api/operators/pointwise_unary_functions.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor neg(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("neg");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor neg_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("neg_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor abs(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("abs");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor abs_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("abs_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor negative(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("negative");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor negative_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("negative_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor absolute(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("absolute");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor absolute_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("absolute_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor sgn(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("sgn");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor sgn_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("sgn_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor sign(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("sign");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor sign_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("sign_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor square(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("square");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor square_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("square_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor reciprocal(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("reciprocal");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor reciprocal_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("reciprocal_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor sqrt(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("sqrt");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor sqrt_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("sqrt_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor rsqrt(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("rsqrt");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor rsqrt_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("rsqrt_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor exp(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("exp");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor exp_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("exp_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor exp2(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("exp2");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor exp2_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("exp2_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor expm1(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("expm1");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor expm1_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("expm1_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor log(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("log");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor log_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("log_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor log1p(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("log1p");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor log1p_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("log1p_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor log2(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("log2");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor log2_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("log2_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor log10(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("log10");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor log10_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("log10_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor sin(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("sin");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor sin_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("sin_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor cos(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("cos");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor cos_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("cos_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor tan(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("tan");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor tan_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("tan_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor asin(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("asin");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor asin_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("asin_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor acos(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("acos");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor acos_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("acos_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor atan(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("atan");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor atan_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("atan_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor arcsin(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("arcsin");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor arcsin_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("arcsin_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor arccos(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("arccos");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor arccos_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("arccos_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor arctan(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("arctan");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor arctan_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("arctan_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor sinh(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("sinh");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor sinh_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("sinh_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor cosh(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("cosh");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor cosh_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("cosh_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor tanh(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("tanh");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor tanh_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("tanh_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor asinh(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("asinh");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor asinh_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("asinh_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor acosh(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("acosh");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor acosh_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("acosh_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor atanh(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("atanh");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor atanh_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("atanh_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor arcsinh(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("arcsinh");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor arcsinh_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("arcsinh_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor arccosh(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("arccosh");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor arccosh_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("arccosh_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor arctanh(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("arctanh");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor arctanh_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("arctanh_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor erf(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("erf");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor erf_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("erf_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor erfc(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("erfc");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor erfc_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("erfc_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor erfinv(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("erfinv");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor erfinv_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("erfinv_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor lgamma(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("lgamma");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor lgamma_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("lgamma_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor digamma(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("digamma");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor digamma_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("digamma_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor sigmoid(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("sigmoid");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor sigmoid_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("sigmoid_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor logit(TensorArg input, std::optional<double> eps) {
  static const ir::Operator& op = ir::get_operator("logit");
  return to_tensor(dispatch(op, {to_value(input), to_value(eps)}, CallStyle::kFunction, input.where()));
}
Tensor logit_(TensorArg input, std::optional<double> eps) {
  static const ir::Operator& op = ir::get_operator("logit_");
  return to_tensor(dispatch(op, {to_value(input), to_value(eps)}, CallStyle::kFunction, input.where()));
}
Tensor sinc(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("sinc");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor sinc_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("sinc_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor deg2rad(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("deg2rad");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor deg2rad_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("deg2rad_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor rad2deg(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("rad2deg");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor rad2deg_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("rad2deg_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor floor(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("floor");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor floor_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("floor_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor ceil(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("ceil");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor ceil_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("ceil_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor round(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("round");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor round_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("round_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor round(TensorArg input, std::int64_t decimals) {
  static const ir::Operator& op = ir::get_operator("round.decimals");
  return to_tensor(dispatch(op, {to_value(input), to_value(decimals)}, CallStyle::kFunction, input.where()));
}
Tensor round_(TensorArg input, std::int64_t decimals) {
  static const ir::Operator& op = ir::get_operator("round_.decimals");
  return to_tensor(dispatch(op, {to_value(input), to_value(decimals)}, CallStyle::kFunction, input.where()));
}
Tensor trunc(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("trunc");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor trunc_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("trunc_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor fix(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("fix");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor fix_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("fix_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor frac(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("frac");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor frac_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("frac_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor isnan(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("isnan");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor isinf(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("isinf");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor isfinite(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("isfinite");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor signbit(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("signbit");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor isposinf(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("isposinf");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor isneginf(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("isneginf");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor logical_not(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("logical_not");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor logical_not_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("logical_not_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_not(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("bitwise_not");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor bitwise_not_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("bitwise_not_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor nan_to_num(TensorArg input, std::optional<double> nan, std::optional<double> posinf, std::optional<double> neginf) {
  static const ir::Operator& op = ir::get_operator("nan_to_num");
  return to_tensor(dispatch(op, {to_value(input), to_value(nan), to_value(posinf), to_value(neginf)}, CallStyle::kFunction, input.where()));
}
Tensor nan_to_num_(TensorArg input, std::optional<double> nan, std::optional<double> posinf, std::optional<double> neginf) {
  static const ir::Operator& op = ir::get_operator("nan_to_num_");
  return to_tensor(dispatch(op, {to_value(input), to_value(nan), to_value(posinf), to_value(neginf)}, CallStyle::kFunction, input.where()));
}
Tensor detach(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("detach");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor positive(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("positive");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft

