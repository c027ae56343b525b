/// \file Pass: removal of what nobody uses.
#pragma once

#include <weft/ir/passes/pass.h>

namespace weft::ir {

/// Removes nodes without users and modules without calls. What writes, draws random numbers or acts
/// on the host stays, and so do placeholders and calls of impure modules.
///
///     %a = relu(%x)                        %drop = dropout(%x)
///     %drop = dropout(%x)            ->    return x
///     return x
bool dead_code_elimination(GraphModule& module, PassContext& context);

}  // namespace weft::ir
