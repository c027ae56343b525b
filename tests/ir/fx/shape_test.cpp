// Shape, dtype and stride propagation without running.
#include <weft/ir/passes/shape_propagation.h>

#include "fx_scene.h"

namespace weft::ir {
namespace {

using testing::list;

std::string with_strides(const Node* node) {
  const TensorMeta* t = node->meta.value.tensor();
  return t == nullptr ? node->meta.value.str() : t->str() + " " + shape_str(t->strides);
}

class FxShapes : public ::testing::Test {
 protected:
  Node* input(const char* name, std::vector<IntExpr> sizes, std::vector<IntExpr> strides = {}) {
    Node* node = g.placeholder(name);
    TensorMeta meta = dense(DType::kFloat32, std::move(sizes));
    if (!strides.empty()) meta.strides = std::move(strides);
    node->meta.value = std::move(meta);
    return node;
  }
  bool propagate() { return shape_propagation(module, context); }
  GraphModule module;
  Graph& g = module.graph;
  PassContext context;
};

TEST_F(FxShapes, B98_EveryOpcodeGetsAMeta) {
  module.set_attribute("w", Value(), dense(DType::kFloat64, {3}));
  module.set_module("fc", std::make_shared<testing::Scale>(2));
  Node* x = input("x", {2, 3});
  Node* k = g.placeholder("k", 1.5);
  Node* w = g.get_attr("w");
  Node* sum = g.call_function("add", {x, w});
  Node* t = g.call_method("t", {sum});
  Node* fc = g.call_module("fc", {t});
  Node* y = g.call_function("mul", {fc, k});
  Node* output = g.output(list({y, t, 7, nullptr, true}));
  EXPECT_TRUE(propagate());
  EXPECT_EQ(with_strides(w), "f64[3] [1]");
  EXPECT_EQ(with_strides(sum), "f64[2, 3] [3, 1]");
  EXPECT_EQ(with_strides(t), "f64[3, 2] [1, 3]");
  EXPECT_EQ(k->meta.value.str(), "float");
  EXPECT_FALSE(fc->meta.value.known()) << "nothing tells what the module does";
  context.infer_module = [](ModuleInterface& m, const std::vector<Argument>& args,
                            SourceLocation) -> ValueMeta {
    return m.module_type() == "Scale" ? args[0].node()->meta.value.get() : ValueMeta{};
  };
  EXPECT_TRUE(propagate());
  EXPECT_EQ(with_strides(fc), "f64[3, 2] [1, 3]");
  EXPECT_EQ(y->meta.value.str(), "f64[3, 2]");
  EXPECT_EQ(output->meta.value.str(), "(f64[3, 2], f64[3, 2], 7, ?, bool)");
  EXPECT_FALSE(propagate()) << "a second run changes nothing";
}

TEST_F(FxShapes, B98_AggregatesWithNonTensors) {
  const IntExpr n = make_symbol("N", 1);
  Node* x = input("x", {n, 6});
  Node* parts = g.call_function("split.Tensor", {x, 2, 1});
  Node* second = g.call_function("getitem", {parts, 1});
  Node* rows = g.call_function("size.int", {x, 0});
  Node* best = g.call_function("max.dim", {x, 1});
  Node* output = g.output(ArgumentDict({{"parts", parts}, {"rest", list({second, rows, best})}}));
  EXPECT_TRUE(propagate());
  EXPECT_EQ(with_strides(second), "f32[N, 2] [6, 1]");
  EXPECT_EQ(rows->meta.value.str(), "N");
  EXPECT_EQ(output->meta.value.str(),
            "((f32[N, 2], f32[N, 2], f32[N, 2]), (f32[N, 2], N, (f32[N], i64[N])))");
}

TEST_F(FxShapes, B98_ViewsHaveTheirStrides) {
  Node* x = input("x", {4, 6});
  Node* t = g.call_function("t", {x});
  Node* row = g.call_function("select", {t, 0, 2});
  Node* wide = g.call_function("unsqueeze", {row, 0});
  Node* expanded = g.call_function("expand", {wide, Argument::ints({3, 4})});
  g.output(expanded);
  propagate();
  EXPECT_EQ(with_strides(t), "f32[6, 4] [1, 6]");
  EXPECT_EQ(with_strides(row), "f32[4] [6]");
  EXPECT_EQ(with_strides(expanded), "f32[3, 4] [0, 6]");
}

TEST_F(FxShapes, B98_ChannelsLastIn2dAnd3d) {
  Node* image = input("image", {2, 3, 4, 5}, {60, 1, 15, 3});
  Node* volume = input("volume", {1, 2, 3, 4, 5}, {120, 1, 40, 10, 2});
  Node* relu2 = g.call_function("relu", {image});
  Node* relu3 = g.call_function("relu", {volume});
  Node* dense2 = g.call_function("contiguous", {image});
  Node* turned = g.call_function("permute", {volume, Argument::ints({0, 2, 3, 4, 1})});
  g.output(list({relu2, relu3, dense2, turned}));
  propagate();
  EXPECT_EQ(with_strides(relu2), "f32[2, 3, 4, 5] [60, 1, 15, 3]");
  EXPECT_EQ(with_strides(relu3), "f32[1, 2, 3, 4, 5] [120, 1, 40, 10, 2]");
  EXPECT_EQ(with_strides(dense2), "f32[2, 3, 4, 5] [60, 20, 5, 1]");
  EXPECT_EQ(with_strides(turned), "f32[1, 3, 4, 5, 2] [120, 40, 10, 2, 1]");
}

TEST_F(FxShapes, B98_StaleMetasAreReplaced) {
  Node* x = input("x", {2, 3});
  Node* relu = g.call_function("relu", {x});
  g.output(relu);
  propagate();
  x->meta.value = dense(DType::kFloat64, {7});
  EXPECT_TRUE(propagate());
  EXPECT_EQ(with_strides(relu), "f64[7] [1]");
}

}  // namespace
}  // namespace weft::ir
