/// \file Pass: removal of what nobody uses.
#include <weft/ir/passes/dead_code_elimination.h>

namespace weft::ir {

bool dead_code_elimination(GraphModule& module, PassContext&) {
  const bool changed = module.graph.eliminate_dead_code(
      [&module](const Node* node) { return module.is_impure(*node); });
  const std::size_t modules = module.modules().size();
  module.delete_unused_modules();
  return changed || module.modules().size() != modules;
}

}  // namespace weft::ir
