/// \file split_module: cuts a graph into graphs that a graph of calls puts together.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <weft/ir/graph_module.h>
#include <weft/ir/interpreter.h>

namespace weft::ir {

/// The partition that a node goes to; nothing for a node that stays where it is.
using PartitionOf = std::function<std::optional<int>(const Node& node)>;

/// Moves the calls of each partition into a graph of its own, "submod_0" ("submod_0_1" where the
/// module has one of that name), and returns a module whose graph calls them. `partition_of` is asked once for every call, in graph order; a get_attr
/// goes wherever it is used.
///
///     %a = relu(%x)     # 0                %submod_0 = call_module[submod_0](%x)
///     %b = sin(%a)      # 1        ->      %submod_1 = call_module[submod_1](%submod_0)
///     return b                             return submod_1
///
/// A partition has a placeholder for every value from outside, in order of first use, then its
/// nodes, and always an output: the value that is used outside, a list of them in graph order, or
/// none. The order of the calls follows from the graph alone. Names, lines, metas and tensors are
/// kept; submodules run with `executor`, which has to live as long as the result.
/// `inline_submodules` puts the pieces back.
/// \error W1360 if partitions need each other, W1361 if a node would move across one with an effect
/// \source torch.fx.passes.split_module
GraphModule split_module(const GraphModule& module, const PartitionOf& partition_of,
                         Executor& executor);

/// Replaces the calls of graph submodules by their nodes, innermost included; returns whether there
/// were any. Tensors and modules keep their paths, unless another one is at the path; it then goes
/// below the path of the call. Takes any depth of nesting.
bool inline_submodules(GraphModule& module);

}  // namespace weft::ir
