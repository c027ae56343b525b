#include <weft/runtime/nn/functional.h>

#include <utility>

#include <weft/runtime/api/conversions.h>
#include <weft/runtime/api/named_call.h>

namespace weft::nn::functional {

namespace {

Tensor call_on(const std::string& op, TensorArg input,
               std::vector<api::NamedValue> arguments = {}) {
  arguments.emplace_back("input", api::to_value(input));
  return api::to_tensor(api::call_named(op, arguments, CallStyle::kFunction, input.where()));
}

ir::Value optional_value(const Tensor& tensor) {
  return tensor.defined() ? ir::Value(tensor.handle()) : ir::Value();
}

ir::Value optional_dtype(const std::optional<DType>& dtype) {
  return dtype ? ir::Value(*dtype) : ir::Value();
}

std::string in_place(const char* op, bool inplace) { return inplace ? std::string(op) + "_" : op; }

template <std::size_t D>
ir::Value values(const ExpandingArray<D>& array) {
  return SizeList(array.vec()).to_value();
}

template <std::size_t D>
Tensor max_pool(const char* op, TensorArg input, const MaxPoolOptions<D>& options) {
  return call_on(op, input,
                 {{"kernel_size", values(options.kernel_size())},
                  {"stride", values(options.stride())},
                  {"padding", values(options.padding())},
                  {"dilation", values(options.dilation())},
                  {"ceil_mode", options.ceil_mode()}});
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

Tensor elu(TensorArg input, const ELUFuncOptions& options) {
  return call_on(in_place("elu", options.inplace()), input, {{"alpha", options.alpha()}});
}

Tensor hardtanh(TensorArg input, const HardtanhFuncOptions& options) {
  return call_on(in_place("hardtanh", options.inplace()), input,
                 {{"min_val", options.min_val()}, {"max_val", options.max_val()}});
}

Tensor softplus(TensorArg input, const SoftplusFuncOptions& options) {
  return call_on("softplus", input,
                 {{"beta", options.beta()}, {"threshold", options.threshold()}});
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

Tensor dropout(TensorArg input, const DropoutFuncOptions& options) {
  return call_on(in_place("dropout", options.inplace() && options.training()), input,
                 {{"p", options.p()}, {"training", options.training()}});
}

Tensor layer_norm(TensorArg input, const LayerNormFuncOptions& options) {
  return call_on("layer_norm", input,
                 {{"normalized_shape", SizeList(options.normalized_shape()).to_value()},
                  {"weight", optional_value(options.weight())},
                  {"bias", optional_value(options.bias())},
                  {"eps", options.eps()}});
}

Tensor linear(TensorArg input, const Tensor& weight, const Tensor& bias) {
  return call_on("linear", input,
                 {{"weight", optional_value(weight)}, {"bias", optional_value(bias)}});
}

Tensor max_pool1d(TensorArg input, const MaxPool1dFuncOptions& options) {
  return max_pool("max_pool1d", input, options);
}

Tensor max_pool2d(TensorArg input, const MaxPool2dFuncOptions& options) {
  return max_pool("max_pool2d", input, options);
}

Tensor avg_pool2d(TensorArg input, const AvgPool2dFuncOptions& options) {
  return call_on("avg_pool2d", input,
                 {{"kernel_size", values(options.kernel_size())},
                  {"stride", values(options.stride())},
                  {"padding", values(options.padding())},
                  {"ceil_mode", options.ceil_mode()},
                  {"count_include_pad", options.count_include_pad()}});
}

Tensor adaptive_avg_pool2d(TensorArg input, const AdaptiveAvgPool2dFuncOptions& options) {
  return call_on("adaptive_avg_pool2d", input, {{"output_size", values(options.output_size())}});
}

Tensor adaptive_max_pool2d(TensorArg input, const AdaptiveMaxPool2dFuncOptions& options) {
  return call_on("adaptive_max_pool2d", input, {{"output_size", values(options.output_size())}});
}

}  // namespace weft::nn::functional
