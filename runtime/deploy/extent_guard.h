#pragma once
/// \file Checks of tensors whose extents a call decides. The checks themselves are straight-line
/// code in the bundle's entry; here is what they share, and the sentences for those that fail.

#include "guard.h"

namespace weft_deploy {
inline namespace WEFT_HOST_SPACE {

/// Larger extents are refused, so that sums of a few of them fit into 64 bits.
constexpr int64_t kLargestExtent = int64_t{1} << 40;

/// A declared extent: the input at which it is read, and what its value counts. A number that is
/// found in the data has the input -2.
struct ExtentName {
  const char* name;
  int32_t input;
  int64_t unit;
};
/// What a tensor has to be, in words; bit k of `extents` is set if extent k occurs in it.
struct ShapeGuard {
  const char* name;
  const char* type;  ///< "f32[N, 3]"
  int32_t dtype;
  int32_t rank;
  uint64_t extents;
};
/// A demand on the extents, in words.
struct ConditionGuard {
  const char* text;    ///< "N >= 3"
  const char* reason;  ///< "select at net.cpp:7"
  uint64_t extents;
};
/// The tables of one bundle.
struct GuardTables {
  const ShapeGuard* inputs;
  const ShapeGuard* outputs;
  const ConditionGuard* conditions;
  const ExtentName* extents;
  int32_t extent_count;
};

inline bool has_type(const TensorView& view, int32_t dtype, int32_t rank) {
  return view.dtype == dtype && view.rank == rank;
}

/// True if the elements can be read as a dense row-major tensor: strides, alignment, memory, and a
/// number of bytes that fits.
inline bool is_readable(const TensorView& view) {
  const int64_t count = element_count(view);
  int64_t bytes = 0;
  if (count <= 0) return count == 0;
  if (__builtin_mul_overflow(count, dtype_size(view.dtype), &bytes)) return false;
  const auto address = reinterpret_cast<uintptr_t>(view.data);
  return address != 0 && address % static_cast<uintptr_t>(dtype_size(view.dtype)) == 0 &&
         is_contiguous(view);
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

/// Writes `before` and `N = 2, T = 16 from input 0` for the extents of the mask, except those that
/// are read at input `own`; nothing for none.
inline void describe_extents(const GuardTables& tables, const int64_t* values, uint64_t mask,
                             int32_t own, const char* before, char* text, size_t size) {
  size_t used = 0;
  int32_t source = -1;
  const auto add = [&](const char* format, auto... arguments) {
    if (used >= size) return;
    const int n = snprintf(text + used, size - used, format, arguments...);
    if (n > 0) used += static_cast<size_t>(n);
  };
  text[0] = '\0';
  for (int32_t k = 0; k < tables.extent_count; ++k) {
    const ExtentName& extent = tables.extents[k];
    if ((mask >> k & 1) == 0 || extent.input == own) continue;
    if (source >= 0 && source != extent.input) add(" from input %d", static_cast<int>(source));
    add("%s%s = %lld", source == -1 ? before : ", ", extent.name,
        static_cast<long long>(values[k] * extent.unit));
    source = extent.input;
  }
  if (source >= 0) add(" from input %d", static_cast<int>(source));
}

/// Says why an input (`is_input`) or output is refused. `values` are the extents as far as they
/// have been read: those of later inputs are not mentioned.
__attribute__((cold, noinline)) inline int32_t refuse_shape(Status* status,
                                                            const GuardTables& tables,
                                                            bool is_input, int32_t position,
                                                            const TensorView& view,
                                                            const int64_t* values) {
  const ShapeGuard& guard = (is_input ? tables.inputs : tables.outputs)[position];
  char got[160], with[200];
  describe_view(view, got, sizeof(got));
  uint64_t mask = guard.extents;
  for (int32_t k = 0; is_input && k < tables.extent_count; ++k) {
    if (tables.extents[k].input > position) mask &= ~(uint64_t{1} << k);
  }
  describe_extents(tables, values, mask, is_input ? position : -1, " with ", with, sizeof(with));
  return fail(status, WEFT_BAD_ARGUMENT, "%s %d (%s): expected dense %s%s, got %s",
              is_input ? "input" : "output", static_cast<int>(position), guard.name, guard.type,
              with, got);
}

/// Says that a tensor of the right shape cannot be used as it lies in memory.
__attribute__((cold, noinline)) inline int32_t refuse_memory(Status* status,
                                                             const GuardTables& tables,
                                                             bool is_input, int32_t position,
                                                             const TensorView& view) {
  const ShapeGuard& guard = (is_input ? tables.inputs : tables.outputs)[position];
  char got[160];
  describe_view(view, got, sizeof(got));
  const char* more = element_count(view) < 0 ? " with more elements than memory holds"
                     : view.data == nullptr  ? " without memory"
                     : !is_contiguous(view)  ? " with strides that are not dense"
                                             : " at an address that is not aligned for its type";
  return fail(status, WEFT_BAD_ARGUMENT, "%s %d (%s): expected dense %s, got %s%s",
              is_input ? "input" : "output", static_cast<int>(position), guard.name, guard.type,
              got, more);
}

/// Says which demand on the extents does not hold.
__attribute__((cold, noinline)) inline int32_t refuse_condition(Status* status,
                                                                const GuardTables& tables,
                                                                int32_t position,
                                                                const int64_t* values) {
  const ConditionGuard& guard = tables.conditions[position];
  char with[200];
  describe_extents(tables, values, guard.extents, -1, "", with, sizeof(with));
  return fail(status, WEFT_BAD_ARGUMENT, "%s: %s needs %s", with, guard.reason, guard.text);
}

}  // namespace WEFT_HOST_SPACE
}  // namespace weft_deploy
