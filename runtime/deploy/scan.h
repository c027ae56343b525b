#pragma once
/// \file Running sums, products and extrema along one dimension, for integers, float and double.

#include "lines.h"
#include "scalar_math.h"
#include "scalar_ops.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

/// What a scan keeps: double for floating numbers, so that each result is rounded once.
template <class T>
struct ScanState {
  using type = int64_t;
};
template <>
struct ScanState<float> {
  using type = double;
};
template <>
struct ScanState<double> {
  using type = double;
};

/// log(exp(a) + exp(b)) without overflow; equal infinities stay, NaN wins.
WEFT_INLINE double log_add_exp(double a, double b) {
  if (a != a || b != b) return __builtin_nan("");
  const double low = a < b ? a : b;
  const double high = a < b ? b : a;
  if (low == high && is_inf(low)) return low;
  return high + log1p(exp(low - high));
}

struct RunningSum {
  static WEFT_INLINE double first(double) { return 0; }
  static WEFT_INLINE int64_t first(int64_t) { return 0; }
  static WEFT_INLINE double step(double a, double b) { return a + b; }
  static WEFT_INLINE int64_t step(int64_t a, int64_t b) { return wrap_add(a, b); }
};
struct RunningProduct {
  static WEFT_INLINE double first(double) { return 1; }
  static WEFT_INLINE int64_t first(int64_t) { return 1; }
  static WEFT_INLINE double step(double a, double b) { return a * b; }
  static WEFT_INLINE int64_t step(int64_t a, int64_t b) { return wrap_mul(a, b); }
};
struct RunningLogSumExp {
  static WEFT_INLINE double first(double) { return -__builtin_inf(); }
  static WEFT_INLINE double step(double a, double b) { return log_add_exp(a, b); }
};

/// y = the running value of Step over the lines [begin, end); y may be x.
template <class Step, class T>
void scan_lines(int64_t begin, int64_t end, Lines lines, const T* x, T* y) {
  using State = typename ScanState<T>::type;
  for (int64_t i = begin; i < end; ++i) {
    State so_far = Step::first(State{});
    int64_t at = lines.first(i);
    for (int64_t k = 0; k < lines.length; ++k, at += lines.stride) {
      so_far = Step::step(so_far, static_cast<State>(x[at]));
      y[at] = static_cast<T>(so_far);
    }
  }
}

/// The largest or smallest element so far and where it stands: of equal ones the last, and a NaN
/// stays once it is met.
template <bool Largest, class T>
void running_extreme_lines(int64_t begin, int64_t end, Lines lines, const T* x, T* values,
                           int64_t* positions) {
  for (int64_t i = begin; i < end; ++i) {
    int64_t at = lines.first(i);
    T held{};
    int64_t best = 0;
    for (int64_t k = 0; k < lines.length; ++k, at += lines.stride) {
      const T value = x[at];
      const bool better = Largest ? value >= held : value <= held;
      if (k == 0 || value != value || (held == held && better)) {
        held = value;
        best = k;
      }
      values[at] = held;
      positions[at] = best;
    }
  }
}

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
