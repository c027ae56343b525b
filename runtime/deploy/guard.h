#pragma once
/// \file What the entry of a bundle checks a call with. The checks themselves are straight-line
/// code in the entry; the sentences for those that fail are in refusal.h.

#include <string.h>

#include "tensor_view.h"

namespace weft_deploy {
inline namespace WEFT_HOST_SPACE {

/// A tensor that the weights file has to hold.
struct TensorGuard {
  const char* name;
  int32_t dtype;
  int32_t rank;
  const int64_t* sizes;
};

/// Larger extents are refused, so that sums of a few of them fit into 64 bits.
constexpr int64_t kLargestExtent = int64_t{1} << 40;

inline bool has_type(const TensorView& view, int32_t dtype, int32_t rank) {
  return view.dtype == dtype && view.rank == rank;
}

/// The bytes of a tensor; none for one without elements.
struct MemoryRange {
  uintptr_t begin = 0;
  uintptr_t end = 0;
};

inline bool overlap(const MemoryRange& a, const MemoryRange& b) {
  return a.begin < b.end && b.begin < a.end;
}

/// True if the elements of a tensor of this rank and type, whose sizes are not negative, can be
/// read as a dense row-major tensor: strides, alignment, memory, and a number of bytes that fits.
/// Strides of dimensions of size 1 do not matter, and nothing does of a tensor without elements.
template <int32_t rank, int64_t element_bytes>
inline bool find_memory(const TensorView& view, MemoryRange* range) {
  int64_t count = 1;
  bool fits = true;
  bool dense = true;
  for (int32_t i = rank - 1; i >= 0; --i) {
    const int64_t size = view.sizes[i];
    if (size == 0) return true;
    dense = dense && (size == 1 || view.strides[i] == count);
    fits = !__builtin_mul_overflow(count, size, &count) && fits;
  }
  fits = !__builtin_mul_overflow(count, element_bytes, &count) && fits;
  range->begin = reinterpret_cast<uintptr_t>(view.data);
  range->end = range->begin + static_cast<uintptr_t>(count);
  return fits && dense && range->begin != 0 &&
         range->begin % static_cast<uintptr_t>(element_bytes) == 0;
}

/// Copies between tensors that share no memory; there may be none where there is nothing to copy.
inline void copy_bytes(void* to, const void* from, int64_t bytes) {
  if (bytes > 0) memcpy(to, from, static_cast<size_t>(bytes));
}

/// A dense tensor of this type and shape; its data stay as they are.
inline void describe_dense(TensorView* view, int32_t dtype, const int64_t* sizes, int32_t rank) {
  view->dtype = dtype;
  view->rank = rank;
  int64_t stride = 1;
  for (int32_t i = rank - 1; i >= 0; --i) {
    view->sizes[i] = sizes[i];
    view->strides[i] = stride;
    stride *= sizes[i] > 1 ? sizes[i] : 1;
  }
}

}  // namespace WEFT_HOST_SPACE
}  // namespace weft_deploy
