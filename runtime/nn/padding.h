/// \file Padding modules and nn::functional::pad.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include <weft/runtime/nn/enum_types.h>
#include <weft/runtime/nn/layer.h>
#include <weft/runtime/nn/options.h>

namespace weft::nn {

/// Elements added before and after each dimension, the last dimension first.
template <std::size_t D>
struct PadOptions {
  PadOptions(ExpandingArray<D * 2> padding) : padding_(padding) {}  // NOLINT
  TORCH_ARG(ExpandingArray<D * 2>, padding);
};
template <std::size_t D>
using ReflectionPadOptions = PadOptions<D>;
template <std::size_t D>
using ReplicationPadOptions = PadOptions<D>;
template <std::size_t D>
using ZeroPadOptions = PadOptions<D>;
using ReflectionPad1dOptions = PadOptions<1>;
using ReflectionPad2dOptions = PadOptions<2>;
using ReflectionPad3dOptions = PadOptions<3>;
using ReplicationPad1dOptions = PadOptions<1>;
using ReplicationPad2dOptions = PadOptions<2>;
using ReplicationPad3dOptions = PadOptions<3>;
using ZeroPad1dOptions = PadOptions<1>;
using ZeroPad2dOptions = PadOptions<2>;
using ZeroPad3dOptions = PadOptions<3>;

template <std::size_t D>
struct ConstantPadOptions {
  ConstantPadOptions(ExpandingArray<D * 2> padding, double value)
      : padding_(padding), value_(value) {}
  TORCH_ARG(ExpandingArray<D * 2>, padding);
  TORCH_ARG(double, value);
};
using ConstantPad1dOptions = ConstantPadOptions<1>;
using ConstantPad2dOptions = ConstantPadOptions<2>;
using ConstantPad3dOptions = ConstantPadOptions<3>;

/// \source torch.nn.ReflectionPad2d and its kin
#define WEFT_PADDING(Name, D)                                                    \
  class Name##Impl : public Layer<Name##Impl> {                                  \
   public:                                                                       \
    Name##Impl(ExpandingArray<D * 2> padding) : options(padding) {} /* NOLINT */ \
    explicit Name##Impl(const PadOptions<D>& options_) : options(options_) {}    \
    void reset() override {}                                                     \
    Tensor forward(TensorArg input);                                             \
    PadOptions<D> options;                                                       \
  };                                                                             \
  TORCH_MODULE(Name)
WEFT_PADDING(ReflectionPad1d, 1);
WEFT_PADDING(ReflectionPad2d, 2);
WEFT_PADDING(ReflectionPad3d, 3);
WEFT_PADDING(ReplicationPad1d, 1);
WEFT_PADDING(ReplicationPad2d, 2);
WEFT_PADDING(ReplicationPad3d, 3);
WEFT_PADDING(ZeroPad1d, 1);
WEFT_PADDING(ZeroPad2d, 2);
WEFT_PADDING(ZeroPad3d, 3);
#undef WEFT_PADDING

/// \source torch.nn.ConstantPad2d and its kin
#define WEFT_CONSTANT_PADDING(Name, D)                                                   \
  class Name##Impl : public Layer<Name##Impl> {                                          \
   public:                                                                               \
    Name##Impl(ExpandingArray<D * 2> padding, double value) : options(padding, value) {} \
    explicit Name##Impl(const ConstantPadOptions<D>& options_) : options(options_) {}    \
    void reset() override {}                                                             \
    Tensor forward(TensorArg input);                                                     \
    ConstantPadOptions<D> options;                                                       \
  };                                                                                     \
  TORCH_MODULE(Name)
WEFT_CONSTANT_PADDING(ConstantPad1d, 1);
WEFT_CONSTANT_PADDING(ConstantPad2d, 2);
WEFT_CONSTANT_PADDING(ConstantPad3d, 3);
#undef WEFT_CONSTANT_PADDING

namespace functional {

using PadMode = std::variant<enumtype::kConstant, enumtype::kReflect, enumtype::kReplicate,
                             enumtype::kCircular>;
/// \source torch::nn::functional::PadFuncOptions
struct PadFuncOptions {
  PadFuncOptions(std::vector<std::int64_t> pad) : pad_(std::move(pad)) {}  // NOLINT
  TORCH_ARG(std::vector<std::int64_t>, pad);
  TORCH_ARG(PadMode, mode) = enumtype::kConstant();
  TORCH_ARG(double, value) = 0;
};

/// \source torch.nn.functional.pad
Tensor pad(TensorArg input, const PadFuncOptions& options);

}  // namespace functional
}  // namespace weft::nn
