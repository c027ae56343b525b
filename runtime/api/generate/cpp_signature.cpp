#include "cpp_signature.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace weft::api {

namespace {

using ir::Argument;
using ir::SchemaParameter;
using ir::SchemaType;

/// Words that are parameter names in a schema but not in C++.
std::string cpp_name(const std::string& name) {
  static const std::set<std::string> kReserved = {"self", "default", "template", "operator"};
  return kReserved.count(name) ? name + "_" : name;
}

/// Dimensions and counts that decide the structure of the graph are plain integers.
bool is_structural(const std::string& name) {
  static const std::set<std::string> kStructural = {"groups", "chunks", "upscale_factor",
                                                    "downscale_factor", "correction"};
  return name.find("dim") != std::string::npos || kStructural.count(name) != 0;
}

std::string float_literal(double value) {
  std::string text = fmt::format("{}", value);
  const bool plain = text.find_first_not_of("-0123456789") == std::string::npos;
  return plain ? text + ".0" : text;
}

std::string default_literal(const SchemaParameter& parameter) {
  const Argument& value = *parameter.default_value;
  if (value.is_none()) return "{}";
  if (const ir::ArgumentList* list = value.list()) {
    std::string items;
    for (const Argument& item : list->items()) {
      if (!items.empty()) items += ", ";
      items += item.str();
    }
    return "{" + items + "}";
  }
  if (const auto* flag = std::get_if<bool>(&value.variant())) return *flag ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&value.variant())) {
    return parameter.type == SchemaType::kFloat ? float_literal(static_cast<double>(*integer))
           : *integer == INT64_MAX             ? "INT64_MAX"
                                               : fmt::format("{}", *integer);
  }
  if (const auto* number = std::get_if<double>(&value.variant())) return float_literal(*number);
  if (const auto* text = std::get_if<std::string>(&value.variant())) return '"' + *text + '"';
  return "{}";
}

/// `as_number`: the overload that takes a number where the schema says `Tensor|Scalar`.
CppParameter cpp_parameter(const SchemaParameter& parameter, bool as_number) {
  CppParameter result;
  result.name = cpp_name(parameter.name);
  const std::string& name = result.name;
  SchemaType type = parameter.type;
  if (type == SchemaType::kTensorOrNumber) {
    type = as_number ? SchemaType::kNumber : SchemaType::kTensor;
  }
  const auto set = [&](std::string cpp_type) {
    result.type = std::move(cpp_type);
    result.to_value = fmt::format("to_value({})", name);
  };
  switch (type) {
    case SchemaType::kTensor:
      if (parameter.list) {
        set("const TensorList&");
        result.where = name + ".where()";
      } else if (parameter.optional) {
        set("const OptionalTensor&");
      } else {
        set("TensorArg");
        result.where = name + ".where()";
      }
      break;
    case SchemaType::kNumber:
      set(parameter.list       ? "const std::vector<Scalar>&"
          : parameter.optional ? "const std::optional<Scalar>&"
                               : "const Scalar&");
      break;
    case SchemaType::kInt:
      if (parameter.list) {
        set(parameter.optional ? "const OptionalSizeList&" : "const SizeList&");
        if (parameter.list_size > 0) {
          result.to_value = fmt::format("to_value({}, {})", name, parameter.list_size);
        }
      } else if (is_structural(parameter.name)) {
        set(parameter.optional ? "std::optional<std::int64_t>" : "std::int64_t");
      } else {
        set(parameter.optional ? "const std::optional<SizeItem>&" : "const SizeItem&");
      }
      break;
    case SchemaType::kFloat:
      if (parameter.list) {
        set(parameter.optional ? "const std::optional<std::vector<double>>&"
                               : "const std::vector<double>&");
      } else {
        set(parameter.optional ? "std::optional<double>" : "double");
      }
      break;
    case SchemaType::kBool:
      set(parameter.optional ? "std::optional<bool>" : "bool");
      break;
    case SchemaType::kString:
      set(parameter.optional ? "std::optional<std::string_view>" : "std::string_view");
      break;
    case SchemaType::kDType:
      set(parameter.optional ? "std::optional<DType>" : "DType");
      break;
    case SchemaType::kDevice:
    case SchemaType::kEnum:
    case SchemaType::kIndex:
    case SchemaType::kTensorOrNumber:
      result.to_value = "ir::Value()";
      break;
  }
  if (parameter.default_value) result.default_value = default_literal(parameter);
  return result;
}

std::string result_type(const ir::Operator& op, bool method) {
  if (op.writes() && method) return "const Tensor&";
  const auto& results = op.schema.results;
  if (results.size() == 1) return results[0].list ? "std::vector<Tensor>" : "Tensor";
  std::string types;
  for (std::size_t i = 0; i < results.size(); ++i) types += i ? ", Tensor" : "Tensor";
  return "std::tuple<" + types + ">";
}

CppSignature make_signature(const ir::Operator& op, bool method, bool as_number) {
  CppSignature signature;
  signature.op = &op;
  signature.method = method;
  signature.result = result_type(op, method);
  for (std::size_t i = 0; i < op.schema.parameters.size(); ++i) {
    if (method && i == 0) {
      signature.values.push_back("ir::Value(handle())");
      continue;
    }
    CppParameter parameter = cpp_parameter(op.schema.parameters[i], as_number);
    signature.values.push_back(parameter.to_value);
    if (!parameter.type.empty()) signature.parameters.push_back(std::move(parameter));
  }
  return signature;
}

std::string parameter_list(const CppSignature& signature, bool with_defaults) {
  std::string text;
  for (const CppParameter& parameter : signature.parameters) {
    if (!text.empty()) text += ", ";
    text += parameter.type + " " + parameter.name;
    if (with_defaults && !parameter.default_value.empty()) {
      text += " = " + parameter.default_value;
    }
  }
  if (signature.method) {
    if (!text.empty()) text += ", ";
    text += with_defaults ? "where_t where = std::source_location::current()" : "where_t where";
  }
  return text;
}

}  // namespace

bool is_generated(const ir::Operator& op) {
  static const std::set<std::string> kByHand = {
      "to",   "type_as", "contiguous", "clone", "index",     "index_put", "index_put_",
      "full", "zeros",   "ones",       "empty", "arange",    "linspace",  "eye",
      "rand", "randn",   "randint",    "item",  "full_like", "zeros_like", "ones_like",
      "empty_like", "rand_like", "randn_like", "scalar_tensor", "randperm", "detach"};
  if (std::holds_alternative<ir::ShapeQuery>(op.meaning())) return false;
  if (kByHand.count(op.schema.name)) return false;
  return std::none_of(op.schema.parameters.begin(), op.schema.parameters.end(),
                      [](const SchemaParameter& p) { return p.type == SchemaType::kIndex; });
}

std::vector<CppSignature> signatures(const ir::Operator& op, bool method) {
  const auto& parameters = op.schema.parameters;
  if (method && (parameters.empty() || parameters[0].type != SchemaType::kTensor ||
                 parameters[0].list || parameters[0].optional)) {
    return {};
  }
  std::vector<CppSignature> result = {make_signature(op, method, false)};
  const bool has_either =
      std::any_of(parameters.begin(), parameters.end(), [](const SchemaParameter& p) {
        return p.type == SchemaType::kTensorOrNumber;
      });
  if (has_either) result.push_back(make_signature(op, method, true));
  return result;
}

std::string CppSignature::declaration() const {
  return fmt::format("{} {}({}){};", result, op->schema.name, parameter_list(*this, true),
                     method ? " const" : "");
}

std::string CppSignature::definition() const {
  std::string where = method ? "where" : "";
  for (const CppParameter& parameter : parameters) {
    if (where.empty()) where = parameter.where;
  }
  if (where.empty()) where = "{}";
  std::string arguments;
  for (const std::string& value : values) {
    if (!arguments.empty()) arguments += ", ";
    arguments += value;
  }
  const std::string call = fmt::format(
      "dispatch(op, {{{}}}, CallStyle::{}, {})", arguments, method ? "kMethod" : "kFunction", where);
  std::string body;
  if (result == "const Tensor&") {
    body = fmt::format("  {};\n  return *this;\n", call);
  } else if (result == "Tensor") {
    body = fmt::format("  return to_tensor({});\n", call);
  } else if (result == "std::vector<Tensor>") {
    body = fmt::format("  return to_tensors({});\n", call);
  } else {
    body = fmt::format("  return to_tuple<{}>({});\n", op->schema.results.size(), call);
  }
  return fmt::format("{} {}{}({}){} {{\n  static const ir::Operator& op = ir::get_operator(\"{}\");\n{}}}\n",
                     result, method ? "Tensor::" : "", op->schema.name,
                     parameter_list(*this, false), method ? " const" : "", op->full_name(), body);
}

}  // namespace weft::api
