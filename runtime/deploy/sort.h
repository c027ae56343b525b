#pragma once
/// \file Stable sorting along one dimension, for bool, integers, float and double.

#include "lines.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

/// A NaN counts as larger than every number, and two NaNs as equal.
template <class T>
WEFT_INLINE bool sorts_before(T a, T b) {
  return b != b ? a == a : a < b;
}

/// `order` becomes the positions 0 .. length-1 in the order of the elements at x[position *
/// stride]; equal ones stay in the order in which they stand, also where the order descends.
/// `spare` has room for as many.
template <bool Descending, class T>
void sort_positions(const T* x, int64_t stride, int64_t length, int64_t* order, int64_t* spare) {
  for (int64_t k = 0; k < length; ++k) order[k] = k;
  // Merges runs of doubling length; an element of the right run goes first only if it has to.
  for (int64_t run = 1; run < length; run *= 2) {
    for (int64_t begin = 0; begin < length; begin += 2 * run) {
      const int64_t middle = begin + run < length ? begin + run : length;
      const int64_t end = begin + 2 * run < length ? begin + 2 * run : length;
      int64_t left = begin;
      int64_t right = middle;
      for (int64_t k = begin; k < end; ++k) {
        bool takes_right = left == middle;
        if (!takes_right && right < end) {
          const T a = x[order[left] * stride];
          const T b = x[order[right] * stride];
          takes_right = Descending ? sorts_before(a, b) : sorts_before(b, a);
        }
        spare[k] = takes_right ? order[right++] : order[left++];
      }
    }
    for (int64_t k = 0; k < length; ++k) order[k] = spare[k];
  }
}

/// Sorts the lines [begin, end) of `from`; the first `to.length` elements of each become a line of
/// `values`, and where they stood one of `positions`. `scratch` has room for 2 * from.length.
template <bool Descending, class T>
void sort_lines(int64_t begin, int64_t end, Lines from, Lines to, const T* x, T* values,
                int64_t* positions, int64_t* scratch) {
  for (int64_t i = begin; i < end; ++i) {
    const T* line = x + from.first(i);
    sort_positions<Descending>(line, from.stride, from.length, scratch, scratch + from.length);
    const int64_t first = to.first(i);
    for (int64_t k = 0; k < to.length; ++k) {
      values[first + k * to.stride] = line[scratch[k] * from.stride];
      positions[first + k * to.stride] = scratch[k];
    }
  }
}

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
