/// \file Dense operands of kernels, and walks along one dimension of them.
#pragma once

#include <cstdint>
#include <vector>

#include <weft/ir/operators/call.h>
#include <weft/runtime/eager/block.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::kernels {

using eager::dense_as;
using eager::dense_copy_as;

/// A view with stride 0 along the dimensions that are stretched to `sizes`.
ir::TensorHandle broadcast_to(const ir::TensorHandle& tensor,
                              const std::vector<std::int64_t>& sizes);

/// One dimension of a dense tensor: `count` lines of `length` elements, `stride` apart.
struct Lines {
  std::int64_t outer = 1;
  std::int64_t length = 1;
  std::int64_t stride = 1;

  /// A tensor without dimensions is one line of one element.
  Lines(const std::vector<std::int64_t>& sizes, std::int64_t dim) {
    if (sizes.empty()) return;
    const auto d = static_cast<std::size_t>(dim);
    for (std::size_t k = 0; k < d; ++k) outer *= sizes[k];
    length = sizes[d];
    for (std::size_t k = d + 1; k < sizes.size(); ++k) stride *= sizes[k];
  }
  std::int64_t count() const { return outer * stride; }
  /// Position of the first element of line `i`.
  std::int64_t first(std::int64_t i) const {
    return i / stride * length * stride + i % stride;
  }
};

/// Extents of two shapes broadcast together. \error W1206
std::vector<std::int64_t> broadcast_sizes(const ir::Call& call,
                                          const std::vector<std::int64_t>& a,
                                          const std::vector<std::int64_t>& b);

/// The dimension that the integer at schema position `i` names, within the rank of argument 0.
std::int64_t dimension_argument(const ir::Call& call, std::size_t i);

}  // namespace weft::kernels
