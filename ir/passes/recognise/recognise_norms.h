/// \file Pass: spelled-out layer norm and RMS norm become one call.
#pragma once

#include <weft/ir/passes/pass.h>

namespace weft::ir {

/// Finds normalisation over the last dimension that is written in single steps.
///
///     %mean = mean.dim(%x, [-1], True)
///     %d = sub(%x, %mean)
///     %var = mean.dim(mul(%d, %d), [-1], True)        %y = layer_norm(%x, [8], %w, %b, 1e-05)
///     %n = div(%d, sqrt(add(%var, 1e-05)))      ->
///     %y = add(mul(%n, %w), %b)
///
/// Squares may be `mul`, `square` or `pow` with 2, the division a product with `rsqrt`; without the
/// mean it is `rms_norm`. Scale and shift belong to it where they have exactly the shape of the
/// last dimension; others stay calls of their own. Steps that something else uses stay, and so does
/// whatever has another keepdim, dimension or type. Results hold up to rounding. Needs shapes. A
/// graph that may write into a tensor is left as it is.
bool recognise_norms(GraphModule& module, PassContext& context);

}  // namespace weft::ir
