/// \file From a core graph to a Program.
#include <weft/codegen/loop/lower.h>

#include <algorithm>

#include <weft/codegen/diagnostics.h>
#include <weft/codegen/loop/contraction_nest.h>
#include <weft/codegen/loop/estimate.h>
#include <weft/codegen/loop/fusion.h>
#include <weft/codegen/loop/inline_producers.h>
#include <weft/codegen/loop/memory_plan.h>
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

class Lowering {
 public:
  Lowering(const ir::GraphModule& module, const LowerOptions& options)
      : module_(module),
        options_(options),
        graph_(build_stages(module, options)),
        groups_(fuse_stages(graph_, options.fuse)),
        users_(users_of_values(graph_)),
        buffers_(graph_, program_.buffers),
        names_(module.graph) {}

  Program run() {
    program_.name = module_.name;
    program_.notes = graph_.notes;
    program_.extents = graph_.extents;
    program_.conditions = graph_.conditions;
    program_.draws = graph_.draws;
    for (const Group& group : groups_) add_kernel(group);
    std::stable_partition(program_.kernels.begin(), program_.kernels.end(),
                          [](const Kernel& kernel) { return kernel.weights_only; });
    add_ports();
    plan_memory(program_, options_.plan_memory);
    return std::move(program_);
  }

 private:
  void add_kernel(const Group& group);
  void add_ports();
  bool is_empty(const Group& group) const;
  std::vector<Statement> library_call(const Stage& stage);
  std::vector<const Node*> named_nodes(const Group& group,
                                       const std::vector<const Node*>& nodes) const;

  const ir::GraphModule& module_;
  const LowerOptions& options_;
  Program program_;
  StageGraph graph_;
  std::vector<Group> groups_;
  std::vector<std::vector<int>> users_;
  BufferTable buffers_;
  KernelNames names_;
};

// Nothing to compute: the results have no elements.
bool Lowering::is_empty(const Group& group) const {
  return group.kind != GroupKind::kLibrary &&
         std::all_of(group.stages.begin(), group.stages.end(),
                     [&](int id) { return points(graph_.stages[id].axes).is(0); });
}

std::vector<Statement> Lowering::library_call(const Stage& stage) {
  LibraryCall call;
  call.operator_name = stage.library_call->operator_name;
  call.custom = stage.library_call->custom;
  for (const ValueId value : stage.library_call->inputs) call.inputs.push_back(buffers_.of(value));
  for (const ValueId value : stage.library_call->outputs)
    call.outputs.push_back(buffers_.of(value));
  call.parameters = stage.library_call->parameters;
  call.found = stage.library_call->found;
  call.first_draw = stage.library_call->first_draw;
  std::vector<Statement> body;
  body.push_back({std::move(call)});
  return body;
}

// A kernel with a contraction is named after it and what follows: what comes before are
// computations on other operands of its epilogue.
std::vector<const Node*> Lowering::named_nodes(const Group& group,
                                               const std::vector<const Node*>& nodes) const {
  const Node* anchor = nullptr;
  for (const int id : group.stages) {
    if (graph_.stages[id].contraction) anchor = graph_.stages[id].node;
  }
  const auto first = std::find(nodes.begin(), nodes.end(), anchor);
  return first == nodes.end() ? nodes : std::vector<const Node*>(first, nodes.end());
}

void Lowering::add_kernel(const Group& group) {
  if (is_empty(group)) return;
  Kernel kernel;
  if (group.kind == GroupKind::kLibrary) {
    kernel.body = library_call(graph_.stages[group.stages[0]]);
  } else if (group.kind == GroupKind::kContraction) {
    kernel.body = contraction_nest(graph_, group, users_, buffers_);
  } else {
    Nest nest = make_nest(graph_, group, users_, buffers_);
    kernel.scratch = nest.scratch;
    kernel.body = schedule(std::move(nest));
  }
  fill_estimates(kernel, program_.buffers);
  kernel.weights_only = std::all_of(group.stages.begin(), group.stages.end(),
                                    [&](int id) { return graph_.stages[id].constant; });
  const std::vector<const Node*> nodes = nodes_of(graph_, group);
  const std::size_t count = kernel.reads.size() + kernel.writes.size() + kernel.scratch.size();
  if (count > kMaxKernelBuffers) {
    fail(diag::KernelTooLarge, nodes.back()->meta.location,
         {nodes.back()->name(), std::to_string(count), std::to_string(kMaxKernelBuffers)});
  }
  kernel.name = names_.name(named_nodes(group, nodes));
  kernel.comments = names_.comments(nodes);
  for (const Node* node : nodes) {
    kernel.operators.push_back(node->op() != nullptr ? node->op()->full_name() : "copy");
  }
  program_.kernels.push_back(std::move(kernel));
}

void Lowering::add_ports() {
  const auto dense_port = [&](std::string name, ValueId value) {
    const Value& v = graph_.values[value];
    return Port{std::move(name), buffers_.of(value), ir::dense(v.dtype, v.sizes)};
  };
  for (const ValueId value : graph_.inputs) {
    program_.inputs.push_back(dense_port(graph_.values[value].node->name(), value));
  }
  for (const ValueId value : graph_.weights) {
    program_.weights.push_back(dense_port(graph_.values[value].node->target(), value));
  }
  for (std::size_t k = 0; k < graph_.outputs.size(); ++k) {
    const ValueId value = graph_.outputs[k];
    program_.outputs.push_back(
        {graph_.values[value].name, buffers_.of(value), graph_.output_metas[k]});
  }
  for (const auto& [input, value] : graph_.written) {
    program_.written.push_back({input, buffers_.of(value)});
  }
}

}  // namespace

Program lower(const ir::GraphModule& module, const LowerOptions& options) {
  return Lowering(module, options).run();
}

}  // namespace weft::codegen
