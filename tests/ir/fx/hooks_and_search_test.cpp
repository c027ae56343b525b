// Hooks, and finding nodes. The B and F numbers are those of docs/fx-parity.md.
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

TEST(FxGraph, B71_HooksFireAndCanBeRemoved) {
  Graph g;
  std::vector<std::string> log;
  const auto first = g.add_create_hook([&](Node* n) { log.push_back("+" + n->name()); });
  const auto second = g.add_create_hook([&](Node* n) { log.push_back("also " + n->name()); });
  const auto erase = g.add_erase_hook([&](Node* n) { log.push_back("-" + n->name()); });
  Node* x = g.placeholder("x");
  g.remove_hook(second);
  Node* y = g.placeholder("y");
  g.erase_node(x);
  g.remove_hook(first);
  g.remove_hook(erase);
  g.erase_node(y);
  g.placeholder("z");
  EXPECT_THAT(log, ElementsAre("+x", "also x", "+y", "-x"));
}

TEST(FxGraph, B71_AHookThatThrowsLeavesTheGraphAsItWas) {
  Graph g;
  Node* x = g.placeholder("x");
  const auto veto = g.add_create_hook([](Node*) { throw std::runtime_error("no"); });
  EXPECT_THROW(g.call_function("relu", {x}), std::runtime_error);
  EXPECT_THAT(names(g), ElementsAre("x"));
  EXPECT_TRUE(x->users().empty());
  g.remove_hook(veto);
  g.add_erase_hook([](Node*) { throw std::runtime_error("no"); });
  Node* relu = g.call_function("relu", {x});
  EXPECT_EQ(relu->name(), "relu");
  EXPECT_THROW(g.erase_node(relu), std::runtime_error);
  EXPECT_FALSE(relu->erased());
  g.output(relu);
  g.lint();
}

TEST(FxGraph, B71_AnEraseHookThatUsesTheNodeKeepsIt) {
  Graph g;
  Node* relu = g.call_function("relu", {g.placeholder("x")});
  g.add_erase_hook([&](Node* n) {
    if (n == relu) g.call_function("sin", {n});
  });
  EXPECT_EQ(error_id([&] { g.erase_node(relu); }), "W1002");
  EXPECT_THAT(names(g), ElementsAre("x", "relu", "sin"));
  g.output(g.last());
  g.lint();
}

TEST(FxGraph, B72_FindNodesFollowsEveryChange) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* a = g.call_function("relu", {x});
  Node* b = g.call_function("sin", {x});
  Node* c = g.call_function("relu", {b});
  EXPECT_THAT(g.find_nodes(OpCode::kCallFunction, "relu"), ElementsAre(a, c));
  b->set_target("relu");
  b->prepend(a);
  EXPECT_THAT(g.find_nodes(OpCode::kCallFunction, "relu"), ElementsAre(a, b, c));
  g.erase_node(c);
  EXPECT_THAT(g.find_nodes(OpCode::kCallFunction), ElementsAre(a, b));
  EXPECT_THAT(g.find_nodes(OpCode::kCallMethod), IsEmpty());
}

TEST(FxGraph, B72_FindNodesAgreesWithAWalk) {
  Graph g;
  Node* x = g.placeholder("x");
  std::mt19937 random(2);
  std::vector<Node*> nodes = {x};
  for (int i = 0; i < 500; ++i) {
    Node* node = nodes[random() % nodes.size()];
    switch (random() % 4) {
      case 0:
        nodes.push_back(g.call_function(random() % 2 == 0 ? "relu" : "sin", {x}));
        break;
      case 1:
        if (node != x) node->set_target("relu");
        break;
      case 2:
        x->append(node);
        break;
      default:
        if (node == x) break;
        g.erase_node(node);
        std::erase(nodes, node);
    }
    std::vector<Node*> walked;
    for (Node* n : g) {
      if (n->target() == "relu") walked.push_back(n);
    }
    ASSERT_EQ(g.find_nodes(OpCode::kCallFunction, "relu"), walked);
  }
}

}  // namespace
}  // namespace weft::ir
