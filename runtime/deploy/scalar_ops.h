#pragma once
/// \file The operations of vector.h on single values, under the same names, and wrapping integers.
///
/// Kernel bodies and elementary.h are templates over "float or F32"; here is what they call when
/// the value is a scalar. Results equal those of the vector forms bit for bit.

#include "isa.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

// --- integers modulo 2^bits --------------------------------------------------------------------

#define WEFT_WRAP(T, U)                                                           \
  WEFT_INLINE constexpr T wrap_add(T a, T b) {                                    \
    return static_cast<T>(static_cast<U>(static_cast<U>(a) + static_cast<U>(b))); \
  }                                                                               \
  WEFT_INLINE constexpr T wrap_sub(T a, T b) {                                    \
    return static_cast<T>(static_cast<U>(static_cast<U>(a) - static_cast<U>(b))); \
  }                                                                               \
  WEFT_INLINE constexpr T wrap_mul(T a, T b) {                                    \
    return static_cast<T>(static_cast<U>(static_cast<U>(a) * static_cast<U>(b))); \
  }                                                                               \
  WEFT_INLINE constexpr T wrap_neg(T a) {                                         \
    return static_cast<T>(static_cast<U>(U{0} - static_cast<U>(a)));              \
  }
// Narrow types multiply in uint32_t: uint16_t would promote to int, whose overflow is undefined.
WEFT_WRAP(int8_t, uint32_t)
WEFT_WRAP(uint8_t, uint32_t)
WEFT_WRAP(int16_t, uint32_t)
WEFT_WRAP(int32_t, uint32_t)
WEFT_WRAP(int64_t, uint64_t)
#undef WEFT_WRAP

template <int K>
WEFT_INLINE constexpr int32_t shift_left(int32_t a) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) << K);
}
template <int K>
WEFT_INLINE constexpr int64_t shift_left(int64_t a) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) << K);
}
template <int K>
WEFT_INLINE constexpr int32_t shift_right(int32_t a) {
  return a >> K;
}
template <int K>
WEFT_INLINE constexpr int32_t shift_right_logical(int32_t a) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) >> K);
}

// --- select, bits ------------------------------------------------------------------------------

WEFT_INLINE constexpr float select(bool m, float a, float b) { return m ? a : b; }
WEFT_INLINE constexpr double select(bool m, double a, double b) { return m ? a : b; }
WEFT_INLINE constexpr int32_t select(bool m, int32_t a, int32_t b) { return m ? a : b; }
WEFT_INLINE constexpr int64_t select(bool m, int64_t a, int64_t b) { return m ? a : b; }
WEFT_INLINE constexpr bool select(bool m, bool a, bool b) { return m ? a : b; }
// `&`, `|` and `^` of two bools are an int.
WEFT_INLINE constexpr bool select(bool m, int32_t a, bool b) { return m ? a != 0 : b; }
WEFT_INLINE constexpr bool select(bool m, bool a, int32_t b) { return m ? a : b != 0; }

WEFT_INLINE int32_t as_bits(float a) {
  int32_t r;
  __builtin_memcpy(&r, &a, sizeof(r));
  return r;
}
WEFT_INLINE float as_f32(int32_t a) {
  float r;
  __builtin_memcpy(&r, &a, sizeof(r));
  return r;
}
WEFT_INLINE int64_t as_bits(double a) {
  int64_t r;
  __builtin_memcpy(&r, &a, sizeof(r));
  return r;
}
WEFT_INLINE double as_f64(int64_t a) {
  double r;
  __builtin_memcpy(&r, &a, sizeof(r));
  return r;
}
WEFT_INLINE constexpr bool any(bool m) { return m; }
WEFT_INLINE constexpr bool all(bool m) { return m; }

// --- simple arithmetic -------------------------------------------------------------------------

WEFT_INLINE float abs(float a) { return __builtin_fabsf(a); }
WEFT_INLINE double abs(double a) { return __builtin_fabs(a); }
WEFT_INLINE constexpr int32_t abs(int32_t a) { return a < 0 ? wrap_neg(a) : a; }
WEFT_INLINE constexpr int64_t abs(int64_t a) { return a < 0 ? wrap_neg(a) : a; }
WEFT_INLINE float copysign(float a, float b) { return __builtin_copysignf(a, b); }
WEFT_INLINE double copysign(double a, double b) { return __builtin_copysign(a, b); }
WEFT_INLINE constexpr bool is_nan(float a) { return a != a; }
WEFT_INLINE constexpr bool is_nan(double a) { return a != a; }
WEFT_INLINE bool is_inf(float a) { return abs(a) == __builtin_inff(); }
WEFT_INLINE bool is_inf(double a) { return abs(a) == __builtin_inf(); }
WEFT_INLINE bool is_finite(float a) { return abs(a) < __builtin_inff(); }
WEFT_INLINE bool is_finite(double a) { return abs(a) < __builtin_inf(); }

WEFT_INLINE constexpr float greater_of(float a, float b) { return a > b ? a : b; }
WEFT_INLINE constexpr float lesser_of(float a, float b) { return a < b ? a : b; }
/// Larger value; NaN if either is NaN (torch.maximum). Of two zeros it gives b.
WEFT_INLINE constexpr float maximum(float a, float b) { return a != a ? a : a > b ? a : b; }
WEFT_INLINE constexpr float minimum(float a, float b) { return a != a ? a : a < b ? a : b; }
WEFT_INLINE constexpr double maximum(double a, double b) { return a != a ? a : a > b ? a : b; }
WEFT_INLINE constexpr double minimum(double a, double b) { return a != a ? a : a < b ? a : b; }
WEFT_INLINE constexpr int32_t maximum(int32_t a, int32_t b) { return a > b ? a : b; }
WEFT_INLINE constexpr int32_t minimum(int32_t a, int32_t b) { return a < b ? a : b; }
WEFT_INLINE constexpr int64_t maximum(int64_t a, int64_t b) { return a > b ? a : b; }
WEFT_INLINE constexpr int64_t minimum(int64_t a, int64_t b) { return a < b ? a : b; }
WEFT_INLINE constexpr bool maximum(bool a, bool b) { return a || b; }
WEFT_INLINE constexpr bool minimum(bool a, bool b) { return a && b; }

/// -1, 0 or 1; 0 for NaN and for both zeros (torch.sign).
WEFT_INLINE constexpr float sign(float a) { return a > 0.0f ? 1.0f : a < 0.0f ? -1.0f : 0.0f; }
WEFT_INLINE constexpr double sign(double a) { return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : 0.0; }
WEFT_INLINE constexpr int32_t sign(int32_t a) { return (a > 0) - (a < 0); }
WEFT_INLINE constexpr int64_t sign(int64_t a) { return (a > 0) - (a < 0); }

WEFT_INLINE float sqrt(float a) { return __builtin_sqrtf(a); }
WEFT_INLINE double sqrt(double a) { return __builtin_sqrt(a); }
/// Half to even, as torch.round.
WEFT_INLINE float round(float a) { return __builtin_rintf(a); }
WEFT_INLINE double round(double a) { return __builtin_rint(a); }
WEFT_INLINE float floor(float a) { return __builtin_floorf(a); }
WEFT_INLINE double floor(double a) { return __builtin_floor(a); }
WEFT_INLINE float ceil(float a) { return __builtin_ceilf(a); }
WEFT_INLINE double ceil(double a) { return __builtin_ceil(a); }
WEFT_INLINE float trunc(float a) { return __builtin_truncf(a); }
WEFT_INLINE double trunc(double a) { return __builtin_trunc(a); }

// --- conversions -------------------------------------------------------------------------------

WEFT_INLINE constexpr float to_f32(float a) { return a; }
WEFT_INLINE constexpr float to_f32(double a) { return static_cast<float>(a); }
WEFT_INLINE constexpr float to_f32(int32_t a) { return static_cast<float>(a); }
WEFT_INLINE constexpr float to_f32(int64_t a) { return static_cast<float>(a); }
WEFT_INLINE constexpr float to_f32(bool a) { return a ? 1.0f : 0.0f; }
WEFT_INLINE constexpr double to_f64(float a) { return static_cast<double>(a); }
WEFT_INLINE constexpr double to_f64(double a) { return a; }
WEFT_INLINE constexpr double to_f64(int32_t a) { return static_cast<double>(a); }
WEFT_INLINE constexpr double to_f64(int64_t a) { return static_cast<double>(a); }
WEFT_INLINE constexpr double to_f64(bool a) { return a ? 1.0 : 0.0; }
/// Float to integer truncates; NaN and out-of-range values give the most negative integer, which is
/// what x86 processors (and so PyTorch on them) compute, here on every processor.
WEFT_INLINE constexpr int32_t to_i32(float a) {
  return a >= -2147483648.0f && a < 2147483648.0f ? static_cast<int32_t>(a) : INT32_MIN;
}
WEFT_INLINE constexpr int32_t to_i32(double a) {
  return a > -2147483649.0 && a < 2147483648.0 ? static_cast<int32_t>(a) : INT32_MIN;
}
WEFT_INLINE constexpr int32_t to_i32(int32_t a) { return a; }
WEFT_INLINE constexpr int32_t to_i32(int64_t a) { return static_cast<int32_t>(a); }
WEFT_INLINE constexpr int32_t to_i32(bool a) { return a ? 1 : 0; }
WEFT_INLINE constexpr int64_t to_i64(float a) {
  return a >= -9223372036854775808.0f && a < 9223372036854775808.0f ? static_cast<int64_t>(a)
                                                                    : INT64_MIN;
}
WEFT_INLINE constexpr int64_t to_i64(double a) {
  return a >= -9223372036854775808.0 && a < 9223372036854775808.0 ? static_cast<int64_t>(a)
                                                                  : INT64_MIN;
}
WEFT_INLINE constexpr int64_t to_i64(int32_t a) { return a; }
WEFT_INLINE constexpr int64_t to_i64(int64_t a) { return a; }
WEFT_INLINE constexpr int64_t to_i64(bool a) { return a ? 1 : 0; }
/// True for everything but zero (NaN is true).
WEFT_INLINE constexpr bool to_bool(bool a) { return a; }
WEFT_INLINE constexpr bool to_bool(float a) { return a != 0.0f; }
WEFT_INLINE constexpr bool to_bool(double a) { return a != 0.0; }
WEFT_INLINE constexpr bool to_bool(int32_t a) { return a != 0; }
WEFT_INLINE constexpr bool to_bool(int64_t a) { return a != 0; }

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
