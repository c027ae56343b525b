// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/api/operators/reduction_functions.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor sum(TensorArg input, std::optional<DType> dtype) {
  static const ir::Operator& op = ir::get_operator("sum");
  return to_tensor(dispatch(op, {to_value(input), to_value(dtype)}, CallStyle::kFunction, input.where()));
}
Tensor sum(TensorArg input, const OptionalSizeList& dim, bool keepdim, std::optional<DType> dtype) {
  static const ir::Operator& op = ir::get_operator("sum.dim");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim, 1), to_value(keepdim), to_value(dtype)}, CallStyle::kFunction, input.where()));
}
Tensor nansum(TensorArg input, const OptionalSizeList& dim, bool keepdim, std::optional<DType> dtype) {
  static const ir::Operator& op = ir::get_operator("nansum");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim, 1), to_value(keepdim), to_value(dtype)}, CallStyle::kFunction, input.where()));
}
Tensor mean(TensorArg input, std::optional<DType> dtype) {
  static const ir::Operator& op = ir::get_operator("mean");
  return to_tensor(dispatch(op, {to_value(input), to_value(dtype)}, CallStyle::kFunction, input.where()));
}
Tensor mean(TensorArg input, const OptionalSizeList& dim, bool keepdim, std::optional<DType> dtype) {
  static const ir::Operator& op = ir::get_operator("mean.dim");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim, 1), to_value(keepdim), to_value(dtype)}, CallStyle::kFunction, input.where()));
}
Tensor prod(TensorArg input, std::optional<DType> dtype) {
  static const ir::Operator& op = ir::get_operator("prod");
  return to_tensor(dispatch(op, {to_value(input), to_value(dtype)}, CallStyle::kFunction, input.where()));
}
Tensor prod(TensorArg input, std::int64_t dim, bool keepdim, std::optional<DType> dtype) {
  static const ir::Operator& op = ir::get_operator("prod.dim_int");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(keepdim), to_value(dtype)}, CallStyle::kFunction, input.where()));
}
Tensor amax(TensorArg input, const SizeList& dim, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("amax");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim, 1), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
Tensor amin(TensorArg input, const SizeList& dim, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("amin");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim, 1), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
Tensor max(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("max");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> max(TensorArg input, std::int64_t dim, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("max.dim");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(dim), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
Tensor max(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("max.other");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor min(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("min");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> min(TensorArg input, std::int64_t dim, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("min.dim");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(dim), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
Tensor min(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("min.other");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> aminmax(TensorArg input, std::optional<std::int64_t> dim, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("aminmax");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(dim), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
Tensor argmax(TensorArg input, std::optional<std::int64_t> dim, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("argmax");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
Tensor argmin(TensorArg input, std::optional<std::int64_t> dim, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("argmin");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
Tensor all(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("all");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor all(TensorArg input, std::int64_t dim, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("all.dim");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
Tensor any(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("any");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor any(TensorArg input, std::int64_t dim, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("any.dim");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
Tensor count_nonzero(TensorArg input, const OptionalSizeList& dim) {
  static const ir::Operator& op = ir::get_operator("count_nonzero");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim, 1)}, CallStyle::kFunction, input.where()));
}
Tensor norm(TensorArg input, const Scalar& p) {
  static const ir::Operator& op = ir::get_operator("norm");
  return to_tensor(dispatch(op, {to_value(input), to_value(p)}, CallStyle::kFunction, input.where()));
}
Tensor norm(TensorArg input, const std::optional<Scalar>& p, const SizeList& dim, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("norm.ScalarOpt_dim");
  return to_tensor(dispatch(op, {to_value(input), to_value(p), to_value(dim, 1), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
Tensor var(TensorArg input, bool unbiased) {
  static const ir::Operator& op = ir::get_operator("var");
  return to_tensor(dispatch(op, {to_value(input), to_value(unbiased)}, CallStyle::kFunction, input.where()));
}
Tensor var(TensorArg input, const OptionalSizeList& dim, bool unbiased, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("var.dim");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim, 1), to_value(unbiased), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
Tensor var(TensorArg input, const OptionalSizeList& dim, std::optional<std::int64_t> correction, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("var.correction");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim, 1), to_value(correction), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
Tensor std(TensorArg input, bool unbiased) {
  static const ir::Operator& op = ir::get_operator("std");
  return to_tensor(dispatch(op, {to_value(input), to_value(unbiased)}, CallStyle::kFunction, input.where()));
}
Tensor std(TensorArg input, const OptionalSizeList& dim, bool unbiased, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("std.dim");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim, 1), to_value(unbiased), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
Tensor std(TensorArg input, const OptionalSizeList& dim, std::optional<std::int64_t> correction, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("std.correction");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim, 1), to_value(correction), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> var_mean(TensorArg input, bool unbiased) {
  static const ir::Operator& op = ir::get_operator("var_mean");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(unbiased)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> var_mean(TensorArg input, const OptionalSizeList& dim, bool unbiased, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("var_mean.dim");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(dim, 1), to_value(unbiased), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> std_mean(TensorArg input, bool unbiased) {
  static const ir::Operator& op = ir::get_operator("std_mean");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(unbiased)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> std_mean(TensorArg input, const OptionalSizeList& dim, bool unbiased, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("std_mean.dim");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(dim, 1), to_value(unbiased), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
Tensor nanmean(TensorArg input, const OptionalSizeList& dim, bool keepdim, std::optional<DType> dtype) {
  static const ir::Operator& op = ir::get_operator("nanmean");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim, 1), to_value(keepdim), to_value(dtype)}, CallStyle::kFunction, input.where()));
}
Tensor median(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("median");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> median(TensorArg input, std::int64_t dim, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("median.dim");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(dim), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
Tensor nanmedian(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("nanmedian");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> nanmedian(TensorArg input, std::int64_t dim, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("nanmedian.dim");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(dim), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> mode(TensorArg input, std::int64_t dim, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("mode");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(dim), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
Tensor quantile(TensorArg input, TensorArg q, std::optional<std::int64_t> dim, bool keepdim, const TextArg& interpolation) {
  static const ir::Operator& op = ir::get_operator("quantile");
  return to_tensor(dispatch(op, {to_value(input), to_value(q), to_value(dim), to_value(keepdim), to_value(interpolation)}, CallStyle::kFunction, input.where()));
}
Tensor quantile(TensorArg input, const Scalar& q, std::optional<std::int64_t> dim, bool keepdim, const TextArg& interpolation) {
  static const ir::Operator& op = ir::get_operator("quantile");
  return to_tensor(dispatch(op, {to_value(input), to_value(q), to_value(dim), to_value(keepdim), to_value(interpolation)}, CallStyle::kFunction, input.where()));
}
Tensor histc(TensorArg input, const SizeItem& bins, const Scalar& min, const Scalar& max) {
  static const ir::Operator& op = ir::get_operator("histc");
  return to_tensor(dispatch(op, {to_value(input), to_value(bins), to_value(min), to_value(max)}, CallStyle::kFunction, input.where()));
}
Tensor logsumexp(TensorArg input, const SizeList& dim, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("logsumexp");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim, 1), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
Tensor softmax(TensorArg input, std::int64_t dim, std::optional<DType> dtype) {
  static const ir::Operator& op = ir::get_operator("softmax");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(dtype)}, CallStyle::kFunction, input.where()));
}
Tensor log_softmax(TensorArg input, std::int64_t dim, std::optional<DType> dtype) {
  static const ir::Operator& op = ir::get_operator("log_softmax");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(dtype)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft

namespace weft::functional {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor softmin(TensorArg input, std::int64_t dim, std::optional<DType> dtype) {
  static const ir::Operator& op = ir::get_operator("softmin");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(dtype)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft::functional

