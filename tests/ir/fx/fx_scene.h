/// \file Small graphs with numbers in them, for tests of what transforms and runs graphs.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <weft/ir/diagnostics.h>
#include <weft/ir/interpreter.h>

#include "../reference_executor.h"

namespace weft::ir::testing {

/// A graph module that a function fills in.
inline GraphModule make_graph(const std::function<void(Graph& g)>& fill) {
  GraphModule module;
  fill(module.graph);
  module.lint();
  return module;
}

inline Argument list(std::vector<Argument> items) { return Argument(std::move(items)); }

inline Value vector_value(std::vector<double> elements) {
  const auto size = static_cast<std::int64_t>(elements.size());
  return Value(make_tensor({size}, std::move(elements)));
}

/// All elements of a result, lists taken apart.
inline std::vector<double> numbers(const Value& value) {
  if (const TensorHandle* tensor = value.tensor()) return elements(**tensor);
  std::vector<double> all;
  if (const std::vector<Value>* items = value.list()) {
    for (const Value& item : *items) {
      const std::vector<double> more = numbers(item);
      all.insert(all.end(), more.begin(), more.end());
    }
  } else if (const auto* integer = std::get_if<std::int64_t>(&value.value)) {
    all.push_back(static_cast<double>(*integer));
  }
  return all;
}

inline std::vector<double> run(const GraphModule& module, std::vector<Value> inputs) {
  ReferenceExecutor executor;
  return numbers(Interpreter(module, executor).run(std::move(inputs)));
}

/// The targets of the calls, in order.
inline std::vector<std::string> calls(const GraphModule& module) {
  std::vector<std::string> targets;
  for (const Node* node : module.graph) {
    const bool call = node->opcode() != OpCode::kPlaceholder &&
                      node->opcode() != OpCode::kGetAttr && node->opcode() != OpCode::kOutput;
    if (call) targets.push_back(node->target());
  }
  return targets;
}

/// A module that multiplies by a number.
class Scale : public ModuleInterface {
 public:
  explicit Scale(double factor, bool pure = true) : factor_(factor), pure_(pure) {}
  std::string module_type() const override { return "Scale"; }
  bool is_pure() const override { return pure_; }
  Value call_forward(const std::vector<Value>& arguments) override {
    std::vector<double> scaled = elements(**arguments.at(0).tensor());
    for (double& element : scaled) element *= factor_;
    std::vector<std::int64_t> sizes;
    for (const IntExpr& size : (**arguments[0].tensor()).meta.sizes) sizes.push_back(size.value());
    return Value(make_tensor(sizes, scaled));
  }

 private:
  double factor_;
  bool pure_;
};

/// The diagnostic of the error that an action throws; its id is empty if there is none.
template <typename Action>
Diagnostic diagnostic_of(const Action& action) {
  try {
    action();
  } catch (const Error& e) {
    return e.diagnostic();
  }
  ADD_FAILURE() << "no error";
  Diagnostic none;
  none.kind = &diag::InternalError;
  return none;
}

}  // namespace weft::ir::testing
