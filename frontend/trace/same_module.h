/// \file same_module: whether two captures are of the same graph with the same tensors.
#pragma once

#include <weft/ir/graph_module.h>

namespace weft {

/// One tensor, or two of the same dtype, extents and elements.
bool same_tensor(const ir::Value& a, const ir::Value& b);

/// Equal graphs, whose attributes are the same tensors and whose modules are the same objects or
/// conditionals of the same graphs.
bool same_module(const ir::GraphModule& a, const ir::GraphModule& b);
bool same_module(const ir::ModuleInterface* a, const ir::ModuleInterface* b);

}  // namespace weft
