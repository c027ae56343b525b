#pragma once
/// \file Elementary functions of F32 and F64: the results of scalar_math.h in every lane, bit for
/// bit.
///
/// exp exp2 expm1 log log2 log10 log1p tanh sigmoid erf sin cos of F32 and sqrt, rsqrt of both run
/// on whole vectors; the others call the scalar function once per lane.

#include "scalar_math.h"
#include "vector.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

WEFT_INLINE F32 exp(F32 x) { return elementary::exp<F32>(x); }
WEFT_INLINE F32 exp2(F32 x) { return elementary::exp2<F32>(x); }
WEFT_INLINE F32 expm1(F32 x) { return elementary::expm1<F32>(x); }
WEFT_INLINE F32 log(F32 x) { return elementary::log<F32>(x); }
WEFT_INLINE F32 log2(F32 x) { return elementary::log2<F32>(x); }
WEFT_INLINE F32 log10(F32 x) { return elementary::log10<F32>(x); }
WEFT_INLINE F32 log1p(F32 x) { return elementary::log1p<F32>(x); }
WEFT_INLINE F32 tanh(F32 x) { return elementary::tanh<F32>(x); }
WEFT_INLINE F32 sigmoid(F32 x) { return elementary::sigmoid<F32>(x); }
WEFT_INLINE F32 erf(F32 x) { return elementary::erf<F32>(x); }
WEFT_INLINE F32 rsqrt(F32 x) { return F32(1.0f) / sqrt(x); }
WEFT_INLINE F64 rsqrt(F64 x) { return F64(1.0) / sqrt(x); }
WEFT_INLINE F32 div_trunc(F32 a, F32 b) { return trunc(a / b); }
WEFT_INLINE F64 div_trunc(F64 a, F64 b) { return trunc(a / b); }

/// The scalar function where the vector one does not reach: rare, so kept out of the loop.
WEFT_NOINLINE inline F32 sin_large(F32 x, F32 r) {
  for (int i = 0; i < kLanes; ++i) {
    if (!(abs(x[i]) <= elementary::kTrigLimit)) r.v[i] = __builtin_sinf(x[i]);
  }
  return r;
}
WEFT_NOINLINE inline F32 cos_large(F32 x, F32 r) {
  for (int i = 0; i < kLanes; ++i) {
    if (!(abs(x[i]) <= elementary::kTrigLimit)) r.v[i] = __builtin_cosf(x[i]);
  }
  return r;
}
WEFT_INLINE F32 sin(F32 x) {
  const F32 r = elementary::sin_cos<0>(x);
  return all(abs(x) <= F32(elementary::kTrigLimit)) ? r : sin_large(x, r);
}
WEFT_INLINE F32 cos(F32 x) {
  const F32 r = elementary::sin_cos<1>(x);
  return all(abs(x) <= F32(elementary::kTrigLimit)) ? r : cos_large(x, r);
}

#define WEFT_LANEWISE_F64(name)            \
  WEFT_INLINE F64 name(F64 x) {            \
    F64 r{};                               \
    for (int i = 0; i < kLanes / 2; ++i) { \
      r.low[i] = name(x.low[i]);           \
      r.high[i] = name(x.high[i]);         \
    }                                      \
    return r;                              \
  }
#define WEFT_LANEWISE(name)                                 \
  WEFT_INLINE F32 name(F32 x) {                             \
    F32 r{};                                                \
    for (int i = 0; i < kLanes; ++i) r.v[i] = name(x.v[i]); \
    return r;                                               \
  }                                                         \
  WEFT_LANEWISE_F64(name)
#define WEFT_LANEWISE2(name)                                        \
  WEFT_INLINE F32 name(F32 a, F32 b) {                              \
    F32 r{};                                                        \
    for (int i = 0; i < kLanes; ++i) r.v[i] = name(a.v[i], b.v[i]); \
    return r;                                                       \
  }                                                                 \
  WEFT_INLINE F64 name(F64 a, F64 b) {                              \
    F64 r{};                                                        \
    for (int i = 0; i < kLanes / 2; ++i) {                          \
      r.low[i] = name(a.low[i], b.low[i]);                          \
      r.high[i] = name(a.high[i], b.high[i]);                       \
    }                                                               \
    return r;                                                       \
  }
WEFT_LANEWISE_F64(exp)
WEFT_LANEWISE_F64(exp2)
WEFT_LANEWISE_F64(expm1)
WEFT_LANEWISE_F64(log)
WEFT_LANEWISE_F64(log2)
WEFT_LANEWISE_F64(log10)
WEFT_LANEWISE_F64(log1p)
WEFT_LANEWISE_F64(tanh)
WEFT_LANEWISE_F64(sigmoid)
WEFT_LANEWISE_F64(erf)
WEFT_LANEWISE_F64(sin)
WEFT_LANEWISE_F64(cos)
WEFT_LANEWISE(tan)
WEFT_LANEWISE(asin)
WEFT_LANEWISE(acos)
WEFT_LANEWISE(atan)
WEFT_LANEWISE(sinh)
WEFT_LANEWISE(cosh)
WEFT_LANEWISE(asinh)
WEFT_LANEWISE(acosh)
WEFT_LANEWISE(atanh)
WEFT_LANEWISE(erfc)
WEFT_LANEWISE(lgamma)
WEFT_LANEWISE2(pow)
WEFT_LANEWISE2(atan2)
WEFT_LANEWISE2(hypot)
WEFT_LANEWISE2(fmod)
WEFT_LANEWISE2(remainder)
WEFT_LANEWISE2(div_floor)
#undef WEFT_LANEWISE
#undef WEFT_LANEWISE2
#undef WEFT_LANEWISE_F64

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
