#include <gtest/gtest.h>

#include <cmath>

#include <weft/ir/graph.h>

namespace weft::ir {
namespace {

Argument slice(Argument start, Argument stop, Argument step) {
  return SliceArgument({std::move(start), std::move(stop), std::move(step)});
}

Graph example() {
  Graph g;
  Node* x = g.placeholder("x");
  x->meta.value = dense(DType::kFloat32, {2, IntExpr(make_symbol("N"))});
  Node* scale = g.placeholder("scale", 1.0);
  scale->meta.type = "double";
  Node* w = g.get_attr("layers.0.weight");
  Node* conv = g.call_module("layers.0.conv", {x});
  Node* add = g.call_function("add", {conv, w}, {{"alpha", 2}});
  add->meta.value = x->meta.value;
  Node* method = g.call_method("softmax", {add, -1});
  Node* in_place = g.call_function("mul_", {method, scale});
  Node* cat = g.call_function("cat", {std::vector<Argument>{method, w}, 0});
  g.call_function("relu_", {cat});
  g.output(std::vector<Argument>{in_place, cat, nullptr});
  return g;
}

TEST(GraphPrint, OneLineANode) {
  EXPECT_EQ(example().str(),
            R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %scale : double [num_users=1] = placeholder[target=scale](default=1.0)
    %layers_0_weight : [num_users=2] = get_attr[target=layers.0.weight]
    %layers_0_conv : [num_users=1] = call_module[target=layers.0.conv](args = (%x,), kwargs = {})
    %add : [num_users=1] = call_function[target=add](args = (%layers_0_conv, %layers_0_weight), kwargs = {alpha: 2})
    %softmax : [num_users=2] = call_method[target=softmax](args = (%add, -1), kwargs = {})
    %mul_ : [num_users=1] = call_function[target=mul_](args = (%softmax, %scale), kwargs = {})
    %cat : [num_users=2] = call_function[target=cat](args = ([%softmax, %layers_0_weight], 0), kwargs = {})
    %relu_ : [num_users=0] = call_function[target=relu_](args = (%cat,), kwargs = {})
    return [mul_, cat, None]
)");
}

TEST(GraphPrint, Tabular) {
  EXPECT_EQ(
      example().tabular(),
      R"(opcode         name             target           args                              kwargs
-------------  ---------------  ---------------  --------------------------------  ------------
placeholder    x                x                ()                                {}
placeholder    scale            scale            (1.0,)                            {}
get_attr       layers_0_weight  layers.0.weight  ()                                {}
call_module    layers_0_conv    layers.0.conv    (x,)                              {}
call_function  add              add              (layers_0_conv, layers_0_weight)  {'alpha': 2}
call_method    softmax          softmax          (add, -1)                         {}
call_function  mul_             mul_             (softmax, scale)                  {}
call_function  cat              cat              ([softmax, layers_0_weight], 0)   {}
call_function  relu_            relu_            (cat,)                            {}
output         output           output           ([mul_, cat, None],)              {}
)");
}

TEST(GraphPrint, B39_B89_CodeShowsTypesAndInPlaceStatements) {
  EXPECT_EQ(example().code(),
            R"(auto forward(Tensor x, double scale = 1.0) {
  auto layers_0_weight = layers[0]->weight;
  auto layers_0_conv = layers[0]->conv(x);
  auto add = weft::add(layers_0_conv, layers_0_weight, /*alpha=*/2);  // f32[2, N]
  auto softmax = add.softmax(-1);
  auto mul_ = softmax.mul_(scale);
  auto cat = weft::cat({softmax, layers_0_weight}, 0);
  cat.relu_();
  return {mul_, cat, std::nullopt};
}
)");
}

TEST(GraphPrint, B82_EmptyGraph) {
  const Graph g;
  EXPECT_EQ(g.str(), "graph():\n");
  EXPECT_EQ(g.code("run"), "auto run() {\n}\n");
  EXPECT_EQ(g.tabular(),
            "opcode    name    target    args    kwargs\n"
            "--------  ------  --------  ------  --------\n");
}

TEST(GraphPrint, B13_InfinitiesNansAndKeywordsInCode) {
  Graph g;
  Node* inf = g.placeholder("inf");
  Node* nan = g.placeholder("NAN");
  nan->rename("NAN");
  Node* keyword = g.placeholder("double");
  g.placeholder("double_");
  Node* a = g.call_function("add", {inf, INFINITY});
  Node* b = g.call_function("add", {nan, -INFINITY});
  Node* c = g.call_function("add", {keyword, std::nan("")});
  g.output(std::vector<Argument>{a, b, c});
  EXPECT_EQ(g.code(),
            R"(auto forward(Tensor inf, Tensor NAN_, Tensor double__, Tensor double_) {
  auto add = weft::add(inf, INFINITY);
  auto add_1 = weft::add(NAN_, -INFINITY);
  auto add_2 = weft::add(double__, NAN);
  return {add, add_1, add_2};
}
)");
}

TEST(GraphPrint, B14_ArgumentsOfEveryKind) {
  Graph g;
  Node* x = g.placeholder("x");
  const std::vector<std::pair<Argument, std::string>> cases = {
      {nullptr, "None"},
      {x, "x"},
      {true, "True"},
      {-3, "-3"},
      {2.0, "2.0"},
      {1e-5, "1e-05"},
      {std::nan(""), "nan"},
      {"it's a \\ and\n", R"('it\'s a \\ and\n')"},
      {DType::kBFloat16, "bfloat16"},
      {Device{"cuda:1"}, "device(cuda:1)"},
      {EnumValue{"MemoryFormat", "channels_last"}, "channels_last"},
      {EllipsisArgument{}, "..."},
      {slice(nullptr, x, 2), "slice(None, x, 2)"},
      {Argument::ints({1, 2}), "[1, 2]"},
      {std::vector<Argument>{}, "[]"},
      {ArgumentDict({{"a", x}, {"b", 1}}), "{'a': x, 'b': 1}"},
      {Number(false), "False"},
  };
  for (const auto& [argument, text] : cases) EXPECT_EQ(argument.str(), text);
}

TEST(GraphPrint, CodeOfEveryKindOfArgument) {
  Graph g;
  Node* x = g.placeholder("x");
  g.output(std::vector<Argument>{DType::kInt64, Device{"cpu"},
                                 EnumValue{"MemoryFormat", "channels_last"}, EllipsisArgument{},
                                 slice(1, x, nullptr), "a\"b", true, ArgumentDict({{"k", x}})});
  EXPECT_EQ(g.code(),
            "auto forward(Tensor x) {\n"
            "  return {weft::kInt64, \"cpu\", weft::channels_last, \"...\", "
            "Slice(1, x, std::nullopt), \"a\\\"b\", true, {{\"k\", x}}};\n"
            "}\n");
}

}  // namespace
}  // namespace weft::ir
