/// \file Pass: gathers whose positions follow a rule become slices.
#pragma once

#include <weft/ir/passes/pass.h>

namespace weft::ir {

/// Turns a gather along one dimension into a slice where its positions are known and lie at equal
/// distances: those of `arange`, and those of a tensor of the model if `context.executor` can read
/// it.
///
///     %positions = arange.start(0, 16)
///     %e = embedding(%table, %positions)      ->      %e = slice(%table, 0, 0, 16)
///
/// The distance has to be positive and all positions within the dimension, none counted from its
/// end. A gather that the graph returns stays, since it is a copy. Needs shapes. A graph that may
/// write into a tensor is left as it is: see functionalize.
bool regular_gather(GraphModule& module, PassContext& context);

}  // namespace weft::ir
