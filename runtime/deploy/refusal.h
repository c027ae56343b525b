#pragma once
/// \file The sentences for calls that a compiled model refuses.

#include "guard.h"

namespace weft_deploy {
inline namespace WEFT_HOST_SPACE {

/// A declared extent: the input at which it is read, and what its value counts. A number that is
/// found in the data has the input -2.
struct ExtentName {
  const char* name;
  int32_t input;
  int64_t unit;
};
/// What a tensor has to be, in words; bit k of `extents[d]` is set if extent k occurs in dimension
/// d.
struct ShapeGuard {
  const char* name;
  const char* type;   ///< "float32[N, 3]"
  const char* facts;  ///< " where N in [1, 64]", or nothing
  int32_t dtype;
  int32_t rank;
  uint64_t extents[WEFT_MAX_RANK];
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
  /// Bit d is set if the size of dimension d of an input or output is not what it has to be.
  uint32_t (*wrong_dimensions)(bool is_input, int32_t position, const TensorView& view,
                               const int64_t* values);
};

/// Text of limited length that is put together piece by piece.
class SentencePart {
 public:
  SentencePart(char* text, size_t size) : text_(text), size_(size) { text[0] = '\0'; }
  __attribute__((format(printf, 2, 3))) void add(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(text_ + used_, size_ - used_, format, arguments);
    va_end(arguments);
    if (n > 0) used_ += static_cast<size_t>(n);
    if (used_ >= size_) used_ = size_ - 1;
  }

 private:
  char* text_;
  size_t size_;
  size_t used_ = 0;
};

/// Writes `before` and `N = 2, T = 16 from argument 0` for the extents of the mask, except those
/// that are read at input `own`; nothing for none.
inline void describe_extents(const GuardTables& tables, const int64_t* values, uint64_t mask,
                             int32_t own, const char* before, char* text, size_t size) {
  SentencePart sentence(text, size);
  int32_t source = -1;
  for (int32_t k = 0; k < tables.extent_count; ++k) {
    const ExtentName& extent = tables.extents[k];
    if ((mask >> k & 1) == 0 || extent.input == own || extent.input < 0) continue;
    if (source >= 0 && source != extent.input)
      sentence.add(" from argument %d", static_cast<int>(source));
    sentence.add("%s%s = %lld", source == -1 ? before : ", ", extent.name,
                 static_cast<long long>(values[k] * extent.unit));
    source = extent.input;
  }
  if (source >= 0) sentence.add(" from argument %d", static_cast<int>(source));
}

/// Says that an input (`is_input`) or output has another type or shape. `values` are the extents as
/// far as they have been read: those of later inputs are not mentioned, nor are those of dimensions
/// that are as they should be.
__attribute__((cold, noinline)) inline int32_t refuse_shape(Status* status,
                                                            const GuardTables& tables,
                                                            bool is_input, int32_t position,
                                                            const TensorView& view,
                                                            const int64_t* values) {
  const ShapeGuard& guard = (is_input ? tables.inputs : tables.outputs)[position];
  const uint32_t wrong = view.rank != guard.rank
                             ? ~uint32_t{0}
                             : tables.wrong_dimensions(is_input, position, view, values);
  uint64_t mask = 0;
  for (int32_t d = 0; d < guard.rank; ++d) {
    if ((wrong >> d & 1) != 0) mask |= guard.extents[d];
  }
  for (int32_t k = 0; is_input && k < tables.extent_count; ++k) {
    if (tables.extents[k].input > position) mask &= ~(uint64_t{1} << k);
  }
  char got[160], with[200];
  describe_view(view, got, sizeof(got));
  describe_extents(tables, values, mask, is_input ? position : -1, " with ", with, sizeof(with));
  const int32_t reason = view.dtype != guard.dtype ? WEFT_REFUSED_TYPE
                         : view.rank != guard.rank ? WEFT_REFUSED_RANK
                                                   : WEFT_REFUSED_EXTENT;
  return refuse(status, reason, "%s %d `%s`: expected %s%s%s, got %s",
                is_input ? "argument" : "output", static_cast<int>(position), guard.name,
                guard.type, guard.facts, with, got);
}

/// Says that a tensor of the right shape cannot be used as it lies in memory.
__attribute__((cold, noinline)) inline int32_t refuse_memory(Status* status,
                                                             const GuardTables& tables,
                                                             bool is_input, int32_t position,
                                                             const TensorView& view) {
  const ShapeGuard& guard = (is_input ? tables.inputs : tables.outputs)[position];
  char shape[160], got[160];
  describe_view(view, shape, sizeof(shape));
  SentencePart sentence(got, sizeof(got));
  int32_t reason = WEFT_REFUSED_ALIGNMENT;
  const char* wanted = "";
  if (element_count(view) < 0 || element_count(view) > INT64_MAX / dtype_size(view.dtype)) {
    reason = WEFT_REFUSED_ELEMENTS;
    sentence.add("more elements than memory holds");
  } else if (view.data == nullptr) {
    reason = WEFT_REFUSED_NO_MEMORY;
    sentence.add("no memory");
  } else if (!is_contiguous(view)) {
    reason = WEFT_REFUSED_STRIDES;
    wanted = "dense row-major ";
    for (int32_t i = 0; i < guard.rank; ++i) {
      sentence.add("%s%lld", i == 0 ? "strides [" : ", ", static_cast<long long>(view.strides[i]));
    }
    sentence.add("]");
  } else {
    sentence.add("an address that is no multiple of %d", static_cast<int>(dtype_size(guard.dtype)));
  }
  return refuse(status, reason, "%s %d `%s`: expected %s%s, got %s",
                is_input ? "argument" : "output", static_cast<int>(position), guard.name, wanted,
                shape, got);
}

/// Says that an output shares bytes with an input or another output.
__attribute__((cold, noinline)) inline int32_t refuse_overlap(Status* status,
                                                              const GuardTables& tables,
                                                              int32_t output, bool is_input,
                                                              int32_t other) {
  return refuse(status, WEFT_REFUSED_OVERLAP, "output %d `%s` shares memory with %s %d `%s`",
                static_cast<int>(output), tables.outputs[output].name,
                is_input ? "argument" : "output", static_cast<int>(other),
                (is_input ? tables.inputs : tables.outputs)[other].name);
}

/// Says that an input which the model writes shares bytes with another input.
__attribute__((cold, noinline)) inline int32_t refuse_shared_argument(Status* status,
                                                                      const GuardTables& tables,
                                                                      int32_t written,
                                                                      int32_t other) {
  return refuse(status, WEFT_REFUSED_OVERLAP,
                "argument %d `%s`, which the model writes, shares memory with argument %d `%s`",
                static_cast<int>(written), tables.inputs[written].name, static_cast<int>(other),
                tables.inputs[other].name);
}

/// Says which demand on the extents does not hold.
__attribute__((cold, noinline)) inline int32_t refuse_condition(Status* status,
                                                                const GuardTables& tables,
                                                                int32_t position,
                                                                const int64_t* values) {
  const ConditionGuard& guard = tables.conditions[position];
  char with[200];
  describe_extents(tables, values, guard.extents, -1, "", with, sizeof(with));
  return refuse(status, WEFT_REFUSED_CONDITION, "%s: %s needs %s", with, guard.reason, guard.text);
}

/// Says that no variant is for the extents of the mask.
__attribute__((cold, noinline)) inline int32_t refuse_variant(Status* status,
                                                              const GuardTables& tables,
                                                              const int64_t* values, uint64_t mask,
                                                              const char* const* variants,
                                                              int32_t count) {
  char with[200], there[200];
  describe_extents(tables, values, mask, -1, "", with, sizeof(with));
  SentencePart sentence(there, sizeof(there));
  for (int32_t k = 0; k < count; ++k) sentence.add("%s%s", k == 0 ? "" : "; ", variants[k]);
  return refuse(status, WEFT_REFUSED_VARIANT, "no variant is for %s; there are: %s", with, there);
}

/// Says that there are too few or too many tensors.
__attribute__((cold, noinline)) inline int32_t refuse_count(Status* status, int32_t inputs,
                                                            int32_t outputs, int32_t given_inputs,
                                                            int32_t given_outputs) {
  return refuse(status, WEFT_REFUSED_COUNT, "expected %d argument%s and %d output%s, got %d and %d",
                static_cast<int>(inputs), inputs == 1 ? "" : "s", static_cast<int>(outputs),
                outputs == 1 ? "" : "s", static_cast<int>(given_inputs),
                static_cast<int>(given_outputs));
}

/// Says that there is no workspace, or one that is too small.
__attribute__((cold, noinline)) inline int32_t refuse_workspace(Status* status, const void* memory,
                                                                size_t bytes, size_t needed) {
  if (memory == nullptr) {
    return refuse(status, WEFT_REFUSED_WORKSPACE, "there is no workspace; it needs %zu bytes",
                  needed);
  }
  return refuse(status, WEFT_REFUSED_WORKSPACE, "the workspace has %zu bytes and needs %zu", bytes,
                needed);
}

}  // namespace WEFT_HOST_SPACE
}  // namespace weft_deploy
