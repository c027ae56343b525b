/// \file Dense operands of kernels, and walks along one dimension of them.
#pragma once

#include <cstdint>
#include <vector>

#include <weft/ir/operators/call.h>
#include <weft/runtime/deploy/lines.h>
#include <weft/runtime/eager/block.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::kernels {

using eager::dense_as;
using eager::dense_copy_as;

/// A view with stride 0 along the dimensions that are stretched to `sizes`.
ir::TensorHandle broadcast_to(const ir::TensorHandle& tensor,
                              const std::vector<std::int64_t>& sizes);

using weft_deploy::Lines;

/// The lines along one dimension; a tensor without dimensions is one line of one element.
Lines lines_of(const std::vector<std::int64_t>& sizes, std::int64_t dim);

/// Extents of two shapes broadcast together. \error W1206
std::vector<std::int64_t> broadcast_sizes(const ir::Call& call, const std::vector<std::int64_t>& a,
                                          const std::vector<std::int64_t>& b);

/// The dimension that the integer at schema position `i` names, within the rank of argument 0.
std::int64_t dimension_argument(const ir::Call& call, std::size_t i);

}  // namespace weft::kernels
