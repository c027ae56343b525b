#pragma once
/// \file Checks of the tensors that a compiled model is called with.

#include "tensor_view.h"

namespace weft_deploy {
inline namespace WEFT_HOST_SPACE {

/// What a model was compiled for.
struct TensorGuard {
  const char* name;
  int32_t dtype;
  int32_t rank;
  const int64_t* sizes;
};

/// True for a dense row-major tensor of exactly this type and shape whose memory can be read.
inline bool meets(const TensorView& view, const TensorGuard& guard) {
  if (view.dtype != guard.dtype || view.rank != guard.rank) return false;
  bool has_elements = true;
  for (int32_t i = 0; i < guard.rank; ++i) {
    if (view.sizes[i] != guard.sizes[i]) return false;
    has_elements = has_elements && guard.sizes[i] != 0;
  }
  if (!has_elements) return true;
  const auto address = reinterpret_cast<uintptr_t>(view.data);
  return address != 0 && address % static_cast<uintptr_t>(dtype_size(guard.dtype)) == 0 &&
         is_contiguous(view);
}

/// Says why a tensor does not meet its guard. `role` is "input" or "output".
__attribute__((cold, noinline)) inline int32_t refuse(Status* status, const char* role,
                                                      int32_t position, const TensorView& view,
                                                      const TensorGuard& guard) {
  TensorView expected = {};
  expected.dtype = guard.dtype;
  expected.rank = guard.rank;
  for (int32_t i = 0; i < guard.rank; ++i) expected.sizes[i] = guard.sizes[i];
  char want[160], got[160];
  describe_view(expected, want, sizeof(want));
  describe_view(view, got, sizeof(got));
  bool same = view.dtype == guard.dtype && view.rank == guard.rank;
  for (int32_t i = 0; same && i < guard.rank; ++i) same = view.sizes[i] == guard.sizes[i];
  const char* more = "";
  if (same) {
    more = view.data == nullptr      ? " without memory"
           : !is_contiguous(view)    ? " with strides that are not dense"
                                     : " at an address that is not aligned for its type";
  }
  return fail(status, WEFT_BAD_ARGUMENT, "%s %d (%s): expected dense %s, got %s%s", role,
              static_cast<int>(position), guard.name, want, got, more);
}

/// True if the memory of two dense tensors has bytes in common.
inline bool overlap(const TensorView& a, const TensorView& b) {
  const int64_t a_bytes = element_count(a) * dtype_size(a.dtype);
  const int64_t b_bytes = element_count(b) * dtype_size(b.dtype);
  const auto a_first = reinterpret_cast<uintptr_t>(a.data);
  const auto b_first = reinterpret_cast<uintptr_t>(b.data);
  return a_bytes > 0 && b_bytes > 0 && a_first < b_first + static_cast<uintptr_t>(b_bytes) &&
         b_first < a_first + static_cast<uintptr_t>(a_bytes);
}

}  // namespace WEFT_HOST_SPACE
}  // namespace weft_deploy
