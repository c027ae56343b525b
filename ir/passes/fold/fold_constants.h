/// \file Pass: what is computed from weights alone is computed now.
#pragma once

#include <weft/ir/passes/pass.h>

namespace weft::ir {

/// Replaces computations on weights by their results, which become attributes of the module.
///
///     %w = get_attr[target=fc.weight]
///     %t = transpose(%w, 0, 1)              %mul_folded = get_attr[target=mul_folded]
///     %mul = mul(%t, 0.125)           ->    %y = matmul(%x, %mul_folded)
///     %y = matmul(%x, %mul)
///
/// Views of weights stay, since they cost nothing, and so does a result that takes more memory than
/// the weights it is made of and a page besides (an expanded bias). Random numbers and everything
/// that acts on the host stays. Needs shapes and `context.executor`, and does nothing without one.
/// Sums may be added in another order than in a compiled kernel. A graph that may write into a
/// tensor is left as it is: see functionalize.
bool fold_constants(GraphModule& module, PassContext& context);

}  // namespace weft::ir
