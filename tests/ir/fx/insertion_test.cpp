// Where nodes go, moving, erasing and walking. The B and F numbers are those of docs/fx-parity.md.
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

TEST(FxGraph, B51_InsertionBeforeKeepsSourceOrderAndIsRestored) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* relu = g.call_function("relu", {x});
  {
    const auto scope = InsertionScope::before(relu);
    g.call_function("sin", {x});
    {
      const auto inner = InsertionScope::after(x);
      g.call_function("tan", {x});
      g.call_function("exp", {x});
    }
    g.call_function("cos", {x});
  }
  g.call_function("log", {x});
  EXPECT_THAT(names(g), ElementsAre("x", "tan", "exp", "sin", "cos", "relu", "log"));
}

TEST(FxGraph, B52_InsertionAfterIsInSourceOrderToo) {
  Graph g;
  Node* x = g.placeholder("x");
  g.call_function("relu", {x});
  {
    const auto scope = InsertionScope::after(x);
    g.call_function("sin", {x});
    g.call_function("cos", {x});
  }
  EXPECT_THAT(names(g), ElementsAre("x", "sin", "cos", "relu"));
}

TEST(FxGraph, InsertionPointSurvivesErasingItsNode) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* a = g.call_function("sin", {x});
  Node* b = g.call_function("cos", {x});
  {
    const auto outer = InsertionScope::before(a);
    {
      const auto inner = InsertionScope::before(b);
      g.erase_node(a);
      g.erase_node(b);
      g.call_function("tan", {x});
    }
    g.call_function("exp", {x});
  }
  EXPECT_THAT(names(g), ElementsAre("x", "tan", "exp"));
}

TEST(FxGraph, AScopeAtAnErasedNodeIsRefused) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* erased = g.call_function("sin", {x});
  g.call_function("cos", {x});
  g.erase_node(erased);
  EXPECT_EQ(error_id([&] { InsertionScope::before(erased); }), "W1001");
  EXPECT_EQ(error_id([&] { InsertionScope::after(erased); }), "W1001");
  EXPECT_EQ(error_id([&] { InsertionScope::after(g.last()->next()); }), "W1001");
  g.call_function("tan", {x});
  EXPECT_THAT(names(g), ElementsAre("x", "cos", "tan"));
}

TEST(FxGraph, B53_PrependAndAppendMove) {
  Graph g;
  Node* a = g.placeholder("a");
  Node* b = g.placeholder("b");
  Node* c = g.placeholder("c");
  a->prepend(c);
  EXPECT_THAT(names(g), ElementsAre("c", "a", "b"));
  c->append(b);
  EXPECT_THAT(names(g), ElementsAre("c", "b", "a"));
  a->append(c);
  EXPECT_THAT(names(g), ElementsAre("b", "a", "c"));
  EXPECT_EQ(g.first(), b);
  EXPECT_EQ(g.last(), c);
  EXPECT_EQ(b->prev(), nullptr);
  EXPECT_EQ(c->next(), nullptr);
  a->prepend(a);
  a->append(a);
  a->prepend(b);
  a->append(c);
  EXPECT_THAT(names(g), ElementsAre("b", "a", "c"));
  EXPECT_TRUE(g.comes_before(b, a));
  EXPECT_TRUE(g.comes_before(a, c));
  EXPECT_FALSE(g.comes_before(c, b));
}

TEST(FxGraph, B54_EraseUsedNodeFails) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* a = g.call_function("sin", {x});
  Node* b = g.call_function("add", {a, a});
  g.call_function("relu", {a});
  try {
    g.erase_node(a);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.id(), "W1002");
    EXPECT_EQ(e.diagnostic().message, "cannot erase node `sin`: it still has 2 users: `add`, `relu`");
  }
  g.erase_node(b);
  EXPECT_TRUE(b->erased());
  EXPECT_EQ(a->users().size(), 1u);
  EXPECT_EQ(error_id([&] { g.erase_node(b); }), "W1001");
  EXPECT_EQ(error_id([&] { g.call_function("relu", {b}); }), "W1001");
  EXPECT_EQ(g.find_by_name("add"), nullptr);
}

TEST(FxGraph, B54_IterationSkipsErasedNodes) {
  Graph g;
  for (const char* name : {"a", "b", "c", "d", "e"}) g.placeholder(name);
  std::vector<std::string> seen;
  for (Node* node : g) {
    seen.push_back(node->name());
    if (node->name() == "b") {
      Node* c = node->next();
      Node* d = c->next();
      g.erase_node(node);
      g.erase_node(c);
      g.erase_node(d);
    }
  }
  EXPECT_THAT(seen, ElementsAre("a", "b", "e"));
  EXPECT_THAT(names(g), ElementsAre("a", "e"));
}

TEST(FxGraph, B55_IterationVisitsWhatIsInsertedAhead) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* end = g.output(x);
  std::vector<std::string> seen;
  for (Node* node : g) {
    seen.push_back(node->name());
    if (node == x) {
      const auto scope = InsertionScope::before(end);
      g.call_function("relu", {x});
    }
  }
  EXPECT_THAT(seen, ElementsAre("x", "relu", "output"));
}

// Random moves and insertions at one place wear out the gaps between positions.
TEST(FxGraph, OrderIsKeptUnderManyInsertionsAtOnePlace) {
  Graph g;
  Node* anchor = g.placeholder("anchor");
  std::vector<Node*> made;
  for (int i = 0; i < 3000; ++i) {
    const auto scope = InsertionScope::before(anchor);
    made.push_back(g.placeholder("p"));
  }
  for (std::size_t i = 1; i < made.size(); ++i) {
    ASSERT_TRUE(g.comes_before(made[i - 1], made[i]));
  }
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    Node* a = made[random() % made.size()];
    Node* b = made[random() % 4];
    if (i % 2 == 0) {
      b->prepend(a);
    } else {
      b->append(a);
    }
  }
  std::size_t count = 0;
  const Node* previous = nullptr;
  for (const Node* node : g) {
    ASSERT_TRUE(previous == nullptr || g.comes_before(previous, node));
    previous = node;
    ++count;
  }
  EXPECT_EQ(count, made.size() + 1);
}

TEST(FxGraph, B53_MovedNodesCanBeErasedAndLeaveNothing) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* a = g.call_function("sin", {x});
  Node* end = g.output(x);
  a->prepend(a);
  end->prepend(a);
  x->append(a);
  g.erase_node(a);
  EXPECT_THAT(names(g), ElementsAre("x", "output"));
  EXPECT_THAT(x->users(), ElementsAre(end));
  EXPECT_EQ(error_id([&] { x->append(a); }), "W1001");
  EXPECT_EQ(g.find_by_name("sin"), nullptr);
  g.lint();
}

}  // namespace
}  // namespace weft::ir
