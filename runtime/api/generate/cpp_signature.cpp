#include "cpp_signature.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "cpp_parameter.h"

namespace weft::api {

namespace {

using ir::SchemaParameter;
using ir::SchemaType;

constexpr const char* kWhere = "where_t where = std::source_location::current()";

/// Parameters whose default libtorch leaves out, because overloads would clash.
bool has_cpp_default(const ir::Operator& op, const std::string& parameter) {
  static const std::set<std::pair<std::string, std::string>> kNone = {
      {"conv1d.padding", "bias"},    {"conv1d.padding", "stride"}, {"conv1d.padding", "padding"},
      {"conv2d.padding", "bias"},    {"conv2d.padding", "stride"}, {"conv2d.padding", "padding"},
      {"conv3d.padding", "bias"},    {"conv3d.padding", "stride"}, {"conv3d.padding", "padding"},
      {"var", "unbiased"},           {"var.dim", "unbiased"},      {"std", "unbiased"},
      {"std.dim", "unbiased"},       {"var_mean.dim", "unbiased"}, {"std_mean.dim", "unbiased"}};
  return kNone.count({op.full_name(), parameter}) == 0;
}

bool takes(const ir::Operator& op, SchemaType type) {
  const auto& parameters = op.schema.parameters;
  return std::any_of(parameters.begin(), parameters.end(),
                     [type](const SchemaParameter& p) { return p.type == type; });
}

std::string result_type(const ir::Operator& op, bool method) {
  if (op.writes() && method) return "Tensor&";
  const auto& results = op.schema.results;
  if (results.size() == 1) return results[0].list ? "std::vector<Tensor>" : "Tensor";
  std::string types;
  for (std::size_t i = 0; i < results.size(); ++i) types += i ? ", Tensor" : "Tensor";
  return "std::tuple<" + types + ">";
}

CppSignature make_signature(const ir::Operator& op, bool method,
                            const std::vector<ParameterForm>& forms) {
  const bool options = takes(op, SchemaType::kDevice);
  CppSignature signature;
  signature.op = &op;
  signature.method = method;
  signature.result = result_type(op, method);
  bool located = false;
  for (std::size_t i = 0; i < op.schema.parameters.size(); ++i) {
    const SchemaParameter& declared = op.schema.parameters[i];
    if (method && i == 0) {
      signature.values.push_back(
          fmt::format("self_value(*this, \"{}\", where)", op.schema.name));
      continue;
    }
    CppParameter parameter = options && declared.type == SchemaType::kDType
                                 ? options_parameter()
                                 : cpp_parameter(declared, forms[i]);
    const bool number_first = forms[i] == ParameterForm::kNumber && declared.optional &&
                              forms[i - 1] != ParameterForm::kNumber;
    if (number_first || !has_cpp_default(op, declared.name)) parameter.default_value.clear();
    located = located || !parameter.where.empty();
    signature.values.push_back(parameter.to_value);
    if (!parameter.type.empty()) signature.parameters.push_back(std::move(parameter));
  }
  if (!method && !located) signature.parameters.push_back({"where", "where_t", "", "", "where"});
  return signature;
}

std::string parameter_list(const CppSignature& signature, bool with_defaults) {
  std::string text;
  for (const CppParameter& parameter : signature.parameters) {
    if (parameter.type == "where_t") continue;
    if (!text.empty()) text += ", ";
    text += parameter.type + " " + parameter.name;
    if (with_defaults && !parameter.default_value.empty()) {
      text += " = " + parameter.default_value;
    }
  }
  const bool own = !signature.parameters.empty() && signature.parameters.back().type == "where_t";
  if (signature.method || own) {
    if (!text.empty()) text += ", ";
    text += with_defaults ? kWhere : "where_t where";
  }
  return text;
}

/// The forms that a parameter takes in different overloads.
std::vector<ParameterForm> forms_of(const ir::Operator& op, std::size_t i) {
  const SchemaParameter& parameter = op.schema.parameters[i];
  if (parameter.type == SchemaType::kTensorOrNumber) {
    return {ParameterForm::kPlain, ParameterForm::kNumber};
  }
  if (parameter.type != SchemaType::kInt || parameter.list) return {ParameterForm::kPlain};
  for (const ir::Operator* other : ir::overloads(op.schema.name)) {
    const auto& others = other->schema.parameters;
    if (i < others.size() && others[i].type == SchemaType::kInt && others[i].list) {
      return {ParameterForm::kInteger, ParameterForm::kSymbolic};
    }
  }
  return {ParameterForm::kPlain};
}

/// Optional numbers take one form together, so that `clamp({}, 1)` has one meaning.
bool sensible(const ir::Operator& op, const std::vector<ParameterForm>& forms) {
  std::set<ParameterForm> optional;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const SchemaParameter& p = op.schema.parameters[i];
    if (p.type == SchemaType::kTensorOrNumber && p.optional) optional.insert(forms[i]);
  }
  return optional.size() <= 1;
}

}  // namespace

std::vector<CppPlace> places(const ir::Operator& op) {
  static const std::set<std::string> kByHand = {
      "to",        "contiguous", "clone",      "index",     "index_put", "index_put_",
      "full",      "zeros",      "ones",       "empty",     "arange",    "linspace",
      "eye",       "rand",       "randn",      "randint",   "item",      "full_like",
      "zeros_like", "ones_like", "empty_like", "rand_like", "randn_like", "scalar_tensor"};
  if (std::holds_alternative<ir::ShapeQuery>(op.meaning())) return {};
  if (kByHand.count(op.schema.name) != 0 || takes(op, SchemaType::kIndex)) return {};
  const unsigned spellings = op.row->spellings;
  const auto& parameters = op.schema.parameters;
  const bool tensor_first = !parameters.empty() && parameters[0].type == SchemaType::kTensor &&
                            !parameters[0].list && !parameters[0].optional;
  std::vector<CppPlace> result;
  // `copy_`, `zero_` and their like have no form that does not write.
  const bool only_in_place = op.functional != nullptr && spellings == ir::Spelling::kInPlace;
  // weft::diag is the namespace of the diagnostics; runtime/compat offers torch::diag.
  if ((spellings & ir::Spelling::kFunction) != 0 && op.schema.name != "diag") {
    result.push_back(CppPlace::kFunction);
  }
  if ((spellings & ir::Spelling::kFunctional) != 0) result.push_back(CppPlace::kFunctional);
  if (only_in_place || (tensor_first && (spellings & ir::Spelling::kMethod) != 0)) {
    result.push_back(CppPlace::kMethod);
  }
  return result;
}

std::vector<CppSignature> signatures(const ir::Operator& op, CppPlace place) {
  std::vector<std::vector<ParameterForm>> combinations = {{}};
  for (std::size_t i = 0; i < op.schema.parameters.size(); ++i) {
    std::vector<std::vector<ParameterForm>> longer;
    for (const auto& forms : combinations) {
      for (const ParameterForm form : forms_of(op, i)) {
        longer.push_back(forms);
        longer.back().push_back(form);
      }
    }
    combinations = std::move(longer);
  }
  std::vector<CppSignature> result;
  for (const auto& forms : combinations) {
    if (sensible(op, forms)) {
      result.push_back(make_signature(op, place == CppPlace::kMethod, forms));
    }
  }
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
  std::string arguments;
  for (const std::string& value : values) {
    if (!arguments.empty()) arguments += ", ";
    arguments += value == "dtype_value(options, {})" ? fmt::format("dtype_value(options, {})", where)
                                                     : value;
  }
  const std::string call =
      fmt::format("dispatch(op, {{{}}}, CallStyle::{}, {})", arguments,
                  method ? "kMethod" : "kFunction", where);
  std::string body;
  if (result == "Tensor&") {
    body = fmt::format("  return written(*this, {});\n", call);
  } else if (result == "Tensor") {
    body = fmt::format("  return to_tensor({});\n", call);
  } else if (result == "std::vector<Tensor>") {
    body = fmt::format("  return to_tensors({});\n", call);
  } else {
    body = fmt::format("  return to_tuple<{}>({});\n", op->schema.results.size(), call);
  }
  return fmt::format(
      "{} {}{}({}){} {{\n  static const ir::Operator& op = ir::get_operator(\"{}\");\n{}}}\n",
      result, method ? "Tensor::" : "", op->schema.name, parameter_list(*this, false),
      method ? " const" : "", op->full_name(), body);
}

}  // namespace weft::api
