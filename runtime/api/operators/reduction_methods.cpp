// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/tensor/tensor.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor Tensor::sum(std::optional<DType> dtype, where_t where) const {
  static const ir::Operator& op = ir::get_operator("sum");
  return to_tensor(dispatch(op, {self_value(*this, "sum", where), to_value(dtype)}, CallStyle::kMethod, where));
}
Tensor Tensor::sum(const OptionalSizeList& dim, bool keepdim, std::optional<DType> dtype, where_t where) const {
  static const ir::Operator& op = ir::get_operator("sum.dim");
  return to_tensor(dispatch(op, {self_value(*this, "sum", where), to_value(dim, 1), to_value(keepdim), to_value(dtype)}, CallStyle::kMethod, where));
}
Tensor Tensor::nansum(const OptionalSizeList& dim, bool keepdim, std::optional<DType> dtype, where_t where) const {
  static const ir::Operator& op = ir::get_operator("nansum");
  return to_tensor(dispatch(op, {self_value(*this, "nansum", where), to_value(dim, 1), to_value(keepdim), to_value(dtype)}, CallStyle::kMethod, where));
}
Tensor Tensor::mean(std::optional<DType> dtype, where_t where) const {
  static const ir::Operator& op = ir::get_operator("mean");
  return to_tensor(dispatch(op, {self_value(*this, "mean", where), to_value(dtype)}, CallStyle::kMethod, where));
}
Tensor Tensor::mean(const OptionalSizeList& dim, bool keepdim, std::optional<DType> dtype, where_t where) const {
  static const ir::Operator& op = ir::get_operator("mean.dim");
  return to_tensor(dispatch(op, {self_value(*this, "mean", where), to_value(dim, 1), to_value(keepdim), to_value(dtype)}, CallStyle::kMethod, where));
}
Tensor Tensor::prod(std::optional<DType> dtype, where_t where) const {
  static const ir::Operator& op = ir::get_operator("prod");
  return to_tensor(dispatch(op, {self_value(*this, "prod", where), to_value(dtype)}, CallStyle::kMethod, where));
}
Tensor Tensor::prod(std::int64_t dim, bool keepdim, std::optional<DType> dtype, where_t where) const {
  static const ir::Operator& op = ir::get_operator("prod.dim_int");
  return to_tensor(dispatch(op, {self_value(*this, "prod", where), to_value(dim), to_value(keepdim), to_value(dtype)}, CallStyle::kMethod, where));
}
Tensor Tensor::amax(const SizeList& dim, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("amax");
  return to_tensor(dispatch(op, {self_value(*this, "amax", where), to_value(dim, 1), to_value(keepdim)}, CallStyle::kMethod, where));
}
Tensor Tensor::amin(const SizeList& dim, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("amin");
  return to_tensor(dispatch(op, {self_value(*this, "amin", where), to_value(dim, 1), to_value(keepdim)}, CallStyle::kMethod, where));
}
Tensor Tensor::max(where_t where) const {
  static const ir::Operator& op = ir::get_operator("max");
  return to_tensor(dispatch(op, {self_value(*this, "max", where)}, CallStyle::kMethod, where));
}
std::tuple<Tensor, Tensor> Tensor::max(std::int64_t dim, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("max.dim");
  return to_tuple<2>(dispatch(op, {self_value(*this, "max", where), to_value(dim), to_value(keepdim)}, CallStyle::kMethod, where));
}
Tensor Tensor::max(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("max.other");
  return to_tensor(dispatch(op, {self_value(*this, "max", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::min(where_t where) const {
  static const ir::Operator& op = ir::get_operator("min");
  return to_tensor(dispatch(op, {self_value(*this, "min", where)}, CallStyle::kMethod, where));
}
std::tuple<Tensor, Tensor> Tensor::min(std::int64_t dim, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("min.dim");
  return to_tuple<2>(dispatch(op, {self_value(*this, "min", where), to_value(dim), to_value(keepdim)}, CallStyle::kMethod, where));
}
Tensor Tensor::min(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("min.other");
  return to_tensor(dispatch(op, {self_value(*this, "min", where), to_value(other)}, CallStyle::kMethod, where));
}
std::tuple<Tensor, Tensor> Tensor::aminmax(std::optional<std::int64_t> dim, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("aminmax");
  return to_tuple<2>(dispatch(op, {self_value(*this, "aminmax", where), to_value(dim), to_value(keepdim)}, CallStyle::kMethod, where));
}
Tensor Tensor::argmax(std::optional<std::int64_t> dim, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("argmax");
  return to_tensor(dispatch(op, {self_value(*this, "argmax", where), to_value(dim), to_value(keepdim)}, CallStyle::kMethod, where));
}
Tensor Tensor::argmin(std::optional<std::int64_t> dim, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("argmin");
  return to_tensor(dispatch(op, {self_value(*this, "argmin", where), to_value(dim), to_value(keepdim)}, CallStyle::kMethod, where));
}
Tensor Tensor::all(where_t where) const {
  static const ir::Operator& op = ir::get_operator("all");
  return to_tensor(dispatch(op, {self_value(*this, "all", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::all(std::int64_t dim, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("all.dim");
  return to_tensor(dispatch(op, {self_value(*this, "all", where), to_value(dim), to_value(keepdim)}, CallStyle::kMethod, where));
}
Tensor Tensor::any(where_t where) const {
  static const ir::Operator& op = ir::get_operator("any");
  return to_tensor(dispatch(op, {self_value(*this, "any", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::any(std::int64_t dim, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("any.dim");
  return to_tensor(dispatch(op, {self_value(*this, "any", where), to_value(dim), to_value(keepdim)}, CallStyle::kMethod, where));
}
Tensor Tensor::count_nonzero(const OptionalSizeList& dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("count_nonzero");
  return to_tensor(dispatch(op, {self_value(*this, "count_nonzero", where), to_value(dim, 1)}, CallStyle::kMethod, where));
}
Tensor Tensor::norm(const Scalar& p, where_t where) const {
  static const ir::Operator& op = ir::get_operator("norm");
  return to_tensor(dispatch(op, {self_value(*this, "norm", where), to_value(p)}, CallStyle::kMethod, where));
}
Tensor Tensor::norm(const std::optional<Scalar>& p, const SizeList& dim, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("norm.ScalarOpt_dim");
  return to_tensor(dispatch(op, {self_value(*this, "norm", where), to_value(p), to_value(dim, 1), to_value(keepdim)}, CallStyle::kMethod, where));
}
Tensor Tensor::var(bool unbiased, where_t where) const {
  static const ir::Operator& op = ir::get_operator("var");
  return to_tensor(dispatch(op, {self_value(*this, "var", where), to_value(unbiased)}, CallStyle::kMethod, where));
}
Tensor Tensor::var(const OptionalSizeList& dim, bool unbiased, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("var.dim");
  return to_tensor(dispatch(op, {self_value(*this, "var", where), to_value(dim, 1), to_value(unbiased), to_value(keepdim)}, CallStyle::kMethod, where));
}
Tensor Tensor::var(const OptionalSizeList& dim, std::optional<std::int64_t> correction, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("var.correction");
  return to_tensor(dispatch(op, {self_value(*this, "var", where), to_value(dim, 1), to_value(correction), to_value(keepdim)}, CallStyle::kMethod, where));
}
Tensor Tensor::std(bool unbiased, where_t where) const {
  static const ir::Operator& op = ir::get_operator("std");
  return to_tensor(dispatch(op, {self_value(*this, "std", where), to_value(unbiased)}, CallStyle::kMethod, where));
}
Tensor Tensor::std(const OptionalSizeList& dim, bool unbiased, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("std.dim");
  return to_tensor(dispatch(op, {self_value(*this, "std", where), to_value(dim, 1), to_value(unbiased), to_value(keepdim)}, CallStyle::kMethod, where));
}
Tensor Tensor::std(const OptionalSizeList& dim, std::optional<std::int64_t> correction, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("std.correction");
  return to_tensor(dispatch(op, {self_value(*this, "std", where), to_value(dim, 1), to_value(correction), to_value(keepdim)}, CallStyle::kMethod, where));
}
Tensor Tensor::nanmean(const OptionalSizeList& dim, bool keepdim, std::optional<DType> dtype, where_t where) const {
  static const ir::Operator& op = ir::get_operator("nanmean");
  return to_tensor(dispatch(op, {self_value(*this, "nanmean", where), to_value(dim, 1), to_value(keepdim), to_value(dtype)}, CallStyle::kMethod, where));
}
Tensor Tensor::median(where_t where) const {
  static const ir::Operator& op = ir::get_operator("median");
  return to_tensor(dispatch(op, {self_value(*this, "median", where)}, CallStyle::kMethod, where));
}
std::tuple<Tensor, Tensor> Tensor::median(std::int64_t dim, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("median.dim");
  return to_tuple<2>(dispatch(op, {self_value(*this, "median", where), to_value(dim), to_value(keepdim)}, CallStyle::kMethod, where));
}
Tensor Tensor::nanmedian(where_t where) const {
  static const ir::Operator& op = ir::get_operator("nanmedian");
  return to_tensor(dispatch(op, {self_value(*this, "nanmedian", where)}, CallStyle::kMethod, where));
}
std::tuple<Tensor, Tensor> Tensor::nanmedian(std::int64_t dim, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("nanmedian.dim");
  return to_tuple<2>(dispatch(op, {self_value(*this, "nanmedian", where), to_value(dim), to_value(keepdim)}, CallStyle::kMethod, where));
}
std::tuple<Tensor, Tensor> Tensor::mode(std::int64_t dim, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("mode");
  return to_tuple<2>(dispatch(op, {self_value(*this, "mode", where), to_value(dim), to_value(keepdim)}, CallStyle::kMethod, where));
}
Tensor Tensor::quantile(TensorArg q, std::optional<std::int64_t> dim, bool keepdim, const TextArg& interpolation, where_t where) const {
  static const ir::Operator& op = ir::get_operator("quantile");
  return to_tensor(dispatch(op, {self_value(*this, "quantile", where), to_value(q), to_value(dim), to_value(keepdim), to_value(interpolation)}, CallStyle::kMethod, where));
}
Tensor Tensor::quantile(const Scalar& q, std::optional<std::int64_t> dim, bool keepdim, const TextArg& interpolation, where_t where) const {
  static const ir::Operator& op = ir::get_operator("quantile");
  return to_tensor(dispatch(op, {self_value(*this, "quantile", where), to_value(q), to_value(dim), to_value(keepdim), to_value(interpolation)}, CallStyle::kMethod, where));
}
Tensor Tensor::histc(const SizeItem& bins, const Scalar& min, const Scalar& max, where_t where) const {
  static const ir::Operator& op = ir::get_operator("histc");
  return to_tensor(dispatch(op, {self_value(*this, "histc", where), to_value(bins), to_value(min), to_value(max)}, CallStyle::kMethod, where));
}
Tensor Tensor::logsumexp(const SizeList& dim, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("logsumexp");
  return to_tensor(dispatch(op, {self_value(*this, "logsumexp", where), to_value(dim, 1), to_value(keepdim)}, CallStyle::kMethod, where));
}
Tensor Tensor::softmax(std::int64_t dim, std::optional<DType> dtype, where_t where) const {
  static const ir::Operator& op = ir::get_operator("softmax");
  return to_tensor(dispatch(op, {self_value(*this, "softmax", where), to_value(dim), to_value(dtype)}, CallStyle::kMethod, where));
}
Tensor Tensor::log_softmax(std::int64_t dim, std::optional<DType> dtype, where_t where) const {
  static const ir::Operator& op = ir::get_operator("log_softmax");
  return to_tensor(dispatch(op, {self_value(*this, "log_softmax", where), to_value(dim), to_value(dtype)}, CallStyle::kMethod, where));
}

}  // namespace weft

