// Copies of nodes and graphs. The B and F numbers are those of docs/fx-parity.md.
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

TEST(FxGraph, B65_CopyingWithoutRemappingIsRefused) {
  Graph inner;
  Node* r = inner.call_function("relu", {inner.placeholder("x")});
  Graph g;
  EXPECT_EQ(error_id([&] { g.node_copy(r, [](Node* n) { return Argument(n); }); }), "W1001");
}

TEST(FxGraph, B65_WithoutAMapArgumentsStay) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* relu = g.call_function("relu", {x});
  Node* copy = g.node_copy(relu);
  EXPECT_EQ(copy->args()[0].node(), x);
  Graph other;
  EXPECT_EQ(error_id([&] { other.node_copy(relu); }), "W1001");
  EXPECT_TRUE(other.empty());
}

TEST(FxGraph, B67_CopyIntoAnotherGraphWithASeededMapInlines) {
  Graph inner;
  Node* p = inner.placeholder("x");
  Node* r = inner.call_function("relu", {p});
  r->meta.location = SourceLocation("m.cpp", 4);
  inner.output(std::vector<Argument>{r, 3});

  Graph g;
  Node* x = g.placeholder("x");
  Node* relu = g.call_function("relu", {x});
  NodeMap values = {{p, relu}};
  const Argument result = g.graph_copy(inner, values);
  EXPECT_THAT(names(g), ElementsAre("x", "relu", "relu_1"));
  ASSERT_NE(result.list(), nullptr);
  EXPECT_EQ((*result.list())[0].node(), g.last());
  EXPECT_EQ((*result.list())[1], Argument(3));
  EXPECT_EQ(g.last()->meta.location.line, 4);
  g.output(result);
  g.lint();
}

TEST(FxGraph, GraphCanBeCopiedIntoItself) {
  Graph g;
  Node* x = g.placeholder("x");
  g.call_function("relu", {x});
  NodeMap values = {{x, x}};
  g.graph_copy(g, values);
  EXPECT_THAT(names(g), ElementsAre("x", "relu", "relu_1"));
}

TEST(FxGraph, B70_CloneIsIndependentAndEqual) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* a = g.create_node(OpCode::kCallFunction, "relu", {x}, {}, "foo_1_1");
  a->meta.custom["tag"] = 7;
  g.output(a);
  Graph copy = g.clone();
  EXPECT_EQ(copy.str(), g.str());
  EXPECT_TRUE(structurally_equal(copy, g));
  Node* b = copy.find_by_name("foo_1_1");
  EXPECT_EQ(b->meta.custom.at("tag"), Argument(7));
  b->set_target("sin");
  copy.call_function("cos", {b});
  EXPECT_EQ(a->target(), "relu");
  EXPECT_EQ(g.size(), 3u);
}

TEST(FxGraph, MovedGraphOwnsItsNodes) {
  Graph g;
  Node* x = g.placeholder("x");
  Graph moved = std::move(g);
  EXPECT_EQ(&x->graph(), &moved);
  moved.output(moved.call_function("relu", {x}));
  moved.lint();
  EXPECT_TRUE(g.empty());  // NOLINT(bugprone-use-after-move)
  g.placeholder("x");
  EXPECT_EQ(g.first()->name(), "x");
}

TEST(FxGraph, B68_LongChainsCanBeCopied) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* at = x;
  for (int i = 0; i < 100000; ++i) at = g.call_function("add", {at, x});
  g.output(at);
  const Graph copy = g.clone();
  copy.lint();
  EXPECT_TRUE(structurally_equal(copy, g));
  EXPECT_EQ(copy.first()->users().size(), x->users().size());
}

TEST(FxGraph, B69_CopiesKeepAttachmentsOfNodesAndModules) {
  GraphModule m;
  m.name = "Net";
  m.custom["origin"] = "net.cpp";
  Node* x = m.graph.placeholder("x");
  x->meta.custom["scale"] = std::vector<Argument>{0.5, "per tensor"};
  x->meta.module_stack = {{"", "Net"}};
  x->meta.type = "Tensor";
  m.graph.output(x);
  GraphModule copy = m.clone();
  EXPECT_EQ(copy.name, "Net");
  EXPECT_EQ(copy.custom, m.custom);
  Node* y = copy.graph.first();
  EXPECT_EQ(y->meta.custom, x->meta.custom);
  EXPECT_EQ(y->meta.module_stack, x->meta.module_stack);
  EXPECT_EQ(y->meta.type, "Tensor");
  // Copies share what they hold until one of them changes it.
  y->meta.custom["scale"] = 1;
  copy.custom.clear();
  EXPECT_EQ(x->meta.custom.at("scale"), Argument(std::vector<Argument>{0.5, "per tensor"}));
  EXPECT_EQ(m.custom.at("origin"), Argument("net.cpp"));
}

TEST(FxGraph, B69_AttachmentsHaveTheFormOfAMap) {
  Attachments custom;
  custom["b"] = 2;
  EXPECT_TRUE(custom.try_emplace("a", 1));
  EXPECT_FALSE(custom.try_emplace("a", 7));
  std::vector<std::string> keys;
  for (const auto& [key, value] : custom) keys.push_back(key);
  EXPECT_THAT(keys, ElementsAre("a", "b"));
  EXPECT_EQ(custom.at("a"), Argument(1));
  EXPECT_THROW(custom.at("c"), std::out_of_range);
  EXPECT_EQ(custom.find("c"), custom.end());
  const Attachments copy = custom;
  EXPECT_EQ(custom.erase("a"), 1u);
  EXPECT_EQ(custom.erase("a"), 0u);
  EXPECT_EQ(custom.size(), 1u);
  EXPECT_EQ(copy.size(), 2u);
}

TEST(FxGraph, B69_AttachmentsHoldNoNodes) {
  Graph g;
  Node* x = g.placeholder("x");
  x->meta.custom["other"] = std::vector<Argument>{x};
  g.output(x);
  EXPECT_EQ(error_message([&] { g.lint(); }),
            "graph is not well formed: attachment `other` of `x` holds a node");
}

}  // namespace
}  // namespace weft::ir
