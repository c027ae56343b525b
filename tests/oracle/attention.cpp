/// \file Scaled dot-product attention.
#include <cmath>

#include "tests/oracle/layout.h"
#include "tests/oracle/matmul.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"

namespace weft_oracle {
namespace {

/// Adds a floating-point mask to the scores, or takes out (-inf) what a bool mask does not let
/// through.
void apply_mask(OracleTensor& scores, const OracleTensor& given) {
  OracleTensor mask = broadcast_to(given, scores.sizes);
  if (is_integral(mask.kind) && mask.kind != Kind::kBool)
    throw OracleError("attention: the mask is bool or floating point");
  for (int64_t i = 0; i < scores.numel(); ++i) {
    if (mask.kind == Kind::kBool) {
      if (!mask.truth(i)) scores.set(i, -INFINITY);
    } else {
      scores.set(i, scores.real(i) + mask.real(i));
    }
  }
}

/// softmax(query @ key^T * scale + mask) @ value, all in float64 and rounded at the end. A query
/// that sees no key has NaN.
Results attention(const Reader& reader) {
  const OracleTensor& query = reader.tensor("query");
  const OracleTensor& key = reader.tensor("key");
  const OracleTensor& value = reader.tensor("value");
  refuse_integral("scaled_dot_product_attention", query.kind);
  if (query.rank() < 2 || key.rank() < 2) throw OracleError("attention needs two dimensions");
  if (reader.real("dropout_p", 0) != 0) throw OracleError("the oracle's attention has no dropout");
  double scale = reader.real("scale", 1 / std::sqrt(static_cast<double>(query.sizes.back())));
  Sizes order = normal_dims({}, key.rank());
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  OracleTensor scores = matrix_product(query, permuted(key, order), true);
  for (int64_t i = 0; i < scores.numel(); ++i) scores.set(i, scores.real(i) * scale);
  bool causal = reader.flag("is_causal", false);
  const OracleTensor* mask = reader.optional_tensor("attn_mask");
  if (causal && mask) throw OracleError("attention: a mask and is_causal");
  if (mask) apply_mask(scores, *mask);
  if (causal) {
    each_index(scores.sizes, [&](const Index& index, int64_t at) {
      if (index[index.size() - 1] > index[index.size() - 2]) scores.set(at, -INFINITY);
    });
  }
  OracleTensor weights = oracle("softmax", {{"input", scores}, {"dim", -1}})[0];
  return {matrix_product(weights, value.cast(Kind::kF64)).cast(query.kind)};
}

}  // namespace

void add_attention(Registry& registry) { registry["scaled_dot_product_attention"] = attention; }

}  // namespace weft_oracle
