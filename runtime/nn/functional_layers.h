/// \file nn::functional with options for convolutions, normalisation, pooling, embedding and
/// one_hot.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include <weft/runtime/nn/conv.h>
#include <weft/runtime/nn/normalization.h>
#include <weft/runtime/nn/pooling.h>

namespace weft::nn::functional {

/// \source torch::nn::functional::ConvFuncOptions
template <std::size_t D>
struct ConvFuncOptions {
  using padding_t = typename ConvOptions<D>::padding_t;
  TORCH_ARG(Tensor, bias) = {};
  TORCH_ARG(ExpandingArray<D>, stride) = 1;

 public:
  ConvFuncOptions& padding(padding_t value) {
    padding_ = std::move(value);
    return *this;
  }
  ConvFuncOptions& padding(std::int64_t value) {
    return padding(padding_t(ExpandingArray<D>(value)));
  }
  ConvFuncOptions& padding(std::initializer_list<std::int64_t> value) {
    return padding(padding_t(ExpandingArray<D>(value)));
  }
  const padding_t& padding() const { return padding_; }

 private:
  padding_t padding_ = ExpandingArray<D>(0);
  TORCH_ARG(ExpandingArray<D>, dilation) = 1;
  TORCH_ARG(std::int64_t, groups) = 1;
};
using Conv1dFuncOptions = ConvFuncOptions<1>;
using Conv2dFuncOptions = ConvFuncOptions<2>;
using Conv3dFuncOptions = ConvFuncOptions<3>;

/// \source torch::nn::functional::ConvTransposeFuncOptions
template <std::size_t D>
struct ConvTransposeFuncOptions {
  TORCH_ARG(Tensor, bias) = {};
  TORCH_ARG(ExpandingArray<D>, stride) = 1;
  TORCH_ARG(ExpandingArray<D>, padding) = 0;
  TORCH_ARG(ExpandingArray<D>, output_padding) = 0;
  TORCH_ARG(std::int64_t, groups) = 1;
  TORCH_ARG(ExpandingArray<D>, dilation) = 1;
};
using ConvTranspose1dFuncOptions = ConvTransposeFuncOptions<1>;
using ConvTranspose2dFuncOptions = ConvTransposeFuncOptions<2>;
using ConvTranspose3dFuncOptions = ConvTransposeFuncOptions<3>;

struct BatchNormFuncOptions {
  TORCH_ARG(Tensor, weight) = {};
  TORCH_ARG(Tensor, bias) = {};
  TORCH_ARG(bool, training) = false;
  TORCH_ARG(std::optional<double>, momentum) = 0.1;
  TORCH_ARG(double, eps) = 1e-5;
};
struct InstanceNormFuncOptions {
  TORCH_ARG(Tensor, running_mean) = {};
  TORCH_ARG(Tensor, running_var) = {};
  TORCH_ARG(Tensor, weight) = {};
  TORCH_ARG(Tensor, bias) = {};
  TORCH_ARG(bool, use_input_stats) = true;
  TORCH_ARG(double, momentum) = 0.1;
  TORCH_ARG(double, eps) = 1e-5;
};
struct GroupNormFuncOptions {
  GroupNormFuncOptions(std::int64_t num_groups) : num_groups_(num_groups) {}  // NOLINT
  TORCH_ARG(std::int64_t, num_groups);
  TORCH_ARG(Tensor, weight) = {};
  TORCH_ARG(Tensor, bias) = {};
  TORCH_ARG(double, eps) = 1e-5;
};
using LocalResponseNormFuncOptions = LocalResponseNormOptions;
struct NormalizeFuncOptions {
  TORCH_ARG(double, p) = 2.0;
  TORCH_ARG(std::int64_t, dim) = 1;
  TORCH_ARG(double, eps) = 1e-12;
};
struct EmbeddingFuncOptions {
  TORCH_ARG(std::optional<std::int64_t>, padding_idx) = std::nullopt;
  TORCH_ARG(std::optional<double>, max_norm) = std::nullopt;
  TORCH_ARG(double, norm_type) = 2.0;
  TORCH_ARG(bool, scale_grad_by_freq) = false;
  TORCH_ARG(bool, sparse) = false;
};

// Each applies the operator of its name. \source torch.nn.functional
Tensor conv1d(TensorArg input, const Tensor& weight, const Conv1dFuncOptions& options = {});
Tensor conv2d(TensorArg input, const Tensor& weight, const Conv2dFuncOptions& options = {});
Tensor conv3d(TensorArg input, const Tensor& weight, const Conv3dFuncOptions& options = {});
Tensor conv_transpose1d(TensorArg input, const Tensor& weight,
                        const ConvTranspose1dFuncOptions& options = {});
Tensor conv_transpose2d(TensorArg input, const Tensor& weight,
                        const ConvTranspose2dFuncOptions& options = {});
Tensor conv_transpose3d(TensorArg input, const Tensor& weight,
                        const ConvTranspose3dFuncOptions& options = {});
Tensor batch_norm(TensorArg input, const Tensor& running_mean, const Tensor& running_var,
                  const BatchNormFuncOptions& options = {});
Tensor instance_norm(TensorArg input, const InstanceNormFuncOptions& options = {});
Tensor group_norm(TensorArg input, const GroupNormFuncOptions& options);
Tensor local_response_norm(TensorArg input, const LocalResponseNormFuncOptions& options);
Tensor normalize(TensorArg input, const NormalizeFuncOptions& options = {});
Tensor embedding(TensorArg input, const Tensor& weight, const EmbeddingFuncOptions& options = {});
Tensor one_hot(TensorArg input, std::int64_t num_classes = -1);

}  // namespace weft::nn::functional
