// Captures of functions that decide on tensor data: both sides are recorded and joined.
#include "fx_testing.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <weft/frontend/trace/graph_file.h>
#include <weft/frontend/trace/same_module.h>
#include <weft/ir/conditional.h>
#include <weft/ir/passes/pipeline.h>

namespace weft {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)
using ::testing::ElementsAre;

std::vector<std::string> targets(const ir::GraphModule& module) {
  std::vector<std::string> result;
  for (const ir::Node* node : module.graph) {
    if (node->opcode() != ir::OpCode::kPlaceholder && node->opcode() != ir::OpCode::kOutput) {
      result.push_back(node->target());
    }
  }
  return result;
}

const ir::Conditional& conditional_of(const ir::GraphModule& module, const char* path = "cond") {
  return dynamic_cast<const ir::Conditional&>(*module.find_module(path));
}

Tensor positive() { return torch::tensor({1.0f, 2.0f}); }
Tensor negative() { return torch::tensor({-1.0f, -2.0f}); }

// Runs the graph and the function on inputs that go both ways.
template <typename F>
void expect_equal_both_ways(const ir::GraphModule& captured, F function) {
  for (const Tensor& x : {positive(), negative()}) {
    EXPECT_EQ(floats(call_graph(captured, x)), floats(function(x)));
  }
}

TEST(Branches, BothSidesAreRecordedAndTheTailOnce) {
  const auto function = [](const Tensor& x) {
    const Tensor doubled = x * 2;
    Tensor y;
    if ((doubled.sum() > 0).item<bool>()) {
      y = torch::relu(doubled) + 1;
    } else {
      y = torch::tanh(doubled);
    }
    return torch::exp(y * 3);
  };
  const ir::GraphModule captured = trace(function, {spec("x: f32[2]")});
  EXPECT_THAT(targets(captured), ElementsAre("mul", "sum", "gt", "cond", "getitem", "mul", "exp"));
  const ir::Conditional& cond = conditional_of(captured);
  EXPECT_THAT(targets(cond.true_graph().graph_module()), ElementsAre("relu", "add"));
  EXPECT_THAT(targets(cond.false_graph().graph_module()), ElementsAre("tanh"));
  EXPECT_TRUE(cond.is_pure());
  expect_equal_both_ways(captured, function);
}

TEST(Branches, EarlyReturns) {
  const auto function = [](const Tensor& x) {
    if ((x.max() < 0).item<bool>()) return x - 1;
    return torch::sqrt(x);
  };
  expect_equal_both_ways(trace(function), function);
}

TEST(Branches, NestedOnesAndThoseInARow) {
  const auto function = [](const Tensor& x) {
    Tensor y = x;
    if ((x[0] > 0).item<bool>()) {
      if ((x[1] > 5).item<bool>()) return y * 100;
      y = y + 1;
    }
    if ((x[1] < 0).item<bool>()) y = y * 2;
    return y - 3;
  };
  const ir::GraphModule captured = trace(function, {spec("x: f32[2]")});
  EXPECT_THAT(targets(captured), ::testing::Contains("cond"));
  for (const float a : {-1.0f, 1.0f}) {
    for (const float b : {-2.0f, 2.0f, 7.0f}) {
      const Tensor x = torch::tensor({a, b});
      EXPECT_EQ(floats(call_graph(captured, x)), floats(function(x))) << a << " " << b;
    }
  }
}

TEST(Branches, OnesInARowDoNotMultiply) {
  const auto function = [](const Tensor& x) {
    Tensor y = x;
    for (int i = 0; i < 4; ++i) {
      y = y * 2;
      if ((y.sum() > i).item<bool>()) {
        y = y - torch::tensor({1.0f, 2.0f});
      } else {
        y = torch::cos(y);
      }
    }
    return y;
  };
  const ir::GraphModule captured = trace(function, {spec("x: f32[2]")});
  EXPECT_THAT(targets(captured),
              ElementsAre("mul", "sum", "gt", "cond", "getitem", "mul", "sum", "gt", "cond_1",
                          "getitem", "mul", "sum", "gt", "cond_2", "getitem", "mul", "sum", "gt",
                          "cond_3", "getitem"));
  expect_equal_both_ways(captured, function);
}

TEST(Branches, NumbersAndTuplesAreResultsToo) {
  const auto function = [](const Tensor& x) -> std::tuple<Tensor, std::int64_t, double> {
    for (std::int64_t i = 0; i < 2; ++i) {
      if ((x[i] > 0).item<bool>()) return {x + i, i, 0.5};
    }
    return {x, 7, 0.5};
  };
  const ir::GraphModule captured = trace(function, {spec("x: f32[2]")});
  using Result = std::tuple<Tensor, std::int64_t, double>;
  for (const Tensor& x : {positive(), negative(), torch::tensor({-1.0f, 1.0f})}) {
    const Result got = call_graph<Result>(captured, x);
    const Result expected = function(x);
    EXPECT_EQ(floats(std::get<0>(got)), floats(std::get<0>(expected)));
    EXPECT_EQ(std::get<1>(got), std::get<1>(expected));
    EXPECT_EQ(std::get<2>(got), 0.5);
  }
}

struct Gate : torch::nn::Module {
  Gate() {
    left = register_module("left", torch::nn::Linear(2, 3));
    right = register_module("right", torch::nn::Linear(2, 3));
    scale = register_parameter("scale", torch::full({3}, 2.0));
  }
  Tensor forward(const Tensor& x) {
    Tensor y;
    if (torch::any(x > 0).item<bool>()) {
      y = left(x) * scale;
    } else {
      y = right(x) + torch::tensor({1.0f, 2.0f, 3.0f});
    }
    if (y.mean().is_nonzero()) y = y + torch::tensor({5.0f, 6.0f, 7.0f});
    return y;
  }
  torch::nn::Linear left{nullptr}, right{nullptr};
  Tensor scale;
};

TEST(Branches, ModulesAndTensorsKeepTheirPaths) {
  Gate model;
  const ir::GraphModule captured = trace(model, {spec("x: f32[2]")});
  const ir::Conditional& cond = conditional_of(captured);
  EXPECT_NE(cond.true_graph().graph_module().find_module("left"), nullptr);
  EXPECT_EQ(cond.true_graph().graph_module().find_module("right"), nullptr);
  EXPECT_NE(cond.true_graph().graph_module().find_attribute("scale"), nullptr);
  for (const Tensor& x : {positive(), negative()}) {
    EXPECT_EQ(floats(call_graph(captured, x)), floats(model.forward(x)));
  }
}

TEST(Branches, ComparisonsOfWholeTensorsDecide) {
  const auto function = [](const Tensor& x) {
    if (torch::allclose(x, x.abs())) return x + 10;
    if (x.equal(x - 0)) return x * 2;
    return x;
  };
  expect_equal_both_ways(trace(function, {spec("x: f32[2]")}), function);
}

TEST(Branches, WritesStayOnTheirSide) {
  const auto inside = [](const Tensor& x) {
    Tensor y = x + 0;
    if ((x.sum() > 0).item<bool>()) {
      Tensor z = x * 2;
      z.add_(1);
      y = z;
    }
    y.mul_(3);
    return y;
  };
  expect_equal_both_ways(trace(inside, {spec("x: f32[2]")}), inside);
  const auto outside = [](const Tensor& x) {
    Tensor y = x + 0;
    if ((x.sum() > 0).item<bool>()) y.view({-1}).add_(1);
    return y;
  };
  const Diagnostic error = error_of([&] { trace(outside, {spec("x: f32[2]")}); });
  EXPECT_STREQ(error.kind->id, "W4012");
  EXPECT_EQ(error.location.line, __LINE__ - 5);
}

TEST(Branches, LoopsThatEndOnDataAreRefused) {
  const auto function = [](Tensor x) {
    while ((x.sum() > 1).item<bool>()) x = x / 2;
    return x;
  };
  const Diagnostic error = error_of([&] { trace(function, {spec("x: f32[2]")}); });
  EXPECT_STREQ(error.kind->id, "W4013");
  EXPECT_EQ(error.location.line, __LINE__ - 5);
}

TEST(Branches, SidesOfOtherShapesAreForTheInterpreterOnly) {
  const auto function = [](const Tensor& x) {
    return (x.sum() > 0).item<bool>() ? x : torch::cat({x, x});
  };
  ir::GraphModule captured = trace(function, {spec("x: f32[2]")});
  expect_equal_both_ways(captured, function);
  const Diagnostic error = error_of([&] { ir::lower_to_core(captured); });
  EXPECT_STREQ(error.kind->id, "W1214");
  EXPECT_EQ(error.location.line, __LINE__ - 6);
}

TEST(Branches, ReadsThatOneSideAloneUses) {
  const auto function = [](const Tensor& x) {
    const auto s = x.sum().item();
    if (s.to<bool>()) return x + 1;
    return x * s;
  };
  const ir::GraphModule captured = trace(function, {spec("x: f32[2]")});
  for (const Tensor& x : {positive(), torch::tensor({1.0f, -1.0f})}) {
    EXPECT_EQ(floats(call_graph(captured, x)), floats(function(x)));
  }
}

TEST(Branches, WhatIsReadBeforeAWriteDecides) {
  const auto function = [](const Tensor& x) {
    Tensor c = x.sum() > 0;
    const auto s = c.item();
    c.logical_not_();
    if (s.to<bool>()) return x + 1;
    return x * 2;
  };
  expect_equal_both_ways(trace(function, {spec("x: f32[2]")}), function);
}

TEST(Branches, GraphsWithConditionalsAreCapturedAgain) {
  const auto function = [](const Tensor& x) {
    if ((x.sum() > 0).item<bool>()) return x + 1;
    return x * 2;
  };
  const ir::GraphModule captured = trace(function, {spec("x: f32[2]")});
  const ir::GraphModule again = trace(captured);
  EXPECT_THAT(targets(again), ::testing::Contains("cond"));
  expect_equal_both_ways(again, function);
}

TEST(Branches, CopiesHaveSidesOfTheirOwn) {
  const auto function = [](const Tensor& x) {
    if ((x.sum() > 0).item<bool>()) return x + 1;
    return x * 2;
  };
  const ir::GraphModule captured = trace(function, {spec("x: f32[2]")});
  const ir::GraphModule copy = captured.clone();
  ir::Node* add = nullptr;
  for (ir::Node* node : conditional_of(copy).true_graph().graph_module().graph) {
    if (node->target() == "add") add = node;
  }
  ASSERT_NE(add, nullptr);
  add->set_args({add->args()[0], 100});
  expect_equal_both_ways(captured, function);
  EXPECT_EQ(floats(call_graph(copy, positive()))[0], 101);
}

TEST(Branches, ErrorsOnOneSideSayWhichWayWasTried) {
  const Diagnostic error = error_of([] {
    trace(
        [](const Tensor& x) {
          TORCH_CHECK((x > -100).all().item<bool>(), "bad input");
          return x + 1;
        },
        {spec("x: f32[2]")});
  });
  ASSERT_FALSE(error.notes.empty());
  EXPECT_THAT(error.notes.back(), ::testing::HasSubstr("on the way where this is false"));
}

TEST(Branches, ManyResultsAndManySteps) {
  const auto function = [](const Tensor& x) {
    std::vector<Tensor> results;
    for (int i = 0; i < 3000; ++i) results.push_back(x + i);
    const bool more = (x.sum() > 0).item<bool>();
    for (Tensor& one : results) one = more ? one * 2 : one - 1;
    return results;
  };
  const ir::GraphModule captured = trace(function, {spec("x: f32[2]")});
  const auto got = call_graph<std::vector<Tensor>>(captured, positive());
  const std::vector<Tensor> expected = function(positive());
  ASSERT_EQ(got.size(), expected.size());
  EXPECT_EQ(floats(got.back()), floats(expected.back()));
}

TEST(Branches, DeepOnesAreStoredAndLoaded) {
  const auto function = [](const Tensor& x) {
    for (int i = 0; i < 60; ++i) {
      if ((x[0] * i > x[1]).item<bool>()) return x + i;
    }
    return x;
  };
  const ir::GraphModule captured = trace(function, {spec("x: f32[2]")});
  const std::filesystem::path file =
      std::filesystem::path(::testing::TempDir()) / "branches_test_deep.weft";
  save_graph_module(captured, file);
  const ir::GraphModule again = load_graph_module(file);
  std::filesystem::remove(file);
  const Tensor x = torch::tensor({1.0f, 40.5f});
  EXPECT_EQ(floats(call_graph(again, x)), floats(function(x)));
}

TEST(Branches, WhatUserCodeCatchesIsRefusedAllTheSame) {
  const auto function = [](const Tensor& x) {
    try {
      return x * x.sum().item<float>();
    } catch (...) {
      return x;
    }
  };
  EXPECT_EQ(error_id([&] { trace(function, {spec("x: f32[2]")}); }), "W4001");
}

TEST(Branches, OnePathMakesDecisionsGraphBreaks) {
  const auto function = [](const Tensor& x) { return (x.sum() > 0).item<bool>() ? x : -x; };
  TraceOptions options;
  options.max_paths = 1;
  EXPECT_EQ(error_id([&] { trace(function, {spec("x: f32[2]")}, options); }), "W4001");
  EXPECT_EQ(error_id([&] {
              trace([](const Tensor& x) { return x * x.sum().item<float>(); }, {spec("x: f32[2]")});
            }),
            "W4001")
      << "a number is no decision";
}

TEST(Branches, ConditionalsArePrintedAndStoredWithTheirSides) {
  Gate model;
  const ir::GraphModule captured = trace(model, {spec("x: f32[2]")});
  const std::string code = ir::readable(captured);
  EXPECT_THAT(code, ::testing::HasSubstr("struct cond_true_graph {"));
  EXPECT_THAT(code, ::testing::HasSubstr("struct cond_1_false_graph {"));
  const std::filesystem::path file =
      std::filesystem::path(::testing::TempDir()) / "branches_test.weft";
  save_graph_module(captured, file);
  const ir::GraphModule again = load_graph_module(file);
  std::filesystem::remove(file);
  EXPECT_TRUE(same_module(captured.clone(), captured));
  for (const Tensor& x : {positive(), negative()}) {
    EXPECT_EQ(floats(call_graph(again, x)), floats(model.forward(x)));
  }
}

// docs/branches.md shows these lines and this graph.
TEST(Branches, ThePageShowsWhatIsCaptured) {
  const auto gate = [](const Tensor& x) {
    Tensor y;
    if ((x.sum() > 0).item<bool>()) {
      y = torch::relu(x);
    } else {
      y = torch::tanh(x) - 1;
    }
    return y * 2;
  };
  const ir::GraphModule branching = trace(gate, {SpecParser().tensor("x: f32[2]")});
  EXPECT_THAT(targets(branching), ElementsAre("sum", "gt", "cond", "getitem", "mul"));
  expect_equal_both_ways(branching, gate);

  const auto trimmed_lines = [](const std::string& path) {
    std::ifstream file(std::string(WEFT_SOURCE_DIR) + path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
      lines.push_back(line.substr(std::min(line.find_first_not_of(' '), line.size())));
    }
    return lines;
  };
  std::vector<std::string> here = trimmed_lines("/tests/trace/branches_test.cpp");
  // What the program captures, and a program that traces itself does not.
  const std::vector<std::string> there = trimmed_lines("/tests/cli/compiled_branches_test.cpp");
  here.insert(here.end(), there.begin(), there.end());
  bool in_code = false;
  for (const std::string& line : trimmed_lines("/docs/branches.md")) {
    if (line.rfind("```", 0) == 0) {
      in_code = line == "```cpp";
    } else if (in_code) {
      EXPECT_THAT(here, ::testing::Contains(line));
    }
  }
}

TEST(Branches, ASideThatDoesNothingLeavesNoTrace) {
  int seen = 0;
  const ir::GraphModule captured = trace(
      [&](const Tensor& x) {
        if ((x.sum() > 0).item<bool>()) ++seen;
        return x + 1;
      },
      {spec("x: f32[2]")});
  EXPECT_THAT(targets(captured), ElementsAre("add"));
  EXPECT_GT(seen, 0);
}

}  // namespace
}  // namespace weft
