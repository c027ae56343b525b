/// \file Running sums, products and extremes along a dimension; recurrent layers.
#include <cmath>

#include "tests/oracle/promotion.h"
#include "tests/oracle/reduction.h"

namespace weft_oracle {
namespace {

using Members = std::vector<int64_t>;

Results running_total(const Reader& reader, bool product) {
  const OracleTensor& given = reader.tensor("input");
  OracleTensor input = given.cast(reader.kind("dtype", given.integral() ? Kind::kI64 : given.kind));
  Groups groups = groups_along(input, reader.integer("dim"), false);
  OracleTensor result(input.kind, input.sizes);
  for (const Members& members : groups.members) {
    Sum real = product;
    uint64_t whole = product;
    for (int64_t m : members) {
      if (input.integral()) {
        auto value = static_cast<uint64_t>(input.integer(m));
        whole = product ? whole * value : whole + value;
        result.set_integer(m, static_cast<int64_t>(whole));
      } else {
        real = product ? real * input.real(m) : real + input.real(m);
        result.set(m, static_cast<double>(real));
      }
    }
  }
  return {result};
}

/// Values and indices of the largest (smallest) element so far; the last one of equals, and NaN
/// stays once it is met.
Results running_extreme(const Reader& reader, bool largest) {
  const OracleTensor& input = reader.tensor("input");
  int64_t dim = normal_dim(reader.integer("dim"), input.rank());
  Groups groups = groups_along(input, dim, false);
  OracleTensor values(input.kind, input.sizes), indices(Kind::kI64, input.sizes);
  for (const Members& members : groups.members) {
    size_t best = 0;
    for (size_t k = 0; k < members.size(); ++k) {
      // A challenger that the holder does not beat takes over; NaN beats everything but is not
      // beaten by NaN.
      bool nan_held = std::isnan(input.real(members[best])) && !std::isnan(input.real(members[k]));
      if (!nan_held && !beats(input, members[best], members[k], largest)) best = k;
      values.set_from(members[k], input, members[best]);
      indices.set_integer(members[k], static_cast<int64_t>(best));
    }
  }
  return {values, indices};
}

Results logcumsumexp(const Reader& reader) {
  const OracleTensor& input = reader.tensor("input");
  refuse_integral("logcumsumexp", input.kind);
  OracleTensor result(input.kind, input.sizes);
  for (const Members& members : groups_along(input, reader.integer("dim"), false).members) {
    Sum so_far = -INFINITY;
    for (int64_t m : members) {
      Sum x = input.real(m);
      if (std::isnan(so_far) || std::isnan(x)) {
        so_far = NAN;
      } else if (!(std::isinf(so_far) && so_far == x)) {
        so_far = std::fmax(so_far, x) + std::log1p(std::exp(-std::fabs(so_far - x)));
      }
      result.set(m, static_cast<double>(so_far));
    }
  }
  return {result};
}

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

/// One recurrent layer in one direction, step by step.
Results recurrent(const Reader& reader) {
  const OracleTensor &x = reader.tensor("projected"), &first = reader.tensor("h");
  const OracleTensor &cells = reader.tensor("c"), &weight = reader.tensor("weight_hh");
  const OracleTensor& bias = reader.tensor("bias_hh");
  const std::string cell = reader.text("cell", "");
  const bool reverse = reader.flag("reverse", false);
  const int64_t steps = x.sizes[0], batch = x.sizes[1], width = x.sizes[2], size = first.sizes[1];
  OracleTensor output(x.kind, {steps, batch, size}), last_h(x.kind, {batch, size}),
      last_c(x.kind, {batch, size});
  for (int64_t n = 0; n < batch; ++n) {
    std::vector<double> h, c;
    for (int64_t j = 0; j < size; ++j) {
      h.push_back(first.real(n * size + j));
      c.push_back(cells.real(n * size + j));
    }
    for (int64_t k = 0; k < steps; ++k) {
      const int64_t t = reverse ? steps - 1 - k : k;
      const auto given = [&](int64_t gate, int64_t j) {
        return x.real((t * batch + n) * width + gate * size + j);
      };
      const std::vector<double> before = h;
      const auto kept = [&](int64_t gate, int64_t j) {
        double sum = bias.real(gate * size + j);
        for (int64_t i = 0; i < size; ++i)
          sum += weight.real((gate * size + j) * size + i) * before[i];
        return sum;
      };
      for (int64_t j = 0; j < size; ++j) {
        const auto gate = [&](int64_t which) { return given(which, j) + kept(which, j); };
        if (cell == "lstm") {
          c[j] = logistic(gate(1)) * c[j] + logistic(gate(0)) * std::tanh(gate(2));
          h[j] = logistic(gate(3)) * std::tanh(c[j]);
        } else if (cell == "gru") {
          const double r = logistic(gate(0)), z = logistic(gate(1));
          h[j] = (1 - z) * std::tanh(given(2, j) + r * kept(2, j)) + z * before[j];
        } else {
          h[j] = cell == "tanh" ? std::tanh(gate(0)) : std::fmax(gate(0), 0);
        }
        output.set((t * batch + n) * size + j, h[j]);
      }
    }
    for (int64_t j = 0; j < size; ++j) {
      last_h.set(n * size + j, h[j]);
      last_c.set(n * size + j, c[j]);
    }
  }
  return {output, last_h, last_c};
}

}  // namespace

void add_scans(Registry& registry) {
  registry["cumsum"] = [](const Reader& r) { return running_total(r, false); };
  registry["cumprod"] = [](const Reader& r) { return running_total(r, true); };
  registry["cummax"] = [](const Reader& r) { return running_extreme(r, true); };
  registry["cummin"] = [](const Reader& r) { return running_extreme(r, false); };
  registry["logcumsumexp"] = logcumsumexp;
  registry["recurrent"] = recurrent;
}

}  // namespace weft_oracle
