/// \file Free functions of the operators in indexing_rows.cpp.
// Written by weft_generate_api from the operator table; change the table, not this file.
#pragma once

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// The given positions of one dimension.
/// \source index_select(Tensor input, int dim, Tensor index) -> Tensor
Tensor index_select(TensorArg input, std::int64_t dim, TensorArg index);
/// For every element of `index`, the element of `input` at that position along `dim`.
/// \source gather(Tensor input, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor
Tensor gather(TensorArg input, std::int64_t dim, TensorArg index, bool sparse_grad = false);
/// `gather` with extents broadcast; without a dimension, elements at row-major positions.
/// \source take_along_dim(Tensor input, Tensor indices, int? dim=None) -> Tensor
Tensor take_along_dim(TensorArg input, TensorArg indices, std::optional<std::int64_t> dim = {});
/// The rows of `weight` that `input` names.
/// \source embedding(Tensor weight, Tensor input, int padding_idx=-1, bool scale_grad_by_freq=False, bool sparse=False) -> Tensor
Tensor embedding(TensorArg weight, TensorArg input, std::int64_t padding_idx = -1, bool scale_grad_by_freq = false, bool sparse = false);
/// Elements at row-major positions.
/// \source take(Tensor input, Tensor index) -> Tensor
Tensor take(TensorArg input, TensorArg index);
/// A 1 at the position of each class along a further last dimension.
/// \source one_hot(Tensor input, int num_classes=-1) -> Tensor
Tensor one_hot(TensorArg input, const SizeItem& num_classes = -1);
/// `input` with the elements at `index` along `dim` replaced by those of `src`.
/// \source scatter.src(Tensor input, int dim, Tensor index, Tensor src) -> Tensor
Tensor scatter(TensorArg input, std::int64_t dim, TensorArg index, TensorArg src);
/// `input` with the elements at `index` along `dim` replaced by those of `src`. The result is written into the first tensor.
/// \source scatter_.src(Tensor(a!) input, int dim, Tensor index, Tensor src) -> Tensor(a!)
Tensor scatter_(TensorArg input, std::int64_t dim, TensorArg index, TensorArg src);
/// `input` with the elements at `index` along `dim` replaced by a number.
/// \source scatter.value(Tensor input, int dim, Tensor index, Scalar value) -> Tensor
Tensor scatter(TensorArg input, std::int64_t dim, TensorArg index, const Scalar& value);
/// `input` with the elements at `index` along `dim` replaced by a number. The result is written into the first tensor.
/// \source scatter_.value(Tensor(a!) input, int dim, Tensor index, Scalar value) -> Tensor(a!)
Tensor scatter_(TensorArg input, std::int64_t dim, TensorArg index, const Scalar& value);
/// `input` with `src` added or multiplied at `index` along `dim`.
/// \source scatter.reduce(Tensor input, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor
Tensor scatter(TensorArg input, std::int64_t dim, TensorArg index, TensorArg src, const TextArg& reduce);
/// `input` with `src` added or multiplied at `index` along `dim`. The result is written into the first tensor.
/// \source scatter_.reduce(Tensor(a!) input, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor(a!)
Tensor scatter_(TensorArg input, std::int64_t dim, TensorArg index, TensorArg src, const TextArg& reduce);
/// `input` with `src` added at `index` along `dim`.
/// \source scatter_add(Tensor input, int dim, Tensor index, Tensor src) -> Tensor
Tensor scatter_add(TensorArg input, std::int64_t dim, TensorArg index, TensorArg src);
/// `input` with `src` added at `index` along `dim`. The result is written into the first tensor.
/// \source scatter_add_(Tensor(a!) input, int dim, Tensor index, Tensor src) -> Tensor(a!)
Tensor scatter_add_(TensorArg input, std::int64_t dim, TensorArg index, TensorArg src);
/// `input` reduced with `src` at `index` along `dim`.
/// \source scatter_reduce(Tensor input, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> Tensor
Tensor scatter_reduce(TensorArg input, std::int64_t dim, TensorArg index, TensorArg src, const TextArg& reduce, bool include_self = true);
/// `input` reduced with `src` at `index` along `dim`. The result is written into the first tensor.
/// \source scatter_reduce_(Tensor(a!) input, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> Tensor(a!)
Tensor scatter_reduce_(TensorArg input, std::int64_t dim, TensorArg index, TensorArg src, const TextArg& reduce, bool include_self = true);
/// `input` with alpha * source added at the positions `index` of one dimension.
/// \source index_add(Tensor input, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor
Tensor index_add(TensorArg input, std::int64_t dim, TensorArg index, TensorArg source, const Scalar& alpha = 1);
/// `input` with alpha * source added at the positions `index` of one dimension. The result is written into the first tensor.
/// \source index_add_(Tensor(a!) input, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor(a!)
Tensor index_add_(TensorArg input, std::int64_t dim, TensorArg index, TensorArg source, const Scalar& alpha = 1);
/// `input` with the positions `index` of one dimension replaced by those of `source`.
/// \source index_copy(Tensor input, int dim, Tensor index, Tensor source) -> Tensor
Tensor index_copy(TensorArg input, std::int64_t dim, TensorArg index, TensorArg source);
/// `input` with the positions `index` of one dimension replaced by those of `source`. The result is written into the first tensor.
/// \source index_copy_(Tensor(a!) input, int dim, Tensor index, Tensor source) -> Tensor(a!)
Tensor index_copy_(TensorArg input, std::int64_t dim, TensorArg index, TensorArg source);
/// `input` with the positions `index` of one dimension replaced by a number.
/// \source index_fill(Tensor input, int dim, Tensor index, Scalar value) -> Tensor
Tensor index_fill(TensorArg input, std::int64_t dim, TensorArg index, const Scalar& value);
/// `input` with the positions `index` of one dimension replaced by a number. The result is written into the first tensor.
/// \source index_fill_(Tensor(a!) input, int dim, Tensor index, Scalar value) -> Tensor(a!)
Tensor index_fill_(TensorArg input, std::int64_t dim, TensorArg index, const Scalar& value);
/// `input` with the elements under the mask replaced by those of `source`, one after the other.
/// \source masked_scatter(Tensor input, Tensor mask, Tensor source) -> Tensor
Tensor masked_scatter(TensorArg input, TensorArg mask, TensorArg source);
/// `input` with the elements under the mask replaced by those of `source`, one after the other. The result is written into the first tensor.
/// \source masked_scatter_(Tensor(a!) input, Tensor mask, Tensor source) -> Tensor(a!)
Tensor masked_scatter_(TensorArg input, TensorArg mask, TensorArg source);
/// The indices of the elements that are not 0.
/// \source nonzero(Tensor input) -> Tensor
Tensor nonzero(TensorArg input);
/// The indices of the elements that are not 0.
/// \source argwhere(Tensor input) -> Tensor
Tensor argwhere(TensorArg input);
/// The elements under the mask, in row-major order.
/// \source masked_select(Tensor input, Tensor mask) -> Tensor
Tensor masked_select(TensorArg input, TensorArg mask);
/// The distinct elements in order, where each element is among them, and how often each occurs.
/// \source _unique2(Tensor input, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor output, Tensor inverse, Tensor counts)
std::tuple<Tensor, Tensor, Tensor> _unique2(TensorArg input, bool sorted = true, bool return_inverse = false, bool return_counts = false);
/// The distinct slices of one dimension in order, where each slice is among them, and how often each occurs.
/// \source unique_dim(Tensor input, int dim, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor output, Tensor inverse, Tensor counts)
std::tuple<Tensor, Tensor, Tensor> unique_dim(TensorArg input, std::int64_t dim, bool sorted = true, bool return_inverse = false, bool return_counts = false);
/// Each run of equal elements or slices once, the number of the run of each, and how long each is.
/// \source unique_consecutive(Tensor input, bool return_inverse=False, bool return_counts=False, int? dim=None) -> (Tensor output, Tensor inverse, Tensor counts)
std::tuple<Tensor, Tensor, Tensor> unique_consecutive(TensorArg input, bool return_inverse = false, bool return_counts = false, std::optional<std::int64_t> dim = {});
/// How often each number from 0 on occurs, or the sums of the weights where it does.
/// \source bincount(Tensor input, Tensor? weights=None, int minlength=0) -> Tensor
Tensor bincount(TensorArg input, const OptionalTensor& weights = no_tensor(), const SizeItem& minlength = 0);
/// Position i, repeats[i] times, for all i.
/// \source repeat_interleave.positions(Tensor repeats) -> Tensor
Tensor repeat_interleave(TensorArg repeats);
/// Every element repeated along a dimension, or of the flat tensor, as often as `repeats` says.
/// \source repeat_interleave.self_Tensor(Tensor input, Tensor repeats, int? dim=None, *, int? output_size=None) -> Tensor
Tensor repeat_interleave(TensorArg input, TensorArg repeats, std::optional<std::int64_t> dim = {}, const std::optional<SizeItem>& output_size = {});
/// The elements of one dimension in order, and where they were; equal elements keep their order.
/// \source sort(Tensor input, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)
std::tuple<Tensor, Tensor> sort(TensorArg input, std::int64_t dim = -1, bool descending = false);
/// The elements of one dimension in order, and where they were; equal elements keep their order.
/// \source sort.stable(Tensor input, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)
std::tuple<Tensor, Tensor> sort(TensorArg input, std::optional<bool> stable, std::int64_t dim = -1, bool descending = false);
/// Where the elements of one dimension were before sorting.
/// \source argsort(Tensor input, int dim=-1, bool descending=False) -> Tensor
Tensor argsort(TensorArg input, std::int64_t dim = -1, bool descending = false);
/// The elements of the first dimension in order.
/// \source msort(Tensor input) -> Tensor
Tensor msort(TensorArg input);
/// The k-th smallest element of one dimension, and where it is.
/// \source kthvalue(Tensor input, int k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)
std::tuple<Tensor, Tensor> kthvalue(TensorArg input, std::int64_t k, std::int64_t dim = -1, bool keepdim = false);
/// The k largest or smallest elements of one dimension in order, and where they were.
/// \source topk(Tensor input, int k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices)
std::tuple<Tensor, Tensor> topk(TensorArg input, std::int64_t k, std::int64_t dim = -1, bool largest = true, bool sorted = true);
/// How many elements of the sorted last dimension lie below each value (`right`: not above it).
/// \source searchsorted(Tensor sorted_sequence, Tensor|Scalar input, *, bool out_int32=False, bool right=False) -> Tensor
Tensor searchsorted(TensorArg sorted_sequence, TensorArg input, bool out_int32 = false, bool right = false);
Tensor searchsorted(TensorArg sorted_sequence, const Scalar& input, bool out_int32 = false, bool right = false);
/// How many of the sorted boundaries lie below each element (`right`: not above it).
/// \source bucketize(Tensor input, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor
Tensor bucketize(TensorArg input, TensorArg boundaries, bool out_int32 = false, bool right = false);
/// True where an element occurs among the others.
/// \source isin(Tensor elements, Tensor test_elements, *, bool assume_unique=False, bool invert=False) -> Tensor
Tensor isin(TensorArg elements, TensorArg test_elements, bool assume_unique = false, bool invert = false);
/// Sums of all elements up to each one along a dimension.
/// \source cumsum(Tensor input, int dim, *, DType? dtype=None) -> Tensor
Tensor cumsum(TensorArg input, std::int64_t dim, std::optional<DType> dtype = {});
/// Sums of all elements up to each one along a dimension. The result is written into the first tensor.
/// \source cumsum_(Tensor(a!) input, int dim, *, DType? dtype=None) -> Tensor(a!)
Tensor cumsum_(TensorArg input, std::int64_t dim, std::optional<DType> dtype = {});
/// Products of all elements up to each one along a dimension.
/// \source cumprod(Tensor input, int dim, *, DType? dtype=None) -> Tensor
Tensor cumprod(TensorArg input, std::int64_t dim, std::optional<DType> dtype = {});
/// Products of all elements up to each one along a dimension. The result is written into the first tensor.
/// \source cumprod_(Tensor(a!) input, int dim, *, DType? dtype=None) -> Tensor(a!)
Tensor cumprod_(TensorArg input, std::int64_t dim, std::optional<DType> dtype = {});
/// Logarithms of the sums of exponentials up to each element along a dimension.
/// \source logcumsumexp(Tensor input, int dim) -> Tensor
Tensor logcumsumexp(TensorArg input, std::int64_t dim);
/// The largest element up to each one along a dimension, and where it is.
/// \source cummax(Tensor input, int dim) -> (Tensor values, Tensor indices)
std::tuple<Tensor, Tensor> cummax(TensorArg input, std::int64_t dim);
/// The smallest element up to each one along a dimension, and where it is.
/// \source cummin(Tensor input, int dim) -> (Tensor values, Tensor indices)
std::tuple<Tensor, Tensor> cummin(TensorArg input, std::int64_t dim);

}  // namespace weft

