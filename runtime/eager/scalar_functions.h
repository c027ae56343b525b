/// \file The scalar functions behind ScalarOp, on one element. They are those of the support headers
/// of generated code, so that eager and generated results agree bit for bit.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <weft/runtime/deploy/scalar_math.h>
#include <weft/runtime/deploy/integer_math.h>
#include <weft/runtime/deploy/scalar_ops.h>

namespace weft::eager::functions {

using weft_deploy::abs;
using weft_deploy::acos;
using weft_deploy::acosh;
using weft_deploy::asin;
using weft_deploy::asinh;
using weft_deploy::atan;
using weft_deploy::atan2;
using weft_deploy::atanh;
using weft_deploy::ceil;
using weft_deploy::cos;
using weft_deploy::cosh;
using weft_deploy::erf;
using weft_deploy::erfc;
using weft_deploy::exp;
using weft_deploy::exp2;
using weft_deploy::expm1;
using weft_deploy::floor;
using weft_deploy::fmod;
using weft_deploy::hypot;
using weft_deploy::is_inf;
using weft_deploy::is_nan;
using weft_deploy::log;
using weft_deploy::log10;
using weft_deploy::log1p;
using weft_deploy::log2;
using weft_deploy::pow;
using weft_deploy::remainder;
using weft_deploy::round;
using weft_deploy::rsqrt;
using weft_deploy::sigmoid;
using weft_deploy::sin;
using weft_deploy::sinh;
using weft_deploy::sqrt;
using weft_deploy::tan;
using weft_deploy::tanh;
using weft_deploy::trunc;

template <typename T>
T negate(T x) {
  return -x;
}
/// Zero for NaN and for both zeros.
/// \source torch.sign
template <typename T>
T sign(T x) {
  return static_cast<T>((x > T(0)) - (x < T(0)));
}

template <typename T>
T floor_divide(T a, T b) {
  return weft_deploy::div_floor(a, b);
}

// Integers narrower than int32 compute in int32, which holds every quotient and rest.
template <typename T>
using WideInteger = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;

template <typename T>
T divide_truncating(T a, T b) {
  return static_cast<T>(weft_deploy::div_trunc(WideInteger<T>(a), WideInteger<T>(b)));
}
template <typename T>
T divide_floor(T a, T b) {
  return static_cast<T>(weft_deploy::div_floor(WideInteger<T>(a), WideInteger<T>(b)));
}
template <typename T>
T integer_remainder(T a, T b) {
  return static_cast<T>(weft_deploy::remainder(WideInteger<T>(a), WideInteger<T>(b)));
}
template <typename T>
T integer_fmod(T a, T b) {
  return static_cast<T>(weft_deploy::fmod(WideInteger<T>(a), WideInteger<T>(b)));
}

/// Power by squaring, wrapping. A negative exponent gives 0 unless the base is 1 or -1.
/// \source torch.pow on integer tensors
template <typename T>
T integer_pow(T base, T exponent) {
  if constexpr (std::is_signed_v<T>) {
    if (exponent < 0) return static_cast<T>(base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0);
  }
  T result = 1;
  while (exponent > 0) {
    if (exponent & 1) result = weft_deploy::wrap_mul(result, base);
    base = weft_deploy::wrap_mul(base, base);
    exponent = static_cast<T>(exponent >> 1);
  }
  return result;
}

// Counts outside [0, width) shift everything out.
template <typename T>
T shift_left(T a, T b) {
  if (b < 0 || b >= static_cast<int>(8 * sizeof(T))) return 0;
  return static_cast<T>(static_cast<std::uint64_t>(a) << b);
}
template <typename T>
T shift_right(T a, T b) {
  // Of a signed type the sign is left.
  constexpr int kLast = static_cast<int>(8 * sizeof(T)) - (std::is_signed_v<T> ? 1 : 0);
  return static_cast<T>(a >> (b < 0 || b > kLast ? kLast : static_cast<int>(b)));
}

/// Truncation; what does not fit becomes what x86 processors make of it (see scalar_ops.h).
template <typename To, typename From>
To float_to_integer(From x) {
  if constexpr (std::is_same_v<To, std::int64_t>) return weft_deploy::to_i64(x);
  if constexpr (std::is_same_v<To, std::int32_t>) return weft_deploy::to_i32(x);
  if constexpr (std::is_same_v<To, std::uint8_t>) return static_cast<To>(weft_deploy::to_u8(x));
  if constexpr (std::is_same_v<To, std::int16_t>) return static_cast<To>(weft_deploy::to_i16(x));
  if constexpr (std::is_same_v<To, std::int8_t>) return static_cast<To>(weft_deploy::to_i8(x));
}

}  // namespace weft::eager::functions
