/// \file Losses with margins, and the likelihoods of counts and of several labels.
#pragma once

#include <cstdint>

#include <weft/runtime/nn/loss.h>

namespace weft::nn {

struct CosineEmbeddingLossOptions {
  TORCH_ARG(double, margin) = 0.0;
  TORCH_ARG(LossReduction, reduction) = enumtype::kMean();
};
struct HingeEmbeddingLossOptions {
  TORCH_ARG(double, margin) = 1.0;
  TORCH_ARG(LossReduction, reduction) = enumtype::kMean();
};
struct MarginRankingLossOptions {
  TORCH_ARG(double, margin) = 0.0;
  TORCH_ARG(LossReduction, reduction) = enumtype::kMean();
};
struct MultiMarginLossOptions {
  TORCH_ARG(std::int64_t, p) = 1;
  TORCH_ARG(double, margin) = 1.0;
  TORCH_ARG(Tensor, weight) = {};
  TORCH_ARG(LossReduction, reduction) = enumtype::kMean();
};
struct MultiLabelSoftMarginLossOptions {
  TORCH_ARG(Tensor, weight) = {};
  TORCH_ARG(LossReduction, reduction) = enumtype::kMean();
};
struct PoissonNLLLossOptions {
  TORCH_ARG(bool, log_input) = true;
  TORCH_ARG(bool, full) = false;
  TORCH_ARG(double, eps) = 1e-8;
  TORCH_ARG(LossReduction, reduction) = enumtype::kMean();
};
using SoftMarginLossOptions = ReductionOptions;
struct TripletMarginLossOptions {
  TORCH_ARG(double, margin) = 1.0;
  TORCH_ARG(double, p) = 2.0;
  TORCH_ARG(double, eps) = 1e-6;
  TORCH_ARG(bool, swap) = false;
  TORCH_ARG(LossReduction, reduction) = enumtype::kMean();
};

/// \source torch.nn.HingeEmbeddingLoss and its kin
#define WEFT_LOSS(Name)                                                            \
  class Name##Impl : public Layer<Name##Impl> {                                    \
   public:                                                                         \
    explicit Name##Impl(const Name##Options& options_ = {}) : options(options_) {} \
    void reset() override {}                                                       \
    Tensor forward(TensorArg input, TensorArg target);                             \
    Name##Options options;                                                         \
  };                                                                               \
  TORCH_MODULE(Name)
WEFT_LOSS(HingeEmbeddingLoss);
WEFT_LOSS(MultiMarginLoss);
WEFT_LOSS(MultiLabelSoftMarginLoss);
WEFT_LOSS(PoissonNLLLoss);
WEFT_LOSS(SoftMarginLoss);
#undef WEFT_LOSS

/// Of pairs and their target, or of three tensors. \source torch.nn.TripletMarginLoss and its kin
#define WEFT_LOSS_OF_THREE(Name)                                                   \
  class Name##Impl : public Layer<Name##Impl> {                                    \
   public:                                                                         \
    explicit Name##Impl(const Name##Options& options_ = {}) : options(options_) {} \
    void reset() override {}                                                       \
    Tensor forward(TensorArg first, TensorArg second, TensorArg third);            \
    Name##Options options;                                                         \
  };                                                                               \
  TORCH_MODULE(Name)
WEFT_LOSS_OF_THREE(CosineEmbeddingLoss);
WEFT_LOSS_OF_THREE(MarginRankingLoss);
WEFT_LOSS_OF_THREE(TripletMarginLoss);
#undef WEFT_LOSS_OF_THREE

namespace functional {

using CosineEmbeddingLossFuncOptions = CosineEmbeddingLossOptions;
using HingeEmbeddingLossFuncOptions = HingeEmbeddingLossOptions;
using MarginRankingLossFuncOptions = MarginRankingLossOptions;
using MultiMarginLossFuncOptions = MultiMarginLossOptions;
using MultilabelSoftMarginLossFuncOptions = MultiLabelSoftMarginLossOptions;
using PoissonNLLLossFuncOptions = PoissonNLLLossOptions;
using SoftMarginLossFuncOptions = SoftMarginLossOptions;
using TripletMarginLossFuncOptions = TripletMarginLossOptions;

// Each applies the operator of its name. \source torch.nn.functional
Tensor hinge_embedding_loss(TensorArg input, TensorArg target,
                            const HingeEmbeddingLossFuncOptions& options = {});
Tensor multi_margin_loss(TensorArg input, TensorArg target,
                         const MultiMarginLossFuncOptions& options = {});
Tensor multilabel_soft_margin_loss(TensorArg input, TensorArg target,
                                   const MultilabelSoftMarginLossFuncOptions& options = {});
Tensor poisson_nll_loss(TensorArg input, TensorArg target,
                        const PoissonNLLLossFuncOptions& options = {});
Tensor soft_margin_loss(TensorArg input, TensorArg target,
                        const SoftMarginLossFuncOptions& options = {});
Tensor cosine_embedding_loss(TensorArg input1, TensorArg input2, TensorArg target,
                             const CosineEmbeddingLossFuncOptions& options = {});
Tensor margin_ranking_loss(TensorArg input1, TensorArg input2, TensorArg target,
                           const MarginRankingLossFuncOptions& options = {});
Tensor triplet_margin_loss(TensorArg anchor, TensorArg positive, TensorArg negative,
                           const TripletMarginLossFuncOptions& options = {});

}  // namespace functional
}  // namespace weft::nn
