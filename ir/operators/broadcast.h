/// \file Broadcasting of extents.
#pragma once

#include <optional>
#include <vector>

#include <weft/ir/operators/call.h>

namespace weft::ir {

/// Extents of all tensor operands of a call broadcast together: aligned at the last dimension, an
/// extent of 1 stretches. Equal expressions agree; a symbolic extent agrees with nothing else,
/// since the result would depend on its value.
/// \error W1206
std::vector<IntExpr> broadcast_sizes(const Call& call);

/// Widens `sizes` by one more operand.
/// \error W1206
void broadcast_into(const Call& call, std::vector<IntExpr>& sizes,
                    const std::vector<IntExpr>& operand);

}  // namespace weft::ir
