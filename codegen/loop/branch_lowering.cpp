/// \file Lowering of graphs with conditionals.
#include <weft/codegen/loop/branch_lowering.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include <weft/codegen/diagnostics.h>
#include <weft/codegen/loop/graph_lowering.h>
#include <weft/codegen/loop/stage_builder.h>
#include <weft/ir/conditional.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::codegen {
namespace {

using ir::Argument;
using ir::Conditional;
using ir::Node;
using ir::OpCode;

/// Buffers of the values that a graph has so far.
using Available = std::unordered_map<const Node*, BufferId>;

/// What a value is in memory.
ir::TensorMeta memory_meta(const Node& node) {
  if (const ir::TensorMeta* tensor = node.meta.value.tensor()) return *tensor;
  if (const ir::UnknownNumber* number = node.meta.value.number()) {
    return number_meta(*number);
  }
  fail(diag::NotWithConditionals, node.meta.location,
       {fmt::format("`{}`, which is neither a tensor nor a number", node.name())});
}

const Node* picked_from(const Node& node) {
  const bool picks = node.target() == "getitem" && node.opcode() == OpCode::kCallFunction;
  return picks && !node.args().empty() ? node.args()[0].node() : nullptr;
}

bool is_step(const Node& node) {
  return node.opcode() == OpCode::kCallFunction || node.opcode() == OpCode::kCallMethod ||
         node.opcode() == OpCode::kCallModule;
}

/// A part of a graph between two conditionals, as a graph of its own.
class Piece {
 public:
  /// All inputs of the model come first in every piece, so that extents are read in the same way.
  explicit Piece(const std::vector<const Node*>& model_inputs) {
    for (const Node* input : model_inputs) values_.emplace(input, add_input(*input));
  }

  void add(const Node& node) {
    Node* copy = module_.graph.node_copy(&node, [this](Node* n) { return Argument(value(*n)); });
    values_.emplace(&node, copy);
  }

  /// A result; a constant is made a tensor.
  Argument result(const Argument& argument, bool as_float) {
    if (Node* node = argument.node()) {
      if (!as_float || node->meta.value.number() == nullptr) return value(*node);
      return as_float32(*node);
    }
    const std::optional<ir::Number> number = argument.number();
    if (!number) fail(diag::NotWithConditionals, {}, {"a result that is no number"});
    Node* made = module_.graph.call_function("full", {Argument::ints({}), Argument(*number)},
                                             {{"dtype", number_meta({number->category()}).dtype}});
    ir::infer_meta(*made);
    return made;
  }

  const std::vector<const Node*>& crossing() const { return crossing_; }
  ir::GraphModule& module() { return module_; }

 private:
  Node* add_input(const Node& node) {
    Node* input = module_.graph.placeholder(node.name());
    input->meta.value = node.meta.value;
    input->meta.location = node.meta.location;
    return input;
  }

  Node* value(Node& node) {
    const auto found = values_.find(&node);
    if (found != values_.end()) return found->second;
    const bool weight = node.opcode() == OpCode::kGetAttr;
    Node* made =
        at_begin([&] { return weight ? module_.graph.node_copy(&node) : add_input(node); });
    if (!weight && node.meta.value.integer() == nullptr) crossing_.push_back(&node);
    values_.emplace(&node, made);
    return made;
  }

  /// Makes a node after the inputs and before the first step.
  template <typename Make>
  Node* at_begin(const Make& make) {
    Node* step = module_.graph.first();
    while (step != nullptr && step->opcode() == OpCode::kPlaceholder) step = step->next();
    if (step == nullptr) return make();
    const auto scope = ir::InsertionScope::before(step);
    return make();
  }

  /// Results that are numbers are given as float32, as eager mode does.
  Node* as_float32(Node& node) {
    if (node.meta.value.number()->category != DTypeCategory::kFloating) return value(node);
    Node* input = at_begin([&] { return module_.graph.placeholder(node.name()); });
    input->meta.value = memory_meta(node);
    crossing_.push_back(&node);
    Node* made = module_.graph.call_function("to.dtype", {input, DType::kFloat32});
    ir::infer_meta(*made);
    return made;
  }

  ir::GraphModule module_;
  std::unordered_map<const Node*, Node*> values_;
  std::vector<const Node*> crossing_;
};

class BranchLowering {
 public:
  BranchLowering(const ir::GraphModule& module, const LowerOptions& options)
      : module_(module), options_(options) {}

  Program run() {
    program_.name = module_.name;
    Available available;
    for (const Node* input : module_.graph.placeholders()) model_inputs_.push_back(input);
    add_inputs(available);
    region(module_, std::move(available), nullptr);
    return std::move(program_);
  }

 private:
  /// The steps of a graph by the piece that they belong to.
  struct Pieces {
    std::vector<const Node*> conditionals;
    std::vector<std::vector<const Node*>> steps;  // one list more than there are conditionals
    std::unordered_map<const Node*, std::size_t> of;
  };

  void add_inputs(Available& available);
  void region(const ir::GraphModule& module, Available available,
              const std::vector<BufferId>* targets);
  Pieces cut(const ir::GraphModule& module) const;
  void middle_piece(const Pieces& pieces, std::size_t index, Available& available);
  void last_piece(const ir::GraphModule& module, const Pieces& pieces, Available& available,
                  const std::vector<BufferId>* targets);
  void branch(const ir::GraphModule& module, const Node& call, Available& available);
  void append(Piece& piece, const Available& available, std::vector<BufferId> outputs,
              bool are_results);
  BufferId weight_buffer(const Port& port);
  std::optional<BufferId> buffer_of(const Node& node, const Available& available);

  const ir::GraphModule& module_;
  const LowerOptions& options_;
  std::vector<const Node*> model_inputs_;
  std::vector<BufferId> model_buffers_;  // of those that have memory
  Program program_;
  ProgramNames names_;
  std::unordered_map<std::string, BufferId> weights_;
};

void BranchLowering::add_inputs(Available& available) {
  std::vector<std::vector<ir::IntExpr>> sizes;
  std::vector<std::string> names;
  for (const Node* node : model_inputs_) {
    const ir::ValueMeta& meta = node->meta.value;
    if (meta.integer() != nullptr || (!meta.known() && node->users().empty())) continue;
    const ir::TensorMeta seen = memory_meta(*node);
    const BufferId buffer =
        add_buffer(program_.buffers, names_.buffers, node->name(), seen.dtype, seen.sizes,
                   Storage::kInput, static_cast<int>(program_.inputs.size()));
    program_.inputs.push_back({node->name(), buffer, ir::dense(seen.dtype, seen.sizes)});
    model_buffers_.push_back(buffer);
    available.emplace(node, buffer);
    sizes.push_back(seen.sizes);
    names.push_back(node->name());
  }
  program_.extents = find_extents(sizes, names);
}

BranchLowering::Pieces BranchLowering::cut(const ir::GraphModule& module) const {
  Pieces pieces;
  pieces.steps.emplace_back();
  for (const Node* node : module.graph) {
    if (ir::find_conditional(module, *node) != nullptr) {
      pieces.conditionals.push_back(node);
      pieces.steps.emplace_back();
      continue;
    }
    // An element of a list of results is where the list is; lists do not cross. Those of a
    // conditional are in memory when it has run.
    const Node* list = picked_from(*node);
    if (list != nullptr && ir::find_conditional(module, *list) != nullptr) continue;
    const auto found = pieces.of.find(list);
    const std::size_t index = found != pieces.of.end() ? found->second : pieces.conditionals.size();
    pieces.of.emplace(node, index);
    if (is_step(*node)) pieces.steps[index].push_back(node);
  }
  return pieces;
}

void BranchLowering::region(const ir::GraphModule& module, Available available,
                            const std::vector<BufferId>* targets) {
  const Pieces pieces = cut(module);
  for (std::size_t k = 0; k < pieces.conditionals.size(); ++k) {
    middle_piece(pieces, k, available);
    branch(module, *pieces.conditionals[k], available);
  }
  last_piece(module, pieces, available, targets);
}

void BranchLowering::middle_piece(const Pieces& pieces, std::size_t index, Available& available) {
  const std::vector<const Node*>& steps = pieces.steps[index];
  if (steps.empty()) return;
  Piece piece(model_inputs_);
  std::vector<Argument> results;
  std::vector<BufferId> outputs;
  for (const Node* node : steps) piece.add(*node);
  std::vector<const Node*> later;
  for (const Node* node : steps) {
    if (node->meta.value.integer() != nullptr || node->meta.value.list() != nullptr) continue;
    const bool crosses =
        std::any_of(node->users().begin(), node->users().end(), [&](const Node* user) {
          const auto where = pieces.of.find(user);
          return where == pieces.of.end() || where->second != index;
        });
    if (crosses) later.push_back(node);
  }
  for (const Node* node : later) {
    const ir::TensorMeta meta = memory_meta(*node);
    results.push_back(piece.result(Argument(const_cast<Node*>(node)), false));
    outputs.push_back(add_buffer(program_.buffers, names_.buffers, node->name(), meta.dtype,
                                 meta.sizes, Storage::kArena));
  }
  piece.module().graph.output(std::move(results));
  append(piece, available, outputs, false);
  for (std::size_t k = 0; k < later.size(); ++k) available.emplace(later[k], outputs[k]);
}

void BranchLowering::last_piece(const ir::GraphModule& module, const Pieces& pieces,
                                Available& available, const std::vector<BufferId>* targets) {
  Piece piece(model_inputs_);
  for (const Node* node : pieces.steps.back()) piece.add(*node);
  const Node* output = module.graph.output_node();
  std::vector<Argument> results;
  std::vector<BufferId> outputs;
  if (targets != nullptr) {
    for (const Argument& result : output->args()[0].list()->items()) {
      results.push_back(piece.result(result, false));
    }
    outputs = *targets;
  } else {
    ir::for_each_node(output->args()[0], [&](Node* node) {
      if (node->meta.value.integer() == nullptr) results.push_back(piece.result(node, true));
    });
  }
  Node* end = piece.module().graph.output(std::move(results));
  end->meta.custom = output->meta.custom;
  append(piece, available, outputs, targets == nullptr);
}

void BranchLowering::branch(const ir::GraphModule& module, const Node& call, Available& available) {
  Conditional& conditional = *ir::find_conditional(module, call);
  const ir::ValueMetaList& metas = *call.meta.value.list();
  std::vector<BufferId> results;
  for (std::size_t i = 0; i < metas.size(); ++i) {
    ir::TensorMeta meta;
    if (metas[i].tensor() != nullptr) {
      meta = *metas[i].tensor();
    } else if (metas[i].number() != nullptr) {
      meta = number_meta(*metas[i].number());
    } else {
      fail(diag::NotWithConditionals, call.meta.location,
           {"a result that is of another type or shape on the two sides of the branch"});
    }
    results.push_back(add_buffer(program_.buffers, names_.buffers,
                                 fmt::format("{}_{}", call.name(), i), meta.dtype, meta.sizes,
                                 Storage::kArena));
  }
  const std::size_t position = program_.branches.size();
  program_.branches.emplace_back();
  Branch made;
  const std::optional<BufferId> predicate = buffer_of(*call.args()[0].node(), available);
  if (!predicate) fail(diag::NotWithConditionals, call.meta.location, {"a decision on an extent"});
  made.predicate = *predicate;
  if (call.meta.location.known()) made.comment = call.meta.location.str();
  const auto side = [&](const ir::GraphModule& graph) {
    Available inside;
    const std::vector<Node*> inputs = graph.graph.placeholders();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const auto buffer = buffer_of(*call.args()[i + 1].node(), available);
      if (buffer) inside.emplace(inputs[i], *buffer);
    }
    region(graph, std::move(inside), &results);
  };
  made.begin = program_.kernels.size();
  side(conditional.true_graph().graph_module());
  made.otherwise = program_.kernels.size();
  side(conditional.false_graph().graph_module());
  made.end = program_.kernels.size();
  program_.branches[position] = std::move(made);
  for (const Node* user : call.users()) {
    if (picked_from(*user) != &call) continue;
    const auto index = static_cast<std::size_t>(user->args()[1].number()->as_int());
    available.emplace(user, results.at(index));
  }
}

// Nothing for an extent, which has no memory.
std::optional<BufferId> BranchLowering::buffer_of(const Node& node, const Available& available) {
  const auto found = available.find(&node);
  if (found != available.end()) return found->second;
  if (node.opcode() != OpCode::kGetAttr) return std::nullopt;
  const ir::TensorMeta meta = memory_meta(node);
  return weight_buffer({node.target(), 0, ir::dense(meta.dtype, meta.sizes)});
}

BufferId BranchLowering::weight_buffer(const Port& port) {
  const auto [it, is_new] = weights_.emplace(port.name, 0);
  if (is_new) {
    it->second =
        add_buffer(program_.buffers, names_.buffers, port.name, port.meta.dtype, port.meta.sizes,
                   Storage::kWeight, static_cast<int>(program_.weights.size()));
    program_.weights.push_back(port);
    program_.weights.back().buffer = it->second;
  }
  return it->second;
}

void BranchLowering::append(Piece& piece, const Available& available, std::vector<BufferId> outputs,
                            bool are_results) {
  piece.module().name = module_.name;
  GraphLowering lowering(piece.module(), options_);
  const StageGraph& graph = lowering.graph();
  if (graph.draws) fail(diag::NotWithConditionals, {}, {"a random operator"});
  for (const Extent& extent : graph.extents) {
    if (extent.is_found()) {
      fail(diag::NotWithConditionals, {}, {"a shape that depends on data"});
    }
  }
  PortBuffers ports;
  ports.inputs = model_buffers_;
  for (const Node* node : piece.crossing()) ports.inputs.push_back(available.at(node));
  for (std::size_t k = 0; k < graph.weights.size(); ++k) {
    ports.weights.push_back(weight_buffer(lowering.weight(k)));
  }
  for (std::size_t k = 0; are_results && k < graph.outputs.size(); ++k) {
    Port port = lowering.output(k);
    const Value& value = graph.values[graph.outputs[k]];
    port.buffer = add_buffer(program_.buffers, names_.buffers, value.name, value.dtype, value.sizes,
                             Storage::kOutput, static_cast<int>(k));
    outputs.push_back(port.buffer);
    program_.outputs.push_back(std::move(port));
  }
  ports.outputs = std::move(outputs);
  for (const Condition& condition : graph.conditions) {
    const bool known =
        std::any_of(program_.conditions.begin(), program_.conditions.end(),
                    [&](const Condition& other) { return other.text == condition.text; });
    if (!known) program_.conditions.push_back(condition);
  }
  for (const std::string& note : graph.notes) {
    if (std::find(program_.notes.begin(), program_.notes.end(), note) == program_.notes.end()) {
      program_.notes.push_back(note);
    }
  }
  lowering.append(program_, ports, names_);
}

}  // namespace

bool has_conditionals(const ir::GraphModule& module) {
  return std::any_of(module.graph.begin(), module.graph.end(), [&](const Node* node) {
    return ir::find_conditional(module, *node) != nullptr;
  });
}

Program lower_branches(const ir::GraphModule& module, const LowerOptions& options) {
  return BranchLowering(module, options).run();
}

void run_weights_only_first(Program& program) {
  std::vector<std::size_t> before(program.kernels.size() + 1, 0);  // kernels that stay in order
  for (std::size_t k = 0; k < program.kernels.size(); ++k) {
    before[k + 1] = before[k] + (program.kernels[k].weights_only ? 0 : 1);
  }
  const std::size_t moved = program.kernels.size() - before.back();
  for (Branch& branch : program.branches) {
    for (std::size_t* at : {&branch.begin, &branch.otherwise, &branch.end}) {
      *at = moved + before[*at];
    }
  }
  std::stable_partition(program.kernels.begin(), program.kernels.end(),
                        [](const Kernel& kernel) { return kernel.weights_only; });
}

}  // namespace weft::codegen
