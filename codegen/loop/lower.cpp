/// \file From a core graph to a Program.
#include <weft/codegen/loop/lower.h>

#include <algorithm>

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

}  // namespace

Program lower(const ir::GraphModule& module, const LowerOptions& options) {
  Program program =
      has_conditionals(module) ? lower_branches(module, options) : lower_graph(module, options);
  run_weights_only_first(program);
  plan_memory(program, options.plan_memory);
  return program;
}

}  // namespace weft::codegen
