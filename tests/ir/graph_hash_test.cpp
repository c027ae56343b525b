#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include <weft/ir/graph.h>

namespace weft::ir {
namespace {

using Build = std::function<void(Graph&)>;

Graph make(const Build& build) {
  Graph g;
  build(g);
  return g;
}

void expect_equal(const Build& a, const Build& b) {
  const Graph x = make(a);
  const Graph y = make(b);
  EXPECT_EQ(x.structural_hash(), y.structural_hash());
  EXPECT_TRUE(structurally_equal(x, y));
}

void expect_different(const Build& a, const Build& b) {
  const Graph x = make(a);
  const Graph y = make(b);
  EXPECT_NE(x.structural_hash(), y.structural_hash());
  EXPECT_FALSE(structurally_equal(x, y));
}

void unary(Graph& g, const char* input, const char* op) {
  g.output(g.call_function(op, {g.placeholder(input)}));
}

TEST(GraphHash, F06_NamesDoNotCount) {
  expect_equal([](Graph& g) { unary(g, "x", "relu"); }, [](Graph& g) { unary(g, "y", "relu"); });
  expect_equal([](Graph& g) { unary(g, "x", "relu"); },
               [](Graph& g) {
                 unary(g, "x", "relu");
                 for (Node* node : g) node->rename("renamed");
                 g.first()->meta.location = SourceLocation("a.cpp", 1);
               });
}

TEST(GraphHash, F06_TargetsAndArgumentsCount) {
  expect_different([](Graph& g) { unary(g, "x", "relu"); }, [](Graph& g) { unary(g, "x", "sin"); });
  const auto with_constant = [](Argument constant) {
    return
        [constant](Graph& g) { g.output(g.call_function("add", {g.placeholder("x"), constant})); };
  };
  expect_different(with_constant(1), with_constant(2));
  expect_different(with_constant(1), with_constant(1.0));
  expect_different(with_constant(1), with_constant(true));
  expect_different(with_constant(0.0), with_constant(-0.0));
  expect_different(with_constant(std::nan("")), with_constant(-std::nan("")));
  expect_equal(with_constant(std::nan("")), with_constant(std::nan("1")));
}

TEST(GraphHash, F06_WiringCounts) {
  const auto binary = [](bool swap) {
    return [swap](Graph& g) {
      Node* x = g.placeholder("x");
      Node* y = g.placeholder("y");
      g.output(swap ? g.call_function("sub", {y, x}) : g.call_function("sub", {x, y}));
    };
  };
  expect_equal(binary(false), binary(false));
  expect_different(binary(false), binary(true));
}

TEST(GraphHash, F06_OrderOfKeywordsDoesNotCount) {
  const auto build = [](KeywordArguments kwargs) {
    return
        [kwargs](Graph& g) { g.output(g.call_function("add", {g.placeholder("x"), 1}, kwargs)); };
  };
  expect_equal(build({{"a", 1}, {"b", 2}}), build({{"b", 2}, {"a", 1}}));
  expect_different(build({{"a", 1}}), build({{"b", 1}}));
}

TEST(GraphHash, NestingCounts) {
  const auto build = [](Argument a) { return [a](Graph& g) { g.output(a); }; };
  expect_different(build(std::vector<Argument>{1, std::vector<Argument>{2}}),
                   build(std::vector<Argument>{std::vector<Argument>{1}, 2}));
  expect_different(build("ab"), build(std::vector<Argument>{"a", "b"}));
}

TEST(GraphHash, IsStableAcrossProcesses) {
  EXPECT_EQ(make([](Graph& g) { unary(g, "x", "relu"); }).structural_hash(),
            13991435401331747289ULL);
}

}  // namespace
}  // namespace weft::ir
