/// \file What lowering refuses, and what it says.
#include <gtest/gtest.h>

#include <weft/codegen/diagnostics.h>
#include <weft/codegen/loop/lower.h>

#include "graph_maker.h"

namespace weft::codegen {
namespace {

using ir::Node;
using test::GraphMaker;

std::string message(const ir::GraphModule& module) {
  try {
    lower(module);
  } catch (const Error& error) {
    return error.what();
  }
  return "lowered";
}

TEST(LowerDiagnostics, ExtentThatNoInputDecides) {
  ir::GraphModule module;
  Node* x = module.graph.placeholder("x");
  const ir::IntExpr n = ir::make_symbol("N");
  x->meta.value = {ir::dense(DType::kFloat32, {n * ir::IntExpr(ir::make_symbol("M")), 8})};
  module.graph.output(x);
  EXPECT_EQ(message(module),
            "error: `x`: extent `N` of [N*M, 8] is decided by no size of an input [W5002]\n"
            "  hint: give a constant, or let `N` be an extent of an input of its own");
}

TEST(LowerDiagnostics, KernelWithTooManyBuffers) {
  GraphMaker g;
  std::vector<ir::Argument> parts;
  for (int k = 0; k < 70; ++k) parts.push_back(g.input("x" + std::to_string(k), {2}));
  EXPECT_EQ(
      message(g.core({g.op("cat", {parts, 0})})),
      "models/net.cpp:1:1: error: cat: one kernel would need 71 buffers, more than the 64 that "
      "are supported [W5003]\n  hint: split the call into several, for example a cat of cats");
}

TEST(LowerDiagnostics, CallersTensorsWithTooManyDimensions) {
  GraphMaker g;
  Node* nine = g.input("x", {1, 2, 1, 1, 1, 1, 1, 2, 3});
  EXPECT_EQ(message(g.core({g.op("relu", {nine})})),
            "error: input `x` has 9 dimensions; inputs and results of compiled models have at most "
            "8 [W5016]\n"
            "  hint: join dimensions: x.flatten(0, 1) before the model, unflatten inside it");
  GraphMaker h;
  Node* eight = h.input("x", {1, 2, 1, 1, 1, 1, 1, 2});
  EXPECT_EQ(message(h.core({h.op("relu", {eight})})), "lowered");
  GraphMaker i;
  Node* wide = i.op("unsqueeze", {i.input("x", {1, 2, 1, 1, 1, 1, 1, 2}), 0});
  EXPECT_NE(message(i.core({i.op("relu", {wide})})).find("result `relu` has 9 dimensions"),
            std::string::npos);
}

TEST(LowerDiagnostics, NumberOfResultsWithoutBound) {
  GraphMaker g;
  Node* x = g.input("x", {4}, DType::kInt64);
  g.line = 9;
  EXPECT_EQ(message(g.core({g.op("repeat_interleave.Tensor", {x})})),
            "models/net.cpp:9:1: error: repeat_interleave.Tensor: the number of elements of its "
            "result depends on the data, and nothing bounds it [W5007]\n"
            "  hint: give the size of the result, where the operator takes it");
}

TEST(LowerDiagnostics, GraphsThatAreNotAtCoreLevel) {
  ir::GraphModule module;
  Node* x = module.graph.placeholder("x");
  x->meta.value = {ir::dense(DType::kFloat32, {2, 8})};
  Node* y = module.graph.call_function("softmax", {x, 1});
  y->meta.value = x->meta.value;
  module.graph.output(y);
  EXPECT_NE(message(module).find("node `softmax` is not at core level: `softmax` has to be "
                                 "decomposed [W5005]"),
            std::string::npos);
}

TEST(LowerDiagnostics, EffectsOnTheHost) {
  GraphMaker g;
  Node* x = g.input("x", {});
  g.op("assert_true", {g.op("all", {x}), "all"});
  const std::string text = message(g.core({x}));
  EXPECT_TRUE(text.find("[W5001]") != std::string::npos) << text;
}

}  // namespace
}  // namespace weft::codegen
