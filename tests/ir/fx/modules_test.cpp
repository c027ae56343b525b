// Graph modules: paths, running, and lowering to something else by the public interface. The B
// numbers are those of docs/fx-parity.md.
#include <weft/ir/interpreter.h>
#include <weft/ir/operators/operator.h>

#include "../reference_executor.h"
#include "fx_testing.h"

namespace weft::ir {
namespace {

using testing::elements;
using ::testing::ElementsAre;
using testing::error_id;
using testing::error_message;
using testing::FakeModule;
using testing::make_tensor;
using testing::ReferenceExecutor;

Value run(const GraphModule& module, std::vector<Value> inputs) {
  ReferenceExecutor executor;
  return Interpreter(module, executor).run(std::move(inputs));
}

TEST(FxGraph, B82_AnEmptyGraphRunsAndReturnsNothing) {
  GraphModule m;
  EXPECT_TRUE(run(m, {}).is_none());
  EXPECT_EQ(m.graph.code(), "auto forward() {\n}\n");
}

TEST(FxGraph, B83_DottedPathsMakeTheHierarchy) {
  GraphModule m;
  const std::pair<const char*, double> state[] = {{"a.b.weight", 2}, {"a.weight", 3}, {"bias", 4}};
  for (const auto& [path, value] : state) {
    m.set_attribute(path, make_tensor(value), dense(DType::kFloat32, {}));
  }
  m.set_module("a.b", std::make_shared<FakeModule>());
  Node* x = m.graph.placeholder("x");
  Node* y = m.call_module("a.b", {x});
  for (const auto& [path, value] : state) y = m.graph.call_function("mul", {y, m.get_attr(path)});
  m.graph.output(y);
  m.lint();
  EXPECT_THAT(elements(**run(m, {make_tensor(1)}).tensor()), ElementsAre(24));
}

TEST(FxGraph, B84_ParametersAreSharedWithWhoMadeThem) {
  GraphModule m;
  const TensorHandle weight = make_tensor(2);
  m.set_attribute("weight", weight, dense(DType::kFloat32, {}));
  m.graph.output(m.graph.call_function("mul", {m.graph.placeholder("x"), m.get_attr("weight")}));
  const GraphModule copy = m.clone();
  weight->at({}) = 5;
  EXPECT_THAT(elements(**run(copy, {make_tensor(3)}).tensor()), ElementsAre(15));
}

TEST(FxGraph, B85_LookUpsSayWhatIsMissingOrOfAnotherKind) {
  GraphModule m;
  m.set_module("fc", std::make_shared<FakeModule>());
  m.set_attribute("fc.weight", make_tensor(1), dense(DType::kFloat32, {}));
  EXPECT_EQ(error_message([&] { m.get_attr("fc.bias"); }),
            "node `get_attr`: no tensor at path `fc.bias`");
  EXPECT_EQ(error_message([&] { m.get_attr("fc"); }),
            "node `get_attr`: no tensor (but a module) at path `fc`");
  EXPECT_EQ(error_message([&] { m.call_module("fc.weight"); }),
            "node `call_module`: no module (but a tensor) at path `fc.weight`");
  EXPECT_EQ(error_id([&] { m.call_module("other"); }), "W1004");
  EXPECT_TRUE(m.graph.empty());
  m.graph.output(m.graph.get_attr("fc"));
  EXPECT_EQ(error_message([&] { m.lint(); }), "node `fc`: no tensor (but a module) at path `fc`");
}

TEST(FxGraph, B86_ModulesCanBeDeletedWithWhatIsInside) {
  GraphModule m;
  for (const char* path : {"a", "a.b", "ab", "c"}) {
    m.set_module(path, std::make_shared<FakeModule>());
  }
  m.set_attribute("a.weight", make_tensor(1), dense(DType::kFloat32, {}));
  EXPECT_TRUE(m.delete_module("a"));
  EXPECT_FALSE(m.delete_module("a"));
  EXPECT_EQ(m.find_module("a.b"), nullptr);
  EXPECT_NE(m.find_module("ab"), nullptr);
  EXPECT_NE(m.find_module("c"), nullptr);
  EXPECT_NE(m.find_attribute("a.weight"), nullptr);
}

class Watcher : public Interpreter {
 public:
  using Interpreter::Interpreter;
  Value run_node(const Node& node) override {
    most_alive = std::max(most_alive, environment_.size());
    return Interpreter::run_node(node);
  }
  std::size_t most_alive = 0;
};

TEST(FxGraph, B88_DeadResultsOfInPlaceOperatorsAreFreed) {
  GraphModule m;
  Node* x = m.graph.placeholder("x");
  for (int i = 0; i < 20; ++i) m.graph.call_function("add_", {x, 1});
  m.graph.output(x);
  ReferenceExecutor executor;
  Watcher watcher(m, executor);
  EXPECT_THAT(elements(**watcher.run({make_tensor(1)}).tensor()), ElementsAre(21));
  EXPECT_EQ(watcher.most_alive, 1u);
}

TEST(FxGraph, B89_InPlaceOperatorsPrintAsStatementsAndRun) {
  GraphModule m;
  Node* x = m.graph.placeholder("x");
  Node* y = m.graph.call_function("relu", {x});
  m.graph.call_function("add_", {y, 2});
  m.graph.call_method("mul_", {y, 3});
  m.graph.output(y);
  EXPECT_EQ(m.graph.code(), R"(auto forward(Tensor x) {
  auto relu = weft::relu(x);
  relu.add_(2);
  relu.mul_(3);
  return relu;
}
)");
  EXPECT_THAT(elements(**run(m, {make_tensor(1)}).tensor()), ElementsAre(9));
}

// Lowers a graph to a list of instructions and calls that in place of a module, with nothing but
// the public interface.
class Instructions : public ModuleInterface {
 public:
  explicit Instructions(const Graph& graph) {
    std::unordered_map<const Node*, std::size_t> registers;
    for (const Node* node : graph) {
      if (node->opcode() == OpCode::kPlaceholder) {
        ++inputs_;
      } else if (node->opcode() == OpCode::kOutput) {
        result_ = registers.at(node->args()[0].node());
        return;
      } else {
        std::vector<std::size_t> operands;
        for (const Argument& a : node->args()) operands.push_back(registers.at(a.node()));
        list_.push_back({node->op(), std::move(operands), registers.size()});
      }
      registers.emplace(node, registers.size());
    }
  }

  std::string module_type() const override { return "Instructions"; }
  Value call_forward(const std::vector<Value>& arguments) override {
    ReferenceExecutor executor;
    std::vector<Value> values = arguments;
    values.resize(inputs_ + list_.size());
    for (const Instruction& i : list_) {
      std::vector<Value> operands;
      for (const std::size_t k : i.operands) operands.push_back(values[k]);
      // Defaults of the schema that the graph left out.
      for (std::size_t k = operands.size(); k < i.op->schema.parameters.size(); ++k) {
        operands.emplace_back(std::int64_t{1});
      }
      values[i.result] = executor.call_operator(*i.op, operands, {});
    }
    return values[result_];
  }

 private:
  struct Instruction {
    const Operator* op;
    std::vector<std::size_t> operands;
    std::size_t result;
  };
  std::size_t inputs_ = 0;
  std::size_t result_ = 0;
  std::vector<Instruction> list_;
};

TEST(FxGraph, B95_GraphsCanBeLoweredAndPutInPlaceOfAModule) {
  GraphModule inner;
  Node* x = inner.graph.placeholder("x");
  Node* y = inner.graph.placeholder("y");
  Node* sum = inner.graph.call_function("add", {x, y});
  inner.graph.output(
      inner.graph.call_function("mul", {sum, inner.graph.call_function("relu", {y})}));

  GraphModule outer;
  outer.set_module("lowered", std::make_shared<Instructions>(inner.graph));
  Node* a = outer.graph.placeholder("a");
  outer.graph.output(outer.call_module("lowered", {a, a}));
  EXPECT_THAT(elements(**run(outer, {make_tensor(3)}).tensor()), ElementsAre(18));
  EXPECT_THAT(elements(**run(inner, {make_tensor(3), make_tensor(3)}).tensor()), ElementsAre(18));
}

}  // namespace
}  // namespace weft::ir
