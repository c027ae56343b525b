#pragma once
/// \file Elementary functions of f32 and f64 scalars: the meaning that vector_math.h repeats lane
/// by lane with the same bits.
///
/// f32 exp exp2 expm1 log log2 log10 log1p tanh sigmoid erf sin cos are elementary.h's; the others,
/// and all of f64, are the C library's. NaN results agree as NaN, not in sign or payload.

#include "elementary.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

WEFT_INLINE float exp(float x) { return elementary::exp(x); }
WEFT_INLINE float exp2(float x) { return elementary::exp2(x); }
WEFT_INLINE float expm1(float x) { return elementary::expm1(x); }
WEFT_INLINE float log(float x) { return elementary::log(x); }
WEFT_INLINE float log2(float x) { return elementary::log2(x); }
WEFT_INLINE float log10(float x) { return elementary::log10(x); }
WEFT_INLINE float log1p(float x) { return elementary::log1p(x); }
WEFT_INLINE float tanh(float x) { return elementary::tanh(x); }
WEFT_INLINE float sigmoid(float x) { return elementary::sigmoid(x); }
WEFT_INLINE float erf(float x) { return elementary::erf(x); }
WEFT_INLINE float sin(float x) {
  return abs(x) <= elementary::kTrigLimit ? elementary::sin_cos<0>(x) : __builtin_sinf(x);
}
WEFT_INLINE float cos(float x) {
  return abs(x) <= elementary::kTrigLimit ? elementary::sin_cos<1>(x) : __builtin_cosf(x);
}

WEFT_INLINE double exp(double x) { return __builtin_exp(x); }
WEFT_INLINE double exp2(double x) { return __builtin_exp2(x); }
WEFT_INLINE double expm1(double x) { return __builtin_expm1(x); }
WEFT_INLINE double log(double x) { return __builtin_log(x); }
WEFT_INLINE double log2(double x) { return __builtin_log2(x); }
WEFT_INLINE double log10(double x) { return __builtin_log10(x); }
WEFT_INLINE double log1p(double x) { return __builtin_log1p(x); }
WEFT_INLINE double tanh(double x) { return __builtin_tanh(x); }
WEFT_INLINE double erf(double x) { return __builtin_erf(x); }
WEFT_INLINE double sin(double x) { return __builtin_sin(x); }
WEFT_INLINE double cos(double x) { return __builtin_cos(x); }
WEFT_INLINE double sigmoid(double x) {
  const double e = __builtin_exp(-abs(x));
  return (x < 0.0 ? e : 1.0) / (1.0 + e);
}

/// Name of the C function for f32 and f64.
#define WEFT_LIBM(name)                                              \
  WEFT_INLINE float name(float x) { return __builtin_##name##f(x); } \
  WEFT_INLINE double name(double x) { return __builtin_##name(x); }
WEFT_LIBM(tan)
WEFT_LIBM(asin)
WEFT_LIBM(acos)
WEFT_LIBM(atan)
WEFT_LIBM(sinh)
WEFT_LIBM(cosh)
WEFT_LIBM(asinh)
WEFT_LIBM(acosh)
WEFT_LIBM(atanh)
WEFT_LIBM(erfc)
WEFT_LIBM(lgamma)
#undef WEFT_LIBM
#define WEFT_LIBM(name)                                                          \
  WEFT_INLINE float name(float a, float b) { return __builtin_##name##f(a, b); } \
  WEFT_INLINE double name(double a, double b) { return __builtin_##name(a, b); }
WEFT_LIBM(pow)
WEFT_LIBM(atan2)
WEFT_LIBM(hypot)
/// Remainder with the sign of a (torch.fmod).
WEFT_LIBM(fmod)
#undef WEFT_LIBM

/// 1 / sqrt(x), both rounded.
WEFT_INLINE float rsqrt(float x) { return 1.0f / sqrt(x); }
WEFT_INLINE double rsqrt(double x) { return 1.0 / sqrt(x); }

/// Quotient rounded towards zero (torch.div with rounding_mode="trunc").
WEFT_INLINE float div_trunc(float a, float b) { return trunc(a / b); }
WEFT_INLINE double div_trunc(double a, double b) { return trunc(a / b); }

/// Remainder with the sign of b (torch.remainder).
template <class T>
WEFT_INLINE T float_remainder(T a, T b) {
  const T r = fmod(a, b);
  return r != T(0) && (b < T(0)) != (r < T(0)) ? r + b : r;
}
WEFT_INLINE float remainder(float a, float b) { return float_remainder(a, b); }
WEFT_INLINE double remainder(double a, double b) { return float_remainder(a, b); }

/// Quotient rounded down (torch.floor_divide): built on the exact remainder, because floor(a / b)
/// is one too large where a / b rounds up to an integer. a / 0 is the plain quotient (inf or NaN).
template <class T>
WEFT_INLINE T float_div_floor(T a, T b) {
  if (b == T(0)) return a / b;
  const T rest = fmod(a, b);
  T quotient = (a - rest) / b;
  if (rest != T(0) && (b < T(0)) != (rest < T(0))) quotient -= T(1);
  if (quotient == T(0)) return copysign(T(0), a / b);
  const T down = floor(quotient);
  return quotient - down > T(0.5) ? down + T(1) : down;
}
WEFT_INLINE float div_floor(float a, float b) { return float_div_floor(a, b); }
WEFT_INLINE double div_floor(double a, double b) { return float_div_floor(a, b); }

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
