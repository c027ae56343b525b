#pragma once
/// \file Loads, stores and loops for kernel bodies that are written once for every lane count.
///
/// A kernel body is a function template over a tag that says how many lanes are in use:
///
///   auto body = [&](int64_t i, auto lanes) {
///     auto x = load(lanes, in + i);              // F32 (or float for One)
///     store(lanes, out + i, maximum(x, decltype(x)(0.0f)));
///   };
///   for_each_vector(begin, end, body);           // Full vectors, then one Part for the tail
///
/// Full: all kLanes. Part: the first `count()` of them; memory outside is neither read nor written,
/// the other lanes of a load are zero. One: a single element in scalar types, for loops that cannot
/// be vectorised. `typename L::F32` etc. name the types that belong to a tag.
///
/// Element types: float, double, int32_t, int64_t, bool, Half, BFloat16, int8_t, uint8_t, int16_t.
/// 16-bit floats are computed in F32, narrow integers in I32 (wrap with wrap_i8 and friends after
/// each operator), bool in Mask.

#include "vector_storage.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

struct Full {
  using F32 = ::weft_deploy::WEFT_ISA_SPACE::F32;
  using F64 = ::weft_deploy::WEFT_ISA_SPACE::F64;
  using I32 = ::weft_deploy::WEFT_ISA_SPACE::I32;
  using I64 = ::weft_deploy::WEFT_ISA_SPACE::I64;
  using Mask = ::weft_deploy::WEFT_ISA_SPACE::Mask;
  static WEFT_INLINE constexpr int count() { return kLanes; }
};
struct Part {
  using F32 = ::weft_deploy::WEFT_ISA_SPACE::F32;
  using F64 = ::weft_deploy::WEFT_ISA_SPACE::F64;
  using I32 = ::weft_deploy::WEFT_ISA_SPACE::I32;
  using I64 = ::weft_deploy::WEFT_ISA_SPACE::I64;
  using Mask = ::weft_deploy::WEFT_ISA_SPACE::Mask;
  int used;  ///< 0 .. kLanes
  WEFT_INLINE constexpr int count() const { return used; }
};
struct One {
  using F32 = float;
  using F64 = double;
  using I32 = int32_t;
  using I64 = int64_t;
  using Mask = bool;
  static WEFT_INLINE constexpr int count() { return 1; }
};

/// Calls body(i, Full{}) for whole vectors of [begin, end) and body(i, Part{rest}) for what is
/// left.
template <class Body>
WEFT_INLINE void for_each_vector(int64_t begin, int64_t end, const Body& body) {
  int64_t i = begin;
  for (; i + kLanes <= end; i += kLanes) body(i, Full{});
  if (i < end) body(i, Part{static_cast<int>(end - i)});
}
/// Calls body(i, One{}) for every i of [begin, end).
template <class Body>
WEFT_INLINE void for_each_element(int64_t begin, int64_t end, const Body& body) {
  for (int64_t i = begin; i < end; ++i) body(i, One{});
}

/// The first n elements (n < kLanes) in copies of fixed sizes: a loop would become a library call.
template <class T>
WEFT_INLINE void copy_some(T* to, const T* from, int n) {
#if WEFT_LANES > 8
  if (n & 8) {
    __builtin_memcpy(to, from, 8 * sizeof(T));
    to += 8;
    from += 8;
  }
#endif
#if WEFT_LANES > 4
  if (n & 4) {
    __builtin_memcpy(to, from, 4 * sizeof(T));
    to += 4;
    from += 4;
  }
#endif
  if (n & 2) {
    __builtin_memcpy(to, from, 2 * sizeof(T));
    to += 2;
    from += 2;
  }
  if (n & 1) __builtin_memcpy(to, from, sizeof(T));
}

// --- contiguous --------------------------------------------------------------------------------

template <class T>
WEFT_INLINE auto load(Full, const T* p) {
  return load_full(p);
}
template <class T>
WEFT_INLINE auto load(Part lanes, const T* p) {
  if (lanes.used == kLanes) return load_full(p);
  T some[kLanes] = {};
  copy_some(some, p, lanes.used);
  return load_full(some);
}
template <class T, class V>
WEFT_INLINE void store(Full, T* p, V x) {
  store_full(p, x);
}
template <class T, class V>
WEFT_INLINE void store(Part lanes, T* p, V x) {
  if (lanes.used == kLanes) return store_full(p, x);
  T some[kLanes];
  store_full(some, x);
  copy_some(p, some, lanes.used);
}

#if WEFT_LANES == 8 && WEFT_HAS_IA32(maskloadps256)
WEFT_INLINE NI32 n_first(int n) { return (NI32)(NI32{WEFT_SEQ(WEFT_SAME)} < n_splat(n)); }
WEFT_INLINE F32 load(Part lanes, const float* p) {
  return F32(__builtin_ia32_maskloadps256(reinterpret_cast<const NF32*>(p), n_first(lanes.used)));
}
WEFT_INLINE I32 load(Part lanes, const int32_t* p) {
  return as_bits(load(lanes, reinterpret_cast<const float*>(p)));
}
// No masked store: AMD processors take dozens of micro-operations for it.
#elif WEFT_LANES == 16 && WEFT_HAS_IA32(loadups512_mask)
WEFT_INLINE uint16_t n_first(int n) { return static_cast<uint16_t>((1U << n) - 1U); }
WEFT_INLINE F32 load(Part lanes, const float* p) {
  return F32(__builtin_ia32_loadups512_mask(p, NF32{}, n_first(lanes.used)));
}
WEFT_INLINE I32 load(Part lanes, const int32_t* p) {
  return as_bits(load(lanes, reinterpret_cast<const float*>(p)));
}
WEFT_INLINE void store(Part lanes, float* p, F32 x) {
  __builtin_ia32_storeups512_mask(p, x.v, n_first(lanes.used));
}
WEFT_INLINE void store(Part lanes, int32_t* p, I32 x) {
  store(lanes, reinterpret_cast<float*>(p), as_f32(x));
}
#endif

WEFT_INLINE float load(One, const float* p) { return *p; }
WEFT_INLINE double load(One, const double* p) { return *p; }
WEFT_INLINE int32_t load(One, const int32_t* p) { return *p; }
WEFT_INLINE int64_t load(One, const int64_t* p) { return *p; }
WEFT_INLINE float load(One, const Half* p) { return to_f32(*p); }
WEFT_INLINE float load(One, const BFloat16* p) { return to_f32(*p); }
WEFT_INLINE int32_t load(One, const int8_t* p) { return *p; }
WEFT_INLINE int32_t load(One, const uint8_t* p) { return *p; }
WEFT_INLINE int32_t load(One, const int16_t* p) { return *p; }
WEFT_INLINE bool load(One, const bool* p) { return *p; }
WEFT_INLINE void store(One, float* p, float x) { *p = x; }
WEFT_INLINE void store(One, double* p, double x) { *p = x; }
WEFT_INLINE void store(One, int32_t* p, int32_t x) { *p = x; }
WEFT_INLINE void store(One, int64_t* p, int64_t x) { *p = x; }
WEFT_INLINE void store(One, Half* p, float x) { *p = to_half(x); }
WEFT_INLINE void store(One, BFloat16* p, float x) { *p = to_bfloat16(x); }
WEFT_INLINE void store(One, int8_t* p, int32_t x) { *p = static_cast<int8_t>(x); }
WEFT_INLINE void store(One, uint8_t* p, int32_t x) { *p = static_cast<uint8_t>(x); }
WEFT_INLINE void store(One, int16_t* p, int32_t x) { *p = static_cast<int16_t>(x); }
WEFT_INLINE void store(One, bool* p, bool x) { *p = x; }

// --- strided and indexed -----------------------------------------------------------------------

/// Elements p[0], p[stride], p[2 * stride], ...; stride may be 0 or negative.
template <class T>
WEFT_INLINE auto load(Full, const T* p, int64_t stride) {
  T some[kLanes];
  for (int i = 0; i < kLanes; ++i) some[i] = p[i * stride];
  return load_full(some);
}
template <class T>
WEFT_INLINE auto load(Part lanes, const T* p, int64_t stride) {
  T some[kLanes] = {};
  for (int i = 0; i < lanes.used; ++i) some[i] = p[i * stride];
  return load_full(some);
}
template <class T>
WEFT_INLINE auto load(One, const T* p, int64_t) {
  return load(One{}, p);
}
template <class T, class V>
WEFT_INLINE void store(Full, T* p, int64_t stride, V x) {
  T some[kLanes];
  store_full(some, x);
  for (int i = 0; i < kLanes; ++i) p[i * stride] = some[i];
}
template <class T, class V>
WEFT_INLINE void store(Part lanes, T* p, int64_t stride, V x) {
  T some[kLanes];
  store_full(some, x);
  for (int i = 0; i < lanes.used; ++i) p[i * stride] = some[i];
}
template <class T, class V>
WEFT_INLINE void store(One, T* p, int64_t, V x) {
  store(One{}, p, x);
}

/// Elements p[index of the lane]; the caller has checked the range. I is I64 or I32 of the tag.
template <class T, class I>
WEFT_INLINE auto gather(Full, const T* p, I index) {
  T some[kLanes];
  for (int i = 0; i < kLanes; ++i) some[i] = p[index[i]];
  return load_full(some);
}
template <class T, class I>
WEFT_INLINE auto gather(Part lanes, const T* p, I index) {
  T some[kLanes] = {};
  for (int i = 0; i < lanes.used; ++i) some[i] = p[index[i]];
  return load_full(some);
}
template <class T>
WEFT_INLINE auto gather(One, const T* p, int64_t index) {
  return load(One{}, p + index);
}

/// first, first + 1, ... in the types of a tag.
WEFT_INLINE I32 iota_i32(Full, int32_t first) { return iota_i32(first); }
WEFT_INLINE I32 iota_i32(Part, int32_t first) { return iota_i32(first); }
WEFT_INLINE int32_t iota_i32(One, int32_t first) { return first; }
WEFT_INLINE I64 iota_i64(Full, int64_t first) { return iota_i64(first); }
WEFT_INLINE I64 iota_i64(Part, int64_t first) { return iota_i64(first); }
WEFT_INLINE int64_t iota_i64(One, int64_t first) { return first; }

/// x in the lanes in use and `rest` in the others: the neutral element before a reduction.
template <class V>
WEFT_INLINE V keep_used(Full, V x, V) {
  return x;
}
template <class V>
WEFT_INLINE V keep_used(Part lanes, V x, V rest) {
  return select(iota_i32(0) < I32(lanes.used), x, rest);
}
template <class V>
WEFT_INLINE V keep_used(One, V x, V) {
  return x;
}

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
