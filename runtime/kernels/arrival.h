/// \file Arrivals of values at elements, and positions that have to be in range.
#pragma once

#include <cstdint>
#include <string>

#include <weft/ir/operators/call.h>
#include <weft/runtime/deploy/scatter.h>

namespace weft::kernels {

using weft_deploy::Arrival;
using weft_deploy::arrive;

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
