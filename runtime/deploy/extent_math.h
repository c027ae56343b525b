#pragma once
/// \file Arithmetic on the extents of a call: sizes that overflow are noticed.

#include "tiling.h"

namespace weft_deploy {
inline namespace WEFT_HOST_SPACE {

/// Quotient and rest, rounded towards minus infinity; 0 for a division by 0.
constexpr int64_t div_floor(int64_t a, int64_t b) {
  return b == 0 ? 0 : a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}
constexpr int64_t remainder(int64_t a, int64_t b) { return b == 0 ? 0 : a - div_floor(a, b) * b; }

/// An integer that remembers whether it, or what it was computed from, did not fit into 64 bits.
struct CheckedInt {
  int64_t value;
  bool overflow = false;
  constexpr CheckedInt(int64_t number) : value(number) {}  // NOLINT(google-explicit-constructor)
  constexpr CheckedInt(int64_t number, bool too_large) : value(number), overflow(too_large) {}
};

inline CheckedInt operator+(CheckedInt a, CheckedInt b) {
  int64_t sum = 0;
  const bool overflow = __builtin_add_overflow(a.value, b.value, &sum);
  return {sum, overflow || a.overflow || b.overflow};
}
inline CheckedInt operator-(CheckedInt a, CheckedInt b) {
  int64_t difference = 0;
  const bool overflow = __builtin_sub_overflow(a.value, b.value, &difference);
  return {difference, overflow || a.overflow || b.overflow};
}
inline CheckedInt operator-(CheckedInt a) { return CheckedInt(0) - a; }
inline CheckedInt operator*(CheckedInt a, CheckedInt b) {
  int64_t product = 0;
  const bool overflow = __builtin_mul_overflow(a.value, b.value, &product);
  return {product, overflow || a.overflow || b.overflow};
}
inline CheckedInt div_floor(CheckedInt a, CheckedInt b) {
  return {div_floor(a.value, b.value), a.overflow || b.overflow};
}
inline CheckedInt remainder(CheckedInt a, CheckedInt b) {
  return {remainder(a.value, b.value), a.overflow || b.overflow};
}
inline CheckedInt operator/(CheckedInt a, CheckedInt b) { return div_floor(a, b); }
inline CheckedInt operator%(CheckedInt a, CheckedInt b) { return remainder(a, b); }
/// True for a negative number and for one that does not fit.
inline bool is_negative(CheckedInt a) { return a.overflow || a.value < 0; }
/// True unless the number fits and is this one.
inline bool differs(int64_t size, CheckedInt wanted) {
  return wanted.overflow || size != wanted.value;
}
inline CheckedInt smaller(CheckedInt a, CheckedInt b) {
  return {smaller(a.value, b.value), a.overflow || b.overflow};
}
inline CheckedInt larger(CheckedInt a, CheckedInt b) {
  return {larger(a.value, b.value), a.overflow || b.overflow};
}

}  // namespace WEFT_HOST_SPACE
}  // namespace weft_deploy
