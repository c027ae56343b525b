// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/tensor/tensor.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor Tensor::neg(where_t where) const {
  static const ir::Operator& op = ir::get_operator("neg");
  return to_tensor(dispatch(op, {self_value(*this, "neg", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::neg_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("neg_");
  return written(*this, dispatch(op, {self_value(*this, "neg_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::abs(where_t where) const {
  static const ir::Operator& op = ir::get_operator("abs");
  return to_tensor(dispatch(op, {self_value(*this, "abs", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::abs_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("abs_");
  return written(*this, dispatch(op, {self_value(*this, "abs_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::negative(where_t where) const {
  static const ir::Operator& op = ir::get_operator("negative");
  return to_tensor(dispatch(op, {self_value(*this, "negative", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::negative_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("negative_");
  return written(*this, dispatch(op, {self_value(*this, "negative_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::absolute(where_t where) const {
  static const ir::Operator& op = ir::get_operator("absolute");
  return to_tensor(dispatch(op, {self_value(*this, "absolute", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::absolute_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("absolute_");
  return written(*this, dispatch(op, {self_value(*this, "absolute_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::sgn(where_t where) const {
  static const ir::Operator& op = ir::get_operator("sgn");
  return to_tensor(dispatch(op, {self_value(*this, "sgn", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::sgn_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("sgn_");
  return written(*this, dispatch(op, {self_value(*this, "sgn_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::sign(where_t where) const {
  static const ir::Operator& op = ir::get_operator("sign");
  return to_tensor(dispatch(op, {self_value(*this, "sign", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::sign_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("sign_");
  return written(*this, dispatch(op, {self_value(*this, "sign_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::square(where_t where) const {
  static const ir::Operator& op = ir::get_operator("square");
  return to_tensor(dispatch(op, {self_value(*this, "square", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::square_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("square_");
  return written(*this, dispatch(op, {self_value(*this, "square_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::reciprocal(where_t where) const {
  static const ir::Operator& op = ir::get_operator("reciprocal");
  return to_tensor(dispatch(op, {self_value(*this, "reciprocal", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::reciprocal_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("reciprocal_");
  return written(*this, dispatch(op, {self_value(*this, "reciprocal_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::sqrt(where_t where) const {
  static const ir::Operator& op = ir::get_operator("sqrt");
  return to_tensor(dispatch(op, {self_value(*this, "sqrt", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::sqrt_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("sqrt_");
  return written(*this, dispatch(op, {self_value(*this, "sqrt_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::rsqrt(where_t where) const {
  static const ir::Operator& op = ir::get_operator("rsqrt");
  return to_tensor(dispatch(op, {self_value(*this, "rsqrt", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::rsqrt_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("rsqrt_");
  return written(*this, dispatch(op, {self_value(*this, "rsqrt_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::exp(where_t where) const {
  static const ir::Operator& op = ir::get_operator("exp");
  return to_tensor(dispatch(op, {self_value(*this, "exp", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::exp_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("exp_");
  return written(*this, dispatch(op, {self_value(*this, "exp_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::exp2(where_t where) const {
  static const ir::Operator& op = ir::get_operator("exp2");
  return to_tensor(dispatch(op, {self_value(*this, "exp2", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::exp2_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("exp2_");
  return written(*this, dispatch(op, {self_value(*this, "exp2_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::expm1(where_t where) const {
  static const ir::Operator& op = ir::get_operator("expm1");
  return to_tensor(dispatch(op, {self_value(*this, "expm1", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::expm1_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("expm1_");
  return written(*this, dispatch(op, {self_value(*this, "expm1_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::log(where_t where) const {
  static const ir::Operator& op = ir::get_operator("log");
  return to_tensor(dispatch(op, {self_value(*this, "log", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::log_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("log_");
  return written(*this, dispatch(op, {self_value(*this, "log_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::log1p(where_t where) const {
  static const ir::Operator& op = ir::get_operator("log1p");
  return to_tensor(dispatch(op, {self_value(*this, "log1p", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::log1p_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("log1p_");
  return written(*this, dispatch(op, {self_value(*this, "log1p_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::log2(where_t where) const {
  static const ir::Operator& op = ir::get_operator("log2");
  return to_tensor(dispatch(op, {self_value(*this, "log2", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::log2_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("log2_");
  return written(*this, dispatch(op, {self_value(*this, "log2_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::log10(where_t where) const {
  static const ir::Operator& op = ir::get_operator("log10");
  return to_tensor(dispatch(op, {self_value(*this, "log10", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::log10_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("log10_");
  return written(*this, dispatch(op, {self_value(*this, "log10_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::sin(where_t where) const {
  static const ir::Operator& op = ir::get_operator("sin");
  return to_tensor(dispatch(op, {self_value(*this, "sin", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::sin_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("sin_");
  return written(*this, dispatch(op, {self_value(*this, "sin_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::cos(where_t where) const {
  static const ir::Operator& op = ir::get_operator("cos");
  return to_tensor(dispatch(op, {self_value(*this, "cos", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::cos_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("cos_");
  return written(*this, dispatch(op, {self_value(*this, "cos_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::tan(where_t where) const {
  static const ir::Operator& op = ir::get_operator("tan");
  return to_tensor(dispatch(op, {self_value(*this, "tan", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::tan_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("tan_");
  return written(*this, dispatch(op, {self_value(*this, "tan_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::asin(where_t where) const {
  static const ir::Operator& op = ir::get_operator("asin");
  return to_tensor(dispatch(op, {self_value(*this, "asin", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::asin_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("asin_");
  return written(*this, dispatch(op, {self_value(*this, "asin_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::acos(where_t where) const {
  static const ir::Operator& op = ir::get_operator("acos");
  return to_tensor(dispatch(op, {self_value(*this, "acos", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::acos_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("acos_");
  return written(*this, dispatch(op, {self_value(*this, "acos_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::atan(where_t where) const {
  static const ir::Operator& op = ir::get_operator("atan");
  return to_tensor(dispatch(op, {self_value(*this, "atan", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::atan_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("atan_");
  return written(*this, dispatch(op, {self_value(*this, "atan_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::arcsin(where_t where) const {
  static const ir::Operator& op = ir::get_operator("arcsin");
  return to_tensor(dispatch(op, {self_value(*this, "arcsin", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::arcsin_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("arcsin_");
  return written(*this, dispatch(op, {self_value(*this, "arcsin_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::arccos(where_t where) const {
  static const ir::Operator& op = ir::get_operator("arccos");
  return to_tensor(dispatch(op, {self_value(*this, "arccos", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::arccos_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("arccos_");
  return written(*this, dispatch(op, {self_value(*this, "arccos_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::arctan(where_t where) const {
  static const ir::Operator& op = ir::get_operator("arctan");
  return to_tensor(dispatch(op, {self_value(*this, "arctan", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::arctan_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("arctan_");
  return written(*this, dispatch(op, {self_value(*this, "arctan_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::sinh(where_t where) const {
  static const ir::Operator& op = ir::get_operator("sinh");
  return to_tensor(dispatch(op, {self_value(*this, "sinh", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::sinh_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("sinh_");
  return written(*this, dispatch(op, {self_value(*this, "sinh_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::cosh(where_t where) const {
  static const ir::Operator& op = ir::get_operator("cosh");
  return to_tensor(dispatch(op, {self_value(*this, "cosh", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::cosh_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("cosh_");
  return written(*this, dispatch(op, {self_value(*this, "cosh_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::tanh(where_t where) const {
  static const ir::Operator& op = ir::get_operator("tanh");
  return to_tensor(dispatch(op, {self_value(*this, "tanh", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::tanh_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("tanh_");
  return written(*this, dispatch(op, {self_value(*this, "tanh_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::asinh(where_t where) const {
  static const ir::Operator& op = ir::get_operator("asinh");
  return to_tensor(dispatch(op, {self_value(*this, "asinh", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::asinh_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("asinh_");
  return written(*this, dispatch(op, {self_value(*this, "asinh_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::acosh(where_t where) const {
  static const ir::Operator& op = ir::get_operator("acosh");
  return to_tensor(dispatch(op, {self_value(*this, "acosh", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::acosh_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("acosh_");
  return written(*this, dispatch(op, {self_value(*this, "acosh_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::atanh(where_t where) const {
  static const ir::Operator& op = ir::get_operator("atanh");
  return to_tensor(dispatch(op, {self_value(*this, "atanh", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::atanh_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("atanh_");
  return written(*this, dispatch(op, {self_value(*this, "atanh_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::arcsinh(where_t where) const {
  static const ir::Operator& op = ir::get_operator("arcsinh");
  return to_tensor(dispatch(op, {self_value(*this, "arcsinh", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::arcsinh_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("arcsinh_");
  return written(*this, dispatch(op, {self_value(*this, "arcsinh_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::arccosh(where_t where) const {
  static const ir::Operator& op = ir::get_operator("arccosh");
  return to_tensor(dispatch(op, {self_value(*this, "arccosh", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::arccosh_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("arccosh_");
  return written(*this, dispatch(op, {self_value(*this, "arccosh_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::arctanh(where_t where) const {
  static const ir::Operator& op = ir::get_operator("arctanh");
  return to_tensor(dispatch(op, {self_value(*this, "arctanh", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::arctanh_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("arctanh_");
  return written(*this, dispatch(op, {self_value(*this, "arctanh_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::erf(where_t where) const {
  static const ir::Operator& op = ir::get_operator("erf");
  return to_tensor(dispatch(op, {self_value(*this, "erf", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::erf_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("erf_");
  return written(*this, dispatch(op, {self_value(*this, "erf_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::erfc(where_t where) const {
  static const ir::Operator& op = ir::get_operator("erfc");
  return to_tensor(dispatch(op, {self_value(*this, "erfc", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::erfc_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("erfc_");
  return written(*this, dispatch(op, {self_value(*this, "erfc_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::erfinv(where_t where) const {
  static const ir::Operator& op = ir::get_operator("erfinv");
  return to_tensor(dispatch(op, {self_value(*this, "erfinv", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::erfinv_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("erfinv_");
  return written(*this, dispatch(op, {self_value(*this, "erfinv_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::lgamma(where_t where) const {
  static const ir::Operator& op = ir::get_operator("lgamma");
  return to_tensor(dispatch(op, {self_value(*this, "lgamma", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::lgamma_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("lgamma_");
  return written(*this, dispatch(op, {self_value(*this, "lgamma_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::digamma(where_t where) const {
  static const ir::Operator& op = ir::get_operator("digamma");
  return to_tensor(dispatch(op, {self_value(*this, "digamma", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::digamma_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("digamma_");
  return written(*this, dispatch(op, {self_value(*this, "digamma_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::sigmoid(where_t where) const {
  static const ir::Operator& op = ir::get_operator("sigmoid");
  return to_tensor(dispatch(op, {self_value(*this, "sigmoid", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::sigmoid_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("sigmoid_");
  return written(*this, dispatch(op, {self_value(*this, "sigmoid_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::logit(std::optional<double> eps, where_t where) const {
  static const ir::Operator& op = ir::get_operator("logit");
  return to_tensor(dispatch(op, {self_value(*this, "logit", where), to_value(eps)}, CallStyle::kMethod, where));
}
Tensor& Tensor::logit_(std::optional<double> eps, where_t where) const {
  static const ir::Operator& op = ir::get_operator("logit_");
  return written(*this, dispatch(op, {self_value(*this, "logit_", where), to_value(eps)}, CallStyle::kMethod, where));
}
Tensor Tensor::sinc(where_t where) const {
  static const ir::Operator& op = ir::get_operator("sinc");
  return to_tensor(dispatch(op, {self_value(*this, "sinc", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::sinc_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("sinc_");
  return written(*this, dispatch(op, {self_value(*this, "sinc_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::deg2rad(where_t where) const {
  static const ir::Operator& op = ir::get_operator("deg2rad");
  return to_tensor(dispatch(op, {self_value(*this, "deg2rad", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::deg2rad_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("deg2rad_");
  return written(*this, dispatch(op, {self_value(*this, "deg2rad_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::rad2deg(where_t where) const {
  static const ir::Operator& op = ir::get_operator("rad2deg");
  return to_tensor(dispatch(op, {self_value(*this, "rad2deg", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::rad2deg_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("rad2deg_");
  return written(*this, dispatch(op, {self_value(*this, "rad2deg_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::floor(where_t where) const {
  static const ir::Operator& op = ir::get_operator("floor");
  return to_tensor(dispatch(op, {self_value(*this, "floor", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::floor_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("floor_");
  return written(*this, dispatch(op, {self_value(*this, "floor_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::ceil(where_t where) const {
  static const ir::Operator& op = ir::get_operator("ceil");
  return to_tensor(dispatch(op, {self_value(*this, "ceil", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::ceil_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("ceil_");
  return written(*this, dispatch(op, {self_value(*this, "ceil_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::round(where_t where) const {
  static const ir::Operator& op = ir::get_operator("round");
  return to_tensor(dispatch(op, {self_value(*this, "round", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::round_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("round_");
  return written(*this, dispatch(op, {self_value(*this, "round_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::round(std::int64_t decimals, where_t where) const {
  static const ir::Operator& op = ir::get_operator("round.decimals");
  return to_tensor(dispatch(op, {self_value(*this, "round", where), to_value(decimals)}, CallStyle::kMethod, where));
}
Tensor& Tensor::round_(std::int64_t decimals, where_t where) const {
  static const ir::Operator& op = ir::get_operator("round_.decimals");
  return written(*this, dispatch(op, {self_value(*this, "round_", where), to_value(decimals)}, CallStyle::kMethod, where));
}
Tensor Tensor::trunc(where_t where) const {
  static const ir::Operator& op = ir::get_operator("trunc");
  return to_tensor(dispatch(op, {self_value(*this, "trunc", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::trunc_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("trunc_");
  return written(*this, dispatch(op, {self_value(*this, "trunc_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::fix(where_t where) const {
  static const ir::Operator& op = ir::get_operator("fix");
  return to_tensor(dispatch(op, {self_value(*this, "fix", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::fix_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("fix_");
  return written(*this, dispatch(op, {self_value(*this, "fix_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::frac(where_t where) const {
  static const ir::Operator& op = ir::get_operator("frac");
  return to_tensor(dispatch(op, {self_value(*this, "frac", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::frac_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("frac_");
  return written(*this, dispatch(op, {self_value(*this, "frac_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::isnan(where_t where) const {
  static const ir::Operator& op = ir::get_operator("isnan");
  return to_tensor(dispatch(op, {self_value(*this, "isnan", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::isinf(where_t where) const {
  static const ir::Operator& op = ir::get_operator("isinf");
  return to_tensor(dispatch(op, {self_value(*this, "isinf", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::isfinite(where_t where) const {
  static const ir::Operator& op = ir::get_operator("isfinite");
  return to_tensor(dispatch(op, {self_value(*this, "isfinite", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::signbit(where_t where) const {
  static const ir::Operator& op = ir::get_operator("signbit");
  return to_tensor(dispatch(op, {self_value(*this, "signbit", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::isposinf(where_t where) const {
  static const ir::Operator& op = ir::get_operator("isposinf");
  return to_tensor(dispatch(op, {self_value(*this, "isposinf", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::isneginf(where_t where) const {
  static const ir::Operator& op = ir::get_operator("isneginf");
  return to_tensor(dispatch(op, {self_value(*this, "isneginf", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::logical_not(where_t where) const {
  static const ir::Operator& op = ir::get_operator("logical_not");
  return to_tensor(dispatch(op, {self_value(*this, "logical_not", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::logical_not_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("logical_not_");
  return written(*this, dispatch(op, {self_value(*this, "logical_not_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::bitwise_not(where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_not");
  return to_tensor(dispatch(op, {self_value(*this, "bitwise_not", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::bitwise_not_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("bitwise_not_");
  return written(*this, dispatch(op, {self_value(*this, "bitwise_not_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::nan_to_num(std::optional<double> nan, std::optional<double> posinf, std::optional<double> neginf, where_t where) const {
  static const ir::Operator& op = ir::get_operator("nan_to_num");
  return to_tensor(dispatch(op, {self_value(*this, "nan_to_num", where), to_value(nan), to_value(posinf), to_value(neginf)}, CallStyle::kMethod, where));
}
Tensor& Tensor::nan_to_num_(std::optional<double> nan, std::optional<double> posinf, std::optional<double> neginf, where_t where) const {
  static const ir::Operator& op = ir::get_operator("nan_to_num_");
  return written(*this, dispatch(op, {self_value(*this, "nan_to_num_", where), to_value(nan), to_value(posinf), to_value(neginf)}, CallStyle::kMethod, where));
}
Tensor Tensor::detach(where_t where) const {
  static const ir::Operator& op = ir::get_operator("detach");
  return to_tensor(dispatch(op, {self_value(*this, "detach", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::positive(where_t where) const {
  static const ir::Operator& op = ir::get_operator("positive");
  return to_tensor(dispatch(op, {self_value(*this, "positive", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::type_as(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("type_as");
  return to_tensor(dispatch(op, {self_value(*this, "type_as", where), to_value(other)}, CallStyle::kMethod, where));
}

}  // namespace weft

