#include <weft/frontend/trace/custom_operator.h>

#include <weft/frontend/trace/diagnostics.h>
#include <weft/runtime/api/named_call.h>

namespace weft {

std::function<std::vector<ir::ValueMeta>(const ir::Call&)> like_argument(std::size_t i) {
  return [i](const ir::Call& call) {
    const ir::TensorMeta& like = call.tensor(i);
    return std::vector<ir::ValueMeta>{{ir::dense(like.dtype, like.sizes)}};
  };
}

namespace detail {

namespace {

// Whether a value of this kind is one of the schema's type, or a list of them.
bool fits(ir::SchemaType type, bool list, ValueKind kind) {
  using ir::SchemaType;
  if (type == SchemaType::kAny) return true;
  if (list) return kind == ValueKind::kTensorList || kind == ValueKind::kStructure;
  switch (type) {
    case SchemaType::kTensor:
      return kind == ValueKind::kTensor || kind == ValueKind::kOptionalTensor;
    case SchemaType::kNumber:
    case SchemaType::kTensorOrNumber:
      return kind == ValueKind::kNumber || kind == ValueKind::kFloat;
    case SchemaType::kInt:
      return kind == ValueKind::kInteger || kind == ValueKind::kNumber;
    case SchemaType::kFloat:
      return kind == ValueKind::kFloat;
    case SchemaType::kBool:
      return kind == ValueKind::kBool;
    case SchemaType::kString:
      return kind == ValueKind::kString;
    default:
      return kind == ValueKind::kOther;
  }
}

ir::Value proxy_value(const ir::Argument& argument) {
  if (ir::Node* node = argument.node()) return proxy(node).handle();
  if (const ir::ArgumentList* list = argument.list()) {
    std::vector<ir::Value> items;
    for (const ir::Argument& item : list->items()) items.push_back(proxy_value(item));
    return items;
  }
  return api::value_of_constant(argument);
}

}  // namespace

void check_signature(const ir::Schema& schema, const SignatureTypes& types, SourceLocation where) {
  const auto reject = [&](std::string what) {
    fail(diag::SignatureDiffers, where, {schema.full_name(), std::move(what)});
  };
  if (types.parameters.size() != schema.parameters.size()) {
    reject("the schema has " + std::to_string(schema.parameters.size()) +
           " parameters, and the C++ signature " + std::to_string(types.parameters.size()));
  }
  for (std::size_t i = 0; i < types.parameters.size(); ++i) {
    const ir::SchemaParameter& parameter = schema.parameters[i];
    if (fits(parameter.type, parameter.list, types.parameters[i])) continue;
    reject("`" + parameter.name + "` is " + parameter.type_str() + " in the schema and " +
           types.parameter_names[i] + " in C++");
  }
  if (types.results.size() != schema.results.size()) {
    reject("the schema has " + std::to_string(schema.results.size()) +
           " results, and the C++ signature " + std::to_string(types.results.size()));
  }
  for (std::size_t i = 0; i < types.results.size(); ++i) {
    const ir::Schema::Result& result = schema.results[i];
    if (fits(result.type, result.list, types.results[i])) continue;
    reject("result " + std::to_string(i + 1) + " is " + result.type_str() + " in the schema and " +
           types.result_names[i] + " in C++");
  }
}

ir::Value call_typed(const ir::Operator& op, std::vector<ir::Value> arguments,
                     SourceLocation where) {
  const auto& parameters = op.schema.parameters;
  while (arguments.size() < parameters.size()) {
    const ir::SchemaParameter& parameter = parameters[arguments.size()];
    if (!parameter.default_value)
      fail(diag::ArgumentMissing, where, {op.full_name(), parameter.name});
    arguments.push_back(api::value_of_constant(*parameter.default_value));
  }
  return dispatch(op, std::move(arguments), CallStyle::kFunction, where);
}

std::vector<ir::Value> proxies_of(ir::Decomposition& d) {
  std::vector<ir::Value> values;
  for (std::size_t i = 0; i < d.call().size(); ++i) values.push_back(proxy_value(d.argument(i)));
  return values;
}

std::vector<ir::Node*> nodes_of(ir::Decomposition& d, const ir::Value& result) {
  std::vector<ir::Node*> nodes;
  for (const ir::Value& leaf : flatten_value(result)) {
    const ir::TensorHandle* tensor = leaf.tensor();
    if (!tensor) fail(diag::NotAProxy, d.call().location(), {"result"});
    nodes.push_back(node_of(Tensor(*tensor), d.call().location()));
  }
  return nodes;
}

}  // namespace detail

}  // namespace weft
