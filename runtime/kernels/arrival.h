/// \file What becomes of an element when a value arrives at it.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>

#include <weft/ir/operators/call.h>
#include <weft/runtime/deploy/integer_math.h>
#include <weft/runtime/deploy/scalar_ops.h>

namespace weft::kernels {

enum class Arrival : std::uint8_t { kReplace, kAdd, kMultiply, kLargest, kSmallest };

/// Integers wrap, bool adds by "or" and multiplies by "and", NaN wins over every number.
template <typename T>
void arrive(T& held, T value, Arrival how) {
  switch (how) {
    case Arrival::kReplace:
      held = value;
      return;
    case Arrival::kAdd:
      if constexpr (std::is_same_v<T, bool>) held = held || value;
      else if constexpr (std::is_integral_v<T>) held = weft_deploy::wrap_add(held, value);
      else held += value;
      return;
    case Arrival::kMultiply:
      if constexpr (std::is_same_v<T, bool>) held = held && value;
      else if constexpr (std::is_integral_v<T>) held = weft_deploy::wrap_mul(held, value);
      else held *= value;
      return;
    case Arrival::kLargest:
      if constexpr (std::is_floating_point_v<T>) held = weft_deploy::maximum(held, value);
      else held = held < value ? value : held;
      return;
    case Arrival::kSmallest:
      if constexpr (std::is_floating_point_v<T>) held = weft_deploy::minimum(held, value);
      else held = value < held ? value : held;
      return;
  }
}

/// \error W1212 unless 0 <= index < extent
inline std::int64_t checked(const ir::Call& call, std::int64_t index, std::int64_t extent) {
  if (index < 0 || index >= extent) {
    call.fail(diag::IndexOutOfRange, {std::to_string(index), std::to_string(extent)});
  }
  return index;
}

/// The same, with negative indices counted from the end.
inline std::int64_t checked_from_end(const ir::Call& call, std::int64_t index,
                                     std::int64_t extent) {
  if (index < -extent || index >= extent) {
    call.fail(diag::IndexOutOfRange, {std::to_string(index), std::to_string(extent)});
  }
  return index < 0 ? index + extent : index;
}

}  // namespace weft::kernels
