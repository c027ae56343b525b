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

}  // namespace
}  // namespace weft::ir
