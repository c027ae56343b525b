/// \file What a reduction holds while it runs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <weft/ir/diagnostics.h>
#include <weft/ir/scalar_expr.h>
#include <weft/runtime/deploy/integer_math.h>
#include <weft/runtime/eager/block.h>

namespace weft::eager {

/// Accumulators of one block of results. float32 sums and products are kept in float64.
class Accumulators {
  using Combine = ir::Combine;

 public:
  Accumulators(Combine combine, DType type) : combine_(combine), type_(type) {
    wide_ = type == DType::kFloat32 && (combine == Combine::kSum || combine == Combine::kProduct)
                ? DType::kFloat64
                : type;
  }

  /// `empty` says that nothing will be taken in, so that extrema begin with their identity too.
  void start(std::size_t n, bool empty) {
    if (empty) fill_extremum(n);
    switch (combine_) {
      case Combine::kSum:
        fill_block(wide_, ir::Number(0), values_, n);
        break;
      case Combine::kProduct:
        fill_block(wide_, ir::Number(1), values_, n);
        break;
      case Combine::kAnd:
        fill_block(wide_, ir::Number(true), values_, n);
        break;
      case Combine::kOr:
        fill_block(wide_, ir::Number(false), values_, n);
        break;
      default:
        break;  // extrema take the first element
    }
  }

  /// Result k takes in element k, which has linear reduction index `position`.
  void add_lanes(const void* elements, std::size_t n, std::int64_t position) {
    if (type_ == DType::kFloat32 && combine_ == Combine::kSum) {
      const float* x = static_cast<const float*>(elements);
      double* sums = reinterpret_cast<double*>(values_);
      for (std::size_t i = 0; i < n; ++i) sums[i] += static_cast<double>(x[i]);
      return;
    }
    if (is_extremum_of_floats() && position > 0) {
      const float* x = static_cast<const float*>(elements);
      float* held = reinterpret_cast<float*>(values_);
      if (combine_ == Combine::kMax) {
        for (std::size_t i = 0; i < n; ++i) held[i] = larger(held[i], x[i]);
      } else {
        for (std::size_t i = 0; i < n; ++i) held[i] = smaller(held[i], x[i]);
      }
      return;
    }
    with_type(type_, [&]<typename T>(T*) {
      const T* x = static_cast<const T*>(elements);
      for (std::size_t i = 0; i < n; ++i) add<T>(i, x[i], position);
    });
  }

  /// Result 0 takes in all elements, whose reduction indices begin at `position`.
  void add_run(const void* elements, std::size_t n, std::int64_t position) {
    if (type_ == DType::kFloat32 && combine_ == Combine::kSum) {
      reinterpret_cast<double*>(values_)[0] += sum_of(static_cast<const float*>(elements), n);
      return;
    }
    if (is_extremum_of_floats()) {
      const float* x = static_cast<const float*>(elements);
      float& held = *reinterpret_cast<float*>(values_);
      if (position == 0) held = x[0];
      held = combine_ == Combine::kMax ? extremum_of(x, n, held, [](float a, float b) { return larger(a, b); })
                                       : extremum_of(x, n, held, [](float a, float b) { return smaller(a, b); });
      return;
    }
    with_type(type_, [&]<typename T>(T*) {
      const T* x = static_cast<const T*>(elements);
      for (std::size_t i = 0; i < n; ++i) add<T>(0, x[i], position + static_cast<std::int64_t>(i));
    });
  }

  /// The accumulated values in the type of the accumulator (int64 for positions).
  const void* finish(std::size_t n) {
    if (combine_ == Combine::kArgMin || combine_ == Combine::kArgMax) return positions_;
    if (wide_ != type_) cast_block(wide_, values_, type_, narrow_, n);
    return wide_ != type_ ? narrow_ : values_;
  }

 private:
  bool is_extremum_of_floats() const {
    return type_ == DType::kFloat32 && (combine_ == Combine::kMin || combine_ == Combine::kMax);
  }
  // NaN beats every number, and of equal ones the first stays.
  static float larger(float held, float x) { return x <= held || held != held ? held : x; }
  static float smaller(float held, float x) { return x >= held || held != held ? held : x; }

  template <typename Choose>
  static float extremum_of(const float* x, std::size_t n, float held, Choose choose) {
    constexpr std::size_t kParts = 8;
    float parts[kParts];
    std::fill_n(parts, kParts, held);
    std::size_t i = 0;
    for (; i + kParts <= n; i += kParts) {
      for (std::size_t k = 0; k < kParts; ++k) parts[k] = choose(parts[k], x[i + k]);
    }
    for (const float part : parts) held = choose(held, part);
    for (; i < n; ++i) held = choose(held, x[i]);
    return held;
  }

  static double sum_of(const float* x, std::size_t n) {
    constexpr std::size_t kParts = 8;  // one addition does not wait for the one before
    double parts[kParts] = {};
    std::size_t i = 0;
    for (; i + kParts <= n; i += kParts) {
      for (std::size_t k = 0; k < kParts; ++k) parts[k] += static_cast<double>(x[i + k]);
    }
    double sum = 0;
    for (; i < n; ++i) sum += static_cast<double>(x[i]);
    for (const double part : parts) sum += part;
    return sum;
  }

  template <typename T>
  void add(std::size_t k, T x, std::int64_t position) {
    if constexpr (std::is_same_v<T, float>) {
      if (combine_ == Combine::kSum) {
        reinterpret_cast<double*>(values_)[k] += static_cast<double>(x);
        return;
      }
      if (combine_ == Combine::kProduct) {
        reinterpret_cast<double*>(values_)[k] *= static_cast<double>(x);
        return;
      }
    }
    if constexpr (!std::is_arithmetic_v<T>) {
      add_half(k, x, position);
    } else {
      T& a = reinterpret_cast<T*>(values_)[k];
      switch (combine_) {
        case Combine::kSum:
          if constexpr (std::is_same_v<T, bool>) a = a || x;
          else if constexpr (std::is_integral_v<T>) a = weft_deploy::wrap_add(a, x);
          else a += x;
          return;
        case Combine::kProduct:
          if constexpr (std::is_same_v<T, bool>) a = a && x;
          else if constexpr (std::is_integral_v<T>) a = weft_deploy::wrap_mul(a, x);
          else a *= x;
          return;
        case Combine::kAnd:
          a = static_cast<T>(a && x);
          return;
        case Combine::kOr:
          a = static_cast<T>(a || x);
          return;
        case Combine::kMin:
        case Combine::kArgMin:
          if (position == 0 || wins(x, a, x < a)) take(k, a, x, position);
          return;
        case Combine::kMax:
        case Combine::kArgMax:
          if (position == 0 || wins(x, a, x > a)) take(k, a, x, position);
          return;
        case Combine::kNone:
          return;
      }
    }
  }

  /// The largest value of the type for minima, the smallest for maxima.
  void fill_extremum(std::size_t n) {
    const bool least = combine_ == Combine::kMin;
    with_type(wide_, [&]<typename T>(T*) {
      using Limits = std::numeric_limits<T>;
      if constexpr (std::is_floating_point_v<T>) {
        fill_block(wide_, least ? Limits::infinity() : -Limits::infinity(), values_, n);
      } else if constexpr (std::is_same_v<T, bool>) {
        fill_block(wide_, least, values_, n);
      } else if constexpr (std::is_integral_v<T>) {
        fill_block(wide_, static_cast<std::int64_t>(least ? Limits::max() : Limits::lowest()),
                   values_, n);
      }
    });
  }

  /// Extrema of half types need no arithmetic; sums of them are kept in float32.
  template <typename T>
  void add_half(std::size_t k, T x, std::int64_t position) {
    T& a = reinterpret_cast<T*>(values_)[k];
    const float value = weft_deploy::to_f32(x);
    const float held = position == 0 ? value : weft_deploy::to_f32(a);
    const bool least = combine_ == Combine::kMin || combine_ == Combine::kArgMin;
    const bool most = combine_ == Combine::kMax || combine_ == Combine::kArgMax;
    if (!least && !most) fail(diag::InternalError, {}, {"a half type was summed"});
    if (position == 0 || wins(value, held, least ? value < held : value > held)) {
      take(k, a, x, position);
    }
  }

  /// NaN beats every number, and the first NaN stays.
  template <typename T>
  static bool wins(T x, T current, bool better) {
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(current)) return false;
      if (std::isnan(x)) return true;
    }
    return better;
  }

  template <typename T>
  void take(std::size_t k, T& a, T x, std::int64_t position) {
    a = x;
    positions_[k] = position;
  }

  Combine combine_;
  DType type_;
  DType wide_;
  alignas(64) std::byte values_[kBlock * 8];
  alignas(64) std::byte narrow_[kBlock * 8];
  std::int64_t positions_[kBlock];
};

}  // namespace weft::eager
