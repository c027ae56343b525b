/// \file Lowering of graphs with conditionals: kernels of which a run takes some.
#pragma once

#include <weft/codegen/loop/lower.h>

namespace weft::codegen {

bool has_conditionals(const ir::GraphModule& module);

/// Cuts the graph at its conditionals and lowers each piece by itself, so that no kernel spans a
/// decision. Values that cross a cut lie in memory. Without a memory plan.
/// \error W5008 for what cannot be in a graph with conditionals
Program lower_branches(const ir::GraphModule& module, const LowerOptions& options);

/// Moves the kernels that need weights only to the front, out of branches.
void run_weights_only_first(Program& program);

}  // namespace weft::codegen
