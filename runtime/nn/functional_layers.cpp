#include <weft/runtime/nn/functional_layers.h>

#include <string>

#include <weft/runtime/diagnostics.h>
#include <weft/runtime/nn/operator_call.h>

namespace weft::nn::functional {

namespace {

using operators::array_value;
using operators::call_on;
using operators::tensor_value;

template <std::size_t D>
Tensor convolution(const std::string& op, const TensorArg& input, const Tensor& weight,
                   const ConvFuncOptions<D>& options) {
  std::vector<api::NamedValue> arguments = {{"weight", weight.handle()},
                                            {"bias", tensor_value(options.bias())},
                                            {"stride", array_value(options.stride())},
                                            {"dilation", array_value(options.dilation())},
                                            {"groups", options.groups()}};
  if (const auto* array = std::get_if<0>(&options.padding())) {
    arguments.emplace_back("padding", array_value(*array));
    return call_on(op, input, std::move(arguments));
  }
  const bool same = std::holds_alternative<enumtype::kSame>(options.padding());
  arguments.emplace_back("padding", std::string(same ? "same" : "valid"));
  return call_on(op + ".padding", input, std::move(arguments));
}

template <std::size_t D>
Tensor transposed(const char* op, const TensorArg& input, const Tensor& weight,
                  const ConvTransposeFuncOptions<D>& options) {
  return call_on(op, input,
                 {{"weight", weight.handle()},
                  {"bias", tensor_value(options.bias())},
                  {"stride", array_value(options.stride())},
                  {"padding", array_value(options.padding())},
                  {"output_padding", array_value(options.output_padding())},
                  {"groups", options.groups()},
                  {"dilation", array_value(options.dilation())}});
}

}  // namespace

Tensor conv1d(TensorArg input, const Tensor& weight, const Conv1dFuncOptions& options) {
  return convolution("conv1d", input, weight, options);
}

Tensor conv2d(TensorArg input, const Tensor& weight, const Conv2dFuncOptions& options) {
  return convolution("conv2d", input, weight, options);
}

Tensor conv3d(TensorArg input, const Tensor& weight, const Conv3dFuncOptions& options) {
  return convolution("conv3d", input, weight, options);
}

Tensor conv_transpose1d(TensorArg input, const Tensor& weight,
                        const ConvTranspose1dFuncOptions& options) {
  return transposed("conv_transpose1d", input, weight, options);
}

Tensor conv_transpose2d(TensorArg input, const Tensor& weight,
                        const ConvTranspose2dFuncOptions& options) {
  return transposed("conv_transpose2d", input, weight, options);
}

Tensor conv_transpose3d(TensorArg input, const Tensor& weight,
                        const ConvTranspose3dFuncOptions& options) {
  return transposed("conv_transpose3d", input, weight, options);
}

Tensor batch_norm(TensorArg input, const Tensor& running_mean, const Tensor& running_var,
                  const BatchNormFuncOptions& options) {
  return call_on("batch_norm", input,
                 {{"running_mean", tensor_value(running_mean)},
                  {"running_var", tensor_value(running_var)},
                  {"weight", tensor_value(options.weight())},
                  {"bias", tensor_value(options.bias())},
                  {"training", options.training()},
                  {"momentum", options.momentum().value_or(0.0)},
                  {"eps", options.eps()}});
}

Tensor instance_norm(TensorArg input, const InstanceNormFuncOptions& options) {
  return call_on("instance_norm", input,
                 {{"running_mean", tensor_value(options.running_mean())},
                  {"running_var", tensor_value(options.running_var())},
                  {"weight", tensor_value(options.weight())},
                  {"bias", tensor_value(options.bias())},
                  {"use_input_stats", options.use_input_stats()},
                  {"momentum", options.momentum()},
                  {"eps", options.eps()}});
}

Tensor group_norm(TensorArg input, const GroupNormFuncOptions& options) {
  return call_on("group_norm", input,
                 {{"num_groups", options.num_groups()},
                  {"weight", tensor_value(options.weight())},
                  {"bias", tensor_value(options.bias())},
                  {"eps", options.eps()}});
}

Tensor local_response_norm(TensorArg input, const LocalResponseNormFuncOptions& options) {
  return call_on("local_response_norm", input,
                 {{"size", options.size()},
                  {"alpha", options.alpha()},
                  {"beta", options.beta()},
                  {"k", options.k()}});
}

Tensor normalize(TensorArg input, const NormalizeFuncOptions& options) {
  return call_on("normalize", input,
                 {{"p", options.p()}, {"dim", options.dim()}, {"eps", options.eps()}});
}

Tensor embedding(TensorArg input, const Tensor& weight, const EmbeddingFuncOptions& options) {
  if (options.max_norm()) {
    fail(diag::ModuleOptionWrong, input.where(), {"embedding", "max_norm writes into the weights"});
  }
  // The operator has the table first.
  return api::to_tensor(
      api::call_named("embedding", {{"weight", weight.handle()}, {"input", input.get().handle()}},
                      CallStyle::kFunction, input.where()));
}

Tensor one_hot(TensorArg input, std::int64_t num_classes) {
  return call_on("one_hot", input, {{"num_classes", num_classes}});
}

}  // namespace weft::nn::functional
