/// \file Names of buffers and kernels, comments.
#include <gtest/gtest.h>

#include <weft/codegen/loop/names.h>

#include "check.h"
#include "graph_maker.h"

namespace weft::codegen {
namespace {

using ir::Node;
using test::GraphMaker;

TEST(LoopNames, Identifiers) {
  EXPECT_EQ(identifier("layer1.0.conv1.weight"), "layer1_0_conv1_weight");
  EXPECT_EQ(identifier("0.weight"), "t0_weight");
  EXPECT_EQ(identifier("double"), "double_t");
  EXPECT_EQ(identifier("__x__"), "x");
  EXPECT_EQ(identifier("..."), "t");
  EXPECT_EQ(identifier("größe"), "gr_e");
}

TEST(LoopNames, AreUnique) {
  NameTable names;
  EXPECT_EQ(names.unique("relu"), "relu");
  EXPECT_EQ(names.unique("relu"), "relu_1");
  EXPECT_EQ(names.unique("relu_1"), "relu_1_1");
  EXPECT_EQ(names.unique("relu"), "relu_2");
  EXPECT_EQ(names.unique("a.b"), "a_b");
  EXPECT_EQ(names.unique("a_b"), "a_b_1");
}

TEST(LoopNames, KernelsSayModulesAndLines) {
  GraphMaker g;
  Node* x = g.input("x", {2, 8});
  g.line = 14;
  g.module_path = "layers.0.fc";
  g.module_type = "Linear";
  Node* y = g.op("linear",
                 {x, g.weight("layers.0.fc.weight", {8, 8}), g.weight("layers.0.fc.bias", {8})});
  g.module_path = "layers.0.1";
  g.module_type = "GELU";
  y = g.op("gelu", {y});
  g.module_path = "";
  g.line = 20;
  y = g.op("add", {y, x});
  const Program p = test::check(g.core({y}));
  ASSERT_EQ(p.kernels.size(), 1u);
  EXPECT_EQ(p.kernels[0].name, "layers_0_fc_gelu_add");
  EXPECT_EQ(p.kernels[0].comments,
            (std::vector<std::string>{"net.cpp:14 layers.0.1(layers.0.fc(x))",
                                      "net.cpp:20 add(gelu, x)"}));
}

TEST(LoopNames, LongChainsAreCut) {
  GraphMaker g;
  Node* x = g.input("x", {2, 8});
  Node* y = x;
  for (int k = 0; k < 20; ++k) y = g.op(k % 2 == 0 ? "sigmoid" : "hardtanh", {y});
  const Program p = test::check(g.core({y}));
  ASSERT_EQ(p.kernels.size(), 1u) << print(p);
  EXPECT_EQ(p.kernels[0].name, "sigmoid_hardtanh_sigmoid_hardtanh_sigmoid_hardtanh_etc");
  EXPECT_EQ(p.kernels[0].comments[0].size(), 88u);
}

}  // namespace
}  // namespace weft::codegen
