// Interpreter, Transformer, CodeGen and readable printing.
#include <weft/ir/graph_codegen.h>
#include <weft/ir/graph_submodule.h>
#include <weft/ir/transformer.h>

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
using testing::run;
using testing::vector_value;

// add(relu(x), k) with k = 5, and its own module and tensor.
GraphModule small_module() {
  GraphModule m;
  m.name = "Small";
  m.set_attribute("w", vector_value({10}), dense(DType::kFloat32, {1}));
  m.set_module("layer.scale", std::make_shared<testing::Scale>(2));
  Graph& g = m.graph;
  Node* x = g.placeholder("x");
  x->meta.value = dense(DType::kFloat32, {1});
  Node* k = g.placeholder("k", 5);
  Node* w = g.get_attr("w");
  w->meta.location = SourceLocation("net.cpp", 1, 2);
  w->meta.value = dense(DType::kFloat32, {1});
  Node* relu = g.call_function("relu", {x});
  relu->meta.location = SourceLocation("net.cpp", 2, 2);
  relu->meta.module_stack = {{"layer", "Layer"}};
  relu->meta.custom["tag"] = 3;
  Node* add = g.call_method("add", {relu, k});
  add->meta.location = SourceLocation("net.cpp", 3, 2);
  Node* scaled = g.call_module("layer.scale", {add});
  scaled->meta.location = SourceLocation("net.cpp", 4, 2);
  g.output(list({g.call_function("mul", {scaled, w}), relu}));
  return m;
}

TEST(FxExecution, B96_EveryOpcodeRunsAndDefaultsHold) {
  const GraphModule m = small_module();
  EXPECT_THAT(run(m, {vector_value({1})}), ElementsAre((1 + 5) * 2 * 10, 1));
  EXPECT_THAT(run(m, {vector_value({1}), Value(std::int64_t{7})}), ElementsAre(160, 1));
}

TEST(FxExecution, B96_MissingAndExtraArgumentsAreReportedWithTheInputs) {
  const GraphModule m = small_module();
  const Diagnostic missing = diagnostic_of([&] { run(m, {}); });
  EXPECT_EQ(missing.str(),
            "error: inputs of the graph: expected 1 to 2, got 0 [W1005]\n"
            "  hint: the inputs are `x`, `k` = 5");
  const Diagnostic extra = diagnostic_of([&] { run(m, {Value(), Value(), Value()}); });
  EXPECT_EQ(extra.message, "inputs of the graph: expected 1 to 2, got 3");
}

TEST(FxExecution, B96_PerNodeOverrideSeesEveryNode) {
  struct Observer : Interpreter {
    using Interpreter::Interpreter;
    Value run_node(const Node& node) override {
      seen.push_back(node.name());
      return Interpreter::run_node(node);
    }
    std::vector<std::string> seen;
  };
  const GraphModule m = small_module();
  testing::ReferenceExecutor executor;
  Observer observer(m, executor);
  observer.run({vector_value({1})});
  EXPECT_THAT(observer.seen,
              ElementsAre("x", "k", "w", "relu", "add", "layer_scale", "mul", "output"));
}

TEST(FxExecution, B96_OperatorsAreSwappedOnTheFly) {
  struct Swap : Interpreter {
    using Interpreter::Interpreter;
    Value call_function(const Node& node) override {
      if (node.target() != "relu") return Interpreter::call_function(node);
      return executor_.call_operator(get_operator("neg"), {evaluate(node.args()[0])},
                                     node.meta.location);
    }
  };
  const GraphModule m = small_module();
  testing::ReferenceExecutor executor;
  EXPECT_THAT(numbers(Swap(m, executor).run({vector_value({1})})), ElementsAre(80, -1));
}

TEST(FxExecution, B96_PartialEvaluationFromSeeds) {
  const GraphModule m = small_module();
  testing::ReferenceExecutor executor;
  Interpreter interpreter(m, executor);
  interpreter.seed(m.graph.find_by_name("relu"), vector_value({100}));
  EXPECT_THAT(numbers(interpreter.run({vector_value({1})})), ElementsAre(2100, 100));
  EXPECT_THAT(numbers(interpreter.run({vector_value({1})})), ElementsAre(120, 1))
      << "seeds hold for one run";
}

TEST(FxExecution, B96_SeedsOfAFailedRunAreGone) {
  struct Fails : Interpreter {
    using Interpreter::Interpreter;
    Value call_method(const Node& node) override {
      if (broken) throw std::runtime_error("no device");
      return Interpreter::call_method(node);
    }
    bool broken = true;
    std::size_t left() const { return environment_.size(); }
  };
  const GraphModule m = small_module();
  testing::ReferenceExecutor executor;
  Fails interpreter(m, executor);
  interpreter.seed(m.graph.find_by_name("relu"), vector_value({100}));
  const Diagnostic d = diagnostic_of([&] { interpreter.run({vector_value({1})}); });
  EXPECT_EQ(d.str(), "net.cpp:3:2: error: node `add` failed: no device [W1060]");
  EXPECT_EQ(interpreter.left(), 0u);
  interpreter.broken = false;
  EXPECT_THAT(numbers(interpreter.run({vector_value({1})})), ElementsAre(120, 1));
}

TEST(FxExecution, B90_ErrorsCarryTheNodeAndTheUsersLine) {
  struct Fails : Interpreter {
    using Interpreter::Interpreter;
    Value call_module(const Node&) override {
      fail(diag::ShapeMismatch, {}, {"scale", "too wide"});
    }
  };
  const GraphModule m = small_module();
  testing::ReferenceExecutor executor;
  const Diagnostic d = diagnostic_of([&] { Fails(m, executor).run({vector_value({1})}); });
  EXPECT_EQ(d.str(),
            "net.cpp:4:2: error: scale: too wide [W1207]\n  note: in node `layer_scale`, which "
            "calls module `layer.scale`");
}

TEST(FxExecution, B90_ErrorsInsideModulesNameTheirPaths) {
  testing::ReferenceExecutor executor;
  GraphModule inner = make_graph([](Graph& g) {
    Node* x = g.placeholder("x");
    Node* bad = g.call_function("reshape", {x, Argument::ints({7})});
    bad->meta.location = SourceLocation("block.cpp", 3, 5);
    bad->meta.module_stack = {{"", "Block"}, {"fc.0", "Linear"}};
    g.output(bad);
  });
  GraphModule outer;
  outer.set_module("layers.1", std::make_shared<GraphSubmodule>(std::move(inner), executor));
  Node* x = outer.graph.placeholder("x");
  outer.graph.output(outer.call_module("layers.1", {x}));
  const Diagnostic d =
      diagnostic_of([&] { Interpreter(outer, executor).run({vector_value({1, 2})}); });
  EXPECT_EQ(d.location.str(), "block.cpp:3:5") << "not labelled anew";
  EXPECT_EQ(d.notes,
            (std::vector<std::string>{"in node `reshape` of module `fc.0` (Linear)",
                                      "in node `layers_1`, which calls module `layers.1`"}));
}

TEST(FxExecution, DictionariesStayDictionaries) {
  GraphModule m = make_graph([](Graph& g) {
    Node* x = g.placeholder("x");
    g.output(ArgumentDict({{"a", x}, {"b", std::vector<Argument>{x, 2}}}));
  });
  testing::ReferenceExecutor executor;
  const Value result = Interpreter(m, executor).run({vector_value({1})});
  ASSERT_NE(result.dict(), nullptr);
  ASSERT_EQ(result.dict()->items.size(), 2u);
  EXPECT_EQ(result.dict()->items[0].first, "a");
  EXPECT_NE(result.dict()->items[0].second.tensor(), nullptr);
  EXPECT_EQ(result.dict()->items[1].second.list()->size(), 2u);
}

TEST(FxExecution, B88_B96_OnlyTheOutputIsLeft) {
  struct Watch : Interpreter {
    using Interpreter::Interpreter;
    Value run_node(const Node& node) override {
      most = std::max(most, environment_.size());
      return Interpreter::run_node(node);
    }
    std::size_t left() const { return environment_.size(); }
    std::size_t most = 0;
  };
  GraphModule m = make_graph([](Graph& g) {
    Node* at = g.placeholder("x");
    for (int i = 0; i < 100; ++i) {
      g.call_function("neg_", {at});  // a dead result of an in-place call
      at = g.call_function("abs", {at});
    }
    g.output(at);
  });
  testing::ReferenceExecutor executor;
  Watch watch(m, executor);
  watch.run({vector_value({1})});
  EXPECT_LE(watch.most, 2u);
  EXPECT_EQ(watch.left(), 1u);
}

// Transformer.

TEST(FxExecution, B97_WithoutOverridesItIsTheIdentity) {
  const GraphModule m = small_module();
  const GraphModule same = Transformer(m).transform();
  same.lint();
  EXPECT_EQ(same.graph.str(), m.graph.str());
  EXPECT_EQ(same.name, "Small");
  EXPECT_EQ(run(same, {vector_value({4})}), run(m, {vector_value({4})}));
}

TEST(FxExecution, B97_OperatorsAreSwapped) {
  struct Swap : Transformer {
    using Transformer::Transformer;
    Argument call_function(const Node& node, std::vector<Argument> args,
                           KeywordArguments kwargs) override {
      if (node.target() != "relu") return Transformer::call_function(node, args, kwargs);
      Node* wide = graph().call_function("cat", {list({args[0], args[0]})});
      return graph().call_function("neg", {wide});
    }
    Argument call_method(const Node&, std::vector<Argument> args, KeywordArguments) override {
      return graph().call_function("sub", {args[0], args[1]});
    }
  };
  const GraphModule m = small_module();
  const GraphModule swapped = Swap(m).transform();
  swapped.lint();
  EXPECT_THAT(calls(swapped), ElementsAre("cat", "neg", "sub", "layer.scale", "mul"));
  const Node* neg = swapped.graph.find_by_name("neg");
  EXPECT_EQ(neg->meta.location.str(), "net.cpp:2:2");
  EXPECT_EQ(neg->meta.module_stack.size(), 1u);
  EXPECT_EQ(neg->meta.custom.at("tag"), Argument(3));
  EXPECT_EQ(neg->meta.value.str(), "f32[2]") << "metas are concluded anew";
  EXPECT_FALSE(swapped.graph.find_by_name("layer_scale")->meta.value.known());
}

TEST(FxExecution, B97_LinesStacksAndAttachmentsAreKeptAlsoOnGetAttr) {
  const GraphModule m = small_module();
  const GraphModule same = Transformer(m).transform();
  for (Graph::Iterator a = m.graph.begin(), b = same.graph.begin(); a != m.graph.end(); ++a, ++b) {
    EXPECT_EQ((*a)->name(), (*b)->name());
    EXPECT_EQ((*a)->meta.location.str(), (*b)->meta.location.str());
    EXPECT_EQ((*a)->meta.module_stack, (*b)->meta.module_stack);
    EXPECT_EQ((*a)->meta.custom.size(), (*b)->meta.custom.size());
  }
  EXPECT_EQ(same.graph.find_by_name("w")->meta.location.str(), "net.cpp:1:2");
}

TEST(FxExecution, B97_SeveralOutputsAndReplacedInputs) {
  struct First : Transformer {
    using Transformer::Transformer;
    Argument placeholder(const Node& node) override {
      if (node.name() == "k") return 1;
      return Transformer::placeholder(node);
    }
    Argument output(const Node& node, Argument value) override {
      return Transformer::output(node, list({value, 8}));
    }
  };
  const GraphModule m = small_module();
  const GraphModule made = First(m).transform();
  made.lint();
  EXPECT_EQ(made.graph.placeholders().size(), 1u);
  EXPECT_THAT(run(made, {vector_value({1})}), ElementsAre(40, 1, 8));
}

// CodeGen.

// Takes one list, returns a dictionary-like pair, and has a global.
class ListForm : public CodeGen {
 public:
  std::vector<std::string> globals(const Graph&) const override {
    return {"#include <vector>", "constexpr int kVersion = 2;"};
  }
  std::vector<std::string> open_function(const Graph& graph, std::string) const override {
    std::vector<std::string> lines = {"auto forward(std::vector<Tensor> inputs) {"};
    std::size_t i = 0;
    for (const Node* node : graph.placeholders()) {
      lines.push_back("  auto " + node->name() + " = inputs.at(" + std::to_string(i++) + ");");
    }
    return lines;
  }
  std::string return_line(std::string plain) const override { return plain + "  // packed"; }
  std::vector<Value> process_inputs(std::vector<Value> inputs) const override {
    return *inputs.at(0).list();
  }
  Value process_outputs(Value result) const override {
    return Value(std::vector<Value>{std::move(result), Value(std::int64_t{2})});
  }
};

TEST(FxExecution, B97_PlaceholdersComeBeforeWhatTheirOverridesMake) {
  struct Casts : Transformer {
    using Transformer::Transformer;
    Argument placeholder(const Node& node) override {
      return graph().call_function("neg", {Transformer::placeholder(node)});
    }
  };
  const GraphModule m = make_graph([](Graph& g) {
    Node* a = g.placeholder("a");
    Node* b = g.placeholder("b");
    g.output(g.call_function("sub", {a, b}));
  });
  const GraphModule cast = Casts(m).transform();
  cast.lint();
  EXPECT_EQ(run(cast, {vector_value({1}), vector_value({5})}), (std::vector<double>{4}));
}

TEST(FxExecution, B92_CustomCodeGenHoldsForModuleInterpreterAndTransformer) {
  GraphModule m = make_graph([](Graph& g) {
    Node* a = g.placeholder("a");
    g.output(g.call_function("sub", {a, g.placeholder("b")}));
  });
  m.codegen = std::make_shared<ListForm>();
  EXPECT_EQ(generate_code(m).text(),
            "#include <vector>\n"
            "constexpr int kVersion = 2;\n"
            "auto forward(std::vector<Tensor> inputs) {\n"
            "  auto a = inputs.at(0);\n"
            "  auto b = inputs.at(1);\n"
            "  auto sub = weft::sub(a, b);\n"
            "  return sub;  // packed\n"
            "}\n");
  const Value packed(std::vector<Value>{vector_value({5}), vector_value({3})});
  EXPECT_THAT(run(m, {packed}), ElementsAre(2, 2));
  EXPECT_THAT(run(m.clone(), {packed}), ElementsAre(2, 2));
  EXPECT_THAT(run(Transformer(m).transform(), {packed}), ElementsAre(2, 2));
  testing::ReferenceExecutor executor;
  GraphSubmodule called(m.clone(), executor);
  EXPECT_THAT(numbers(called.call_forward({packed})), ElementsAre(2, 2));
}

TEST(FxExecution, B91_LineMapIsRightAlsoAfterLinesWerePrepended) {
  class Prefixed : public CodeGen {
   public:
    std::vector<CodeLine> transform(std::vector<CodeLine> lines) const override {
      std::vector<CodeLine> result = {{"// made for a test"}, {"#include <weft/weft.h>"}};
      for (CodeLine& line : lines) {
        if (line.node != nullptr && line.node->opcode() == OpCode::kOutput) {
          result.push_back({"  log(\"done\");"});
        }
        result.push_back(std::move(line));
      }
      return result;
    }
  };
  GraphModule m = small_module();
  for (const bool prefixed : {false, true}) {
    m.codegen = prefixed ? std::make_shared<Prefixed>() : nullptr;
    const GeneratedCode code = generate_code(m);
    const std::size_t shift = prefixed ? 2 : 0;
    EXPECT_EQ(code.line_of(m.graph.find_by_name("w")), 2 + shift);
    EXPECT_EQ(code.line_of(m.graph.find_by_name("mul")), 6 + shift);
    EXPECT_EQ(code.line_of(m.graph.output_node()), 7 + shift + (prefixed ? 1 : 0));
    EXPECT_EQ(code.line_of(m.graph.first()), 0u) << "a placeholder has no line of its own";
    EXPECT_EQ(code.node_at(1), nullptr);
    EXPECT_EQ(code.node_at(1000), nullptr);
    for (std::size_t line = 1; line <= code.lines.size(); ++line) {
      const Node* node = code.node_at(line);
      if (node == nullptr || node->opcode() == OpCode::kOutput) continue;
      EXPECT_THAT(code.lines[line - 1].text, HasSubstr("auto " + node->name() + " = "));
    }
  }
}

TEST(FxExecution, B93_ReadablePrintingNestsModulesWithoutTrailingBlanks) {
  testing::ReferenceExecutor executor;
  GraphModule inner =
      make_graph([](Graph& g) { g.output(g.call_function("sin", {g.placeholder("x")})); });
  GraphModule middle;
  middle.set_module("inner", std::make_shared<GraphSubmodule>(std::move(inner), executor));
  Node* y = middle.graph.placeholder("y");
  middle.graph.output(middle.graph.call_module("inner", {y}));
  GraphModule outer;
  outer.name = "Outer";
  outer.set_module("body.0", std::make_shared<GraphSubmodule>(std::move(middle), executor));
  outer.set_module("leaf", std::make_shared<testing::Scale>(2));
  Node* z = outer.graph.placeholder("z");
  outer.graph.output(outer.graph.call_module("leaf", {outer.graph.call_module("body.0", {z})}));
  const std::string text = readable(outer);
  EXPECT_EQ(text, R"(struct Outer {
  struct body_0 {
    struct inner {
      auto forward(Tensor x) {
        auto sin = weft::sin(x);
        return sin;
      }
    };

    auto forward(Tensor y) {
      auto inner = inner(y);
      return inner;
    }
  };

  auto forward(Tensor z) {
    auto body_0 = body[0](z);
    auto leaf = leaf(body_0);
    return leaf;
  }
};
)");
  EXPECT_EQ(text.find(" \n"), std::string::npos);
}

TEST(FxExecution, NestedGraphModulesArePureIfTheirNodesAre) {
  testing::ReferenceExecutor executor;
  const auto module = [&](const char* op) {
    return GraphSubmodule(
        make_graph([&](Graph& g) { g.output(g.call_function(op, {g.placeholder("x")})); }),
        executor);
  };
  EXPECT_TRUE(module("sin").is_pure());
  EXPECT_FALSE(module("neg_").is_pure());
}

TEST(FxExecution, InputsOfOtherKindsAreRefused) {
  GraphModule m;
  Node* x = m.graph.placeholder("x");
  x->meta.value = dense(DType::kFloat64, {2});
  m.graph.output(m.graph.call_function("relu", {x}));
  EXPECT_STREQ(testing::diagnostic_of([&] { run(m, {Value(1.5)}); }).kind->id, "W1204");
  EXPECT_STREQ(testing::diagnostic_of([&] { run(m, {Value(std::string("x"))}); }).kind->id,
               "W1204");
  EXPECT_STREQ(testing::diagnostic_of([&] { run(m, {Value(std::vector<Value>())}); }).kind->id,
               "W1204");
}

}  // namespace
}  // namespace weft::ir
