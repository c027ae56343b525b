/// \file Pass: known extents become constants.
#pragma once

#include <weft/ir/passes/pass.h>

namespace weft::ir {

/// Puts the value of a question about extents that has a constant answer into its users.
///
///     %x                                     # f32[2, 12]
///     %size = size(%x, 0)             ->     %y = view(%x, [2, 4, 3])
///     %y = view(%x, [%size, 4, 3])
///
/// Needs shapes. Answers that depend on a symbolic extent stay.
bool constant_fold_shapes(GraphModule& module, PassContext& context);

}  // namespace weft::ir
