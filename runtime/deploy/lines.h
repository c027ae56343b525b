#pragma once
/// \file Walks along one dimension of dense tensors.

#include "isa.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

/// One dimension of a dense tensor: `count()` lines of `length` elements that are `stride` apart.
struct Lines {
  int64_t outer = 1;
  int64_t length = 1;
  int64_t stride = 1;

  constexpr int64_t count() const { return outer * stride; }
  /// Position of the first element of line `i`.
  constexpr int64_t first(int64_t i) const { return i / stride * length * stride + i % stride; }
};

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
