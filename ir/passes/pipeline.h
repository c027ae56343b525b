/// \file The list of passes that turns a captured graph into a core graph.
#pragma once

#include <weft/ir/passes/pass.h>

namespace weft::ir {

/// The passes of `lower_to_core` at a level, in order.
std::vector<PassInfo> core_passes(int level = level::kDefault);
/// The names of the passes at any level, groups included, in order, each once.
std::vector<std::string> core_pass_names();

/// Makes a functional graph of call_functions on core operators, with metas on all values. Modules
/// must have been inlined, and the placeholders must have metas.
///
/// A program that writes into inputs gets a further result for each of them: see written_inputs in
/// functionalize.h. `context.level` says which passes run; `context.disabled` may name passes of
/// other levels too.
/// \error W1321 for an unknown name in `context.disabled`, the checks of the operators, W1301 for a
/// mutation that cannot be expressed, W1102 for a call of unknown shape, W1214 for a module call
void lower_to_core(GraphModule& module, PassContext& context);
void lower_to_core(GraphModule& module);

}  // namespace weft::ir
