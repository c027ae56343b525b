/// \file Kernels that draw from the default bits.
///
/// Element k of a result is drawn from the generator's k-th next value, so that results depend on
/// the seed and the order of calls alone. Compiled models draw by the same functions.
#include <cmath>
#include <limits>
#include <mutex>
#include <vector>

#include <weft/ir/operators/random_rules.h>
#include <weft/runtime/deploy/random.h>
#include <weft/runtime/kernels/kernels.h>
#include <weft/runtime/kernels/lines.h>
#include <weft/runtime/tensor/generator.h>

namespace weft::kernels {

namespace {

using Values = std::vector<ir::Value>;

using weft_deploy::RandomBits;

/// The next `count` draws of the default bits.
weft_deploy::RandomStream take(std::int64_t count) {
  const std::lock_guard lock(generator_mutex());
  Generator& generator = default_generator();
  return {generator.seed(), generator.take(static_cast<std::uint64_t>(count))};
}

/// Fills the first result of the call, element by element; `draw` gives a double or an int64.
template <typename Draw>
Values filled(const ir::Call& call, Draw draw) {
  const ir::ValueMeta meta = ir::infer(call);
  const ir::TensorMeta& tensor = *meta.tensor();
  std::vector<std::int64_t> sizes;
  for (const ir::IntExpr& size : tensor.sizes) sizes.push_back(size.value());
  using Drawn = decltype(draw(RandomBits{}, DType{}, std::int64_t{}));
  constexpr bool kIsDouble = std::is_same_v<Drawn, double>;
  const ir::TensorHandle drawn =
      make_tensor(kIsDouble ? DType::kFloat64 : DType::kInt64, std::move(sizes));
  const std::int64_t count = drawn->numel();
  weft_deploy::draw_elements(
      0, count, take(count), 0, drawn->data_as<Drawn>(),
      [&](const RandomBits& bits, std::int64_t i) { return draw(bits, tensor.dtype, i); });
  return {dense_as(drawn, tensor.dtype)};
}

Values uniform_01(const ir::Call& call, const Values&) {
  return filled(call, [](const RandomBits& bits, DType type, std::int64_t) {
    return bits.uniform_of(ir::significant_digits(type));
  });
}

Values standard_normal(const ir::Call& call, const Values&) {
  return filled(call, [](const RandomBits& bits, DType, std::int64_t) { return bits.normal(); });
}

/// \error W1209 for a negative or undefined standard deviation
Values normal(const ir::Call& call, double mean, double deviation) {
  if (!(deviation >= 0)) {
    call.fail(diag::ValueOutOfDomain,
              {"the standard deviation " + std::to_string(deviation) + " is negative"});
  }
  return filled(call, [=](const RandomBits& bits, DType, std::int64_t) {
    return mean + deviation * bits.normal();
  });
}

Values normal_sized(const ir::Call& call, const Values&) {
  return normal(call, call.floating(0), call.floating(1));
}

Values normal_like(const ir::Call& call, const Values&) {
  return normal(call, call.floating(1), call.floating(2));
}

Values uniform_like(const ir::Call& call, const Values&) {
  const double from = call.floating(1);
  const double to = call.floating(2);
  if (!(from <= to)) {
    call.fail(diag::ValueOutOfDomain, {"the range from " + std::to_string(from) + " to " +
                                       std::to_string(to) + " is empty"});
  }
  return filled(call, [=](const RandomBits& bits, DType type, std::int64_t) {
    return from + bits.uniform_of(ir::significant_digits(type)) * (to - from);
  });
}

Values exponential(const ir::Call& call, const Values&) {
  const double rate = call.floating(1);
  if (!(rate > 0)) {
    call.fail(diag::ValueOutOfDomain, {"the rate " + std::to_string(rate) + " is not positive"});
  }
  return filled(call, [=](const RandomBits& bits, DType, std::int64_t) {
    return -std::log1p(-bits.uniform_double()) / rate;
  });
}

/// In [low, high), which may be wider than int64.
Values integers(const ir::Call& call, std::int64_t low, std::int64_t high) {
  if (low >= high) {
    call.fail(diag::ValueOutOfDomain,
              {"no integers from " + std::to_string(low) + " up to " + std::to_string(high)});
  }
  const std::uint64_t range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  return filled(
      call, [=](const RandomBits& bits, DType, std::int64_t) { return bits.integer(low, range); });
}

/// `low` is left out by the operators without it.
Values integers_sized(const ir::Call& call, const Values&) {
  const auto low = call.op().schema.find("low");
  const auto high = call.op().schema.find("high");
  return integers(call, low ? call.constant_integer(*low) : 0, call.constant_integer(*high));
}

/// Integers that the type holds exactly: from 0 to its largest, for floats to 2^digits.
Values integers_of_type(const ir::Call& call, const Values&) {
  const DType type = call.tensor(0).dtype;
  const int digits = ir::significant_digits(type);
  const std::uint64_t range = (std::uint64_t{1} << digits) + (ir::is_floating(type) ? 1 : 0);
  return filled(call, [=](const RandomBits& bits, DType, std::int64_t) {
    return static_cast<std::int64_t>(bits.below(range));
  });
}

Values integers_below(const ir::Call& call, const Values&) {
  return integers(call, 0, call.constant_integer(1));
}

/// None for `to`: up to the largest value of the type.
Values integers_between(const ir::Call& call, const Values&) {
  const int digits = ir::significant_digits(call.tensor(0).dtype);
  const std::int64_t largest =
      digits == 63 ? std::numeric_limits<std::int64_t>::max() : (std::int64_t{1} << digits);
  return integers(call, call.constant_integer(1), call.has(2) ? call.constant_integer(2) : largest);
}

Values permutation(const ir::Call& call, const Values&) {
  const std::int64_t n = call.constant_integer(0);
  const ir::ValueMeta meta = ir::infer(call);
  const ir::TensorHandle order = make_tensor(DType::kInt64, {n});
  weft_deploy::draw_permutation(n, take(n > 1 ? n - 1 : 0), 0, order->data_as<std::int64_t>());
  return {dense_as(order, meta.tensor()->dtype)};
}

using weft_deploy::is_probability;

[[noreturn]] void refuse_probability(const ir::Call& call, double p) {
  call.fail(diag::ValueOutOfDomain,
            {"the probability " + std::to_string(p) + " is not between 0 and 1"});
}

Values bernoulli(const ir::Call& call, const Values& arguments) {
  const ir::TensorHandle chances = dense_as(*arguments[0].tensor(), DType::kFloat64);
  const double* p = chances->data_as<double>();
  for (std::int64_t i = 0; i < chances->numel(); ++i) {
    if (!is_probability(p[i])) refuse_probability(call, p[i]);
  }
  return filled(call, [p](const RandomBits& bits, DType, std::int64_t i) {
    return bits.uniform_double() < p[i] ? 1.0 : 0.0;
  });
}

Values bernoulli_p(const ir::Call& call, const Values&) {
  const double p = call.floating(1);
  if (!is_probability(p)) refuse_probability(call, p);
  return filled(call, [p](const RandomBits& bits, DType, std::int64_t) {
    return bits.uniform_double() < p ? 1.0 : 0.0;
  });
}

/// \error W1209 for rates that are negative or not finite
Values poisson(const ir::Call& call, const Values& arguments) {
  const ir::TensorHandle rates = dense_as(*arguments[0].tensor(), DType::kFloat64);
  const double* rate = rates->data_as<double>();
  const std::int64_t count = rates->numel();
  for (std::int64_t i = 0; i < count; ++i) {
    if (weft_deploy::is_rate(rate[i])) continue;
    call.fail(diag::ValueOutOfDomain,
              {"the rate " + std::to_string(rate[i]) + " is negative or not finite"});
  }
  const ir::TensorHandle drawn = make_tensor(DType::kFloat64, rates->sizes);
  weft_deploy::draw_poisson(0, count, take(count), 0, rate, drawn->data_as<double>());
  return {dense_as(drawn, call.tensor(0).dtype)};
}

/// \error W1209 for weights that are negative, not finite, all 0, or fewer than the draws need
void check_weights(const ir::Call& call, const double* weights, std::int64_t n, std::int64_t draws,
                   bool replacement) {
  double total = 0;
  std::int64_t positive = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    if (!(weights[i] >= 0) || std::isinf(weights[i])) {
      call.fail(diag::ValueOutOfDomain,
                {"the probability " + std::to_string(weights[i]) + " is negative or not finite"});
    }
    total += weights[i];
    positive += weights[i] > 0;
  }
  if (!(total > 0) || (!replacement && positive < draws)) {
    call.fail(diag::ValueOutOfDomain, {"cannot draw " + std::to_string(draws) + " positions from " +
                                       std::to_string(positive) + " with a probability above 0"});
  }
}

Values multinomial(const ir::Call& call, const Values& arguments) {
  const ir::TensorHandle weights = dense_as(*arguments[0].tensor(), DType::kFloat64);
  const std::int64_t draws = call.constant_integer(1);
  const bool replacement = call.boolean(2);
  std::vector<std::int64_t> sizes = weights->sizes;
  const std::int64_t n = sizes.back();
  sizes.back() = draws;
  const ir::TensorHandle result = make_tensor(DType::kInt64, sizes);
  const std::int64_t rows = sizes.size() == 2 ? sizes[0] : 1;
  const double* w = weights->data_as<double>();
  for (std::int64_t row = 0; row < rows; ++row) {
    check_weights(call, w + row * n, n, draws, replacement);
  }
  std::vector<double> spare(static_cast<std::size_t>(n));
  weft_deploy::draw_positions(0, rows, take(rows * draws), 0, w, n, draws, replacement,
                              result->data_as<std::int64_t>(), spare.data());
  return {result};
}

constexpr KernelRow kRows[] = {
    {"rand", uniform_01},
    {"rand_like", uniform_01},
    {"randn", standard_normal},
    {"randn_like", standard_normal},
    {"randint", integers_sized},
    {"randint.low", integers_sized},
    {"randint_like", integers_sized},
    {"randint_like.low", integers_sized},
    {"randperm", permutation},
    {"normal", normal_sized},
    {"normal.like", normal_like},
    {"uniform", uniform_like},
    {"exponential", exponential},
    {"random", integers_of_type},
    {"random.to", integers_below},
    {"random.from", integers_between},
    {"bernoulli", bernoulli},
    {"bernoulli.p", bernoulli_p},
    {"multinomial", multinomial},
    {"poisson", poisson},
};

}  // namespace

std::span<const KernelRow> random_kernels() { return kRows; }

}  // namespace weft::kernels
