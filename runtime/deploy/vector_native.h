#pragma once
/// \file Vector registers of the current instruction set and the few operations on them that need a
/// machine builtin. Each has a portable form with the same result, bit for bit.
///
/// Builtins are used instead of <immintrin.h>, which costs 0.6 to 0.9 s per file to include.
/// Kernels use the types of vector.h; only that file and the matrix kernels use this one.

#include "isa.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

/// "N" types are one register wide: kLanes 32-bit or kLanes / 2 64-bit elements.
typedef float NF32 __attribute__((vector_size(4 * WEFT_LANES)));
typedef int32_t NI32 __attribute__((vector_size(4 * WEFT_LANES)));
typedef uint32_t NU32 __attribute__((vector_size(4 * WEFT_LANES)));
typedef double NF64 __attribute__((vector_size(4 * WEFT_LANES)));
typedef int64_t NI64 __attribute__((vector_size(4 * WEFT_LANES)));
typedef uint64_t NU64 __attribute__((vector_size(4 * WEFT_LANES)));
/// "H" types are half a register: the 32-bit elements that widen to one NF64 or NI64.
typedef float HF32 __attribute__((vector_size(2 * WEFT_LANES)));
typedef int32_t HI32 __attribute__((vector_size(2 * WEFT_LANES)));

// WEFT_SEQ(f) is the list f(0), f(1), ... of kLanes entries; WEFT_SEQ_HALF has half as many.
#if WEFT_LANES == 4
#define WEFT_SEQ_HALF(f) f(0), f(1)
#define WEFT_SEQ(f) f(0), f(1), f(2), f(3)
#elif WEFT_LANES == 8
#define WEFT_SEQ_HALF(f) f(0), f(1), f(2), f(3)
#define WEFT_SEQ(f) f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)
#else
#define WEFT_SEQ_HALF(f) f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)
#define WEFT_SEQ(f)                                                                              \
  f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), f(8), f(9), f(10), f(11), f(12), f(13), f(14), \
      f(15)
#endif
#define WEFT_SAME(i) (i)
#define WEFT_UPPER(i) ((i) + WEFT_LANES / 2)
#define WEFT_EVEN(i) (2 * (i))
#define WEFT_ZIP_LO(i) ((i) / 2 + ((i) % 2) * WEFT_LANES)
#define WEFT_ZIP_HI(i) ((i) / 2 + ((i) % 2) * WEFT_LANES + WEFT_LANES / 2)

#if WEFT_HAS_BUILTIN(__builtin_shufflevector)
#define WEFT_SHUFFLE __builtin_shufflevector
#endif

// The mask operand of AVX-512 builtins, in the signedness that the compiler declares.
#if defined(__clang__)
#define WEFT_EVERY_LANE 0xFFFF
#define WEFT_EVERY_HALF_LANE 0xFF
#else
#define WEFT_EVERY_LANE (-1)
#define WEFT_EVERY_HALF_LANE (-1)
#endif

WEFT_INLINE NF32 n_splat(float x) {
#define WEFT_X(i) x
  return NF32{WEFT_SEQ(WEFT_X)};
}
WEFT_INLINE NI32 n_splat(int32_t x) { return NI32{WEFT_SEQ(WEFT_X)}; }
WEFT_INLINE NF64 n_splat(double x) { return NF64{WEFT_SEQ_HALF(WEFT_X)}; }
WEFT_INLINE NI64 n_splat(int64_t x) {
  return NI64{WEFT_SEQ_HALF(WEFT_X)};
#undef WEFT_X
}

template <class N, class T>
WEFT_INLINE N n_load(const T* p) {
  N v;
  __builtin_memcpy(&v, p, sizeof(N));
  return v;
}
template <class N, class T>
WEFT_INLINE void n_store(T* p, N v) {
  __builtin_memcpy(p, &v, sizeof(N));
}

/// a where the mask lane is all ones, b where it is zero.
WEFT_INLINE NF32 n_select(NI32 mask, NF32 a, NF32 b) {
#if WEFT_LANES == 8 && WEFT_HAS_IA32(blendvps256)
  // Unlike `mask ? a : b` this needs no compare against zero when the mask comes from memory.
  return __builtin_ia32_blendvps256(b, a, (NF32)mask);
#elif WEFT_LANES == 4
  return (NF32)((mask & (NI32)a) | (~mask & (NI32)b));
#else
  return mask ? a : b;
#endif
}
WEFT_INLINE NI32 n_select(NI32 mask, NI32 a, NI32 b) {
  return (NI32)n_select(mask, (NF32)a, (NF32)b);
}
WEFT_INLINE NF64 n_select(NI64 mask, NF64 a, NF64 b) {
#if WEFT_LANES == 8 && WEFT_HAS_IA32(blendvpd256)
  return __builtin_ia32_blendvpd256(b, a, (NF64)mask);
#elif WEFT_LANES == 4
  return (NF64)((mask & (NI64)a) | (~mask & (NI64)b));
#else
  return mask ? a : b;
#endif
}
WEFT_INLINE NI64 n_select(NI64 mask, NI64 a, NI64 b) {
  return (NI64)n_select(mask, (NF64)a, (NF64)b);
}

/// a > b ? a : b, as the machine does it: b when either is NaN or both are zeros.
WEFT_INLINE NF32 n_max(NF32 a, NF32 b) {
#if WEFT_LANES == 16 && WEFT_HAS_IA32(maxps512)
  return __builtin_ia32_maxps512(a, b, 4);
#elif WEFT_LANES == 16 && WEFT_HAS_IA32(maxps512_mask)
  return __builtin_ia32_maxps512_mask(a, b, a, WEFT_EVERY_LANE, 4);
#elif WEFT_LANES == 8 && WEFT_HAS_IA32(maxps256)
  return __builtin_ia32_maxps256(a, b);
#elif WEFT_LANES == 4 && WEFT_HAS_IA32(maxps)
  return __builtin_ia32_maxps(a, b);
#else
  return n_select((NI32)(a > b), a, b);
#endif
}
/// a < b ? a : b, with the same rule.
WEFT_INLINE NF32 n_min(NF32 a, NF32 b) {
#if WEFT_LANES == 16 && WEFT_HAS_IA32(minps512)
  return __builtin_ia32_minps512(a, b, 4);
#elif WEFT_LANES == 16 && WEFT_HAS_IA32(minps512_mask)
  return __builtin_ia32_minps512_mask(a, b, a, WEFT_EVERY_LANE, 4);
#elif WEFT_LANES == 8 && WEFT_HAS_IA32(minps256)
  return __builtin_ia32_minps256(a, b);
#elif WEFT_LANES == 4 && WEFT_HAS_IA32(minps)
  return __builtin_ia32_minps(a, b);
#else
  return n_select((NI32)(a < b), a, b);
#endif
}
WEFT_INLINE NF64 n_max(NF64 a, NF64 b) { return n_select((NI64)(a > b), a, b); }
WEFT_INLINE NF64 n_min(NF64 a, NF64 b) { return n_select((NI64)(a < b), a, b); }

WEFT_INLINE NF32 n_sqrt(NF32 a) {
#if WEFT_HAS_BUILTIN(__builtin_elementwise_sqrt)
  return __builtin_elementwise_sqrt(a);
#elif WEFT_LANES == 16 && WEFT_HAS_IA32(sqrtps512_mask)
  return __builtin_ia32_sqrtps512_mask(a, a, WEFT_EVERY_LANE, 4);
#elif WEFT_LANES == 8 && WEFT_HAS_IA32(sqrtps256)
  return __builtin_ia32_sqrtps256(a);
#elif WEFT_LANES == 4 && WEFT_HAS_IA32(sqrtps)
  return __builtin_ia32_sqrtps(a);
#else
  for (int i = 0; i < WEFT_LANES; ++i) a[i] = __builtin_sqrtf(a[i]);
  return a;
#endif
}
WEFT_INLINE NF64 n_sqrt(NF64 a) {
#if WEFT_HAS_BUILTIN(__builtin_elementwise_sqrt)
  return __builtin_elementwise_sqrt(a);
#elif WEFT_LANES == 16 && WEFT_HAS_IA32(sqrtpd512_mask)
  return __builtin_ia32_sqrtpd512_mask(a, a, WEFT_EVERY_HALF_LANE, 4);
#elif WEFT_LANES == 8 && WEFT_HAS_IA32(sqrtpd256)
  return __builtin_ia32_sqrtpd256(a);
#elif WEFT_LANES == 4 && WEFT_HAS_IA32(sqrtpd)
  return __builtin_ia32_sqrtpd(a);
#else
  for (int i = 0; i < WEFT_LANES / 2; ++i) a[i] = __builtin_sqrt(a[i]);
  return a;
#endif
}

/// True if n_round_mode is one instruction here; vector.h otherwise rounds by adding 2^23 or 2^52.
#if (WEFT_LANES == 16 && WEFT_HAS_IA32(rndscaleps_mask)) || \
    (WEFT_LANES == 8 && WEFT_HAS_IA32(roundps256)) || (WEFT_LANES == 4 && WEFT_HAS_IA32(roundps))
#define WEFT_HAVE_ROUND 1
/// Mode: 8 nearest even, 9 down, 10 up, 11 towards zero (each without raising "inexact").
template <int Mode>
WEFT_INLINE NF32 n_round_mode(NF32 a) {
#if WEFT_LANES == 16
  return __builtin_ia32_rndscaleps_mask(a, Mode, a, WEFT_EVERY_LANE, 4);
#elif WEFT_LANES == 8
  return __builtin_ia32_roundps256(a, Mode);
#else
  return __builtin_ia32_roundps(a, Mode);
#endif
}
template <int Mode>
WEFT_INLINE NF64 n_round_mode(NF64 a) {
#if WEFT_LANES == 16
  return __builtin_ia32_rndscalepd_mask(a, Mode, a, WEFT_EVERY_HALF_LANE, 4);
#elif WEFT_LANES == 8
  return __builtin_ia32_roundpd256(a, Mode);
#else
  return __builtin_ia32_roundpd(a, Mode);
#endif
}
#else
#define WEFT_HAVE_ROUND 0
#endif

/// a * b + c. Rounds once where the processor has a fused instruction, twice otherwise: for matrix
/// kernels only, never for elementwise functions, which must not depend on the instruction set.
WEFT_INLINE NF32 n_multiply_add(NF32 a, NF32 b, NF32 c) {
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
#if WEFT_HAS_BUILTIN(__builtin_elementwise_fma)
  return __builtin_elementwise_fma(a, b, c);
#elif WEFT_LANES == 16 && WEFT_HAS_IA32(vfmaddps512_mask)
  return __builtin_ia32_vfmaddps512_mask(a, b, c, WEFT_EVERY_LANE, 4);
#elif WEFT_LANES == 8 && WEFT_HAS_IA32(vfmaddps256)
  return __builtin_ia32_vfmaddps256(a, b, c);
#elif WEFT_LANES == 4 && WEFT_HAS_IA32(vfmaddps)
  return __builtin_ia32_vfmaddps(a, b, c);
#elif defined(__aarch64__) && WEFT_HAS_BUILTIN(__builtin_aarch64_fmav4sf)
  return __builtin_aarch64_fmav4sf(a, b, c);
#else
  return a * b + c;
#endif
#else
  return a * b + c;
#endif
}

WEFT_INLINE HF32 n_low(NF32 a) {
#ifdef WEFT_SHUFFLE
  return WEFT_SHUFFLE(a, a, WEFT_SEQ_HALF(WEFT_SAME));
#else
  return n_load<HF32>(&a);
#endif
}
WEFT_INLINE HF32 n_high(NF32 a) {
#ifdef WEFT_SHUFFLE
  return WEFT_SHUFFLE(a, a, WEFT_SEQ_HALF(WEFT_UPPER));
#else
  return n_load<HF32>(reinterpret_cast<const char*>(&a) + sizeof(HF32));
#endif
}
WEFT_INLINE HI32 n_low(NI32 a) { return (HI32)n_low((NF32)a); }
WEFT_INLINE HI32 n_high(NI32 a) { return (HI32)n_high((NF32)a); }
WEFT_INLINE NF32 n_concat(HF32 low, HF32 high) {
#ifdef WEFT_SHUFFLE
  return WEFT_SHUFFLE(low, high, WEFT_SEQ(WEFT_SAME));
#else
  NF32 r = {};
  n_store(&r, low);
  n_store(reinterpret_cast<char*>(&r) + sizeof(HF32), high);
  return r;
#endif
}

/// a0 b0 a1 b1 ...: with b the upper halves, 32-bit elements become 64-bit ones.
/// The same value, without the compiler knowing it. GCC 12 folds masks wrongly that are constants of
/// eight 64-bit lanes: `x < 4 ? 3 : 0` for eight known x gives 3 everywhere.
template <class V>
WEFT_INLINE V n_unknown(V a) {
#if WEFT_LANES == 16 && defined(__GNUC__) && !defined(__clang__)
#ifdef __AVX512F__
  __asm__("" : "+v"(a));
#else
  __asm__("" : "+m"(a));
#endif
#endif
  return a;
}

WEFT_INLINE NI64 n_zip_low(NI32 a, NI32 b) {
#ifdef WEFT_SHUFFLE
  return (NI64)WEFT_SHUFFLE(a, b, WEFT_SEQ(WEFT_ZIP_LO));
#else
  NI32 r = {};
  for (int i = 0; i < WEFT_LANES; ++i) r[i] = i % 2 == 0 ? a[i / 2] : b[i / 2];
  return (NI64)r;
#endif
}
WEFT_INLINE NI64 n_zip_high(NI32 a, NI32 b) {
#ifdef WEFT_SHUFFLE
  return (NI64)WEFT_SHUFFLE(a, b, WEFT_SEQ(WEFT_ZIP_HI));
#else
  NI32 r = {};
  constexpr int h = WEFT_LANES / 2;
  for (int i = 0; i < WEFT_LANES; ++i) r[i] = i % 2 == 0 ? a[h + i / 2] : b[h + i / 2];
  return (NI64)r;
#endif
}
/// The low 32 bits of every 64-bit element of the pair.
WEFT_INLINE NI32 n_even(NI64 low, NI64 high) {
#ifdef WEFT_SHUFFLE
  return WEFT_SHUFFLE((NI32)low, (NI32)high, WEFT_SEQ(WEFT_EVEN));
#else
  NI32 r = {};
  constexpr int h = WEFT_LANES / 2;
  for (int i = 0; i < h; ++i) r[i] = (int32_t)low[i], r[h + i] = (int32_t)high[i];
  return r;
#endif
}

WEFT_INLINE NF64 n_widen(HF32 a) {
#if defined(__clang__)
  return __builtin_convertvector(a, NF64);
#elif WEFT_LANES == 16 && WEFT_HAS_IA32(cvtps2pd512_mask)
  return __builtin_ia32_cvtps2pd512_mask(a, NF64{}, WEFT_EVERY_HALF_LANE, 4);
#elif WEFT_LANES == 8 && WEFT_HAS_IA32(cvtps2pd256)
  return __builtin_ia32_cvtps2pd256(a);
#elif WEFT_LANES == 4 && WEFT_HAS_IA32(cvtps2pd)
  return __builtin_ia32_cvtps2pd(n_concat(a, a));
#else
  return __builtin_convertvector(a, NF64);
#endif
}
WEFT_INLINE NF64 n_widen(HI32 a) {
#if defined(__clang__)
  return __builtin_convertvector(a, NF64);
#elif WEFT_LANES == 16 && WEFT_HAS_IA32(cvtdq2pd512_mask)
  return __builtin_ia32_cvtdq2pd512_mask(a, NF64{}, WEFT_EVERY_HALF_LANE);
#elif WEFT_LANES == 8 && WEFT_HAS_IA32(cvtdq2pd256)
  return __builtin_ia32_cvtdq2pd256(a);
#else
  return __builtin_convertvector(a, NF64);
#endif
}
WEFT_INLINE NF32 n_narrow(NF64 low, NF64 high) {
  return n_concat(__builtin_convertvector(low, HF32), __builtin_convertvector(high, HF32));
}
WEFT_INLINE NF32 n_to_f32(NI32 a) { return __builtin_convertvector(a, NF32); }

/// Truncation towards zero; INT32_MIN for NaN and values outside int32, as the x86 instruction.
WEFT_INLINE NI32 n_to_i32(NF32 a) {
#if WEFT_LANES == 16 && WEFT_HAS_IA32(cvttps2dq512_mask)
  return (NI32)__builtin_ia32_cvttps2dq512_mask(a, NI32{}, WEFT_EVERY_LANE, 4);
#elif WEFT_LANES == 8 && WEFT_HAS_IA32(cvttps2dq256)
  return (NI32)__builtin_ia32_cvttps2dq256(a);
#elif WEFT_LANES == 4 && WEFT_HAS_IA32(cvttps2dq)
  return (NI32)__builtin_ia32_cvttps2dq(a);
#else
  const NI32 inside = (NI32)(a >= -2147483648.0f) & (NI32)(a < 2147483648.0f);
  const NI32 r = __builtin_convertvector((NF32)((NI32)a & inside), NI32);
  return n_select(inside, r, n_splat((int32_t)INT32_MIN));
#endif
}

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
