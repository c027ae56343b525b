#pragma once
/// \file What generated kernels need beside vectors and math: checked indices and divisors, positions
/// of extrema.

#include "kernel_part.h"
#include "lanes.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

/// Reports bad data. Several workers may do so at once.
WEFT_INLINE void report_bad(int32_t* bad) { __atomic_store_n(bad, 1, __ATOMIC_RELAXED); }

/// `value` as an index below `extent`, counted from the end where it is negative; 0 and a report
/// where it is out of range.
WEFT_INLINE int64_t checked_index(int64_t value, int64_t extent, int32_t* bad) {
  const int64_t index = value < 0 ? value + extent : value;
  if (index >= 0 && index < extent) return index;
  report_bad(bad);
  return 0;
}

/// `value` as an index below `extent`; 0 and a report where it is out of range, also below 0.
WEFT_INLINE int64_t bounded_index(int64_t value, int64_t extent, int32_t* bad) {
  if (value >= 0 && value < extent) return value;
  report_bad(bad);
  return 0;
}

/// A divisor of integers; reports zero.
template <class T>
WEFT_INLINE T checked_divisor(T value, int32_t* bad) {
  if (value == T(0)) report_bad(bad);
  return value;
}

/// Position of the first largest (Sign = 1) or smallest (Sign = -1) value; a NaN counts as extreme.
template <int Sign, class T>
struct Extremum {
  T value = T(0);
  int64_t position = -1;
  WEFT_INLINE void add(T x, int64_t at) {
    const bool better = Sign > 0 ? x > value : x < value;
    if (position < 0 || (value == value && (better || x != x))) {
      value = x;
      position = at;
    }
  }
};

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
