/// \file Pass: equal computations are done once.
#pragma once

#include <weft/ir/passes/pass.h>

namespace weft::ir {

/// Merges calls of pure operators with equal arguments (defaults and keywords counted alike), and
/// reads of one attribute.
///
///     %a = add(%x, 1)                      %a = add(%x, 1)
///     %b = add(%x, other=1)         ->     %c = mul(%a, %a)
///     %c = mul(%a, %b)
///
/// Random draws, host effects and module calls are never merged, nor are two results that the graph
/// returns, because they are tensors of their own. A graph that may write into a tensor is left as
/// it is: see functionalize.
bool common_subexpression_elimination(GraphModule& module, PassContext& context);

}  // namespace weft::ir
