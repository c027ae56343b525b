/// \file Running sums, products and extrema along one dimension.
#include <cmath>
#include <limits>
#include <type_traits>

#include <weft/runtime/deploy/integer_math.h>
#include <weft/runtime/kernels/kernels.h>
#include <weft/runtime/kernels/lines.h>

namespace weft::kernels {

namespace {

using Values = std::vector<ir::Value>;

/// What a scan over elements of type T keeps: double for float, so that each result is rounded once.
template <typename T>
using Wide = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;

/// Replaces every element of `tensor` (dense, of a type that can compute) by the running value of
/// `step(so_far, element)` along the lines.
template <typename Step>
void scan(const ir::TensorHandle& tensor, const Lines& lines, double start, Step step) {
  eager::with_type(tensor->dtype, [&]<typename T>(T*) {
    if constexpr (std::is_arithmetic_v<T>) {
      T* data = tensor->data_as<T>();
      for (std::int64_t i = 0; i < lines.count(); ++i) {
        T* x = data + lines.first(i);
        auto so_far = static_cast<Wide<T>>(start);
        for (std::int64_t k = 0; k < lines.length; ++k, x += lines.stride) {
          so_far = step(so_far, static_cast<Wide<T>>(*x));
          *x = static_cast<T>(so_far);
        }
      }
    }
  });
}

/// The input in the type that the result is scanned in; half types compute in float32.
ir::TensorHandle scanned(const ir::TensorHandle& input, DType result) {
  const ir::TensorHandle converted = dense_copy_as(input, result);
  const DType type = ir::compute_type(result);
  return type == result ? converted : dense_copy_as(converted, type);
}

DType result_type(const ir::Call& call) {
  const DType own = call.tensor(0).dtype;
  return call.dtype(2).value_or(ir::is_floating(own) ? own : DType::kInt64);
}

Values cumsum(const ir::Call& call, const Values& arguments) {
  const DType type = result_type(call);
  const ir::TensorHandle work = scanned(*arguments[0].tensor(), type);
  scan(work, Lines(work->sizes, dimension_argument(call, 1)), 0, [](auto a, auto b) {
    if constexpr (std::is_integral_v<decltype(a)>) return weft_deploy::wrap_add(a, b);
    else return a + b;
  });
  return {dense_as(work, type)};
}

Values cumprod(const ir::Call& call, const Values& arguments) {
  const DType type = result_type(call);
  const ir::TensorHandle work = scanned(*arguments[0].tensor(), type);
  scan(work, Lines(work->sizes, dimension_argument(call, 1)), 1, [](auto a, auto b) {
    if constexpr (std::is_integral_v<decltype(a)>) return weft_deploy::wrap_mul(a, b);
    else return a * b;
  });
  return {dense_as(work, type)};
}

/// log(exp(a) + exp(b)) without overflow; equal infinities stay.
double log_add_exp(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
  const double low = std::fmin(a, b);
  const double high = std::fmax(a, b);
  if (low == high && std::isinf(low)) return low;
  return high + std::log1p(std::exp(low - high));
}

Values logcumsumexp(const ir::Call& call, const Values& arguments) {
  const DType type = call.tensor(0).dtype;
  const ir::TensorHandle work = scanned(*arguments[0].tensor(), type);
  scan(work, Lines(work->sizes, dimension_argument(call, 1)),
       -std::numeric_limits<double>::infinity(), [](auto a, auto b) -> decltype(a) {
         if constexpr (std::is_floating_point_v<decltype(a)>) return log_add_exp(a, b);
         else return b;
       });
  return {dense_as(work, type)};
}

template <typename T>
bool is_nan(T x) {
  if constexpr (std::is_floating_point_v<T>) return std::isnan(x);
  else return false;
}

/// Of equal elements the last one counts, and a NaN stays once it is met.
/// \source torch.cummax, torch.cummin
template <bool largest>
Values running_extreme(const ir::Call& call, const Values& arguments) {
  const DType type = call.tensor(0).dtype;
  const ir::TensorHandle work = scanned(*arguments[0].tensor(), type);
  const ir::TensorHandle indices = make_tensor(DType::kInt64, work->sizes);
  const Lines lines(work->sizes, dimension_argument(call, 1));
  eager::with_type(work->dtype, [&]<typename T>(T*) {
    if constexpr (std::is_arithmetic_v<T>) {
      for (std::int64_t i = 0; i < lines.count(); ++i) {
        T* x = work->data_as<T>() + lines.first(i);
        std::int64_t* at = indices->data_as<std::int64_t>() + lines.first(i);
        std::int64_t best = 0;
        T held{};
        for (std::int64_t k = 0; k < lines.length; ++k, x += lines.stride, at += lines.stride) {
          const bool takes = k == 0 || is_nan(*x) ||
                             (!is_nan(held) && (largest ? *x >= held : *x <= held));
          if (takes) {
            held = *x;
            best = k;
          }
          *x = held;
          *at = best;
        }
      }
    }
  });
  return {dense_as(work, type), indices};
}

constexpr KernelRow kRows[] = {
    {"cumsum", cumsum},
    {"cumprod", cumprod},
    {"logcumsumexp", logcumsumexp},
    {"cummax", running_extreme<true>},
    {"cummin", running_extreme<false>},
};

}  // namespace

std::span<const KernelRow> scan_kernels() { return kRows; }

}  // namespace weft::kernels
