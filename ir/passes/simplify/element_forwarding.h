/// \file Pass: computations that give the elements of an earlier value in their places go away.
#pragma once

#include <weft/ir/passes/pass.h>

namespace weft::ir {

/// Looks through moves, conversions and arithmetic with neutral numbers, and uses the value in
/// which they end where every element comes back to its place.
///
///     %p = constant_pad_nd(%x, [1, 1])             %s = split(%x, [1, 3], 1)
///     %c = slice(%p, 1, 1, 5)                      %a = getitem(%s, 0)
///     %d = to.dtype(%c, float64)                   %b = getitem(%s, 1)
///     %e = to.dtype(%d, float32)                   %c = cat([%a, %b], 1)
///     %m = mul(%e, 1)                              %r = relu(%c)
///     %r = relu(%m)                        ->      %r = relu(%x)     (both)
///
/// That is decided by what the operators mean, not by their names: padding by 0, permutations and
/// reshapes there and back, flips, a cast through a type that holds every value. The result is the
/// same to the bit, -0 included, so adding 0 to floats stays. A copy that the graph returns stays.
/// Needs shapes. A graph that may write into a tensor is left as it is: see functionalize.
bool element_forwarding(GraphModule& module, PassContext& context);

}  // namespace weft::ir
