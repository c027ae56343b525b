/// \file Minimizer: bisection over the calls of a graph, then leaving out single ones.
#include <weft/ir/minimizer.h>

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <weft/ir/diagnostics.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

using NodeValues = std::unordered_map<const Node*, Value>;

Value copy_of(const Value& value, Executor& executor) {
  if (value.tensor() != nullptr) {
    const Operator& clone = get_operator("clone");
    std::vector<Value> arguments(clone.schema.parameters.size());
    arguments[0] = value;
    return executor.call_operator(clone, arguments, {});
  }
  if (const std::vector<Value>* list = value.list()) {
    std::vector<Value> items;
    for (const Value& item : *list) items.push_back(copy_of(item, executor));
    return Value(std::move(items));
  }
  return value;
}

// Keeps a copy of every input and result, as it is right after its node has run.
class Recorder : public Interpreter {
 public:
  Recorder(const GraphModule& module, Executor& executor, NodeValues& values)
      : Interpreter(module, executor), values_(values) {}

  Value run_node(const Node& node) override {
    Value value = Interpreter::run_node(node);
    const bool attribute = node.opcode() == OpCode::kGetAttr;
    if (!attribute && node.opcode() != OpCode::kOutput) {
      values_.emplace(&node, copy_of(value, executor_));
    }
    return value;
  }

 private:
  NodeValues& values_;
};

class Minimizer {
 public:
  Minimizer(const GraphModule& module, Executor& executor, const MinimizerCallbacks& callbacks)
      : module_(module), executor_(executor), callbacks_(callbacks) {
    for (Node* node : module.graph) {
      const bool call = node->opcode() == OpCode::kCallFunction ||
                        node->opcode() == OpCode::kCallModule ||
                        node->opcode() == OpCode::kCallMethod;
      if (call) calls_.push_back(node);
      writes_ = writes_ || may_change_memory(module, *node);
    }
  }

  MinimizedDifference run(const std::vector<Value>& inputs) {
    Recorder recorder(module_, executor_, values_);
    if (writes_) {
      const GraphModule own = with_own_tensors(module_);
      for (const Node* node : module_.graph.find_nodes(OpCode::kGetAttr)) {
        const GraphModule::Attribute* attribute = own.find_attribute(node->target());
        if (attribute != nullptr) recorder.seed(node, attribute->value);
      }
    }
    recorder.run(copies(inputs));
    if (!differs(calls_)) fail(diag::NothingToMinimize, {}, {});
    std::vector<const Node*> kept = bisect();
    // From the end, so that what a call needs is still there when the call is tried.
    for (std::size_t i = kept.size(); i-- > 0;) {
      std::vector<const Node*> fewer = kept;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (differs(fewer)) kept = std::move(fewer);
    }
    return describe(kept);
  }

 private:
  std::vector<Value> copies(const std::vector<Value>& values) {
    std::vector<Value> result;
    for (const Value& value : values) result.push_back(copy_of(value, executor_));
    return result;
  }

  // The module with copies of its tensors, so that every execution begins with the same ones.
  GraphModule with_own_tensors(const GraphModule& module) {
    GraphModule own = module.clone();
    std::unordered_map<const TensorImpl*, Value> copied;
    for (const GraphModule::Attribute& a : module.attributes()) {
      const TensorHandle* tensor = a.value.tensor();
      if (tensor == nullptr) continue;
      const auto [entry, is_new] = copied.try_emplace(tensor->get());
      if (is_new) entry->second = copy_of(a.value, executor_);
      own.set_attribute(a.path, entry->second, a.meta);
    }
    return own;
  }

  std::vector<const Node*> range(std::size_t first, std::size_t last) const {
    return {calls_.begin() + static_cast<std::ptrdiff_t>(first),
            calls_.begin() + static_cast<std::ptrdiff_t>(last)};
  }

  // A range of calls that differs, and does so without neither its first nor its last call.
  std::vector<const Node*> bisect() {
    std::size_t agrees = 0;
    std::size_t last = calls_.size();
    while (last - agrees > 1) {
      const std::size_t middle = agrees + (last - agrees) / 2;
      (differs(range(0, middle)) ? last : agrees) = middle;
    }
    std::size_t first = 0;
    agrees = last;
    while (agrees - first > 1) {
      const std::size_t middle = first + (agrees - first) / 2;
      (differs(range(middle, last)) ? first : agrees) = middle;
    }
    return range(first, last);
  }

  // The calls as a graph of their own. `outside` gets the nodes that its placeholders stand for.
  GraphModule extract(const std::vector<const Node*>& kept, std::vector<const Node*>& outside) {
    GraphModule part;
    part.name = module_.name;
    for (const GraphModule::Attribute& a : module_.attributes()) {
      part.set_attribute(a.path, a.value, a.meta);
    }
    for (const auto& [path, called] : module_.modules()) part.set_module(path, called);
    const std::unordered_set<const Node*> inside(kept.begin(), kept.end());
    NodeMap copies;
    for (const Node* node : kept) {
      for (const Node* operand : node->all_input_nodes()) {
        if (operand->opcode() == OpCode::kGetAttr || inside.count(operand) != 0) continue;
        if (copies.count(operand) != 0) continue;
        Node* input = part.graph.placeholder(operand->name());
        input->meta = operand->meta;
        copies.emplace(operand, input);
        outside.push_back(operand);
      }
    }
    std::vector<Argument> results;
    for (const Node* node : kept) {
      for (const Node* operand : node->all_input_nodes()) {
        if (operand->opcode() != OpCode::kGetAttr || copies.count(operand) != 0) continue;
        copies.emplace(operand, part.graph.node_copy(operand, nullptr));
      }
      Node* copy = part.graph.node_copy(node, [&](Node* n) { return copies.at(n); });
      copies.emplace(node, copy);
      const bool leaves = std::any_of(node->users().begin(), node->users().end(),
                                      [&](const Node* user) { return inside.count(user) == 0; });
      if (leaves) results.emplace_back(copy);
    }
    part.graph.output(Argument(std::move(results)));
    part.delete_unused_modules();
    return part;
  }

  bool differs(const std::vector<const Node*>& kept) {
    if (kept.empty()) return false;
    std::vector<const Node*> outside;
    const GraphModule part = extract(kept, outside);
    std::vector<Value> inputs;
    for (const Node* node : outside) inputs.push_back(values_.at(node));
    ++runs_;
    const auto execute = [&](const MinimizerCallbacks::Run& run) {
      return writes_ ? run(with_own_tensors(part), copies(inputs)) : run(part, copies(inputs));
    };
    const Value expected = execute(callbacks_.reference);
    Value got;
    try {
      got = execute(callbacks_.suspect);
    } catch (const std::exception& e) {
      difference_ = fmt::format("the second execution failed: {}", e.what());
      return true;
    }
    std::optional<std::string> difference = callbacks_.compare(expected, got);
    if (!difference) return false;
    difference_ = std::move(*difference);
    return true;
  }

  MinimizedDifference describe(const std::vector<const Node*>& kept) {
    MinimizedDifference found;
    std::vector<const Node*> outside;
    found.module = extract(kept, outside);
    for (const Node* node : outside) found.inputs.push_back(copy_of(values_.at(node), executor_));
    found.difference = difference_;
    found.nodes = kept.size();
    found.of_nodes = calls_.size();
    found.runs = runs_;
    std::string& text = found.report;
    text = fmt::format("the executions differ on {} of {} calls ({} runs): {}\n", found.nodes,
                       found.of_nodes, found.runs, found.difference);
    text += "calls:\n";
    for (const Node* node : kept) {
      const bool known = node->meta.location.known();
      text += fmt::format("  {} at {}\n", node->name(),
                          known ? node->meta.location.str() : "an unknown line");
    }
    text += outside.empty() ? "" : "inputs:\n";
    for (std::size_t i = 0; i < outside.size(); ++i) {
      text += fmt::format("  {}: {}", outside[i]->name(), outside[i]->meta.value.str());
      if (callbacks_.describe) text += " = " + callbacks_.describe(found.inputs[i]);
      text += "\n";
    }
    text += found.module.graph.str() + "\n" + found.module.graph.code();
    return found;
  }

  const GraphModule& module_;
  Executor& executor_;
  const MinimizerCallbacks& callbacks_;
  bool writes_ = false;             // into tensors, as far as can be told
  std::vector<const Node*> calls_;  // of the whole graph, in order
  NodeValues values_;
  std::string difference_;
  std::size_t runs_ = 0;
};

}  // namespace

MinimizedDifference minimize_difference(const GraphModule& module, const std::vector<Value>& inputs,
                                        Executor& executor, const MinimizerCallbacks& callbacks) {
  return Minimizer(module, executor, callbacks).run(inputs);
}

}  // namespace weft::ir
