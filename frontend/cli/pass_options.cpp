#include <weft/frontend/cli/pass_options.h>

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <weft/ir/diagnostics.h>
#include <weft/ir/passes/pipeline.h>
#include <weft/runtime/dispatch.h>

namespace weft::cli {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void lower_to_core(ir::GraphModule& module, const PassOptions& options) {
  const std::vector<std::string> known = ir::core_pass_names();
  for (const std::vector<std::string>* names : {&options.disabled, &options.print_after}) {
    for (const std::string& name : *names) {
      if (contains(known, name)) continue;
      fail(diag::UnknownPass, {}, {name, fmt::format("{}", fmt::join(known, ", "))});
    }
  }
  ir::PassContext context;
  context.level = options.level;
  context.executor = options.compute_weights ? &eager_executor() : nullptr;
  context.disabled = {options.disabled.begin(), options.disabled.end()};
  context.after = [&](const std::string& pass, const ir::GraphModule& after) {
    if (!contains(options.print_after, pass)) return;
    fmt::print(stderr, "# after {}\n{}", pass, after.graph.str());
  };
  ir::lower_to_core(module, context);
}

}  // namespace weft::cli
