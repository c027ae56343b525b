/// \file Graphs for tests of the stored forms.
#pragma once

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/ir/serialization/serialization.h>

namespace weft::ir::testing {

/// Every opcode, every kind of argument and every kind of meta.
inline Graph graph_of_everything() {
  const Symbol n = make_symbol("N", 1, 1024);
  const Symbol other = make_symbol("N");
  const Symbol strange = make_symbol("a b", -3, 3);
  const IntExpr size = 2 * IntExpr(n) + 1;
  const Symbol j = make_index("j", size);
  Graph g;
  Node* x = g.placeholder("PascalCase");
  x->meta.type = "std::vector<\"Tensor\">";
  x->meta.value = dense(DType::kFloat32, {n, 3});
  x->meta.location = SourceLocation("dir/model \"a\".cpp", 12, 9, "Tensor forward(Tensor)");
  Node* k = g.placeholder("k", 3);
  k->meta.value = size;
  Node* w = g.get_attr("layers.0.weight");
  w->meta.value = TensorMeta{DType::kBFloat16, {n, 3}, {1, n}};
  Node* relu = g.call_method("relu", {x}, {});
  relu->meta.value = UnknownNumber{DTypeCategory::kIntegral};
  relu->meta.module_stack = {{"", "Net"}, {"layers.0", "Linear\n"}};
  Node* fc = g.call_module("layers.0", {relu, k});
  fc->meta.value = ValueMetaList{{dense(DType::kBool, {})},
                                 {},
                                 {floor_div(IntExpr(other) - 5, 2) * IntExpr(n) - IntExpr(j)},
                                 {ValueMetaList{{UnknownNumber{}}}},
                                 {mod(IntExpr(strange), 4) + max(IntExpr(n), 7)}};
  Node* add = g.call_function("add", {fc, 1.5}, {{"alpha", -2}});
  add->meta.custom["tag"] = std::vector<Argument>{1, 2.0, "three", nullptr};
  add->meta.custom["another \"one\""] = true;
  add->meta.custom["bytes"] = std::string("\0\x01\xff\"\\\n\t\x7f", 8);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Node* cat = g.call_function(
      "cat", {std::vector<Argument>{x,
                                    w,
                                    add,
                                    nullptr,
                                    true,
                                    false,
                                    0,
                                    INT64_MAX,
                                    INT64_MIN,
                                    0.1,
                                    -0.0,
                                    1e300,
                                    5e-324,
                                    kInfinity,
                                    -kInfinity,
                                    std::nan(""),
                                    "text",
                                    std::string(),
                                    DType::kFloat16,
                                    Device{"cuda:1"},
                                    EnumValue{"MemoryFormat", "channels_last"},
                                    EllipsisArgument{},
                                    SliceArgument({nullptr, k, -1}),
                                    std::vector<Argument>{},
                                    100000000000.0,
                                    ArgumentDict({{"a", x}, {"b c", std::vector<Argument>{1, k}}}),
                                    ArgumentDict()}});
  cat->meta.location = SourceLocation("model.cpp", 3);
  g.create_node(OpCode::kCallFunction, "relu", {cat}, {}, "inf");
  g.create_node(OpCode::kCallModule, "strange path\xff", {}, {{"odd key", 1}}, "foo_1_1");
  g.output(std::vector<Argument>{g.last(), ArgumentDict({{"y", cat}})});
  return g;
}

/// A random graph that is well formed as far as order and names go.
inline Graph random_graph(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  Graph g;
  std::vector<Node*> nodes;
  std::vector<Symbol> symbols;
  for (std::size_t i = 0; i < 3; ++i) {
    symbols.push_back(make_symbol(i == 1 ? "N" : "M", static_cast<std::int64_t>(below(3)), 100));
  }
  const auto extent = [&]() -> IntExpr {
    const IntExpr s = symbols[below(symbols.size())];
    const auto c = static_cast<std::int64_t>(below(7)) + 1;
    switch (below(6)) {
      case 0:
        return s * c + static_cast<std::int64_t>(below(5));
      case 1:
        return floor_div(s + c, 2 * c);
      case 2:
        return min(s, symbols[0]) * s;
      case 3:
        return mod(s * c + 1, 5) + max(s, c);
      default:
        return c;
    }
  };
  std::function<Argument(int)> argument = [&](int depth) -> Argument {
    switch (below(depth > 2 ? 10 : 13)) {
      case 0:
        return nullptr;
      case 1:
        return below(2) == 0;
      case 2:
        return static_cast<std::int64_t>(random()) - 2147483648;
      case 3:
        return std::ldexp(static_cast<double>(random()), static_cast<int>(below(600)) - 300);
      case 4: {
        std::string text;
        for (std::size_t i = below(6); i > 0; --i) text += static_cast<char>(random());
        return text;
      }
      case 5:
        return static_cast<DType>(below(kDTypeCount));
      case 10:
        return SliceArgument({argument(depth + 1), argument(depth + 1), nullptr});
      case 11: {
        std::vector<Argument> items;
        for (std::size_t i = below(4); i > 0; --i) items.push_back(argument(depth + 1));
        return items;
      }
      case 12:
        return ArgumentDict({{"k", argument(depth + 1)}, {"", argument(depth + 1)}});
      default:
        return nodes[below(nodes.size())];
    }
  };
  for (std::size_t i = 1 + below(3); i > 0; --i) nodes.push_back(g.placeholder("x"));
  const auto& operators = all_operators();
  for (std::size_t i = below(30); i > 0; --i) {
    std::vector<Argument> args;
    for (std::size_t k = below(4); k > 0; --k) args.push_back(argument(0));
    KeywordArguments kwargs;
    if (below(3) == 0) kwargs.emplace_back("dim", argument(0));
    const std::string function = operators[below(operators.size())]->full_name();
    Node* node = below(4) == 0 ? g.call_module("m." + std::to_string(i), args, kwargs)
                               : g.call_function(function, args, kwargs);
    if (below(2) == 0) node->rename(below(2) == 0 ? "foo_1" : "Foo");
    if (below(2) == 0) {
      std::vector<IntExpr> sizes;
      for (std::size_t k = below(4); k > 0; --k) sizes.push_back(extent());
      TensorMeta meta = dense(static_cast<DType>(below(kDTypeCount)), sizes);
      if (below(3) == 0) std::reverse(meta.strides.begin(), meta.strides.end());
      node->meta.value = std::move(meta);
    } else if (below(3) == 0) {
      node->meta.value = extent();
    }
    if (below(2) == 0)
      node->meta.location = SourceLocation("m.cpp", 1 + static_cast<int>(i), 2, "f");
    if (below(2) == 0) node->meta.module_stack = {{"", "Net"}, {"m", "M" + std::to_string(i % 3)}};
    if (below(4) == 0) node->meta.custom["note"] = static_cast<std::int64_t>(i);
    nodes.push_back(node);
  }
  g.output(argument(0));
  return g;
}

inline Graph from_binary(const std::vector<std::uint8_t>& data) {
  return ir::from_binary(data.data(), data.size());
}

}  // namespace weft::ir::testing
