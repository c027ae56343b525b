#include <weft/runtime/nn/attention.h>

#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include <weft/runtime/api/functions.h>
#include <weft/runtime/diagnostics.h>
#include <weft/runtime/nn/init.h>
#include <weft/runtime/nn/operator_call.h>
#include <weft/runtime/tensor/factories.h>

namespace weft::nn {

namespace {

/// Rows [begin, end) of a parameter.
Tensor rows(const Tensor& tensor, std::int64_t begin, std::int64_t end, SourceLocation where) {
  return tensor.defined() ? tensor.narrow(0, begin, end - begin, where) : Tensor();
}

Tensor joined(const Tensor& a, const Tensor& b, std::int64_t dim, SourceLocation where) {
  return api::to_tensor(api::call_named(
      "cat", {{"tensors", std::vector<ir::Value>{a.handle(), b.handle()}}, {"dim", dim}},
      CallStyle::kFunction, where));
}

/// A column of zeros, of False for a bool tensor, at the end of the last dimension: the keys that
/// the module adds are never masked.
Tensor with_column(const Tensor& mask, SourceLocation where) {
  return operators::call_on("constant_pad_nd", TensorArg(mask, where),
                         {{"pad", std::vector<ir::Value>{0, 1}}, {"value", 0}});
}

}  // namespace

MultiheadAttentionImpl::MultiheadAttentionImpl(const MultiheadAttentionOptions& options_)
    : options(options_) {
  reset();
}

void MultiheadAttentionImpl::reset() {
  const std::int64_t e = options.embed_dim();
  if (options.num_heads() <= 0 || e % options.num_heads() != 0) {
    fail(diag::ModuleOptionWrong, {},
         {"MultiheadAttention",
          fmt::format("embed_dim {} is no multiple of num_heads {}", e, options.num_heads())});
  }
  head_dim = e / options.num_heads();
  const auto weight = [&](const char* name, std::int64_t columns, std::int64_t count, bool wanted) {
    return register_parameter(
        name, wanted ? init::xavier_uniform_(empty({count * e, columns})) : Tensor());
  };
  in_proj_weight = Tensor();
  if (same_sizes()) {
    in_proj_weight = weight("in_proj_weight", e, 3, true);
    weight("q_proj_weight", e, 1, false);
    weight("k_proj_weight", e, 1, false);
    weight("v_proj_weight", e, 1, false);
  } else {
    q_proj_weight = weight("q_proj_weight", e, 1, true);
    k_proj_weight = weight("k_proj_weight", options.kdim(), 1, true);
    v_proj_weight = weight("v_proj_weight", options.vdim(), 1, true);
    weight("in_proj_weight", e, 3, false);
  }
  in_proj_bias =
      register_parameter("in_proj_bias", options.bias() ? init::zeros_(empty({3 * e})) : Tensor());
  out_proj = register_module("out_proj", Linear(LinearOptions(e, e).bias(options.bias())));
  if (options.bias()) init::zeros_(out_proj->bias);
  const bool kv = options.add_bias_kv();
  bias_k = register_parameter("bias_k", kv ? init::xavier_normal_(empty({1, 1, e})) : Tensor());
  bias_v = register_parameter("bias_v", kv ? init::xavier_normal_(empty({1, 1, e})) : Tensor());
}

void MultiheadAttentionImpl::check(const Tensor& query, const Tensor& key, const Tensor& value,
                                   SourceLocation where) const {
  const auto refuse = [&](const char* name, const std::string& what) {
    fail(diag::AttentionInputWrong, where, {name, what});
  };
  const auto check_one = [&](const char* name, const Tensor& tensor, std::int64_t width) {
    if (tensor.dim(where) != 3) {
      refuse(name, fmt::format("has {} dimensions and should have 3", tensor.dim(where)));
    }
    const SymInt last = tensor.size(2, where);
    if (!last.is_symbolic() && last.value() != width) {
      refuse(name, fmt::format("has {} features and should have {}", last.value(), width));
    }
  };
  check_one("query", query, options.embed_dim());
  check_one("key", key, options.kdim());
  check_one("value", value, options.vdim());
}

std::tuple<Tensor, Tensor, Tensor> MultiheadAttentionImpl::project(const Tensor& query,
                                                                   const Tensor& key,
                                                                   const Tensor& value,
                                                                   SourceLocation where) const {
  const std::int64_t e = options.embed_dim();
  const auto one = [&](const Tensor& input, std::int64_t k, const Tensor& separate) {
    const Tensor weight =
        separate.defined() ? separate : rows(in_proj_weight, k * e, (k + 1) * e, where);
    return linear(TensorArg(input, where), TensorArg(weight, where),
                  rows(in_proj_bias, k * e, (k + 1) * e, where));
  };
  if (in_proj_weight.defined() && query.is_same(key) && key.is_same(value)) {
    const Tensor all = linear(TensorArg(query, where), in_proj_weight, in_proj_bias);
    const std::vector<Tensor> parts = all.chunk(3, -1, where);
    return {parts[0], parts[1], parts[2]};
  }
  return {one(query, 0, q_proj_weight), one(key, 1, k_proj_weight), one(value, 2, v_proj_weight)};
}

std::tuple<Tensor, Tensor> MultiheadAttentionImpl::forward(
    TensorArg query_arg, const Tensor& key, const Tensor& value, const Tensor& key_padding_mask,
    bool need_weights, const Tensor& attn_mask, bool average_attn_weights) {
  const SourceLocation where = query_arg.where();
  const ModuleCallScope scope(*this);
  check(query_arg.get(), key, value, where);
  const auto at = [&](const Tensor& tensor) { return TensorArg(tensor, where); };
  const std::int64_t heads = options.num_heads();
  const SymInt length = query_arg.get().size(0, where), batch = query_arg.get().size(1, where);

  auto [q, k, v] = project(query_arg.get(), key, value, where);
  Tensor padding = key_padding_mask, mask = attn_mask;
  const auto add_key = [&](const Tensor& new_k, const Tensor& new_v) {
    k = joined(k, new_k, 0, where);
    v = joined(v, new_v, 0, where);
    if (mask.defined()) mask = with_column(mask, where);
    if (padding.defined()) padding = with_column(padding, where);
  };
  if (bias_k.defined()) {
    add_key(bias_k.expand({1, batch, options.embed_dim()}, false, where),
            bias_v.expand({1, batch, options.embed_dim()}, false, where));
  }
  if (options.add_zero_attn()) {
    const Tensor zero = zeros({1, batch, options.embed_dim()}, k.options(where), where);
    add_key(zero, zero);
  }

  // [length, N, E] -> [N, heads, length, head_dim]
  const auto split_heads = [&](const Tensor& tensor) {
    const Tensor parts = tensor.unflatten(2, {heads, head_dim}, where);
    return parts.permute({1, 2, 0, 3}, where);
  };
  const Tensor scaled = mul(at(q), 1.0 / std::sqrt(static_cast<double>(head_dim)));
  const Tensor query_heads = split_heads(scaled), key_heads = split_heads(k),
               value_heads = split_heads(v);
  Tensor scores = matmul(at(query_heads), at(key_heads.transpose(-2, -1, where)));
  const double minus_infinity = -std::numeric_limits<double>::infinity();
  if (mask.defined()) {
    // [N * heads, L, S] -> [N, heads, L, S]
    const Tensor shaped = mask.dim(where) == 3 ? mask.unflatten(0, {batch, heads}, where) : mask;
    scores = mask.scalar_type() == kBool ? scores.masked_fill(shaped, minus_infinity, where)
                                         : add(at(scores), shaped);
  }
  if (padding.defined()) {
    const Tensor shaped = padding.unsqueeze(1, where).unsqueeze(2, where);
    scores = padding.scalar_type() == kBool ? scores.masked_fill(shaped, minus_infinity, where)
                                            : add(at(scores), shaped);
  }
  Tensor weights = softmax(at(scores), -1);
  if (options.dropout() > 0 && is_training())
    weights = dropout(at(weights), options.dropout(), true);

  const Tensor mixed = matmul(at(weights), at(value_heads));
  const Tensor back = mixed.permute({2, 0, 1, 3}, where);
  const Tensor flat = back.reshape({length, batch, options.embed_dim()}, where);
  const Tensor result = out_proj->forward(at(flat));
  if (!need_weights) return {result, Tensor()};
  return {result, average_attn_weights ? weights.mean({1}, false, std::nullopt, where) : weights};
}

}  // namespace weft::nn
