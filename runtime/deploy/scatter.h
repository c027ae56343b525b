#pragma once
/// \file Writing at positions that come from data, for bool, integers, float and double.

#include "integer_math.h"
#include "scalar_ops.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

/// What becomes of an element when a value arrives at it.
enum class Arrival : int { kReplace, kAdd, kMultiply, kLargest, kSmallest };

/// Integers wrap, bool adds by "or" and multiplies by "and", NaN wins over every number.
WEFT_INLINE bool add_arrival(bool a, bool b) { return a || b; }
WEFT_INLINE float add_arrival(float a, float b) { return a + b; }
WEFT_INLINE double add_arrival(double a, double b) { return a + b; }
template <class T>
WEFT_INLINE T add_arrival(T a, T b) {
  return wrap_add(a, b);
}
WEFT_INLINE bool multiply_arrival(bool a, bool b) { return a && b; }
WEFT_INLINE float multiply_arrival(float a, float b) { return a * b; }
WEFT_INLINE double multiply_arrival(double a, double b) { return a * b; }
template <class T>
WEFT_INLINE T multiply_arrival(T a, T b) {
  return wrap_mul(a, b);
}
template <class T>
WEFT_INLINE void arrive(T& held, T value, Arrival how) {
  switch (how) {
    case Arrival::kReplace:
      held = value;
      return;
    case Arrival::kAdd:
      held = add_arrival(held, value);
      return;
    case Arrival::kMultiply:
      held = multiply_arrival(held, value);
      return;
    case Arrival::kLargest:
      if (held == held && !(held > value)) held = value;
      return;
    case Arrival::kSmallest:
      if (held == held && !(held < value)) held = value;
      return;
  }
}

template <class T>
WEFT_INLINE void copy_elements(int64_t count, const T* from, T* to) {
  for (int64_t i = 0; i < count; ++i) to[i] = from[i];
}

/// Value i arrives at element positions[i], one after the other.
template <class T>
void arrive_at(int64_t count, Arrival how, const int64_t* positions, const T* values, T* target) {
  for (int64_t i = 0; i < count; ++i) arrive(target[positions[i]], values[i], how);
}

/// Shapes of a scatter along `dim`: the index walks over `index_sizes`; its element names the
/// position along `dim` in the dense target, the other coordinates are its own. The dense source
/// may be larger than the index. `at` has room for `rank`.
struct ScatterShape {
  int rank;
  int dim;
  const int64_t* index_sizes;
  const int64_t* target_sizes;
  const int64_t* source_sizes;
};

/// Sends the elements of `source` to `target` in row-major order of the index. The first arrival at
/// a place acts as `first` says; `arrivals` counts them, 0 at the beginning. `bad(index, extent)`
/// is called for an index that is out of range, and nothing arrives then.
template <class T, class Bad>
void scatter_elements(const ScatterShape& shape, Arrival how, Arrival first, const int64_t* index,
                      const T* source, T* target, int64_t* arrivals, int64_t* at, const Bad& bad) {
  int64_t count = 1;
  for (int d = 0; d < shape.rank; ++d) {
    count *= shape.index_sizes[d];
    at[d] = 0;
  }
  const int64_t extent = shape.target_sizes[shape.dim];
  for (int64_t i = 0; i < count; ++i) {
    const int64_t position = index[i];
    if (position < 0 || position >= extent) {
      bad(position, extent);
    } else {
      int64_t to = 0;
      int64_t from = 0;
      for (int d = 0; d < shape.rank; ++d) {
        to = to * shape.target_sizes[d] + (d == shape.dim ? position : at[d]);
        from = from * shape.source_sizes[d] + at[d];
      }
      arrive(target[to], source[from], arrivals[to]++ == 0 ? first : how);
    }
    for (int d = shape.rank - 1; d >= 0; --d) {
      if (++at[d] < shape.index_sizes[d]) break;
      at[d] = 0;
    }
  }
}

/// Turns sums into means where something arrived; `self` is 1 if the element that stood there
/// counts. Means of integers round towards minus infinity.
WEFT_INLINE bool mean_of(bool sum, int64_t) { return sum; }
WEFT_INLINE float mean_of(float sum, int64_t count) { return sum / static_cast<float>(count); }
WEFT_INLINE double mean_of(double sum, int64_t count) { return sum / static_cast<double>(count); }
template <class T>
WEFT_INLINE T mean_of(T sum, int64_t count) {
  return static_cast<T>(div_floor_scalar(static_cast<int64_t>(sum), count));
}
template <class T>
void divide_by_arrivals(int64_t count, int64_t self, const int64_t* arrivals, T* target) {
  for (int64_t i = 0; i < count; ++i) {
    const int64_t parts = arrivals[i] + self;
    if (arrivals[i] != 0 && parts != 1) target[i] = mean_of(target[i], parts);
  }
}

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
