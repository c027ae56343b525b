#include <weft/frontend/trace/trace.h>

#include <optional>

#include <weft/frontend/trace/diagnostics.h>
#include <weft/frontend/trace/path_capture.h>
#include <weft/frontend/trace/same_module.h>
#include <weft/ir/conditional.h>
#include <weft/ir/interpreter.h>

namespace weft {

namespace {

const char* kind_name(ValueKind kind) {
  switch (kind) {
    case ValueKind::kTensor:
    case ValueKind::kOptionalTensor:
      return "a tensor";
    case ValueKind::kTensorList:
      return "a vector of tensors";
    case ValueKind::kInteger:
      return "an integer";
    case ValueKind::kFloat:
      return "a floating-point number";
    case ValueKind::kBool:
      return "a bool";
    case ValueKind::kString:
      return "a string";
    case ValueKind::kNumber:
      return "a number";
    case ValueKind::kStructure:
      return "a structure";
    case ValueKind::kOther:
      break;
  }
  return "of a type that no spec can give";
}

const char* given_name(const TraceInput& input) {
  if (input.structure) return "a structure";
  if (input.constant.is_none()) return "a tensor";
  return std::holds_alternative<std::string>(input.constant.value) ? "a string" : "a number";
}

bool fits(ValueKind kind, const TraceInput& input) {
  if (input.structure) return kind == ValueKind::kStructure || kind == ValueKind::kTensorList;
  if (std::holds_alternative<std::string>(input.constant.value)) return kind == ValueKind::kString;
  if (std::holds_alternative<DType>(input.constant.value)) return kind == ValueKind::kOther;
  if (input.constant.is_none()) {
    return kind == ValueKind::kTensor || kind == ValueKind::kOptionalTensor ||
           kind == ValueKind::kNumber;
  }
  return kind == ValueKind::kInteger || kind == ValueKind::kFloat || kind == ValueKind::kBool ||
         kind == ValueKind::kNumber;
}

void check_inputs(const TraceFunction& function, const std::vector<TraceInput>& inputs,
                  SourceLocation where) {
  if (inputs.size() != function.parameters.size()) {
    fail(diag::ForwardArguments, where,
         {std::to_string(function.parameters.size()), std::to_string(inputs.size())});
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].absent || fits(function.parameters[i], inputs[i])) continue;
    fail(diag::ForwardArgumentKind, where,
         {std::to_string(i + 1), kind_name(function.parameters[i]), given_name(inputs[i])});
  }
}

bool holds_tensor(const ir::Value& value) {
  for (const ir::Value& leaf : flatten_value(value)) {
    if (leaf.tensor()) return true;
  }
  return false;
}

/// Makes the arguments of one capture: placeholders first, then the checks of concrete ones.
class ArgumentMaker {
 public:
  ArgumentMaker(Tracer& tracer, SourceLocation where) : tracer_(tracer), where_(where) {}

  ir::Value make(const TraceInput& input, const std::string& name, const std::string& path,
                 const std::string& type) {
    if (input.structure) return make_structure(input, name, path);
    const bool constant = input.absent || !input.constant.is_none();
    ir::Argument given = tracer_.create_arg(input.constant, where_);
    if (constant && !input.checked) {
      built_in_.push_back({path, std::move(given)});
      return input.constant;
    }
    ir::Value value = tracer_.placeholder(
        name, input.meta, constant ? std::optional(given) : input.default_value, where_);
    ir::Node* node = (*value.tensor())->node;
    node->meta.custom["input_path"] = path;
    if (type != "Tensor") node->meta.type = type;
    if (!constant) return value;
    checks_.push_back({node, std::move(given), node->name()});
    return input.constant;
  }
  /// Arguments that are constants of the graph, by their paths.
  ir::ArgumentDict built_in() const { return ir::ArgumentDict(built_in_); }
  void make_checks() {
    for (std::vector<ir::Argument>& args : checks_) {
      tracer_.create_node(ir::OpCode::kCallFunction, "check_argument", std::move(args), {}, where_);
    }
  }

 private:
  ir::Value make_structure(const TraceInput& input, const std::string& name,
                           const std::string& path) {
    if (!input.keys.empty()) {
      auto dict = std::make_shared<ir::ValueDict>();
      for (std::size_t i = 0; i < input.items.size(); ++i) {
        const std::string& key = input.keys[i];
        dict->items.emplace_back(
            key, make(input.items[i], name + "_" + key, path + "." + key, "Tensor"));
      }
      return std::shared_ptr<const ir::ValueDict>(std::move(dict));
    }
    std::vector<ir::Value> values;
    for (std::size_t i = 0; i < input.items.size(); ++i) {
      const std::string at = std::to_string(i);
      values.push_back(make(input.items[i], name + "_" + at, path + "[" + at + "]", "Tensor"));
    }
    return values;
  }

  Tracer& tracer_;
  SourceLocation where_;
  std::vector<std::vector<ir::Argument>> checks_;
  std::vector<ir::ArgumentItem> built_in_;
};

std::unique_ptr<Tracer> make_tracer(const TraceOptions& options) {
  std::unique_ptr<Tracer> tracer =
      options.make_tracer ? options.make_tracer() : std::make_unique<Tracer>();
  tracer->record_stack_traces |= options.record_stack_traces;
  return tracer;
}

ir::GraphModule trace_once(Tracer& tracer, nn::Module* root, const TraceFunction& function,
                           const std::vector<TraceInput>& inputs, SourceLocation where) {
  tracer.begin(root);
  ArgumentMaker maker(tracer, where);
  std::vector<ir::Value> arguments;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    const std::string name = inputs[i].name.empty() ? "input_" + number : inputs[i].name;
    const std::string type =
        i < function.parameter_types.size() ? function.parameter_types[i] : "Tensor";
    arguments.push_back(maker.make(inputs[i], name, number, type));
  }
  maker.make_checks();
  const HandlerScope scope(&tracer);
  const ir::Value result = function.call(arguments);
  if (!holds_tensor(result)) fail(diag::ForwardResult, where, {"a value"});
  ir::GraphModule captured = tracer.finish(result);
  if (ir::ArgumentDict built_in = maker.built_in(); !built_in.items().empty()) {
    captured.custom["built_in_arguments"] = std::move(built_in);
  }
  if (function.result_type != "Tensor") {
    captured.graph.output_node()->meta.type = function.result_type;
  }
  return captured;
}

/// The input with numbers in place of open extents.
void specialise(TraceInput& input, const std::vector<std::pair<ir::Symbol, ir::IntExpr>>& numbers) {
  if (const ir::TensorMeta* meta = input.meta.tensor()) {
    std::vector<ir::IntExpr> sizes;
    for (const ir::IntExpr& size : meta->sizes) sizes.push_back(size.substitute(numbers));
    input.meta = {ir::dense(meta->dtype, std::move(sizes))};
  }
  for (TraceInput& item : input.items) specialise(item, numbers);
}

/// Captures; where forward needs an open extent that has a typical value, again with that value.
ir::GraphModule trace_specialised(nn::Module* root, const TraceFunction& function,
                                  std::vector<TraceInput>& inputs, const TraceOptions& options,
                                  SourceLocation where) {
  TypicalExtents typical;
  for (const TraceInput& input : inputs) {
    typical.insert(typical.end(), input.typical_extents.begin(), input.typical_extents.end());
  }
  for (;;) {
    PathCapture capture(
        [&] {
          std::unique_ptr<Tracer> tracer = make_tracer(options);
          tracer->typical_extents = typical;
          return tracer;
        },
        options.max_paths);
    std::optional<ir::GraphModule> captured;
    try {
      captured = capture.run(
          [&](Tracer& tracer) { return trace_once(tracer, root, function, inputs, where); });
    } catch (const CaptureAgain&) {
    } catch (...) {
      if (capture.needed().empty()) throw;
    }
    if (capture.needed().empty()) return std::move(*captured);
    std::vector<std::pair<ir::Symbol, ir::IntExpr>> numbers;
    for (const Specialisation& one : capture.needed()) {
      numbers.emplace_back(one.symbol, one.value);
      if (options.specialisations) options.specialisations->push_back(one);
    }
    for (TraceInput& input : inputs) specialise(input, numbers);
  }
}

/// Refuses two captures that differ, at the first node that does.
void check_equal(const ir::GraphModule& first, const ir::GraphModule& second,
                 SourceLocation where) {
  if (same_module(first, second)) return;
  if (structurally_equal(first.graph, second.graph)) {
    fail(diag::CaptureNotRepeatable, where,
         {"a constant has other elements, or a side of a branch differs"});
  }
  for (auto a = first.graph.begin(), b = second.graph.begin();
       a != first.graph.end() && b != second.graph.end(); ++a, ++b) {
    const std::string one = (*a)->format();
    const std::string other = (*b)->format();
    if ((*a)->opcode() == (*b)->opcode() && (*a)->target() == (*b)->target() &&
        (*a)->args().size() == (*b)->args().size() &&
        (one == other || (*a)->users().size() != (*b)->users().size())) {
      continue;
    }
    const SourceLocation& line = (*a)->meta.location;
    fail(diag::CaptureNotRepeatable, line.known() ? line : where,
         {"`" + one + "`, then `" + other + "`"});
  }
  fail(diag::CaptureNotRepeatable, where,
       {std::to_string(first.graph.size()) + " and " + std::to_string(second.graph.size()) +
        " nodes"});
}

/// Gives the operators of a graph to the capture that is active.
class DispatchingExecutor : public ir::Executor {
 public:
  ir::Value call_operator(const ir::Operator& op, const std::vector<ir::Value>& arguments,
                          SourceLocation where) override {
    return dispatch(op, arguments, CallStyle::kFunction, where);
  }
};

/// Conditionals stay what they are: their sides were captured when the graph was.
class RetracingInterpreter : public ir::Interpreter {
 public:
  RetracingInterpreter(const ir::GraphModule& module, ir::Executor& executor, Tracer& tracer)
      : Interpreter(module, executor), tracer_(tracer) {}

  ir::Value call_module(const ir::Node& node) override {
    const ir::Conditional* conditional = ir::find_conditional(module_, node);
    if (conditional == nullptr) return Interpreter::call_module(node);
    std::vector<ir::Value> arguments;
    for (const ir::Argument& argument : node.args()) arguments.push_back(evaluate(argument));
    return tracer_.record_call(node.target(), module_.find_module(node.target()), arguments,
                               ir::infer_conditional(*conditional), node.meta.location);
  }

  ir::Value call_function(const ir::Node& node) override {
    if (node.target() == "getitem" && node.args().size() == 2) {
      const ir::Value list = evaluate(node.args()[0]);
      const auto index = node.args()[1].number();
      if (list.list() != nullptr && index && index->as_int() >= 0) {
        return list.list()->at(static_cast<std::size_t>(index->as_int()));
      }
    }
    return Interpreter::call_function(node);
  }

 private:
  Tracer& tracer_;
};

}  // namespace

TraceInput::TraceInput(const ScalarSpec& spec) : name(spec.name) {
  if (spec.value.is_bool())
    constant = spec.value.as_bool();
  else if (spec.value.is_integer())
    constant = spec.value.as_int();
  else
    constant = spec.value.as_double();
}

TraceInput TraceInput::concrete_value(ir::Value value) {
  TraceInput input{std::string()};
  input.absent = value.is_none();
  input.constant = std::move(value);
  input.checked = true;
  return input;
}

TraceInput TraceInput::structure_of(const ir::Value& value) {
  if (const ir::TensorHandle* tensor = value.tensor()) return TraceInput(Tensor(*tensor));
  TraceInput input{std::string()};
  input.structure = true;
  if (const std::vector<ir::Value>* list = value.list()) {
    for (const ir::Value& item : *list) input.items.push_back(structure_of(item));
  } else if (const ir::ValueDict* dict = value.dict()) {
    for (const auto& [key, item] : dict->items) {
      input.keys.push_back(key);
      input.items.push_back(structure_of(item));
    }
  } else {
    return concrete_value(value);
  }
  return input;
}

ir::GraphModule trace_function(nn::Module* root, const TraceFunction& function,
                               std::vector<TraceInput> inputs, const TraceOptions& options,
                               SourceLocation where) {
  while (inputs.size() < function.parameters.size()) inputs.emplace_back(std::string());
  check_inputs(function, inputs, where);
  ir::GraphModule captured = trace_specialised(root, function, inputs, options, where);
  if (options.check_repeatable) {
    PathCapture capture([&] { return make_tracer(options); }, options.max_paths);
    const auto record = [&](Tracer& tracer) {
      return trace_once(tracer, root, function, inputs, where);
    };
    check_equal(captured, capture.run(record), where);
  }
  return captured;
}

ir::GraphModule trace_entry(nn::Module& model, const ModelEntry& entry,
                            const std::vector<TraceInput>& inputs, const TraceOptions& options) {
  const TraceFunction function{
      [&](const std::vector<ir::Value>& values) { return entry.forward(model, values); },
      entry.parameters, entry.parameter_types, entry.result_type};
  check_inputs(function, inputs, {});
  return trace_function(&model, function, inputs, options, {});
}

ir::GraphModule trace(const ir::GraphModule& module, const TraceOptions& options) {
  const std::unique_ptr<Tracer> tracer = make_tracer(options);
  tracer->max_decisions = 1;  // reads are recorded as they were; none decides again
  tracer->begin(module);
  std::vector<ir::Value> inputs;
  for (const ir::Node* node : module.graph.placeholders()) {
    std::optional<ir::Argument> by_default;
    if (!node->args().empty()) by_default = node->args()[0];
    inputs.push_back(tracer->placeholder(node->target(), node->meta.value, std::move(by_default),
                                         node->meta.location));
    ir::Node* copy = (*inputs.back().tensor())->node;
    copy->meta.custom = node->meta.custom;
    copy->meta.type = node->meta.type;
  }
  const HandlerScope scope(tracer.get());
  DispatchingExecutor executor;
  RetracingInterpreter interpreter(module, executor, *tracer);
  ir::GraphModule captured = tracer->finish(interpreter.run(std::move(inputs)));
  captured.custom = module.custom;
  const ir::Node* output = module.graph.output_node();
  if (output != nullptr) captured.graph.output_node()->meta.type = output->meta.type;
  return captured;
}

}  // namespace weft
