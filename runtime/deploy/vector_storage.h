#pragma once
/// \file Full-width loads and stores: kLanes elements of any storage type to or from memory.
///
/// 8 bits become 32 in two steps of __builtin_convertvector, because GCC 12 turns a single step
/// into one scalar move per element.

#include "half.h"
#include "vector.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

/// kLanes narrow elements.
typedef int8_t VectorI8 __attribute__((vector_size(WEFT_LANES)));
typedef uint8_t VectorU8 __attribute__((vector_size(WEFT_LANES)));
typedef int16_t VectorI16 __attribute__((vector_size(2 * WEFT_LANES)));
typedef uint16_t VectorU16 __attribute__((vector_size(2 * WEFT_LANES)));

WEFT_INLINE I32 widen(VectorI16 a) { return I32(__builtin_convertvector(a, NI32)); }
WEFT_INLINE I32 widen(VectorU16 a) { return I32(__builtin_convertvector(a, NI32)); }
WEFT_INLINE I32 widen(VectorI8 a) { return widen(__builtin_convertvector(a, VectorI16)); }
WEFT_INLINE I32 widen(VectorU8 a) { return widen(__builtin_convertvector(a, VectorU16)); }
/// The low 16 or 8 bits of every lane.
WEFT_INLINE VectorU16 low_halves(I32 a) { return __builtin_convertvector((NU32)a.v, VectorU16); }
WEFT_INLINE VectorU8 low_bytes(I32 a) { return __builtin_convertvector(low_halves(a), VectorU8); }

WEFT_INLINE F32 to_f32_from_half(VectorU16 h) {
#if WEFT_LANES == 16 && defined(__F16C__) && WEFT_HAS_IA32(vcvtph2ps512_mask)
  return F32(__builtin_ia32_vcvtph2ps512_mask((VectorI16)h, NF32{}, WEFT_EVERY_LANE, 4));
#elif WEFT_LANES == 8 && defined(__F16C__) && WEFT_HAS_IA32(vcvtph2ps256)
  return F32(__builtin_ia32_vcvtph2ps256((VectorI16)h));
#else
  return f32_from_half_bits<F32, I32>(widen(h));
#endif
}
WEFT_INLINE VectorU16 to_half_bits(F32 x) {
#if WEFT_LANES == 16 && defined(__F16C__) && WEFT_HAS_IA32(vcvtps2ph512_mask)
  return (VectorU16)__builtin_ia32_vcvtps2ph512_mask(x.v, 0, VectorI16{}, WEFT_EVERY_LANE);
#elif WEFT_LANES == 8 && defined(__F16C__) && WEFT_HAS_IA32(vcvtps2ph256)
  return (VectorU16)__builtin_ia32_vcvtps2ph256(x.v, 0);
#else
  return low_halves(half_bits_from_f32<F32, I32>(x));
#endif
}
WEFT_INLINE VectorU16 to_bfloat_bits(F32 x) {
  return low_halves(bfloat_bits_from_f32<F32, I32>(x));
}
/// The value after storing as f16 / bf16 and loading again.
WEFT_INLINE F32 round_f16(F32 x) { return to_f32_from_half(to_half_bits(x)); }
WEFT_INLINE F32 round_bf16(F32 x) {
  return f32_from_bfloat_bits<F32, I32>(bfloat_bits_from_f32<F32, I32>(x));
}

// No alignment is assumed. f16 and bf16 arrive as F32; i8, u8, i16 as I32; bool as Mask.
WEFT_INLINE F32 load_full(const float* p) { return F32(n_load<NF32>(p)); }
WEFT_INLINE F64 load_full(const double* p) {
  return F64(n_load<NF64>(p), n_load<NF64>(p + kLanes / 2));
}
WEFT_INLINE I32 load_full(const int32_t* p) { return I32(n_load<NI32>(p)); }
WEFT_INLINE I64 load_full(const int64_t* p) {
  return I64(n_load<NI64>(p), n_load<NI64>(p + kLanes / 2));
}
WEFT_INLINE F32 load_full(const Half* p) { return to_f32_from_half(n_load<VectorU16>(p)); }
WEFT_INLINE F32 load_full(const BFloat16* p) {
  return f32_from_bfloat_bits<F32, I32>(widen(n_load<VectorU16>(p)));
}
WEFT_INLINE I32 load_full(const int8_t* p) { return widen(n_load<VectorI8>(p)); }
WEFT_INLINE I32 load_full(const uint8_t* p) { return widen(n_load<VectorU8>(p)); }
WEFT_INLINE I32 load_full(const int16_t* p) { return widen(n_load<VectorI16>(p)); }
WEFT_INLINE Mask load_full(const bool* p) { return widen(n_load<VectorU8>(p)) != I32(0); }

// Stores to f16 and bf16 round to nearest even; stores to narrow integers keep the low bits.
WEFT_INLINE void store_full(float* p, F32 x) { n_store(p, x.v); }
WEFT_INLINE void store_full(double* p, F64 x) {
  n_store(p, x.low);
  n_store(p + kLanes / 2, x.high);
}
WEFT_INLINE void store_full(int32_t* p, I32 x) { n_store(p, x.v); }
WEFT_INLINE void store_full(int64_t* p, I64 x) {
  n_store(p, x.low);
  n_store(p + kLanes / 2, x.high);
}
WEFT_INLINE void store_full(Half* p, F32 x) { n_store(p, to_half_bits(x)); }
WEFT_INLINE void store_full(BFloat16* p, F32 x) { n_store(p, to_bfloat_bits(x)); }
WEFT_INLINE void store_full(int8_t* p, I32 x) { n_store(p, low_bytes(x)); }
WEFT_INLINE void store_full(uint8_t* p, I32 x) { n_store(p, low_bytes(x)); }
WEFT_INLINE void store_full(int16_t* p, I32 x) { n_store(p, low_halves(x)); }
WEFT_INLINE void store_full(bool* p, Mask x) { n_store(p, low_bytes(I32(x.v & 1))); }

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
