/// \file Pass: operators in terms of smaller ones.
#pragma once

#include <weft/ir/passes/pass.h>

namespace weft::ir {

/// Replaces calls whose meaning is a decomposition until none is left.
///
///     %y = softmax(%x, 1)      ->      %amax = amax(%x, [1], True)
///                                      %sub = sub(%x, %amax)
///                                      %exp = exp(%sub)
///                                      %sum = sum(%exp, [1], True)
///                                      %y = div(%exp, %sum)
///
/// In-place forms stay: see functionalize. Needs shapes: a call with an operand of unknown shape
/// stays too.
bool decompose_operators(GraphModule& module, PassContext& context);

}  // namespace weft::ir
