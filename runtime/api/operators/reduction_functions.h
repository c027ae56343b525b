/// \file Free functions of the operators in reduction_rows.cpp.
// Written by weft_generate_api from the operator table; change the table, not this file.
#pragma once

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// Sum of all elements.
/// \source sum(Tensor input, *, DType? dtype=None) -> Tensor
Tensor sum(TensorArg input, std::optional<DType> dtype = {});
/// Sum along dimensions.
/// \source sum.dim(Tensor input, int[1]? dim, bool keepdim=False, *, DType? dtype=None) -> Tensor
Tensor sum(TensorArg input, const OptionalSizeList& dim, bool keepdim = false, std::optional<DType> dtype = {});
/// Sum along dimensions with NaN counted as 0.
/// \source nansum(Tensor input, int[1]? dim=None, bool keepdim=False, *, DType? dtype=None) -> Tensor
Tensor nansum(TensorArg input, const OptionalSizeList& dim = {}, bool keepdim = false, std::optional<DType> dtype = {});
/// Mean of all elements; NaN for none.
/// \source mean(Tensor input, *, DType? dtype=None) -> Tensor
Tensor mean(TensorArg input, std::optional<DType> dtype = {});
/// Mean along dimensions; NaN for no elements.
/// \source mean.dim(Tensor input, int[1]? dim, bool keepdim=False, *, DType? dtype=None) -> Tensor
Tensor mean(TensorArg input, const OptionalSizeList& dim, bool keepdim = false, std::optional<DType> dtype = {});
/// Product of all elements.
/// \source prod(Tensor input, *, DType? dtype=None) -> Tensor
Tensor prod(TensorArg input, std::optional<DType> dtype = {});
/// Product along a dimension.
/// \source prod.dim_int(Tensor input, int dim, bool keepdim=False, *, DType? dtype=None) -> Tensor
Tensor prod(TensorArg input, std::int64_t dim, bool keepdim = false, std::optional<DType> dtype = {});
/// Largest element along dimensions; NaN if there is one.
/// \source amax(Tensor input, int[1] dim=[], bool keepdim=False) -> Tensor
Tensor amax(TensorArg input, const SizeList& dim = {}, bool keepdim = false);
/// Smallest element along dimensions; NaN if there is one.
/// \source amin(Tensor input, int[1] dim=[], bool keepdim=False) -> Tensor
Tensor amin(TensorArg input, const SizeList& dim = {}, bool keepdim = false);
/// Largest of all elements; NaN if there is one.
/// \source max(Tensor input) -> Tensor
Tensor max(TensorArg input);
/// Largest element along a dimension and the position of its first occurrence.
/// \source max.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)
std::tuple<Tensor, Tensor> max(TensorArg input, std::int64_t dim, bool keepdim = false);
/// The larger element; NaN where either is.
/// \source max.other(Tensor input, Tensor other) -> Tensor
Tensor max(TensorArg input, TensorArg other);
/// Smallest of all elements; NaN if there is one.
/// \source min(Tensor input) -> Tensor
Tensor min(TensorArg input);
/// Smallest element along a dimension and the position of its first occurrence.
/// \source min.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)
std::tuple<Tensor, Tensor> min(TensorArg input, std::int64_t dim, bool keepdim = false);
/// The smaller element; NaN where either is.
/// \source min.other(Tensor input, Tensor other) -> Tensor
Tensor min(TensorArg input, TensorArg other);
/// Smallest and largest element along a dimension, or of all.
/// \source aminmax(Tensor input, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)
std::tuple<Tensor, Tensor> aminmax(TensorArg input, std::optional<std::int64_t> dim = {}, bool keepdim = false);
/// Position of the first largest element; NaN counts as largest.
/// \source argmax(Tensor input, int? dim=None, bool keepdim=False) -> Tensor
Tensor argmax(TensorArg input, std::optional<std::int64_t> dim = {}, bool keepdim = false);
/// Position of the first smallest element; NaN counts as smallest.
/// \source argmin(Tensor input, int? dim=None, bool keepdim=False) -> Tensor
Tensor argmin(TensorArg input, std::optional<std::int64_t> dim = {}, bool keepdim = false);
/// True if no element is 0.
/// \source all(Tensor input) -> Tensor
Tensor all(TensorArg input);
/// True where no element along the dimension is 0.
/// \source all.dim(Tensor input, int dim, bool keepdim=False) -> Tensor
Tensor all(TensorArg input, std::int64_t dim, bool keepdim = false);
/// True if an element is not 0.
/// \source any(Tensor input) -> Tensor
Tensor any(TensorArg input);
/// True where an element along the dimension is not 0.
/// \source any.dim(Tensor input, int dim, bool keepdim=False) -> Tensor
Tensor any(TensorArg input, std::int64_t dim, bool keepdim = false);
/// Number of elements that are not 0.
/// \source count_nonzero(Tensor input, int[1]? dim=None) -> Tensor
Tensor count_nonzero(TensorArg input, const OptionalSizeList& dim = {});
/// p-norm of all elements.
/// \source norm(Tensor input, Scalar p=2) -> Tensor
Tensor norm(TensorArg input, const Scalar& p = 2);
/// p-norm along dimensions.
/// \source norm.ScalarOpt_dim(Tensor input, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor
Tensor norm(TensorArg input, const std::optional<Scalar>& p, const SizeList& dim, bool keepdim = false);
/// Variance of all elements, over n - 1 where unbiased.
/// \source var(Tensor input, bool unbiased=True) -> Tensor
Tensor var(TensorArg input, bool unbiased);
/// Variance along dimensions, over n - 1 where unbiased.
/// \source var.dim(Tensor input, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor
Tensor var(TensorArg input, const OptionalSizeList& dim, bool unbiased, bool keepdim = false);
/// Variance along dimensions, over n - correction (1 for None).
/// \source var.correction(Tensor input, int[1]? dim=None, *, int? correction=None, bool keepdim=False) -> Tensor
Tensor var(TensorArg input, const OptionalSizeList& dim = {}, std::optional<std::int64_t> correction = {}, bool keepdim = false);
/// Standard deviation of all elements, over n - 1 where unbiased.
/// \source std(Tensor input, bool unbiased=True) -> Tensor
Tensor std(TensorArg input, bool unbiased);
/// Standard deviation along dimensions, over n - 1 where unbiased.
/// \source std.dim(Tensor input, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor
Tensor std(TensorArg input, const OptionalSizeList& dim, bool unbiased, bool keepdim = false);
/// Standard deviation along dimensions, over n - correction (1 for None).
/// \source std.correction(Tensor input, int[1]? dim=None, *, int? correction=None, bool keepdim=False) -> Tensor
Tensor std(TensorArg input, const OptionalSizeList& dim = {}, std::optional<std::int64_t> correction = {}, bool keepdim = false);
/// Variance and mean of all elements.
/// \source var_mean(Tensor input, bool unbiased=True) -> (Tensor var, Tensor mean)
std::tuple<Tensor, Tensor> var_mean(TensorArg input, bool unbiased = true);
/// Variance and mean along dimensions.
/// \source var_mean.dim(Tensor input, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor var, Tensor mean)
std::tuple<Tensor, Tensor> var_mean(TensorArg input, const OptionalSizeList& dim, bool unbiased, bool keepdim = false);
/// Standard deviation and mean of all elements.
/// \source std_mean(Tensor input, bool unbiased=True) -> (Tensor std, Tensor mean)
std::tuple<Tensor, Tensor> std_mean(TensorArg input, bool unbiased = true);
/// Standard deviation and mean along dimensions.
/// \source std_mean.dim(Tensor input, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor std, Tensor mean)
std::tuple<Tensor, Tensor> std_mean(TensorArg input, const OptionalSizeList& dim, bool unbiased, bool keepdim = false);
/// Mean along dimensions of the elements that are not NaN.
/// \source nanmean(Tensor input, int[1]? dim=None, bool keepdim=False, *, DType? dtype=None) -> Tensor
Tensor nanmean(TensorArg input, const OptionalSizeList& dim = {}, bool keepdim = false, std::optional<DType> dtype = {});
/// The element in the middle of all, the lower one of two; NaN if there is one.
/// \source median(Tensor input) -> Tensor
Tensor median(TensorArg input);
/// The element in the middle along a dimension, and where it is; NaN if there is one.
/// \source median.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)
std::tuple<Tensor, Tensor> median(TensorArg input, std::int64_t dim, bool keepdim = false);
/// The element in the middle of all that are not NaN, the lower one of two.
/// \source nanmedian(Tensor input) -> Tensor
Tensor nanmedian(TensorArg input);
/// The element in the middle of those that are not NaN along a dimension, and where it is.
/// \source nanmedian.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)
std::tuple<Tensor, Tensor> nanmedian(TensorArg input, std::int64_t dim, bool keepdim = false);
/// The most frequent element along a dimension, the smallest one of several, and where it is.
/// \source mode(Tensor input, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)
std::tuple<Tensor, Tensor> mode(TensorArg input, std::int64_t dim = -1, bool keepdim = false);
/// The elements below which shares `q` of all lie; NaN if there is one.
/// \source quantile(Tensor input, Tensor|Scalar q, int? dim=None, bool keepdim=False, *, str interpolation='linear') -> Tensor
Tensor quantile(TensorArg input, TensorArg q, std::optional<std::int64_t> dim = {}, bool keepdim = false, const TextArg& interpolation = "linear");
Tensor quantile(TensorArg input, const Scalar& q, std::optional<std::int64_t> dim = {}, bool keepdim = false, const TextArg& interpolation = "linear");
/// How many elements lie in each of equal parts of [min, max], or of their own range.
/// \source histc(Tensor input, int bins=100, Scalar min=0, Scalar max=0) -> Tensor
Tensor histc(TensorArg input, const SizeItem& bins = 100, const Scalar& min = 0, const Scalar& max = 0);
/// log(sum(exp(x))) along dimensions, without overflow.
/// \source logsumexp(Tensor input, int[1] dim, bool keepdim=False) -> Tensor
Tensor logsumexp(TensorArg input, const SizeList& dim, bool keepdim = false);
/// exp(x) over its sum along a dimension, without overflow.
/// \source softmax(Tensor input, int dim, DType? dtype=None) -> Tensor
Tensor softmax(TensorArg input, std::int64_t dim, std::optional<DType> dtype = {});
/// log(softmax(x)), accurate where the softmax is small.
/// \source log_softmax(Tensor input, int dim, DType? dtype=None) -> Tensor
Tensor log_softmax(TensorArg input, std::int64_t dim, std::optional<DType> dtype = {});

}  // namespace weft

namespace weft::functional {

/// softmax(-x).
/// \source softmin(Tensor input, int dim, DType? dtype=None) -> Tensor
Tensor softmin(TensorArg input, std::int64_t dim, std::optional<DType> dtype = {});

}  // namespace weft::functional

