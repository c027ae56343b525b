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

bool fits(const ir::SchemaParameter& parameter, ValueKind kind) {
  using ir::SchemaType;
  if (parameter.type == SchemaType::kAny) return true;
  if (parameter.list) return kind == ValueKind::kTensorList || kind == ValueKind::kStructure;
  switch (parameter.type) {
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

void check_signature(const ir::Schema& schema, const std::vector<ValueKind>& parameters,
                     const std::vector<std::string>& types, std::size_t results,
                     SourceLocation where) {
  const auto reject = [&](std::string what) {
    fail(diag::SignatureDiffers, where, {schema.full_name(), std::move(what)});
  };
  if (parameters.size() != schema.parameters.size()) {
    reject("the schema has " + std::to_string(schema.parameters.size()) +
           " parameters, and the C++ signature " + std::to_string(parameters.size()));
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const ir::SchemaParameter& parameter = schema.parameters[i];
    if (fits(parameter, parameters[i])) continue;
    reject("`" + parameter.name + "` is " + parameter.type_str() + " in the schema and " +
           types[i] + " in C++");
  }
  if (results != schema.results.size()) {
    reject("the schema has " + std::to_string(schema.results.size()) +
           " results, and the C++ signature " + std::to_string(results));
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
