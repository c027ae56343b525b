// Making, naming, moving and erasing nodes. The B and F numbers are those of docs/fx-parity.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include <weft/ir/diagnostics.h>
#include <weft/ir/graph.h>

namespace weft::ir {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

template <typename Action>
std::string error_id(const Action& action) {
  try {
    action();
  } catch (const Error& e) {
    return std::string(e.id());
  }
  return "none";
}

std::vector<std::string> names(const Graph& graph) {
  std::vector<std::string> result;
  for (const Node* node : graph) result.push_back(node->name());
  return result;
}

TEST(Graph, B01_AllSixOpcodes) {
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

TEST(Graph, B48_NamesAreUniqueAfterHandMadeOnes) {
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

TEST(Graph, B49_NamesAreSnakeCaseAndTargetsStayExact) {
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

TEST(Graph, NamesOfOperatorsAreTheirBaseNames) {
  Graph g;
  Node* x = g.placeholder("x");
  EXPECT_EQ(g.call_function("max.dim", {x, 0})->name(), "max");
  EXPECT_EQ(g.call_function("max.dim", {x, 0})->name(), "max_1");
}

TEST(Graph, NamesMayBeKeywords) {
  Graph g;
  EXPECT_EQ(g.placeholder("double")->name(), "double");
  EXPECT_EQ(g.placeholder("inf")->name(), "inf");
}

TEST(Graph, RenameTakesAFreeNameAndReleasesTheOld) {
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

TEST(Graph, F03_OperandsOfAnotherGraphAreRefused) {
  Graph g;
  Graph other;
  Node* x = g.placeholder("x");
  Node* foreign = other.placeholder("foreign");
  EXPECT_EQ(error_id([&] { g.call_function("relu", {foreign}); }), "W1001");
  EXPECT_EQ(error_id([&] { g.call_method("relu", {foreign}); }), "W1001");
  EXPECT_EQ(error_id([&] { g.call_function("cat", {std::vector<Argument>{x, foreign}}); }),
            "W1001");
  EXPECT_EQ(error_id([&] { g.output(foreign); }), "W1001");
  Node* relu = g.call_function("relu", {x});
  EXPECT_EQ(error_id([&] { relu->set_arg(0, foreign); }), "W1001");
  EXPECT_EQ(error_id([&] { x->replace_all_uses_with(foreign); }), "W1001");
  EXPECT_THAT(relu->all_input_nodes(), ElementsAre(x));
  EXPECT_TRUE(foreign->users().empty());
  EXPECT_EQ(g.size(), 2u);
}

TEST(Graph, B66_UnknownTargetsAreRefusedWhenTheNodeIsMade) {
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

TEST(Graph, B51_InsertionBeforeKeepsSourceOrderAndIsRestored) {
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

TEST(Graph, B52_InsertionAfterIsInSourceOrderToo) {
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

TEST(Graph, InsertionPointSurvivesErasingItsNode) {
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

TEST(Graph, B53_PrependAndAppendMove) {
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

TEST(Graph, B54_EraseUsedNodeFails) {
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
    EXPECT_EQ(e.diagnostic().message, "cannot erase node `sin`: it still has 2 users");
  }
  g.erase_node(b);
  EXPECT_TRUE(b->erased());
  EXPECT_EQ(a->users().size(), 1u);
  EXPECT_EQ(error_id([&] { g.erase_node(b); }), "W1001");
  EXPECT_EQ(error_id([&] { g.call_function("relu", {b}); }), "W1001");
  EXPECT_EQ(g.find_by_name("add"), nullptr);
}

TEST(Graph, B54_IterationSkipsErasedNodes) {
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

TEST(Graph, B55_IterationVisitsWhatIsInsertedAhead) {
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

TEST(Graph, B56_ReplaceAllUsesThenEraseLeavesNoUser) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* a = g.call_function("sin", {x});
  Node* b = g.call_function("cos", {x});
  Node* c = g.call_function("add", {a, a});
  Node* d = g.output(std::vector<Argument>{a, c});
  EXPECT_THAT(a->replace_all_uses_with(b), ElementsAre(c, d));
  g.erase_node(a);
  EXPECT_THAT(x->users(), ElementsAre(b));
  EXPECT_THAT(b->users(), ElementsAre(c, d));
  EXPECT_EQ(c->args()[0].node(), b);
  EXPECT_EQ(c->args()[1].node(), b);
  g.lint();
}

TEST(Graph, B57_ReplaceAllUsesKeepsChosenUsers) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* y = g.placeholder("y");
  Node* a = g.call_function("sin", {x});
  Node* b = g.call_function("cos", {x});
  EXPECT_THAT(x->replace_all_uses_with(y, [&](Node* user) { return user == a; }), ElementsAre(b));
  EXPECT_THAT(x->users(), ElementsAre(a));
  EXPECT_THAT(y->users(), ElementsAre(b));
  EXPECT_THAT(x->replace_all_uses_with(x), IsEmpty());
}

TEST(Graph, B58_ReplacingByAConsumerIsCaughtByLint) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* a = g.call_function("sin", {x});
  g.output(a);
  x->replace_all_uses_with(a);
  EXPECT_EQ(a->args()[0].node(), a);
  EXPECT_EQ(error_id([&] { g.lint(); }), "W1003");
}

TEST(Graph, B59_ReassigningArgumentsUpdatesBothSides) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* y = g.placeholder("y");
  Node* z = g.placeholder("z");
  Node* a = g.call_function("add", {x, y});
  Node* b = g.call_function("add", {y, z});
  a->set_args({z, y});
  EXPECT_THAT(x->users(), IsEmpty());
  EXPECT_THAT(y->users(), ElementsAre(a, b));
  EXPECT_THAT(z->users(), ElementsAre(b, a));
  EXPECT_THAT(a->all_input_nodes(), ElementsAre(z, y));
  a->set_kwargs({{"alpha", x}});
  EXPECT_THAT(x->users(), ElementsAre(a));
  a->set_kwargs({});
  EXPECT_THAT(x->users(), IsEmpty());
}

TEST(Graph, B60_SingleArgumentEditsCountRepeatsOnce) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* y = g.placeholder("y");
  Node* a = g.call_function("cat", {std::vector<Argument>{x, y, x}});
  EXPECT_EQ(x->users().size(), 1u);
  a->insert_arg(1, 0);
  EXPECT_EQ(a->args().size(), 2u);
  a->set_arg(0, std::vector<Argument>{x});
  EXPECT_THAT(y->users(), IsEmpty());
  EXPECT_THAT(x->users(), ElementsAre(a));
  a->set_kwarg("dim", 1);
  a->set_kwarg("dim", 2);
  ASSERT_EQ(a->kwargs().size(), 1u);
  EXPECT_EQ(a->kwargs()[0].second, Argument(2));
  EXPECT_EQ(error_id([&] { a->set_arg(7, x); }), "W1000");
}

TEST(Graph, B63_ReplaceInput) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* y = g.placeholder("y");
  Node* a = g.call_function("add", {x, x});
  Node* b = g.call_function("relu", {x});
  a->replace_input_with(x, y);
  EXPECT_THAT(a->all_input_nodes(), ElementsAre(y));
  EXPECT_THAT(x->users(), ElementsAre(b));
}

TEST(Graph, B64_InputNodesAreOrderedAndUnique) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* y = g.placeholder("y");
  Node* z = g.placeholder("z");
  Node* a = g.call_function("cat", {std::vector<Argument>{z, x, z, y}}, {{"dim", x}});
  EXPECT_THAT(a->all_input_nodes(), ElementsAre(z, x, y));
}

TEST(Graph, B67_CopyIntoAnotherGraphWithASeededMapInlines) {
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

TEST(Graph, GraphCanBeCopiedIntoItself) {
  Graph g;
  Node* x = g.placeholder("x");
  g.call_function("relu", {x});
  NodeMap values = {{x, x}};
  g.graph_copy(g, values);
  EXPECT_THAT(names(g), ElementsAre("x", "relu", "relu_1"));
}

TEST(Graph, B65_CopyingWithoutRemappingIsRefused) {
  Graph inner;
  Node* r = inner.call_function("relu", {inner.placeholder("x")});
  Graph g;
  EXPECT_EQ(error_id([&] { g.node_copy(r, [](Node* n) { return Argument(n); }); }), "W1001");
}

TEST(Graph, B70_CloneIsIndependentAndEqual) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* a = g.create_node(OpCode::kCallFunction, "relu", {x}, {}, "foo_1_1");
  a->meta.custom["tag"] = 7;
  g.output(a);
  Graph copy = g.clone();
  EXPECT_EQ(copy.str(), g.str());
  EXPECT_TRUE(structurally_equal(copy, g));
  Node* b = copy.find_by_name("foo_1_1");
  EXPECT_EQ(std::any_cast<int>(b->meta.custom.at("tag")), 7);
  b->set_target("sin");
  copy.call_function("cos", {b});
  EXPECT_EQ(a->target(), "relu");
  EXPECT_EQ(g.size(), 3u);
}

TEST(Graph, MovedGraphOwnsItsNodes) {
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

TEST(Graph, B71_HooksFireAndCanBeRemoved) {
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

TEST(Graph, B72_FindNodesFollowsEveryChange) {
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

// Random moves and insertions at one place wear out the gaps between positions.
TEST(Graph, OrderIsKeptUnderManyInsertionsAtOnePlace) {
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

TEST(Graph, F07_UsersComeAndGoInConstantTime) {
  // A quadratic list of users would take minutes here.
  constexpr int kUsers = 200000;
  Graph g;
  Node* x = g.placeholder("x");
  Node* y = g.placeholder("y");
  std::vector<Node*> users;
  for (int i = 0; i < kUsers; ++i) users.push_back(g.call_function("relu", {x}));
  EXPECT_EQ(x->users().size(), static_cast<std::size_t>(kUsers));
  for (int i = 0; i < kUsers / 2; ++i) users[i]->set_arg(0, y);
  EXPECT_EQ(x->users().front(), users[kUsers / 2]);
  x->replace_all_uses_with(y);
  EXPECT_TRUE(x->users().empty());
  EXPECT_EQ(y->users().size(), static_cast<std::size_t>(kUsers));
  for (Node* user : y->users()) g.erase_node(user);
  EXPECT_TRUE(y->users().empty());
}

TEST(UserList, KeepsOrderThroughRemovalsAndReturns) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* y = g.placeholder("y");
  std::vector<Node*> users;
  for (int i = 0; i < 40; ++i) users.push_back(g.call_function("relu", {x}));
  std::vector<Node*> expected = users;
  std::mt19937 random(3);
  for (int step = 0; step < 2000; ++step) {
    Node* user = users[random() % users.size()];
    const auto it = std::find(expected.begin(), expected.end(), user);
    if (it != expected.end()) {
      user->set_arg(0, y);
      expected.erase(it);
    } else {
      user->set_arg(0, x);
      expected.push_back(user);
    }
    ASSERT_EQ(std::vector<Node*>(x->users()), expected);
    ASSERT_EQ(x->users().size(), expected.size());
    if (!expected.empty()) {
      ASSERT_EQ(x->users().front(), expected.front());
      ASSERT_EQ(x->users().back(), expected.back());
      ASSERT_EQ(x->users()[expected.size() / 2], expected[expected.size() / 2]);
    }
  }
}

}  // namespace
}  // namespace weft::ir
