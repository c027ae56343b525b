#include "oracle_values.h"

#include <stdexcept>
#include <unordered_map>
#include <utility>

#include <weft/ir/operators/operator.h>
#include <weft/runtime/dispatch.h>
#include <weft/runtime/eager/block.h>
#include <weft/runtime/eager/copy.h>

namespace weft::testing {

using weft_oracle::Kind;
using weft_oracle::OracleTensor;
using weft_oracle::OracleValue;

Kind kind_of(DType type) { return weft_oracle::kind_from_name(std::string(ir::dtype_name(type))); }

DType dtype_of_kind(Kind kind) { return *ir::parse_dtype(weft_oracle::kind_name(kind)); }

OracleTensor to_oracle(const Tensor& tensor) {
  const ir::TensorHandle& handle = tensor.handle();
  OracleTensor result(kind_of(handle->dtype), handle->sizes);
  if (ir::is_floating(handle->dtype)) {
    const ir::TensorHandle wide = eager::dense_as(handle, DType::kFloat64);
    for (std::int64_t i = 0; i < result.numel(); ++i) result.set(i, wide->data_as<double>()[i]);
  } else {
    const ir::TensorHandle wide = eager::dense_as(handle, DType::kInt64);
    for (std::int64_t i = 0; i < result.numel(); ++i) {
      result.set_integer(i, wide->data_as<std::int64_t>()[i]);
    }
  }
  return result;
}

Tensor from_oracle(const OracleTensor& tensor) {
  const DType type = dtype_of_kind(tensor.kind);
  const ir::TensorHandle result = make_tensor(type, tensor.sizes);
  if (tensor.integral()) {
    eager::cast_block(DType::kInt64, tensor.integers.data(), type, result->data(),
                      tensor.integers.size());
  } else {
    eager::cast_block(DType::kFloat64, tensor.values.data(), type, result->data(),
                      tensor.values.size());
  }
  return Tensor(result);
}

namespace {

using Nodes = std::unordered_map<const ir::Node*, ir::TensorHandle>;

ir::Argument to_argument(const OracleValue& value, ir::Graph& graph, Nodes& tensors,
                         const std::function<ir::TensorHandle(ir::TensorHandle)>& prepare) {
  struct Visitor {
    ir::Graph& graph;
    Nodes& tensors;
    const std::function<ir::TensorHandle(ir::TensorHandle)>& prepare;
    ir::Argument operator()(std::monostate) const { return {}; }
    ir::Argument operator()(bool v) const { return v; }
    ir::Argument operator()(std::int64_t v) const { return v; }
    ir::Argument operator()(double v) const { return v; }
    ir::Argument operator()(const std::string& v) const { return v; }
    ir::Argument operator()(Kind v) const { return dtype_of_kind(v); }
    ir::Argument operator()(const OracleTensor& v) const {
      ir::TensorHandle tensor = from_oracle(v).handle();
      if (prepare) tensor = prepare(std::move(tensor));
      ir::Node* node = graph.placeholder("input");
      node->meta.value = tensor->meta();
      tensors[node] = std::move(tensor);
      return node;
    }
    ir::Argument operator()(const weft_oracle::OracleList& v) const {
      std::vector<ir::Argument> items;
      for (const OracleValue& item : v) items.push_back(to_argument(item, graph, tensors, prepare));
      return items;
    }
  };
  return std::visit(Visitor{graph, tensors, prepare}, value.held);
}

ir::Value to_value(const ir::Argument& argument, const Nodes& tensors) {
  if (const ir::Node* node = argument.node()) return tensors.at(node);
  if (const ir::ArgumentList* list = argument.list()) {
    std::vector<ir::Value> values;
    for (const ir::Argument& item : list->items()) values.push_back(to_value(item, tensors));
    return values;
  }
  if (const std::string* text = argument.text()) return *text;
  return std::visit(
      [](const auto& v) -> ir::Value {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::int64_t> ||
                      std::is_same_v<T, double> || std::is_same_v<T, DType>) {
          return v;
        } else {
          return {};
        }
      },
      argument.variant());
}

void collect(const ir::Value& value, std::vector<OracleTensor>& results) {
  if (const ir::TensorHandle* tensor = value.tensor())
    results.push_back(to_oracle(Tensor(*tensor)));
  if (const std::vector<ir::Value>* list = value.list()) {
    for (const ir::Value& item : *list) collect(item, results);
  }
}

/// The operator of this full name, or the overload that takes the arguments.
const ir::Operator& operator_for(const std::string& name, const ir::KeywordArguments& keywords) {
  const bool overload = name.find('.') != std::string::npos;
  const ir::Operator* op =
      overload ? ir::find_operator(name) : ir::resolve_overload(name, {}, keywords);
  if (!op) throw std::runtime_error("no overload of " + name + " takes these arguments");
  return *op;
}

}  // namespace

ir::Node* add_call(ir::Graph& graph, const std::string& name,
                   const weft_oracle::OracleArguments& arguments,
                   std::vector<ir::TensorHandle>& inputs) {
  Nodes tensors;
  ir::KeywordArguments keywords;
  for (const auto& [key, value] : arguments) {
    keywords.emplace_back(key, to_argument(value, graph, tensors, nullptr));
  }
  for (const ir::Node* node : graph.placeholders()) {
    if (tensors.count(node)) inputs.push_back(tensors.at(node));
  }
  return graph.call_function(operator_for(name, keywords).full_name(), {}, keywords);
}

std::vector<OracleTensor> to_oracle(const ir::Value& value) {
  std::vector<OracleTensor> results;
  collect(value, results);
  return results;
}

std::vector<OracleTensor> run_operator(
    const std::string& name, const weft_oracle::OracleArguments& arguments,
    const std::function<ir::TensorHandle(ir::TensorHandle)>& prepare) {
  ir::Graph graph;
  Nodes tensors;
  ir::KeywordArguments keywords;
  for (const auto& [key, value] : arguments) {
    keywords.emplace_back(key, to_argument(value, graph, tensors, prepare));
  }
  const ir::Operator& op = operator_for(name, keywords);
  std::vector<ir::Value> values;
  for (const ir::Argument& argument : ir::bind_arguments(op.schema, {}, keywords)) {
    values.push_back(to_value(argument, tensors));
  }
  return to_oracle(eager_call(op, values, {}));
}

}  // namespace weft::testing
