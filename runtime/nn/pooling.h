/// \file Pooling modules.
#pragma once

#include <optional>
#include <tuple>

#include <weft/runtime/nn/layer.h>
#include <weft/runtime/nn/options.h>

namespace weft::nn {

/// The stride is the kernel size where it is not given.
template <std::size_t D>
struct MaxPoolOptions {
  MaxPoolOptions(ExpandingArray<D> kernel_size)  // NOLINT(google-explicit-constructor)
      : kernel_size_(kernel_size), stride_(kernel_size) {}
  TORCH_ARG(ExpandingArray<D>, kernel_size);
  TORCH_ARG(ExpandingArray<D>, stride);
  TORCH_ARG(ExpandingArray<D>, padding) = 0;
  TORCH_ARG(ExpandingArray<D>, dilation) = 1;
  TORCH_ARG(bool, ceil_mode) = false;
};
using MaxPool1dOptions = MaxPoolOptions<1>;
using MaxPool2dOptions = MaxPoolOptions<2>;
using MaxPool3dOptions = MaxPoolOptions<3>;

template <std::size_t D>
struct AvgPoolOptions {
  AvgPoolOptions(ExpandingArray<D> kernel_size)  // NOLINT(google-explicit-constructor)
      : kernel_size_(kernel_size), stride_(kernel_size) {}
  TORCH_ARG(ExpandingArray<D>, kernel_size);
  TORCH_ARG(ExpandingArray<D>, stride);
  TORCH_ARG(ExpandingArray<D>, padding) = 0;
  TORCH_ARG(bool, ceil_mode) = false;
  TORCH_ARG(bool, count_include_pad) = true;
  TORCH_ARG(std::optional<std::int64_t>, divisor_override) = std::nullopt;
};
using AvgPool1dOptions = AvgPoolOptions<1>;
using AvgPool2dOptions = AvgPoolOptions<2>;
using AvgPool3dOptions = AvgPoolOptions<3>;

/// An extent that is left open is that of the input.
template <std::size_t D>
struct AdaptivePoolOptions {
  AdaptivePoolOptions(ExpandingArrayWithOptionalElem<D> output_size)  // NOLINT
      : output_size_(output_size) {}
  TORCH_ARG(ExpandingArrayWithOptionalElem<D>, output_size);
};
using AdaptiveAvgPool1dOptions = AdaptivePoolOptions<1>;
using AdaptiveAvgPool2dOptions = AdaptivePoolOptions<2>;
using AdaptiveAvgPool3dOptions = AdaptivePoolOptions<3>;
using AdaptiveMaxPool1dOptions = AdaptivePoolOptions<1>;
using AdaptiveMaxPool2dOptions = AdaptivePoolOptions<2>;
using AdaptiveMaxPool3dOptions = AdaptivePoolOptions<3>;

/// \source torch::nn::LPPoolOptions
template <std::size_t D>
struct LPPoolOptions {
  LPPoolOptions(double norm_type, ExpandingArray<D> kernel_size)
      : norm_type_(norm_type), kernel_size_(kernel_size), stride_(kernel_size) {}
  TORCH_ARG(double, norm_type);
  TORCH_ARG(ExpandingArray<D>, kernel_size);
  TORCH_ARG(ExpandingArray<D>, stride);
  TORCH_ARG(bool, ceil_mode) = false;
};
using LPPool1dOptions = LPPoolOptions<1>;
using LPPool2dOptions = LPPoolOptions<2>;

#define WEFT_POOLING(Name, Options, Array, D)                                                 \
  class Name##Impl : public Layer<Name##Impl> {                                        \
   public:                                                                             \
    Name##Impl(Array<D> size) : Name##Impl(Options<D>(size)) {} /* NOLINT */           \
    explicit Name##Impl(const Options<D>& options_) : options(options_) {}             \
    void reset() override {}                                                           \
    Tensor forward(TensorArg input);                                                   \
    Options<D> options;                                                                \
  };                                                                                   \
  TORCH_MODULE(Name)
WEFT_POOLING(AvgPool1d, AvgPoolOptions, ExpandingArray, 1);
WEFT_POOLING(AvgPool2d, AvgPoolOptions, ExpandingArray, 2);
WEFT_POOLING(AvgPool3d, AvgPoolOptions, ExpandingArray, 3);
WEFT_POOLING(AdaptiveAvgPool1d, AdaptivePoolOptions, ExpandingArrayWithOptionalElem, 1);
WEFT_POOLING(AdaptiveAvgPool2d, AdaptivePoolOptions, ExpandingArrayWithOptionalElem, 2);
WEFT_POOLING(AdaptiveAvgPool3d, AdaptivePoolOptions, ExpandingArrayWithOptionalElem, 3);
#undef WEFT_POOLING

/// A maximum that can also give the positions of its elements in the plane.
#define WEFT_MAX_POOLING(Name, Options, Array, D)                                             \
  class Name##Impl : public Layer<Name##Impl> {                                        \
   public:                                                                             \
    Name##Impl(Array<D> size) : Name##Impl(Options<D>(size)) {} /* NOLINT */           \
    explicit Name##Impl(const Options<D>& options_) : options(options_) {}             \
    void reset() override {}                                                           \
    Tensor forward(TensorArg input);                                                   \
    std::tuple<Tensor, Tensor> forward_with_indices(TensorArg input);                  \
    Options<D> options;                                                                \
  };                                                                                   \
  TORCH_MODULE(Name)
WEFT_MAX_POOLING(MaxPool1d, MaxPoolOptions, ExpandingArray, 1);
WEFT_MAX_POOLING(MaxPool2d, MaxPoolOptions, ExpandingArray, 2);
WEFT_MAX_POOLING(MaxPool3d, MaxPoolOptions, ExpandingArray, 3);
WEFT_MAX_POOLING(AdaptiveMaxPool1d, AdaptivePoolOptions, ExpandingArrayWithOptionalElem, 1);
WEFT_MAX_POOLING(AdaptiveMaxPool2d, AdaptivePoolOptions, ExpandingArrayWithOptionalElem, 2);
WEFT_MAX_POOLING(AdaptiveMaxPool3d, AdaptivePoolOptions, ExpandingArrayWithOptionalElem, 3);
#undef WEFT_MAX_POOLING

/// \source torch.nn.LPPool1d, LPPool2d
#define WEFT_LP_POOLING(Name, D)                                                       \
  class Name##Impl : public Layer<Name##Impl> {                                        \
   public:                                                                             \
    Name##Impl(double norm_type, ExpandingArray<D> kernel_size)                        \
        : Name##Impl(LPPoolOptions<D>(norm_type, kernel_size)) {}                      \
    explicit Name##Impl(const LPPoolOptions<D>& options_) : options(options_) {}       \
    void reset() override {}                                                           \
    Tensor forward(TensorArg input);                                                   \
    LPPoolOptions<D> options;                                                          \
  };                                                                                   \
  TORCH_MODULE(Name)
WEFT_LP_POOLING(LPPool1d, 1);
WEFT_LP_POOLING(LPPool2d, 2);
#undef WEFT_LP_POOLING

}  // namespace weft::nn
