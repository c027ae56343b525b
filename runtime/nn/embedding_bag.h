/// \file EmbeddingBag: rows of a table, reduced bag by bag.
#pragma once

#include <optional>
#include <variant>

#include <weft/runtime/nn/cloneable.h>
#include <weft/runtime/nn/enum_types.h>
#include <weft/runtime/nn/options.h>

namespace weft::nn {

using EmbeddingBagMode = std::variant<enumtype::kSum, enumtype::kMean, enumtype::kMax>;

/// \source torch::nn::EmbeddingBagOptions
struct EmbeddingBagOptions {
  EmbeddingBagOptions(std::int64_t num_embeddings, std::int64_t embedding_dim)
      : num_embeddings_(num_embeddings), embedding_dim_(embedding_dim) {}
  TORCH_ARG(std::int64_t, num_embeddings);
  TORCH_ARG(std::int64_t, embedding_dim);
  TORCH_ARG(std::optional<double>, max_norm) = std::nullopt;
  TORCH_ARG(double, norm_type) = 2.0;
  TORCH_ARG(bool, scale_grad_by_freq) = false;
  TORCH_ARG(EmbeddingBagMode, mode) = enumtype::kMean();
  TORCH_ARG(bool, sparse) = false;
  TORCH_ARG(Tensor, _weight) = {};
  TORCH_ARG(bool, include_last_offset) = false;
  TORCH_ARG(std::optional<std::int64_t>, padding_idx) = std::nullopt;
};

namespace functional {

/// \source torch::nn::functional::EmbeddingBagFuncOptions
struct EmbeddingBagFuncOptions {
  TORCH_ARG(Tensor, offsets) = {};
  TORCH_ARG(std::optional<double>, max_norm) = std::nullopt;
  TORCH_ARG(double, norm_type) = 2.0;
  TORCH_ARG(bool, scale_grad_by_freq) = false;
  TORCH_ARG(EmbeddingBagMode, mode) = enumtype::kMean();
  TORCH_ARG(bool, sparse) = false;
  TORCH_ARG(Tensor, per_sample_weights) = {};
  TORCH_ARG(bool, include_last_offset) = false;
  TORCH_ARG(std::optional<std::int64_t>, padding_idx) = std::nullopt;
};

/// Indices [B, L], or [N] with the positions [B] at which bags begin -> [B, embedding_dim]. An
/// empty bag gives zeros.
/// \error W3004 for max_norm, and for weights of samples in another mode than the sum
/// \source torch.nn.functional.embedding_bag
Tensor embedding_bag(TensorArg input, const Tensor& weight,
                     const EmbeddingBagFuncOptions& options = {});

}  // namespace functional

/// Traced through in captures: its operators are steps of the graph.
/// \source torch.nn.EmbeddingBag
class EmbeddingBagImpl : public Cloneable<EmbeddingBagImpl> {
 public:
  EmbeddingBagImpl(std::int64_t num_embeddings, std::int64_t embedding_dim)
      : EmbeddingBagImpl(EmbeddingBagOptions(num_embeddings, embedding_dim)) {}
  explicit EmbeddingBagImpl(const EmbeddingBagOptions& options_);
  void reset() override;
  Tensor forward(TensorArg input, const Tensor& offsets = {},
                 const Tensor& per_sample_weights = {});

  EmbeddingBagOptions options;
  Tensor weight;  ///< [num_embeddings, embedding_dim]
};
TORCH_MODULE(EmbeddingBag);

}  // namespace weft::nn
