/// \file Kernels that draw from the default generator.
///
/// Element k of a result is drawn from the generator's k-th next value, so that results depend on
/// the seed and the order of calls alone.
#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <vector>

#include <weft/runtime/kernels/kernels.h>
#include <weft/runtime/kernels/lines.h>
#include <weft/runtime/tensor/generator.h>

namespace weft::kernels {

namespace {

using Values = std::vector<ir::Value>;

/// Significant binary digits: integers up to 2^digits are exact.
int digits_of(DType type) {
  switch (type) {
    case DType::kBool:
      return 1;
    case DType::kUInt8:
      return 8;
    case DType::kInt8:
      return 7;
    case DType::kInt16:
      return 15;
    case DType::kInt32:
      return 31;
    case DType::kFloat16:
      return 11;
    case DType::kBFloat16:
      return 8;
    case DType::kFloat32:
      return 24;
    case DType::kFloat64:
      return 53;
    case DType::kInt64:
      break;
  }
  return 63;
}

/// In [0, 1) with as many random digits as the type holds, so that rounding never gives 1.
double uniform(Generator& generator, DType type) {
  if (type == DType::kFloat64) return generator.uniform_double();
  const float value = generator.uniform();
  const auto scale = static_cast<float>(std::int64_t{1} << std::min(digits_of(type), 24));
  return std::floor(value * scale) / scale;
}

/// Fills the first result of the call, element by element; `draw` gives a double or an int64.
template <typename Draw>
Values filled(const ir::Call& call, Draw draw) {
  const std::lock_guard lock(generator_mutex());
  const ir::ValueMeta meta = ir::infer(call);
  const ir::TensorMeta& tensor = *meta.tensor();
  std::vector<std::int64_t> sizes;
  for (const ir::IntExpr& size : tensor.sizes) sizes.push_back(size.value());
  const ir::TensorHandle result = make_tensor(tensor.dtype, std::move(sizes));
  const std::size_t width = ir::size_of(tensor.dtype);
  const std::int64_t count = result->numel();
  constexpr DType kDrawn =
      std::is_same_v<decltype(draw(std::declval<Generator&>(), DType{}, std::int64_t{})), double>
          ? DType::kFloat64
          : DType::kInt64;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto value = draw(default_generator(), tensor.dtype, i);
    eager::cast_block(kDrawn, &value, tensor.dtype,
                      result->data() + static_cast<std::size_t>(i) * width, 1);
  }
  return {result};
}

Values uniform_01(const ir::Call& call, const Values&) {
  return filled(call, [](Generator& generator, DType type, std::int64_t) {
    return uniform(generator, type);
  });
}

Values standard_normal(const ir::Call& call, const Values&) {
  return filled(call, [](Generator& generator, DType, std::int64_t) { return generator.normal(); });
}

/// \error W1209 for a negative or undefined standard deviation
Values normal(const ir::Call& call, double mean, double deviation) {
  if (!(deviation >= 0)) {
    call.fail(diag::ValueOutOfDomain,
              {"the standard deviation " + std::to_string(deviation) + " is negative"});
  }
  return filled(call, [=](Generator& generator, DType, std::int64_t) {
    return mean + deviation * generator.normal();
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
  return filled(call, [=](Generator& generator, DType type, std::int64_t) {
    return from + uniform(generator, type) * (to - from);
  });
}

Values exponential(const ir::Call& call, const Values&) {
  const double rate = call.floating(1);
  if (!(rate > 0)) {
    call.fail(diag::ValueOutOfDomain, {"the rate " + std::to_string(rate) + " is not positive"});
  }
  return filled(call, [=](Generator& generator, DType, std::int64_t) {
    return -std::log1p(-generator.uniform_double()) / rate;
  });
}

/// In [low, high), which may be wider than int64.
Values integers(const ir::Call& call, std::int64_t low, std::int64_t high) {
  if (low >= high) {
    call.fail(diag::ValueOutOfDomain, {"no integers from " + std::to_string(low) + " up to " +
                                       std::to_string(high)});
  }
  const std::uint64_t range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  return filled(call, [=](Generator& generator, DType, std::int64_t) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + generator.below(range));
  });
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
  const int digits = digits_of(type);
  const std::uint64_t range =
      (std::uint64_t{1} << digits) + (ir::is_floating(type) ? 1 : 0);
  return filled(call, [=](Generator& generator, DType, std::int64_t) {
    return static_cast<std::int64_t>(generator.below(range));
  });
}

Values integers_below(const ir::Call& call, const Values&) {
  return integers(call, 0, call.constant_integer(1));
}

/// None for `to`: up to the largest value of the type.
Values integers_between(const ir::Call& call, const Values&) {
  const int digits = digits_of(call.tensor(0).dtype);
  const std::int64_t largest =
      digits == 63 ? std::numeric_limits<std::int64_t>::max() : (std::int64_t{1} << digits);
  return integers(call, call.constant_integer(1),
                  call.has(2) ? call.constant_integer(2) : largest);
}

Values permutation(const ir::Call& call, const Values&) {
  const std::int64_t n = call.constant_integer(0);
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  {
    const std::lock_guard lock(generator_mutex());
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[default_generator().below(i)]);
    }
  }
  const ir::ValueMeta meta = ir::infer(call);
  const ir::TensorHandle result = make_tensor(meta.tensor()->dtype, {n});
  eager::cast_block(DType::kInt64, order.data(), result->dtype, result->data(), order.size());
  return {result};
}

bool is_probability(double p) { return p >= 0 && p <= 1; }

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
  return filled(call, [p](Generator& generator, DType, std::int64_t i) {
    return generator.uniform_double() < p[i] ? 1.0 : 0.0;
  });
}

Values bernoulli_p(const ir::Call& call, const Values&) {
  const double p = call.floating(1);
  if (!is_probability(p)) refuse_probability(call, p);
  return filled(call, [p](Generator& generator, DType, std::int64_t) {
    return generator.uniform_double() < p ? 1.0 : 0.0;
  });
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
    call.fail(diag::ValueOutOfDomain,
              {"cannot draw " + std::to_string(draws) + " positions from " +
               std::to_string(positive) + " with a probability above 0"});
  }
}

/// The position at which the running sum of the weights passes a random share of their sum.
std::int64_t draw_position(const double* weights, std::int64_t n, double share) {
  const double total = std::accumulate(weights, weights + n, 0.0);
  double running = 0;
  std::int64_t last = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    if (weights[i] == 0) continue;
    running += weights[i];
    last = i;
    if (share * total < running) break;
  }
  return last;
}

Values multinomial(const ir::Call& call, const Values& arguments) {
  const ir::TensorHandle weights = dense_copy_as(*arguments[0].tensor(), DType::kFloat64);
  const std::int64_t draws = call.constant_integer(1);
  const bool replacement = call.boolean(2);
  std::vector<std::int64_t> sizes = weights->sizes;
  const std::int64_t n = sizes.back();
  sizes.back() = draws;
  const ir::TensorHandle result = make_tensor(DType::kInt64, sizes);
  auto* out = result->data_as<std::int64_t>();
  const std::int64_t rows = sizes.size() == 2 ? sizes[0] : 1;
  const std::lock_guard lock(generator_mutex());
  for (std::int64_t row = 0; row < rows; ++row) {
    double* w = weights->data_as<double>() + row * n;
    check_weights(call, w, n, draws, replacement);
    for (std::int64_t k = 0; k < draws; ++k) {
      const std::int64_t at = draw_position(w, n, default_generator().uniform_double());
      *out++ = at;
      if (!replacement) w[at] = 0;
    }
  }
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
};

}  // namespace

std::span<const KernelRow> random_kernels() { return kRows; }

}  // namespace weft::kernels
