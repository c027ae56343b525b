#include <gtest/gtest.h>

#include <weft/ir/graph.h>

namespace weft::ir {
namespace {

// No times are asserted; anything quadratic would not end.
TEST(LargeGraph, F07_B68_AMillionNodes) {
  constexpr int kNodes = 1000000;
  Graph g;
  Node* x = g.placeholder("x");
  Node* at = x;
  for (int i = 0; i < kNodes; ++i) at = g.call_function("add", {at, x});
  g.output(at);
  EXPECT_EQ(at->name(), "add_999999");
  EXPECT_EQ(g.size(), kNodes + 2u);
  g.lint();
  EXPECT_GT(g.str().size(), 50u * kNodes);
  const std::uint64_t hash = g.structural_hash();

  Graph copy = g.clone();
  copy.lint();
  EXPECT_EQ(copy.structural_hash(), hash);
  EXPECT_TRUE(structurally_equal(g, copy));

  // All of it is dead once the output returns the input.
  Node* output = copy.output_node();
  output->set_args({copy.first()});
  EXPECT_TRUE(copy.eliminate_dead_code());
  EXPECT_EQ(copy.size(), 2u);
  copy.lint();

  // Moving and inserting at one place.
  for (int i = 0; i < 100000; ++i) x->append(g.last()->prev());
  for (int i = 0; i < 100000; ++i) {
    const auto scope = InsertionScope::before(output == nullptr ? x : g.last());
    g.call_function("relu", {x});
  }
  EXPECT_EQ(g.size(), kNodes + 100002u);
}

TEST(LargeGraph, F07_OneNodeWithAMillionOperands) {
  constexpr int kOperands = 1000000;
  Graph g;
  std::vector<Argument> inputs;
  inputs.reserve(kOperands);
  Node* x = g.placeholder("x");
  for (int i = 0; i < kOperands; ++i) inputs.emplace_back(i % 2 == 0 ? g.placeholder("p") : x);
  Node* output = g.output(std::move(inputs));
  EXPECT_EQ(output->all_input_nodes().size(), kOperands / 2 + 1u);
  g.lint();
}

}  // namespace
}  // namespace weft::ir
