#include <weft/frontend/trace/structured_call.h>

#include <string>

#include <weft/frontend/trace/diagnostics.h>
#include <weft/ir/interpreter.h>
#include <weft/runtime/dispatch.h>

namespace weft {

namespace {

/// The place of a placeholder in the arguments, as the capture noted it; empty for one made by
/// hand.
std::string path_of(const ir::Node& placeholder) {
  const auto found = placeholder.meta.custom.find("input_path");
  if (found == placeholder.meta.custom.end()) return "";
  const std::string* path = found->second.text();
  return path != nullptr ? *path : "";
}

/// Whether a constant of the capture has this value; numbers of any type are compared as numbers.
bool same_value(const ir::Argument& constant, const ir::Value& value) {
  if (const std::optional<ir::Number> number = constant.number()) {
    return std::visit(
        [&](const auto& v) {
          using T = std::decay_t<decltype(v)>;
          if constexpr (std::is_arithmetic_v<T>) {
            return number->is_integer() && std::is_integral_v<T>
                       ? number->as_int() == static_cast<std::int64_t>(v)
                       : ir::Number(number->as_double()) == ir::Number(static_cast<double>(v));
          } else {
            return false;
          }
        },
        value.value);
  }
  if (const std::string* text = constant.text()) {
    const auto* other = std::get_if<std::string>(&value.value);
    return other != nullptr && *other == *text;
  }
  if (const auto* dtype = std::get_if<DType>(&constant.variant())) {
    const auto* other = std::get_if<DType>(&value.value);
    return other != nullptr && *other == *dtype;
  }
  return constant.is_none() && value.is_none();
}

class Flattener {
 public:
  explicit Flattener(const ir::GraphModule& module) : inputs_(module.graph.placeholders()) {
    const auto found = module.custom.find("built_in_arguments");
    if (found != module.custom.end()) built_in_ = found->second.dict();
  }

  void add(const ir::Value& value, const std::string& path) {
    if (const std::vector<ir::Value>* list = value.list()) {
      for (std::size_t i = 0; i < list->size(); ++i) {
        add((*list)[i], path + "[" + std::to_string(i) + "]");
      }
    } else if (const ir::ValueDict* dict = value.dict()) {
      for (const auto& [key, item] : dict->items) add(item, path + "." + key);
    } else {
      add_leaf(value, path);
    }
  }
  std::vector<ir::Value> finish() {
    if (values_.size() < inputs_.size() && inputs_[values_.size()]->args().empty()) {
      fail(diag::StructureDiffers, inputs_[values_.size()]->meta.location,
           {path_of(*inputs_[values_.size()]), "is missing"});
    }
    return std::move(values_);
  }

 private:
  void add_leaf(const ir::Value& value, const std::string& path) {
    if (values_.size() < inputs_.size()) {
      const std::string expected = path_of(*inputs_[values_.size()]);
      if (expected == path || expected.empty()) {
        values_.push_back(value);
        return;
      }
    }
    const ir::Argument* built_in = built_in_ != nullptr ? built_in_->find(path) : nullptr;
    if (built_in == nullptr) fail(diag::StructureDiffers, {}, {path, "is no input of the graph"});
    if (!same_value(*built_in, value)) {
      fail(diag::StructureDiffers, {}, {path, "was " + built_in->str() + " in the capture"});
    }
  }

  std::vector<ir::Node*> inputs_;
  const ir::ArgumentDict* built_in_ = nullptr;  ///< values that the capture made part of the graph
  std::vector<ir::Value> values_;
};

ir::Value restore(const ir::Argument& argument, const ir::Value& value) {
  const std::vector<ir::Value>* items = value.list();
  if (!items) return value;
  if (const auto* dict = std::get_if<ir::ArgumentDict>(&argument.variant())) {
    auto result = std::make_shared<ir::ValueDict>();
    for (std::size_t i = 0; i < dict->items().size(); ++i) {
      const ir::ArgumentItem& item = dict->items()[i];
      result->items.emplace_back(item.key, restore(item.value, items->at(i)));
    }
    return std::shared_ptr<const ir::ValueDict>(std::move(result));
  }
  const ir::ArgumentList* list = argument.list();
  if (!list) return value;
  std::vector<ir::Value> result;
  for (std::size_t i = 0; i < list->size(); ++i)
    result.push_back(restore((*list)[i], items->at(i)));
  return result;
}

}  // namespace

std::vector<ir::Value> flatten_arguments(const ir::GraphModule& module,
                                         const std::vector<ir::Value>& arguments) {
  Flattener flattener(module);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    flattener.add(arguments[i], std::to_string(i + 1));
  }
  return flattener.finish();
}

ir::Value restore_result(const ir::GraphModule& module, const ir::Value& result) {
  const ir::Node* output = module.graph.output_node();
  return output && !output->args().empty() ? restore(output->args()[0], result) : result;
}

ir::Value run_graph(const ir::GraphModule& module, std::vector<ir::Value> inputs) {
  ir::Interpreter interpreter(module, eager_executor());
  return interpreter.run(std::move(inputs));
}

}  // namespace weft
