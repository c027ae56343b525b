/// \file Normalisation modules: batch, layer, group and instance norm.
#pragma once

#include <optional>
#include <vector>

#include <weft/runtime/nn/layer.h>
#include <weft/runtime/nn/options.h>

namespace weft::nn {

struct BatchNormOptions {
  BatchNormOptions(std::int64_t num_features) : num_features_(num_features) {}  // NOLINT
  TORCH_ARG(std::int64_t, num_features);
  TORCH_ARG(double, eps) = 1e-5;
  TORCH_ARG(std::optional<double>, momentum) = 0.1;
  TORCH_ARG(bool, affine) = true;
  TORCH_ARG(bool, track_running_stats) = true;
};
using BatchNorm1dOptions = BatchNormOptions;
using BatchNorm2dOptions = BatchNormOptions;
using BatchNorm3dOptions = BatchNormOptions;

/// Normalises each channel with the running statistics in eval mode. Training mode, which would
/// update them, is refused.
/// \source torch.nn.BatchNorm1d, BatchNorm2d, BatchNorm3d
template <typename Derived>
class BatchNormImplBase : public Layer<Derived> {
 public:
  explicit BatchNormImplBase(const BatchNormOptions& options_) : options(options_) {
    make_state();
  }
  void reset() override { make_state(); }
  Tensor forward(TensorArg input);
  bool is_pure() const override { return !this->is_training(); }

  BatchNormOptions options;
  Tensor weight, bias;                                    ///< [num_features] if affine
  Tensor running_mean, running_var, num_batches_tracked;  ///< buffers if tracked

 private:
  void make_state();
};

#define WEFT_BATCH_NORM(Name)                                                              \
  class Name##Impl : public BatchNormImplBase<Name##Impl> {                                \
   public:                                                                                 \
    explicit Name##Impl(const BatchNormOptions& options_)                                  \
        : BatchNormImplBase<Name##Impl>(options_) {}                                       \
  };                                                                                       \
  TORCH_MODULE(Name)
WEFT_BATCH_NORM(BatchNorm1d);
WEFT_BATCH_NORM(BatchNorm2d);
WEFT_BATCH_NORM(BatchNorm3d);
#undef WEFT_BATCH_NORM

struct LayerNormOptions {
  LayerNormOptions(std::vector<std::int64_t> normalized_shape)  // NOLINT
      : normalized_shape_(std::move(normalized_shape)) {}
  LayerNormOptions(std::initializer_list<std::int64_t> normalized_shape)  // NOLINT
      : normalized_shape_(normalized_shape) {}
  TORCH_ARG(std::vector<std::int64_t>, normalized_shape);
  TORCH_ARG(double, eps) = 1e-5;
  TORCH_ARG(bool, elementwise_affine) = true;
};

/// Normalises over the last dimensions, which must have `normalized_shape`.
/// \source torch.nn.LayerNorm
class LayerNormImpl : public Layer<LayerNormImpl> {
 public:
  LayerNormImpl(std::vector<std::int64_t> normalized_shape)  // NOLINT
      : LayerNormImpl(LayerNormOptions(std::move(normalized_shape))) {}
  explicit LayerNormImpl(const LayerNormOptions& options_);
  void reset() override;
  Tensor forward(TensorArg input);

  LayerNormOptions options;
  Tensor weight, bias;  ///< of normalized_shape if affine
};
TORCH_MODULE(LayerNorm);

struct GroupNormOptions {
  GroupNormOptions(std::int64_t num_groups, std::int64_t num_channels)
      : num_groups_(num_groups), num_channels_(num_channels) {}
  TORCH_ARG(std::int64_t, num_groups);
  TORCH_ARG(std::int64_t, num_channels);
  TORCH_ARG(double, eps) = 1e-5;
  TORCH_ARG(bool, affine) = true;
};

/// \source torch.nn.GroupNorm
class GroupNormImpl : public Layer<GroupNormImpl> {
 public:
  GroupNormImpl(std::int64_t num_groups, std::int64_t num_channels)
      : GroupNormImpl(GroupNormOptions(num_groups, num_channels)) {}
  explicit GroupNormImpl(const GroupNormOptions& options_);
  void reset() override;
  Tensor forward(TensorArg input);

  GroupNormOptions options;
  Tensor weight, bias;  ///< [num_channels] if affine
};
TORCH_MODULE(GroupNorm);

struct InstanceNormOptions {
  InstanceNormOptions(std::int64_t num_features) : num_features_(num_features) {}  // NOLINT
  TORCH_ARG(std::int64_t, num_features);
  TORCH_ARG(double, eps) = 1e-5;
  TORCH_ARG(double, momentum) = 0.1;
  TORCH_ARG(bool, affine) = false;
  TORCH_ARG(bool, track_running_stats) = false;
};
using InstanceNorm1dOptions = InstanceNormOptions;
using InstanceNorm2dOptions = InstanceNormOptions;
using InstanceNorm3dOptions = InstanceNormOptions;

/// Normalises each channel of each example; with tracked statistics, in eval mode, by those.
/// \source torch.nn.InstanceNorm1d, InstanceNorm2d, InstanceNorm3d
template <typename Derived>
class InstanceNormImplBase : public Layer<Derived> {
 public:
  explicit InstanceNormImplBase(const InstanceNormOptions& options_) : options(options_) {
    make_state();
  }
  void reset() override { make_state(); }
  Tensor forward(TensorArg input);
  bool is_pure() const override {
    return !(this->is_training() && options.track_running_stats());
  }

  InstanceNormOptions options;
  Tensor weight, bias;                                    ///< [num_features] if affine
  Tensor running_mean, running_var, num_batches_tracked;  ///< buffers if tracked

 private:
  void make_state();
};

#define WEFT_INSTANCE_NORM(Name)                                       \
  class Name##Impl : public InstanceNormImplBase<Name##Impl> {         \
   public:                                                             \
    explicit Name##Impl(const InstanceNormOptions& options_)           \
        : InstanceNormImplBase<Name##Impl>(options_) {}                \
  };                                                                   \
  TORCH_MODULE(Name)
WEFT_INSTANCE_NORM(InstanceNorm1d);
WEFT_INSTANCE_NORM(InstanceNorm2d);
WEFT_INSTANCE_NORM(InstanceNorm3d);
#undef WEFT_INSTANCE_NORM

struct LocalResponseNormOptions {
  LocalResponseNormOptions(std::int64_t size) : size_(size) {}  // NOLINT
  TORCH_ARG(std::int64_t, size);
  TORCH_ARG(double, alpha) = 1e-4;
  TORCH_ARG(double, beta) = 0.75;
  TORCH_ARG(double, k) = 1.0;
};

/// \source torch.nn.LocalResponseNorm
class LocalResponseNormImpl : public Layer<LocalResponseNormImpl> {
 public:
  LocalResponseNormImpl(std::int64_t size) : options(size) {}  // NOLINT
  explicit LocalResponseNormImpl(const LocalResponseNormOptions& options_) : options(options_) {}
  void reset() override {}
  Tensor forward(TensorArg input);
  LocalResponseNormOptions options;
};
TORCH_MODULE(LocalResponseNorm);

}  // namespace weft::nn
