/// \file The order in which the results of pointwise operators and of copies lie in memory.
#pragma once

#include <optional>
#include <vector>

#include <weft/ir/operators/call.h>

namespace weft::ir {

/// Strides of a result of extents `sizes` whose operands broadcast to them: dense, and in the order
/// of the operands' memory, so that a permuted or channels-last operand gives such a result. The
/// first operand that tells two dimensions apart decides; where none does, the later dimension is
/// inner. An operand that is converted to `type` before counts as the copy that it becomes; without
/// a type none is.
///
/// Extents and strides that are symbols are ordered as extents of more than 1 are, which is right
/// up to the strides of extents of 1, which no element's place depends on.
/// \source at::TensorIterator
std::vector<IntExpr> pointwise_strides(const Call& call, const std::vector<IntExpr>& sizes,
                                       std::optional<DType> type);

/// Strides of a copy of the first tensor: those of the format that the parameter `memory_format`
/// names, or the order of the tensor where it is None, `preserve_format` or missing.
/// \error W1209 for channels last of a tensor of another rank
std::vector<IntExpr> copy_strides(const Call& call);

/// True if a conversion (`to`) has no need to copy for the sake of its parameter `memory_format`.
/// As in PyTorch, which looks at strides only so far, this holds for `contiguous_format` and a
/// tensor in any order but channels last.
bool is_taken_for_format(const Call& call);
/// True if a tensor has these strides, up to those of extents of 1. One without
/// elements has any.
bool has_strides(const TensorMeta& meta, const std::vector<IntExpr>& strides);

/// Dimensions from the outermost to the innermost, of a dense tensor with these strides.
std::vector<std::size_t> memory_order(const std::vector<IntExpr>& sizes,
                                      const std::vector<IntExpr>& strides);

}  // namespace weft::ir
