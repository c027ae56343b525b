/// \file nn::functional: operators with options structs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
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
struct RReLUFuncOptions {
  TORCH_ARG(double, lower) = 1.0 / 8.0;
  TORCH_ARG(double, upper) = 1.0 / 3.0;
  TORCH_ARG(bool, training) = false;
  TORCH_ARG(bool, inplace) = false;
};
using ELUFuncOptions = ELUOptions;
using HardtanhFuncOptions = HardtanhOptions;
using SoftplusFuncOptions = SoftplusOptions;
using GELUFuncOptions = GELUOptions;
using GLUFuncOptions = GLUOptions;
using SELUFuncOptions = SELUOptions;
using CELUFuncOptions = CELUOptions;
using MishFuncOptions = MishOptions;
using HardshrinkFuncOptions = HardshrinkOptions;
using SoftshrinkFuncOptions = SoftshrinkOptions;
using ThresholdFuncOptions = ThresholdOptions;
using SoftminFuncOptions = SoftmaxFuncOptions;
using AlphaDropoutFuncOptions = DropoutFuncOptions;
using FeatureAlphaDropoutFuncOptions = DropoutFuncOptions;
using Dropout2dFuncOptions = DropoutFuncOptions;
using Dropout3dFuncOptions = DropoutFuncOptions;
using MaxPool1dFuncOptions = MaxPoolOptions<1>;
using MaxPool2dFuncOptions = MaxPoolOptions<2>;
using AvgPool2dFuncOptions = AvgPoolOptions<2>;
using AdaptiveAvgPool2dFuncOptions = AdaptivePoolOptions<2>;
using AdaptiveMaxPool2dFuncOptions = AdaptivePoolOptions<2>;
using MaxPool3dFuncOptions = MaxPoolOptions<3>;
using AvgPool1dFuncOptions = AvgPoolOptions<1>;
using AvgPool3dFuncOptions = AvgPoolOptions<3>;
using AdaptiveAvgPool1dFuncOptions = AdaptivePoolOptions<1>;
using AdaptiveAvgPool3dFuncOptions = AdaptivePoolOptions<3>;
using AdaptiveMaxPool1dFuncOptions = AdaptivePoolOptions<1>;
using AdaptiveMaxPool3dFuncOptions = AdaptivePoolOptions<3>;
using LPPool1dFuncOptions = LPPoolOptions<1>;
using LPPool2dFuncOptions = LPPoolOptions<2>;

// Each applies the operator of its name. \source torch.nn.functional
Tensor relu(TensorArg input, const ReLUFuncOptions& options = {});
Tensor relu6(TensorArg input, const ReLU6FuncOptions& options = {});
Tensor silu(TensorArg input, const SiLUFuncOptions& options = {});
Tensor leaky_relu(TensorArg input, const LeakyReLUFuncOptions& options = {});
Tensor rrelu(TensorArg input, const RReLUFuncOptions& options = {});
Tensor elu(TensorArg input, const ELUFuncOptions& options = {});
Tensor hardtanh(TensorArg input, const HardtanhFuncOptions& options = {});
Tensor softplus(TensorArg input, const SoftplusFuncOptions& options = {});
Tensor gelu(TensorArg input, const GELUFuncOptions& options = {});
Tensor glu(TensorArg input, const GLUFuncOptions& options = {});
Tensor softmax(TensorArg input, const SoftmaxFuncOptions& options);
Tensor log_softmax(TensorArg input, const LogSoftmaxFuncOptions& options);
Tensor softmin(TensorArg input, const SoftminFuncOptions& options);
Tensor selu(TensorArg input, const SELUFuncOptions& options = {});
Tensor celu(TensorArg input, const CELUFuncOptions& options = {});
Tensor mish(TensorArg input, const MishFuncOptions& options = {});
Tensor hardshrink(TensorArg input, const HardshrinkFuncOptions& options = {});
Tensor softshrink(TensorArg input, const SoftshrinkFuncOptions& options = {});
Tensor threshold(TensorArg input, const ThresholdFuncOptions& options);
Tensor prelu(TensorArg input, const Tensor& weight);
Tensor tanhshrink(TensorArg input);
Tensor softsign(TensorArg input);
Tensor logsigmoid(TensorArg input);
Tensor hardswish(TensorArg input);
Tensor hardsigmoid(TensorArg input);
Tensor dropout(TensorArg input, const DropoutFuncOptions& options = {});
Tensor dropout2d(TensorArg input, const Dropout2dFuncOptions& options = {});
Tensor dropout3d(TensorArg input, const Dropout3dFuncOptions& options = {});
Tensor alpha_dropout(TensorArg input, const DropoutFuncOptions& options = {});
Tensor layer_norm(TensorArg input, const LayerNormFuncOptions& options);
Tensor bilinear(TensorArg input1, TensorArg input2, const Tensor& weight, const Tensor& bias = {});
Tensor linear(TensorArg input, const Tensor& weight, const Tensor& bias = {});
Tensor max_pool1d(TensorArg input, const MaxPool1dFuncOptions& options);
Tensor max_pool2d(TensorArg input, const MaxPool2dFuncOptions& options);
Tensor max_pool3d(TensorArg input, const MaxPool3dFuncOptions& options);
Tensor avg_pool1d(TensorArg input, const AvgPool1dFuncOptions& options);
Tensor avg_pool3d(TensorArg input, const AvgPool3dFuncOptions& options);
Tensor adaptive_avg_pool1d(TensorArg input, const AdaptiveAvgPool1dFuncOptions& options);
Tensor adaptive_avg_pool3d(TensorArg input, const AdaptiveAvgPool3dFuncOptions& options);
Tensor adaptive_max_pool1d(TensorArg input, const AdaptiveMaxPool1dFuncOptions& options);
Tensor avg_pool2d(TensorArg input, const AvgPool2dFuncOptions& options);
Tensor adaptive_avg_pool2d(TensorArg input, const AdaptiveAvgPool2dFuncOptions& options);
Tensor adaptive_max_pool2d(TensorArg input, const AdaptiveMaxPool2dFuncOptions& options);
Tensor adaptive_max_pool3d(TensorArg input, const AdaptiveMaxPool3dFuncOptions& options);
Tensor lp_pool1d(TensorArg input, const LPPool1dFuncOptions& options);
Tensor lp_pool2d(TensorArg input, const LPPool2dFuncOptions& options);

// The largest elements and their positions in the plane.
std::tuple<Tensor, Tensor> max_pool1d_with_indices(TensorArg input,
                                                   const MaxPool1dFuncOptions& options);
std::tuple<Tensor, Tensor> max_pool2d_with_indices(TensorArg input,
                                                   const MaxPool2dFuncOptions& options);
std::tuple<Tensor, Tensor> max_pool3d_with_indices(TensorArg input,
                                                   const MaxPool3dFuncOptions& options);
std::tuple<Tensor, Tensor> adaptive_max_pool1d_with_indices(
    TensorArg input, const AdaptiveMaxPool1dFuncOptions& options);
std::tuple<Tensor, Tensor> adaptive_max_pool2d_with_indices(
    TensorArg input, const AdaptiveMaxPool2dFuncOptions& options);
std::tuple<Tensor, Tensor> adaptive_max_pool3d_with_indices(
    TensorArg input, const AdaptiveMaxPool3dFuncOptions& options);

}  // namespace weft::nn::functional
