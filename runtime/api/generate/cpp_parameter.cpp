#include "cpp_parameter.h"

#include <set>

#include <fmt/format.h>

namespace weft::api {

namespace {

using ir::Argument;
using ir::SchemaParameter;
using ir::SchemaType;

/// Dimensions and counts that decide the structure of the graph are plain integers.
bool is_structural(const std::string& name) {
  static const std::set<std::string> kStructural = {
      "groups", "chunks",      "upscale_factor", "downscale_factor", "correction",
      "axis0",  "axis1",       "source",         "destination",      "decimals",
      "k",      "padding_idx", "ignore_index"};
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
           : *integer == INT64_MAX              ? "INT64_MAX"
                                                : fmt::format("{}", *integer);
  }
  if (const auto* number = std::get_if<double>(&value.variant())) return float_literal(*number);
  if (const std::string* text = value.text()) return '"' + *text + '"';
  return "{}";
}

std::string optional_of(const std::string& type, bool optional) {
  return optional ? "std::optional<" + type + ">" : type;
}

std::string integer_type(const SchemaParameter& parameter, ParameterForm form) {
  if (parameter.list) return parameter.optional ? "const OptionalSizeList&" : "const SizeList&";
  if (form == ParameterForm::kSymbolic) return "const SymInt&";
  if (form == ParameterForm::kInteger || is_structural(parameter.name)) {
    return optional_of("std::int64_t", parameter.optional);
  }
  return parameter.optional ? "const std::optional<SizeItem>&" : "const SizeItem&";
}

std::string text_type(const SchemaParameter& parameter) {
  if (parameter.name == "reduction") return "const ReductionArg&";
  return parameter.optional ? "const std::optional<TextArg>&" : "const TextArg&";
}

/// The C++ type; empty where C++ has no parameter for it.
std::string cpp_type(const SchemaParameter& parameter, ParameterForm form) {
  const bool number =
      parameter.type == SchemaType::kNumber ||
      (parameter.type == SchemaType::kTensorOrNumber && form == ParameterForm::kNumber);
  if (number) return parameter.optional ? "const std::optional<Scalar>&" : "const Scalar&";
  switch (parameter.type) {
    case SchemaType::kTensor:
    case SchemaType::kTensorOrNumber:
      return parameter.list       ? "const TensorList&"
             : parameter.optional ? "const OptionalTensor&"
                                  : "TensorArg";
    case SchemaType::kInt:
      return integer_type(parameter, form);
    case SchemaType::kFloat:
      if (!parameter.list) return optional_of("double", parameter.optional);
      return "const " + optional_of("std::vector<double>", parameter.optional) + "&";
    case SchemaType::kBool:
      return optional_of("bool", parameter.optional);
    case SchemaType::kString:
      return text_type(parameter);
    case SchemaType::kDType:
      return optional_of("DType", parameter.optional);
    default:
      return {};
  }
}

}  // namespace

CppParameter cpp_parameter(const SchemaParameter& parameter, ParameterForm form) {
  CppParameter result;
  result.name = parameter.name == "self" ? "input" : parameter.name;
  result.type = cpp_type(parameter, form);
  const bool spread = parameter.type == SchemaType::kInt && parameter.list_size > 0;
  result.to_value = result.type.empty() ? "ir::Value()"
                    : spread ? fmt::format("to_value({}, {})", result.name, parameter.list_size)
                             : fmt::format("to_value({})", result.name);
  if (result.type == "TensorArg" || result.type == "const TensorList&") {
    result.where = result.name + ".where()";
  }
  if (parameter.default_value) result.default_value = default_literal(parameter);
  // OptionalTensor is incomplete where the methods of Tensor are declared; a reference will do.
  if (result.type == "const OptionalTensor&" && parameter.default_value) {
    result.default_value = "no_tensor()";
  }
  return result;
}

CppParameter options_parameter() {
  return {"options", "const TensorOptions&", "{}", "dtype_value(options, {})", ""};
}

}  // namespace weft::api
