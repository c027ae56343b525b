// Names and targets of nodes. The B and F numbers are those of docs/fx-parity.md.
#include "fx_testing.h"

#include <random>
#include <set>

namespace weft::ir {
namespace {

using ::testing::ElementsAre;
using testing::error_id;
using testing::error_message;
using testing::FakeModule;
using ::testing::IsEmpty;
using testing::names;

TEST(FxGraph, B48_NamesAreUniqueAfterHandMadeOnes) {
  Graph g;
  Node* x = g.placeholder("x");
  g.create_node(OpCode::kCallFunction, "relu", {x}, {}, "foo_1");
  g.create_node(OpCode::kCallFunction, "relu", {x}, {}, "foo_1_1");
  g.create_node(OpCode::kCallFunction, "relu", {x}, {}, "foo");
  g.create_node(OpCode::kCallFunction, "relu", {x}, {}, "foo");
  g.create_node(OpCode::kCallFunction, "relu", {x}, {}, "foo_1");
  g.create_node(OpCode::kCallFunction, "relu", {x}, {}, "foo_1_1");
  g.create_node(OpCode::kCallFunction, "relu", {x}, {}, "foo");
  const auto all = names(g);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
  EXPECT_THAT(all,
              ElementsAre("x", "foo_1", "foo_1_1", "foo", "foo_2", "foo_3", "foo_1_2", "foo_4"));
  for (Node* node : g) EXPECT_EQ(g.find_by_name(node->name()), node);
}

TEST(FxGraph, B49_NamesAreSnakeCaseAndTargetsStayExact) {
  Graph g;
  EXPECT_EQ(g.placeholder("PascalCase")->name(), "pascal_case");
  EXPECT_EQ(g.placeholder("ALL_CAPS")->name(), "all_caps");
  EXPECT_EQ(g.placeholder("camelCase2D")->name(), "camel_case2_d");
  EXPECT_EQ(g.placeholder("ALL_CAPS")->target(), "ALL_CAPS");
  Node* conv = g.call_module("layer1.0.conv1", {});
  EXPECT_EQ(conv->name(), "layer1_0_conv1");
  EXPECT_EQ(conv->target(), "layer1.0.conv1");
  EXPECT_EQ(g.call_module("0", {})->name(), "_0");
  EXPECT_EQ(g.placeholder("")->name(), "_");
  EXPECT_EQ(g.placeholder("a b\xc3\xa9")->name(), "a_b__");
}

TEST(FxGraph, NamesOfOperatorsAreTheirBaseNames) {
  Graph g;
  Node* x = g.placeholder("x");
  EXPECT_EQ(g.call_function("max.dim", {x, 0})->name(), "max");
  EXPECT_EQ(g.call_function("max.dim", {x, 0})->name(), "max_1");
}

TEST(FxGraph, NamesMayBeKeywords) {
  Graph g;
  EXPECT_EQ(g.placeholder("double")->name(), "double");
  EXPECT_EQ(g.placeholder("inf")->name(), "inf");
}

TEST(FxGraph, RenameTakesAFreeNameAndReleasesTheOld) {
  Graph g;
  Node* a = g.placeholder("a");
  Node* b = g.placeholder("b");
  b->rename("a");
  EXPECT_EQ(b->name(), "a_1");
  a->rename("a");
  EXPECT_EQ(a->name(), "a");
  EXPECT_EQ(g.find_by_name("b"), nullptr);
  EXPECT_EQ(g.placeholder("b")->name(), "b");
}

TEST(FxGraph, B66_UnknownTargetsAreRefusedWhenTheNodeIsMade) {
  Graph g;
  Node* x = g.placeholder("x");
  EXPECT_EQ(error_id([&] { g.call_function("no_such_operator", {x}); }), "W1201");
  EXPECT_TRUE(x->users().empty());
  EXPECT_EQ(g.size(), 1u);
  Node* relu = g.call_function("relu", {x});
  EXPECT_EQ(error_id([&] { relu->set_target("no_such_operator"); }), "W1201");
  EXPECT_EQ(relu->target(), "relu");
  EXPECT_NE(relu->op(), nullptr);
}

TEST(FxGraph, B48_NamesAreUniqueAfterCopies) {
  Graph g;
  Node* x = g.placeholder("x");
  g.create_node(OpCode::kCallFunction, "relu", {x}, {}, "foo_1");
  g.create_node(OpCode::kCallFunction, "relu", {x}, {}, "foo");
  NodeMap values = {{x, x}};
  g.graph_copy(g, values);
  Graph other;
  NodeMap into;
  other.placeholder("foo_1");
  other.graph_copy(g, into);
  other.graph_copy(g, into = {});
  for (Graph* graph : {&g, &other}) {
    graph->create_node(OpCode::kCallFunction, "relu", {graph->first()}, {}, "foo_1");
    const auto all = names(*graph);
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
    for (Node* node : *graph) EXPECT_EQ(graph->find_by_name(node->name()), node);
  }
}

}  // namespace
}  // namespace weft::ir
