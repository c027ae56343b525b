/// \file Random graphs: the same every time, and what is wrong in them is found and made small.
#include "tests/differential/agreement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>
#include <string>

#include <weft/ir/operators/operator.h>
#include <weft/runtime/tensor/factories.h>
#include <weft/runtime/tensor/tensor.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::differential {
namespace {

TEST(RandomGraph, IsTheSameForTheSameSeed) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    EXPECT_EQ(make_random_graph(seed).module.graph.str(),
              make_random_graph(seed).module.graph.str());
  }
}

// A new operator is fuzzed from the day on which its row is there.
TEST(RandomGraph, DrawsPointwiseOperatorsAndReductionsFromTheTable) {
  std::set<std::string> drawn;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const RandomGraph random = make_random_graph(seed);
    for (const ir::Node* node : random.module.graph) {
      if (node->opcode() == ir::OpCode::kCallFunction) drawn.insert(std::string(node->target()));
    }
  }
  std::set<std::string> left_out;
  for (const ir::Operator* op : ir::all_operators()) {
    const bool pointwise = std::holds_alternative<ir::Pointwise>(op->meaning());
    if (op->functional || op->writes() || op->row->effect != ir::Effect::kPure) continue;
    if (!pointwise && !std::holds_alternative<ir::Reduction>(op->meaning())) continue;
    if (drawn.count(op->full_name()) == 0) left_out.insert(op->full_name());
  }
  // A step of a composition, one that needs a keyword, and one that changes nothing.
  EXPECT_EQ(left_out, (std::set<std::string>{"_corrected_mean", "round.decimals", "to.device"}));
}

std::string difference_of(double a, double b, bool exact) {
  return difference({full({1}, a).handle()}, {full({1}, b).handle()}, {exact});
}

TEST(Difference, NanInfinityAndTolerance) {
  EXPECT_EQ(difference_of(NAN, NAN, true), "");
  EXPECT_NE(difference_of(NAN, 1, false), "");
  EXPECT_EQ(difference_of(-INFINITY, -INFINITY, true), "");
  EXPECT_NE(difference_of(INFINITY, -INFINITY, false), "");
  EXPECT_EQ(difference_of(1.00002, 1, false), "");
  EXPECT_NE(difference_of(1.00002, 1, true), "");
  EXPECT_EQ(difference_of(-0.0, 0.0, true), "");
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

struct Fault {
  const char* name;
  const char* from;
  const char* to;
};

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

class InjectedFault : public testing::TestWithParam<Fault> {};

TEST_P(InjectedFault, IsFoundAndMadeSmall) {
  AgreementOptions options;
  options.inputs = 1;
  options.shrunk = 1;
  options.batch.flags = "-O0";
  options.batch.alter = [](std::string text) {
    return replaced(std::move(text), GetParam().from, GetParam().to);
  };
  Agreement result;
  compare_modes(1, 12, options, result);
  ASSERT_FALSE(result.found.empty());
  const std::string& graph = result.found[0].graph;
  std::size_t calls = 0;
  for (std::size_t at = graph.find("call_function"); at != std::string::npos;
       at = graph.find("call_function", at + 1)) {
    // Taking a result out of a tuple is no work.
    calls += graph.compare(at, 32, "call_function[target=getitem](ar") == 0 ? 0 : 1;
  }
  EXPECT_LE(calls, 5u) << graph;
  EXPECT_FALSE(result.found[0].source.empty());
  // The file alone shows the fault, and shows that it is gone.
  const Reproducer reproducer = read_reproducer(result.found[0].reproducer);
  EXPECT_EQ(to_text(reproducer), result.found[0].reproducer);
  EXPECT_NE(replay(reproducer, options.batch), "");
  options.batch.alter = nullptr;
  EXPECT_EQ(replay(reproducer, options.batch), "");
}

/// A graph with an operator for the tests to make wrong, and with views and others around it.
RandomGraph graph_with_a_maximum(std::uint64_t) {
  RandomGraph result;
  ir::Graph& graph = result.module.graph;
  const auto input = [&](std::int64_t rows, std::int64_t columns) {
    ir::Node* node = graph.placeholder("x");
    node->meta.value = {ir::dense(DType::kFloat32, {rows, columns})};
    return node;
  };
  const auto call = [&](const char* target, std::vector<ir::Argument> args) {
    ir::Node* node = graph.call_function(target, std::move(args));
    node->meta.value = ir::infer(*ir::call_of_node(*node));
    return node;
  };
  ir::Node* x = input(3, 5);
  ir::Node* y = input(5, 3);
  ir::Node* largest = call("maximum", {call("t", {call("sin", {x})}), y});
  ir::Node* wide = call("expand", {call("unsqueeze", {largest, 0}), ir::Argument::ints({2, 5, 3})});
  graph.output({std::vector<ir::Argument>{call("exp", {wide})}});
  result.exact = {true};
  result.module.name = "Random";
  return result;
}

// Code without the wrong operator does not compile here, which is another fault than that of the
// graph: no reason to call a graph without it a smaller one.
TEST(Shrinking, KeepsTheKindOfTheProblem) {
  AgreementOptions options;
  options.inputs = 1;
  options.batch.flags = "-O0";
  options.make = graph_with_a_maximum;
  options.batch.alter = [](const std::string& text) {
    const std::string changed = replaced(text, "maximum(", "minimum(");
    return changed == text ? "#error no maximum\n" : changed;
  };
  Agreement result;
  compare_modes(1, 1, options, result);
  ASSERT_EQ(result.found.size(), 1u);
  const Disagreement& found = result.found[0];
  EXPECT_EQ(kind_of(found.what), ProblemKind::kElements) << found.what;
  EXPECT_NE(found.graph.find("target=maximum"), std::string::npos) << found.graph;
  EXPECT_EQ(found.graph.find("target=sin"), std::string::npos) << found.graph;
}

TEST(Shrinking, TellsKindsOfProblemsApart) {
  EXPECT_EQ(kind_of("inputs 0: threw: the generated code does not compile: c++"),
            ProblemKind::kNoCompiling);
  EXPECT_EQ(kind_of("inputs 1: threw: W1207: rows differ"), ProblemKind::kThrown);
  EXPECT_EQ(kind_of("inputs 0: 2 results, not 1"), ProblemKind::kShape);
  EXPECT_EQ(kind_of("inputs 0: result 0 is f32[2], not f32[3]"), ProblemKind::kShape);
  EXPECT_EQ(kind_of("inputs 3: result 1 f32[2]: at 0 1, not 2"), ProblemKind::kElements);
  EXPECT_EQ(kind_of("inputs 3: results 0 and 1 should be equal: result 0 f32[2]: at 0 1, not 2"),
            ProblemKind::kBrokenRule);
}

// Whatever a graph is called with while it is made smaller may be called with by its user.
TEST(Shrinking, CutsValuesToDenseInputs) {
  AgreementOptions options;
  options.inputs = 1;
  options.batch.flags = "-O0";
  options.make = graph_with_a_maximum;
  options.batch.alter = [](std::string text) {
    return replaced(std::move(text), "exp(", "cos(");  // after the values that overlap
  };
  Agreement result;
  compare_modes(1, 1, options, result);
  ASSERT_EQ(result.found.size(), 1u);
  const Reproducer reproducer = read_reproducer(result.found[0].reproducer);
  ASSERT_FALSE(reproducer.inputs.empty());
  const std::vector<ir::TensorHandle>& inputs = reproducer.inputs[0];
  const std::vector<ir::Node*> placeholders = reproducer.module.graph.placeholders();
  ASSERT_EQ(inputs.size(), placeholders.size());
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    if (placeholders[k]->name().find("cut") == std::string::npos) continue;
    EXPECT_TRUE(inputs[k]->meta().tensor()->is_contiguous()) << result.found[0].graph;
  }
  EXPECT_NE(result.found[0].graph.find("%cut"), std::string::npos) << result.found[0].graph;
}

INSTANTIATE_TEST_SUITE_P(Kernels, InjectedFault,
                         testing::Values(Fault{"swapped_extremes", "maximum(", "minimum("},
                                         Fault{"lost_tail", "for_each_vector(part.begin, part.end",
                                               "for_each_vector(part.begin, part.end - 1"}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace weft::differential
