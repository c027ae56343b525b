/// \file A graph in the language of graphviz.
#pragma once

#include <string>

#include <weft/ir/graph.h>

namespace weft::ir {

/// The graph as a `digraph` for graphviz's `dot`: a box a node with its name, target and shape, an
/// arrow from each operand to its user, and a frame around the nodes of each module, nested as the
/// modules are.
std::string to_dot(const Graph& graph);

}  // namespace weft::ir
