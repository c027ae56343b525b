#include <weft/runtime/api/named_call.h>

#include <weft/ir/diagnostics.h>

namespace weft::api {

ir::Value value_of_constant(const ir::Argument& argument) {
  const ir::Argument::Variant& v = argument.variant();
  if (const auto* flag = std::get_if<bool>(&v)) return *flag;
  if (const auto* integer = std::get_if<std::int64_t>(&v)) return *integer;
  if (const auto* number = std::get_if<double>(&v)) return *number;
  if (const std::string* text = argument.text()) return *text;
  if (const auto* dtype = std::get_if<DType>(&v)) return *dtype;
  if (const auto* device = std::get_if<ir::Device>(&v)) return device->name.str();
  if (const auto* named = std::get_if<ir::EnumValue>(&v)) return named->name.str();
  if (std::holds_alternative<ir::EllipsisArgument>(v)) return std::string("...");
  const ir::ArgumentList* list = argument.list();
  const auto* slice = std::get_if<ir::SliceArgument>(&v);
  if (list || slice) {
    std::vector<ir::Value> values;
    for (const ir::Argument& item : list ? list->items() : *slice->parts) {
      values.push_back(value_of_constant(item));
    }
    return values;
  }
  if (const ir::ArgumentDict* dict = argument.dict()) {
    ir::ValueDict values;
    for (const ir::ArgumentItem& item : dict->items()) {
      values.items.emplace_back(item.key, value_of_constant(item.value));
    }
    return std::make_shared<const ir::ValueDict>(std::move(values));
  }
  return {};
}

std::vector<ir::Value> bind_named(const ir::Operator& op, const std::vector<NamedValue>& given,
                                  SourceLocation where) {
  const auto& parameters = op.schema.parameters;
  std::vector<ir::Value> values(parameters.size());
  std::vector<bool> bound(parameters.size(), false);
  for (const auto& [name, value] : given) {
    const std::optional<std::size_t> at = op.schema.find(name);
    if (!at) {
      fail(diag::ArgumentUnexpected, where,
           {op.schema.name, "`" + std::string(name) + "`", op.schema.str()});
    }
    values[*at] = value;
    bound[*at] = true;
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (bound[i]) continue;
    if (!parameters[i].default_value) {
      if (parameters[i].optional) continue;
      fail(diag::ArgumentMissing, where, {op.schema.name, parameters[i].name});
    }
    values[i] = value_of_constant(*parameters[i].default_value);
  }
  return values;
}

ir::Value call_named(std::string_view full_name, const std::vector<NamedValue>& given,
                     CallStyle style, SourceLocation where) {
  const ir::Operator& op = ir::get_operator(full_name);
  return dispatch(op, bind_named(op, given, where), style, where);
}

}  // namespace weft::api
