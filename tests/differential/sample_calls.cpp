#include "tests/differential/sample_calls.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <weft/frontend/trace/trace.h>
#include <weft/ir/diagnostics.h>
#include <weft/ir/graph.h>
#include <weft/ir/interpreter.h>
#include <weft/runtime/api/named_call.h>
#include <weft/runtime/dispatch.h>
#include <weft/runtime/tensor/factories.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::differential {
namespace {

using Values = std::vector<ir::Value>;
using Sizes = std::vector<std::int64_t>;

/// Zeros of integers and bools are in range of everything; halves are probabilities.
ir::Value tensor_of(DType type, const Sizes& sizes) {
  return full(sizes, ir::is_floating(type) ? 0.5 : 0.0, type).handle();
}

/// What a value becomes where a graph is made; tensors become nodes, which are noted.
class ArgumentMaker {
 public:
  ir::Argument make(const ir::Value& value) {
    if (const ir::TensorHandle* tensor = value.tensor()) {
      ir::Node* node = graph_.placeholder("input");
      node->meta.value = (*tensor)->meta();
      tensors_.emplace_back(node, *tensor);
      return node;
    }
    if (const Values* list = value.list()) {
      std::vector<ir::Argument> items;
      for (const ir::Value& item : *list) items.push_back(make(item));
      return items;
    }
    if (const auto* flag = std::get_if<bool>(&value.value)) return *flag;
    if (const auto* integer = std::get_if<std::int64_t>(&value.value)) return *integer;
    if (const auto* number = std::get_if<double>(&value.value)) return *number;
    if (const auto* text = std::get_if<std::string>(&value.value)) return *text;
    if (const auto* type = std::get_if<DType>(&value.value)) return *type;
    return {};
  }

  ir::Value value_of(const ir::Argument& argument) const {
    if (const ir::Node* node = argument.node()) {
      for (const auto& [key, tensor] : tensors_) {
        if (key == node) return tensor;
      }
    }
    const ir::ArgumentList* list = argument.list();
    if (!list) return api::value_of_constant(argument);
    Values items;
    for (const ir::Argument& item : list->items()) items.push_back(value_of(item));
    return items;
  }

 private:
  ir::Graph graph_;
  std::vector<std::pair<const ir::Node*, ir::TensorHandle>> tensors_;
};

/// One value per parameter of the schema.
Values bound_values(const SampleCall& call) {
  ArgumentMaker maker;
  std::vector<ir::Argument> arguments;
  ir::KeywordArguments keywords;
  const std::vector<ir::SchemaParameter>& parameters = call.op->schema.parameters;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    ir::Argument argument = maker.make(call.arguments[i]);
    if (i < parameters.size() && parameters[i].keyword_only) {
      keywords.emplace_back(parameters[i].name, std::move(argument));
    } else {
      arguments.push_back(std::move(argument));
    }
  }
  Values values;
  for (const ir::Argument& argument : ir::bind_arguments(call.op->schema, arguments, keywords)) {
    values.push_back(maker.value_of(argument));
  }
  return values;
}

std::string described(const ir::Value& value) {
  if (const ir::TensorHandle* tensor = value.tensor()) return (*tensor)->meta().str();
  const Values* list = value.list();
  if (!list) return ArgumentMaker().make(value).str();
  std::string text = "[";
  for (const ir::Value& item : *list) text += (text == "[" ? "" : ", ") + described(item);
  return text + "]";
}

std::string outcome_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return std::string(error.id());
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

/// Calls `visit` for every tensor in the values, in order.
void for_each_tensor(Values& values, const std::function<void(ir::Value&)>& visit) {
  for (ir::Value& value : values) {
    if (value.tensor()) {
      visit(value);
    } else if (const Values* list = value.list()) {
      Values items = *list;
      for_each_tensor(items, visit);
      value = std::move(items);
    }
  }
}

bool is_tensor(const ir::SchemaParameter& p) {
  return p.type == ir::SchemaType::kTensor || p.type == ir::SchemaType::kTensorOrNumber;
}

bool is_one_of(const std::string& name, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What a right call is looked for among: shapes of the first tensor and of the others, and the
/// values of integers, lists, texts and numbers.
struct Attempt {
  Sizes first;
  Sizes others;
  DType type;
  std::int64_t integer;
  Sizes list;
  const char* text;
  std::size_t more;  ///< so many parameters that have defaults are given as well
};

DType type_of(const ir::SchemaParameter& p, const Attempt& attempt) {
  if (is_one_of(p.name, {"mask", "condition"})) return DType::kBool;
  const bool counts = is_one_of(p.name, {"index", "indices", "target", "boundaries", "repeats"});
  return counts && attempt.type == DType::kFloat32 ? DType::kInt64 : attempt.type;
}

ir::Value value_for(const ir::SchemaParameter& p, bool first, const Attempt& attempt) {
  const auto one = [&]() -> ir::Value {
    switch (p.type) {
      case ir::SchemaType::kTensor:
      case ir::SchemaType::kTensorOrNumber:
      case ir::SchemaType::kIndex:
        return tensor_of(type_of(p, attempt), first ? attempt.first : attempt.others);
      case ir::SchemaType::kNumber:
        return 1.0;
      case ir::SchemaType::kInt:
        return attempt.integer + (is_one_of(p.name, {"high", "to"}) ? 5 : 0);
      case ir::SchemaType::kFloat:
        return 0.5;
      case ir::SchemaType::kBool:
        return false;
      case ir::SchemaType::kString:
        return std::string(attempt.text);
      case ir::SchemaType::kDType:
        return attempt.type;
      case ir::SchemaType::kDevice:
        return std::string("cpu");
      default:
        return {};
    }
  };
  if (!p.list) return one();
  Values items;
  if (p.type == ir::SchemaType::kInt) {
    if (p.list_size > 0) return Values(static_cast<std::size_t>(p.list_size), attempt.integer);
    for (const std::int64_t item : attempt.list) items.emplace_back(item);
    return items;
  }
  return Values{one(), one()};
}

/// Arguments for the parameters that have to be given, and for some of the others.
Values arguments_for(const ir::Schema& schema, const Attempt& attempt) {
  Values values;
  bool first = true;
  std::size_t more = attempt.more;
  for (const ir::SchemaParameter& p : schema.parameters) {
    if (p.default_value && more-- == 0) break;
    values.push_back(value_for(p, first, attempt));
    first = first && !is_tensor(p);
  }
  return values;
}

std::vector<Attempt> attempts() {
  const std::pair<Sizes, Sizes> shapes[] = {{{4, 4}, {4, 4}},
                                            {{4}, {4}},
                                            {{4, 4}, {4}},
                                            {{4, 4}, {}},
                                            {{2, 4, 6}, {4, 4, 3}},
                                            {{2, 4, 6, 6}, {4, 4, 3, 3}},
                                            {{2, 4, 5, 5, 5}, {4, 4, 3, 3, 3}},
                                            {{2, 4, 4}, {2, 4, 4}},
                                            {{2, 4, 4}, {4}},
                                            {{2, 4, 6, 6}, {4}},
                                            {{}, {}},
                                            {{1}, {1}},
                                            {{4, 3}, {4, 3}},
                                            {{2, 4, 6, 6}, {2, 6, 6, 2}},
                                            {{1, 1}, {1, 1}}};
  const Sizes lists[] = {{4, 4}, {0, 1}, {2, 2}, {0}, {4}, {1}, {16}, {}, {1, 1, 1, 1}, {2, 4, 4}};
  std::vector<Attempt> result;
  for (const std::size_t more : {0, 1, 2}) {
    for (const auto& [first, others] : shapes) {
      for (const DType type : {DType::kFloat32, DType::kInt64, DType::kBool}) {
        for (const std::int64_t integer : {1, 0, 2, 4}) {
          for (const Sizes& list : lists) {
            for (const char* text :
                 {"mean", "ij,jk->ik", "constant", "trunc", "sum", "ij", "add"}) {
              result.push_back({first, others, type, integer, list, text, more});
            }
          }
        }
      }
    }
  }
  return result;
}

/// True where another value of this part of an attempt makes a difference.
bool has_type(const ir::Schema& schema, ir::SchemaType type, bool list) {
  return std::any_of(schema.parameters.begin(), schema.parameters.end(),
                     [&](const auto& p) { return p.type == type && p.list == list; });
}

}  // namespace

std::vector<SampleCall> right_call(const ir::Operator& op) {
  static const std::vector<Attempt> all = attempts();
  const bool texts = has_type(op.schema, ir::SchemaType::kString, false);
  const bool lists = has_type(op.schema, ir::SchemaType::kInt, true);
  const bool integers = lists || has_type(op.schema, ir::SchemaType::kInt, false);
  for (const Attempt& attempt : all) {
    if (!texts && attempt.text != std::string("mean")) continue;
    if (!lists && attempt.list != Sizes{4, 4}) continue;
    if (!integers && attempt.integer != 1) continue;
    SampleCall call{&op, arguments_for(op.schema, attempt), ""};
    if (eager_outcome(call).empty()) return {std::move(call)};
  }
  return {};
}

std::vector<SampleCall> changed_calls(const SampleCall& right) {
  std::vector<SampleCall> calls;
  const auto add = [&](Values arguments, std::string what, bool wrong) {
    calls.push_back({right.op, std::move(arguments), std::move(what), wrong});
  };
  const std::vector<ir::SchemaParameter>& parameters = right.op->schema.parameters;

  if (!right.arguments.empty()) {
    add(Values(right.arguments.begin(), right.arguments.end() - 1), "the last is missing", true);
    add({}, "all are missing", true);
  }
  Values more = right.arguments;
  more.resize(parameters.size() + 1,
              right.arguments.empty() ? ir::Value(std::int64_t{1}) : right.arguments.front());
  add(std::move(more), "one too many", true);

  for (std::size_t i = 0; i < right.arguments.size(); ++i) {
    const ir::SchemaParameter& p = parameters[i];
    const auto with = [&](ir::Value value, const std::string& what, bool wrong) {
      Values changed = right.arguments;
      changed[i] = std::move(value);
      add(std::move(changed), "`" + p.name + "` " + what, wrong);
    };
    if (p.type == ir::SchemaType::kAny) continue;
    if (p.type != ir::SchemaType::kString && p.type != ir::SchemaType::kDevice &&
        p.type != ir::SchemaType::kEnum && p.type != ir::SchemaType::kIndex) {
      with(std::string("seven"), "is a text", true);
    }
    if (!is_tensor(p) && p.type != ir::SchemaType::kIndex && !p.list) {
      with(Values{tensor_of(DType::kFloat32, {2}), tensor_of(DType::kFloat32, {2})},
           "is a list of tensors", true);
    }
    if (is_one_of(p.name, {"dim", "dim0", "dim1", "axis"}) && !p.list) {
      with(std::int64_t{99}, "is 99", true);
      with(std::int64_t{-99}, "is -99", true);
    }
    if (!right.arguments[i].tensor()) continue;
    const TensorImpl& tensor = **right.arguments[i].tensor();
    for (const DType type : {DType::kBool, DType::kInt64, DType::kFloat32, DType::kFloat16}) {
      if (type == tensor.dtype) continue;
      with(tensor_of(type, tensor.sizes), "is " + std::string(ir::dtype_name(type)), false);
    }
    with(tensor_of(tensor.dtype, {}), "has no dimensions", false);
    with(tensor_of(tensor.dtype, {2, 1, 2, 1, 3, 1}), "has six dimensions", false);
    Sizes other = tensor.sizes;
    for (std::int64_t& size : other) size += 3;
    with(tensor_of(tensor.dtype, other), "has other extents", false);
    for (std::int64_t& size : other) size = 0;
    with(tensor_of(tensor.dtype, other), "has no elements", false);
  }
  return calls;
}

std::string described(const SampleCall& call) {
  std::string text = call.op->full_name() + "(";
  const std::vector<ir::SchemaParameter>& parameters = call.op->schema.parameters;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    if (i > 0) text += ", ";
    if (i < parameters.size() && parameters[i].keyword_only) text += parameters[i].name + "=";
    text += described(call.arguments[i]);
  }
  return text + ")" + (call.what.empty() ? "" : ": " + call.what);
}

ir::Value eager_result(const SampleCall& call) {
  return dispatch(*call.op, bound_values(call), CallStyle::kFunction, {});
}

std::string eager_outcome(const SampleCall& call) {
  return outcome_of([&] { eager_result(call); });
}

std::string traced_outcome(const SampleCall& call) {
  const std::string outcome = outcome_of([&] {
    Values bound = bound_values(call);
    TraceFunction function;
    std::vector<TraceInput> inputs;
    Values tensors;
    for_each_tensor(bound, [&](ir::Value& value) {
      const std::string name = "x" + std::to_string(inputs.size());
      inputs.push_back(TraceInput(Tensor(*value.tensor())).named(name));
      function.parameters.push_back(ValueKind::kTensor);
      function.parameter_types.emplace_back("Tensor");
      tensors.push_back(value);
    });
    function.call = [&](const Values& proxies) {
      Values arguments = bound;
      std::size_t next = 0;
      for_each_tensor(arguments, [&](ir::Value& value) { value = proxies.at(next++); });
      return dispatch(*call.op, std::move(arguments), CallStyle::kFunction, {});
    };
    TraceOptions options;
    options.check_repeatable = false;
    const ir::GraphModule module = trace_function(nullptr, function, std::move(inputs), options);
    ir::Interpreter(module, eager_executor()).run(tensors);
  });
  // A function that gives integers or nothing is no forward, which is another matter.
  return outcome == "W4104" ? "" : outcome;
}

}  // namespace weft::differential
