#pragma once
/// \file Integer operators with PyTorch's meaning, on scalars and on the lanes of I32 and I64.
///
/// Addition, subtraction and multiplication wrap (wrap_add, ... in scalar_ops.h and vector.h).
/// Narrow types are computed in 32 bits and cut to their width after every operator by wrap_i8,
/// wrap_u8, wrap_i16. Division by zero gives 0 here: PyTorch raises an error, so the caller tests
/// the divisor first when it must report one. INT_MIN / -1 wraps to INT_MIN.

#include "vector.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

// --- widths ------------------------------------------------------------------------------------

WEFT_INLINE constexpr int32_t wrap_i8(int32_t a) { return static_cast<int8_t>(a); }
WEFT_INLINE constexpr int32_t wrap_u8(int32_t a) { return static_cast<uint8_t>(a); }
WEFT_INLINE constexpr int32_t wrap_i16(int32_t a) { return static_cast<int16_t>(a); }
WEFT_INLINE I32 wrap_i8(I32 a) { return shift_right<24>(shift_left<24>(a)); }
WEFT_INLINE I32 wrap_u8(I32 a) { return a & I32(0xFF); }
WEFT_INLINE I32 wrap_i16(I32 a) { return shift_right<16>(shift_left<16>(a)); }

/// Conversion of any compute type to a narrow integer. Floats go through int32 (i8, i16) or int64
/// (u8), as PyTorch does, so 300.7f becomes 44 as u8.
template <class V>
WEFT_INLINE auto to_i8(V a) {
  return wrap_i8(to_i32(a));
}
template <class V>
WEFT_INLINE auto to_i16(V a) {
  return wrap_i16(to_i32(a));
}
template <class V>
WEFT_INLINE auto to_u8(V a) {
  return wrap_u8(to_i32(to_i64(a)));
}

// --- division ----------------------------------------------------------------------------------

/// Quotient towards zero (torch.div with rounding_mode="trunc").
template <class T>
WEFT_INLINE constexpr T div_trunc_scalar(T a, T b) {
  return b == 0 ? T{0} : b == -1 ? wrap_neg(a) : static_cast<T>(a / b);
}
/// Rest of div_trunc, with the sign of a (torch.fmod).
template <class T>
WEFT_INLINE constexpr T fmod_scalar(T a, T b) {
  return b == 0 || b == -1 ? T{0} : static_cast<T>(a % b);
}
/// Quotient towards minus infinity (torch.floor_divide).
template <class T>
WEFT_INLINE constexpr T div_floor_scalar(T a, T b) {
  const T q = div_trunc_scalar(a, b);
  return fmod_scalar(a, b) != 0 && (a < 0) != (b < 0) ? static_cast<T>(q - 1) : q;
}
/// Rest of div_floor, with the sign of b (torch.remainder).
template <class T>
WEFT_INLINE constexpr T remainder_scalar(T a, T b) {
  const T r = fmod_scalar(a, b);
  return r != 0 && (r < 0) != (b < 0) ? static_cast<T>(r + b) : r;
}

/// a^b modulo 2^bits, by squaring; for negative b, 1 or -1 if a is 1 or -1, else 0 (torch.pow on
/// integers).
template <class T>
WEFT_INLINE constexpr T pow_scalar(T a, T b) {
  if (b < 0) return a == 1 ? T{1} : a == -1 ? (b % 2 != 0 ? T{-1} : T{1}) : T{0};
  T result = 1;
  for (; b > 0; b = static_cast<T>(b >> 1)) {
    if ((b & 1) != 0) result = wrap_mul(result, a);
    a = wrap_mul(a, a);
  }
  return result;
}

// Integer division has no vector instruction on any target, hence one division per lane.
#define WEFT_INTEGER(name, scalar)                                                  \
  WEFT_INLINE constexpr int32_t name(int32_t a, int32_t b) { return scalar(a, b); } \
  WEFT_INLINE constexpr int64_t name(int64_t a, int64_t b) { return scalar(a, b); } \
  WEFT_INLINE I32 name(I32 a, I32 b) {                                              \
    I32 r{};                                                                        \
    for (int i = 0; i < kLanes; ++i) r.v[i] = scalar(a[i], b[i]);                   \
    return r;                                                                       \
  }                                                                                 \
  WEFT_INLINE I64 name(I64 a, I64 b) {                                              \
    I64 r{};                                                                        \
    for (int i = 0; i < kLanes / 2; ++i) {                                          \
      r.low[i] = scalar(a.low[i], b.low[i]);                                        \
      r.high[i] = scalar(a.high[i], b.high[i]);                                     \
    }                                                                               \
    return r;                                                                       \
  }
WEFT_INTEGER(div_trunc, div_trunc_scalar)
WEFT_INTEGER(div_floor, div_floor_scalar)
WEFT_INTEGER(fmod, fmod_scalar)
WEFT_INTEGER(remainder, remainder_scalar)
WEFT_INTEGER(pow, pow_scalar)
#undef WEFT_INTEGER

// --- shifts by a tensor ------------------------------------------------------------------------

/// a << b, and 0 for counts outside [0, Bits) (torch.bitwise_left_shift). Bits is the width of the
/// tensor's type: 64, 32, 16 or 8; cut the result of the narrow ones with wrap_*.
template <int Bits>
WEFT_INLINE constexpr int32_t shift_left_by(int32_t a, int32_t b) {
  return b < 0 || b >= Bits ? 0 : static_cast<int32_t>(static_cast<uint32_t>(a) << b);
}
template <int Bits>
WEFT_INLINE constexpr int64_t shift_left_by(int64_t a, int64_t b) {
  return b < 0 || b >= Bits ? 0 : static_cast<int64_t>(static_cast<uint64_t>(a) << b);
}
template <int Bits>
WEFT_INLINE I32 shift_left_by(I32 a, I32 b) {
  const NI32 inside = (NI32)((NU32)b.v < uint32_t{Bits});
  return I32((NI32)((NU32)a.v << ((NU32)b.v & 31U)) & inside);
}
template <int Bits>
WEFT_INLINE I64 shift_left_by(I64 a, I64 b) {
  const NI64 in_low = (NI64)((NU64)b.low < uint64_t{Bits});
  const NI64 in_high = (NI64)((NU64)b.high < uint64_t{Bits});
  return I64((NI64)((NU64)a.low << ((NU64)b.low & 63U)) & in_low,
             (NI64)((NU64)a.high << ((NU64)b.high & 63U)) & in_high);
}
/// a >> b with the sign kept; counts outside [0, Most] act as Most (torch.bitwise_right_shift).
/// Most is 63, 31, 15 or 7 for signed types and 8 for u8.
template <int Most>
WEFT_INLINE constexpr int32_t shift_right_by(int32_t a, int32_t b) {
  return a >> (b < 0 || b > Most ? Most : b);
}
template <int Most>
WEFT_INLINE constexpr int64_t shift_right_by(int64_t a, int64_t b) {
  return a >> (b < 0 || b > Most ? int64_t{Most} : b);
}
template <int Most>
WEFT_INLINE I32 shift_right_by(I32 a, I32 b) {
  const NI32 inside = (NI32)((NU32)b.v <= uint32_t{Most});
  return I32(a.v >> n_select(inside, b.v, n_splat(int32_t{Most})));
}
template <int Most>
WEFT_INLINE I64 shift_right_by(I64 a, I64 b) {
  const NI64 most = n_splat(int64_t{Most});
  const NI64 in_low = (NI64)((NU64)b.low <= uint64_t{Most});
  const NI64 in_high = (NI64)((NU64)b.high <= uint64_t{Most});
  return I64(a.low >> n_select(in_low, b.low, most), a.high >> n_select(in_high, b.high, most));
}

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
