#pragma once
/// \file Tensors and results as they cross the C interface of a bundle, and helpers for C++.
///
/// The upper part is C as well as C++.

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Most dimensions of a tensor that a bundle takes or gives.
#define WEFT_MAX_RANK 8

/// Element types. The numbers are part of the interface and never change.
enum weft_dtype {
  WEFT_BOOL = 0,
  WEFT_U8 = 1,
  WEFT_I8 = 2,
  WEFT_I16 = 3,
  WEFT_I32 = 4,
  WEFT_I64 = 5,
  WEFT_F16 = 6,
  WEFT_BF16 = 7,
  WEFT_F32 = 8,
  WEFT_F64 = 9
};

/// A tensor that somebody else owns. Element (i0, i1, ...) is at
/// data + (i0 * strides[0] + i1 * strides[1] + ...) elements. A tensor without elements may have
/// null data.
typedef struct weft_tensor_view {
  void* data;
  int32_t dtype; /* enum weft_dtype */
  int32_t rank;  /* 0 .. WEFT_MAX_RANK */
  int64_t sizes[WEFT_MAX_RANK];
  int64_t strides[WEFT_MAX_RANK]; /* in elements */
} weft_tensor_view;

enum weft_status_code {
  WEFT_OK = 0,
  WEFT_BAD_ARGUMENT = 1,  /* an argument does not meet what the model was compiled for */
  WEFT_BAD_WEIGHTS = 2,   /* the weights file is missing, malformed or of another model */
  WEFT_OUT_OF_MEMORY = 3, /* memory for weights or intermediate values is not to be had */
  WEFT_BAD_VALUE = 4,     /* an index or divisor computed from the data is out of its range */
  WEFT_INTERNAL = 5
};

/// Why a call was refused. The numbers never change; messages end with them, as in [W8004].
enum weft_refusal {
  WEFT_NOT_REFUSED = 0,
  WEFT_REFUSED_COUNT = 8001,     /* another number of arguments or outputs */
  WEFT_REFUSED_TYPE = 8002,      /* another element type */
  WEFT_REFUSED_RANK = 8003,      /* another number of dimensions */
  WEFT_REFUSED_EXTENT = 8004,    /* an extent that is not the wanted one, or out of its range */
  WEFT_REFUSED_CONDITION = 8005, /* extents that the model's code cannot take */
  WEFT_REFUSED_NO_MEMORY = 8006, /* null data */
  WEFT_REFUSED_STRIDES = 8007,   /* not dense and row-major */
  WEFT_REFUSED_ALIGNMENT = 8008, /* an address that is no multiple of the element's size */
  WEFT_REFUSED_ELEMENTS = 8009,  /* more elements than memory holds */
  WEFT_REFUSED_OVERLAP = 8010,   /* an output shares memory with another tensor */
  WEFT_REFUSED_WORKSPACE = 8011, /* too little memory for intermediate values */
  WEFT_REFUSED_VALUE = 8012,     /* an index or divisor in the data is out of its range */
  WEFT_REFUSED_VARIANT = 8013,   /* extents that no variant of the model is for */
  WEFT_REFUSED_FALLBACK = 8014   /* the eager model, which ran instead, does not take it either */
};

/// What a call came to. The message is a sentence for people, empty for WEFT_OK.
typedef struct weft_status {
  int32_t code;   /* enum weft_status_code */
  int32_t reason; /* enum weft_refusal */
  char message[504];
} weft_status;

#ifdef __cplusplus
}  // extern "C"

#include <stdarg.h>
#include <stdio.h>

#include <type_traits>

#include "half.h"

namespace weft_deploy {
inline namespace WEFT_HOST_SPACE {

using TensorView = weft_tensor_view;
using Status = weft_status;

/// Bytes of one element; 0 for a number that is no element type.
constexpr int64_t dtype_size(int32_t dtype) {
  switch (dtype) {
    case WEFT_BOOL:
    case WEFT_U8:
    case WEFT_I8:
      return 1;
    case WEFT_I16:
    case WEFT_F16:
    case WEFT_BF16:
      return 2;
    case WEFT_I32:
    case WEFT_F32:
      return 4;
    case WEFT_I64:
    case WEFT_F64:
      return 8;
    default:
      return 0;
  }
}
/// The name in messages: "float32".
constexpr const char* dtype_name(int32_t dtype) {
  constexpr const char* kNames[] = {"bool",  "uint8",   "int8",     "int16",   "int32",
                                    "int64", "float16", "bfloat16", "float32", "float64"};
  return dtype >= 0 && dtype <= WEFT_F64 ? kNames[dtype] : "unknown type";
}

template <class T>
struct DTypeOf;
#define WEFT_DTYPE(T, code)                \
  template <>                              \
  struct DTypeOf<T> {                      \
    static constexpr int32_t value = code; \
  };
WEFT_DTYPE(bool, WEFT_BOOL)
WEFT_DTYPE(uint8_t, WEFT_U8)
WEFT_DTYPE(int8_t, WEFT_I8)
WEFT_DTYPE(int16_t, WEFT_I16)
WEFT_DTYPE(int32_t, WEFT_I32)
WEFT_DTYPE(int64_t, WEFT_I64)
WEFT_DTYPE(Half, WEFT_F16)
WEFT_DTYPE(BFloat16, WEFT_BF16)
WEFT_DTYPE(float, WEFT_F32)
WEFT_DTYPE(double, WEFT_F64)
#undef WEFT_DTYPE

/// A row-major view of `data`. Any sizes are taken, also those that models refuse: strides that do
/// not fit wrap around.
template <class T>
TensorView make_view(T* data, const int64_t* sizes, int32_t rank) {
  TensorView v = {};
  v.data = const_cast<void*>(static_cast<const void*>(data));
  v.dtype = DTypeOf<std::remove_const_t<T>>::value;
  v.rank = rank;
  uint64_t stride = 1;
  for (int32_t i = rank - 1; i >= 0; --i) {
    v.sizes[i] = sizes[i];
    v.strides[i] = static_cast<int64_t>(stride);
    stride *= sizes[i] > 1 ? static_cast<uint64_t>(sizes[i]) : 1;
  }
  return v;
}
template <class T, int Rank>
TensorView make_view(T* data, const int64_t (&sizes)[Rank]) {
  return make_view(data, sizes, int32_t{Rank});
}

/// The elements as T; null if the view has another element type.
template <class T>
T* typed_data(const TensorView& v) {
  return v.dtype == DTypeOf<std::remove_const_t<T>>::value ? static_cast<T*>(v.data) : nullptr;
}

/// Product of the sizes, or -1 if one is negative or the product does not fit.
inline int64_t element_count(const TensorView& v) {
  int64_t count = 1;
  bool overflow = false;
  for (int32_t i = 0; i < v.rank; ++i) {
    if (v.sizes[i] < 0) return -1;
    // A later zero makes any earlier overflow harmless.
    if (v.sizes[i] == 0) return 0;
    overflow = __builtin_mul_overflow(count, v.sizes[i], &count) || overflow;
  }
  return overflow ? -1 : count;
}
/// Row-major without gaps. Strides of dimensions of size 1 do not matter, nor any of an empty
/// tensor.
inline bool is_contiguous(const TensorView& v) {
  int64_t stride = 1;
  for (int32_t i = v.rank - 1; i >= 0; --i) {
    if (v.sizes[i] == 0) return true;
    if (v.sizes[i] != 1 && v.strides[i] != stride) {
      for (int32_t j = 0; j < i; ++j) {
        if (v.sizes[j] == 0) return true;
      }
      return false;
    }
    stride *= v.sizes[i];
  }
  return true;
}

/// Writes `float32[2, 3]` into `text` (cut to `size` bytes, always ended by a zero).
inline void describe_view(const TensorView& v, char* text, size_t size) {
  size_t used = 0;
  const auto add = [&](const char* format, auto... values) {
    if (used >= size) return;
    const int n = snprintf(text + used, size - used, format, values...);
    if (n > 0) used += static_cast<size_t>(n);
  };
  add("%s[", dtype_name(v.dtype));
  const int32_t rank = v.rank < 0 ? 0 : v.rank < WEFT_MAX_RANK ? v.rank : WEFT_MAX_RANK;
  for (int32_t i = 0; i < rank; ++i) {
    add(i == 0 ? "%lld" : ", %lld", static_cast<long long>(v.sizes[i]));
  }
  add("%s", "]");
}

/// Fills `status` (which may be null) and returns `code`, so that an entry can say
/// `return fail(status, WEFT_BAD_WEIGHTS, "%s", text);`. Long messages are cut.
__attribute__((format(printf, 3, 4))) inline int32_t fail(Status* status, int32_t code,
                                                          const char* format, ...) {
  if (status != nullptr) {
    status->code = code;
    status->reason = WEFT_NOT_REFUSED;
    va_list values;
    va_start(values, format);
    vsnprintf(status->message, sizeof(status->message), format, values);
    va_end(values);
  }
  return code;
}
/// The same for a call that is refused for `reason`, whose number ends the message.
__attribute__((format(printf, 3, 4))) inline int32_t refuse(Status* status, int32_t reason,
                                                            const char* format, ...) {
  const int32_t code = reason == WEFT_REFUSED_VALUE ? WEFT_BAD_VALUE : WEFT_BAD_ARGUMENT;
  if (status == nullptr) return code;
  status->code = code;
  status->reason = reason;
  constexpr int kLongest = static_cast<int>(sizeof(status->message)) - 16;
  va_list values;
  va_start(values, format);
  int used = vsnprintf(status->message, static_cast<size_t>(kLongest), format, values);
  va_end(values);
  used = used < 0 ? 0 : used < kLongest ? used : kLongest - 1;
  snprintf(status->message + used, sizeof(status->message) - static_cast<size_t>(used), " [W%d]",
           static_cast<int>(reason));
  return code;
}
inline int32_t succeed(Status* status) {
  if (status != nullptr) {
    status->code = WEFT_OK;
    status->reason = WEFT_NOT_REFUSED;
    status->message[0] = '\0';
  }
  return WEFT_OK;
}

}  // namespace WEFT_HOST_SPACE
}  // namespace weft_deploy
#endif  // __cplusplus
