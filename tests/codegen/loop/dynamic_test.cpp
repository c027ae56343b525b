/// \file Programs with extents that a call decides: one lowering, run for many extents and compared
/// with the graph that has these extents as constants.
#include <gtest/gtest.h>

#include <functional>

#include <weft/codegen/loop/extents.h>

#include "evaluate.h"
#include "graph_maker.h"

namespace weft::codegen::test {
namespace {

using ir::IntExpr;
using ir::Node;

/// Extents of one call, and how they get into a graph: as symbols or as numbers.
using Extents = std::vector<IntExpr>;
using Build = std::function<ir::GraphModule(const Extents&)>;

/// Every way of lowering, each run for all of `calls`.
void expect_equal(const Build& build, const std::vector<const char*>& names,
                  const std::vector<std::vector<std::int64_t>>& calls) {
  Extents symbols;
  for (const char* name : names) symbols.emplace_back(ir::make_symbol(name));
  const ir::GraphModule dynamic = build(symbols);
  for (const bool fuse : {true, false}) {
    for (const bool contractions : {true, false}) {
      LowerOptions options;
      options.fuse = fuse;
      options.contractions = contractions;
      const Program program = lower(dynamic, options);
      EXPECT_EQ(print(program), print(lower(dynamic, options))) << "lowered differently";
      for (const auto& call : calls) {
        const ir::GraphModule constant = build(Extents(call.begin(), call.end()));
        const Inputs inputs = random_inputs(constant, 7);
        try {
          EXPECT_EQ(difference(run_graph(constant, inputs), run_program(program, inputs)), "")
              << testing::PrintToString(call) << "\n"
              << print(program);
        } catch (const Violation& violation) {
          ADD_FAILURE() << violation.what() << " for " << testing::PrintToString(call) << "\n"
                        << print(program);
        }
      }
    }
  }
}

std::string refusal(const Build& build, const std::vector<const char*>& names,
                    const std::vector<std::int64_t>& call) {
  Extents symbols;
  for (const char* name : names) symbols.emplace_back(ir::make_symbol(name));
  const Program program = lower(build(symbols));
  const ir::GraphModule small = build(symbols);
  Inputs inputs;
  for (const Node* node : small.graph) {
    if (node->opcode() != ir::OpCode::kPlaceholder) continue;
    Array array;
    std::size_t count = 1;
    for (const IntExpr& size : node->meta.value.tensor()->sizes) {
      array.sizes.push_back(size.evaluate([&](const ir::SymbolInfo& s) {
        for (std::size_t k = 0; k < symbols.size(); ++k) {
          if (symbols[k].as_symbol()->id == s.id) return call[k];
        }
        return std::int64_t{0};
      }));
      count *= static_cast<std::size_t>(array.sizes.back());
    }
    array.elements.resize(count);
    inputs.placeholders.push_back(array);
  }
  try {
    run_program(program, inputs);
  } catch (const Violation& violation) {
    return violation.what();
  }
  return "accepted";
}

TEST(DynamicProgram, PointwiseAndRows) {
  expect_equal(
      [](const Extents& e) {
        GraphMaker g;
        Node* x = g.dynamic_input("x", {e[0], e[1]});
        Node* s = g.op("softmax", {g.op("exp", {x}), 1});
        return g.core({g.op("add", {s, g.op("sum.dim", {x, GraphMaker::ints({1}), true})})});
      },
      {"N", "M"}, {{1, 1}, {3, 7}, {7, 1}, {1, 33}, {0, 4}});
}

TEST(DynamicProgram, LinearWithEpilogue) {
  expect_equal(
      [](const Extents& e) {
        GraphMaker g;
        Node* x = g.dynamic_input("x", {e[0], e[1], 6});
        Node* h = g.op("linear", {x, g.weight("w", {10, 6}), g.weight("b", {10})});
        return g.core({g.op("linear", {g.op("gelu", {h}), g.weight("v", {3, 10})})});
      },
      {"N", "T"}, {{1, 1}, {2, 5}, {5, 3}, {0, 2}});
}

TEST(DynamicProgram, Convolution) {
  expect_equal(
      [](const Extents& e) {
        GraphMaker g;
        Node* x = g.dynamic_input("x", {e[0], 3, e[1], e[2]});
        Node* c = g.op("conv2d", {x, g.weight("w", {4, 3, 3, 3}), g.weight("b", {4}),
                                  GraphMaker::ints({2, 2}), GraphMaker::ints({1, 1})});
        Node* p = g.op("max_pool2d", {g.op("relu", {c}), GraphMaker::ints({2, 2})});
        return g.core({g.op("flatten", {p, 1})});
      },
      {"N", "H", "W"}, {{1, 4, 4}, {3, 7, 5}, {2, 9, 3}});
}

TEST(DynamicProgram, AttentionHeads) {
  expect_equal(
      [](const Extents& e) {
        GraphMaker g;
        Node* x = g.dynamic_input("x", {e[0], e[1], 8});
        const auto heads = [&](const char* name) {
          Node* y = g.op("linear", {x, g.weight(name, {8, 8})});
          Node* split = g.op("unflatten", {y, 2, GraphMaker::ints({2, 4})});
          return g.op("transpose", {split, 1, 2});
        };
        Node* scores = g.op("matmul", {heads("q"), g.op("transpose", {heads("k"), 2, 3})});
        Node* mixed = g.op("matmul", {g.op("softmax", {scores, 3}), heads("v")});
        Node* joined = g.op("flatten", {g.op("transpose", {mixed, 1, 2}), 2});
        return g.core({joined});
      },
      {"B", "T"}, {{1, 1}, {2, 3}, {3, 5}});
}

TEST(DynamicProgram, DerivedExtents) {
  expect_equal(
      [](const Extents& e) {
        GraphMaker g;
        Node* x = g.dynamic_input("x", {e[0], 2 * e[0]});
        Node* y = g.dynamic_input("y", {2 * e[0] + 1});
        Node* both = g.op(
            "cat", {std::vector<ir::Argument>{g.op("sum.dim", {x, GraphMaker::ints({0})}), y}, 0});
        return g.core({g.op("mul", {both, 2.0}), g.op("mean.dim", {x, GraphMaker::ints({0, 1})})});
      },
      {"N"}, {{1}, {2}, {5}});
}

TEST(DynamicProgram, PlacesInTheArenaAreUsedAgain) {
  GraphMaker g;
  const IntExpr n = ir::make_symbol("N");
  Node* x = g.dynamic_input("x", {n, 64});
  for (int k = 0; k < 6; ++k) {
    x = g.op("softmax", {g.op("matmul", {x, g.weight("w" + std::to_string(k), {64, 64})}), 0});
  }
  const Program program = lower(g.core({x}));
  // Two matrices of a kind and what softmax keeps by column.
  EXPECT_LE(expected_value(program.arena_bytes), 3 * 64 * 64 * 4 + 4096) << print(program);
}

TEST(DynamicProgram, RangesMayBeSoWideThatNoProductOfTheirEndsFits) {
  const IntExpr n = ir::make_symbol("N", 0, std::int64_t{1} << 40);
  EXPECT_EQ(expected_value(n), 1099511627776.0);
  EXPECT_EQ(expected_value(n * n), 9223372036854775808.0);
  const IntExpr far = ir::make_symbol("M", std::int64_t{1} << 40, INT64_MAX);
  EXPECT_EQ(expected_value(far * far), 9223372036854775808.0);
}

TEST(DynamicProgram, WhatTheExtentsHaveToSatisfyIsDemanded) {
  const Build select = [](const Extents& e) {
    GraphMaker g;
    return g.core({g.op("exp", {g.op("select", {g.dynamic_input("x", {e[0], 2}), 0, 3})})});
  };
  EXPECT_EQ(refusal(select, {"N"}, {3}), "refused: select needs N >= 4");
  EXPECT_EQ(refusal(select, {"N"}, {4}).find("refused"), std::string::npos);
  const Build extremum = [](const Extents& e) {
    GraphMaker g;
    return g.core({g.op("amax", {g.dynamic_input("x", {2, e[0]}), GraphMaker::ints({1})})});
  };
  EXPECT_EQ(refusal(extremum, {"N"}, {0}), "refused: amax needs N >= 1");
  const Build window = [](const Extents& e) {
    GraphMaker g;
    return g.core(
        {g.op("conv2d", {g.dynamic_input("x", {1, 1, e[0], 5}), g.weight("w", {1, 1, 3, 3})})});
  };
  EXPECT_EQ(refusal(window, {"H"}, {2}), "refused: convolution needs H >= 3");
}

}  // namespace
}  // namespace weft::codegen::test
