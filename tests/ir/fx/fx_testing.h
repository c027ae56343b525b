/// \file What the tests of the graph's behaviours share.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <weft/ir/diagnostics.h>
#include <weft/ir/graph_module.h>

namespace weft::ir::testing {

/// The id of the error that an action throws, or "none".
template <typename Action>
std::string error_id(const Action& action) {
  try {
    action();
  } catch (const Error& e) {
    return std::string(e.id());
  }
  return "none";
}

/// Its message without the id.
template <typename Action>
std::string error_message(const Action& action) {
  try {
    action();
  } catch (const Error& e) {
    return e.diagnostic().message;
  }
  return "none";
}

inline std::vector<std::string> names(const Graph& graph) {
  std::vector<std::string> result;
  for (const Node* node : graph) result.push_back(node->name());
  return result;
}

/// Returns its first argument.
class FakeModule : public ModuleInterface {
 public:
  explicit FakeModule(bool pure = true) : pure_(pure) {}
  std::string module_type() const override { return "Fake"; }
  Value call_forward(const std::vector<Value>& arguments) override { return arguments.at(0); }
  bool is_pure() const override { return pure_; }

 private:
  bool pure_;
};

}  // namespace weft::ir::testing
