// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/api/operators/linear_algebra_functions.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor linalg_inv(TensorArg A) {
  static const ir::Operator& op = ir::get_operator("linalg_inv");
  return to_tensor(dispatch(op, {to_value(A)}, CallStyle::kFunction, A.where()));
}
Tensor inverse(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("inverse");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor linalg_det(TensorArg A) {
  static const ir::Operator& op = ir::get_operator("linalg_det");
  return to_tensor(dispatch(op, {to_value(A)}, CallStyle::kFunction, A.where()));
}
Tensor det(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("det");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> linalg_slogdet(TensorArg A) {
  static const ir::Operator& op = ir::get_operator("linalg_slogdet");
  return to_tuple<2>(dispatch(op, {to_value(A)}, CallStyle::kFunction, A.where()));
}
std::tuple<Tensor, Tensor> slogdet(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("slogdet");
  return to_tuple<2>(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor logdet(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("logdet");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor linalg_cholesky(TensorArg input, bool upper) {
  static const ir::Operator& op = ir::get_operator("linalg_cholesky");
  return to_tensor(dispatch(op, {to_value(input), to_value(upper)}, CallStyle::kFunction, input.where()));
}
Tensor cholesky(TensorArg input, bool upper) {
  static const ir::Operator& op = ir::get_operator("cholesky");
  return to_tensor(dispatch(op, {to_value(input), to_value(upper)}, CallStyle::kFunction, input.where()));
}
Tensor linalg_solve(TensorArg A, TensorArg B, bool left) {
  static const ir::Operator& op = ir::get_operator("linalg_solve");
  return to_tensor(dispatch(op, {to_value(A), to_value(B), to_value(left)}, CallStyle::kFunction, A.where()));
}
Tensor linalg_solve_triangular(TensorArg input, TensorArg B, bool upper, bool left, bool unitriangular) {
  static const ir::Operator& op = ir::get_operator("linalg_solve_triangular");
  return to_tensor(dispatch(op, {to_value(input), to_value(B), to_value(upper), to_value(left), to_value(unitriangular)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> triangular_solve(TensorArg input, TensorArg A, bool upper, bool transpose, bool unitriangular) {
  static const ir::Operator& op = ir::get_operator("triangular_solve");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(A), to_value(upper), to_value(transpose), to_value(unitriangular)}, CallStyle::kFunction, input.where()));
}
std::tuple<Tensor, Tensor> linalg_qr(TensorArg A, const TextArg& mode) {
  static const ir::Operator& op = ir::get_operator("linalg_qr");
  return to_tuple<2>(dispatch(op, {to_value(A), to_value(mode)}, CallStyle::kFunction, A.where()));
}
std::tuple<Tensor, Tensor> qr(TensorArg input, bool some) {
  static const ir::Operator& op = ir::get_operator("qr");
  return to_tuple<2>(dispatch(op, {to_value(input), to_value(some)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft

