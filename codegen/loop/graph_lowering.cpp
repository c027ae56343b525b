/// \file The kernels of a graph without conditionals.
#include <weft/codegen/loop/graph_lowering.h>

#include <algorithm>

#include <weft/codegen/diagnostics.h>
#include <weft/codegen/loop/contraction_nest.h>
#include <weft/codegen/loop/estimate.h>
#include <weft/codegen/loop/inline_producers.h>
#include <weft/codegen/loop/row_nest.h>
#include <weft/codegen/loop/schedule.h>
#include <weft/ir/operators/operator.h>

namespace weft::codegen {
namespace {

using ir::Node;

/// All nodes of a group, each once, in graph order.
std::vector<const Node*> nodes_of(const StageGraph& graph, const Group& group) {
  std::vector<const Node*> nodes;
  for (const int id : group.stages) {
    const Stage& stage = graph.stages[id];
    nodes.insert(nodes.end(), stage.nodes.begin(), stage.nodes.end());
  }
  const auto before = [](const Node* a, const Node* b) {
    return a != b && a->graph().comes_before(a, b);
  };
  std::sort(nodes.begin(), nodes.end(), before);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

Port dense_port(const StageGraph& graph, std::string name, ValueId value) {
  const Value& v = graph.values[value];
  return {std::move(name), 0, ir::dense(v.dtype, v.sizes)};
}

}  // namespace

GraphLowering::GraphLowering(const ir::GraphModule& module, const LowerOptions& options)
    : graph_(build_stages(module, options)),
      groups_(fuse_stages(graph_, options.fuse)),
      users_(users_of_values(graph_)),
      kernel_names_(module.graph) {}

Port GraphLowering::input(std::size_t k) const {
  const ValueId value = graph_.inputs[k];
  return dense_port(graph_, graph_.values[value].node->name(), value);
}

Port GraphLowering::weight(std::size_t k) const {
  const ValueId value = graph_.weights[k];
  return dense_port(graph_, graph_.values[value].node->target(), value);
}

Port GraphLowering::output(std::size_t k) const {
  return {graph_.values[graph_.outputs[k]].name, 0, graph_.output_metas[k]};
}

void GraphLowering::append(Program& program, const PortBuffers& ports, ProgramNames& names) {
  BufferTable buffers(graph_, ports, program.buffers, names.buffers);
  for (const Group& group : groups_) add_kernel(program, group, buffers, names);
  for (const auto& [input, value] : graph_.written) {
    program.written.push_back({input, buffers.of(value)});
  }
}

// Nothing to compute: the results have no elements.
bool GraphLowering::is_empty(const Group& group) const {
  return group.kind != GroupKind::kLibrary &&
         std::all_of(group.stages.begin(), group.stages.end(),
                     [&](int id) { return points(graph_.stages[id].axes).is(0); });
}

std::vector<Statement> GraphLowering::library_call(const Stage& stage, BufferTable& buffers) const {
  LibraryCall call;
  call.operator_name = stage.library_call->operator_name;
  call.custom = stage.library_call->custom;
  for (const ValueId value : stage.library_call->inputs) call.inputs.push_back(buffers.of(value));
  for (const ValueId value : stage.library_call->outputs) call.outputs.push_back(buffers.of(value));
  call.parameters = stage.library_call->parameters;
  call.found = stage.library_call->found;
  call.first_draw = stage.library_call->first_draw;
  std::vector<Statement> body;
  body.push_back({std::move(call)});
  return body;
}

// A kernel with a contraction is named after it and what follows: what comes before are
// computations on other operands of its epilogue.
std::vector<const Node*> GraphLowering::named_nodes(const Group& group,
                                                    const std::vector<const Node*>& nodes) const {
  const Node* anchor = nullptr;
  for (const int id : group.stages) {
    if (graph_.stages[id].contraction) anchor = graph_.stages[id].node;
  }
  const auto first = std::find(nodes.begin(), nodes.end(), anchor);
  return first == nodes.end() ? nodes : std::vector<const Node*>(first, nodes.end());
}

void GraphLowering::add_kernel(Program& program, const Group& group, BufferTable& buffers,
                               ProgramNames& names) {
  if (is_empty(group)) return;
  Kernel kernel;
  if (group.kind == GroupKind::kLibrary) {
    kernel.body = library_call(graph_.stages[group.stages[0]], buffers);
  } else if (group.kind == GroupKind::kContraction) {
    kernel.body = contraction_nest(graph_, group, users_, buffers);
  } else {
    Nest nest = make_nest(graph_, group, users_, buffers);
    kernel.scratch = nest.scratch;
    kernel.body = schedule(std::move(nest));
  }
  fill_estimates(kernel, program.buffers);
  kernel.weights_only = std::all_of(group.stages.begin(), group.stages.end(),
                                    [&](int id) { return graph_.stages[id].constant; });
  const std::vector<const Node*> nodes = nodes_of(graph_, group);
  const std::size_t count = kernel.reads.size() + kernel.writes.size() + kernel.scratch.size();
  if (count > kMaxKernelBuffers) {
    fail(diag::KernelTooLarge, nodes.back()->meta.location,
         {nodes.back()->name(), std::to_string(count), std::to_string(kMaxKernelBuffers)});
  }
  kernel.name = names.kernels.unique(kernel_names_.name(named_nodes(group, nodes)));
  kernel.comments = kernel_names_.comments(nodes);
  for (const Node* node : nodes) {
    kernel.operators.push_back(node->op() != nullptr ? node->op()->full_name() : "copy");
  }
  program.kernels.push_back(std::move(kernel));
}

}  // namespace weft::codegen
