// The text, JSON and binary forms give back the graph that was stored.
#include "stored_graphs.h"

#include "fx_testing.h"

namespace weft::ir {
namespace {

using testing::error_id;
using testing::graph_of_everything;
using testing::random_graph;

// The text holds everything, so equal texts are equal graphs with equal names and metas.
void expect_round_trip(const Graph& g) {
  const std::string text = to_text(g);
  const Graph forms[] = {from_text(text), from_json(to_json(g)),
                         testing::from_binary(to_binary(g))};
  for (const Graph& read : forms) {
    EXPECT_EQ(to_text(read), text);
    EXPECT_TRUE(structurally_equal(read, g));
    EXPECT_EQ(read.structural_hash(), g.structural_hash());
    EXPECT_EQ(read.str(), g.str());
  }
  EXPECT_EQ(to_json(forms[1]), to_json(g));
  EXPECT_EQ(to_binary(forms[2]), to_binary(g));
}

TEST(FxFaults, F05_StoredGraphsKeepEverything) {
  const Graph g = graph_of_everything();
  expect_round_trip(g);
  const Graph read = from_text(to_text(g));
  const Node* x = read.find_by_name("pascal_case");
  ASSERT_NE(x, nullptr);
  EXPECT_EQ(x->target(), "PascalCase");
  EXPECT_EQ(x->meta.type, "std::vector<\"Tensor\">");
  EXPECT_STREQ(x->meta.location.file, "dir/model \"a\".cpp");
  EXPECT_EQ(x->meta.location.column, 9);
  EXPECT_STREQ(x->meta.location.function, "Tensor forward(Tensor)");
  EXPECT_EQ(read.find_by_name("layers_0_weight")->meta.value.str(), "bf16[N, 3]");
  const Node* add = read.find_by_name("add");
  EXPECT_EQ(add->meta.custom, g.find_by_name("add")->meta.custom);
  EXPECT_EQ(read.find_by_name("relu")->meta.module_stack,
            g.find_by_name("relu")->meta.module_stack);
}

TEST(FxFaults, F05_TheTextIsWhatTheDocumentShows) {
  const Symbol n = make_symbol("N", 1, 1024);
  Graph g;
  Node* x = g.placeholder("x");
  x->meta.value = dense(DType::kFloat32, {n, 3});
  x->meta.type = "Tensor";
  Node* add = g.call_function("add", {x, 1.5}, {{"alpha", 2}});
  add->meta.value = TensorMeta{DType::kFloat32, {n, 3}, {1, n}};
  add->meta.location = SourceLocation("net.cpp", 12, 9, "forward");
  add->meta.module_stack = {{"fc", "Linear"}};
  add->meta.custom["tag"] = 7;
  g.output(add);
  EXPECT_EQ(to_text(g), R"(weft graph 1
symbol N in [1, 1024]
%x = placeholder[x]() : f32[N, 3] type "Tensor"
%add = call_function[add](%x, 1.5, alpha=2) : f32[N, 3] strides [1, N] at "net.cpp":12:9 in "forward" modules ["fc": "Linear"] with {"tag": 7}
%output = output[output](%add)
)");
}

TEST(FxFaults, F05_TextMayBeSpacedAndCommented) {
  const Graph g = from_text(
      "# a graph\nweft graph 1 symbol N # bounds are not stated\n"
      "%x=placeholder[x]():f32[ N,2 * N+1 ]\n\n  %output =\toutput[output]\n(%x)");
  g.lint();
  EXPECT_EQ(g.first()->meta.value.str(), "f32[N, 2*N + 1]");
}

TEST(FxFaults, F05_EmptyAndUnfinishedGraphs) {
  Graph g;
  expect_round_trip(g);
  g.placeholder("x");
  expect_round_trip(g);
}

TEST(FxFaults, F05_RandomGraphsGiveThemselvesBack) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    expect_round_trip(random_graph(seed));
    if (::testing::Test::HasFailure()) break;
  }
}

TEST(FxFaults, F05_NansKeepTheirSigns) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Graph g;
  Node* x = g.placeholder("x");
  g.output(g.call_function("add", {g.call_function("add", {x, nan}), -nan}));
  for (const Graph& read :
       {from_text(to_text(g)), from_json(to_json(g)), testing::from_binary(to_binary(g))}) {
    std::vector<bool> signs;
    for (const Node* node : read.find_nodes(OpCode::kCallFunction)) {
      const double v = std::get<double>(node->args()[1].variant());
      EXPECT_TRUE(std::isnan(v));
      signs.push_back(std::signbit(v));
    }
    EXPECT_THAT(signs, ::testing::ElementsAre(false, true));
    EXPECT_TRUE(structurally_equal(g, read));
  }
  EXPECT_NE(Argument(nan), Argument(-nan));
}

TEST(FxFaults, F05_SymbolsAreSharedWithinAFileOnly) {
  const Symbol n = make_symbol("N");
  Graph g;
  g.placeholder("a")->meta.value = IntExpr(n);
  g.placeholder("b")->meta.value = IntExpr(n);
  const Graph read = from_text(to_text(g));
  const IntExpr* a = read.first()->meta.value.integer();
  EXPECT_EQ(*a, *read.last()->meta.value.integer());
  EXPECT_FALSE(*a == IntExpr(n));
}

TEST(FxFaults, F05_LongChainsNeedNoDeepStack) {
  Graph g;
  Node* at = g.placeholder("x");
  for (int i = 0; i < 100000; ++i) at = g.call_function("relu", {at});
  g.output(at);
  EXPECT_TRUE(structurally_equal(from_text(to_text(g)), g));
  EXPECT_TRUE(structurally_equal(testing::from_binary(to_binary(g)), g));
}

TEST(FxFaults, F05_WhatCannotBeStoredIsRefused) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* a = g.call_function("sin", {x});
  x->meta.custom["node"] = a;
  EXPECT_EQ(error_id([&] { to_text(g); }), "W1406");
  x->meta.custom.clear();
  a->prepend(x);
  x->replace_all_uses_with(a);
  for (int form = 0; form < 3; ++form) {
    EXPECT_EQ(error_id([&] {
                if (form == 0) to_text(g);
                if (form == 1) to_json(g);
                if (form == 2) to_binary(g);
              }),
              "W1406");
  }
  Argument deep = 1;
  for (int i = 0; i < 100; ++i) deep = std::vector<Argument>{deep};
  a->set_args({deep});
  EXPECT_EQ(error_id([&] { to_binary(g); }), "W1406");
}

}  // namespace
}  // namespace weft::ir
