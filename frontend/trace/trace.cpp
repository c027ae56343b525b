#include <weft/frontend/trace/trace.h>

#include <weft/frontend/trace/diagnostics.h>

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
    case ValueKind::kOther:
      break;
  }
  return "of a type that no spec can give";
}

void check_inputs(const ModelEntry& entry, const std::vector<TraceInput>& inputs) {
  if (inputs.size() != entry.parameters.size()) {
    fail(diag::ForwardArguments, {},
         {std::to_string(entry.parameters.size()), std::to_string(inputs.size())});
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].absent) continue;
    const ValueKind kind = entry.parameters[i];
    const bool number = !inputs[i].constant.is_none();
    const bool takes_tensor = kind == ValueKind::kTensor || kind == ValueKind::kOptionalTensor;
    const bool takes_number = kind == ValueKind::kInteger || kind == ValueKind::kFloat ||
                              kind == ValueKind::kBool;
    if (number ? !takes_number : !takes_tensor) {
      fail(diag::ForwardArgumentKind, {},
           {std::to_string(i + 1), kind_name(kind), number ? "a number" : "a tensor"});
    }
  }
}

bool holds_tensor(const ir::Value& value) {
  for (const ir::Value& leaf : flatten_value(value)) {
    if (leaf.tensor()) return true;
  }
  return false;
}

ir::GraphModule trace_once(
    nn::Module* root, const std::function<ir::Value(const std::vector<ir::Value>&)>& function,
    const std::vector<TraceInput>& inputs, const TraceOptions& options) {
  const std::unique_ptr<Tracer> tracer =
      options.make_tracer ? options.make_tracer() : std::make_unique<Tracer>();
  tracer->begin(root);
  std::vector<ir::Value> arguments;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const TraceInput& input = inputs[i];
    if (input.absent || !input.constant.is_none()) {
      arguments.push_back(input.constant);
      continue;
    }
    const std::string name = input.name.empty() ? "input_" + std::to_string(i + 1) : input.name;
    arguments.push_back(tracer->placeholder(name, input.meta));
  }
  const HandlerScope scope(tracer.get());
  const ir::Value result = function(arguments);
  if (!holds_tensor(result)) fail(diag::ForwardResult, {}, {"a value"});
  return tracer->finish(result);
}

ir::GraphModule trace_checked(
    nn::Module* root, const std::function<ir::Value(const std::vector<ir::Value>&)>& function,
    const std::vector<TraceInput>& inputs, const TraceOptions& options) {
  ir::GraphModule captured = trace_once(root, function, inputs, options);
  if (options.check_repeatable) {
    const ir::GraphModule again = trace_once(root, function, inputs, options);
    if (!structurally_equal(captured.graph, again.graph)) {
      fail(diag::CaptureNotRepeatable, {},
           {std::to_string(captured.graph.size()) + " and " + std::to_string(again.graph.size()) +
            " nodes"});
    }
  }
  return captured;
}

}  // namespace

TraceInput::TraceInput(const ScalarSpec& spec) : name(spec.name) {
  if (spec.value.is_bool()) constant = spec.value.as_bool();
  else if (spec.value.is_integer()) constant = spec.value.as_int();
  else constant = spec.value.as_double();
}

ir::GraphModule trace_entry(nn::Module& model, const ModelEntry& entry,
                            const std::vector<TraceInput>& inputs, const TraceOptions& options) {
  check_inputs(entry, inputs);
  return trace_checked(
      &model,
      [&](const std::vector<ir::Value>& arguments) { return entry.forward(model, arguments); },
      inputs, options);
}

ir::GraphModule trace_function(
    const std::function<ir::Value(const std::vector<ir::Value>&)>& function,
    const std::vector<TraceInput>& inputs, const TraceOptions& options) {
  return trace_checked(nullptr, function, inputs, options);
}

}  // namespace weft
