/// \file Upsample, PixelShuffle and PixelUnshuffle, and their functions.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include <weft/runtime/nn/enum_types.h>
#include <weft/runtime/nn/layer.h>
#include <weft/runtime/nn/options.h>

namespace weft::nn {

using InterpolationMode =
    std::variant<enumtype::kNearest, enumtype::kLinear, enumtype::kBilinear, enumtype::kBicubic,
                 enumtype::kTrilinear, enumtype::kArea, enumtype::kNearestExact>;

/// The size of the result or its ratio to the input's, one for each spatial dimension or one for
/// all.
/// \source torch::nn::UpsampleOptions
struct UpsampleOptions {
  TORCH_ARG(std::optional<std::vector<std::int64_t>>, size) = std::nullopt;
  TORCH_ARG(std::optional<std::vector<double>>, scale_factor) = std::nullopt;
  TORCH_ARG(InterpolationMode, mode) = enumtype::kNearest();
  TORCH_ARG(std::optional<bool>, align_corners) = std::nullopt;
};

/// \source torch.nn.Upsample
class UpsampleImpl : public Layer<UpsampleImpl> {
 public:
  explicit UpsampleImpl(const UpsampleOptions& options_ = {}) : options(options_) {}
  void reset() override {}
  Tensor forward(TensorArg input);
  UpsampleOptions options;
};
TORCH_MODULE(Upsample);

struct PixelShuffleOptions {
  PixelShuffleOptions(std::int64_t upscale_factor) : upscale_factor_(upscale_factor) {}  // NOLINT
  TORCH_ARG(std::int64_t, upscale_factor);
};
struct PixelUnshuffleOptions {
  PixelUnshuffleOptions(std::int64_t downscale_factor)  // NOLINT
      : downscale_factor_(downscale_factor) {}
  TORCH_ARG(std::int64_t, downscale_factor);
};

/// [*, C r^2, H, W] -> [*, C, H r, W r]. \source torch.nn.PixelShuffle
class PixelShuffleImpl : public Layer<PixelShuffleImpl> {
 public:
  explicit PixelShuffleImpl(const PixelShuffleOptions& options_) : options(options_) {}
  void reset() override {}
  Tensor forward(TensorArg input);
  PixelShuffleOptions options;
};
TORCH_MODULE(PixelShuffle);

/// [*, C, H r, W r] -> [*, C r^2, H, W]. \source torch.nn.PixelUnshuffle
class PixelUnshuffleImpl : public Layer<PixelUnshuffleImpl> {
 public:
  explicit PixelUnshuffleImpl(const PixelUnshuffleOptions& options_) : options(options_) {}
  void reset() override {}
  Tensor forward(TensorArg input);
  PixelUnshuffleOptions options;
};
TORCH_MODULE(PixelUnshuffle);

namespace functional {

/// \source torch::nn::functional::InterpolateFuncOptions
struct InterpolateFuncOptions {
  TORCH_ARG(std::optional<std::vector<std::int64_t>>, size) = std::nullopt;
  TORCH_ARG(std::optional<std::vector<double>>, scale_factor) = std::nullopt;
  TORCH_ARG(InterpolationMode, mode) = enumtype::kNearest();
  TORCH_ARG(std::optional<bool>, align_corners) = std::nullopt;
  TORCH_ARG(std::optional<bool>, recompute_scale_factor) = std::nullopt;
  TORCH_ARG(bool, antialias) = false;
};
/// \source torch::nn::functional::GridSampleFuncOptions
struct GridSampleFuncOptions {
  using Mode = std::variant<enumtype::kBilinear, enumtype::kNearest>;
  using PaddingModeOutside =
      std::variant<enumtype::kZeros, enumtype::kBorder, enumtype::kReflection>;
  TORCH_ARG(Mode, mode) = enumtype::kBilinear();
  TORCH_ARG(PaddingModeOutside, padding_mode) = enumtype::kZeros();
  TORCH_ARG(std::optional<bool>, align_corners) = std::nullopt;
};
using PixelShuffleFuncOptions = PixelShuffleOptions;
using PixelUnshuffleFuncOptions = PixelUnshuffleOptions;

/// \source torch.nn.functional.interpolate
Tensor interpolate(TensorArg input, const InterpolateFuncOptions& options);
/// \source torch.nn.functional.grid_sample
Tensor grid_sample(TensorArg input, TensorArg grid, const GridSampleFuncOptions& options = {});
Tensor pixel_shuffle(TensorArg input, const PixelShuffleFuncOptions& options);
Tensor pixel_unshuffle(TensorArg input, const PixelUnshuffleFuncOptions& options);

}  // namespace functional
}  // namespace weft::nn
