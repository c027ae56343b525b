// replace_pattern: what matches, what is replaced, what is refused.
#include <weft/ir/rewriting/replace_pattern.h>

#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>

#include "fx_scene.h"

namespace weft::ir {
namespace {

using testing::calls;
using testing::diagnostic_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::list;
using testing::make_graph;
using testing::numbers;
using testing::run;
using testing::vector_value;

// relu(a + b)
GraphModule relu_of_sum() {
  return make_graph([](Graph& g) {
    Node* a = g.placeholder("a");
    Node* b = g.placeholder("b");
    g.output(g.call_function("relu", {g.call_function("add", {a, b})}));
  });
}
// abs(a - b)
GraphModule abs_of_difference() {
  return make_graph([](Graph& g) {
    Node* a = g.placeholder("a");
    Node* b = g.placeholder("b");
    g.output(g.call_function("abs", {g.call_function("sub", {a, b})}));
  });
}
GraphModule unary(const char* op) {
  return make_graph([&](Graph& g) { g.output(g.call_function(op, {g.placeholder("p")})); });
}
GraphModule chain(std::vector<const char*> ops) {
  return make_graph([&](Graph& g) {
    Node* at = g.placeholder("x");
    for (const char* op : ops) at = g.call_function(op, {at});
    g.output(at);
  });
}

TEST(FxRewrite, B76_PatternByItselfChangesNoMeaning) {
  GraphModule m = make_graph([](Graph& g) {
    Node* x = g.placeholder("x");
    Node* sum = g.call_function("add", {x, 2.0});
    g.output(g.call_function("mul", {g.call_function("relu", {sum}), x}));
  });
  const GraphModule before = m.clone();
  EXPECT_EQ(replace_pattern(m, relu_of_sum(), relu_of_sum()).size(), 1u);
  m.lint();
  EXPECT_TRUE(structurally_equal(m.graph, before.graph)) << m.graph.str();
  const Value x = vector_value({-3, -1, 4});
  EXPECT_EQ(run(m, {x}), run(before, {x}));
}

TEST(FxRewrite, B77_AllDisjointMatchesAreReplaced) {
  GraphModule m = make_graph([](Graph& g) {
    Node* at = g.placeholder("x");
    for (int i = 0; i < 4; ++i) {
      at = g.call_function("relu", {g.call_function("add", {at, static_cast<double>(i)})});
    }
    g.output(at);
  });
  const auto done = replace_pattern(m, relu_of_sum(), abs_of_difference());
  m.lint();
  EXPECT_EQ(done.size(), 4u);
  EXPECT_THAT(calls(m), ElementsAre("sub", "abs", "sub", "abs", "sub", "abs", "sub", "abs"));
  EXPECT_THAT(run(m, {vector_value({1})}), ElementsAre(1));
  EXPECT_EQ(done[1].match.inputs[1], Argument(1.0));
  EXPECT_EQ(done[1].match.inputs[0].node(), done[0].replacements.back());
  EXPECT_EQ(done[1].replacements.size(), 2u);
}

TEST(FxRewrite, B77_OfOverlappingMatchesTheFirstWins) {
  GraphModule m = chain({"relu", "relu", "relu"});
  const std::string first = m.graph.first()->next()->name();
  const auto done = replace_pattern(m, chain({"relu", "relu"}), unary("sin"));
  ASSERT_EQ(done.size(), 1u);
  EXPECT_EQ(done[0].match.matched[0]->name(), first);
  EXPECT_THAT(calls(m), ElementsAre("sin", "relu"));
}

TEST(FxRewrite, B78_PatternMayBeTheWholeGraph) {
  GraphModule m = relu_of_sum();
  EXPECT_EQ(replace_pattern(m, relu_of_sum(), abs_of_difference()).size(), 1u);
  EXPECT_THAT(calls(m), ElementsAre("sub", "abs"));
  EXPECT_THAT(run(m, {vector_value({1}), vector_value({3})}), ElementsAre(2));
}

TEST(FxRewrite, B78_ResultsMayBeUsedElsewhereTheInsideMayNot) {
  const auto graph = [](bool inner) {
    return make_graph([&](Graph& g) {
      Node* x = g.placeholder("x");
      Node* sum = g.call_function("add", {x, x});
      Node* relu = g.call_function("relu", {sum});
      g.output(list({g.call_function("sin", {inner ? sum : relu}), relu}));
    });
  };
  GraphModule result_used = graph(false);
  EXPECT_EQ(replace_pattern(result_used, relu_of_sum(), abs_of_difference()).size(), 1u);
  EXPECT_THAT(calls(result_used), ElementsAre("sub", "abs", "sin"));
  GraphModule inside_used = graph(true);
  const std::string before = inside_used.graph.str();
  EXPECT_THAT(replace_pattern(inside_used, relu_of_sum(), abs_of_difference()), IsEmpty());
  EXPECT_EQ(inside_used.graph.str(), before);
  // A node between that the graph returns is used outside too.
  GraphModule inside_returned = make_graph([](Graph& g) {
    Node* x = g.placeholder("x");
    Node* sum = g.call_function("add", {x, x});
    g.output(list({g.call_function("relu", {sum}), sum}));
  });
  EXPECT_THAT(replace_pattern(inside_returned, relu_of_sum(), abs_of_difference()), IsEmpty());
}

TEST(FxRewrite, B79_PlaceholdersMatchAnyProducerEquallyInAllPlaces) {
  GraphModule m;
  m.set_attribute("w", vector_value({1, 2}), dense(DType::kFloat32, {2}));
  m.set_module("twice", std::make_shared<testing::Scale>(2));
  Graph& g = m.graph;
  Node* x = g.placeholder("x");
  Node* w = g.get_attr("w");
  Node* module = g.call_module("twice", {x});
  Node* method = g.call_method("sin", {x});
  Node* square = g.call_function("mul", {module, module});
  g.output(list({g.call_function("mul", {x, w}), g.call_function("mul", {w, module}),
                 g.call_function("mul", {method, 3.0}), square}));
  const GraphModule product = make_graph([](Graph& p) {
    Node* a = p.placeholder("a");
    p.output(p.call_function("mul", {a, p.placeholder("b")}));
  });
  GraphModule squares = m.clone();
  EXPECT_EQ(SubgraphMatcher(product).match(m).size(), 4u);
  const GraphModule square_pattern = make_graph([](Graph& p) {
    Node* a = p.placeholder("a");
    p.output(p.call_function("mul", {a, a}));
  });
  const auto matches = SubgraphMatcher(square_pattern).match(m);
  ASSERT_EQ(matches.size(), 1u);
  EXPECT_EQ(matches[0].results[0], square);
}

TEST(FxRewrite, B80_ModulesOfTheReplacementComeUnusedOnesGo) {
  const auto old_module = std::make_shared<testing::Scale>(2);
  const auto shared = std::make_shared<testing::Scale>(3);
  GraphModule m;
  m.set_module("old", old_module);
  m.set_module("shared", shared);
  Node* x = m.graph.placeholder("x");
  m.graph.output(m.graph.call_module("shared", {m.graph.call_module("old", {x})}));
  GraphModule pattern;
  pattern.graph.output(pattern.graph.call_module("old", {pattern.graph.placeholder("p")}));
  GraphModule replacement;
  replacement.set_module("new", std::make_shared<testing::Scale>(5));
  replacement.set_module("shared", std::make_shared<testing::Scale>(100));
  Node* p = replacement.graph.placeholder("p");
  replacement.graph.output(
      replacement.graph.call_module("shared", {replacement.graph.call_module("new", {p})}));
  EXPECT_EQ(replace_pattern(m, pattern, replacement).size(), 1u);
  m.lint();
  EXPECT_EQ(m.find_module("old"), nullptr);
  EXPECT_NE(m.find_module("new"), nullptr);
  EXPECT_EQ(m.find_module("shared"), shared) << "a module at a path that is taken stays";
  EXPECT_THAT(calls(m), ElementsAre("new", "shared_1", "shared"));
  EXPECT_THAT(run(m, {vector_value({1})}), ElementsAre(5 * 100 * 3));
}

TEST(FxRewrite, B80_TensorsOfTheReplacementNeverHideOthers) {
  GraphModule m = chain({"relu"});
  m.set_attribute("c", vector_value({1}), dense(DType::kFloat32, {1}));
  Node* c = nullptr;
  {
    const auto scope = InsertionScope::before(m.graph.output_node());
    c = m.graph.get_attr("c");
    m.graph.output_node()->set_arg(
        0, m.graph.call_function("add", {m.graph.output_node()->args()[0].node(), c}));
  }
  GraphModule replacement;
  replacement.set_attribute("c", vector_value({10}), dense(DType::kFloat32, {1}));
  Node* p = replacement.graph.placeholder("p");
  replacement.graph.output(
      replacement.graph.call_function("mul", {p, replacement.graph.get_attr("c")}));
  EXPECT_EQ(replace_pattern(m, unary("relu"), replacement).size(), 1u);
  m.lint();
  EXPECT_THAT(run(m, {vector_value({2})}), ElementsAre(2 * 10 + 1));
  EXPECT_NE(m.find_attribute("c_1"), nullptr);
}

TEST(FxRewrite, B81_F09_IdentityReplacementAddsNothing) {
  const GraphModule identity = make_graph([](Graph& g) { g.output(g.placeholder("p")); });
  GraphModule m = chain({"relu", "sin", "relu", "relu"});
  const auto done = replace_pattern(m, unary("relu"), identity);
  m.lint();
  EXPECT_EQ(done.size(), 3u);
  for (const ReplacedPattern& entry : done) EXPECT_THAT(entry.replacements, IsEmpty());
  EXPECT_THAT(calls(m), ElementsAre("sin"));
  EXPECT_EQ(m.graph.size(), 3u);
}

TEST(FxRewrite, B81_F09_AdjacentMatchesStayValidAlsoInsideLists) {
  GraphModule m = make_graph([](Graph& g) {
    Node* x = g.placeholder("x");
    Node* a = g.call_function("relu", {x});
    Node* b = g.call_function("relu", {a});
    Node* c = g.call_function("relu", {b});
    g.output(list({g.call_function("cat", {list({a, b, c, a})}), list({list({c}), 3})}));
  });
  const auto done = replace_pattern(m, unary("relu"), unary("neg"));
  m.lint();
  EXPECT_EQ(done.size(), 3u);
  EXPECT_THAT(calls(m), ElementsAre("neg", "neg", "neg", "cat"));
  EXPECT_EQ(m.graph.str(), R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=2] = call_function[target=neg](args = (%x,), kwargs = {})
    %relu_1 : [num_users=2] = call_function[target=neg](args = (%relu,), kwargs = {})
    %relu_2 : [num_users=2] = call_function[target=neg](args = (%relu_1,), kwargs = {})
    %cat : [num_users=1] = call_function[target=cat](args = ([%relu, %relu_1, %relu_2, %relu],), kwargs = {})
    return [cat, [[relu_2], 3]]
)");
}

TEST(FxRewrite, F09_LiteralsDefaultsAndKeywordsMatchByMeaning) {
  GraphModule m = make_graph([](Graph& g) {
    Node* x = g.placeholder("x");
    Node* a = g.call_function("add", {x, 1});
    Node* b = g.call_function("add", {x}, {{"other", 1}, {"alpha", 1}});
    Node* c = g.call_function("add", {x, 1}, {{"alpha", 2}});
    Node* d = g.call_function("add", {x, 1.0});
    Node* e = g.call_method("add", {x, 1});
    g.output(list({a, b, c, d, e}));
  });
  const GraphModule plus_one =
      make_graph([](Graph& g) { g.output(g.call_function("add", {g.placeholder("p"), 1})); });
  const auto names = [&](const MatchOptions& options) {
    std::vector<std::string> found;
    for (const Match& match : SubgraphMatcher(plus_one, options).match(m)) {
      found.push_back(match.results[0]->name());
    }
    return found;
  };
  EXPECT_THAT(names({}), ElementsAre("add", "add_1", "add_4"));
  EXPECT_EQ(names({.ignore_literals = true}).size(), 5u);
}

TEST(FxRewrite, F09_ListArgumentsMatchElementwise) {
  GraphModule m = make_graph([](Graph& g) {
    Node* x = g.placeholder("x");
    Node* y = g.placeholder("y");
    Node* two = g.call_function("cat", {list({x, y}), 0});
    Node* three = g.call_function("cat", {list({x, y, x})});
    g.output(list({two, three, g.call_function("cat", {list({y, x}), 1})}));
  });
  const GraphModule pair = make_graph([](Graph& g) {
    Node* a = g.placeholder("a");
    g.output(g.call_function("cat", {list({a, g.placeholder("b")}), 0}));
  });
  const auto matches = SubgraphMatcher(pair).match(m);
  ASSERT_EQ(matches.size(), 1u);
  EXPECT_EQ(matches[0].results[0]->name(), "cat");
  // A placeholder in the place of the list stands for the whole of it.
  const GraphModule any =
      make_graph([](Graph& g) { g.output(g.call_function("cat", {g.placeholder("tensors"), 0})); });
  const auto all = SubgraphMatcher(any).match(m);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[1].inputs[0].list()->size(), 3u);
}

TEST(FxRewrite, F09_ChainsAreNotExponential) {
  // Each node uses the one before twice, so that there are 2^n paths.
  const auto doubling = [](int n, const char* last) {
    return make_graph([&](Graph& g) {
      Node* at = g.placeholder("x");
      for (int i = 0; i < n; ++i) at = g.call_function("add", {at, at});
      g.output(last == nullptr ? at : g.call_function(last, {at}));
    });
  };
  GraphModule m = doubling(2000, nullptr);
  const GraphModule sixty = doubling(60, nullptr);
  const GraphModule sixty_and_sine = doubling(60, "sin");
  EXPECT_EQ(SubgraphMatcher(sixty).match(m).size(), 33u);
  EXPECT_EQ(SubgraphMatcher(sixty_and_sine).match(m).size(), 0u);
  GraphModule longer = doubling(100, "sin");
  EXPECT_EQ(replace_pattern(longer, doubling(100, "sin"), unary("cos")).size(), 1u);
  EXPECT_THAT(calls(longer), ElementsAre("cos"));
}

TEST(FxRewrite, LongChainsNeedNoDeepStack) {
  std::vector<const char*> ops(100000, "relu");
  GraphModule m = chain(ops);
  EXPECT_EQ(replace_pattern(m, unary("relu"), unary("sin")).size(), ops.size());
  ops.push_back("cos");
  GraphModule whole = chain(ops);
  EXPECT_EQ(replace_pattern(whole, chain(ops), unary("sin")).size(), 1u);
  EXPECT_THAT(calls(whole), ElementsAre("sin"));
}

TEST(FxRewrite, FiltersDecideOnMatches) {
  GraphModule m = chain({"relu", "sin", "relu"});
  m.graph.find_by_name("relu_1")->meta.location = SourceLocation("net.cpp", 5);
  ReplaceOptions options;
  options.filters.push_back([](const Match& match, const GraphModule&, const GraphModule&) {
    return match.results[0]->meta.location.line == 5;
  });
  const auto done = replace_pattern(m, unary("relu"), unary("abs"), options);
  EXPECT_EQ(done.size(), 1u);
  EXPECT_THAT(calls(m), ElementsAre("relu", "sin", "abs"));
}

TEST(FxRewrite, CallbacksBuildTheReplacementFromTheMatch) {
  GraphModule m = make_graph([](Graph& g) {
    Node* x = g.placeholder("x");
    g.output(g.call_function("mul", {g.call_function("mul", {x, 3.0}), 4.0}));
  });
  const GraphModule scaled = make_graph([](Graph& g) {
    Node* a = g.placeholder("a");
    g.output(g.call_function("mul", {a, g.placeholder("factor")}));
  });
  const ReplacementBuilder build = [](const Match& match) {
    const double factor = match.inputs[1].number()->as_double();
    return make_graph([&](Graph& g) {
      Node* a = g.placeholder("a");
      g.placeholder("factor");
      g.output(g.call_function("add", {a, factor * 10}));
    });
  };
  EXPECT_EQ(replace_pattern(m, scaled, build).size(), 2u);
  EXPECT_THAT(run(m, {vector_value({1})}), ElementsAre(71));
}

TEST(FxRewrite, SeveralResultsAreReplacedTogether) {
  const GraphModule pattern = make_graph([](Graph& g) {
    Node* a = g.placeholder("a");
    Node* sum = g.call_function("add", {a, g.placeholder("b")});
    g.output(list({g.call_function("sin", {sum}), g.call_function("cos", {sum})}));
  });
  const GraphModule replacement = make_graph([](Graph& g) {
    Node* a = g.placeholder("a");
    Node* b = g.placeholder("b");
    Node* product = g.call_function("mul", {a, b});
    g.output(list({product, g.call_function("neg", {product})}));
  });
  GraphModule m = make_graph([](Graph& g) {
    Node* x = g.placeholder("x");
    Node* sum = g.call_function("add", {x, 2.0});
    Node* sine = g.call_function("sin", {sum});
    Node* cosine = g.call_function("cos", {sum});
    g.output(list({cosine, g.call_function("relu", {sine})}));
  });
  const auto done = replace_pattern(m, pattern, replacement);
  m.lint();
  ASSERT_EQ(done.size(), 1u);
  EXPECT_EQ(done[0].match.nodes.size(), 4u) << "three calls and the placeholder of a node";
  EXPECT_THAT(run(m, {vector_value({3})}), ElementsAre(-6, 6));
}

TEST(FxRewrite, AResultThatAnInputNeedsIsNoMatch) {
  // b is computed from the first result, so both cannot be computed in one place.
  const GraphModule pattern = make_graph([](Graph& g) {
    Node* a = g.placeholder("a");
    Node* b = g.placeholder("b");
    g.output(list({g.call_function("sin", {a}), g.call_function("add", {a, b})}));
  });
  GraphModule m = make_graph([](Graph& g) {
    Node* x = g.placeholder("x");
    Node* sine = g.call_function("sin", {x});
    g.output(list({sine, g.call_function("add", {x, g.call_function("neg", {sine})})}));
  });
  EXPECT_THAT(SubgraphMatcher(pattern).match(m), IsEmpty());
}

TEST(FxRewrite, NothingIsComputedAcrossAWrite) {
  const auto graph = [](bool write) {
    return make_graph([&](Graph& g) {
      Node* x = g.placeholder("x");
      Node* sine = g.call_function("sin", {x});
      if (write) g.call_function("add_", {x, 1.0});
      g.output(g.call_function("cos", {sine}));
    });
  };
  const GraphModule pattern = chain({"sin", "cos"});
  EXPECT_EQ(SubgraphMatcher(pattern).match(graph(false)).size(), 1u);
  EXPECT_EQ(SubgraphMatcher(pattern).match(graph(true)).size(), 0u);
}

TEST(FxRewrite, NewNodesHaveTheUsersLineAndMetas) {
  GraphModule m = chain({"relu"});
  m.graph.first()->meta.value = dense(DType::kFloat32, {2, 3});
  Node* old = m.graph.find_by_name("relu");
  old->meta.location = SourceLocation("net.cpp", 12);
  old->meta.module_stack = {{"head", "Head"}};
  old->meta.custom["tag"] = 7;
  GraphModule replacement = unary("t");
  replacement.graph.find_by_name("t")->meta.location = SourceLocation("pass.cpp", 1);
  replace_pattern(m, unary("relu"), replacement);
  const Node* made = m.graph.find_by_name("relu");
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(made->target(), "t");
  EXPECT_EQ(made->meta.location.str(), "net.cpp:12");
  EXPECT_EQ(made->meta.module_stack.size(), 1u);
  EXPECT_EQ(made->meta.custom.at("tag"), Argument(7));
  EXPECT_EQ(made->meta.value.str(), "f32[3, 2]");
}

TEST(FxRewrite, ModulesMatchByIdentityPathOrType) {
  const auto module = std::make_shared<testing::Scale>(2);
  GraphModule m;
  m.set_module("layer.scale", module);
  m.graph.output(m.graph.call_module("layer.scale", {m.graph.placeholder("x")}));
  GraphModule pattern;
  pattern.graph.output(pattern.graph.call_module("scale", {pattern.graph.placeholder("p")}));
  const auto count = [&](const MatchOptions& options) {
    return SubgraphMatcher(pattern, options).match(m).size();
  };
  EXPECT_EQ(count({}), 0u) << "another path";
  pattern.set_module("scale", module);
  EXPECT_EQ(count({}), 1u) << "the same module";
  pattern.set_module("scale", std::make_shared<testing::Scale>(2));
  EXPECT_EQ(count({}), 0u) << "another module";
  EXPECT_EQ(count({.modules_by_type = true}), 1u) << "the same type";
}

TEST(FxRewrite, TensorsMatchByIdentity) {
  const Value one = vector_value({1});
  const auto plus = [](const Value& value) {
    GraphModule m;
    m.set_attribute("c", value, dense(DType::kFloat32, {1}));
    Node* x = m.graph.placeholder("x");
    m.graph.output(m.graph.call_function("add", {x, m.graph.get_attr("c")}));
    return m;
  };
  const GraphModule m = plus(one);
  const GraphModule same = plus(one);
  const GraphModule other = plus(vector_value({1}));
  EXPECT_EQ(SubgraphMatcher(same).match(m).size(), 1u);
  EXPECT_EQ(SubgraphMatcher(other).match(m).size(), 0u);
}

TEST(FxRewrite, UnusablePatternsAreRefused) {
  const auto why = [](const std::function<void(Graph&)>& fill) {
    const GraphModule pattern = make_graph(fill);
    const Diagnostic d = diagnostic_of([&] { SubgraphMatcher matcher(pattern); });
    EXPECT_STREQ(d.kind->id, "W1340");
    return d.message;
  };
  EXPECT_THAT(why([](Graph& g) { g.output(g.placeholder("x")); }), HasSubstr("it has no call"));
  EXPECT_THAT(why([](Graph& g) {
                g.call_function("sin", {g.placeholder("x")});
                g.output(nullptr);
              }),
              HasSubstr("it returns no node"));
  EXPECT_THAT(why([](Graph& g) {
                Node* x = g.placeholder("x");
                g.output(list({g.call_function("sin", {x}), x}));
              }),
              HasSubstr("it returns its input `x`"));
  EXPECT_THAT(why([](Graph& g) {
                Node* x = g.placeholder("x");
                g.call_function("cos", {x});
                g.output(g.call_function("sin", {x}));
              }),
              HasSubstr("its result does not need `cos`"));
  EXPECT_THAT(why([](Graph& g) {
                Node* x = g.placeholder("x");
                Node* y = g.placeholder("y");
                g.output(list({g.call_function("sin", {x}), g.call_function("cos", {y})}));
              }),
              HasSubstr("`sin` and `cos` share nothing"));
}

TEST(FxRewrite, ReplacementsThatDoNotFitAreRefusedBeforeAnythingChanges) {
  GraphModule m = chain({"relu"});
  const std::string before = m.graph.str();
  const auto why = [&](const GraphModule& replacement) {
    const Diagnostic d = diagnostic_of([&] { replace_pattern(m, unary("relu"), replacement); });
    EXPECT_STREQ(d.kind->id, "W1341");
    EXPECT_EQ(m.graph.str(), before);
    return d.message;
  };
  EXPECT_THAT(why(relu_of_sum()), HasSubstr("it takes 2 values, and the pattern takes 1"));
  EXPECT_THAT(why(make_graph([](Graph& g) {
                Node* p = g.placeholder("p");
                g.output(list({p, p}));
              })),
              HasSubstr("it returns 2 values, and the pattern returns 1"));
}

}  // namespace
}  // namespace weft::ir
