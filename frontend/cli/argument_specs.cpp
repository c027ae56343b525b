#include <weft/frontend/cli/argument_specs.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <set>
#include <variant>

#include <fmt/format.h>

#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/trace/diagnostics.h>

namespace weft::cli {
namespace {

using source::Parameter;
using source::TypeInfo;
using source::TypeKind;

using Spec = std::variant<TensorSpec, ScalarSpec>;

const std::string& name_of(const Spec& spec) {
  return std::visit([](const auto& s) -> const std::string& { return s.name; }, spec);
}

std::string kind_of(const Spec& spec) {
  const auto* scalar = std::get_if<ScalarSpec>(&spec);
  if (!scalar) return "a tensor";
  return scalar->value.is_bool()      ? "a bool"
         : scalar->value.is_integer() ? "an integer"
                                      : "a floating-point number";
}

/// The tensors in order, then the scalars.
std::vector<Spec> parse_specs(const SpecTexts& texts) {
  SpecParser parser;
  if (!texts.conditions.empty()) parser.narrow(texts.conditions);
  std::vector<Spec> specs;
  for (const std::string& text : texts.inputs) specs.emplace_back(parser.tensor(text));
  for (const std::string& text : texts.scalars) specs.emplace_back(parser.scalar(text));
  std::set<std::string> names;
  for (const Spec& spec : specs) {
    if (!names.insert(name_of(spec)).second) fail(diag::SpecDuplicate, {}, {name_of(spec)});
  }
  return specs;
}

bool is_number(TypeKind kind) {
  switch (kind) {
    case TypeKind::kBool:
    case TypeKind::kInt:
    case TypeKind::kInt64:
    case TypeKind::kOtherInteger:
    case TypeKind::kFloat:
    case TypeKind::kDouble:
      return true;
    default:
      return false;
  }
}

/// The type inside an optional, or the type itself.
const TypeInfo& held_type(const TypeInfo& type) {
  return type.kind == TypeKind::kOptional && type.elements.size() == 1 ? type.elements[0] : type;
}

std::string describe(const Parameter& parameter) {
  const TypeInfo& type = held_type(parameter.type);
  if (type.kind == TypeKind::kTensor) return "a tensor";
  if (type.kind == TypeKind::kBool) return "a bool";
  if (type.kind == TypeKind::kFloat || type.kind == TypeKind::kDouble) {
    return "a floating-point number";
  }
  if (is_number(type.kind)) return "an integer";
  return fmt::format("of type {}", parameter.type.text);
}

/// A spec that would do, for hints.
std::string example(const Parameter& parameter) {
  const std::string name = parameter.name.empty() ? "x" : parameter.name;
  const TypeKind kind = held_type(parameter.type).kind;
  if (kind == TypeKind::kTensor) return fmt::format("--input \"{}: f32[2,3]\"", name);
  if (kind == TypeKind::kBool) return fmt::format("--scalar \"{}: bool = true\"", name);
  if (kind == TypeKind::kFloat || kind == TypeKind::kDouble) {
    return fmt::format("--scalar \"{}: f64 = 0.5\"", name);
  }
  if (is_number(kind)) return fmt::format("--scalar \"{}: i64 = 1\"", name);
  return "a default to it in the model, because no spec can give such a value";
}

/// An integer may stand for a floating-point number, as in C++; nothing else is converted.
bool fits(const Spec& spec, TypeKind kind) {
  const auto* scalar = std::get_if<ScalarSpec>(&spec);
  if (!scalar) return kind == TypeKind::kTensor;
  if (kind == TypeKind::kBool) return scalar->value.is_bool();
  if (kind == TypeKind::kFloat || kind == TypeKind::kDouble) return !scalar->value.is_bool();
  return is_number(kind) && scalar->value.is_integer();
}

std::optional<ir::Value> literal(std::string text, TypeKind kind) {
  if (kind == TypeKind::kBool && (text == "true" || text == "false"))
    return ir::Value(text == "true");
  std::erase(text, '\'');
  const char* begin = text.data();
  const char* end = begin + text.size();
  if (kind == TypeKind::kFloat || kind == TypeKind::kDouble) {
    if (text.empty() || text.find_first_not_of("0123456789+-.eEfF") != std::string::npos) return {};
    char* stop = nullptr;
    const double value = std::strtod(begin, &stop);
    if (stop != end && (*stop == 'f' || *stop == 'F')) ++stop;
    return stop == end ? std::optional<ir::Value>(value) : std::nullopt;
  }
  if (!is_number(kind) || kind == TypeKind::kBool) return {};
  // 010 is eight, and 0x10 sixteen.
  if (text.size() > 1 && text[0] == '0') return {};
  while (end > begin && (end[-1] == 'l' || end[-1] == 'L')) --end;
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  return error == std::errc() && stop == end ? std::optional<ir::Value>(value) : std::nullopt;
}

bool means_nothing(const std::string& text) {
  static const std::set<std::string> kNothing = {
      "{}",           "torch::Tensor()", "torch::Tensor{}", "at::Tensor()",   "at::Tensor{}",
      "Tensor()",     "Tensor{}",        "weft::Tensor()",  "weft::Tensor{}", "std::nullopt",
      "c10::nullopt", "torch::nullopt",  "at::nullopt",     "nullopt"};
  return kNothing.count(text) != 0;
}

TraceInput default_of(const Parameter& parameter) {
  const std::string& text = *parameter.default_text;
  const TypeKind kind = held_type(parameter.type).kind;
  TraceInput input(parameter.name);
  const bool may_be_nothing =
      parameter.type.kind == TypeKind::kOptional || kind == TypeKind::kTensor;
  if (may_be_nothing && means_nothing(text)) {
    input.absent = true;
  } else if (std::optional<ir::Value> value = literal(text, kind)) {
    input.constant = std::move(*value);
  } else {
    fail(diag::DefaultNotLiteral, parameter.location, {parameter.name, text});
  }
  return input;
}

/// The spec of each parameter. A spec belongs to the parameter of its name; specs with other names
/// belong, in their order, to the parameters of their kind that are left.
std::vector<std::optional<Spec>> assign_specs(const source::ForwardMethod& forward,
                                              std::vector<Spec>& specs) {
  const std::vector<Parameter>& parameters = forward.parameters;
  std::vector<std::optional<Spec>> assigned(parameters.size());
  const auto take = [&](std::size_t i, std::vector<Spec>::iterator spec) {
    assigned[i] = std::move(*spec);
    specs.erase(spec);
  };
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto found = std::find_if(specs.begin(), specs.end(), [&](const Spec& spec) {
      return name_of(spec) == parameters[i].name;
    });
    if (found != specs.end()) take(i, found);
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (assigned[i]) continue;
    const TypeKind kind = held_type(parameters[i].type).kind;
    const auto found = std::find_if(specs.begin(), specs.end(),
                                    [&](const Spec& spec) { return fits(spec, kind); });
    if (found != specs.end()) take(i, found);
  }
  return assigned;
}

TraceInput input_of(const Parameter& parameter, const Spec& spec) {
  const TypeKind kind = held_type(parameter.type).kind;
  if (!fits(spec, kind)) {
    fail(diag::SpecOfOtherKind, parameter.location,
         {name_of(spec), describe(parameter), kind_of(spec), "write " + example(parameter)});
  }
  if (const auto* tensor = std::get_if<TensorSpec>(&spec)) return TraceInput(*tensor);
  return TraceInput(std::get<ScalarSpec>(spec));
}

[[noreturn]] void refuse_left_over(const source::ForwardMethod& forward, const Spec& spec) {
  std::vector<std::string> names;
  for (const Parameter& parameter : forward.parameters) {
    names.push_back(parameter.name.empty() ? "(unnamed)" : parameter.name);
  }
  fail(diag::SpecOfNothing, forward.location,
       {name_of(spec), names.empty()
                           ? "it has no parameters at all"
                           : fmt::format("its parameters are: {}", fmt::join(names, ", "))});
}

}  // namespace

ForwardArguments match_specs(const source::ForwardMethod& forward, const SpecTexts& texts,
                             bool allow_unknown) {
  std::vector<Spec> specs = parse_specs(texts);
  const std::vector<std::optional<Spec>> assigned = assign_specs(forward, specs);
  // A spec that no parameter can take says more than the parameter that lacks one.
  if (!specs.empty()) refuse_left_over(forward, specs.front());
  ForwardArguments arguments;
  for (std::size_t i = 0; i < forward.parameters.size(); ++i) {
    const Parameter& parameter = forward.parameters[i];
    const std::optional<Spec>& spec = assigned[i];
    if (spec) {
      arguments.inputs.push_back(input_of(parameter, *spec));
      if (const auto* tensor = std::get_if<TensorSpec>(&*spec))
        arguments.tensors.push_back(*tensor);
    } else if (parameter.default_text) {
      arguments.inputs.push_back(default_of(parameter));
    } else if (allow_unknown && parameter.type.kind == TypeKind::kTensor) {
      arguments.inputs.emplace_back(parameter.name);
    } else {
      fail(diag::SpecMissing, parameter.location,
           {parameter.name.empty() ? "(unnamed)" : parameter.name, example(parameter)});
    }
  }
  return arguments;
}

ForwardArguments specs_in_order(const SpecTexts& texts) {
  ForwardArguments arguments;
  for (const Spec& spec : parse_specs(texts)) {
    if (const auto* tensor = std::get_if<TensorSpec>(&spec)) {
      arguments.inputs.emplace_back(*tensor);
      arguments.tensors.push_back(*tensor);
    } else {
      arguments.inputs.emplace_back(std::get<ScalarSpec>(spec));
    }
  }
  return arguments;
}

}  // namespace weft::cli
