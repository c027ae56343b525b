/// \file CosineSimilarity, PairwiseDistance, Fold and Unfold.
#pragma once

#include <cstdint>

#include <weft/runtime/nn/layer.h>
#include <weft/runtime/nn/options.h>

namespace weft::nn {

struct CosineSimilarityOptions {
  TORCH_ARG(std::int64_t, dim) = 1;
  TORCH_ARG(double, eps) = 1e-8;
};
/// \source torch.nn.CosineSimilarity
class CosineSimilarityImpl : public Layer<CosineSimilarityImpl> {
 public:
  explicit CosineSimilarityImpl(const CosineSimilarityOptions& options_ = {}) : options(options_) {}
  void reset() override {}
  Tensor forward(TensorArg input1, TensorArg input2);
  CosineSimilarityOptions options;
};
TORCH_MODULE(CosineSimilarity);

struct PairwiseDistanceOptions {
  TORCH_ARG(double, p) = 2.0;
  TORCH_ARG(double, eps) = 1e-6;
  TORCH_ARG(bool, keepdim) = false;
};
/// The p-norm of `input1 - input2 + eps` over the last dimension. \source torch.nn.PairwiseDistance
class PairwiseDistanceImpl : public Layer<PairwiseDistanceImpl> {
 public:
  explicit PairwiseDistanceImpl(const PairwiseDistanceOptions& options_ = {}) : options(options_) {}
  void reset() override {}
  Tensor forward(TensorArg input1, TensorArg input2);
  PairwiseDistanceOptions options;
};
TORCH_MODULE(PairwiseDistance);

struct UnfoldOptions {
  UnfoldOptions(ExpandingArray<2> kernel_size) : kernel_size_(kernel_size) {}  // NOLINT
  TORCH_ARG(ExpandingArray<2>, kernel_size);
  TORCH_ARG(ExpandingArray<2>, dilation) = 1;
  TORCH_ARG(ExpandingArray<2>, padding) = 0;
  TORCH_ARG(ExpandingArray<2>, stride) = 1;
};
/// [N, C, H, W] -> [N, C * window, windows]. \source torch.nn.Unfold
class UnfoldImpl : public Layer<UnfoldImpl> {
 public:
  UnfoldImpl(ExpandingArray<2> kernel_size) : options(kernel_size) {}  // NOLINT
  explicit UnfoldImpl(const UnfoldOptions& options_) : options(options_) {}
  void reset() override {}
  Tensor forward(TensorArg input);
  UnfoldOptions options;
};
TORCH_MODULE(Unfold);

struct FoldOptions {
  FoldOptions(ExpandingArray<2> output_size, ExpandingArray<2> kernel_size)
      : output_size_(output_size), kernel_size_(kernel_size) {}
  TORCH_ARG(ExpandingArray<2>, output_size);
  TORCH_ARG(ExpandingArray<2>, kernel_size);
  TORCH_ARG(ExpandingArray<2>, dilation) = 1;
  TORCH_ARG(ExpandingArray<2>, padding) = 0;
  TORCH_ARG(ExpandingArray<2>, stride) = 1;
};
/// [N, C * window, windows] -> [N, C, H, W]; what falls on one place is added. \source
/// torch.nn.Fold
class FoldImpl : public Layer<FoldImpl> {
 public:
  FoldImpl(ExpandingArray<2> output_size, ExpandingArray<2> kernel_size)
      : options(output_size, kernel_size) {}
  explicit FoldImpl(const FoldOptions& options_) : options(options_) {}
  void reset() override {}
  Tensor forward(TensorArg input);
  FoldOptions options;
};
TORCH_MODULE(Fold);

namespace functional {

using CosineSimilarityFuncOptions = CosineSimilarityOptions;
using PairwiseDistanceFuncOptions = PairwiseDistanceOptions;
using UnfoldFuncOptions = UnfoldOptions;
using FoldFuncOptions = FoldOptions;

// \source torch.nn.functional
Tensor cosine_similarity(TensorArg x1, TensorArg x2,
                         const CosineSimilarityFuncOptions& options = {});
Tensor pairwise_distance(TensorArg x1, TensorArg x2,
                         const PairwiseDistanceFuncOptions& options = {});
Tensor unfold(TensorArg input, const UnfoldFuncOptions& options);
Tensor fold(TensorArg input, const FoldFuncOptions& options);

}  // namespace functional
}  // namespace weft::nn
