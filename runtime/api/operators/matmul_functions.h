/// \file Free functions of the operators in matmul_rows.cpp.
// Written by weft_generate_api from the operator table; change the table, not this file.
#pragma once

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// Product of matrices or vectors; dimensions before the last two are batches and broadcast.
/// \source matmul(Tensor input, Tensor other) -> Tensor
Tensor matmul(TensorArg input, TensorArg other);
/// Product of two matrices.
/// \source mm(Tensor input, Tensor mat2) -> Tensor
Tensor mm(TensorArg input, TensorArg mat2);
/// Products of two batches of matrices.
/// \source bmm(Tensor input, Tensor mat2) -> Tensor
Tensor bmm(TensorArg input, TensorArg mat2);
/// Product of a matrix and a vector.
/// \source mv(Tensor input, Tensor vec) -> Tensor
Tensor mv(TensorArg input, TensorArg vec);
/// Inner product of two vectors.
/// \source dot(Tensor input, Tensor other) -> Tensor
Tensor dot(TensorArg input, TensorArg other);
/// Inner product of two vectors.
/// \source vdot(Tensor input, Tensor other) -> Tensor
Tensor vdot(TensorArg input, TensorArg other);
/// Products of the last dimensions of both, summed.
/// \source inner(Tensor input, Tensor other) -> Tensor
Tensor inner(TensorArg input, TensorArg other);
/// Sum of the diagonal of a matrix.
/// \source trace(Tensor input) -> Tensor
Tensor trace(TensorArg input);
/// Norm of the difference.
/// \source dist(Tensor input, Tensor other, Scalar p=2) -> Tensor
Tensor dist(TensorArg input, TensorArg other, const Scalar& p = 2);
/// Outer product of two vectors.
/// \source outer(Tensor input, Tensor vec2) -> Tensor
Tensor outer(TensorArg input, TensorArg vec2);
/// Outer product of two vectors.
/// \source ger(Tensor input, Tensor vec2) -> Tensor
Tensor ger(TensorArg input, TensorArg vec2);
/// beta * input + alpha * mat1 mat2.
/// \source addmm(Tensor input, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor
Tensor addmm(TensorArg input, TensorArg mat1, TensorArg mat2, const Scalar& beta = 1, const Scalar& alpha = 1);
/// beta * input + alpha * mat1 mat2. The result is written into the first tensor.
/// \source addmm_(Tensor(a!) input, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!)
Tensor addmm_(TensorArg input, TensorArg mat1, TensorArg mat2, const Scalar& beta = 1, const Scalar& alpha = 1);
/// beta * input + alpha * mat vec.
/// \source addmv(Tensor input, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor
Tensor addmv(TensorArg input, TensorArg mat, TensorArg vec, const Scalar& beta = 1, const Scalar& alpha = 1);
/// beta * input + alpha * mat vec. The result is written into the first tensor.
/// \source addmv_(Tensor(a!) input, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!)
Tensor addmv_(TensorArg input, TensorArg mat, TensorArg vec, const Scalar& beta = 1, const Scalar& alpha = 1);
/// beta * input + alpha * batch1 batch2, matrix by matrix.
/// \source baddbmm(Tensor input, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor
Tensor baddbmm(TensorArg input, TensorArg batch1, TensorArg batch2, const Scalar& beta = 1, const Scalar& alpha = 1);
/// beta * input + alpha * batch1 batch2, matrix by matrix. The result is written into the first tensor.
/// \source baddbmm_(Tensor(a!) input, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!)
Tensor baddbmm_(TensorArg input, TensorArg batch1, TensorArg batch2, const Scalar& beta = 1, const Scalar& alpha = 1);
/// beta * input + alpha * vec1 vec2^T.
/// \source addr(Tensor input, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor
Tensor addr(TensorArg input, TensorArg vec1, TensorArg vec2, const Scalar& beta = 1, const Scalar& alpha = 1);
/// beta * input + alpha * vec1 vec2^T. The result is written into the first tensor.
/// \source addr_(Tensor(a!) input, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!)
Tensor addr_(TensorArg input, TensorArg vec1, TensorArg vec2, const Scalar& beta = 1, const Scalar& alpha = 1);
/// Cross products along a dimension of three elements, the first one for None.
/// \source cross(Tensor input, Tensor other, int? dim=None) -> Tensor
Tensor cross(TensorArg input, TensorArg other, std::optional<std::int64_t> dim = {});
/// p-norms of the differences of all pairs of rows.
/// \source cdist(Tensor x1, Tensor x2, float p=2.0, int? compute_mode=None) -> Tensor
Tensor cdist(TensorArg x1, TensorArg x2, double p = 2.0, const std::optional<SizeItem>& compute_mode = {});
/// input weight^T + bias over the last dimension.
/// \source linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor
Tensor linear(TensorArg input, TensorArg weight, const OptionalTensor& bias = no_tensor());
/// Sums of weight[o] times all products of the last dimensions.
/// \source bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor
Tensor bilinear(TensorArg input1, TensorArg input2, TensorArg weight, const OptionalTensor& bias = no_tensor());
/// Sums of products in Einstein's notation, contracted from left to right.
/// \source einsum(str equation, Tensor[] operands) -> Tensor
Tensor einsum(const TextArg& equation, const TensorList& operands);
/// Product summed over pairs of dimensions.
/// \source tensordot(Tensor input, Tensor other, int[] dims_self, int[] dims_other) -> Tensor
Tensor tensordot(TensorArg input, TensorArg other, const SizeList& dims_self, const SizeList& dims_other);
/// softmax(query key^T * scale + attn_mask) value.
/// \source scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0, bool is_causal=False, float? scale=None) -> Tensor
Tensor scaled_dot_product_attention(TensorArg query, TensorArg key, TensorArg value, const OptionalTensor& attn_mask = no_tensor(), double dropout_p = 0.0, bool is_causal = false, std::optional<double> scale = {});

}  // namespace weft

namespace weft::functional {

/// softmax(query key^T * scale + attn_mask) value.
/// \source scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0, bool is_causal=False, float? scale=None) -> Tensor
Tensor scaled_dot_product_attention(TensorArg query, TensorArg key, TensorArg value, const OptionalTensor& attn_mask = no_tensor(), double dropout_p = 0.0, bool is_causal = false, std::optional<double> scale = {});

}  // namespace weft::functional

