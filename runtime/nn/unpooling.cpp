#include <weft/runtime/nn/unpooling.h>

#include <string>

#include <weft/runtime/diagnostics.h>
#include <weft/runtime/nn/operator_call.h>

namespace weft::nn {

namespace functional {

namespace {

/// The spatial extents of the result. A given size may name all dimensions or the spatial ones, and
/// differs from the smallest by less than the stride.
template <std::size_t D>
std::vector<ir::Value> result_size(const char* op, const TensorArg& input,
                                   const MaxUnpoolFuncOptions<D>& options) {
  const std::int64_t rank = input.get().dim(input.where());
  std::vector<ir::Value> sizes;
  for (std::size_t d = 0; d < D; ++d) {
    const std::int64_t at = rank - static_cast<std::int64_t>(D - d);
    const std::int64_t pooled = input.get().size(at, input.where()).value();
    const std::int64_t smallest =
        (pooled - 1) * options.stride()[d] + options.kernel_size()[d] - 2 * options.padding()[d];
    std::int64_t extent = smallest;
    if (options.output_size()) {
      const std::vector<std::int64_t>& given = *options.output_size();
      const bool fits = given.size() == D || given.size() == D + 2;
      if (fits) extent = given[given.size() - D + d];
      if (!fits || extent <= smallest - options.stride()[d] ||
          extent >= smallest + options.stride()[d]) {
        fail(diag::ModuleOptionWrong, input.where(),
             {op, "output_size has to lie within the stride of " + std::to_string(smallest) +
                      " in dimension " + std::to_string(at)});
      }
    }
    sizes.emplace_back(extent);
  }
  return sizes;
}

template <std::size_t D>
Tensor unpool(const char* op, const TensorArg& input, const TensorArg& indices,
              const MaxUnpoolFuncOptions<D>& options) {
  return operators::call_on(
      op, input,
      {{"indices", indices.get().handle()}, {"output_size", result_size(op, input, options)}});
}

}  // namespace

Tensor max_unpool1d(TensorArg input, TensorArg indices, const MaxUnpool1dFuncOptions& options) {
  return unpool("max_unpool1d", input, indices, options);
}

Tensor max_unpool2d(TensorArg input, TensorArg indices, const MaxUnpool2dFuncOptions& options) {
  return unpool("max_unpool2d", input, indices, options);
}

Tensor max_unpool3d(TensorArg input, TensorArg indices, const MaxUnpool3dFuncOptions& options) {
  return unpool("max_unpool3d", input, indices, options);
}

}  // namespace functional

// A given size is no tensor, and is not kept with the module: such a call is traced through.
#define WEFT_FORWARD(Name, D, function)                                                     \
  Tensor Name##Impl::forward(TensorArg input, TensorArg indices,                            \
                             const std::optional<std::vector<std::int64_t>>& output_size) { \
    const auto body = [&] {                                                                 \
      auto all = functional::MaxUnpoolFuncOptions<D>(options.kernel_size());                \
      all.stride(options.stride()).padding(options.padding()).output_size(output_size);     \
      return functional::function(input, indices, all);                                     \
    };                                                                                      \
    if (output_size) return body();                                                         \
    return run({input.get().handle(), indices.get().handle()}, input.where(), body);        \
  }
WEFT_FORWARD(MaxUnpool1d, 1, max_unpool1d)
WEFT_FORWARD(MaxUnpool2d, 2, max_unpool2d)
WEFT_FORWARD(MaxUnpool3d, 3, max_unpool3d)
#undef WEFT_FORWARD

}  // namespace weft::nn
