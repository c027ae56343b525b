/// \file Pass: calls that give their operand back go away.
#pragma once

#include <weft/ir/passes/pass.h>

namespace weft::ir {

/// Removes calls whose meaning is the operand itself: copies, conversions to the type that a value
/// has, views in the same shape. In a graph without mutation nobody can tell a copy from its
/// original; where the graph returns the copy it stays, since callers can.
///
///     %c = clone(%x)                          %v = reshape(%x, [6])
///     %v = view(%c, [6])              ->      %r = relu(%v)
///     %r = relu(%v)
///
/// `view` becomes `reshape` on the way: it promises strides that a removed copy had made possible.
/// Needs shapes. A graph that may write into a tensor is left as it is: see functionalize.
bool identity_removal(GraphModule& module, PassContext& context);

}  // namespace weft::ir
