/// \file From a core graph to a Program.
#include <weft/codegen/loop/lower.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <weft/codegen/diagnostics.h>
#include <weft/codegen/loop/branch_lowering.h>
#include <weft/codegen/loop/graph_lowering.h>
#include <weft/codegen/loop/memory_plan.h>

namespace weft::codegen {
namespace {

Program lower_graph(const ir::GraphModule& module, const LowerOptions& options) {
  GraphLowering lowering(module, options);
  const StageGraph& graph = lowering.graph();
  Program program;
  program.name = module.name;
  program.notes = graph.notes;
  program.extents = graph.extents;
  program.conditions = graph.conditions;
  program.draws = graph.draws;
  ProgramNames names;
  PortBuffers buffers;
  const auto add = [&](const std::vector<ValueId>& values, Storage storage,
                       std::vector<Port>& ports, std::vector<BufferId>& ids, const auto& port_of) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      const Value& value = graph.values[values[k]];
      ids.push_back(add_buffer(program.buffers, names.buffers, value.name, value.dtype, value.sizes,
                               storage, static_cast<int>(k)));
      ports.push_back(port_of(k));
      ports.back().buffer = ids.back();
    }
  };
  add(graph.inputs, Storage::kInput, program.inputs, buffers.inputs,
      [&](std::size_t k) { return lowering.input(k); });
  add(graph.weights, Storage::kWeight, program.weights, buffers.weights,
      [&](std::size_t k) { return lowering.weight(k); });
  add(graph.outputs, Storage::kOutput, program.outputs, buffers.outputs,
      [&](std::size_t k) { return lowering.output(k); });
  lowering.append(program, buffers, names);
  return program;
}

/// As WEFT_MAX_RANK in weft_deploy/tensor_view.h.
constexpr std::int64_t kMaxRank = 8;

/// Tensors inside may have more dimensions; those of callers are described in so many.
void check_ranks(const Program& program) {
  const auto check = [](const std::vector<Port>& ports, const char* role) {
    for (const Port& port : ports) {
      if (port.meta.rank() <= kMaxRank) continue;
      fail(diag::RankTooLarge, {},
           {fmt::format("{} `{}`", role, port.name), std::to_string(port.meta.rank()),
            std::to_string(kMaxRank)});
    }
  };
  check(program.inputs, "input");
  check(program.outputs, "result");
}

}  // namespace

Program lower(const ir::GraphModule& module, const LowerOptions& options) {
  Program program =
      has_conditionals(module) ? lower_branches(module, options) : lower_graph(module, options);
  check_ranks(program);
  run_weights_only_first(program);
  plan_memory(program, options.plan_memory);
  return program;
}

}  // namespace weft::codegen
