#include <weft/runtime/nn/init.h>

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <weft/runtime/diagnostics.h>
#include <weft/runtime/eager/block.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/generator.h>

namespace weft::nn::init {

namespace {

/// Fills every element with what `next` gives.
Tensor fill(Tensor tensor, const std::function<double()>& next) {
  const ir::TensorHandle& target = tensor.handle();
  const ir::TensorHandle values = make_tensor(target->dtype, target->sizes);
  const std::size_t width = ir::size_of(target->dtype);
  const auto count = static_cast<std::size_t>(values->numel());
  for (std::size_t i = 0; i < count; ++i) {
    eager::fill_block(target->dtype, ir::Number(next()), values->data() + i * width, 1);
  }
  eager::copy_into(values, target);
  return tensor;
}

/// Numbers of inputs and outputs that one element of the weight connects.
std::pair<double, double> fans(const Tensor& tensor) {
  const IntArrayRef sizes = tensor.sizes();
  if (sizes.size() < 2) {
    fail(diag::ModuleOptionWrong, {},
         {"init",
          "fan in and fan out need at least 2 dimensions, got " + std::to_string(sizes.size())});
  }
  double field = 1;
  for (std::size_t d = 2; d < sizes.size(); ++d) field *= static_cast<double>(sizes[d]);
  return {static_cast<double>(sizes[1]) * field, static_cast<double>(sizes[0]) * field};
}

void need_rank(const Tensor& tensor, const char* function, std::int64_t least, std::int64_t most) {
  const std::int64_t rank = tensor.dim();
  if (rank >= least && rank <= most) return;
  fail(diag::ModuleOptionWrong, {},
       {function, "needs " + std::to_string(least) + " to " + std::to_string(most) +
                      " dimensions, got " + std::to_string(rank)});
}

double kaiming_std(const Tensor& tensor, double a, const FanModeType& mode,
                   const NonlinearityType& nonlinearity) {
  const auto [fan_in, fan_out] = fans(tensor);
  const double fan = std::holds_alternative<enumtype::kFanIn>(mode) ? fan_in : fan_out;
  return calculate_gain(nonlinearity, a) / std::sqrt(fan);
}

double xavier_std(const Tensor& tensor, double gain) {
  const auto [fan_in, fan_out] = fans(tensor);
  return gain * std::sqrt(2.0 / (fan_in + fan_out));
}

}  // namespace

std::tuple<std::int64_t, std::int64_t> _calculate_fan_in_and_fan_out(const Tensor& tensor) {
  const auto [fan_in, fan_out] = fans(tensor);
  return {static_cast<std::int64_t>(fan_in), static_cast<std::int64_t>(fan_out)};
}

double calculate_gain(NonlinearityType nonlinearity, double param) {
  if (std::holds_alternative<enumtype::kTanh>(nonlinearity)) return 5.0 / 3.0;
  if (std::holds_alternative<enumtype::kReLU>(nonlinearity)) return std::sqrt(2.0);
  if (std::holds_alternative<enumtype::kLeakyReLU>(nonlinearity)) {
    return std::sqrt(2.0 / (1 + param * param));
  }
  return 1.0;
}

Tensor constant_(Tensor tensor, const Scalar& value) {
  return fill(std::move(tensor), [v = value.toDouble()] { return v; });
}

Tensor ones_(Tensor tensor) { return constant_(std::move(tensor), 1); }
Tensor zeros_(Tensor tensor) { return constant_(std::move(tensor), 0); }

Tensor uniform_(Tensor tensor, double low, double high) {
  const std::lock_guard lock(generator_mutex());
  Generator& generator = default_generator();
  return fill(std::move(tensor), [&] { return low + (high - low) * generator.uniform_double(); });
}

Tensor normal_(Tensor tensor, double mean, double std) {
  const std::lock_guard lock(generator_mutex());
  Generator& generator = default_generator();
  return fill(std::move(tensor), [&] { return mean + std * generator.normal(); });
}

Tensor kaiming_uniform_(Tensor tensor, double a, FanModeType mode, NonlinearityType nonlinearity) {
  const double bound = std::sqrt(3.0) * kaiming_std(tensor, a, mode, nonlinearity);
  return uniform_(std::move(tensor), -bound, bound);
}

Tensor kaiming_normal_(Tensor tensor, double a, FanModeType mode, NonlinearityType nonlinearity) {
  const double std = kaiming_std(tensor, a, mode, nonlinearity);
  return normal_(std::move(tensor), 0, std);
}

Tensor xavier_uniform_(Tensor tensor, double gain) {
  const double bound = std::sqrt(3.0) * xavier_std(tensor, gain);
  return uniform_(std::move(tensor), -bound, bound);
}

Tensor xavier_normal_(Tensor tensor, double gain) {
  const double std = xavier_std(tensor, gain);
  return normal_(std::move(tensor), 0, std);
}

Tensor eye_(Tensor matrix) {
  need_rank(matrix, "eye_", 2, 2);
  const std::int64_t columns = matrix.sizes()[1];
  std::int64_t i = 0;
  return fill(std::move(matrix), [&] {
    const std::int64_t at = i++;
    return at / columns == at % columns ? 1.0 : 0.0;
  });
}

Tensor dirac_(Tensor tensor) {
  need_rank(tensor, "dirac_", 3, 5);
  const std::vector<std::int64_t> sizes = tensor.sizes().vec();
  std::int64_t field = 1;
  std::int64_t middle = 0;
  for (std::size_t d = 2; d < sizes.size(); ++d) {
    field *= sizes[d];
    middle = middle * sizes[d] + sizes[d] / 2;
  }
  std::int64_t i = 0;
  return fill(std::move(tensor), [&] {
    const std::int64_t at = i++;
    const std::int64_t channel = at / field;
    return channel / sizes[1] == channel % sizes[1] && at % field == middle ? 1.0 : 0.0;
  });
}

Tensor orthogonal_(Tensor tensor, double gain) {
  need_rank(tensor, "orthogonal_", 2, 64);
  const std::int64_t rows = tensor.sizes()[0];
  const std::int64_t columns = rows == 0 ? 0 : tensor.numel().value() / rows;
  // Vectors along the longer side, made orthogonal one after the other, twice against rounding.
  const bool tall = rows > columns;
  const auto count = static_cast<std::size_t>(tall ? columns : rows);
  const auto length = static_cast<std::size_t>(tall ? rows : columns);
  std::vector<std::vector<double>> vectors(count, std::vector<double>(length));
  {
    const std::lock_guard lock(generator_mutex());
    for (auto& vector : vectors) {
      for (double& x : vector) x = default_generator().normal();
    }
  }
  for (std::size_t k = 0; k < count; ++k) {
    for (int pass = 0; pass < 2; ++pass) {
      for (std::size_t other = 0; other < k; ++other) {
        double product = 0;
        for (std::size_t i = 0; i < length; ++i) product += vectors[k][i] * vectors[other][i];
        for (std::size_t i = 0; i < length; ++i) vectors[k][i] -= product * vectors[other][i];
      }
    }
    double norm = 0;
    for (const double x : vectors[k]) norm += x * x;
    for (double& x : vectors[k]) x /= std::sqrt(norm);
  }
  std::size_t i = 0;
  return fill(std::move(tensor), [&] {
    const std::size_t at = i++;
    const std::size_t row = at / static_cast<std::size_t>(columns);
    const std::size_t column = at % static_cast<std::size_t>(columns);
    return gain * (tall ? vectors[column][row] : vectors[row][column]);
  });
}

Tensor sparse_(Tensor matrix, double sparsity, double std) {
  need_rank(matrix, "sparse_", 2, 2);
  const auto rows = static_cast<std::size_t>(std::int64_t{matrix.sizes()[0]});
  const auto columns = static_cast<std::size_t>(std::int64_t{matrix.sizes()[1]});
  const auto zeros = static_cast<std::size_t>(std::ceil(sparsity * static_cast<double>(rows)));
  std::vector<bool> zero(rows * columns, false);
  const std::lock_guard lock(generator_mutex());
  Generator& generator = default_generator();
  for (std::size_t column = 0; column < columns; ++column) {
    for (std::size_t left = zeros, seen = 0; seen < rows; ++seen) {
      // Of the rows that are left, each is taken with equal chance.
      if (generator.uniform_double() * static_cast<double>(rows - seen) >=
          static_cast<double>(left)) {
        continue;
      }
      zero[seen * columns + column] = true;
      --left;
    }
  }
  std::size_t i = 0;
  return fill(std::move(matrix), [&] { return zero[i++] ? 0.0 : std * generator.normal(); });
}

}  // namespace weft::nn::init
