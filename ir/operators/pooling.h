/// \file Pooling over windows that slide, and over windows that divide a dimension.
#pragma once

#include <vector>

#include <weft/ir/operators/call.h>
#include <weft/ir/operators/sliding_window.h>
#include <weft/ir/scalar_expr.h>

namespace weft::ir {

/// Pooling of the last `windows.size()` dimensions of input 0.
struct PoolingShape {
  std::vector<SlidingWindow> windows;
  bool ceil_mode = false;
};

/// Largest element of every window; NaN wins, elements of the padding never do.
Compute max_pool_compute(const TensorMeta& input, const PoolingShape& shape);
/// Where it is: its row-major position in the pooled dimensions (int64).
Compute max_pool_index_compute(const TensorMeta& input, const PoolingShape& shape);

/// Mean of every window: the sum over `divisor` if it is given, else over the number of elements,
/// those of the padding included or not.
Compute avg_pool_compute(const TensorMeta& input, const PoolingShape& shape, bool count_padding,
                         std::optional<std::int64_t> divisor);

/// Pooling to a given number of windows in each of the last dimensions: window o of O over an
/// extent of n reaches from floor(o * n / O) to ceil((o + 1) * n / O).
Compute adaptive_avg_compute(const TensorMeta& input, const std::vector<IntExpr>& output);
Compute adaptive_max_compute(const TensorMeta& input, const std::vector<IntExpr>& output);
Compute adaptive_max_index_compute(const TensorMeta& input, const std::vector<IntExpr>& output);

}  // namespace weft::ir
