/// \file Copies of concrete tensors.
#pragma once

#include <cstdint>
#include <vector>

#include <weft/ir/value.h>

namespace weft::eager {

/// A dense copy, or the tensor itself where it is dense.
ir::TensorHandle contiguous(const ir::TensorHandle& tensor);
/// Copies `source` into the elements of `target` with conversion; shapes must be equal. Reads are
/// done before writes where the storage is shared.
void copy_into(const ir::TensorHandle& source, const ir::TensorHandle& target);

/// A copy whose elements lie at these strides, which are those of a dense tensor in some order of
/// its dimensions.
ir::TensorHandle copy_with_strides(const ir::TensorHandle& tensor,
                                   std::vector<std::int64_t> strides);

/// The elements converted to `type`, dense; the tensor itself where it is that already.
ir::TensorHandle dense_as(const ir::TensorHandle& tensor, DType type);
/// The same, always with storage of its own, so that it can be written.
ir::TensorHandle dense_copy_as(const ir::TensorHandle& tensor, DType type);

}  // namespace weft::eager
