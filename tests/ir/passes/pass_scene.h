/// \file Building small graph modules for tests of passes.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <weft/ir/diagnostics.h>
#include <weft/ir/passes/normalize.h>
#include <weft/ir/passes/pass.h>
#include <weft/ir/passes/shape_propagation.h>

namespace weft::ir::testing {

class PassScene {
 public:
  GraphModule module;
  Graph& g = module.graph;

  Node* input(const char* name, std::vector<IntExpr> sizes, DType type = DType::kFloat32) {
    Node* node = g.placeholder(name);
    node->meta.value = dense(type, std::move(sizes));
    return node;
  }
  Node* attribute(const char* path, std::vector<IntExpr> sizes) {
    module.set_attribute(path, Value(0.0), dense(DType::kFloat32, std::move(sizes)));
    return g.get_attr(path);
  }
  Node* call(const char* op, std::vector<Argument> args, KeywordArguments kwargs = {}) {
    Node* node = g.call_function(op, std::move(args), std::move(kwargs));
    node->meta.location = SourceLocation("net.cpp", static_cast<int>(g.size()));
    return node;
  }
  static Argument list(std::vector<Argument> items) { return Argument(std::move(items)); }

  /// Shapes and normal form, as passes want them.
  void prepare() {
    PassContext context;
    shape_propagation(module, context);
    normalize(module, context);
  }
  /// Runs a pass twice: it must keep the graph well formed, report truly whether it changed it, and
  /// find nothing to do the second time. Returns whether it changed it the first time.
  bool run(PassFunction pass) {
    PassContext context;
    context.strict = true;
    const PassManager manager({{"pass", pass}});
    const bool changed = manager.run(module, context);
    EXPECT_FALSE(manager.run(module, context)) << "the pass is not idempotent:\n" << g.str();
    return changed;
  }
};

/// Id and message of the error that an action throws.
template <typename Action>
std::pair<std::string, std::string> error_of(const Action& action) {
  try {
    action();
  } catch (const Error& e) {
    return {std::string(e.id()), e.diagnostic().location.str() + ": " + e.diagnostic().message};
  }
  return {"none", ""};
}

}  // namespace weft::ir::testing
