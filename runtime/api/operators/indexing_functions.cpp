// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/api/operators/indexing_functions.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor index_select(TensorArg input, std::int64_t dim, TensorArg index) {
  static const ir::Operator& op = ir::get_operator("index_select");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index)}, CallStyle::kFunction, input.where()));
}
Tensor gather(TensorArg input, std::int64_t dim, TensorArg index, bool sparse_grad) {
  static const ir::Operator& op = ir::get_operator("gather");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index), to_value(sparse_grad)}, CallStyle::kFunction, input.where()));
}
Tensor take_along_dim(TensorArg input, TensorArg indices, std::optional<std::int64_t> dim) {
  static const ir::Operator& op = ir::get_operator("take_along_dim");
  return to_tensor(dispatch(op, {to_value(input), to_value(indices), to_value(dim)}, CallStyle::kFunction, input.where()));
}
Tensor embedding(TensorArg weight, TensorArg input, std::int64_t padding_idx, bool scale_grad_by_freq, bool sparse) {
  static const ir::Operator& op = ir::get_operator("embedding");
  return to_tensor(dispatch(op, {to_value(weight), to_value(input), to_value(padding_idx), to_value(scale_grad_by_freq), to_value(sparse)}, CallStyle::kFunction, weight.where()));
}
Tensor take(TensorArg input, TensorArg index) {
  static const ir::Operator& op = ir::get_operator("take");
  return to_tensor(dispatch(op, {to_value(input), to_value(index)}, CallStyle::kFunction, input.where()));
}
Tensor one_hot(TensorArg input, const SizeItem& num_classes) {
  static const ir::Operator& op = ir::get_operator("one_hot");
  return to_tensor(dispatch(op, {to_value(input), to_value(num_classes)}, CallStyle::kFunction, input.where()));
}
Tensor scatter(TensorArg input, std::int64_t dim, TensorArg index, TensorArg src) {
  static const ir::Operator& op = ir::get_operator("scatter.src");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index), to_value(src)}, CallStyle::kFunction, input.where()));
}
Tensor scatter_(TensorArg input, std::int64_t dim, TensorArg index, TensorArg src) {
  static const ir::Operator& op = ir::get_operator("scatter_.src");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index), to_value(src)}, CallStyle::kFunction, input.where()));
}
Tensor scatter(TensorArg input, std::int64_t dim, TensorArg index, const Scalar& value) {
  static const ir::Operator& op = ir::get_operator("scatter.value");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index), to_value(value)}, CallStyle::kFunction, input.where()));
}
Tensor scatter_(TensorArg input, std::int64_t dim, TensorArg index, const Scalar& value) {
  static const ir::Operator& op = ir::get_operator("scatter_.value");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index), to_value(value)}, CallStyle::kFunction, input.where()));
}
Tensor scatter(TensorArg input, std::int64_t dim, TensorArg index, TensorArg src, const TextArg& reduce) {
  static const ir::Operator& op = ir::get_operator("scatter.reduce");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index), to_value(src), to_value(reduce)}, CallStyle::kFunction, input.where()));
}
Tensor scatter_(TensorArg input, std::int64_t dim, TensorArg index, TensorArg src, const TextArg& reduce) {
  static const ir::Operator& op = ir::get_operator("scatter_.reduce");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index), to_value(src), to_value(reduce)}, CallStyle::kFunction, input.where()));
}
Tensor scatter_add(TensorArg input, std::int64_t dim, TensorArg index, TensorArg src) {
  static const ir::Operator& op = ir::get_operator("scatter_add");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index), to_value(src)}, CallStyle::kFunction, input.where()));
}
Tensor scatter_add_(TensorArg input, std::int64_t dim, TensorArg index, TensorArg src) {
  static const ir::Operator& op = ir::get_operator("scatter_add_");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index), to_value(src)}, CallStyle::kFunction, input.where()));
}
Tensor scatter_reduce(TensorArg input, std::int64_t dim, TensorArg index, TensorArg src, const TextArg& reduce, bool include_self) {
  static const ir::Operator& op = ir::get_operator("scatter_reduce");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index), to_value(src), to_value(reduce), to_value(include_self)}, CallStyle::kFunction, input.where()));
}
Tensor scatter_reduce_(TensorArg input, std::int64_t dim, TensorArg index, TensorArg src, const TextArg& reduce, bool include_self) {
  static const ir::Operator& op = ir::get_operator("scatter_reduce_");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index), to_value(src), to_value(reduce), to_value(include_self)}, CallStyle::kFunction, input.where()));
}
Tensor index_add(TensorArg input, std::int64_t dim, TensorArg index, TensorArg source, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("index_add");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index), to_value(source), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor index_add_(TensorArg input, std::int64_t dim, TensorArg index, TensorArg source, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("index_add_");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index), to_value(source), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor index_copy(TensorArg input, std::int64_t dim, TensorArg index, TensorArg source) {
  static const ir::Operator& op = ir::get_operator("index_copy");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index), to_value(source)}, CallStyle::kFunction, input.where()));
}
Tensor index_copy_(TensorArg input, std::int64_t dim, TensorArg index, TensorArg source) {
  static const ir::Operator& op = ir::get_operator("index_copy_");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index), to_value(source)}, CallStyle::kFunction, input.where()));
}
Tensor index_fill(TensorArg input, std::int64_t dim, TensorArg index, const Scalar& value) {
  static const ir::Operator& op = ir::get_operator("index_fill");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index), to_value(value)}, CallStyle::kFunction, input.where()));
}
Tensor index_fill_(TensorArg input, std::int64_t dim, TensorArg index, const Scalar& value) {
  static const ir::Operator& op = ir::get_operator("index_fill_");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index), to_value(value)}, CallStyle::kFunction, input.where()));
}
Tensor masked_scatter(TensorArg input, TensorArg mask, TensorArg source) {
  static const ir::Operator& op = ir::get_operator("masked_scatter");
  return to_tensor(dispatch(op, {to_value(input), to_value(mask), to_value(source)}, CallStyle::kFunction, input.where()));
}
Tensor masked_scatter_(TensorArg input, TensorArg mask, TensorArg source) {
  static const ir::Operator& op = ir::get_operator("masked_scatter_");
  return to_tensor(dispatch(op, {to_value(input), to_value(mask), to_value(source)}, CallStyle::kFunction, input.where()));
}
Tensor nonzero(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("nonzero");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor argwhere(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("argwhere");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor masked_select(TensorArg input, TensorArg mask) {
  static const ir::Operator& op = ir::get_operator("masked_select");
  return to_tensor(dispatch(op, {to_value(input), to_value(mask)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor, Tensor> _unique2(TensorArg input, bool sorted, bool return_inverse, bool return_counts) {
  static const ir::Operator& op = ir::get_operator("_unique2");
  return to_tuple<3>(dispatch(op, {to_value(input), to_value(sorted), to_value(return_inverse), to_value(return_counts)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor, Tensor> unique_dim(TensorArg input, std::int64_t dim, bool sorted, bool return_inverse, bool return_counts) {
  static const ir::Operator& op = ir::get_operator("unique_dim");
  return to_tuple<3>(dispatch(op, {to_value(input), to_value(dim), to_value(sorted), to_value(return_inverse), to_value(return_counts)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor, Tensor> unique_consecutive(TensorArg input, bool return_inverse, bool return_counts, std::optional<std::int64_t> dim) {
  static const ir::Operator& op = ir::get_operator("unique_consecutive");
  return to_tuple<3>(dispatch(op, {to_value(input), to_value(return_inverse), to_value(return_counts), to_value(dim)}, CallStyle::kFunction, input.where()));
}
Tensor bincount(TensorArg input, const OptionalTensor& weights, const SizeItem& minlength) {
  static const ir::Operator& op = ir::get_operator("bincount");
  return to_tensor(dispatch(op, {to_value(input), to_value(weights), to_value(minlength)}, CallStyle::kFunction, input.where()));
}
Tensor repeat_interleave(TensorArg repeats) {
  static const ir::Operator& op = ir::get_operator("repeat_interleave.positions");
  return to_tensor(dispatch(op, {to_value(repeats)}, CallStyle::kFunction, repeats.where()));
}
Tensor repeat_interleave(TensorArg input, TensorArg repeats, std::optional<std::int64_t> dim, const std::optional<SizeItem>& output_size) {
  static const ir::Operator& op = ir::get_operator("repeat_interleave.self_Tensor");
  return to_tensor(dispatch(op, {to_value(input), to_value(repeats), to_value(dim), to_value(output_size)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> sort(TensorArg input, std::int64_t dim, bool descending) {
  static const ir::Operator& op = ir::get_operator("sort");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(dim), to_value(descending)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> sort(TensorArg input, std::optional<bool> stable, std::int64_t dim, bool descending) {
  static const ir::Operator& op = ir::get_operator("sort.stable");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(stable), to_value(dim), to_value(descending)}, CallStyle::kFunction, input.where()));
}
Tensor argsort(TensorArg input, std::int64_t dim, bool descending) {
  static const ir::Operator& op = ir::get_operator("argsort");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(descending)}, CallStyle::kFunction, input.where()));
}
Tensor msort(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("msort");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> kthvalue(TensorArg input, std::int64_t k, std::int64_t dim, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("kthvalue");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(k), to_value(dim), to_value(keepdim)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> topk(TensorArg input, std::int64_t k, std::int64_t dim, bool largest, bool sorted) {
  static const ir::Operator& op = ir::get_operator("topk");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(k), to_value(dim), to_value(largest), to_value(sorted)}, CallStyle::kFunction, input.where()));
}
Tensor searchsorted(TensorArg sorted_sequence, TensorArg input, bool out_int32, bool right) {
  static const ir::Operator& op = ir::get_operator("searchsorted");
  return to_tensor(dispatch(op, {to_value(sorted_sequence), to_value(input), to_value(out_int32), to_value(right)}, CallStyle::kFunction, sorted_sequence.where()));
}
Tensor searchsorted(TensorArg sorted_sequence, const Scalar& input, bool out_int32, bool right) {
  static const ir::Operator& op = ir::get_operator("searchsorted");
  return to_tensor(dispatch(op, {to_value(sorted_sequence), to_value(input), to_value(out_int32), to_value(right)}, CallStyle::kFunction, sorted_sequence.where()));
}
Tensor bucketize(TensorArg input, TensorArg boundaries, bool out_int32, bool right) {
  static const ir::Operator& op = ir::get_operator("bucketize");
  return to_tensor(dispatch(op, {to_value(input), to_value(boundaries), to_value(out_int32), to_value(right)}, CallStyle::kFunction, input.where()));
}
Tensor isin(TensorArg elements, TensorArg test_elements, bool assume_unique, bool invert) {
  static const ir::Operator& op = ir::get_operator("isin");
  return to_tensor(dispatch(op, {to_value(elements), to_value(test_elements), to_value(assume_unique), to_value(invert)}, CallStyle::kFunction, elements.where()));
}
Tensor cumsum(TensorArg input, std::int64_t dim, std::optional<DType> dtype) {
  static const ir::Operator& op = ir::get_operator("cumsum");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(dtype)}, CallStyle::kFunction, input.where()));
}
Tensor cumsum_(TensorArg input, std::int64_t dim, std::optional<DType> dtype) {
  static const ir::Operator& op = ir::get_operator("cumsum_");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(dtype)}, CallStyle::kFunction, input.where()));
}
Tensor cumprod(TensorArg input, std::int64_t dim, std::optional<DType> dtype) {
  static const ir::Operator& op = ir::get_operator("cumprod");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(dtype)}, CallStyle::kFunction, input.where()));
}
Tensor cumprod_(TensorArg input, std::int64_t dim, std::optional<DType> dtype) {
  static const ir::Operator& op = ir::get_operator("cumprod_");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(dtype)}, CallStyle::kFunction, input.where()));
}
Tensor logcumsumexp(TensorArg input, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("logcumsumexp");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> cummax(TensorArg input, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("cummax");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(dim)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> cummin(TensorArg input, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("cummin");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(dim)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft

