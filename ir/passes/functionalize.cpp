/// \file Pass: in-place operators become functional ones.
#include <weft/ir/passes/functionalize.h>

#include <fmt/format.h>

#include <algorithm>

#include <weft/ir/diagnostics.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>
#include <weft/ir/passes/storage_tracker.h>

namespace weft::ir {
namespace {

[[noreturn]] void refuse(const Node& node, std::string what) {
  const std::string name = node.op() != nullptr ? node.op()->schema.name : node.target();
  fail(diag::MutationNotFunctional, node.meta.location, {name, std::move(what)});
}

// The operator whose result an in-place form writes into its first argument, and into nothing else.
const Operator& functional_form(const Node& node) {
  const Operator& op = *node.op();
  const auto& parameters = op.schema.parameters;
  const bool first_only =
      parameters[0].written && std::none_of(parameters.begin() + 1, parameters.end(),
                                            [](const auto& p) { return p.written; });
  if (op.functional == nullptr || !first_only) refuse(node, "one of its arguments");
  return *op.functional;
}

// The value that the write leaves: the functional result in the type of the target.
Node* written_value(Graph& graph, const Node& node, const TensorMeta* target) {
  Node* value = graph.call_function(functional_form(node).full_name(), node.args(), node.kwargs());
  copy_origin(node, *value);
  infer_meta(*value);
  const TensorMeta* result = value->meta.value.tensor();
  if (target == nullptr || result == nullptr) {
    refuse(node, "a tensor of unknown dtype");
  }
  if (result->sizes != target->sizes) {
    fail(diag::InternalError, node.meta.location,
         {fmt::format("`{}` writes {} into {}", node.name(), result->str(), target->str())});
  }
  if (result->dtype == target->dtype) return value;
  Node* converted = graph.call_function("to.dtype", {value, target->dtype});
  copy_origin(node, *converted);
  infer_meta(*converted);
  return converted;
}

/// Attachment of the output node: see written_inputs.
constexpr const char* kWrittenInputs = "written_inputs";

void add_written_inputs(Graph& graph, StorageTracker& tracker) {
  std::vector<Argument> results;
  std::vector<Argument> positions;
  Node* output = graph.output_node();
  if (output == nullptr) return;
  const auto scope = InsertionScope::before(output);
  std::int64_t position = 0;
  for (Node* input : graph.placeholders()) {
    if (tracker.was_written(input)) {
      results.emplace_back(tracker.read(input));
      positions.emplace_back(position);
    }
    ++position;
  }
  if (positions.empty()) return;
  results.insert(results.begin(), output->args().empty() ? Argument() : output->args()[0]);
  output->set_args({Argument(std::move(results))});
  output->meta.custom[kWrittenInputs] = Argument(std::move(positions));
}

}  // namespace

bool functionalize(GraphModule& module, PassContext&) {
  Graph& graph = module.graph;
  const bool writes = std::any_of(graph.begin(), graph.end(),
                                  [&](const Node* node) { return may_write(module, *node); });
  if (!writes) return false;

  StorageTracker tracker(graph);
  std::vector<Node*> replaced;
  for (Node* node : graph) {
    if (node->op() == nullptr && may_write(module, *node)) {
      if (node->opcode() == OpCode::kCallMethod) {
        fail(diag::UnknownOperator, node->meta.location, {node->target()});
      }
      refuse(*node, "the state of the module or its operands");
    }
    const auto scope = InsertionScope::before(node);
    const std::vector<Argument> original_args = node->args();
    const bool in_place = node->op() != nullptr && node->op()->writes();
    map_arguments(node, [&](Node* n) { return Argument(tracker.read(n)); });
    if (!in_place) {
      tracker.enter(node, original_args);
      // The new values of storages do not keep their strides.
      drop_stride_promise(node);
      continue;
    }
    Node* target = original_args.empty() ? nullptr : original_args[0].node();
    if (target == nullptr) refuse(*node, "an argument that is given by keyword");
    Node* value = written_value(graph, *node, target->meta.value.tensor());
    tracker.write(target, value, *node);
    tracker.enter_written(node, target);
    replaced.push_back(node);
  }
  add_written_inputs(graph, tracker);
  for (auto it = replaced.rbegin(); it != replaced.rend(); ++it) graph.erase_node(*it);
  return true;
}

std::vector<std::size_t> written_inputs(const Graph& graph) {
  std::vector<std::size_t> positions;
  const Node* output = graph.output_node();
  if (output == nullptr) return positions;
  const auto found = output->meta.custom.find(kWrittenInputs);
  if (found == output->meta.custom.end()) return positions;
  for (const Argument& position : found->second.list()->items()) {
    positions.push_back(static_cast<std::size_t>(position.number()->as_int()));
  }
  return positions;
}

}  // namespace weft::ir
