// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/api/operators/matmul_functions.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor matmul(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("matmul");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor mm(TensorArg input, TensorArg mat2) {
  static const ir::Operator& op = ir::get_operator("mm");
  return to_tensor(dispatch(op, {to_value(input), to_value(mat2)}, CallStyle::kFunction, input.where()));
}
Tensor bmm(TensorArg input, TensorArg mat2) {
  static const ir::Operator& op = ir::get_operator("bmm");
  return to_tensor(dispatch(op, {to_value(input), to_value(mat2)}, CallStyle::kFunction, input.where()));
}
Tensor mv(TensorArg input, TensorArg vec) {
  static const ir::Operator& op = ir::get_operator("mv");
  return to_tensor(dispatch(op, {to_value(input), to_value(vec)}, CallStyle::kFunction, input.where()));
}
Tensor dot(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("dot");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor vdot(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("vdot");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor inner(TensorArg input, TensorArg other) {
  static const ir::Operator& op = ir::get_operator("inner");
  return to_tensor(dispatch(op, {to_value(input), to_value(other)}, CallStyle::kFunction, input.where()));
}
Tensor trace(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("trace");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor dist(TensorArg input, TensorArg other, const Scalar& p) {
  static const ir::Operator& op = ir::get_operator("dist");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(p)}, CallStyle::kFunction, input.where()));
}
Tensor outer(TensorArg input, TensorArg vec2) {
  static const ir::Operator& op = ir::get_operator("outer");
  return to_tensor(dispatch(op, {to_value(input), to_value(vec2)}, CallStyle::kFunction, input.where()));
}
Tensor ger(TensorArg input, TensorArg vec2) {
  static const ir::Operator& op = ir::get_operator("ger");
  return to_tensor(dispatch(op, {to_value(input), to_value(vec2)}, CallStyle::kFunction, input.where()));
}
Tensor addmm(TensorArg input, TensorArg mat1, TensorArg mat2, const Scalar& beta, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("addmm");
  return to_tensor(dispatch(op, {to_value(input), to_value(mat1), to_value(mat2), to_value(beta), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor addmm_(TensorArg input, TensorArg mat1, TensorArg mat2, const Scalar& beta, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("addmm_");
  return to_tensor(dispatch(op, {to_value(input), to_value(mat1), to_value(mat2), to_value(beta), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor addmv(TensorArg input, TensorArg mat, TensorArg vec, const Scalar& beta, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("addmv");
  return to_tensor(dispatch(op, {to_value(input), to_value(mat), to_value(vec), to_value(beta), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor addmv_(TensorArg input, TensorArg mat, TensorArg vec, const Scalar& beta, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("addmv_");
  return to_tensor(dispatch(op, {to_value(input), to_value(mat), to_value(vec), to_value(beta), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor baddbmm(TensorArg input, TensorArg batch1, TensorArg batch2, const Scalar& beta, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("baddbmm");
  return to_tensor(dispatch(op, {to_value(input), to_value(batch1), to_value(batch2), to_value(beta), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor baddbmm_(TensorArg input, TensorArg batch1, TensorArg batch2, const Scalar& beta, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("baddbmm_");
  return to_tensor(dispatch(op, {to_value(input), to_value(batch1), to_value(batch2), to_value(beta), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor addr(TensorArg input, TensorArg vec1, TensorArg vec2, const Scalar& beta, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("addr");
  return to_tensor(dispatch(op, {to_value(input), to_value(vec1), to_value(vec2), to_value(beta), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor addr_(TensorArg input, TensorArg vec1, TensorArg vec2, const Scalar& beta, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("addr_");
  return to_tensor(dispatch(op, {to_value(input), to_value(vec1), to_value(vec2), to_value(beta), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor cross(TensorArg input, TensorArg other, std::optional<std::int64_t> dim) {
  static const ir::Operator& op = ir::get_operator("cross");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(dim)}, CallStyle::kFunction, input.where()));
}
Tensor cdist(TensorArg x1, TensorArg x2, double p, const std::optional<SizeItem>& compute_mode) {
  static const ir::Operator& op = ir::get_operator("cdist");
  return to_tensor(dispatch(op, {to_value(x1), to_value(x2), to_value(p), to_value(compute_mode)}, CallStyle::kFunction, x1.where()));
}
Tensor linear(TensorArg input, TensorArg weight, const OptionalTensor& bias) {
  static const ir::Operator& op = ir::get_operator("linear");
  return to_tensor(dispatch(op, {to_value(input), to_value(weight), to_value(bias)}, CallStyle::kFunction, input.where()));
}
Tensor bilinear(TensorArg input1, TensorArg input2, TensorArg weight, const OptionalTensor& bias) {
  static const ir::Operator& op = ir::get_operator("bilinear");
  return to_tensor(dispatch(op, {to_value(input1), to_value(input2), to_value(weight), to_value(bias)}, CallStyle::kFunction, input1.where()));
}
Tensor einsum(const TextArg& equation, const TensorList& operands) {
  static const ir::Operator& op = ir::get_operator("einsum");
  return to_tensor(dispatch(op, {to_value(equation), to_value(operands)}, CallStyle::kFunction, operands.where()));
}
Tensor tensordot(TensorArg input, TensorArg other, const SizeList& dims_self, const SizeList& dims_other) {
  static const ir::Operator& op = ir::get_operator("tensordot");
  return to_tensor(dispatch(op, {to_value(input), to_value(other), to_value(dims_self), to_value(dims_other)}, CallStyle::kFunction, input.where()));
}
Tensor scaled_dot_product_attention(TensorArg query, TensorArg key, TensorArg value, const OptionalTensor& attn_mask, double dropout_p, bool is_causal, std::optional<double> scale) {
  static const ir::Operator& op = ir::get_operator("scaled_dot_product_attention");
  return to_tensor(dispatch(op, {to_value(query), to_value(key), to_value(value), to_value(attn_mask), to_value(dropout_p), to_value(is_causal), to_value(scale)}, CallStyle::kFunction, query.where()));
}

}  // namespace weft

namespace weft::functional {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor scaled_dot_product_attention(TensorArg query, TensorArg key, TensorArg value, const OptionalTensor& attn_mask, double dropout_p, bool is_causal, std::optional<double> scale) {
  static const ir::Operator& op = ir::get_operator("scaled_dot_product_attention");
  return to_tensor(dispatch(op, {to_value(query), to_value(key), to_value(value), to_value(attn_mask), to_value(dropout_p), to_value(is_causal), to_value(scale)}, CallStyle::kFunction, query.where()));
}

}  // namespace weft::functional

