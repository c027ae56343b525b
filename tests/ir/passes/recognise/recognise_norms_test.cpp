#include <gtest/gtest.h>

#include <weft/ir/passes/recognise/recognise_norms.h>

#include "../pass_scene.h"

namespace weft::ir {
namespace {

class RecogniseNorms : public ::testing::Test, public testing::PassScene {
 protected:
  Node* mean(Node* x, std::int64_t dim = -1, bool keep = true) {
    return call("mean.dim", {x, Argument::ints({dim}), keep});
  }
  Node* centred(Node* x) { return call("sub", {x, mean(x)}); }
  Node* over_deviation(Node* d) {
    Node* variance = mean(call("mul", {d, d}));
    return call("div", {d, call("sqrt", {call("add", {variance, 1e-5})})});
  }
  bool finds(Node* result) {
    g.output(result);
    prepare();
    return run(recognise_norms);
  }
};

TEST_F(RecogniseNorms, LayerNormWithScaleAndShift) {
  Node* x = input("x", {2, 8});
  Node* w = attribute("w", {8});
  Node* b = attribute("b", {8});
  Node* n = over_deviation(centred(x));
  EXPECT_TRUE(finds(call("add", {call("mul", {w, n}), b})));
  EXPECT_EQ(g.str(), R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %w : [num_users=1] = get_attr[target=w]
    %b : [num_users=1] = get_attr[target=b]
    %add_1 : [num_users=1] = call_function[target=layer_norm](args = (%x, [8], %w, %b, 1e-05), kwargs = {})
    return add_1
)");
}

TEST_F(RecogniseNorms, RmsNormByRsqrt) {
  const IntExpr n = make_symbol("N", 0);
  Node* x = input("x", {n, 8});
  Node* w = attribute("w", {8});
  Node* squares = mean(call("pow", {x, 2}), 1);
  Node* y = call("mul", {x, call("rsqrt", {call("add", {squares, 1e-6})})});
  EXPECT_TRUE(finds(call("mul", {y, w})));
  EXPECT_EQ(g.str(), R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %w : [num_users=1] = get_attr[target=w]
    %mul_1 : [num_users=1] = call_function[target=rms_norm](args = (%x, [8], %w, 1e-06), kwargs = {})
    return mul_1
)");
}

TEST_F(RecogniseNorms, U13_AScaleOfAnotherShapeStaysACall) {
  for (const std::vector<IntExpr>& shape :
       std::vector<std::vector<IntExpr>>{{1}, {2, 1}, {2, 4}, {}}) {
    PassScene scene;
    Node* x = scene.input("x", {2, 4});
    Node* s = scene.attribute("s", shape);
    Node* m = scene.call("mean.dim", {x, Argument::ints({-1}), true});
    Node* d = scene.call("sub", {x, m});
    Node* v = scene.call("mean.dim", {scene.call("mul", {d, d}), Argument::ints({-1}), true});
    Node* r = scene.call("div", {d, scene.call("sqrt", {scene.call("add", {v, 1e-5})})});
    scene.g.output(scene.call("mul", {r, s}));
    scene.prepare();
    EXPECT_TRUE(scene.run(recognise_norms));
    EXPECT_EQ(scene.g.find_nodes(OpCode::kCallFunction, "layer_norm").size(), 1u);
    EXPECT_EQ(scene.g.find_nodes(OpCode::kCallFunction, "mul").size(), 1u) << shape_str(shape);
  }
}

TEST_F(RecogniseNorms, U13_AReturnedNormKeepsItsScaleApart) {
  Node* x = input("x", {2, 4});
  Node* w = attribute("w", {4});
  Node* n = over_deviation(centred(x));
  g.output(list({call("mul", {n, w}), n}));
  prepare();
  EXPECT_TRUE(run(recognise_norms));
  EXPECT_EQ(g.find_nodes(OpCode::kCallFunction, "layer_norm").size(), 1u);
  EXPECT_EQ(g.find_nodes(OpCode::kCallFunction, "mul").size(), 1u);
}

TEST_F(RecogniseNorms, StepsThatAreUsedElsewhereStay) {
  Node* x = input("x", {2, 4});
  Node* d = centred(x);
  g.output(list({over_deviation(d), call("relu", {d})}));
  prepare();
  EXPECT_FALSE(run(recognise_norms));
}

TEST_F(RecogniseNorms, U13_MeansThatDropTheirDimensionAreNoNorm) {
  Node* x = input("x", {4, 4});
  Node* d = call("sub", {x, mean(x, -1, false)});
  // What is left is a root mean square of values that are centred along another dimension.
  EXPECT_TRUE(finds(over_deviation(d)));
  EXPECT_TRUE(g.find_nodes(OpCode::kCallFunction, "layer_norm").empty());
  EXPECT_EQ(g.find_nodes(OpCode::kCallFunction, "rms_norm").size(), 1u);
}

TEST_F(RecogniseNorms, AnotherDimensionOrTypeStays) {
  Node* x = input("x", {2, 4});
  Node* h = input("h", {2, 4}, DType::kFloat16);
  g.first()->append(h);
  Node* d = call("sub", {x, mean(x, 0)});
  Node* first = call("div", {d, call("sqrt", {call("add", {mean(call("mul", {d, d}), 0), 1e-5})})});
  g.output(list({first, over_deviation(centred(h))}));
  prepare();
  EXPECT_FALSE(run(recognise_norms));
}

TEST_F(RecogniseNorms, WhatIsSquaredHasToBeWhatIsDivided) {
  Node* x = input("x", {2, 4});
  Node* d = centred(x);
  Node* v = mean(call("mul", {d, x}));
  EXPECT_FALSE(finds(call("div", {d, call("sqrt", {call("add", {v, 1e-5})})})));
}

TEST_F(RecogniseNorms, GraphsThatWriteAreLeftAlone) {
  Node* x = input("x", {2, 4});
  EXPECT_FALSE(finds(call("relu_", {over_deviation(centred(x))})));
}

}  // namespace
}  // namespace weft::ir
