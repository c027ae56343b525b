/// \file Convolutions.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include <weft/runtime/nn/enum_types.h>
#include <weft/runtime/nn/layer.h>
#include <weft/runtime/nn/options.h>

namespace weft {

namespace nn {

/// Values outside the input: zeros, or the input reflected, its border, or its other end.
using PaddingMode = std::variant<enumtype::kZeros, enumtype::kReflect, enumtype::kReplicate,
                                 enumtype::kCircular>;

/// \source torch::nn::ConvOptions
template <std::size_t D>
struct ConvOptions {
  using padding_t = std::variant<ExpandingArray<D>, enumtype::kValid, enumtype::kSame>;
  ConvOptions(std::int64_t in_channels, std::int64_t out_channels, ExpandingArray<D> kernel_size)
      : in_channels_(in_channels), out_channels_(out_channels), kernel_size_(kernel_size) {}
  TORCH_ARG(std::int64_t, in_channels);
  TORCH_ARG(std::int64_t, out_channels);
  TORCH_ARG(ExpandingArray<D>, kernel_size);
  TORCH_ARG(ExpandingArray<D>, stride) = 1;

 public:
  ConvOptions& padding(padding_t value) {
    padding_ = std::move(value);
    return *this;
  }
  ConvOptions& padding(std::int64_t value) { return padding(padding_t(ExpandingArray<D>(value))); }
  ConvOptions& padding(std::initializer_list<std::int64_t> value) {
    return padding(padding_t(ExpandingArray<D>(value)));
  }
  const padding_t& padding() const { return padding_; }

 private:
  padding_t padding_ = ExpandingArray<D>(0);
  TORCH_ARG(ExpandingArray<D>, dilation) = 1;
  TORCH_ARG(std::int64_t, groups) = 1;
  TORCH_ARG(bool, bias) = true;
  TORCH_ARG(PaddingMode, padding_mode) = enumtype::kZeros();
};
using Conv1dOptions = ConvOptions<1>;
using Conv2dOptions = ConvOptions<2>;
using Conv3dOptions = ConvOptions<3>;

/// \source torch::nn::ConvTransposeOptions
template <std::size_t D>
struct ConvTransposeOptions {
  ConvTransposeOptions(std::int64_t in_channels, std::int64_t out_channels,
                       ExpandingArray<D> kernel_size)
      : in_channels_(in_channels), out_channels_(out_channels), kernel_size_(kernel_size) {}
  TORCH_ARG(std::int64_t, in_channels);
  TORCH_ARG(std::int64_t, out_channels);
  TORCH_ARG(ExpandingArray<D>, kernel_size);
  TORCH_ARG(ExpandingArray<D>, stride) = 1;
  TORCH_ARG(ExpandingArray<D>, padding) = 0;
  TORCH_ARG(ExpandingArray<D>, output_padding) = 0;
  TORCH_ARG(std::int64_t, groups) = 1;
  TORCH_ARG(bool, bias) = true;
  TORCH_ARG(ExpandingArray<D>, dilation) = 1;
  TORCH_ARG(PaddingMode, padding_mode) = enumtype::kZeros();
};
using ConvTranspose1dOptions = ConvTransposeOptions<1>;
using ConvTranspose2dOptions = ConvTransposeOptions<2>;
using ConvTranspose3dOptions = ConvTransposeOptions<3>;

/// [N, in_channels, spatial...] -> [N, out_channels, spatial...]; the batch may be missing.
/// \source torch.nn.Conv1d, Conv2d, Conv3d
template <std::size_t D, typename Derived>
class ConvNdImpl : public Layer<Derived> {
 public:
  explicit ConvNdImpl(const ConvOptions<D>& options_) : options(options_) { reset_weights(); }
  void reset() override { reset_weights(); }
  void reset_parameters();
  Tensor forward(TensorArg input);
  void pretty_print(std::ostream& stream) const override;

  ConvOptions<D> options;
  Tensor weight;  ///< [out_channels, in_channels / groups, kernel...]
  Tensor bias;    ///< [out_channels]; undefined without bias

 private:
  void reset_weights();
};

/// \source torch.nn.ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
template <std::size_t D, typename Derived>
class ConvTransposeNdImpl : public Layer<Derived> {
 public:
  explicit ConvTransposeNdImpl(const ConvTransposeOptions<D>& options_) : options(options_) {
    reset_weights();
  }
  void reset() override { reset_weights(); }
  Tensor forward(TensorArg input);

  ConvTransposeOptions<D> options;
  Tensor weight;  ///< [in_channels, out_channels / groups, kernel...]
  Tensor bias;

 private:
  void reset_weights();
};

#define WEFT_CONVOLUTION(Name, Base, Options, D)                                                \
  class Name##Impl : public Base<D, Name##Impl> {                                               \
   public:                                                                                      \
    Name##Impl(std::int64_t in_channels, std::int64_t out_channels, ExpandingArray<D> kernel)   \
        : Name##Impl(Options<D>(in_channels, out_channels, kernel)) {}                          \
    explicit Name##Impl(const Options<D>& options_) : Base<D, Name##Impl>(options_) {}          \
  };                                                                                            \
  TORCH_MODULE(Name)
WEFT_CONVOLUTION(Conv1d, ConvNdImpl, ConvOptions, 1);
WEFT_CONVOLUTION(Conv2d, ConvNdImpl, ConvOptions, 2);
WEFT_CONVOLUTION(Conv3d, ConvNdImpl, ConvOptions, 3);
WEFT_CONVOLUTION(ConvTranspose1d, ConvTransposeNdImpl, ConvTransposeOptions, 1);
WEFT_CONVOLUTION(ConvTranspose2d, ConvTransposeNdImpl, ConvTransposeOptions, 2);
WEFT_CONVOLUTION(ConvTranspose3d, ConvTransposeNdImpl, ConvTransposeOptions, 3);
#undef WEFT_CONVOLUTION

}  // namespace nn
}  // namespace weft
