// Arguments and users. The B and F numbers are those of docs/fx-parity.md.
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

TEST(FxGraph, B56_ReplaceAllUsesThenEraseLeavesNoUser) {
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

TEST(FxGraph, B57_ReplaceAllUsesKeepsChosenUsers) {
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

TEST(FxGraph, B58_ReplacingByAConsumerIsCaughtByLint) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* a = g.call_function("sin", {x});
  g.output(a);
  x->replace_all_uses_with(a);
  EXPECT_EQ(a->args()[0].node(), a);
  EXPECT_EQ(error_id([&] { g.lint(); }), "W1003");
}

TEST(FxGraph, B59_ReassigningArgumentsUpdatesBothSides) {
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

TEST(FxGraph, B60_SingleArgumentEditsCountRepeatsOnce) {
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
  EXPECT_EQ(error_id([&] { a->set_arg(7, x); }), "W1006");
}

TEST(FxGraph, B60_PositionsThatThereAreNotAreRefused) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* sum = g.call_function("add", {x, 1});
  EXPECT_EQ(error_message([&] { sum->set_arg(2, 5); }),
            "node `add`: no position 2 among 2 arguments");
  EXPECT_EQ(error_id([&] { sum->insert_arg(3, 5); }), "W1006");
  sum->insert_arg(2, 5);
  EXPECT_EQ(sum->args().size(), 3u);
}

TEST(FxGraph, B60_EveryIntegerIsAnArgument) {
  const std::size_t size = 3;
  const unsigned short few = 4;
  const long long many = 5;
  EXPECT_EQ(Argument(size), Argument(3));
  EXPECT_EQ(Argument(few), Argument(4));
  EXPECT_EQ(Argument(many), Argument(5));
  EXPECT_EQ(error_id([] { Argument(std::numeric_limits<std::size_t>::max()); }), "W1405");
}

TEST(FxGraph, B63_ReplaceInput) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* y = g.placeholder("y");
  Node* a = g.call_function("add", {x, x});
  Node* b = g.call_function("relu", {x});
  a->replace_input_with(x, y);
  EXPECT_THAT(a->all_input_nodes(), ElementsAre(y));
  EXPECT_THAT(x->users(), ElementsAre(b));
}

TEST(FxGraph, B64_InputNodesAreOrderedAndUnique) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* y = g.placeholder("y");
  Node* z = g.placeholder("z");
  Node* a = g.call_function("cat", {std::vector<Argument>{z, x, z, y}}, {{"dim", x}});
  EXPECT_THAT(a->all_input_nodes(), ElementsAre(z, x, y));
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

// A list is given out as const, so that `node->args()[0] = y` and `list->items().push_back(y)` are
// errors of the compiler, which names the const; set_arg is the way.
template <typename T>
concept Assignable = requires(T items, Argument value) { items[0] = value; };
template <typename T>
concept Growable = requires(T items, Argument value) { items.push_back(value); };

TEST(FxGraph, B61_ArgumentsAreImmutable) {
  using Args = decltype(std::declval<Node&>().args());
  using Items = decltype(std::declval<const ArgumentList&>().items());
  static_assert(Assignable<std::vector<Argument>&> && Growable<std::vector<Argument>&>);
  static_assert(!Assignable<Args> && !Growable<Args>);
  static_assert(!Assignable<Items> && !Growable<Items>);
  static_assert(!Assignable<const ArgumentList&>);

  Graph g;
  Node* x = g.placeholder("x");
  Node* y = g.placeholder("y");
  const Argument nested = std::vector<Argument>{x, ArgumentDict({{"k", x}, {"n", 3}}),
                                                SliceArgument({x, nullptr, 2}), "text"};
  std::vector<Node*> flat;
  for_each_node(nested, [&](Node* node) { flat.push_back(node); });
  EXPECT_THAT(flat, ElementsAre(x, x, x));
  // Rebuilding keeps the types, and the original as it is.
  const Argument rebuilt = map_nodes(nested, [&](Node*) { return Argument(y); });
  ASSERT_NE(rebuilt.list(), nullptr);
  EXPECT_EQ(*(*rebuilt.list())[1].dict()->find("k"), Argument(y));
  EXPECT_EQ((*rebuilt.list())[1].dict()->find("missing"), nullptr);
  EXPECT_TRUE(std::holds_alternative<SliceArgument>((*rebuilt.list())[2].variant()));
  EXPECT_EQ((*nested.list())[0], Argument(x));
  EXPECT_EQ(map_nodes(rebuilt, [&](Node*) { return Argument(x); }), nested);
  EXPECT_EQ(*(*nested.list())[3].text(), "text");
}

template <typename T>
concept CanReplaceArguments = requires(T node) { node.replace_arguments({}, {}); };

TEST(FxGraph, B62_TheInternalUpdateIsOutOfReach) {
  static_assert(!CanReplaceArguments<Node&>);
  static_assert(!std::is_default_constructible_v<Node> && !std::is_copy_constructible_v<Node>);
}

TEST(FxGraph, B54_ErasedNodesTakeNoArguments) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* relu = g.call_function("relu", {x});
  g.erase_node(relu);
  EXPECT_EQ(testing::error_id([&] { relu->set_args({x}); }), "W1001");
  EXPECT_EQ(testing::error_id([&] { relu->set_kwargs({{"input", x}}); }), "W1001");
  EXPECT_TRUE(x->users().empty());
}

}  // namespace
}  // namespace weft::ir
