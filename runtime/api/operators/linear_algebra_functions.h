/// \file Free functions of the operators in linear_algebra_rows.cpp.
// Written by weft_generate_api from the operator table; change the table, not this file.
#pragma once

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// The inverses of square matrices.
/// \source linalg_inv(Tensor A) -> Tensor
Tensor linalg_inv(TensorArg A);
/// The inverses of square matrices.
/// \source inverse(Tensor input) -> Tensor
Tensor inverse(TensorArg input);
/// The determinants of square matrices.
/// \source linalg_det(Tensor A) -> Tensor
Tensor linalg_det(TensorArg A);
/// The determinants of square matrices.
/// \source det(Tensor input) -> Tensor
Tensor det(TensorArg input);
/// The signs of the determinants of square matrices, and the logarithms of their magnitudes.
/// \source linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet)
std::tuple<Tensor, Tensor> linalg_slogdet(TensorArg A);
/// The signs of the determinants of square matrices, and the logarithms of their magnitudes.
/// \source slogdet(Tensor input) -> (Tensor sign, Tensor logabsdet)
std::tuple<Tensor, Tensor> slogdet(TensorArg input);
/// The logarithms of the determinants of square matrices; NaN where one is negative.
/// \source logdet(Tensor input) -> Tensor
Tensor logdet(TensorArg input);
/// The triangles L of the positive definite matrices L L^T, or their transposes.
/// \source linalg_cholesky(Tensor input, *, bool upper=False) -> Tensor
Tensor linalg_cholesky(TensorArg input, bool upper = false);
/// The triangles L of the positive definite matrices L L^T, or their transposes.
/// \source cholesky(Tensor input, bool upper=False) -> Tensor
Tensor cholesky(TensorArg input, bool upper = false);
/// The solutions X of A X = B, or of X A = B.
/// \source linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor
Tensor linalg_solve(TensorArg A, TensorArg B, bool left = true);
/// The solutions X of A X = B, or of X A = B, for triangles A.
/// \source linalg_solve_triangular(Tensor input, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> Tensor
Tensor linalg_solve_triangular(TensorArg input, TensorArg B, bool upper, bool left = true, bool unitriangular = false);
/// The solutions X of A X = input for triangles A, and a copy of A.
/// \source triangular_solve(Tensor input, Tensor A, bool upper=True, bool transpose=False, bool unitriangular=False) -> (Tensor solution, Tensor cloned_coefficient)
std::tuple<Tensor, Tensor> triangular_solve(TensorArg input, TensorArg A, bool upper = true, bool transpose = false, bool unitriangular = false);
/// Matrices as products of orthogonal columns and an upper triangle.
/// \source linalg_qr(Tensor A, str mode='reduced') -> (Tensor Q, Tensor R)
std::tuple<Tensor, Tensor> linalg_qr(TensorArg A, const TextArg& mode = "reduced");
/// Matrices as products of orthogonal columns and an upper triangle.
/// \source qr(Tensor input, bool some=True) -> (Tensor Q, Tensor R)
std::tuple<Tensor, Tensor> qr(TensorArg input, bool some = true);

}  // namespace weft

