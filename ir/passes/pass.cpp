/// \file Running passes and checking what they leave behind.
#include <weft/ir/passes/pass.h>

#include <fmt/format.h>

#include <weft/ir/diagnostics.h>

namespace weft::ir {
namespace {

void check(const GraphModule& module, const PassInfo& pass) {
  try {
    module.lint();
  } catch (const Error& e) {
    fail(diag::PassFailed, e.diagnostic().location, {pass.name, e.diagnostic().message});
  }
}

}  // namespace

bool PassManager::run(GraphModule& module, PassContext& context) const {
  bool any = false;
  for (const PassInfo& pass : passes_) {
    if (context.disabled.count(pass.name) != 0) {
      if (context.log) context.log(fmt::format("left out {}", pass.name));
      continue;
    }
    const std::size_t size = module.graph.size();
    const std::uint64_t hash = context.strict ? module.graph.structural_hash() : 0;
    const bool changed = pass.run(module, context);
    check(module, pass);
    if (context.strict && !changed && module.graph.structural_hash() != hash) {
      fail(diag::PassFailed, {}, {pass.name, "it changed the graph and reported that it did not"});
    }
    if (context.log) {
      context.log(
          changed ? fmt::format("after {}: {} -> {} nodes", pass.name, size, module.graph.size())
                  : fmt::format("after {}: {} nodes (unchanged)", pass.name, size));
    }
    any = any || changed;
  }
  return any;
}

}  // namespace weft::ir
