#pragma once
/// \file The truth of a value that decides which kernels run.

#include <stdint.h>
#include <string.h>

#include "isa.h"

namespace weft_deploy {
inline namespace WEFT_HOST_SPACE {

/// True if the element at `data` is not 0; NaN is not.
template <typename T>
bool is_true(const void* data) {
  T value;
  memcpy(&value, data, sizeof(value));
  return value != T(0);
}

/// The same for float16 and bfloat16, whose zeros have no bit but the sign.
inline bool is_true_half(const void* data) {
  uint16_t bits;
  memcpy(&bits, data, sizeof(bits));
  return (bits & 0x7FFF) != 0;
}

}  // namespace WEFT_HOST_SPACE
}  // namespace weft_deploy
