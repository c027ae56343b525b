/// \file Index arithmetic of the oracle: row-major positions, broadcasting, dimensions, groups for
/// reductions.
#pragma once

#include <functional>
#include <vector>

#include "tests/oracle/oracle_tensor.h"

namespace weft_oracle {

using Index = std::vector<int64_t>;

int64_t count_of(const Sizes& sizes);
/// `dim` counted from the front. A tensor without dimensions counts as having one.
int64_t normal_dim(int64_t dim, int64_t rank);
/// Distinct dimensions counted from the front; all of them if `dims` is empty.
Sizes normal_dims(const Sizes& dims, int64_t rank);

/// Row-major position of `index`.
int64_t position(const Sizes& sizes, const Index& index);
Index index_at(const Sizes& sizes, int64_t position);
/// Calls `visit(index, position)` for every index in row-major order.
void each_index(const Sizes& sizes, const std::function<void(const Index&, int64_t)>& visit);

/// The common extents of PyTorch's broadcasting rule.
Sizes broadcast_sizes(const Sizes& a, const Sizes& b);
/// The tensor copied to larger extents, to which it must broadcast.
OracleTensor broadcast_to(const OracleTensor& tensor, const Sizes& sizes);

/// A new tensor of extents `sizes` whose element at `index` is the one of `source` at
/// `origin(index)`.
OracleTensor pick(const OracleTensor& source, const Sizes& sizes,
                  const std::function<Index(const Index&)>& origin);
/// The dimensions in a new order.
OracleTensor permuted(const OracleTensor& tensor, const Sizes& order);

/// For every element of a reduction's result, the positions that it comes from, in row-major order.
struct Groups {
  Sizes sizes;
  std::vector<std::vector<int64_t>> members;
};
/// `dims` are counted from the front; none means a reduction over nothing. A tensor without
/// dimensions is one group.
Groups group_over(const Sizes& sizes, const Sizes& dims, bool keepdim);

}  // namespace weft_oracle
