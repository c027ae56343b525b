#pragma once
/// \file Results that have as many elements as the data says, and writing under a mask.

#include "isa.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

/// The indices of the true elements of a dense tensor in row-major order, a row of `rank` numbers
/// each. `rows` has room for all elements. Returns how many there are.
inline int64_t nonzero_rows(const bool* flags, int rank, const int64_t* sizes, int64_t* rows) {
  int64_t count = 1;
  for (int d = 0; d < rank; ++d) count *= sizes[d];
  int64_t found = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (!flags[i]) continue;
    int64_t rest = i;
    for (int d = rank; d-- > 0;) {
      rows[found * rank + d] = rest % sizes[d];
      rest /= sizes[d];
    }
    ++found;
  }
  return found;
}

/// One more than the largest of the numbers, at least `least`; -1 if one is negative or there is no
/// such count.
inline int64_t bins_of(int64_t count, const int64_t* numbers, int64_t least) {
  int64_t bins = least;
  for (int64_t i = 0; i < count; ++i) {
    if (numbers[i] < 0 || numbers[i] == INT64_MAX) return -1;
    if (numbers[i] >= bins) bins = numbers[i] + 1;
  }
  return bins;
}

/// `result` becomes `input` with the elements under the mask replaced by those of `source`, one
/// after the other. False if the source has too few; `result` then holds those that it has.
template <class T>
bool scatter_under_mask(int64_t count, const T* input, const bool* mask, int64_t available,
                        const T* source, T* result) {
  int64_t taken = 0;
  for (int64_t i = 0; i < count; ++i) {
    const bool takes = mask[i] && taken < available;
    result[i] = takes ? source[taken] : input[i];
    taken += mask[i] ? 1 : 0;
  }
  return taken <= available;
}

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
