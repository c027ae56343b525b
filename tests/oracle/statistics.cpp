/// \file Variance, norms, and reductions through logarithms: var, std, norm, logsumexp, softmax.
#include <algorithm>
#include <cmath>

#include "tests/oracle/promotion.h"
#include "tests/oracle/reduction.h"

namespace weft_oracle {
namespace {

using Members = std::vector<int64_t>;

double mean_of(const OracleTensor& input, const Members& members) {
  Sum total = 0;
  for (int64_t m : members) total += input.real(m);
  return static_cast<double>(total / static_cast<Sum>(members.size()));
}

/// Sum of squared distances from the mean over n - correction; a divisor that is not positive
/// counts as 0.
double variance_of(const OracleTensor& input, const Members& members, int64_t correction) {
  double mean = mean_of(input, members);
  Sum total = 0;
  for (int64_t m : members)
    total += (input.real(m) - mean) * static_cast<Sum>(input.real(m) - mean);
  auto divisor = std::max<int64_t>(static_cast<int64_t>(members.size()) - correction, 0);
  return static_cast<double>(total) / static_cast<double>(divisor);
}

struct Variance {
  Groups groups;
  int64_t correction;
};

Variance variance_call(const std::string& op, const Reader& reader, const OracleTensor& input) {
  refuse_integral(op, input.kind);
  int64_t correction = reader.integer("correction", reader.flag("unbiased", true) ? 1 : 0);
  return {groups_of(reader, input), correction};
}

Results var(const Reader& reader, bool root) {
  const OracleTensor& input = reader.tensor("input");
  Variance call = variance_call(root ? "std" : "var", reader, input);
  return {reduce(call.groups, input.kind, [&](const Members& members) {
    double variance = variance_of(input, members, call.correction);
    return root ? std::sqrt(variance) : variance;
  })};
}

Results var_mean(const Reader& reader, bool root) {
  const OracleTensor& input = reader.tensor("input");
  Results results = var(reader, root);
  results.push_back(reduce(groups_of(reader, input), input.kind,
                           [&](const Members& members) { return mean_of(input, members); }));
  return results;
}

double norm_of(const OracleTensor& input, const Members& members, double p) {
  if (std::isinf(p)) {
    if (members.empty()) throw OracleError("an infinite norm of no elements");
    double result = std::fabs(input.real(members[0]));
    for (int64_t m : members) {
      double size = std::fabs(input.real(m));
      if (std::isnan(size)) return size;
      result = p > 0 ? std::max(result, size) : std::min(result, size);
    }
    return result;
  }
  Sum total = 0;
  for (int64_t m : members) {
    double size = std::fabs(input.real(m));
    total += p == 0   ? static_cast<double>(size != 0)
             : p == 2 ? static_cast<Sum>(size) * size
                      : std::pow(size, p);
  }
  if (p == 0) return static_cast<double>(total);
  return static_cast<double>(p == 2 ? std::sqrt(total) : std::pow(total, static_cast<Sum>(1) / p));
}

/// The p-norm of the elements; "fro" is the 2-norm.
Results norm(const Reader& reader, const std::string& order_name) {
  const OracleTensor& given = reader.tensor("input");
  OracleTensor input = given.cast(reader.kind("dtype", given.kind));
  refuse_integral("norm", input.kind);
  const OracleValue* order = reader.find(order_name);
  double p = 2;
  if (order && std::holds_alternative<std::string>(order->held)) {
    if (reader.text(order_name, "") != "fro") throw OracleError("norm: unknown order");
  } else if (order) {
    p = number_of(*order);
  }
  return {reduce(groups_of(reader, input), input.kind,
                 [&](const Members& m) { return norm_of(input, m, p); })};
}

/// log of the sum of exponentials after the largest element, if that is finite, was subtracted.
double logsumexp_of(const OracleTensor& input, const Members& members) {
  double largest = -INFINITY;
  for (int64_t m : members) {
    if (std::isnan(input.real(m))) return input.real(m);
    largest = std::max(largest, input.real(m));
  }
  double shift = std::isfinite(largest) ? largest : 0;
  Sum total = 0;
  for (int64_t m : members) total += std::exp(static_cast<Sum>(input.real(m)) - shift);
  return static_cast<double>(std::log(total) + shift);
}

Results logsumexp(const Reader& reader) {
  const OracleTensor& given = reader.tensor("input");
  OracleTensor input = given.cast(float_kind(given.kind));
  return {reduce(groups_of(reader, input), input.kind,
                 [&](const Members& m) { return logsumexp_of(input, m); })};
}

/// Softmax of `factor * input`, or its logarithm. A row whose largest element is infinite has NaN
/// where the difference to it does, as in PyTorch.
Results softmax(const Reader& reader, double factor, bool logarithm) {
  const OracleTensor& given = reader.tensor("input");
  OracleTensor input = given.cast(reader.kind("dtype", given.kind));
  refuse_integral("softmax", input.kind);
  Groups groups = groups_along(input, reader.integer("dim"), false);
  reader.ignore("_stacklevel");
  OracleTensor result(input.kind, input.sizes);
  for (const Members& members : groups.members) {
    double largest = -INFINITY;
    for (int64_t m : members) {
      double x = factor * input.real(m);
      largest = std::isnan(x) || std::isnan(largest) ? NAN : std::max(largest, x);
    }
    Sum total = 0;
    for (int64_t m : members) total += std::exp(static_cast<Sum>(factor * input.real(m) - largest));
    for (int64_t m : members) {
      Sum distance = factor * input.real(m) - largest;
      result.set(m, static_cast<double>(logarithm ? distance - std::log(total)
                                                  : std::exp(distance) / total));
    }
  }
  return {result};
}

}  // namespace

void add_statistics(Registry& registry) {
  registry["var"] = [](const Reader& r) { return var(r, false); };
  registry["std"] = [](const Reader& r) { return var(r, true); };
  registry["var_mean"] = [](const Reader& r) { return var_mean(r, false); };
  registry["std_mean"] = [](const Reader& r) { return var_mean(r, true); };
  registry["norm"] = [](const Reader& r) { return norm(r, "p"); };
  registry["linalg_vector_norm"] = [](const Reader& r) { return norm(r, "ord"); };
  registry["logsumexp"] = logsumexp;
  registry["softmax"] = [](const Reader& r) { return softmax(r, 1, false); };
  registry["softmin"] = [](const Reader& r) { return softmax(r, -1, false); };
  registry["log_softmax"] = [](const Reader& r) { return softmax(r, 1, true); };
}

}  // namespace weft_oracle
