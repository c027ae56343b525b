/// \file Reshaping over symbolic extents: sizes with -1, index maps, strides.
#pragma once

#include <optional>
#include <vector>

#include <weft/ir/operators/call.h>

namespace weft::ir {

/// Row-major position of an index.
IntExpr linearise(const std::vector<IntExpr>& index, const std::vector<IntExpr>& sizes);
/// The index at a row-major position that lies within the sizes.
std::vector<IntExpr> delinearise(const IntExpr& position, const std::vector<IntExpr>& sizes);

/// `a / b` where the division certainly leaves no rest.
std::optional<IntExpr> exact_quotient(const IntExpr& a, const IntExpr& b);

/// The sizes of a reshape from `from`, with a single -1 replaced by what is left over.
/// \error W1207 where the numbers of elements differ, or cannot be shown to be equal
std::vector<IntExpr> resolve_sizes(const Call& call, const std::vector<IntExpr>& from,
                                   std::vector<IntExpr> to);

/// Index into a dense row-major tensor of shape `from` for index `at` of its reshape to `to`.
/// Runs of dimensions that are merged or split apart from the others are mapped on their own, so
/// that divisions occur only where dimensions are really mixed.
std::vector<IntExpr> reshape_index(const std::vector<IntExpr>& from, const std::vector<IntExpr>& to,
                                   const std::vector<IntExpr>& at);

/// Strides with which the storage of a tensor can be seen as shape `to`; nothing where none exist.
/// \source torch.Tensor.view
std::optional<std::vector<IntExpr>> reshape_strides(const std::vector<IntExpr>& from,
                                                    const std::vector<IntExpr>& strides,
                                                    const std::vector<IntExpr>& to);

}  // namespace weft::ir
