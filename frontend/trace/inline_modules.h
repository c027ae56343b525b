/// \file Opening the leaf modules of a captured graph.
#pragma once

#include <weft/ir/graph_module.h>

namespace weft {

/// The graph with every call_module replaced by the operators of the module's own forward; parameters
/// become get_attr under their full paths. Nodes keep the user's line and gain the module's frame.
ir::GraphModule inline_modules(const ir::GraphModule& module);

}  // namespace weft
