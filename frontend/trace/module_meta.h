/// \file Modules on metas: what a leaf's forward returns, and its graph.
#pragma once

#include <vector>

#include <weft/ir/graph_module.h>
#include <weft/runtime/nn/module.h>

namespace weft {

/// The meta of a node, or the list of metas of a list of nodes.
ir::ValueMeta argument_meta(const ir::Argument& argument);

/// Records a module's own forward, with no leaves, for inputs with these metas (empty where unknown).
/// Inputs that are not there (none) stay none.
ir::GraphModule trace_module(nn::Module& module, const std::vector<ir::ValueMeta>& inputs,
                             const std::vector<bool>& present);

/// What a module's forward returns for these arguments; empty while an argument's meta is unknown.
ir::ValueMeta infer_module(nn::Module& module, const std::vector<ir::Argument>& arguments,
                           SourceLocation where);

}  // namespace weft
