/// \file Verification of a graph after a pass.
#pragma once

#include <string>

#include <weft/ir/passes/pass.h>

namespace weft::ir {

/// True if no recorded dtype or extent contradicts what the operators give for their operands.
bool metas_agree(const GraphModule& module);

/// Lints the module and checks the facts; `metas` says that recorded metas agreed before the pass.
/// \error W1302 for an ill-formed graph, W1323 for a node that breaks a fact or whose meta
/// contradicts its operator, at the user's line of the node
void verify(const GraphModule& module, const std::string& pass, const FactSet& facts, bool metas);

}  // namespace weft::ir
