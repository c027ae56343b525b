/// \file Losses as modules and functions. They are values to compute; weft does not train.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include <weft/runtime/nn/enum_types.h>
#include <weft/runtime/nn/layer.h>
#include <weft/runtime/nn/options.h>

namespace weft::nn {

/// All elements, their mean or their sum.
using LossReduction = std::variant<enumtype::kNone, enumtype::kMean, enumtype::kSum>;
using KLDivReduction =
    std::variant<enumtype::kNone, enumtype::kBatchMean, enumtype::kSum, enumtype::kMean>;

/// Options of losses that have a reduction only; `LossOptions(torch::kSum)`.
struct ReductionOptions {
  ReductionOptions() = default;
  ReductionOptions(LossReduction reduction) : reduction_(reduction) {}  // NOLINT
  template <typename Tag>
    requires std::is_constructible_v<LossReduction, Tag>
  ReductionOptions(Tag tag) : reduction_(tag) {}  // NOLINT
  TORCH_ARG(LossReduction, reduction) = enumtype::kMean();
};
using L1LossOptions = ReductionOptions;
using MSELossOptions = ReductionOptions;

struct SmoothL1LossOptions {
  SmoothL1LossOptions() = default;
  template <typename Tag>
    requires std::is_constructible_v<LossReduction, Tag>
  SmoothL1LossOptions(Tag tag) : reduction_(tag) {}  // NOLINT
  TORCH_ARG(LossReduction, reduction) = enumtype::kMean();
  TORCH_ARG(std::optional<double>, beta) = std::nullopt;
};
struct HuberLossOptions {
  HuberLossOptions() = default;
  template <typename Tag>
    requires std::is_constructible_v<LossReduction, Tag>
  HuberLossOptions(Tag tag) : reduction_(tag) {}  // NOLINT
  TORCH_ARG(LossReduction, reduction) = enumtype::kMean();
  TORCH_ARG(double, delta) = 1.0;
};
struct BCELossOptions {
  TORCH_ARG(Tensor, weight) = {};
  TORCH_ARG(LossReduction, reduction) = enumtype::kMean();
};
struct BCEWithLogitsLossOptions {
  TORCH_ARG(Tensor, weight) = {};
  TORCH_ARG(LossReduction, reduction) = enumtype::kMean();
  TORCH_ARG(Tensor, pos_weight) = {};
};
struct NLLLossOptions {
  TORCH_ARG(Tensor, weight) = {};
  TORCH_ARG(std::int64_t, ignore_index) = -100;
  TORCH_ARG(LossReduction, reduction) = enumtype::kMean();
};
struct CrossEntropyLossOptions {
  TORCH_ARG(Tensor, weight) = {};
  TORCH_ARG(std::int64_t, ignore_index) = -100;
  TORCH_ARG(LossReduction, reduction) = enumtype::kMean();
  TORCH_ARG(double, label_smoothing) = 0.0;
};
struct KLDivLossOptions {
  KLDivLossOptions() = default;
  KLDivLossOptions(KLDivReduction reduction) : reduction_(reduction) {}  // NOLINT
  template <typename Tag>
    requires std::is_constructible_v<KLDivReduction, Tag>
  KLDivLossOptions(Tag tag) : reduction_(tag) {}  // NOLINT
  TORCH_ARG(KLDivReduction, reduction) = enumtype::kMean();
  TORCH_ARG(bool, log_target) = false;
};

/// \source torch.nn.MSELoss and its kin
#define WEFT_LOSS(Name)                                                            \
  class Name##Impl : public Layer<Name##Impl> {                                    \
   public:                                                                         \
    explicit Name##Impl(const Name##Options& options_ = {}) : options(options_) {} \
    void reset() override {}                                                       \
    Tensor forward(TensorArg input, TensorArg target);                             \
    Name##Options options;                                                         \
  };                                                                               \
  TORCH_MODULE(Name)
WEFT_LOSS(L1Loss);
WEFT_LOSS(MSELoss);
WEFT_LOSS(SmoothL1Loss);
WEFT_LOSS(HuberLoss);
WEFT_LOSS(BCELoss);
WEFT_LOSS(BCEWithLogitsLoss);
WEFT_LOSS(NLLLoss);
WEFT_LOSS(CrossEntropyLoss);
WEFT_LOSS(KLDivLoss);
#undef WEFT_LOSS

namespace functional {

using L1LossFuncOptions = L1LossOptions;
using MSELossFuncOptions = MSELossOptions;
using SmoothL1LossFuncOptions = SmoothL1LossOptions;
using HuberLossFuncOptions = HuberLossOptions;
using BinaryCrossEntropyFuncOptions = BCELossOptions;
using BinaryCrossEntropyWithLogitsFuncOptions = BCEWithLogitsLossOptions;
using NLLLossFuncOptions = NLLLossOptions;
using CrossEntropyFuncOptions = CrossEntropyLossOptions;
using KLDivFuncOptions = KLDivLossOptions;

// Each applies the operator of its name. \source torch.nn.functional
Tensor l1_loss(TensorArg input, TensorArg target, const L1LossFuncOptions& options = {});
Tensor mse_loss(TensorArg input, TensorArg target, const MSELossFuncOptions& options = {});
Tensor smooth_l1_loss(TensorArg input, TensorArg target,
                      const SmoothL1LossFuncOptions& options = {});
Tensor huber_loss(TensorArg input, TensorArg target, const HuberLossFuncOptions& options = {});
Tensor binary_cross_entropy(TensorArg input, TensorArg target,
                            const BinaryCrossEntropyFuncOptions& options = {});
Tensor binary_cross_entropy_with_logits(
    TensorArg input, TensorArg target, const BinaryCrossEntropyWithLogitsFuncOptions& options = {});
Tensor nll_loss(TensorArg input, TensorArg target, const NLLLossFuncOptions& options = {});
Tensor cross_entropy(TensorArg input, TensorArg target,
                     const CrossEntropyFuncOptions& options = {});
Tensor kl_div(TensorArg input, TensorArg target, const KLDivFuncOptions& options = {});

}  // namespace functional
}  // namespace weft::nn
