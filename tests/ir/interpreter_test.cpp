#include <gtest/gtest.h>

#include <weft/ir/diagnostics.h>
#include <weft/ir/interpreter.h>
#include <weft/ir/operators/operator.h>

#include "reference_executor.h"

namespace weft::ir {
namespace {

// A tensor without dimensions stands for its number here.
Value tensor(double v) { return testing::make_tensor(v); }
double number(const Value& v) {
  if (const auto* t = v.tensor()) return (*t)->at({});
  if (const auto* d = std::get_if<double>(&v.value)) return *d;
  return static_cast<double>(std::get<std::int64_t>(v.value));
}

// Adds and multiplies, and records what it was called with.
class FakeExecutor : public Executor {
 public:
  Value call_operator(const Operator& op, const std::vector<Value>& arguments,
                      SourceLocation where) override {
    calls.push_back(op.full_name());
    sizes.push_back(arguments.size());
    last_location = where;
    const std::string& name = op.schema.name;
    if (name == "add") {
      return tensor(number(arguments[0]) + number(arguments[2]) * number(arguments[1]));
    }
    if (name == "mul") return tensor(number(arguments[0]) * number(arguments[1]));
    if (name == "relu") return tensor(std::max(0.0, number(arguments[0])));
    last_arguments = arguments;
    return tensor(0);
  }
  std::vector<std::string> calls;
  std::vector<std::size_t> sizes;
  std::vector<Value> last_arguments;
  SourceLocation last_location;
};

class Doubler : public ModuleInterface {
 public:
  std::string module_type() const override { return "Doubler"; }
  Value call_forward(const std::vector<Value>& arguments) override {
    return tensor(2 * number(arguments.at(0)));
  }
};

TEST(Interpreter, B96_RunsEveryOpcode) {
  GraphModule m;
  m.set_attribute("w", tensor(10), dense(DType::kFloat32, {}));
  m.set_module("twice", std::make_shared<Doubler>());
  Graph& g = m.graph;
  Node* x = g.placeholder("x");
  Node* w = g.get_attr("w");
  Node* add = g.call_function("add", {x, w}, {{"alpha", 3}});
  add->meta.location = SourceLocation("net.cpp", 9);
  Node* mul = g.call_method("mul", {add, 2.0});
  Node* twice = g.call_module("twice", {mul});
  g.output(std::vector<Argument>{twice, x, 7, nullptr});
  FakeExecutor executor;
  const Value result = Interpreter(m, executor).run({tensor(1)});
  ASSERT_NE(result.list(), nullptr);
  EXPECT_EQ(number((*result.list())[0]), 2 * 2.0 * (1 + 3 * 10));
  EXPECT_EQ(number((*result.list())[1]), 1);
  EXPECT_EQ(std::get<std::int64_t>((*result.list())[2].value), 7);
  EXPECT_TRUE((*result.list())[3].is_none());
  ASSERT_EQ(executor.calls.size(), 2u);
  EXPECT_EQ(executor.calls[0].substr(0, 3), "add");
  EXPECT_EQ(executor.sizes[0], get_operator(executor.calls[0]).schema.parameters.size());
}

TEST(Interpreter, B96_DefaultsAndWrongCounts) {
  GraphModule m;
  Node* x = m.graph.placeholder("x");
  Node* k = m.graph.placeholder("k", 5);
  m.graph.output(m.graph.call_function("mul", {x, k}));
  FakeExecutor executor;
  EXPECT_EQ(number(Interpreter(m, executor).run({tensor(2)})), 10);
  EXPECT_EQ(number(Interpreter(m, executor).run({tensor(2), Value(3.0)})), 6);
  const auto message = [&](std::vector<Value> inputs) {
    try {
      Interpreter(m, executor).run(std::move(inputs));
    } catch (const Error& e) {
      EXPECT_EQ(e.id(), "W1005");
      return e.diagnostic().message;
    }
    return std::string("none");
  };
  EXPECT_EQ(message({}), "inputs of the graph: expected 1 to 2, got 0");
  EXPECT_EQ(message({tensor(1), tensor(1), tensor(1)}),
            "inputs of the graph: expected 1 to 2, got 3");
}

TEST(Interpreter, B82_EmptyGraphReturnsNothing) {
  GraphModule m;
  FakeExecutor executor;
  EXPECT_TRUE(Interpreter(m, executor).run({}).is_none());
}

class Observer : public Interpreter {
 public:
  using Interpreter::Interpreter;
  Value run_node(const Node& node) override {
    seen.push_back(node.name());
    most_alive = std::max(most_alive, environment_.size());
    return Interpreter::run_node(node);
  }
  // On-the-fly exchange of an operator.
  Value call_function(const Node& node) override {
    if (node.target() == "mul") return tensor(-1);
    return Interpreter::call_function(node);
  }
  std::size_t left() const { return environment_.size(); }
  std::vector<std::string> seen;
  std::size_t most_alive = 0;
};

TEST(Interpreter, B88_B96_ValuesAreDroppedAfterTheirLastUse) {
  GraphModule m;
  Node* x = m.graph.placeholder("x");
  Node* at = x;
  for (int i = 0; i < 50; ++i) at = m.graph.call_function("relu", {at});
  m.graph.call_function("relu", {at});  // unused
  m.graph.output(m.graph.call_function("mul", {at, at}));
  FakeExecutor executor;
  Observer observer(m, executor);
  EXPECT_EQ(number(observer.run({tensor(3)})), -1);
  EXPECT_EQ(observer.seen.size(), m.graph.size());
  EXPECT_LE(observer.most_alive, 2u);
  EXPECT_EQ(observer.left(), 1u);
}

TEST(Interpreter, B96_SeededValuesReplaceNodes) {
  GraphModule m;
  Node* x = m.graph.placeholder("x");
  Node* y = m.graph.placeholder("y");
  Node* a = m.graph.call_function("relu", {x});
  m.graph.output(m.graph.call_function("add", {a, y}));
  FakeExecutor executor;
  Interpreter interpreter(m, executor);
  interpreter.seed(x, tensor(0));
  interpreter.seed(a, tensor(100));
  EXPECT_EQ(number(interpreter.run({tensor(1)})), 101);
  EXPECT_EQ(executor.calls.size(), 1u);
}

TEST(Interpreter, IndexListsReachTheExecutor) {
  GraphModule m;
  Node* x = m.graph.placeholder("x");
  const Argument slice = SliceArgument({nullptr, 4, nullptr});
  m.graph.output(m.graph.call_function(
      "index", {x, std::vector<Argument>{slice, EllipsisArgument{}, nullptr, 0}}));
  FakeExecutor executor;
  Interpreter(m, executor).run({tensor(1)});
  ASSERT_EQ(executor.last_arguments.size(), 2u);
  const auto* items = executor.last_arguments[1].list();
  ASSERT_NE(items, nullptr);
  ASSERT_EQ(items->size(), 4u);
  ASSERT_NE((*items)[0].list(), nullptr);
  EXPECT_EQ(std::get<std::int64_t>((*(*items)[0].list())[1].value), 4);
  EXPECT_EQ(std::get<std::string>((*items)[1].value), "...");
  EXPECT_TRUE((*items)[2].is_none());
}

TEST(Interpreter, MissingPathsAndKeywordArgumentsOfModulesAreErrors) {
  const auto id = [](const GraphModule& m) {
    FakeExecutor executor;
    try {
      Interpreter(m, executor).run({tensor(1)});
    } catch (const Error& e) {
      return std::string(e.id());
    }
    return std::string("none");
  };
  GraphModule attribute;
  attribute.graph.placeholder("x");
  attribute.graph.output(attribute.graph.get_attr("w"));
  EXPECT_EQ(id(attribute), "W1004");
  GraphModule module;
  Node* x = module.graph.placeholder("x");
  Node* call = module.graph.call_module("fc", {x});
  module.graph.output(call);
  EXPECT_EQ(id(module), "W1004");
  module.set_module("fc", std::make_shared<Doubler>());
  EXPECT_EQ(id(module), "none");
  call->set_kwargs({{"k", 1}});
  EXPECT_EQ(id(module), "W1214");
}

}  // namespace
}  // namespace weft::ir
