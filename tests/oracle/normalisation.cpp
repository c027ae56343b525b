/// \file Normalisations: batch, layer, group, instance, RMS, local response, and division by a
/// norm.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/oracle/promotion.h"
#include "tests/oracle/reduction.h"

namespace weft_oracle {
namespace {

using Members = std::vector<int64_t>;

struct Moments {
  double mean, variance;
};

/// Mean and variance (over n) of the elements.
Moments moments_of(const OracleTensor& x, const Members& members) {
  Sum total = 0, squares = 0;
  for (int64_t m : members) total += x.real(m);
  Sum mean = total / static_cast<Sum>(members.size());
  for (int64_t m : members) squares += (x.real(m) - mean) * (x.real(m) - mean);
  return {static_cast<double>(mean),
          static_cast<double>(squares / static_cast<Sum>(members.size()))};
}

void need_floats(const std::string& op, const OracleTensor& x) { refuse_integral(op, x.kind); }

/// Entry `at` of an optional tensor, or a fallback.
double entry(const OracleTensor* tensor, int64_t at, double fallback) {
  return tensor ? tensor->real(at) : fallback;
}

void need_count(const std::string& op, const OracleTensor* tensor, int64_t count) {
  if (tensor && tensor->numel() != count)
    throw OracleError(op + ": " + describe(*tensor) + " has the wrong extents");
}

/// Normalises each group; `parameter_at` says which entry of weight and bias an element takes.
OracleTensor normalised(const OracleTensor& x, const std::vector<Members>& groups, double eps,
                        const OracleTensor* weight, const OracleTensor* bias,
                        const std::function<int64_t(int64_t)>& parameter_at) {
  OracleTensor result(x.kind, x.sizes);
  for (const Members& members : groups) {
    Moments moments = moments_of(x, members);
    double scale = 1 / std::sqrt(moments.variance + eps);
    for (int64_t m : members) {
      double value = (x.real(m) - moments.mean) * scale;
      result.set(m, value * entry(weight, parameter_at(m), 1) + entry(bias, parameter_at(m), 0));
    }
  }
  return result;
}

/// Position of an element in the channel dimension, which is the second one.
int64_t channel_of(const OracleTensor& x, int64_t at) { return index_at(x.sizes, at)[1]; }

/// With training, or without running statistics, the statistics of the batch.
Results batch_norm(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  need_floats("batch_norm", x);
  if (x.rank() < 2) throw OracleError("batch_norm needs a channel dimension");
  const OracleTensor* mean = reader.optional_tensor("running_mean");
  const OracleTensor* variance = reader.optional_tensor("running_var");
  const OracleTensor* weight = reader.optional_tensor("weight");
  const OracleTensor* bias = reader.optional_tensor("bias");
  double eps = reader.real("eps", 1e-5);
  bool training = reader.flag("training", false);
  reader.ignore("momentum");
  reader.ignore("cudnn_enabled");
  for (const OracleTensor* tensor : {mean, variance, weight, bias})
    need_count("batch_norm", tensor, x.sizes[1]);
  if (training || !mean || !variance) {
    Sizes all_but_channel = {0};
    for (int64_t d = 2; d < x.rank(); ++d) all_but_channel.push_back(d);
    Groups groups = group_over(x.sizes, all_but_channel, false);
    return {normalised(x, groups.members, eps, weight, bias,
                       [&](int64_t at) { return channel_of(x, at); })};
  }
  OracleTensor result(x.kind, x.sizes);
  for (int64_t at = 0; at < x.numel(); ++at) {
    int64_t c = channel_of(x, at);
    double value = (x.real(at) - mean->real(c)) / std::sqrt(variance->real(c) + eps);
    result.set(at, value * entry(weight, c, 1) + entry(bias, c, 0));
  }
  return {result};
}

/// The trailing dimensions `normalized_shape`, checked.
Sizes trailing_dims(const Reader& reader, const OracleTensor& x, const std::string& op) {
  Sizes shape = reader.integers("normalized_shape");
  if (shape.empty() || shape.size() > x.sizes.size() ||
      !std::equal(shape.begin(), shape.end(), x.sizes.end() - static_cast<long>(shape.size()))) {
    throw OracleError(op + ": normalized_shape " + describe(shape) + " for " + describe(x));
  }
  Sizes dims;
  for (size_t d = x.sizes.size() - shape.size(); d < x.sizes.size(); ++d)
    dims.push_back(static_cast<int64_t>(d));
  return dims;
}

Results layer_norm(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  need_floats("layer_norm", x);
  Sizes dims = trailing_dims(reader, x, "layer_norm");
  int64_t inner = count_of(reader.integers("normalized_shape"));
  const OracleTensor* weight = reader.optional_tensor("weight");
  const OracleTensor* bias = reader.optional_tensor("bias");
  need_count("layer_norm", weight, inner);
  need_count("layer_norm", bias, inner);
  reader.ignore("cudnn_enable");
  return {normalised(x, group_over(x.sizes, dims, false).members, reader.real("eps", 1e-5), weight,
                     bias, [inner](int64_t at) { return at % inner; })};
}

/// x / sqrt(mean(x^2) + eps) * weight; eps defaults to the spacing of numbers at 1 in the input's
/// kind.
Results rms_norm(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  need_floats("rms_norm", x);
  Sizes dims = trailing_dims(reader, x, "rms_norm");
  int64_t inner = count_of(reader.integers("normalized_shape"));
  const OracleTensor* weight = reader.optional_tensor("weight");
  need_count("rms_norm", weight, inner);
  double spacing = x.kind == Kind::kF16    ? 0x1p-10
                   : x.kind == Kind::kBF16 ? 0x1p-7
                   : x.kind == Kind::kF32  ? 0x1p-23
                                           : 0x1p-52;
  double eps = reader.real("eps", spacing);
  OracleTensor result(x.kind, x.sizes);
  for (const Members& members : group_over(x.sizes, dims, false).members) {
    Sum squares = 0;
    for (int64_t m : members) squares += static_cast<Sum>(x.real(m)) * x.real(m);
    double scale =
        1 / std::sqrt(static_cast<double>(squares) / static_cast<double>(members.size()) + eps);
    for (int64_t m : members) result.set(m, x.real(m) * scale * entry(weight, m % inner, 1));
  }
  return {result};
}

/// Each group of consecutive channels of one sample; weight and bias go by channel.
Results channel_groups(const Reader& reader, const std::string& op, int64_t channels_per_group) {
  const OracleTensor& x = reader.tensor("input");
  const OracleTensor* weight = reader.optional_tensor("weight");
  const OracleTensor* bias = reader.optional_tensor("bias");
  need_count(op, weight, x.sizes[1]);
  need_count(op, bias, x.sizes[1]);
  int64_t groups = channels_per_group ? x.sizes[1] / channels_per_group : 0;
  std::vector<Members> members(static_cast<size_t>(x.sizes[0] * groups));
  each_index(x.sizes, [&](const Index& index, int64_t at) {
    members[static_cast<size_t>(index[0] * groups + index[1] / channels_per_group)].push_back(at);
  });
  return {normalised(x, members, reader.real("eps", 1e-5), weight, bias,
                     [&](int64_t at) { return channel_of(x, at); })};
}

Results group_norm(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  need_floats("group_norm", x);
  int64_t groups = reader.integer("num_groups");
  reader.ignore("cudnn_enabled");
  if (x.rank() < 2 || groups <= 0 || x.sizes[1] % groups)
    throw OracleError("group_norm: groups do not divide channels");
  return channel_groups(reader, "group_norm", x.sizes[1] / groups);
}

Results instance_norm(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  need_floats("instance_norm", x);
  if (x.rank() < 3) throw OracleError("instance_norm needs a dimension after the channels");
  reader.ignore("momentum");
  reader.ignore("cudnn_enabled");
  if (reader.has("running_mean") || reader.has("running_var") ||
      !reader.flag("use_input_stats", true)) {
    throw OracleError("the oracle's instance_norm has no running statistics");
  }
  return channel_groups(reader, "instance_norm", 1);
}

/// x / (k + alpha * mean of the squares of `size` channels around)^beta, where missing channels
/// count as 0.
Results local_response_norm(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  need_floats("local_response_norm", x);
  if (x.rank() < 3) throw OracleError("local_response_norm needs three dimensions");
  int64_t size = reader.integer("size");
  double alpha = reader.real("alpha", 1e-4), beta = reader.real("beta", 0.75),
         k = reader.real("k", 1);
  OracleTensor result(x.kind, x.sizes);
  each_index(x.sizes, [&](const Index& index, int64_t at) {
    Sum squares = 0;
    for (int64_t c = index[1] - size / 2; c < index[1] - size / 2 + size; ++c) {
      if (c < 0 || c >= x.sizes[1]) continue;
      Index neighbour = index;
      neighbour[1] = c;
      double value = x.real(position(x.sizes, neighbour));
      squares += static_cast<Sum>(value) * value;
    }
    double mean = static_cast<double>(squares) / static_cast<double>(size);
    result.set(at, x.real(at) / std::pow(k + alpha * mean, beta));
  });
  return {result};
}

double norm_of(const OracleTensor& x, const Members& members, double p) {
  OracleTensor flat(Kind::kF64, {static_cast<int64_t>(members.size())});
  for (size_t i = 0; i < members.size(); ++i) flat.set(static_cast<int64_t>(i), x.real(members[i]));
  return oracle("norm", {{"input", flat}, {"p", p}})[0].real(0);
}

/// The scalar product of two vectors, each divided by its length or by eps if that is longer.
Results cosine_similarity(const Reader& reader) {
  Operands x = bring_together(reader, {"x1", "x2"});
  need_floats("cosine_similarity", x.tensors[0]);
  double eps = reader.real("eps", 1e-8);
  const OracleTensor &a = x.tensors[0], &b = x.tensors[1];
  Groups groups = groups_along(a, reader.integer("dim", 1), false);
  return {reduce(groups, x.kind, [&](const Members& members) {
    Sum product = 0;
    for (int64_t m : members) product += static_cast<Sum>(a.real(m)) * b.real(m);
    double lengths = std::max(norm_of(a, members, 2), eps) * std::max(norm_of(b, members, 2), eps);
    return static_cast<double>(product) / lengths;
  })};
}

Results normalize(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  need_floats("normalize", x);
  double p = reader.real("p", 2), eps = reader.real("eps", 1e-12);
  Sizes dims = normal_dims(reader.integers("dim", {1}), x.rank());
  OracleTensor result(x.kind, x.sizes);
  for (const Members& members : group_over(x.sizes, dims, false).members) {
    double length = std::max(norm_of(x, members, p), eps);
    for (int64_t m : members) result.set(m, x.real(m) / length);
  }
  return {result};
}

}  // namespace

void add_normalisation(Registry& registry) {
  registry["batch_norm"] = batch_norm;
  registry["layer_norm"] = layer_norm;
  registry["rms_norm"] = rms_norm;
  registry["group_norm"] = group_norm;
  registry["instance_norm"] = instance_norm;
  registry["local_response_norm"] = local_response_norm;
  registry["cosine_similarity"] = cosine_similarity;
  registry["normalize"] = normalize;
}

}  // namespace weft_oracle
