/// \file Pooling modules.
#pragma once

#include <optional>

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

template <std::size_t D>
struct AvgPoolOptions {
  AvgPoolOptions(ExpandingArray<D> kernel_size)  // NOLINT(google-explicit-constructor)
      : kernel_size_(kernel_size), stride_(kernel_size) {}
  TORCH_ARG(ExpandingArray<D>, kernel_size);
  TORCH_ARG(ExpandingArray<D>, stride);
  TORCH_ARG(ExpandingArray<D>, padding) = 0;
  TORCH_ARG(bool, ceil_mode) = false;
  TORCH_ARG(bool, count_include_pad) = true;
};
using AvgPool1dOptions = AvgPoolOptions<1>;
using AvgPool2dOptions = AvgPoolOptions<2>;

template <std::size_t D>
struct AdaptivePoolOptions {
  AdaptivePoolOptions(ExpandingArray<D> output_size) : output_size_(output_size) {}  // NOLINT
  TORCH_ARG(ExpandingArray<D>, output_size);
};
using AdaptiveAvgPool1dOptions = AdaptivePoolOptions<1>;
using AdaptiveAvgPool2dOptions = AdaptivePoolOptions<2>;
using AdaptiveMaxPool2dOptions = AdaptivePoolOptions<2>;

#define WEFT_POOLING(Name, Options, D)                                                 \
  class Name##Impl : public Layer<Name##Impl> {                                        \
   public:                                                                             \
    Name##Impl(ExpandingArray<D> size) : Name##Impl(Options<D>(size)) {} /* NOLINT */  \
    explicit Name##Impl(const Options<D>& options_) : options(options_) {}             \
    void reset() override {}                                                           \
    Tensor forward(TensorArg input);                                                   \
    Options<D> options;                                                                \
  };                                                                                   \
  TORCH_MODULE(Name)
WEFT_POOLING(MaxPool1d, MaxPoolOptions, 1);
WEFT_POOLING(MaxPool2d, MaxPoolOptions, 2);
WEFT_POOLING(AvgPool1d, AvgPoolOptions, 1);
WEFT_POOLING(AvgPool2d, AvgPoolOptions, 2);
WEFT_POOLING(AdaptiveAvgPool1d, AdaptivePoolOptions, 1);
WEFT_POOLING(AdaptiveAvgPool2d, AdaptivePoolOptions, 2);
WEFT_POOLING(AdaptiveMaxPool2d, AdaptivePoolOptions, 2);
#undef WEFT_POOLING

}  // namespace weft::nn
