// replace_pattern where the match shares tensors, results, values and paths with the rest.
#include <weft/ir/rewriting/replace_pattern.h>

#include "fx_scene.h"

namespace weft::ir {
namespace {

using testing::calls;
using ::testing::ElementsAre;
using testing::list;
using testing::make_graph;
using testing::run;
using testing::vector_value;

const TensorMeta kTwo = dense(DType::kFloat64, {2});

// relu(a * w), with the tensor w at a path
GraphModule scaled(const Value& w, const char* activation, const char* path = "w") {
  GraphModule m;
  m.set_attribute(path, w, kTwo);
  Node* product = m.graph.call_function("mul", {m.graph.placeholder("a"), m.get_attr(path)});
  m.graph.output(m.graph.call_function(activation, {product}));
  return m;
}

TEST(FxRewriteSharing, TensorsThatOthersReadMatchToo) {
  const Value w = vector_value({2, -3});
  GraphModule m;
  m.set_attribute("layer.weight", w, kTwo);
  Node* x = m.graph.placeholder("x");
  Node* weight = m.get_attr("layer.weight");
  Node* first = m.graph.call_function("relu", {m.graph.call_function("mul", {x, weight})});
  Node* second = m.graph.call_function("relu", {m.graph.call_function("mul", {first, weight})});
  m.graph.output(m.graph.call_function("add", {second, weight}));
  const auto done = replace_pattern(m, scaled(w, "relu"), scaled(w, "abs"));
  m.lint();
  EXPECT_EQ(done.size(), 2u);
  EXPECT_THAT(calls(m), ElementsAre("mul", "abs", "mul", "abs", "add"));
  EXPECT_THAT(run(m, {vector_value({1, 1})}), ElementsAre(2 * 2 + 2, 3 * 3 - 3));
}

TEST(FxRewriteSharing, TensorsThatNobodyReadsAnyMoreGo) {
  const Value w = vector_value({2, 3});
  GraphModule m = scaled(w, "relu");
  const GraphModule identity = make_graph([](Graph& g) { g.output(g.placeholder("a")); });
  EXPECT_EQ(replace_pattern(m, scaled(w, "relu"), identity).size(), 1u);
  EXPECT_EQ(m.graph.size(), 2u);
}

TEST(FxRewriteSharing, ATensorThatIsAResultIsReplacedOnce) {
  const Value w = vector_value({2, 3});
  const auto both = [&](const char* activation) {
    GraphModule m = scaled(w, activation);
    Node* result = m.graph.output_node()->args()[0].node();
    m.graph.output_node()->set_args({list({result, m.graph.find_by_name("w")})});
    return m;
  };
  GraphModule m = both("relu");
  EXPECT_EQ(replace_pattern(m, both("relu"), both("abs")).size(), 1u);
  m.lint();
  EXPECT_THAT(run(m, {vector_value({1, -1})}), ElementsAre(2, 3, 2, 3));
}

TEST(FxRewriteSharing, APlaceholderDoesNotStandForANodeOfTheMatch) {
  // The second operand of the sum is the inner node of the match itself.
  GraphModule m = make_graph([](Graph& g) {
    Node* inner = g.call_function("relu", {g.placeholder("x")});
    g.output(g.call_function("add", {inner, inner}));
  });
  const GraphModule before = m.clone();
  const GraphModule pattern = make_graph([](Graph& g) {
    Node* a = g.placeholder("a");
    Node* b = g.placeholder("b");
    g.output(g.call_function("add", {g.call_function("relu", {a}), b}));
  });
  const GraphModule replacement = make_graph([](Graph& g) {
    Node* a = g.placeholder("a");
    Node* b = g.placeholder("b");
    g.output(g.call_function("sub", {a, b}));
  });
  EXPECT_TRUE(replace_pattern(m, pattern, replacement).empty());
  m.lint();
  EXPECT_TRUE(structurally_equal(m.graph, before.graph));
}

// The values of max.dim, as a capture records them: the indices are there, and nothing uses them.
GraphModule largest() {
  return make_graph([](Graph& g) {
    Node* both = g.call_function("max.dim", {g.placeholder("x"), 0});
    Node* values = g.call_function("getitem", {both, 0});
    g.call_function("getitem", {both, 1});
    g.output(values);
  });
}

TEST(FxRewriteSharing, OneOfSeveralResultsIsAPattern) {
  const GraphModule replacement = make_graph(
      [](Graph& g) { g.output(g.call_function("amax", {g.placeholder("x"), list({0})})); });
  GraphModule m = largest();
  EXPECT_EQ(replace_pattern(m, largest(), replacement).size(), 1u);
  m.lint();
  EXPECT_THAT(calls(m), ElementsAre("amax"));

  // With the indices in use, taking the call out would take them too.
  GraphModule used = largest();
  Node* values = used.graph.output_node()->args()[0].node();
  used.graph.output_node()->set_args({list({values, values->next()})});
  EXPECT_TRUE(replace_pattern(used, largest(), replacement).empty());
  EXPECT_THAT(calls(used), ElementsAre("max.dim", "getitem", "getitem"));
}

GraphModule call_of(std::shared_ptr<ModuleInterface> called, const char* path = "act") {
  GraphModule m;
  Node* x = m.graph.placeholder("x");
  m.set_module(path, std::move(called));
  m.graph.output(m.call_module(path, {x}));
  return m;
}

TEST(FxRewriteSharing, AModuleAtATakenPathGoesToAFreeOne) {
  GraphModule m;
  m.set_module("act", std::make_shared<testing::Scale>(2));
  Node* scaled = m.call_module("act", {m.graph.placeholder("x")});
  m.graph.output(m.graph.call_function("relu", {scaled}));
  const GraphModule pattern =
      make_graph([](Graph& g) { g.output(g.call_function("relu", {g.placeholder("p")})); });
  EXPECT_EQ(replace_pattern(m, pattern, call_of(std::make_shared<testing::Scale>(5))).size(), 1u);
  m.lint();
  EXPECT_THAT(calls(m), ElementsAre("act", "act_1"));
  EXPECT_THAT(run(m, {vector_value({1, -1})}), ElementsAre(10, -10));
}

TEST(FxRewriteSharing, OneModuleInManyPlacesIsThereOnce) {
  GraphModule m = make_graph([](Graph& g) {
    Node* at = g.placeholder("x");
    for (int i = 0; i < 3; ++i) at = g.call_function("relu", {at});
    g.output(at);
  });
  const GraphModule pattern =
      make_graph([](Graph& g) { g.output(g.call_function("relu", {g.placeholder("p")})); });
  replace_pattern(m, pattern, call_of(std::make_shared<testing::Scale>(3)));
  EXPECT_THAT(calls(m), ElementsAre("act", "act", "act"));
  EXPECT_EQ(m.modules().size(), 1u);
}

TEST(FxRewriteSharing, ManyReplacementsWithTensorsOfTheirOwnTakeLinearTime) {
  const int kCount = 3000;
  GraphModule m = make_graph([&](Graph& g) {
    Node* at = g.placeholder("x");
    for (int i = 0; i < kCount; ++i) at = g.call_function("relu", {at});
    g.output(at);
  });
  const GraphModule pattern =
      make_graph([](Graph& g) { g.output(g.call_function("relu", {g.placeholder("p")})); });
  const auto done = replace_pattern(
      m, pattern, [](const Match&) { return scaled(vector_value({1, 1}), "abs", "scale"); });
  EXPECT_EQ(done.size(), static_cast<std::size_t>(kCount));
  EXPECT_EQ(m.attributes().size(), static_cast<std::size_t>(kCount));
  EXPECT_NE(m.find_attribute("scale_2999"), nullptr);
}

// A list of many results is renewed once, and it stays right whatever stands between.
TEST(FxRewriteSharing, ResultsInALongListAreReplacedTogether) {
  const auto pair_of = [](const char* first, const char* second) {
    return make_graph([&](Graph& g) {
      Node* a = g.placeholder("a");
      g.output(list({g.call_function(first, {a}), g.call_function(second, {a})}));
    });
  };
  constexpr int kPairs = 3000;
  GraphModule m;
  Node* at = m.graph.placeholder("x");
  std::vector<Argument> results;
  for (int i = 0; i < kPairs; ++i) {
    Node* sine = m.graph.call_function("sin", {at});
    results.push_back(sine);
    results.push_back(m.graph.call_function("cos", {at}));
    // Every tenth pair reads a result of the one before it.
    at = m.graph.call_function("add", {i % 10 == 0 ? sine : at, 1});
  }
  m.graph.output(results);
  const std::string name = results.back().node()->name();
  EXPECT_EQ(replace_pattern(m, pair_of("sin", "cos"), pair_of("relu", "neg")).size(),
            static_cast<std::size_t>(kPairs));
  m.lint();
  const std::vector<std::string> left = calls(m);
  EXPECT_EQ(std::count(left.begin(), left.end(), "relu"), kPairs);
  EXPECT_EQ(
      std::count(left.begin(), left.end(), "sin") + std::count(left.begin(), left.end(), "cos"), 0);
  const ArgumentList& all = *m.graph.output_node()->args()[0].list();
  EXPECT_EQ(all.items()[0].node()->target(), "relu");
  EXPECT_EQ(all.items().back().node()->target(), "neg");
  EXPECT_EQ(all.items().back().node()->name(), name);
}

// A builder that throws leaves what was replaced before it replaced, and the graph well formed.
TEST(FxRewriteSharing, ABuilderThatThrowsLeavesALongListWellFormed) {
  GraphModule m;
  Node* x = m.graph.placeholder("x");
  std::vector<Argument> results;
  for (int i = 0; i < 100; ++i) {
    results.push_back(m.graph.call_function("sin", {m.graph.call_function("add", {x, i})}));
  }
  m.graph.output(results);
  const GraphModule sine =
      make_graph([](Graph& g) { g.output(g.call_function("sin", {g.placeholder("a")})); });
  const GraphModule cosine =
      make_graph([](Graph& g) { g.output(g.call_function("cos", {g.placeholder("a")})); });
  int built = 0;
  const ReplacementBuilder build = [&](const Match&) {
    if (++built > 7) throw std::runtime_error("no more");
    return cosine.clone();
  };
  EXPECT_THROW(replace_pattern(m, sine, build), std::runtime_error);
  m.lint();
  const std::vector<std::string> left = calls(m);
  EXPECT_EQ(std::count(left.begin(), left.end(), "cos"), 7);
  EXPECT_EQ(std::count(left.begin(), left.end(), "sin"), 93);
}

// A node with many operands that is itself matched later.
TEST(FxRewriteSharing, LongListsMayBeMatchedToo) {
  const auto stacked = [](const char* inner, const char* outer) {
    GraphModule m;
    Node* x = m.graph.placeholder("x");
    std::vector<Argument> parts;
    for (int i = 0; i < 100; ++i) {
      parts.push_back(m.graph.call_function(inner, {m.graph.call_function("add", {x, i})}));
    }
    Node* joined = m.graph.call_function("cat", {Argument(parts)});
    m.graph.output(m.graph.call_function(outer, {joined}));
    return m;
  };
  GraphModule m = stacked("relu", "relu");
  const GraphModule relu =
      make_graph([](Graph& g) { g.output(g.call_function("relu", {g.placeholder("a")})); });
  const GraphModule abs =
      make_graph([](Graph& g) { g.output(g.call_function("abs", {g.placeholder("a")})); });
  EXPECT_EQ(replace_pattern(m, relu, abs).size(), 101u);
  m.lint();
  EXPECT_EQ(m.graph.structural_hash(), stacked("abs", "abs").graph.structural_hash());
}

}  // namespace
}  // namespace weft::ir
