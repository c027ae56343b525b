/// \file Losses: a value per element (or sample) and its mean or sum.
#include <algorithm>
#include <cmath>

#include "tests/oracle/layout.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"
#include "tests/oracle/reduction.h"

namespace weft_oracle {
namespace {

Sum sum_of(const OracleTensor& x) {
  Sum total = 0;
  for (double value : x.values) total += value;
  return total;
}

OracleTensor single(Kind kind, Sum value) {
  OracleTensor result(kind, {});
  result.set(0, static_cast<double>(value));
  return result;
}

void ignore_old_reductions(const Reader& reader) {
  reader.ignore("size_average");
  reader.ignore("reduce");
}

/// `losses` are float64; the result is rounded to `kind` once.
Results finish(const Reader& reader, const OracleTensor& losses, Kind kind) {
  std::string reduction = reader.text("reduction", "mean");
  ignore_old_reductions(reader);
  if (reduction == "none") return {losses.cast(kind)};
  if (reduction == "sum") return {single(kind, sum_of(losses))};
  if (reduction == "mean") return {single(kind, sum_of(losses) / static_cast<Sum>(losses.numel()))};
  if (reduction == "batchmean" && losses.rank() > 0) {
    return {single(kind, sum_of(losses) / static_cast<Sum>(losses.sizes[0]))};
  }
  throw OracleError("unknown reduction '" + reduction + "'");
}

/// A loss of (input, target) element by element.
Results elementwise(const Reader& reader, const std::string& op,
                    const std::function<double(double, double)>& loss) {
  Operands x = bring_together(reader, {"input", "target"});
  refuse_integral(op, x.kind);
  return finish(reader, map_reals(x, Kind::kF64, [&](const auto& v) { return loss(v[0], v[1]); }),
                x.kind);
}

Results smooth_l1(const Reader& reader) {
  double beta = reader.real("beta", 1);
  return elementwise(reader, "smooth_l1_loss", [beta](double x, double y) {
    double distance = std::fabs(x - y);
    return distance < beta ? 0.5 * distance * distance / beta : distance - 0.5 * beta;
  });
}

Results huber(const Reader& reader) {
  double delta = reader.real("delta", 1);
  return elementwise(reader, "huber_loss", [delta](double x, double y) {
    double distance = std::fabs(x - y);
    return distance < delta ? 0.5 * distance * distance : delta * (distance - 0.5 * delta);
  });
}

Results kl_div(const Reader& reader) {
  bool log_target = reader.flag("log_target", false);
  return elementwise(reader, "kl_div", [log_target](double x, double y) {
    if (log_target) return std::exp(y) * (y - x);
    return (y == 0 ? 0 : y * std::log(y)) - y * x;
  });
}

Results binary_cross_entropy(const Reader& reader) {
  Operands x = bring_together(reader, {"input", "target"});
  refuse_integral("binary_cross_entropy", x.kind);
  OracleTensor losses = map_reals(x, Kind::kF64, [](const auto& v) {
    if (v[0] < 0 || v[0] > 1) throw OracleError("binary_cross_entropy: inputs are probabilities");
    // Logarithms are not let below -100.
    return -(v[1] * std::max(std::log(v[0]), -100.0) +
             (1 - v[1]) * std::max(std::log1p(-v[0]), -100.0));
  });
  if (const OracleTensor* weight = reader.optional_tensor("weight")) {
    OracleTensor factors = broadcast_to(*weight, losses.sizes);
    for (int64_t i = 0; i < losses.numel(); ++i) losses.set(i, losses.real(i) * factors.real(i));
  }
  return finish(reader, losses, x.kind);
}

/// -w [ p y log s(x) + (1 - y) log(1 - s(x)) ] with the weights w and p (`pos_weight`) 1 if absent.
Results binary_cross_entropy_with_logits(const Reader& reader) {
  Operands x = bring_together(reader, {"input", "target"});
  refuse_integral("binary_cross_entropy_with_logits", x.kind);
  const OracleTensor* weight = reader.optional_tensor("weight");
  const OracleTensor* pos_weight = reader.optional_tensor("pos_weight");
  OracleTensor one(Kind::kF64, {});
  one.set(0, 1);
  OracleTensor factors = broadcast_to(weight ? *weight : one, x.sizes);
  OracleTensor positive = broadcast_to(pos_weight ? *pos_weight : one, x.sizes);
  OracleTensor losses(Kind::kF64, x.sizes);
  for (int64_t i = 0; i < losses.numel(); ++i) {
    double logit = x.tensors[0].real(i), target = x.tensors[1].real(i);
    double minus_log_sigmoid = std::log1p(std::exp(-std::fabs(logit))) + std::max(-logit, 0.0);
    double share = 1 + (positive.real(i) - 1) * target;
    losses.set(i, factors.real(i) * ((1 - target) * logit + share * minus_log_sigmoid));
  }
  return finish(reader, losses, x.kind);
}

/// Samples of a classification: [n, classes, ...], or one sample [classes].
struct Classes {
  OracleTensor scores;
  Sizes sample_sizes;
  size_t dim;

  explicit Classes(const OracleTensor& input)
      : scores(input), sample_sizes(input.sizes), dim(input.rank() > 1 ? 1 : 0) {
    if (input.rank() == 0) throw OracleError("a classification loss needs a class dimension");
    sample_sizes.erase(sample_sizes.begin() + static_cast<long>(dim));
  }
  int64_t count() const { return scores.sizes[dim]; }
  int64_t at(const Index& sample, int64_t of_class) const {
    Index index = sample;
    index.insert(index.begin() + static_cast<long>(dim), of_class);
    return position(scores.sizes, index);
  }
};

/// Mean weighted by the samples' weights.
Results finish_weighted(const Reader& reader, const OracleTensor& losses, Sum weights, Kind kind) {
  if (reader.text("reduction", "mean") != "mean") return finish(reader, losses, kind);
  ignore_old_reductions(reader);
  return {single(kind, sum_of(losses) / weights)};
}

void need_classes(const OracleTensor* weight, const Classes& classes) {
  if (weight && weight->sizes != Sizes{classes.count()})
    throw OracleError("weight needs one entry per class");
}

/// -w[t] * log_probs[t], and with `smoothing` a share of the mean of all classes.
Results by_class_index(const Reader& reader, const Classes& classes, double smoothing) {
  const OracleTensor& target = reader.tensor("target");
  const OracleTensor* weight = reader.optional_tensor("weight");
  int64_t ignored = reader.integer("ignore_index", -100);
  need_classes(weight, classes);
  if (target.kind != Kind::kI64 || target.sizes != classes.sample_sizes)
    throw OracleError("the target has other samples");
  OracleTensor losses(Kind::kF64, classes.sample_sizes);
  Sum weights = 0;
  each_index(classes.sample_sizes, [&](const Index& sample, int64_t at) {
    int64_t label = target.integer(at);
    if (label == ignored) return;
    if (label < 0 || label >= classes.count()) throw OracleError("a target is out of range");
    double own = weight ? weight->real(label) : 1;
    Sum all = 0;
    for (int64_t c = 0; smoothing != 0 && c < classes.count(); ++c) {
      all -= (weight ? weight->real(c) : 1) * classes.scores.real(classes.at(sample, c));
    }
    Sum loss = -own * classes.scores.real(classes.at(sample, label));
    losses.set(at, static_cast<double>((1 - smoothing) * loss + smoothing * all / classes.count()));
    weights += own;
  });
  return finish_weighted(reader, losses, weights, reader.tensor("input").kind);
}

/// The target gives a probability for every class; the mean goes over the samples.
Results by_probability(const Reader& reader, const Classes& classes, double smoothing) {
  const OracleTensor& target = reader.tensor("target");
  const OracleTensor* weight = reader.optional_tensor("weight");
  reader.ignore("ignore_index");
  need_classes(weight, classes);
  OracleTensor losses(Kind::kF64, classes.sample_sizes);
  each_index(classes.sample_sizes, [&](const Index& sample, int64_t at) {
    Sum loss = 0;
    for (int64_t c = 0; c < classes.count(); ++c) {
      int64_t place = classes.at(sample, c);
      double share =
          target.real(place) * (1 - smoothing) + smoothing / static_cast<double>(classes.count());
      loss -= (weight ? weight->real(c) : 1) * share * classes.scores.real(place);
    }
    losses.set(at, static_cast<double>(loss));
  });
  return finish(reader, losses, reader.tensor("input").kind);
}

Results nll_loss(const Reader& reader) {
  const OracleTensor& input = reader.tensor("input");
  refuse_integral("nll_loss", input.kind);
  return by_class_index(reader, Classes(input), 0);
}

Results cross_entropy(const Reader& reader) {
  const OracleTensor& input = reader.tensor("input");
  const OracleTensor& target = reader.tensor("target");
  refuse_integral("cross_entropy", input.kind);
  double smoothing = reader.real("label_smoothing", 0);
  if (smoothing < 0 || smoothing > 1) throw OracleError("label_smoothing lies between 0 and 1");
  OracleArguments softmax = {{"input", input.cast(Kind::kF64)}, {"dim", input.rank() > 1 ? 1 : 0}};
  Classes classes(oracle("log_softmax", softmax)[0]);
  bool probabilities = is_float(target.kind) && target.sizes == input.sizes;
  return probabilities ? by_probability(reader, classes, smoothing)
                       : by_class_index(reader, classes, smoothing);
}

}  // namespace

void add_losses(Registry& registry) {
  registry["mse_loss"] = [](const Reader& r) {
    return elementwise(r, "mse_loss", [](double x, double y) { return (x - y) * (x - y); });
  };
  registry["l1_loss"] = [](const Reader& r) {
    return elementwise(r, "l1_loss", [](double x, double y) { return std::fabs(x - y); });
  };
  registry["smooth_l1_loss"] = smooth_l1;
  registry["huber_loss"] = huber;
  registry["kl_div"] = kl_div;
  registry["binary_cross_entropy"] = binary_cross_entropy;
  registry["binary_cross_entropy_with_logits"] = binary_cross_entropy_with_logits;
  registry["nll_loss"] = nll_loss;
  registry["cross_entropy"] = cross_entropy;
}

}  // namespace weft_oracle
