/// \file MultiheadAttention.
#pragma once

#include <cstdint>
#include <tuple>

#include <weft/runtime/nn/cloneable.h>
#include <weft/runtime/nn/linear.h>
#include <weft/runtime/nn/options.h>

namespace weft::nn {

/// `kdim` and `vdim` are embed_dim where they are not given.
/// \source torch::nn::MultiheadAttentionOptions
struct MultiheadAttentionOptions {
  MultiheadAttentionOptions(std::int64_t embed_dim, std::int64_t num_heads)
      : embed_dim_(embed_dim), num_heads_(num_heads), kdim_(embed_dim), vdim_(embed_dim) {}
  TORCH_ARG(std::int64_t, embed_dim);
  TORCH_ARG(std::int64_t, num_heads);
  TORCH_ARG(double, dropout) = 0.0;  ///< of the attention weights, in training mode
  TORCH_ARG(bool, bias) = true;
  TORCH_ARG(bool, add_bias_kv) = false;
  TORCH_ARG(bool, add_zero_attn) = false;
  TORCH_ARG(std::int64_t, kdim);
  TORCH_ARG(std::int64_t, vdim);
};

/// softmax(q k^T / sqrt(head size) + mask) v, for each head, between linear projections. Under
/// capture it is traced through.
/// \source torch.nn.MultiheadAttention
class MultiheadAttentionImpl : public Cloneable<MultiheadAttentionImpl> {
 public:
  MultiheadAttentionImpl(std::int64_t embed_dim, std::int64_t num_heads)
      : MultiheadAttentionImpl(MultiheadAttentionOptions(embed_dim, num_heads)) {}
  explicit MultiheadAttentionImpl(const MultiheadAttentionOptions& options_);
  void reset() override;

  /// `query` is [L, N, embed_dim], `key` [S, N, kdim], `value` [S, N, vdim]. `key_padding_mask` is
  /// bool[N, S], true where a key is left out. `attn_mask` is [L, S] or [N * num_heads, L, S]; a
  /// bool mask is true where a key is left out, another one is added to the scores. Gives the
  /// result [L, N, embed_dim] and, with `need_weights`, the weights: [N, L, S], averaged over
  /// heads, or [N, num_heads, L, S].
  /// \error W3008 for other shapes
  std::tuple<Tensor, Tensor> forward(TensorArg query, const Tensor& key, const Tensor& value,
                                     const Tensor& key_padding_mask = {}, bool need_weights = true,
                                     const Tensor& attn_mask = {},
                                     bool average_attn_weights = true);

  MultiheadAttentionOptions options;
  Tensor in_proj_weight;  ///< [3 * embed_dim, embed_dim]
  Tensor in_proj_bias;    ///< [3 * embed_dim]; undefined without bias
  Linear out_proj{nullptr};
  Tensor bias_k, bias_v;                               ///< [1, 1, embed_dim] with add_bias_kv
  Tensor q_proj_weight, k_proj_weight, v_proj_weight;  ///< where kdim or vdim differ
  std::int64_t head_dim = 0;

 private:
  bool same_sizes() const {
    return options.kdim() == options.embed_dim() && options.vdim() == options.embed_dim();
  }
  void check(const Tensor& query, const Tensor& key, const Tensor& value,
             SourceLocation where) const;
  std::tuple<Tensor, Tensor, Tensor> project(const Tensor& query, const Tensor& key,
                                             const Tensor& value, SourceLocation where) const;
};
TORCH_MODULE(MultiheadAttention);

}  // namespace weft::nn
