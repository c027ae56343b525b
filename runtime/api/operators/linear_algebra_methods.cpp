// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/tensor/tensor.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor Tensor::inverse(where_t where) const {
  static const ir::Operator& op = ir::get_operator("inverse");
  return to_tensor(dispatch(op, {self_value(*this, "inverse", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::det(where_t where) const {
  static const ir::Operator& op = ir::get_operator("det");
  return to_tensor(dispatch(op, {self_value(*this, "det", where)}, CallStyle::kMethod, where));
}
std::tuple<Tensor, Tensor> Tensor::slogdet(where_t where) const {
  static const ir::Operator& op = ir::get_operator("slogdet");
  return to_tuple<2>(dispatch(op, {self_value(*this, "slogdet", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::logdet(where_t where) const {
  static const ir::Operator& op = ir::get_operator("logdet");
  return to_tensor(dispatch(op, {self_value(*this, "logdet", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::cholesky(bool upper, where_t where) const {
  static const ir::Operator& op = ir::get_operator("cholesky");
  return to_tensor(dispatch(op, {self_value(*this, "cholesky", where), to_value(upper)}, CallStyle::kMethod, where));
}
std::tuple<Tensor, Tensor> Tensor::triangular_solve(TensorArg A, bool upper, bool transpose, bool unitriangular, where_t where) const {
  static const ir::Operator& op = ir::get_operator("triangular_solve");
  return to_tuple<2>(dispatch(op, {self_value(*this, "triangular_solve", where), to_value(A), to_value(upper), to_value(transpose), to_value(unitriangular)}, CallStyle::kMethod, where));
}
std::tuple<Tensor, Tensor> Tensor::qr(bool some, where_t where) const {
  static const ir::Operator& op = ir::get_operator("qr");
  return to_tuple<2>(dispatch(op, {self_value(*this, "qr", where), to_value(some)}, CallStyle::kMethod, where));
}

}  // namespace weft

