/// \file nn::functional: operators with options structs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <weft/runtime/nn/activation.h>
#include <weft/runtime/nn/conv.h>
#include <weft/runtime/nn/pooling.h>

namespace weft::nn::functional {

struct DropoutFuncOptions {
  TORCH_ARG(double, p) = 0.5;
  TORCH_ARG(bool, training) = false;
  TORCH_ARG(bool, inplace) = false;
};
struct SoftmaxFuncOptions {
  SoftmaxFuncOptions(std::int64_t dim) : dim_(dim) {}  // NOLINT
  TORCH_ARG(std::int64_t, dim);
  TORCH_ARG(std::optional<DType>, dtype) = std::nullopt;
};
using LogSoftmaxFuncOptions = SoftmaxFuncOptions;
struct LayerNormFuncOptions {
  LayerNormFuncOptions(std::vector<std::int64_t> normalized_shape)  // NOLINT
      : normalized_shape_(std::move(normalized_shape)) {}
  TORCH_ARG(std::vector<std::int64_t>, normalized_shape);
  TORCH_ARG(Tensor, weight) = {};
  TORCH_ARG(Tensor, bias) = {};
  TORCH_ARG(double, eps) = 1e-5;
};
using ReLUFuncOptions = InplaceOptions;
using ReLU6FuncOptions = InplaceOptions;
using SiLUFuncOptions = InplaceOptions;
using LeakyReLUFuncOptions = LeakyReLUOptions;
using ELUFuncOptions = ELUOptions;
using HardtanhFuncOptions = HardtanhOptions;
using SoftplusFuncOptions = SoftplusOptions;
using GELUFuncOptions = GELUOptions;
using GLUFuncOptions = GLUOptions;
using MaxPool1dFuncOptions = MaxPoolOptions<1>;
using MaxPool2dFuncOptions = MaxPoolOptions<2>;
using AvgPool2dFuncOptions = AvgPoolOptions<2>;
using AdaptiveAvgPool2dFuncOptions = AdaptivePoolOptions<2>;
using AdaptiveMaxPool2dFuncOptions = AdaptivePoolOptions<2>;

// Each applies the operator of its name. \source torch.nn.functional
Tensor relu(TensorArg input, const ReLUFuncOptions& options = {});
Tensor relu6(TensorArg input, const ReLU6FuncOptions& options = {});
Tensor silu(TensorArg input, const SiLUFuncOptions& options = {});
Tensor leaky_relu(TensorArg input, const LeakyReLUFuncOptions& options = {});
Tensor elu(TensorArg input, const ELUFuncOptions& options = {});
Tensor hardtanh(TensorArg input, const HardtanhFuncOptions& options = {});
Tensor softplus(TensorArg input, const SoftplusFuncOptions& options = {});
Tensor gelu(TensorArg input, const GELUFuncOptions& options = {});
Tensor glu(TensorArg input, const GLUFuncOptions& options = {});
Tensor softmax(TensorArg input, const SoftmaxFuncOptions& options);
Tensor log_softmax(TensorArg input, const LogSoftmaxFuncOptions& options);
Tensor dropout(TensorArg input, const DropoutFuncOptions& options = {});
Tensor layer_norm(TensorArg input, const LayerNormFuncOptions& options);
Tensor linear(TensorArg input, const Tensor& weight, const Tensor& bias = {});
Tensor max_pool1d(TensorArg input, const MaxPool1dFuncOptions& options);
Tensor max_pool2d(TensorArg input, const MaxPool2dFuncOptions& options);
Tensor avg_pool2d(TensorArg input, const AvgPool2dFuncOptions& options);
Tensor adaptive_avg_pool2d(TensorArg input, const AdaptiveAvgPool2dFuncOptions& options);
Tensor adaptive_max_pool2d(TensorArg input, const AdaptiveMaxPool2dFuncOptions& options);

}  // namespace weft::nn::functional
