// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/tensor/tensor.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor Tensor::relu(where_t where) const {
  static const ir::Operator& op = ir::get_operator("relu");
  return to_tensor(dispatch(op, {self_value(*this, "relu", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::relu_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("relu_");
  return written(*this, dispatch(op, {self_value(*this, "relu_", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::hardshrink(const Scalar& lambd, where_t where) const {
  static const ir::Operator& op = ir::get_operator("hardshrink");
  return to_tensor(dispatch(op, {self_value(*this, "hardshrink", where), to_value(lambd)}, CallStyle::kMethod, where));
}
Tensor Tensor::prelu(TensorArg weight, where_t where) const {
  static const ir::Operator& op = ir::get_operator("prelu");
  return to_tensor(dispatch(op, {self_value(*this, "prelu", where), to_value(weight)}, CallStyle::kMethod, where));
}

}  // namespace weft

