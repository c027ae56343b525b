#include <weft/runtime/eager/call_values.h>

#include <utility>

#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::eager {

namespace {

ir::CallArgument call_argument(const ir::Value& value) {
  struct Visitor {
    ir::CallArgument operator()(std::monostate) const { return {}; }
    ir::CallArgument operator()(const ir::TensorHandle& v) const {
      return {*v->meta().tensor(), false};
    }
    ir::CallArgument operator()(bool v) const { return {ir::Number(v), false}; }
    ir::CallArgument operator()(std::int64_t v) const { return {ir::Number(v), false}; }
    ir::CallArgument operator()(double v) const { return {ir::Number(v), false}; }
    ir::CallArgument operator()(const std::string& v) const { return {v, false}; }
    ir::CallArgument operator()(DType v) const { return {v, false}; }
    ir::CallArgument operator()(const std::vector<ir::Value>& v) const {
      std::vector<ir::CallArgument> items;
      items.reserve(v.size());
      for (const ir::Value& item : v) items.push_back(call_argument(item));
      return {std::move(items), false};
    }
    ir::CallArgument operator()(const std::shared_ptr<const ir::ValueDict>& v) const {
      std::vector<ir::CallArgument> items;
      for (const auto& [key, item] : v->items) items.push_back(call_argument(item));
      return {std::move(items), false};
    }
  };
  return std::visit(Visitor{}, value.value);
}

void collect_tensors(const ir::Value& value, std::vector<ir::TensorHandle>& out) {
  if (const ir::TensorHandle* tensor = value.tensor()) {
    out.push_back(*tensor);
  } else if (const std::vector<ir::Value>* list = value.list()) {
    for (const ir::Value& item : *list) collect_tensors(item, out);
  } else if (const ir::ValueDict* dict = value.dict()) {
    for (const auto& [key, item] : dict->items) collect_tensors(item, out);
  }
}

}  // namespace

ir::Call make_call(const ir::Operator& op, const std::vector<ir::Value>& arguments,
                   SourceLocation where) {
  std::vector<ir::CallArgument> converted;
  converted.reserve(arguments.size());
  for (const ir::Value& argument : arguments) converted.push_back(call_argument(argument));
  return ir::Call(op, std::move(converted), where);
}

std::vector<ir::TensorHandle> tensor_inputs(const std::vector<ir::Value>& arguments) {
  std::vector<ir::TensorHandle> tensors;
  for (const ir::Value& argument : arguments) collect_tensors(argument, tensors);
  return tensors;
}

ir::Value pack_results(const ir::Operator& op, std::vector<ir::Value> results) {
  const auto& declared = op.schema.results;
  if (declared.size() == 1 && !declared[0].list && results.size() == 1) {
    return std::move(results.front());
  }
  return results;
}

}  // namespace weft::eager
