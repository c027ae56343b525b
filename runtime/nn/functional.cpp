#include <weft/runtime/nn/functional.h>

#include <utility>

#include <weft/runtime/api/functions.h>
#include <weft/runtime/nn/operator_call.h>

namespace weft::nn::functional {

namespace {

using operators::call_on;
using operators::in_place;
using operators::tensor_value;

ir::Value optional_dtype(const std::optional<DType>& dtype) {
  return dtype ? ir::Value(*dtype) : ir::Value();
}

/// Dropout writes into its input only where it draws zeros.
Tensor drop(const char* op, TensorArg input, const DropoutFuncOptions& options) {
  return call_on(in_place(op, options.inplace() && options.training()), input,
                 {{"p", options.p()}, {"training", options.training()}});
}

}  // namespace

Tensor relu(TensorArg input, const ReLUFuncOptions& options) {
  return call_on(in_place("relu", options.inplace()), input);
}

Tensor relu6(TensorArg input, const ReLU6FuncOptions& options) {
  return call_on(in_place("relu6", options.inplace()), input);
}

Tensor silu(TensorArg input, const SiLUFuncOptions& options) {
  return call_on(in_place("silu", options.inplace()), input);
}

Tensor leaky_relu(TensorArg input, const LeakyReLUFuncOptions& options) {
  return call_on(in_place("leaky_relu", options.inplace()), input,
                 {{"negative_slope", options.negative_slope()}});
}

Tensor rrelu(TensorArg input, const RReLUFuncOptions& options) {
  return call_on(
      in_place("rrelu", options.inplace()), input,
      {{"lower", options.lower()}, {"upper", options.upper()}, {"training", options.training()}});
}

Tensor elu(TensorArg input, const ELUFuncOptions& options) {
  return call_on(in_place("elu", options.inplace()), input, {{"alpha", options.alpha()}});
}

Tensor hardtanh(TensorArg input, const HardtanhFuncOptions& options) {
  return call_on(in_place("hardtanh", options.inplace()), input,
                 {{"min_val", options.min_val()}, {"max_val", options.max_val()}});
}

Tensor softplus(TensorArg input, const SoftplusFuncOptions& options) {
  return call_on("softplus", input, {{"beta", options.beta()}, {"threshold", options.threshold()}});
}

Tensor gelu(TensorArg input, const GELUFuncOptions& options) {
  return call_on("gelu", input, {{"approximate", options.approximate()}});
}

Tensor glu(TensorArg input, const GLUFuncOptions& options) {
  return call_on("glu", input, {{"dim", options.dim()}});
}

Tensor softmax(TensorArg input, const SoftmaxFuncOptions& options) {
  return call_on("softmax", input,
                 {{"dim", options.dim()}, {"dtype", optional_dtype(options.dtype())}});
}

Tensor log_softmax(TensorArg input, const LogSoftmaxFuncOptions& options) {
  return call_on("log_softmax", input,
                 {{"dim", options.dim()}, {"dtype", optional_dtype(options.dtype())}});
}

Tensor softmin(TensorArg input, const SoftminFuncOptions& options) {
  return call_on("softmin", input,
                 {{"dim", options.dim()}, {"dtype", optional_dtype(options.dtype())}});
}

Tensor selu(TensorArg input, const SELUFuncOptions& options) {
  return call_on(in_place("selu", options.inplace()), input);
}

Tensor celu(TensorArg input, const CELUFuncOptions& options) {
  return call_on(in_place("celu", options.inplace()), input, {{"alpha", options.alpha()}});
}

Tensor mish(TensorArg input, const MishFuncOptions& options) {
  return call_on(in_place("mish", options.inplace()), input);
}

Tensor hardshrink(TensorArg input, const HardshrinkFuncOptions& options) {
  return call_on("hardshrink", input, {{"lambd", options.lambda()}});
}

Tensor softshrink(TensorArg input, const SoftshrinkFuncOptions& options) {
  return call_on("softshrink", input, {{"lambd", options.lambda()}});
}

Tensor threshold(TensorArg input, const ThresholdFuncOptions& options) {
  return call_on(in_place("threshold", options.inplace()), input,
                 {{"threshold", options.threshold()}, {"value", options.value()}});
}

Tensor prelu(TensorArg input, const Tensor& weight) {
  return call_on("prelu", input, {{"weight", weight.handle()}});
}

Tensor tanhshrink(TensorArg input) { return call_on("tanhshrink", input); }

Tensor softsign(TensorArg input) { return call_on("softsign", input); }

Tensor logsigmoid(TensorArg input) { return call_on("logsigmoid", input); }

Tensor hardswish(TensorArg input) { return call_on("hardswish", input); }

Tensor hardsigmoid(TensorArg input) { return call_on("hardsigmoid", input); }

Tensor dropout(TensorArg input, const DropoutFuncOptions& options) {
  return drop("dropout", input, options);
}

Tensor dropout2d(TensorArg input, const Dropout2dFuncOptions& options) {
  return drop("dropout2d", input, options);
}

Tensor dropout3d(TensorArg input, const Dropout3dFuncOptions& options) {
  return drop("dropout3d", input, options);
}

Tensor alpha_dropout(TensorArg input, const DropoutFuncOptions& options) {
  return drop("alpha_dropout", input, options);
}

Tensor layer_norm(TensorArg input, const LayerNormFuncOptions& options) {
  return call_on("layer_norm", input,
                 {{"normalized_shape", SizeList(options.normalized_shape()).to_value()},
                  {"weight", tensor_value(options.weight())},
                  {"bias", tensor_value(options.bias())},
                  {"eps", options.eps()}});
}

Tensor bilinear(TensorArg input1, TensorArg input2, const Tensor& weight, const Tensor& bias) {
  return weft::bilinear(input1, input2, TensorArg(weight, input1.where()), bias);
}

Tensor linear(TensorArg input, const Tensor& weight, const Tensor& bias) {
  return call_on("linear", input, {{"weight", tensor_value(weight)}, {"bias", tensor_value(bias)}});
}

}  // namespace weft::nn::functional
