#pragma once
/// \file The 16-bit float storage types: f16 (IEEE binary16) and bf16 (upper half of a binary32).
///
/// They hold values only; arithmetic is done in f32 and rounded once per operator. Conversions to
/// 16 bits round to nearest even; overflow gives infinity, subnormals are kept, a NaN stays a NaN
/// (quiet, sign and upper payload bits kept, as the F16C instructions do). Conversions to f32 are
/// exact.

#include "scalar_ops.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

struct Half {
  uint16_t bits;
};
struct BFloat16 {
  uint16_t bits;
};
static_assert(sizeof(Half) == 2 && sizeof(BFloat16) == 2, "storage types are two bytes");

/// The conversions for V = float with I = int32_t, and V = F32 with I = I32. The 16 bits are the
/// low half of an I whose upper half is zero.
template <class V, class I>
WEFT_INLINE V f32_from_half_bits(I h) {
  const I magnitude = shift_left<13>(h & I(0x7FFF));
  // The multiplication moves the exponent bias and normalises subnormals, exactly.
  const V scaled = as_f32(magnitude) * V(0x1p112f);
  const I infinity = magnitude | I(0x7F800000);
  const I special = select((h & I(0x03FF)) != I(0), infinity | I(0x00400000), infinity);
  const I bits = select((h & I(0x7C00)) == I(0x7C00), special, as_bits(scaled));
  return as_f32(bits | shift_left<16>(h & I(0x8000)));
}
template <class V, class I>
WEFT_INLINE I half_bits_from_f32(V x) {
  const I bits = as_bits(x);
  const I sign = shift_right_logical<16>(bits) & I(0x8000);
  const I m = bits & I(0x7FFFFFFF);
  const I odd = shift_right<13>(m) & I(1);
  const I normal = shift_right_logical<13>(wrap_add(wrap_add(m, odd), I(0xFFF - (112 << 23))));
  // One ulp of 0.5f + |x| is the smallest subnormal of f16, so this addition rounds correctly.
  const I small = wrap_sub(as_bits(as_f32(m) + V(0.5f)), I(0x3F000000));
  const I nan = I(0x7E00) | (shift_right<13>(m) & I(0x03FF));
  I r = select(m < I(0x38800000), small, normal);
  r = select(m >= I(0x47800000), I(0x7C00), r);
  r = select(m > I(0x7F800000), nan, r);
  return r | sign;
}
template <class V, class I>
WEFT_INLINE V f32_from_bfloat_bits(I h) {
  // A signalling NaN becomes quiet, as for f16.
  const I bits = shift_left<16>(h);
  const I m = bits & I(0x7FFFFFFF);
  return as_f32(select(m > I(0x7F800000), bits | I(0x00400000), bits));
}
template <class V, class I>
WEFT_INLINE I bfloat_bits_from_f32(V x) {
  const I bits = as_bits(x);
  const I odd = shift_right_logical<16>(bits) & I(1);
  const I rounded = shift_right_logical<16>(wrap_add(wrap_add(bits, odd), I(0x7FFF)));
  const I nan = shift_right_logical<16>(bits) | I(0x40);
  return select((bits & I(0x7FFFFFFF)) > I(0x7F800000), nan, rounded);
}

WEFT_INLINE float to_f32(Half h) {
  return f32_from_half_bits<float, int32_t>(static_cast<int32_t>(h.bits));
}
WEFT_INLINE float to_f32(BFloat16 h) {
  return f32_from_bfloat_bits<float, int32_t>(static_cast<int32_t>(h.bits));
}
WEFT_INLINE Half to_half(float x) {
  return Half{static_cast<uint16_t>(half_bits_from_f32<float, int32_t>(x))};
}
WEFT_INLINE BFloat16 to_bfloat16(float x) {
  return BFloat16{static_cast<uint16_t>(bfloat_bits_from_f32<float, int32_t>(x))};
}
/// The value after storing as f16 / bf16 and loading again: what one operator on a 16-bit tensor
/// hands to the next.
WEFT_INLINE float round_f16(float x) { return to_f32(to_half(x)); }
WEFT_INLINE float round_bf16(float x) { return to_f32(to_bfloat16(x)); }

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
