#pragma once
/// \file Distinct slices of a tensor along one dimension, and positions that repeat.

#include "lines.h"
#include "sort.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

/// Slices along the dimension of `lines`: slice k is element k of every line.
template <class T>
WEFT_INLINE bool slice_before(const T* x, Lines lines, int64_t a, int64_t b) {
  for (int64_t i = 0; i < lines.count(); ++i) {
    const T p = x[lines.first(i) + a * lines.stride];
    const T q = x[lines.first(i) + b * lines.stride];
    if (sorts_before(p, q)) return true;
    if (sorts_before(q, p)) return false;
  }
  return false;
}
/// A NaN equals nothing.
template <class T>
WEFT_INLINE bool same_slices(const T* x, Lines lines, int64_t a, int64_t b) {
  for (int64_t i = 0; i < lines.count(); ++i) {
    if (!(x[lines.first(i) + a * lines.stride] == x[lines.first(i) + b * lines.stride])) {
      return false;
    }
  }
  return true;
}

/// The order of the slices; equal ones stay in the order in which they stand.
template <class T>
void sort_slices(const T* x, Lines lines, int64_t* order, int64_t* spare) {
  const int64_t length = lines.length;
  for (int64_t run = 1; run < length; run *= 2) {
    for (int64_t begin = 0; begin < length; begin += 2 * run) {
      const int64_t middle = begin + run < length ? begin + run : length;
      const int64_t end = begin + 2 * run < length ? begin + 2 * run : length;
      int64_t left = begin;
      int64_t right = middle;
      for (int64_t k = begin; k < end; ++k) {
        const bool takes_right =
            left == middle || (right < end && slice_before(x, lines, order[right], order[left]));
        spare[k] = takes_right ? order[right++] : order[left++];
      }
    }
    for (int64_t k = 0; k < length; ++k) order[k] = spare[k];
  }
}

/// Distinct slices, sorted or each run of equal neighbours once. `values` gets them densely;
/// `inverse`, where not null, the number of each slice among them, `counts` how often each occurs.
/// `scratch` has room for 2 * lines.length. Returns how many there are.
template <class T>
int64_t unique_slices(bool sorted, Lines lines, const T* x, T* values, int64_t* inverse,
                      int64_t* counts, int64_t* scratch) {
  int64_t* const order = scratch;
  int64_t* const first = scratch + lines.length;
  for (int64_t k = 0; k < lines.length; ++k) order[k] = k;
  if (sorted) sort_slices(x, lines, order, first);
  int64_t found = 0;
  for (int64_t k = 0; k < lines.length; ++k) {
    const bool fresh = k == 0 || !same_slices(x, lines, order[k - 1], order[k]);
    if (fresh) {
      if (counts != nullptr) counts[found] = 0;
      first[found++] = order[k];
    }
    if (counts != nullptr) ++counts[found - 1];
    if (inverse != nullptr) inverse[order[k]] = found - 1;
  }
  const Lines to = {lines.outer, found, lines.stride};
  for (int64_t i = 0; i < lines.count(); ++i) {
    for (int64_t k = 0; k < found; ++k) {
      values[to.first(i) + k * to.stride] = x[lines.first(i) + first[k] * lines.stride];
    }
  }
  return found;
}

/// How many positions `repeat_positions` gives; -1 where a number is negative.
inline int64_t repeated_count(int64_t n, const int64_t* repeats) {
  int64_t total = 0;
  for (int64_t i = 0; i < n; ++i) {
    if (repeats[i] < 0) return -1;
    total += repeats[i];
  }
  return total;
}
/// Position i, `repeats[i]` times, for all i.
inline void repeat_positions(int64_t n, const int64_t* repeats, int64_t* out) {
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t k = 0; k < repeats[i]; ++k) *out++ = i;
  }
}

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
