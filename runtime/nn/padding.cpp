#include <weft/runtime/nn/padding.h>

#include <array>

#include <weft/runtime/nn/operator_call.h>

namespace weft::nn {

namespace {

template <std::size_t D>
std::vector<std::int64_t> widths(const ExpandingArray<D>& padding) {
  return padding.vec();
}

}  // namespace

namespace functional {

Tensor pad(TensorArg input, const PadFuncOptions& options) {
  constexpr std::array<const char*, 4> kModes = {"constant", "reflect", "replicate", "circular"};
  const bool constant = options.mode().index() == 0;
  return operators::call_on("pad", input,
                         {{"pad", operators::list_value(options.pad())},
                          {"mode", std::string(kModes[options.mode().index()])},
                          {"value", constant ? ir::Value(options.value()) : ir::Value()}});
}

}  // namespace functional

#define WEFT_FORWARD(Name, Mode)                                                                \
  Tensor Name##Impl::forward(TensorArg input) {                                                 \
    return run(input, [&] {                                                                     \
      return functional::pad(                                                                   \
          input, functional::PadFuncOptions(widths(options.padding())).mode(enumtype::Mode())); \
    });                                                                                         \
  }
WEFT_FORWARD(ReflectionPad1d, kReflect)
WEFT_FORWARD(ReflectionPad2d, kReflect)
WEFT_FORWARD(ReflectionPad3d, kReflect)
WEFT_FORWARD(ReplicationPad1d, kReplicate)
WEFT_FORWARD(ReplicationPad2d, kReplicate)
WEFT_FORWARD(ReplicationPad3d, kReplicate)
WEFT_FORWARD(ZeroPad1d, kConstant)
WEFT_FORWARD(ZeroPad2d, kConstant)
WEFT_FORWARD(ZeroPad3d, kConstant)
#undef WEFT_FORWARD

#define WEFT_FORWARD(Name)                                                                      \
  Tensor Name##Impl::forward(TensorArg input) {                                                 \
    return run(input, [&] {                                                                     \
      return functional::pad(                                                                   \
          input, functional::PadFuncOptions(widths(options.padding())).value(options.value())); \
    });                                                                                         \
  }
WEFT_FORWARD(ConstantPad1d)
WEFT_FORWARD(ConstantPad2d)
WEFT_FORWARD(ConstantPad3d)
#undef WEFT_FORWARD

}  // namespace weft::nn
