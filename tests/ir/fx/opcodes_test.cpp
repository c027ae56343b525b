// The six kinds of node.
#include "fx_testing.h"

namespace weft::ir {
namespace {

using ::testing::ElementsAre;

TEST(FxGraph, B01_AllSixOpcodes) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* w = g.get_attr("fc.weight");
  Node* add = g.call_function("add", {x, w});
  Node* relu = g.call_method("relu", {add});
  Node* fc = g.call_module("fc", {relu});
  Node* out = g.output(fc);
  g.lint();
  EXPECT_EQ(x->opcode(), OpCode::kPlaceholder);
  EXPECT_EQ(w->opcode(), OpCode::kGetAttr);
  EXPECT_EQ(add->opcode(), OpCode::kCallFunction);
  EXPECT_EQ(relu->opcode(), OpCode::kCallMethod);
  EXPECT_EQ(fc->opcode(), OpCode::kCallModule);
  EXPECT_EQ(out->opcode(), OpCode::kOutput);
  EXPECT_EQ(g.size(), 6u);
  EXPECT_EQ(g.output_node(), out);
  EXPECT_THAT(g.placeholders(), ElementsAre(x));
  ASSERT_NE(add->op(), nullptr);
  ASSERT_NE(relu->op(), nullptr);
}

}  // namespace
}  // namespace weft::ir
