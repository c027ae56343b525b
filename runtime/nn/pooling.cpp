#include <weft/runtime/nn/pooling.h>

#include <weft/runtime/api/conversions.h>
#include <weft/runtime/api/named_call.h>

namespace weft::nn {

namespace {

template <std::size_t D>
ir::Value values(const ExpandingArray<D>& array) {
  std::vector<ir::Value> result;
  for (std::size_t d = 0; d < D; ++d) result.emplace_back(array[d]);
  return result;
}

Tensor call_on(const char* op, TensorArg input, std::vector<api::NamedValue> arguments) {
  arguments.emplace_back("input", input.get().handle());
  return api::to_tensor(api::call_named(op, arguments, CallStyle::kFunction, input.where()));
}

template <std::size_t D>
Tensor max_pool(const char* op, TensorArg input, const MaxPoolOptions<D>& options) {
  return call_on(op, input,
               {{"kernel_size", values(options.kernel_size())},
                {"stride", values(options.stride())},
                {"padding", values(options.padding())},
                {"dilation", values(options.dilation())},
                {"ceil_mode", options.ceil_mode()}});
}

template <std::size_t D>
Tensor avg_pool(const char* op, TensorArg input, const AvgPoolOptions<D>& options) {
  return call_on(op, input,
               {{"kernel_size", values(options.kernel_size())},
                {"stride", values(options.stride())},
                {"padding", values(options.padding())},
                {"ceil_mode", options.ceil_mode()},
                {"count_include_pad", options.count_include_pad()}});
}

template <std::size_t D>
Tensor adaptive_pool(const char* op, TensorArg input, const AdaptivePoolOptions<D>& options) {
  return call_on(op, input, {{"output_size", values(options.output_size())}});
}

}  // namespace

#define WEFT_FORWARD(Name, function, op)                              \
  Tensor Name##Impl::forward(TensorArg input) {                       \
    return run(input, [&] { return function(op, input, options); });  \
  }
WEFT_FORWARD(MaxPool1d, max_pool, "max_pool1d")
WEFT_FORWARD(MaxPool2d, max_pool, "max_pool2d")
WEFT_FORWARD(AvgPool1d, avg_pool, "avg_pool1d")
WEFT_FORWARD(AvgPool2d, avg_pool, "avg_pool2d")
WEFT_FORWARD(AdaptiveAvgPool1d, adaptive_pool, "adaptive_avg_pool1d")
WEFT_FORWARD(AdaptiveAvgPool2d, adaptive_pool, "adaptive_avg_pool2d")
WEFT_FORWARD(AdaptiveMaxPool2d, adaptive_pool, "adaptive_max_pool2d")
#undef WEFT_FORWARD

}  // namespace weft::nn
