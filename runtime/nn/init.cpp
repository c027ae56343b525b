#include <weft/runtime/nn/init.h>

#include <cmath>
#include <functional>
#include <string>
#include <utility>

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
         {"init", "fan in and fan out need at least 2 dimensions, got " +
                      std::to_string(sizes.size())});
  }
  double field = 1;
  for (std::size_t d = 2; d < sizes.size(); ++d) field *= static_cast<double>(sizes[d]);
  return {static_cast<double>(sizes[1]) * field, static_cast<double>(sizes[0]) * field};
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

}  // namespace weft::nn::init
