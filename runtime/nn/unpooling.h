/// \file MaxUnpool: the elements of a pooled image back at their places.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <weft/runtime/nn/layer.h>
#include <weft/runtime/nn/options.h>

namespace weft::nn {

/// \source torch::nn::MaxUnpoolOptions
template <std::size_t D>
struct MaxUnpoolOptions {
  MaxUnpoolOptions(ExpandingArray<D> kernel_size)  // NOLINT(google-explicit-constructor)
      : kernel_size_(kernel_size), stride_(kernel_size) {}
  TORCH_ARG(ExpandingArray<D>, kernel_size);
  TORCH_ARG(ExpandingArray<D>, stride);
  TORCH_ARG(ExpandingArray<D>, padding) = 0;
};
using MaxUnpool1dOptions = MaxUnpoolOptions<1>;
using MaxUnpool2dOptions = MaxUnpoolOptions<2>;
using MaxUnpool3dOptions = MaxUnpoolOptions<3>;

namespace functional {

/// \source torch::nn::functional::MaxUnpool2dFuncOptions
template <std::size_t D>
struct MaxUnpoolFuncOptions {
  MaxUnpoolFuncOptions(ExpandingArray<D> kernel_size)  // NOLINT(google-explicit-constructor)
      : kernel_size_(kernel_size), stride_(kernel_size) {}
  TORCH_ARG(ExpandingArray<D>, kernel_size);
  TORCH_ARG(ExpandingArray<D>, stride);
  TORCH_ARG(ExpandingArray<D>, padding) = 0;
  TORCH_ARG(std::optional<std::vector<std::int64_t>>, output_size) = std::nullopt;
};
using MaxUnpool1dFuncOptions = MaxUnpoolFuncOptions<1>;
using MaxUnpool2dFuncOptions = MaxUnpoolFuncOptions<2>;
using MaxUnpool3dFuncOptions = MaxUnpoolFuncOptions<3>;

/// `indices` are those of the pooling. Without an output size it is the smallest that the pooling
/// may have had.
/// \source torch.nn.functional.max_unpool1d, max_unpool2d, max_unpool3d
Tensor max_unpool1d(TensorArg input, TensorArg indices, const MaxUnpool1dFuncOptions& options);
Tensor max_unpool2d(TensorArg input, TensorArg indices, const MaxUnpool2dFuncOptions& options);
Tensor max_unpool3d(TensorArg input, TensorArg indices, const MaxUnpool3dFuncOptions& options);

}  // namespace functional

/// \source torch.nn.MaxUnpool1d, MaxUnpool2d, MaxUnpool3d
#define WEFT_MAX_UNPOOLING(Name, D)                                                             \
  class Name##Impl : public Layer<Name##Impl> {                                                 \
   public:                                                                                      \
    Name##Impl(ExpandingArray<D> size) : Name##Impl(MaxUnpoolOptions<D>(size)) {} /* NOLINT */  \
    explicit Name##Impl(const MaxUnpoolOptions<D>& options_) : options(options_) {}             \
    void reset() override {}                                                                    \
    Tensor forward(TensorArg input, TensorArg indices,                                          \
                   const std::optional<std::vector<std::int64_t>>& output_size = std::nullopt); \
    MaxUnpoolOptions<D> options;                                                                \
  };                                                                                            \
  TORCH_MODULE(Name)
WEFT_MAX_UNPOOLING(MaxUnpool1d, 1);
WEFT_MAX_UNPOOLING(MaxUnpool2d, 2);
WEFT_MAX_UNPOOLING(MaxUnpool3d, 3);
#undef WEFT_MAX_UNPOOLING

}  // namespace weft::nn
