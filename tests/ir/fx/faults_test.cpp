// Faults of torch.fx that weft does not share. The B and F numbers are those of docs/fx-parity.md.
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

TEST(FxFaults, F03_OperandsOfAnotherGraphAreRefused) {
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

TEST(FxFaults, F07_UsersComeAndGoInConstantTime) {
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

TEST(FxFaults, F03_ErasedOperandsAreRefused) {
  Graph g;
  Node* x = g.placeholder("x");
  g.erase_node(x);
  EXPECT_EQ(error_id([&] { g.call_function("relu", {x}); }), "W1001");
  EXPECT_EQ(error_id([&] { g.call_module("fc", {}, {{"x", x}}); }), "W1001");
  EXPECT_TRUE(g.empty());
}

}  // namespace
}  // namespace weft::ir
