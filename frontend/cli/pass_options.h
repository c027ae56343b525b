/// \file Lowering a graph as the options about passes say.
#pragma once

#include <weft/frontend/cli/command_line.h>
#include <weft/ir/graph_module.h>

namespace weft::cli {

/// Lowers the module to a core graph. After the passes that the options name, the graph goes to
/// standard error as text.
/// \error W1321 for a name of no pass, and what ir::lower_to_core refuses
void lower_to_core(ir::GraphModule& module, const PassOptions& options);

}  // namespace weft::cli
