// The smallest piece of a graph on which two executions differ.
#include <weft/ir/minimizer.h>

#include <cmath>
#include <stdexcept>

#include <weft/ir/operators/operator.h>

#include "fx_scene.h"

namespace weft::ir {
namespace {

using testing::calls;
using testing::diagnostic_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::list;
using testing::make_graph;
using testing::numbers;
using testing::vector_value;

// Computes one operator a little wrong.
class FaultyExecutor : public testing::ReferenceExecutor {
 public:
  explicit FaultyExecutor(std::string name, bool throws = false)
      : name_(std::move(name)), throws_(throws) {}
  Value call_operator(const Operator& op, const std::vector<Value>& arguments,
                      SourceLocation where) override {
    Value value = ReferenceExecutor::call_operator(op, arguments, where);
    if (op.schema.name != name_) return value;
    if (throws_) throw std::runtime_error("kernel not found");
    std::vector<double> wrong = testing::elements(**value.tensor());
    for (double& element : wrong) element += 0.5;
    const auto size = static_cast<std::int64_t>(wrong.size());
    return Value(testing::make_tensor({size}, wrong));
  }

 private:
  std::string name_;
  bool throws_;
};

MinimizerCallbacks callbacks(Executor& reference, Executor& suspect, double tolerance = 1e-6) {
  MinimizerCallbacks result;
  result.reference = [&](const GraphModule& m, const std::vector<Value>& inputs) {
    return Interpreter(m, reference).run(inputs);
  };
  result.suspect = [&](const GraphModule& m, const std::vector<Value>& inputs) {
    return Interpreter(m, suspect).run(inputs);
  };
  result.compare = [=](const Value& a, const Value& b) -> std::optional<std::string> {
    const std::vector<double> x = numbers(a);
    const std::vector<double> y = numbers(b);
    double worst = x.size() == y.size() ? 0 : INFINITY;
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
      worst = std::max(worst, std::abs(x[i] - y[i]));
    }
    if (worst <= tolerance) return std::nullopt;
    return "largest difference " + std::to_string(worst);
  };
  result.describe = [](const Value& value) {
    return "[" + std::to_string(numbers(value).at(0)) + ", ...]";
  };
  return result;
}

GraphModule model() {
  GraphModule m = make_graph([](Graph& g) {
    Node* x = g.placeholder("x");
    Node* at = x;
    for (int i = 0; i < 10; ++i) at = g.call_function("add", {g.call_function("sin", {at}), x});
    at = g.call_function("exp", {at});
    at->meta.location = SourceLocation("net.cpp", 31, 7);
    for (int i = 0; i < 10; ++i) at = g.call_function("cos", {at});
    g.output(list({at, x}));
  });
  return m;
}

TEST(FxMinimizer, OneFaultyCallIsFound) {
  testing::ReferenceExecutor good;
  FaultyExecutor bad("exp");
  const MinimizedDifference found =
      minimize_difference(model(), {vector_value({0.25, 1})}, good, callbacks(good, bad));
  EXPECT_THAT(calls(found.module), ElementsAre("exp"));
  EXPECT_EQ(found.nodes, 1u);
  EXPECT_EQ(found.of_nodes, 31u);
  EXPECT_LE(found.runs, 14u);
  EXPECT_EQ(found.difference, "largest difference 0.500000");
  found.module.lint();
  ASSERT_EQ(found.inputs.size(), 1u);
  EXPECT_NE(numbers(Interpreter(found.module, good).run(found.inputs)),
            numbers(Interpreter(found.module, bad).run(found.inputs)));
  EXPECT_THAT(found.report, HasSubstr("the executions differ on 1 of 31 calls ("));
  EXPECT_THAT(found.report, HasSubstr("  exp at net.cpp:31:7\n"));
  EXPECT_THAT(found.report, HasSubstr("inputs:\n  add_9: ? = ["));
  EXPECT_THAT(found.report, HasSubstr("auto exp = weft::exp(add_9);"));
}

TEST(FxMinimizer, AFaultThatNeedsSeveralCallsKeepsThemAll) {
  // The suspect fuses mul and add, which is the fault: no call alone shows it.
  testing::ReferenceExecutor good;
  MinimizerCallbacks both = callbacks(good, good);
  both.suspect = [&](const GraphModule& m, const std::vector<Value>& inputs) {
    const std::vector<std::string> ops = calls(m);
    const bool fuses = std::find(ops.begin(), ops.end(), "mul") != ops.end() &&
                       std::find(ops.begin(), ops.end(), "tanh") != ops.end();
    FaultyExecutor bad("tanh");
    return fuses ? Interpreter(m, bad).run(inputs) : Interpreter(m, good).run(inputs);
  };
  const GraphModule m = make_graph([](Graph& g) {
    Node* x = g.placeholder("x");
    Node* mul = g.call_function("mul", {g.call_function("sin", {x}), 3.0});
    Node* other = g.call_function("cos", {x});
    Node* tanh = g.call_function("tanh", {g.call_function("add", {mul, other})});
    g.output(g.call_function("neg", {tanh}));
  });
  const MinimizedDifference found = minimize_difference(m, {vector_value({1})}, good, both);
  EXPECT_THAT(calls(found.module), ElementsAre("mul", "tanh"));
}

TEST(FxMinimizer, ExceptionsOfTheSuspectAreDifferences) {
  testing::ReferenceExecutor good;
  FaultyExecutor bad("exp", /*throws=*/true);
  const MinimizedDifference found =
      minimize_difference(model(), {vector_value({0.25})}, good, callbacks(good, bad));
  EXPECT_THAT(calls(found.module), ElementsAre("exp"));
  EXPECT_THAT(found.difference, HasSubstr("the second execution failed: "));
  EXPECT_THAT(found.difference, HasSubstr("kernel not found"));
}

TEST(FxMinimizer, WritesDoNotSpoilTheInputs) {
  testing::ReferenceExecutor good;
  FaultyExecutor bad("exp");
  const GraphModule m = make_graph([](Graph& g) {
    Node* a = g.call_function("neg", {g.placeholder("x")});
    Node* b = g.call_function("exp", {a});
    g.call_function("add_", {a, 100.0});
    g.output(g.call_function("add", {a, b}));
  });
  const Value x = vector_value({1});
  const MinimizedDifference found = minimize_difference(m, {x}, good, callbacks(good, bad));
  EXPECT_THAT(calls(found.module), ElementsAre("exp"));
  EXPECT_THAT(numbers(found.inputs[0]), ElementsAre(-1)) << "as it was when exp ran";
}

TEST(FxMinimizer, NothingIsFoundWhereTheExecutionsAgree) {
  testing::ReferenceExecutor good;
  FaultyExecutor bad("exp");
  const auto id = [&](Executor& suspect, double tolerance) {
    return std::string(diagnostic_of([&] {
                         minimize_difference(model(), {vector_value({1})}, good,
                                             callbacks(good, suspect, tolerance));
                       }).kind->id);
  };
  EXPECT_EQ(id(good, 1e-6), "W1380");
  EXPECT_EQ(id(bad, 10), "W1380") << "within the tolerance";
}

}  // namespace
}  // namespace weft::ir
