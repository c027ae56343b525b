// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/api/operators/activation_functions.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor relu(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("relu");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor relu_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("relu_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor relu6(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("relu6");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor relu6_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("relu6_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor hardtanh(TensorArg input, const Scalar& min_val, const Scalar& max_val) {
  static const ir::Operator& op = ir::get_operator("hardtanh");
  return to_tensor(dispatch(op, {to_value(input), to_value(min_val), to_value(max_val)}, CallStyle::kFunction, input.where()));
}
Tensor hardtanh_(TensorArg input, const Scalar& min_val, const Scalar& max_val) {
  static const ir::Operator& op = ir::get_operator("hardtanh_");
  return to_tensor(dispatch(op, {to_value(input), to_value(min_val), to_value(max_val)}, CallStyle::kFunction, input.where()));
}
Tensor hardsigmoid(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("hardsigmoid");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor hardsigmoid_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("hardsigmoid_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor hardswish(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("hardswish");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor hardswish_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("hardswish_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor leaky_relu(TensorArg input, const Scalar& negative_slope) {
  static const ir::Operator& op = ir::get_operator("leaky_relu");
  return to_tensor(dispatch(op, {to_value(input), to_value(negative_slope)}, CallStyle::kFunction, input.where()));
}
Tensor leaky_relu_(TensorArg input, const Scalar& negative_slope) {
  static const ir::Operator& op = ir::get_operator("leaky_relu_");
  return to_tensor(dispatch(op, {to_value(input), to_value(negative_slope)}, CallStyle::kFunction, input.where()));
}
Tensor rrelu(TensorArg input, const Scalar& lower, const Scalar& upper, bool training) {
  static const ir::Operator& op = ir::get_operator("rrelu");
  return to_tensor(dispatch(op, {to_value(input), to_value(lower), to_value(upper), to_value(training)}, CallStyle::kFunction, input.where()));
}
Tensor rrelu_(TensorArg input, const Scalar& lower, const Scalar& upper, bool training) {
  static const ir::Operator& op = ir::get_operator("rrelu_");
  return to_tensor(dispatch(op, {to_value(input), to_value(lower), to_value(upper), to_value(training)}, CallStyle::kFunction, input.where()));
}
Tensor threshold(TensorArg input, const Scalar& threshold, const Scalar& value) {
  static const ir::Operator& op = ir::get_operator("threshold");
  return to_tensor(dispatch(op, {to_value(input), to_value(threshold), to_value(value)}, CallStyle::kFunction, input.where()));
}
Tensor threshold_(TensorArg input, const Scalar& threshold, const Scalar& value) {
  static const ir::Operator& op = ir::get_operator("threshold_");
  return to_tensor(dispatch(op, {to_value(input), to_value(threshold), to_value(value)}, CallStyle::kFunction, input.where()));
}
Tensor hardshrink(TensorArg input, const Scalar& lambd) {
  static const ir::Operator& op = ir::get_operator("hardshrink");
  return to_tensor(dispatch(op, {to_value(input), to_value(lambd)}, CallStyle::kFunction, input.where()));
}
Tensor softshrink(TensorArg input, const Scalar& lambd) {
  static const ir::Operator& op = ir::get_operator("softshrink");
  return to_tensor(dispatch(op, {to_value(input), to_value(lambd)}, CallStyle::kFunction, input.where()));
}
Tensor elu(TensorArg input, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale) {
  static const ir::Operator& op = ir::get_operator("elu");
  return to_tensor(dispatch(op, {to_value(input), to_value(alpha), to_value(scale), to_value(input_scale)}, CallStyle::kFunction, input.where()));
}
Tensor elu_(TensorArg input, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale) {
  static const ir::Operator& op = ir::get_operator("elu_");
  return to_tensor(dispatch(op, {to_value(input), to_value(alpha), to_value(scale), to_value(input_scale)}, CallStyle::kFunction, input.where()));
}
Tensor selu(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("selu");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor selu_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("selu_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor celu(TensorArg input, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("celu");
  return to_tensor(dispatch(op, {to_value(input), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor celu_(TensorArg input, const Scalar& alpha) {
  static const ir::Operator& op = ir::get_operator("celu_");
  return to_tensor(dispatch(op, {to_value(input), to_value(alpha)}, CallStyle::kFunction, input.where()));
}
Tensor silu(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("silu");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor silu_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("silu_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor mish(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("mish");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor mish_(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("mish_");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor gelu(TensorArg input, const TextArg& approximate) {
  static const ir::Operator& op = ir::get_operator("gelu");
  return to_tensor(dispatch(op, {to_value(input), to_value(approximate)}, CallStyle::kFunction, input.where()));
}
Tensor gelu_(TensorArg input, const TextArg& approximate) {
  static const ir::Operator& op = ir::get_operator("gelu_");
  return to_tensor(dispatch(op, {to_value(input), to_value(approximate)}, CallStyle::kFunction, input.where()));
}
Tensor softplus(TensorArg input, const Scalar& beta, const Scalar& threshold) {
  static const ir::Operator& op = ir::get_operator("softplus");
  return to_tensor(dispatch(op, {to_value(input), to_value(beta), to_value(threshold)}, CallStyle::kFunction, input.where()));
}
Tensor log_sigmoid(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("log_sigmoid");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor prelu(TensorArg input, TensorArg weight) {
  static const ir::Operator& op = ir::get_operator("prelu");
  return to_tensor(dispatch(op, {to_value(input), to_value(weight)}, CallStyle::kFunction, input.where()));
}
Tensor glu(TensorArg input, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("glu");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim)}, CallStyle::kFunction, input.where()));
}
Tensor dropout(TensorArg input, double p, bool training) {
  static const ir::Operator& op = ir::get_operator("dropout");
  return to_tensor(dispatch(op, {to_value(input), to_value(p), to_value(training)}, CallStyle::kFunction, input.where()));
}
Tensor dropout_(TensorArg input, double p, bool training) {
  static const ir::Operator& op = ir::get_operator("dropout_");
  return to_tensor(dispatch(op, {to_value(input), to_value(p), to_value(training)}, CallStyle::kFunction, input.where()));
}
Tensor feature_dropout(TensorArg input, double p, bool training) {
  static const ir::Operator& op = ir::get_operator("feature_dropout");
  return to_tensor(dispatch(op, {to_value(input), to_value(p), to_value(training)}, CallStyle::kFunction, input.where()));
}
Tensor feature_dropout_(TensorArg input, double p, bool training) {
  static const ir::Operator& op = ir::get_operator("feature_dropout_");
  return to_tensor(dispatch(op, {to_value(input), to_value(p), to_value(training)}, CallStyle::kFunction, input.where()));
}
Tensor alpha_dropout(TensorArg input, double p, bool training) {
  static const ir::Operator& op = ir::get_operator("alpha_dropout");
  return to_tensor(dispatch(op, {to_value(input), to_value(p), to_value(training)}, CallStyle::kFunction, input.where()));
}
Tensor alpha_dropout_(TensorArg input, double p, bool training) {
  static const ir::Operator& op = ir::get_operator("alpha_dropout_");
  return to_tensor(dispatch(op, {to_value(input), to_value(p), to_value(training)}, CallStyle::kFunction, input.where()));
}
Tensor feature_alpha_dropout(TensorArg input, double p, bool training) {
  static const ir::Operator& op = ir::get_operator("feature_alpha_dropout");
  return to_tensor(dispatch(op, {to_value(input), to_value(p), to_value(training)}, CallStyle::kFunction, input.where()));
}
Tensor feature_alpha_dropout_(TensorArg input, double p, bool training) {
  static const ir::Operator& op = ir::get_operator("feature_alpha_dropout_");
  return to_tensor(dispatch(op, {to_value(input), to_value(p), to_value(training)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft

namespace weft::functional {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor tanhshrink(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("tanhshrink");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor softsign(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("softsign");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor logsigmoid(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("logsigmoid");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor dropout2d(TensorArg input, double p, bool training) {
  static const ir::Operator& op = ir::get_operator("dropout2d");
  return to_tensor(dispatch(op, {to_value(input), to_value(p), to_value(training)}, CallStyle::kFunction, input.where()));
}
Tensor dropout3d(TensorArg input, double p, bool training) {
  static const ir::Operator& op = ir::get_operator("dropout3d");
  return to_tensor(dispatch(op, {to_value(input), to_value(p), to_value(training)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft::functional

