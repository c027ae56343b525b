/// \file The list of passes that turns a captured graph into a core graph.
#pragma once

#include <weft/ir/passes/pass.h>

namespace weft::ir {

/// The passes of `lower_to_core`, in order.
std::vector<PassInfo> core_passes();

/// A program that writes into inputs gets a further result for each of them: see written_inputs in
/// functionalize.h.
/// Makes a functional graph of call_functions on core operators, with metas on all values. Modules
/// must have been inlined, and the placeholders must have metas.
/// \error the checks of the operators, W1301 for a mutation that cannot be expressed, W1102 for a
/// call of unknown shape, W1214 for a module call
void lower_to_core(GraphModule& module, PassContext& context);
void lower_to_core(GraphModule& module);

}  // namespace weft::ir
