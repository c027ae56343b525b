/// \file Interpreter: evaluates arguments and runs one node after the other.
#include <weft/ir/interpreter.h>

#include <new>
#include <unordered_set>

#include <weft/ir/conditional.h>
#include <weft/ir/diagnostics.h>
#include <weft/ir/graph_codegen.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir {
namespace {

// Runs an operator on the values that `evaluate` gives for its bound arguments.
template <typename Evaluate>
Value call(const Node& node, const Operator& op, Executor& executor, const Evaluate& evaluate) {
  const std::vector<Argument> bound =
      bind_arguments(op.schema, node.args(), node.kwargs(), node.meta.location);
  std::vector<Value> values;
  values.reserve(bound.size());
  for (const Argument& a : bound) values.push_back(evaluate(a));
  return executor.call_operator(op, values, node.meta.location);
}

// "x, k = 5", for a message about a wrong number of inputs.
std::string names_of(const std::vector<Node*>& placeholders) {
  std::string text;
  for (const Node* node : placeholders) {
    if (!text.empty()) text += ", ";
    text += "`" + node->name() + "`";
    if (!node->args().empty()) text += " = " + node->args()[0].str();
  }
  return text.empty() ? "none" : text;
}

// "node `relu` of module `layers.0` (Block)", "node `layers_0`, which calls module `layers.0`".
std::string describe(const Node& node) {
  std::string text = "node `" + node.name() + "`";
  if (node.opcode() == OpCode::kCallModule) {
    text += ", which calls module `" + node.target() + "`";
  } else if (!node.meta.module_stack.empty() && !node.meta.module_stack.back().path.empty()) {
    const ModuleFrame& module = node.meta.module_stack.back();
    text += " of module `" + module.path + "` (" + module.type + ")";
  }
  return text;
}

// A call of a module of which the graph knows no more than its path.
bool is_opaque_call(const GraphModule& module, const Node& node) {
  return node.opcode() == OpCode::kCallModule &&
         find_graph_submodule(module, node.target()) == nullptr &&
         find_conditional(module, node) == nullptr;
}

// "a number", of a value that came for a tensor.
std::string kind_of(const Value& value) {
  if (std::holds_alternative<std::string>(value.value)) return "a string";
  if (value.list() != nullptr) return "a list";
  return value.dict() != nullptr ? "a mapping" : "a number";
}

}  // namespace

Interpreter::Interpreter(const GraphModule& module, Executor& executor)
    : module_(module), executor_(executor) {}

Value Interpreter::run(std::vector<Value> inputs) {
  const CodeGen* codegen = module_.codegen.get();
  try {
    take_inputs(codegen != nullptr ? codegen->process_inputs(std::move(inputs))
                                   : std::move(inputs));
    Value result = run_nodes();
    return codegen != nullptr ? codegen->process_outputs(std::move(result)) : std::move(result);
  } catch (...) {
    // What a failed run leaves must not be taken for seeds of the next one.
    environment_.clear();
    inputs_.clear();
    throw;
  }
}

void Interpreter::take_inputs(std::vector<Value> inputs) {
  std::vector<Node*> placeholders = module_.graph.placeholders();
  std::erase_if(placeholders, [this](const Node* n) { return environment_.count(n) != 0; });
  std::size_t required = placeholders.size();
  while (required > 0 && !placeholders[required - 1]->args().empty()) --required;
  if (inputs.size() > placeholders.size() || inputs.size() < required) {
    const std::string expected =
        required == placeholders.size()
            ? std::to_string(required)
            : std::to_string(required) + " to " + std::to_string(placeholders.size());
    fail(diag::InterpreterArguments, {},
         {expected, std::to_string(inputs.size()), names_of(placeholders)});
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Node& input = *placeholders[i];
    const bool fits = inputs[i].tensor() != nullptr || inputs[i].is_none();
    if (input.meta.value.tensor() == nullptr || fits) continue;
    fail(diag::ArgumentType, input.meta.location,
         {module_.name, input.name(), "a tensor", kind_of(inputs[i])});
  }
  inputs_ = std::move(inputs);
  next_input_ = 0;
}

Value Interpreter::run_nodes() {
  // Backwards, the first user that is met is the last one to run.
  std::unordered_map<const Node*, std::vector<const Node*>> last_uses;
  {
    std::unordered_set<const Node*> used;
    for (const Node* node = module_.graph.last(); node != nullptr; node = node->prev()) {
      for (const Node* operand : node->all_input_nodes()) {
        if (used.insert(operand).second) last_uses[node].push_back(operand);
      }
    }
  }
  for (const Node* node : module_.graph) {
    // The output of an earlier run is no seed.
    if (environment_.count(node) == 0 || node->opcode() == OpCode::kOutput) {
      Value value = run_located(*node);
      if (node->opcode() == OpCode::kOutput) {
        environment_.clear();
        environment_.emplace(node, value);
        inputs_.clear();
        return value;
      }
      if (!node->users().empty()) environment_.emplace(node, std::move(value));
    }
    const auto it = last_uses.find(node);
    if (it == last_uses.end()) continue;
    for (const Node* dead : it->second) environment_.erase(dead);
  }
  return {};
}

Value Interpreter::run_located(const Node& node) {
  try {
    return run_node(node);
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    // A node without a line is of no user's making, and its name would tell nothing.
    if (!node.meta.location.known() && node.opcode() != OpCode::kCallModule) throw;
    if (!diagnostic.location.known()) {
      diagnostic.location = node.meta.location;
    } else if (is_opaque_call(module_, node) && node.meta.location.known()) {
      // The place inside the module may be one of the library's; the call is the user's.
      diagnostic.notes.push_back("raised at " + diagnostic.location.str());
      diagnostic.location = node.meta.location;
    }
    diagnostic.notes.push_back("in " + describe(node));
    throw Error(std::move(diagnostic));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    fail(diag::NodeFailed, node.meta.location, {node.name(), error.what()});
  }
}

void Interpreter::seed(const Node* node, Value value) {
  environment_.insert_or_assign(node, std::move(value));
}

Value Interpreter::run_node(const Node& node) {
  switch (node.opcode()) {
    case OpCode::kPlaceholder:
      return placeholder(node);
    case OpCode::kGetAttr:
      return get_attr(node);
    case OpCode::kCallFunction:
      return call_function(node);
    case OpCode::kCallModule:
      return call_module(node);
    case OpCode::kCallMethod:
      return call_method(node);
    case OpCode::kOutput:
      return output(node);
  }
  return {};
}

Value Interpreter::placeholder(const Node& node) {
  if (next_input_ < inputs_.size()) return std::move(inputs_[next_input_++]);
  return node.args().empty() ? Value() : evaluate(node.args()[0]);
}

Value Interpreter::get_attr(const Node& node) {
  const GraphModule::Attribute* attribute = module_.find_attribute(node.target());
  if (attribute == nullptr) {
    fail(diag::TargetNotFound, node.meta.location, {node.name(), "tensor", node.target()});
  }
  return attribute->value;
}

Value Interpreter::call_function(const Node& node) {
  return call(node, *node.op(), executor_, [this](const Argument& a) { return evaluate(a); });
}

Value Interpreter::call_method(const Node& node) {
  const Operator* op = node.op();
  // The metas may tell now what they did not when the node was made.
  if (op == nullptr) op = resolve_overload(node.target(), node.args(), node.kwargs());
  if (op == nullptr) fail(diag::UnknownOperator, node.meta.location, {node.target()});
  return call(node, *op, executor_, [this](const Argument& a) { return evaluate(a); });
}

Value Interpreter::call_module(const Node& node) {
  const std::shared_ptr<ModuleInterface> module = module_.find_module(node.target());
  if (module == nullptr) {
    fail(diag::TargetNotFound, node.meta.location, {node.name(), "module", node.target()});
  }
  if (!node.kwargs().empty()) {
    fail(diag::OperatorUnsupported, node.meta.location,
         {node.target(), "calling a module with keyword arguments"});
  }
  std::vector<Value> arguments;
  arguments.reserve(node.args().size());
  for (const Argument& a : node.args()) arguments.push_back(evaluate(a));
  return module->call_forward(arguments);
}

Value Interpreter::output(const Node& node) {
  return node.args().empty() ? Value() : evaluate(node.args()[0]);
}

Value Interpreter::evaluate(const Argument& argument) const {
  const auto evaluate_all = [this](const std::vector<Argument>& items) {
    std::vector<Value> values;
    values.reserve(items.size());
    for (const Argument& item : items) values.push_back(evaluate(item));
    return Value(std::move(values));
  };
  return std::visit(
      [&](const auto& v) -> Value {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::monostate>) {
          return {};
        } else if constexpr (std::is_same_v<T, Node*>) {
          const auto it = environment_.find(v);
          if (it == environment_.end()) {
            fail(diag::InternalError, v->meta.location,
                 {"node `" + v->name() + "` is used before it has run"});
          }
          return it->second;
        } else if constexpr (std::is_same_v<T, Device> || std::is_same_v<T, EnumValue>) {
          return Value(v.name);
        } else if constexpr (std::is_same_v<T, EllipsisArgument>) {
          return Value(std::string("..."));
        } else if constexpr (std::is_same_v<T, SliceArgument>) {
          return evaluate_all(*v.parts);
        } else if constexpr (std::is_same_v<T, ArgumentList>) {
          return evaluate_all(v.items());
        } else if constexpr (std::is_same_v<T, ArgumentDict>) {
          ValueDict dict;
          for (const ArgumentItem& item : v.items()) {
            dict.items.emplace_back(item.key, evaluate(item.value));
          }
          return Value(std::make_shared<const ValueDict>(std::move(dict)));
        } else {
          return Value(v);
        }
      },
      argument.variant());
}

}  // namespace weft::ir
