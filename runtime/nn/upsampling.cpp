#include <weft/runtime/nn/upsampling.h>

#include <array>

#include <weft/runtime/api/functions.h>
#include <weft/runtime/nn/operator_call.h>

namespace weft::nn {

namespace {

const char* mode_text(const InterpolationMode& mode) {
  // In the order of the variant.
  constexpr std::array<const char*, 7> kNames = {"nearest",   "linear", "bilinear",     "bicubic",
                                                 "trilinear", "area",   "nearest-exact"};
  return kNames[mode.index()];
}

/// One number stands for all spatial dimensions.
template <typename T>
ir::Value per_dimension(const std::optional<std::vector<T>>& given, const Tensor& input,
                        SourceLocation where) {
  if (!given) return {};
  std::vector<T> items = *given;
  const std::int64_t wanted = input.dim(where) - 2;
  if (items.size() == 1 && wanted > 1) items.resize(static_cast<std::size_t>(wanted), items[0]);
  return operators::list_value(items);
}

}  // namespace

namespace functional {

Tensor interpolate(TensorArg input, const InterpolateFuncOptions& options) {
  const SourceLocation where = input.where();
  return operators::call_on(
      "interpolate", input,
      {{"size", per_dimension(options.size(), input.get(), where)},
       {"scale_factor", per_dimension(options.scale_factor(), input.get(), where)},
       {"mode", std::string(mode_text(options.mode()))},
       {"align_corners", operators::optional_value(options.align_corners())},
       {"recompute_scale_factor", operators::optional_value(options.recompute_scale_factor())},
       {"antialias", options.antialias()}});
}

Tensor grid_sample(TensorArg input, TensorArg grid, const GridSampleFuncOptions& options) {
  return weft::grid_sampler(input, grid, static_cast<std::int64_t>(options.mode().index()),
                            static_cast<std::int64_t>(options.padding_mode().index()),
                            options.align_corners().value_or(false));
}

Tensor pixel_shuffle(TensorArg input, const PixelShuffleFuncOptions& options) {
  return operators::call_on("pixel_shuffle", input, {{"upscale_factor", options.upscale_factor()}});
}

Tensor pixel_unshuffle(TensorArg input, const PixelUnshuffleFuncOptions& options) {
  return operators::call_on("pixel_unshuffle", input,
                         {{"downscale_factor", options.downscale_factor()}});
}

}  // namespace functional

Tensor UpsampleImpl::forward(TensorArg input) {
  return run(input, [&] {
    return functional::interpolate(input, functional::InterpolateFuncOptions()
                                              .size(options.size())
                                              .scale_factor(options.scale_factor())
                                              .mode(options.mode())
                                              .align_corners(options.align_corners()));
  });
}

Tensor PixelShuffleImpl::forward(TensorArg input) {
  return run(input, [&] { return functional::pixel_shuffle(input, options); });
}

Tensor PixelUnshuffleImpl::forward(TensorArg input) {
  return run(input, [&] { return functional::pixel_unshuffle(input, options); });
}

}  // namespace weft::nn
