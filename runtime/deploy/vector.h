#pragma once
/// \file Vectors of kLanes values that generated kernels compute with: F32, F64, I32, I64, Mask.
///
/// All five have the same number of lanes (4, 8 or 16 by instruction set), so an F64 or I64 is a
/// pair of registers. Storage types without arithmetic of their own (f16, bf16, i8, u8, i16, bool)
/// are loaded into F32, I32 or Mask by lanes.h.
///
/// Scalars convert implicitly (`x * 0.5f`). Integer arithmetic wraps. Every function here exists
/// with the same name and the same result for the scalar types (scalar_math.h), so a kernel body
/// can be a template over "vector or scalar". Elementwise results do not depend on the instruction
/// set; `reduce_*` adds in a fixed tree, lane i with lane i + kLanes / 2 and so on, whose shape
/// depends on kLanes, so a float sum may differ in rounding between instruction sets.

#include "scalar_ops.h"
#include "vector_native.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

/// Lanes are all ones (true) or all zeros.
struct Mask {
  NI32 v;
  Mask() = default;
  WEFT_INLINE explicit Mask(NI32 x) : v(x) {}
  WEFT_INLINE Mask(bool x) : v(n_splat(x ? -1 : 0)) {}  // NOLINT: broadcast
  WEFT_INLINE bool operator[](int i) const { return v[i] != 0; }
};
struct F32 {
  NF32 v;
  F32() = default;
  WEFT_INLINE explicit F32(NF32 x) : v(x) {}
  WEFT_INLINE F32(float x) : v(n_splat(x)) {}  // NOLINT: broadcast
  WEFT_INLINE float operator[](int i) const { return v[i]; }
};
struct I32 {
  NI32 v;
  I32() = default;
  WEFT_INLINE explicit I32(NI32 x) : v(x) {}
  WEFT_INLINE I32(int32_t x) : v(n_splat(x)) {}  // NOLINT: broadcast
  WEFT_INLINE int32_t operator[](int i) const { return v[i]; }
};
/// Lanes 0 .. kLanes/2 - 1 in `low`.
struct F64 {
  NF64 low, high;
  F64() = default;
  WEFT_INLINE F64(NF64 l, NF64 h) : low(l), high(h) {}
  WEFT_INLINE F64(double x) : low(n_splat(x)), high(low) {}  // NOLINT: broadcast
  WEFT_INLINE double operator[](int i) const {
    return i < kLanes / 2 ? low[i] : high[i - kLanes / 2];
  }
};
struct I64 {
  NI64 low, high;
  I64() = default;
  WEFT_INLINE I64(NI64 l, NI64 h) : low(l), high(h) {}
  WEFT_INLINE I64(int64_t x) : low(n_splat(x)), high(low) {}  // NOLINT: broadcast
  WEFT_INLINE int64_t operator[](int i) const {
    return i < kLanes / 2 ? low[i] : high[i - kLanes / 2];
  }
};

// --- operators ---------------------------------------------------------------------------------

#define WEFT_OP(op)                                                                           \
  WEFT_INLINE F32 operator op(F32 a, F32 b) { return F32(a.v op b.v); }                       \
  WEFT_INLINE F64 operator op(F64 a, F64 b) { return F64(a.low op b.low, a.high op b.high); } \
  WEFT_INLINE F32& operator op##=(F32 & a, F32 b) { return a = a op b; }                      \
  WEFT_INLINE F64& operator op##=(F64 & a, F64 b) { return a = a op b; }
WEFT_OP(+)
WEFT_OP(-)
WEFT_OP(*)
WEFT_OP(/)
#undef WEFT_OP
// Unsigned inside, because signed overflow is undefined for vector elements as well.
#define WEFT_OP(op)                                                                         \
  WEFT_INLINE I32 operator op(I32 a, I32 b) { return I32((NI32)((NU32)a.v op(NU32) b.v)); } \
  WEFT_INLINE I64 operator op(I64 a, I64 b) {                                               \
    return I64((NI64)((NU64)a.low op(NU64) b.low), (NI64)((NU64)a.high op(NU64) b.high));   \
  }                                                                                         \
  WEFT_INLINE I32& operator op##=(I32 & a, I32 b) { return a = a op b; }                    \
  WEFT_INLINE I64& operator op##=(I64 & a, I64 b) { return a = a op b; }
WEFT_OP(+)
WEFT_OP(-)
WEFT_OP(*)
WEFT_OP(&)
WEFT_OP(|)
WEFT_OP(^)
#undef WEFT_OP
#define WEFT_OP(op)                                                               \
  WEFT_INLINE Mask operator op(F32 a, F32 b) { return Mask((NI32)(a.v op b.v)); } \
  WEFT_INLINE Mask operator op(I32 a, I32 b) { return Mask((NI32)(a.v op b.v)); } \
  WEFT_INLINE Mask operator op(F64 a, F64 b) {                                    \
    return Mask(n_even((NI64)(a.low op b.low), (NI64)(a.high op b.high)));        \
  }                                                                               \
  WEFT_INLINE Mask operator op(I64 a, I64 b) {                                    \
    return Mask(n_even((NI64)(a.low op b.low), (NI64)(a.high op b.high)));        \
  }
WEFT_OP(<)
WEFT_OP(<=)
WEFT_OP(>)
WEFT_OP(>=)
WEFT_OP(==)
WEFT_OP(!=)
#undef WEFT_OP

WEFT_INLINE F32 operator-(F32 a) { return F32(-a.v); }
WEFT_INLINE F64 operator-(F64 a) { return F64(-a.low, -a.high); }
WEFT_INLINE I32 operator-(I32 a) { return I32(0) - a; }
WEFT_INLINE I64 operator-(I64 a) { return I64(int64_t{0}) - a; }
WEFT_INLINE I32 operator~(I32 a) { return I32(~a.v); }
WEFT_INLINE I64 operator~(I64 a) { return I64(~a.low, ~a.high); }
WEFT_INLINE Mask operator&(Mask a, Mask b) { return Mask(a.v & b.v); }
WEFT_INLINE Mask operator|(Mask a, Mask b) { return Mask(a.v | b.v); }
WEFT_INLINE Mask operator^(Mask a, Mask b) { return Mask(a.v ^ b.v); }
WEFT_INLINE Mask operator!(Mask a) { return Mask(~a.v); }
WEFT_INLINE Mask operator==(Mask a, Mask b) { return Mask(~(a.v ^ b.v)); }
WEFT_INLINE Mask operator!=(Mask a, Mask b) { return a ^ b; }

/// The names that scalar integers need, because their operators must not overflow.
#define WEFT_WRAP(V)                                 \
  WEFT_INLINE V wrap_add(V a, V b) { return a + b; } \
  WEFT_INLINE V wrap_sub(V a, V b) { return a - b; } \
  WEFT_INLINE V wrap_mul(V a, V b) { return a * b; } \
  WEFT_INLINE V wrap_neg(V a) { return -a; }
WEFT_WRAP(I32)
WEFT_WRAP(I64)
#undef WEFT_WRAP

/// Shifts by a constant in [0, bits); see integer_math.h for PyTorch's shifts by a tensor.
template <int K>
WEFT_INLINE I32 shift_left(I32 a) {
  return I32((NI32)((NU32)a.v << K));
}
template <int K>
WEFT_INLINE I64 shift_left(I64 a) {
  return I64((NI64)((NU64)a.low << K), (NI64)((NU64)a.high << K));
}
template <int K>
WEFT_INLINE I32 shift_right(I32 a) {
  return I32(a.v >> K);
}
template <int K>
WEFT_INLINE I32 shift_right_logical(I32 a) {
  return I32((NI32)((NU32)a.v >> K));
}

// --- select, bits ------------------------------------------------------------------------------

WEFT_INLINE F32 select(Mask m, F32 a, F32 b) { return F32(n_select(m.v, a.v, b.v)); }
WEFT_INLINE I32 select(Mask m, I32 a, I32 b) { return I32(n_select(m.v, a.v, b.v)); }
WEFT_INLINE Mask select(Mask m, Mask a, Mask b) { return Mask(n_select(m.v, a.v, b.v)); }
WEFT_INLINE F64 select(Mask m, F64 a, F64 b) {
  return F64(n_select(n_zip_low(m.v, m.v), a.low, b.low),
             n_select(n_zip_high(m.v, m.v), a.high, b.high));
}
WEFT_INLINE I64 select(Mask m, I64 a, I64 b) {
  return I64(n_select(n_zip_low(m.v, m.v), a.low, b.low),
             n_select(n_zip_high(m.v, m.v), a.high, b.high));
}
WEFT_INLINE I32 as_bits(F32 a) { return I32((NI32)a.v); }
WEFT_INLINE F32 as_f32(I32 a) { return F32((NF32)a.v); }
WEFT_INLINE I64 as_bits(F64 a) { return I64((NI64)a.low, (NI64)a.high); }
WEFT_INLINE F64 as_f64(I64 a) { return F64((NF64)a.low, (NF64)a.high); }

WEFT_INLINE bool any(Mask m) {
  const NI64 v = (NI64)m.v;
  int64_t r = 0;
  for (int i = 0; i < kLanes / 2; ++i) r |= v[i];
  return r != 0;
}
WEFT_INLINE bool all(Mask m) { return !any(!m); }

// --- simple arithmetic -------------------------------------------------------------------------

WEFT_INLINE F32 abs(F32 a) { return F32((NF32)((NI32)a.v & 0x7FFFFFFF)); }
WEFT_INLINE F64 abs(F64 a) {
  constexpr int64_t kMagnitude = INT64_MAX;
  return F64((NF64)((NI64)a.low & kMagnitude), (NF64)((NI64)a.high & kMagnitude));
}
WEFT_INLINE I32 abs(I32 a) { return select(a < I32(0), -a, a); }
WEFT_INLINE I64 abs(I64 a) { return select(a < I64(int64_t{0}), -a, a); }
/// The magnitude of `a` with the sign bit of `b`.
WEFT_INLINE F32 copysign(F32 a, F32 b) {
  const NI32 sign = n_splat((int32_t)INT32_MIN);
  return F32((NF32)(((NI32)a.v & ~sign) | ((NI32)b.v & sign)));
}
WEFT_INLINE F64 copysign(F64 a, F64 b) {
  const NI64 s = n_splat((int64_t)INT64_MIN);
  return F64((NF64)(((NI64)a.low & ~s) | ((NI64)b.low & s)),
             (NF64)(((NI64)a.high & ~s) | ((NI64)b.high & s)));
}
WEFT_INLINE Mask is_nan(F32 a) { return a != a; }
WEFT_INLINE Mask is_nan(F64 a) { return a != a; }
WEFT_INLINE Mask is_inf(F32 a) { return abs(a) == F32(__builtin_inff()); }
WEFT_INLINE Mask is_inf(F64 a) { return abs(a) == F64(__builtin_inf()); }
WEFT_INLINE Mask is_finite(F32 a) { return abs(a) < F32(__builtin_inff()); }
WEFT_INLINE Mask is_finite(F64 a) { return abs(a) < F64(__builtin_inf()); }

/// a > b ? a : b (b if either is NaN): one machine instruction, for internal use.
WEFT_INLINE F32 greater_of(F32 a, F32 b) { return F32(n_max(a.v, b.v)); }
WEFT_INLINE F32 lesser_of(F32 a, F32 b) { return F32(n_min(a.v, b.v)); }
/// Larger value; NaN if either is NaN (torch.maximum). Of two zeros it gives b.
WEFT_INLINE F32 maximum(F32 a, F32 b) { return select(is_nan(a), a, greater_of(a, b)); }
WEFT_INLINE F32 minimum(F32 a, F32 b) { return select(is_nan(a), a, lesser_of(a, b)); }
WEFT_INLINE F64 maximum(F64 a, F64 b) {
  return select(is_nan(a), a, F64(n_max(a.low, b.low), n_max(a.high, b.high)));
}
WEFT_INLINE F64 minimum(F64 a, F64 b) {
  return select(is_nan(a), a, F64(n_min(a.low, b.low), n_min(a.high, b.high)));
}
WEFT_INLINE I32 maximum(I32 a, I32 b) { return select(a > b, a, b); }
WEFT_INLINE I32 minimum(I32 a, I32 b) { return select(a < b, a, b); }
WEFT_INLINE I64 maximum(I64 a, I64 b) { return select(a > b, a, b); }
WEFT_INLINE I64 minimum(I64 a, I64 b) { return select(a < b, a, b); }
WEFT_INLINE Mask maximum(Mask a, Mask b) { return a | b; }
WEFT_INLINE Mask minimum(Mask a, Mask b) { return a & b; }

/// -1, 0 or 1; 0 for NaN and for both zeros (torch.sign).
template <class V>
WEFT_INLINE V sign_of(V a, V zero, V one) {
  return select(a > zero, one, select(a < zero, -one, zero));
}
WEFT_INLINE F32 sign(F32 a) { return sign_of(a, F32(0.0f), F32(1.0f)); }
WEFT_INLINE F64 sign(F64 a) { return sign_of(a, F64(0.0), F64(1.0)); }
WEFT_INLINE I32 sign(I32 a) { return sign_of(a, I32(0), I32(1)); }
WEFT_INLINE I64 sign(I64 a) { return sign_of(a, I64(int64_t{0}), I64(int64_t{1})); }

WEFT_INLINE F32 sqrt(F32 a) { return F32(n_sqrt(a.v)); }
WEFT_INLINE F64 sqrt(F64 a) { return F64(n_sqrt(a.low), n_sqrt(a.high)); }

#if WEFT_HAVE_ROUND
#define WEFT_ROUND(name, mode)                                         \
  WEFT_INLINE F32 name(F32 a) { return F32(n_round_mode<mode>(a.v)); } \
  WEFT_INLINE F64 name(F64 a) { return F64(n_round_mode<mode>(a.low), n_round_mode<mode>(a.high)); }
WEFT_ROUND(round, 8)
WEFT_ROUND(floor, 9)
WEFT_ROUND(ceil, 10)
WEFT_ROUND(trunc, 11)
#undef WEFT_ROUND
#else
/// Half to even. Adding 2^23 leaves no fraction bits; larger values are integers already.
WEFT_INLINE F32 round(F32 a) {
  const F32 magic = copysign(F32(8388608.0f), a);
  return select(abs(a) < F32(8388608.0f), copysign((a + magic) - magic, a), a);
}
WEFT_INLINE F64 round(F64 a) {
  const F64 magic = copysign(F64(4503599627370496.0), a);
  return select(abs(a) < F64(4503599627370496.0), copysign((a + magic) - magic, a), a);
}
#define WEFT_ROUND(T, one)                            \
  WEFT_INLINE T floor(T a) {                          \
    const T r = round(a);                             \
    return copysign(select(r > a, r - T(one), r), a); \
  }                                                   \
  WEFT_INLINE T ceil(T a) {                           \
    const T r = round(a);                             \
    return copysign(select(r < a, r + T(one), r), a); \
  }                                                   \
  WEFT_INLINE T trunc(T a) { return copysign(floor(abs(a)), a); }
WEFT_ROUND(F32, 1.0f)
WEFT_ROUND(F64, 1.0)
#undef WEFT_ROUND
#endif

// --- conversions between compute types ---------------------------------------------------------

WEFT_INLINE F32 to_f32(F32 a) { return a; }
WEFT_INLINE F32 to_f32(I32 a) { return F32(n_to_f32(a.v)); }
WEFT_INLINE F32 to_f32(F64 a) { return F32(n_narrow(a.low, a.high)); }
WEFT_INLINE F32 to_f32(Mask a) { return F32((NF32)(a.v & (NI32)n_splat(1.0f))); }
WEFT_INLINE F32 to_f32(I64 a) {
  F32 r{};
  for (int i = 0; i < kLanes; ++i) r.v[i] = static_cast<float>(a[i]);
  return r;
}
WEFT_INLINE F64 to_f64(F64 a) { return a; }
WEFT_INLINE F64 to_f64(F32 a) { return F64(n_widen(n_low(a.v)), n_widen(n_high(a.v))); }
WEFT_INLINE F64 to_f64(I32 a) { return F64(n_widen(n_low(a.v)), n_widen(n_high(a.v))); }
WEFT_INLINE F64 to_f64(I64 a) {
  return F64(__builtin_convertvector(a.low, NF64), __builtin_convertvector(a.high, NF64));
}
WEFT_INLINE F64 to_f64(Mask a) { return to_f64(to_f32(a)); }
/// Float to integer truncates; NaN and out-of-range values give the most negative integer.
WEFT_INLINE I32 to_i32(I32 a) { return a; }
WEFT_INLINE I32 to_i32(F32 a) { return I32(n_to_i32(a.v)); }
WEFT_INLINE I32 to_i32(I64 a) { return I32(n_even(a.low, a.high)); }
WEFT_INLINE I32 to_i32(Mask a) { return I32(a.v & 1); }
WEFT_INLINE I32 to_i32(F64 a) {
  I32 r{};
  for (int i = 0; i < kLanes; ++i) r.v[i] = to_i32(a[i]);
  return r;
}
WEFT_INLINE I64 to_i64(I64 a) { return a; }
WEFT_INLINE I64 to_i64(I32 a) {
  const NI32 sign = a.v >> 31;
  return I64(n_zip_low(a.v, sign), n_zip_high(a.v, sign));
}
WEFT_INLINE I64 to_i64(Mask a) { return to_i64(to_i32(a)); }
WEFT_INLINE I64 to_i64(F64 a) {
  I64 r{};
  for (int i = 0; i < kLanes / 2; ++i) {
    r.low[i] = to_i64(a.low[i]);
    r.high[i] = to_i64(a.high[i]);
  }
  return r;
}
WEFT_INLINE I64 to_i64(F32 a) { return to_i64(to_f64(a)); }
/// True for everything but zero (NaN is true).
WEFT_INLINE Mask to_bool(Mask a) { return a; }
WEFT_INLINE Mask to_bool(F32 a) { return a != F32(0.0f); }
WEFT_INLINE Mask to_bool(F64 a) { return a != F64(0.0); }
WEFT_INLINE Mask to_bool(I32 a) { return a != I32(0); }
WEFT_INLINE Mask to_bool(I64 a) { return a != I64(int64_t{0}); }

// --- lane numbers and reductions over the lanes ------------------------------------------------

/// first + 0, first + 1, ...
WEFT_INLINE I32 iota_i32(int32_t first) {
  return I32(n_unknown(NI32{WEFT_SEQ(WEFT_SAME)})) + I32(first);
}
WEFT_INLINE I64 iota_i64(int64_t first) {
  return I64(n_unknown(NI64{WEFT_SEQ_HALF(WEFT_SAME)}), n_unknown(NI64{WEFT_SEQ_HALF(WEFT_UPPER)})) +
         I64(first);
}

/// Folds the lanes in the fixed tree with `op(T, T) -> T` on scalars.
template <class T, class V, class Op>
WEFT_INLINE T reduce(V a, Op op) {
  T t[kLanes];
  for (int i = 0; i < kLanes; ++i) t[i] = a[i];
  for (int h = kLanes / 2; h > 0; h /= 2) {
    for (int i = 0; i < h; ++i) t[i] = op(t[i], t[i + h]);
  }
  return t[0];
}
WEFT_INLINE float reduce_sum(F32 a) {
  return reduce<float>(a, [](float x, float y) { return x + y; });
}
WEFT_INLINE double reduce_sum(F64 a) {
  return reduce<double>(a, [](double x, double y) { return x + y; });
}
WEFT_INLINE int32_t reduce_sum(I32 a) {
  return reduce<int32_t>(a, [](int32_t x, int32_t y) { return wrap_add(x, y); });
}
WEFT_INLINE int64_t reduce_sum(I64 a) {
  return reduce<int64_t>(a, [](int64_t x, int64_t y) { return wrap_add(x, y); });
}
WEFT_INLINE float reduce_prod(F32 a) {
  return reduce<float>(a, [](float x, float y) { return x * y; });
}
WEFT_INLINE double reduce_prod(F64 a) {
  return reduce<double>(a, [](double x, double y) { return x * y; });
}
WEFT_INLINE int32_t reduce_prod(I32 a) {
  return reduce<int32_t>(a, [](int32_t x, int32_t y) { return wrap_mul(x, y); });
}
WEFT_INLINE int64_t reduce_prod(I64 a) {
  return reduce<int64_t>(a, [](int64_t x, int64_t y) { return wrap_mul(x, y); });
}
#define WEFT_REDUCE(T, V)                                        \
  WEFT_INLINE T reduce_max(V a) {                                \
    return reduce<T>(a, [](T x, T y) { return maximum(x, y); }); \
  }                                                              \
  WEFT_INLINE T reduce_min(V a) {                                \
    return reduce<T>(a, [](T x, T y) { return minimum(x, y); }); \
  }
WEFT_REDUCE(float, F32)
WEFT_REDUCE(double, F64)
WEFT_REDUCE(int32_t, I32)
WEFT_REDUCE(int64_t, I64)
#undef WEFT_REDUCE

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
