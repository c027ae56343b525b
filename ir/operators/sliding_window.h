/// \file Windows that slide over a dimension: the geometry of convolution and pooling.
#pragma once

#include <vector>

#include <weft/ir/operators/call.h>
#include <weft/ir/operators/compute_builder.h>

namespace weft::ir {

/// A window over one dimension: `kernel` elements `dilation` apart, moved by `stride` from
/// `padding` before the first element.
struct SlidingWindow {
  IntExpr kernel = 1;
  std::int64_t stride = 1;
  std::int64_t padding = 0;
  std::int64_t dilation = 1;

  /// Number of elements from the first to the last one of the window.
  IntExpr reach() const { return (kernel - 1) * dilation + 1; }
  /// Position in the dimension of element `k` of window `o`.
  IntExpr position(const IntExpr& o, const IntExpr& k) const {
    return o * stride - padding + k * dilation;
  }
};

/// Number of windows over a dimension. With `ceil_mode` a last window may hang over the end, as
/// long as it begins within the dimension or the padding before it.
IntExpr window_count(const IntExpr& extent, const SlidingWindow& window, bool ceil_mode = false);

/// Adds that a position of the window lies within the dimension, where that is not certain.
void require_within(IndexCondition& condition, const SlidingWindow& window, const IntExpr& position,
                    const IntExpr& extent, bool ceil_mode = false);

/// The list at position `i` of a call with one value a spatial dimension, `fallback` where it is
/// empty or None. \error W1209 for a value below `least`, or another number of values
std::vector<std::int64_t> spatial_values(const Call& call, std::size_t i, std::size_t count,
                                         std::int64_t fallback, std::int64_t least);

}  // namespace weft::ir
