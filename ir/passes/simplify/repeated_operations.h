/// \file Pass: operators that have nothing left to do after the one before go away.
#pragma once

#include <weft/ir/passes/pass.h>

namespace weft::ir {

/// Removes what the operator before has done already, and joins what is one step.
///
///     %a = relu(%x)                        %a = relu(%x)
///     %b = relu(%a)                        %d = clamp(%a, 1.0, 2.0)
///     %c = clamp(%b, -1.0, 2.0)    ->      %f = reshape(%d, [6])
///     %d = clamp(%c, 1.0, 3.0)
///     %e = reshape(%d, [3, 2])
///     %f = reshape(%e, [6])
///
/// Rounded numbers are not rounded again; clamps of floats join where their bounds are ordered and
/// not 0, whose sign would matter, and nothing else uses the first; a reshape starts from what the
/// reshapes before it started from, and so does a permutation.
/// Needs shapes. A graph that may write into a tensor is left as it is: see functionalize.
bool repeated_operations(GraphModule& module, PassContext& context);

}  // namespace weft::ir
