#include <weft/runtime/nn/pooling.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <weft/runtime/nn/functional.h>
#include <weft/runtime/nn/operator_call.h>

namespace weft::nn {

namespace {

using operators::array_value;

/// What the operator takes besides the input, from the options.
template <std::size_t D>
std::vector<api::NamedValue> arguments_of(const MaxPoolOptions<D>& options, const TensorArg&) {
  return {{"kernel_size", array_value(options.kernel_size())},
          {"stride", array_value(options.stride())},
          {"padding", array_value(options.padding())},
          {"dilation", array_value(options.dilation())},
          {"ceil_mode", options.ceil_mode()}};
}

template <std::size_t D>
std::vector<api::NamedValue> arguments_of(const AvgPoolOptions<D>& options, const TensorArg&) {
  std::vector<api::NamedValue> arguments = {{"kernel_size", array_value(options.kernel_size())},
                                            {"stride", array_value(options.stride())},
                                            {"padding", array_value(options.padding())},
                                            {"ceil_mode", options.ceil_mode()},
                                            {"count_include_pad", options.count_include_pad()}};
  // The operator over one dimension has no such parameter.
  if (options.divisor_override()) {
    arguments.emplace_back("divisor_override", *options.divisor_override());
  }
  return arguments;
}

template <std::size_t D>
std::vector<api::NamedValue> arguments_of(const AdaptivePoolOptions<D>& options,
                                          const TensorArg& input) {
  std::vector<ir::Value> output;
  for (std::size_t d = 0; d < D; ++d) {
    const std::optional<std::int64_t> extent = options.output_size()[d];
    const auto from_end = static_cast<std::int64_t>(d) - static_cast<std::int64_t>(D);
    output.push_back(extent ? ir::Value(*extent)
                            : input.get().size(from_end, input.where()).to_value());
  }
  return {{"output_size", std::move(output)}};
}

template <std::size_t D>
std::vector<api::NamedValue> arguments_of(const LPPoolOptions<D>& options, const TensorArg&) {
  return {{"norm_type", options.norm_type()},
          {"kernel_size", array_value(options.kernel_size())},
          {"stride", array_value(options.stride())},
          {"ceil_mode", options.ceil_mode()}};
}

/// The operator `op`_with_indices.
template <typename Options>
std::tuple<Tensor, Tensor> with_indices(const std::string& op, const TensorArg& input,
                                        const Options& options) {
  std::vector<api::NamedValue> arguments = arguments_of(options, input);
  arguments.emplace_back("input", input.get().handle());
  const ir::Value both =
      api::call_named(op + "_with_indices", arguments, CallStyle::kFunction, input.where());
  const std::vector<ir::Value>& parts = *both.list();
  return {api::to_tensor(parts[0]), api::to_tensor(parts[1])};
}

}  // namespace

namespace functional {

#define WEFT_FUNCTION(name, Options)                                       \
  Tensor name(TensorArg input, const Options& options) {                   \
    return operators::call_on(#name, input, arguments_of(options, input)); \
  }
WEFT_FUNCTION(max_pool1d, MaxPool1dFuncOptions)
WEFT_FUNCTION(max_pool2d, MaxPool2dFuncOptions)
WEFT_FUNCTION(max_pool3d, MaxPool3dFuncOptions)
WEFT_FUNCTION(avg_pool1d, AvgPool1dFuncOptions)
WEFT_FUNCTION(avg_pool2d, AvgPool2dFuncOptions)
WEFT_FUNCTION(avg_pool3d, AvgPool3dFuncOptions)
WEFT_FUNCTION(adaptive_avg_pool1d, AdaptiveAvgPool1dFuncOptions)
WEFT_FUNCTION(adaptive_avg_pool2d, AdaptiveAvgPool2dFuncOptions)
WEFT_FUNCTION(adaptive_avg_pool3d, AdaptiveAvgPool3dFuncOptions)
WEFT_FUNCTION(adaptive_max_pool1d, AdaptiveMaxPool1dFuncOptions)
WEFT_FUNCTION(adaptive_max_pool2d, AdaptiveMaxPool2dFuncOptions)
WEFT_FUNCTION(adaptive_max_pool3d, AdaptiveMaxPool3dFuncOptions)
WEFT_FUNCTION(lp_pool1d, LPPool1dFuncOptions)
WEFT_FUNCTION(lp_pool2d, LPPool2dFuncOptions)
#undef WEFT_FUNCTION

#define WEFT_WITH_INDICES(name, Options)                                                    \
  std::tuple<Tensor, Tensor> name##_with_indices(TensorArg input, const Options& options) { \
    return with_indices(#name, input, options);                                             \
  }
WEFT_WITH_INDICES(max_pool1d, MaxPool1dFuncOptions)
WEFT_WITH_INDICES(max_pool2d, MaxPool2dFuncOptions)
WEFT_WITH_INDICES(max_pool3d, MaxPool3dFuncOptions)
WEFT_WITH_INDICES(adaptive_max_pool1d, AdaptiveMaxPool1dFuncOptions)
WEFT_WITH_INDICES(adaptive_max_pool2d, AdaptiveMaxPool2dFuncOptions)
WEFT_WITH_INDICES(adaptive_max_pool3d, AdaptiveMaxPool3dFuncOptions)
#undef WEFT_WITH_INDICES

}  // namespace functional

#define WEFT_FORWARD(Name, op)                                                               \
  Tensor Name##Impl::forward(TensorArg input) {                                              \
    return run(input,                                                                        \
               [&] { return operators::call_on(op, input, arguments_of(options, input)); }); \
  }
#define WEFT_MAX_FORWARD(Name, op)                                               \
  WEFT_FORWARD(Name, op)                                                         \
  std::tuple<Tensor, Tensor> Name##Impl::forward_with_indices(TensorArg input) { \
    return with_indices(op, input, options);                                     \
  }
WEFT_MAX_FORWARD(MaxPool1d, "max_pool1d")
WEFT_MAX_FORWARD(MaxPool2d, "max_pool2d")
WEFT_MAX_FORWARD(MaxPool3d, "max_pool3d")
WEFT_FORWARD(AvgPool1d, "avg_pool1d")
WEFT_FORWARD(AvgPool2d, "avg_pool2d")
WEFT_FORWARD(AvgPool3d, "avg_pool3d")
WEFT_FORWARD(AdaptiveAvgPool1d, "adaptive_avg_pool1d")
WEFT_FORWARD(AdaptiveAvgPool2d, "adaptive_avg_pool2d")
WEFT_FORWARD(AdaptiveAvgPool3d, "adaptive_avg_pool3d")
WEFT_MAX_FORWARD(AdaptiveMaxPool1d, "adaptive_max_pool1d")
WEFT_MAX_FORWARD(AdaptiveMaxPool2d, "adaptive_max_pool2d")
WEFT_MAX_FORWARD(AdaptiveMaxPool3d, "adaptive_max_pool3d")
WEFT_FORWARD(LPPool1d, "lp_pool1d")
WEFT_FORWARD(LPPool2d, "lp_pool2d")
#undef WEFT_FORWARD
#undef WEFT_MAX_FORWARD

}  // namespace weft::nn
