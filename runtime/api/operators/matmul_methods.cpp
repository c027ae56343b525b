// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/tensor/tensor.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor Tensor::matmul(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("matmul");
  return to_tensor(dispatch(op, {self_value(*this, "matmul", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::mm(TensorArg mat2, where_t where) const {
  static const ir::Operator& op = ir::get_operator("mm");
  return to_tensor(dispatch(op, {self_value(*this, "mm", where), to_value(mat2)}, CallStyle::kMethod, where));
}
Tensor Tensor::bmm(TensorArg mat2, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bmm");
  return to_tensor(dispatch(op, {self_value(*this, "bmm", where), to_value(mat2)}, CallStyle::kMethod, where));
}
Tensor Tensor::mv(TensorArg vec, where_t where) const {
  static const ir::Operator& op = ir::get_operator("mv");
  return to_tensor(dispatch(op, {self_value(*this, "mv", where), to_value(vec)}, CallStyle::kMethod, where));
}
Tensor Tensor::dot(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("dot");
  return to_tensor(dispatch(op, {self_value(*this, "dot", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::vdot(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("vdot");
  return to_tensor(dispatch(op, {self_value(*this, "vdot", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::inner(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("inner");
  return to_tensor(dispatch(op, {self_value(*this, "inner", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::trace(where_t where) const {
  static const ir::Operator& op = ir::get_operator("trace");
  return to_tensor(dispatch(op, {self_value(*this, "trace", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::dist(TensorArg other, const Scalar& p, where_t where) const {
  static const ir::Operator& op = ir::get_operator("dist");
  return to_tensor(dispatch(op, {self_value(*this, "dist", where), to_value(other), to_value(p)}, CallStyle::kMethod, where));
}
Tensor Tensor::outer(TensorArg vec2, where_t where) const {
  static const ir::Operator& op = ir::get_operator("outer");
  return to_tensor(dispatch(op, {self_value(*this, "outer", where), to_value(vec2)}, CallStyle::kMethod, where));
}
Tensor Tensor::ger(TensorArg vec2, where_t where) const {
  static const ir::Operator& op = ir::get_operator("ger");
  return to_tensor(dispatch(op, {self_value(*this, "ger", where), to_value(vec2)}, CallStyle::kMethod, where));
}
Tensor Tensor::addmm(TensorArg mat1, TensorArg mat2, const Scalar& beta, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("addmm");
  return to_tensor(dispatch(op, {self_value(*this, "addmm", where), to_value(mat1), to_value(mat2), to_value(beta), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor& Tensor::addmm_(TensorArg mat1, TensorArg mat2, const Scalar& beta, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("addmm_");
  return written(*this, dispatch(op, {self_value(*this, "addmm_", where), to_value(mat1), to_value(mat2), to_value(beta), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor Tensor::addmv(TensorArg mat, TensorArg vec, const Scalar& beta, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("addmv");
  return to_tensor(dispatch(op, {self_value(*this, "addmv", where), to_value(mat), to_value(vec), to_value(beta), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor& Tensor::addmv_(TensorArg mat, TensorArg vec, const Scalar& beta, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("addmv_");
  return written(*this, dispatch(op, {self_value(*this, "addmv_", where), to_value(mat), to_value(vec), to_value(beta), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor Tensor::baddbmm(TensorArg batch1, TensorArg batch2, const Scalar& beta, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("baddbmm");
  return to_tensor(dispatch(op, {self_value(*this, "baddbmm", where), to_value(batch1), to_value(batch2), to_value(beta), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor& Tensor::baddbmm_(TensorArg batch1, TensorArg batch2, const Scalar& beta, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("baddbmm_");
  return written(*this, dispatch(op, {self_value(*this, "baddbmm_", where), to_value(batch1), to_value(batch2), to_value(beta), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor Tensor::addr(TensorArg vec1, TensorArg vec2, const Scalar& beta, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("addr");
  return to_tensor(dispatch(op, {self_value(*this, "addr", where), to_value(vec1), to_value(vec2), to_value(beta), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor& Tensor::addr_(TensorArg vec1, TensorArg vec2, const Scalar& beta, const Scalar& alpha, where_t where) const {
  static const ir::Operator& op = ir::get_operator("addr_");
  return written(*this, dispatch(op, {self_value(*this, "addr_", where), to_value(vec1), to_value(vec2), to_value(beta), to_value(alpha)}, CallStyle::kMethod, where));
}
Tensor Tensor::cross(TensorArg other, std::optional<std::int64_t> dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("cross");
  return to_tensor(dispatch(op, {self_value(*this, "cross", where), to_value(other), to_value(dim)}, CallStyle::kMethod, where));
}

}  // namespace weft

