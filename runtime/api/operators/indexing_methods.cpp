// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/tensor/tensor.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor Tensor::index_select(std::int64_t dim, TensorArg index, where_t where) const {
  static const ir::Operator& op = ir::get_operator("index_select");
  return to_tensor(dispatch(op, {self_value(*this, "index_select", where), to_value(dim), to_value(index)}, CallStyle::kMethod, where));
}
Tensor Tensor::gather(std::int64_t dim, TensorArg index, bool sparse_grad, where_t where) const {
  static const ir::Operator& op = ir::get_operator("gather");
  return to_tensor(dispatch(op, {self_value(*this, "gather", where), to_value(dim), to_value(index), to_value(sparse_grad)}, CallStyle::kMethod, where));
}
Tensor Tensor::take_along_dim(TensorArg indices, std::optional<std::int64_t> dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("take_along_dim");
  return to_tensor(dispatch(op, {self_value(*this, "take_along_dim", where), to_value(indices), to_value(dim)}, CallStyle::kMethod, where));
}
Tensor Tensor::take(TensorArg index, where_t where) const {
  static const ir::Operator& op = ir::get_operator("take");
  return to_tensor(dispatch(op, {self_value(*this, "take", where), to_value(index)}, CallStyle::kMethod, where));
}
Tensor Tensor::scatter(std::int64_t dim, TensorArg index, TensorArg src, where_t where) const {
  static const ir::Operator& op = ir::get_operator("scatter.src");
  return to_tensor(dispatch(op, {self_value(*this, "scatter", where), to_value(dim), to_value(index), to_value(src)}, CallStyle::kMethod, where));
}
Tensor& Tensor::scatter_(std::int64_t dim, TensorArg index, TensorArg src, where_t where) const {
  static const ir::Operator& op = ir::get_operator("scatter_.src");
  return written(*this, dispatch(op, {self_value(*this, "scatter_", where), to_value(dim), to_value(index), to_value(src)}, CallStyle::kMethod, where));
}
Tensor Tensor::scatter(std::int64_t dim, TensorArg index, const Scalar& value, where_t where) const {
  static const ir::Operator& op = ir::get_operator("scatter.value");
  return to_tensor(dispatch(op, {self_value(*this, "scatter", where), to_value(dim), to_value(index), to_value(value)}, CallStyle::kMethod, where));
}
Tensor& Tensor::scatter_(std::int64_t dim, TensorArg index, const Scalar& value, where_t where) const {
  static const ir::Operator& op = ir::get_operator("scatter_.value");
  return written(*this, dispatch(op, {self_value(*this, "scatter_", where), to_value(dim), to_value(index), to_value(value)}, CallStyle::kMethod, where));
}
Tensor Tensor::scatter(std::int64_t dim, TensorArg index, TensorArg src, const TextArg& reduce, where_t where) const {
  static const ir::Operator& op = ir::get_operator("scatter.reduce");
  return to_tensor(dispatch(op, {self_value(*this, "scatter", where), to_value(dim), to_value(index), to_value(src), to_value(reduce)}, CallStyle::kMethod, where));
}
Tensor& Tensor::scatter_(std::int64_t dim, TensorArg index, TensorArg src, const TextArg& reduce, where_t where) const {
  static const ir::Operator& op = ir::get_operator("scatter_.reduce");
  return written(*this, dispatch(op, {self_value(*this, "scatter_", where), to_value(dim), to_value(index), to_value(src), to_value(reduce)}, CallStyle::kMethod, where));
}
Tensor Tensor::scatter_add(std::int64_t dim, TensorArg index, TensorArg src, where_t where) const {
  static const ir::Operator& op = ir::get_operator("scatter_add");
  return to_tensor(dispatch(op, {self_value(*this, "scatter_add", where), to_value(dim), to_value(index), to_value(src)}, CallStyle::kMethod, where));
}
Tensor& Tensor::scatter_add_(std::int64_t dim, TensorArg index, TensorArg src, where_t where) const {
  static const ir::Operator& op = ir::get_operator("scatter_add_");
  return written(*this, dispatch(op, {self_value(*this, "scatter_add_", where), to_value(dim), to_value(index), to_value(src)}, CallStyle::kMethod, where));
}
Tensor Tensor::scatter_reduce(std::int64_t dim, TensorArg index, TensorArg src, const TextArg& reduce, bool include_self, where_t where) const {
  static const ir::Operator& op = ir::get_operator("scatter_reduce");
  return to_tensor(dispatch(op, {self_value(*this, "scatter_reduce", where), to_value(dim), to_value(index), to_value(src), to_value(reduce), to_value(include_self)}, CallStyle::kMethod, where));
}
Tensor& Tensor::scatter_reduce_(std::int64_t dim, TensorArg index, TensorArg src, const TextArg& reduce, bool include_self, where_t where) const {
  static const ir::Operator& op = ir::get_operator("scatter_reduce_");
  return written(*this, dispatch(op, {self_value(*this, "scatter_reduce_", where), to_value(dim), to_value(index), to_value(src), to_value(reduce), to_value(include_self)}, CallStyle::kMethod, where));
}
Tensor Tensor::index_add(std::int64_t dim, TensorArg index, TensorArg source, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("index_add");
  return to_tensor(dispatch(op, {self_value(*this, "index_add", where), to_value(dim), to_value(index), to_value(source), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor& Tensor::index_add_(std::int64_t dim, TensorArg index, TensorArg source, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("index_add_");
  return written(*this, dispatch(op, {self_value(*this, "index_add_", where), to_value(dim), to_value(index), to_value(source), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor Tensor::index_copy(std::int64_t dim, TensorArg index, TensorArg source, where_t where) const {
  static const ir::Operator& op = ir::get_operator("index_copy");
  return to_tensor(dispatch(op, {self_value(*this, "index_copy", where), to_value(dim), to_value(index), to_value(source)}, CallStyle::kMethod, where));
}
Tensor& Tensor::index_copy_(std::int64_t dim, TensorArg index, TensorArg source, where_t where) const {
  static const ir::Operator& op = ir::get_operator("index_copy_");
  return written(*this, dispatch(op, {self_value(*this, "index_copy_", where), to_value(dim), to_value(index), to_value(source)}, CallStyle::kMethod, where));
}
Tensor Tensor::index_fill(std::int64_t dim, TensorArg index, const Scalar& value, where_t where) const {
  static const ir::Operator& op = ir::get_operator("index_fill");
  return to_tensor(dispatch(op, {self_value(*this, "index_fill", where), to_value(dim), to_value(index), to_value(value)}, CallStyle::kMethod, where));
}
Tensor& Tensor::index_fill_(std::int64_t dim, TensorArg index, const Scalar& value, where_t where) const {
  static const ir::Operator& op = ir::get_operator("index_fill_");
  return written(*this, dispatch(op, {self_value(*this, "index_fill_", where), to_value(dim), to_value(index), to_value(value)}, CallStyle::kMethod, where));
}
Tensor Tensor::masked_scatter(TensorArg mask, TensorArg source, where_t where) const {
  static const ir::Operator& op = ir::get_operator("masked_scatter");
  return to_tensor(dispatch(op, {self_value(*this, "masked_scatter", where), to_value(mask), to_value(source)}, CallStyle::kMethod, where));
}
Tensor& Tensor::masked_scatter_(TensorArg mask, TensorArg source, where_t where) const {
  static const ir::Operator& op = ir::get_operator("masked_scatter_");
  return written(*this, dispatch(op, {self_value(*this, "masked_scatter_", where), to_value(mask), to_value(source)}, CallStyle::kMethod, where));
}
Tensor Tensor::nonzero(where_t where) const {
  static const ir::Operator& op = ir::get_operator("nonzero");
  return to_tensor(dispatch(op, {self_value(*this, "nonzero", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::argwhere(where_t where) const {
  static const ir::Operator& op = ir::get_operator("argwhere");
  return to_tensor(dispatch(op, {self_value(*this, "argwhere", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::masked_select(TensorArg mask, where_t where) const {
  static const ir::Operator& op = ir::get_operator("masked_select");
  return to_tensor(dispatch(op, {self_value(*this, "masked_select", where), to_value(mask)}, CallStyle::kMethod, where));
}
std::tuple<Tensor, Tensor, Tensor> Tensor::unique_dim(std::int64_t dim, bool sorted, bool return_inverse, bool return_counts, where_t where) const {
  static const ir::Operator& op = ir::get_operator("unique_dim");
  return to_tuple<3>(dispatch(op, {self_value(*this, "unique_dim", where), to_value(dim), to_value(sorted), to_value(return_inverse), to_value(return_counts)}, CallStyle::kMethod, where));
}
std::tuple<Tensor, Tensor, Tensor> Tensor::unique_consecutive(bool return_inverse, bool return_counts, std::optional<std::int64_t> dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("unique_consecutive");
  return to_tuple<3>(dispatch(op, {self_value(*this, "unique_consecutive", where), to_value(return_inverse), to_value(return_counts), to_value(dim)}, CallStyle::kMethod, where));
}
Tensor Tensor::bincount(const OptionalTensor& weights, const SizeItem& minlength, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bincount");
  return to_tensor(dispatch(op, {self_value(*this, "bincount", where), to_value(weights), to_value(minlength)}, CallStyle::kMethod, where));
}
Tensor Tensor::repeat_interleave(TensorArg repeats, std::optional<std::int64_t> dim, const std::optional<SizeItem>& output_size, where_t where) const {
  static const ir::Operator& op = ir::get_operator("repeat_interleave.self_Tensor");
  return to_tensor(dispatch(op, {self_value(*this, "repeat_interleave", where), to_value(repeats), to_value(dim), to_value(output_size)}, CallStyle::kMethod, where));
}
std::tuple<Tensor, Tensor> Tensor::sort(std::int64_t dim, bool descending, where_t where) const {
  static const ir::Operator& op = ir::get_operator("sort");
  return to_tuple<2>(dispatch(op, {self_value(*this, "sort", where), to_value(dim), to_value(descending)}, CallStyle::kMethod, where));
}
std::tuple<Tensor, Tensor> Tensor::sort(std::optional<bool> stable, std::int64_t dim, bool descending, where_t where) const {
  static const ir::Operator& op = ir::get_operator("sort.stable");
  return to_tuple<2>(dispatch(op, {self_value(*this, "sort", where), to_value(stable), to_value(dim), to_value(descending)}, CallStyle::kMethod, where));
}
Tensor Tensor::argsort(std::int64_t dim, bool descending, where_t where) const {
  static const ir::Operator& op = ir::get_operator("argsort");
  return to_tensor(dispatch(op, {self_value(*this, "argsort", where), to_value(dim), to_value(descending)}, CallStyle::kMethod, where));
}
Tensor Tensor::msort(where_t where) const {
  static const ir::Operator& op = ir::get_operator("msort");
  return to_tensor(dispatch(op, {self_value(*this, "msort", where)}, CallStyle::kMethod, where));
}
std::tuple<Tensor, Tensor> Tensor::kthvalue(std::int64_t k, std::int64_t dim, bool keepdim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("kthvalue");
  return to_tuple<2>(dispatch(op, {self_value(*this, "kthvalue", where), to_value(k), to_value(dim), to_value(keepdim)}, CallStyle::kMethod, where));
}
std::tuple<Tensor, Tensor> Tensor::topk(std::int64_t k, std::int64_t dim, bool largest, bool sorted, where_t where) const {
  static const ir::Operator& op = ir::get_operator("topk");
  return to_tuple<2>(dispatch(op, {self_value(*this, "topk", where), to_value(k), to_value(dim), to_value(largest), to_value(sorted)}, CallStyle::kMethod, where));
}
Tensor Tensor::cumsum(std::int64_t dim, std::optional<DType> dtype, where_t where) const {
  static const ir::Operator& op = ir::get_operator("cumsum");
  return to_tensor(dispatch(op, {self_value(*this, "cumsum", where), to_value(dim), to_value(dtype)}, CallStyle::kMethod, where));
}
Tensor& Tensor::cumsum_(std::int64_t dim, std::optional<DType> dtype, where_t where) const {
  static const ir::Operator& op = ir::get_operator("cumsum_");
  return written(*this, dispatch(op, {self_value(*this, "cumsum_", where), to_value(dim), to_value(dtype)}, CallStyle::kMethod, where));
}
Tensor Tensor::cumprod(std::int64_t dim, std::optional<DType> dtype, where_t where) const {
  static const ir::Operator& op = ir::get_operator("cumprod");
  return to_tensor(dispatch(op, {self_value(*this, "cumprod", where), to_value(dim), to_value(dtype)}, CallStyle::kMethod, where));
}
Tensor& Tensor::cumprod_(std::int64_t dim, std::optional<DType> dtype, where_t where) const {
  static const ir::Operator& op = ir::get_operator("cumprod_");
  return written(*this, dispatch(op, {self_value(*this, "cumprod_", where), to_value(dim), to_value(dtype)}, CallStyle::kMethod, where));
}
Tensor Tensor::logcumsumexp(std::int64_t dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("logcumsumexp");
  return to_tensor(dispatch(op, {self_value(*this, "logcumsumexp", where), to_value(dim)}, CallStyle::kMethod, where));
}
std::tuple<Tensor, Tensor> Tensor::cummax(std::int64_t dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("cummax");
  return to_tuple<2>(dispatch(op, {self_value(*this, "cummax", where), to_value(dim)}, CallStyle::kMethod, where));
}
std::tuple<Tensor, Tensor> Tensor::cummin(std::int64_t dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("cummin");
  return to_tuple<2>(dispatch(op, {self_value(*this, "cummin", where), to_value(dim)}, CallStyle::kMethod, where));
}

}  // namespace weft

