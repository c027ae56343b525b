/// \file Functions of torch::linalg, under which libtorch has operators named linalg_*.
#pragma once

#include <string_view>
#include <tuple>

#include <weft/runtime/weft.h>

namespace torch::linalg {

using weft::Tensor;

inline Tensor inv(const Tensor& input) { return weft::linalg_inv(input); }
inline Tensor det(const Tensor& input) { return weft::linalg_det(input); }
/// Sign of the determinant, and logarithm of its magnitude.
inline std::tuple<Tensor, Tensor> slogdet(const Tensor& input) {
  return weft::linalg_slogdet(input);
}
inline Tensor cholesky(const Tensor& input) { return weft::linalg_cholesky(input); }
/// The solution X of input X = other, or of X input = other.
inline Tensor solve(const Tensor& input, const Tensor& other, bool left) {
  return weft::linalg_solve(input, other, left);
}
inline Tensor solve_triangular(const Tensor& input, const Tensor& other, bool upper, bool left,
                               bool unitriangular) {
  return weft::linalg_solve_triangular(input, other, upper, left, unitriangular);
}
inline std::tuple<Tensor, Tensor> qr(const Tensor& input, std::string_view mode = "reduced") {
  return weft::linalg_qr(input, mode);
}

}  // namespace torch::linalg
