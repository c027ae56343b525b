// replace_pattern with C++ functions, splitting and running of captured models, compared with
// eager.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <torch/torch.h>

#include <weft/frontend/trace/module_meta.h>
#include <weft/frontend/trace/replace_pattern.h>
#include <weft/frontend/trace/trace.h>
#include <weft/ir/interpreter.h>
#include <weft/ir/partitioning/capability_partitioner.h>
#include <weft/ir/passes/shape_propagation.h>
#include <weft/ir/transformer.h>

namespace weft {
namespace {

Tensor run(const ir::GraphModule& module, const Tensor& x) {
  ir::Interpreter interpreter(module, eager_executor());
  return Tensor(*interpreter.run({x.handle()}).tensor());
}

struct Net : nn::Module {
  Net() {
    fc1 = register_module("fc1", nn::Linear(4, 4));
    fc2 = register_module("fc2", nn::Linear(4, 2));
    scale = register_parameter("scale", torch::full({4}, 2.0));
  }
  Tensor forward(Tensor x) {
    x = torch::relu(fc1(x) + scale);
    x = torch::relu(x + 1);
    return fc2(torch::cat({x.sigmoid() * x, x}, 0));
  }
  nn::Linear fc1{nullptr}, fc2{nullptr};
  Tensor scale;
};

Tensor input() { return torch::arange(12, torch::kFloat).view({3, 4}) * 0.1 - 0.5; }

TEST(FxRewriteFunctions, B76_PatternByItself) {
  Net net;
  ir::GraphModule m = trace(net, {input()});
  const auto f = [](const Tensor& a, const Tensor& b) { return torch::relu(a + b); };
  EXPECT_EQ(replace_pattern(m, f, f).size(), 2u);
  m.lint();
  EXPECT_TRUE(run(m, input()).equal(net.forward(input())));
}

Tensor swish(const Tensor& x) { return x.sigmoid() * x; }
Tensor silu(const Tensor& x) { return torch::silu(x); }

TEST(FxRewriteFunctions, B79_FunctionsLambdasAndModules) {
  Net net;
  const Tensor expected = net.forward(input());
  ir::GraphModule m = trace(net, {input()});
  EXPECT_EQ(replace_pattern(m, swish, silu).size(), 1u);
  EXPECT_EQ(m.graph.find_nodes(ir::OpCode::kCallFunction, "silu").size(), 1u);
  EXPECT_TRUE(run(m, input()).allclose(expected));
  struct Pattern : nn::Module {
    Tensor forward(Tensor a, Tensor b) { return torch::relu(a + b); }
  } pattern;
  struct Replacement : nn::Module {
    Tensor forward(Tensor a, Tensor b) { return torch::clamp_min(a + b, 0); }
  } replacement;
  EXPECT_EQ(replace_pattern(m, pattern, replacement).size(), 2u);
  EXPECT_TRUE(m.graph.find_nodes(ir::OpCode::kCallFunction, "relu").empty());
  EXPECT_TRUE(run(m, input()).allclose(expected));
}

TEST(FxRewriteFunctions, AReplacementThatCannotBeBuiltLeavesTheMatchAlone) {
  ir::GraphModule m = trace([](const Tensor& x) { return torch::relu(x + 1); }, {input()});
  const std::string before = m.graph.str();
  try {
    replace_pattern(
        m, [](const Tensor& a, const Tensor& b) { return torch::relu(a + b); },
        [](const Tensor& a, const Tensor& b) { return torch::relu(b + a); });
    FAIL() << "the pattern's second input stands for a number, which cannot be a first operand";
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), "W1204");
  }
  EXPECT_EQ(m.graph.str(), before);
}

TEST(FxRewriteFunctions, F09_LiteralsOfFunctionsAndCallbacks) {
  Net net;
  ir::GraphModule m = trace(net, {input()});
  const auto plus_one = [](const Tensor& x) { return x + 1; };
  const ir::ReplacementBuilder build = [](const ir::Match&) {
    return trace([](const Tensor& x) { return x - (-1); });
  };
  EXPECT_EQ(replace_pattern(m, plus_one, build).size(), 1u);
  EXPECT_TRUE(run(m, input()).allclose(net.forward(input())));
}

TEST(FxRewriteFunctions, B81_IdentityReplacement) {
  Net net;
  ir::GraphModule m = trace(net, {input()});
  EXPECT_EQ(
      replace_pattern(
          m, [](const Tensor& x) { return torch::relu(x); }, [](const Tensor& x) { return x; })
          .size(),
      2u);
  m.lint();
  EXPECT_TRUE(m.graph.find_nodes(ir::OpCode::kCallFunction, "relu").empty());
}

TEST(FxCapturedModels, B97_TransformerKeepsTheUsersLines) {
  Net net;
  const ir::GraphModule m = trace(net, {input()});
  const ir::GraphModule same = ir::Transformer(m).transform();
  EXPECT_EQ(same.graph.str(), m.graph.str());
  for (ir::Graph::Iterator a = m.graph.begin(), b = same.graph.begin(); a != m.graph.end();
       ++a, ++b) {
    EXPECT_EQ((*a)->meta.location.str(), (*b)->meta.location.str());
    EXPECT_EQ((*a)->meta.module_stack, (*b)->meta.module_stack);
  }
  EXPECT_TRUE(run(same, input()).equal(net.forward(input())));
}

TEST(FxCapturedModels, F11_PartitionsRunAndGoBackTogether) {
  Net net;
  const ir::GraphModule m = trace(net, {input()});
  const auto partitions = ir::partition_by_capability(
      m, [](const ir::Node& node) { return node.opcode() == ir::OpCode::kCallFunction; });
  ir::GraphModule fused = ir::fuse_partitions(m, partitions, eager_executor());
  fused.lint();
  EXPECT_TRUE(run(fused, input()).equal(net.forward(input())));
  EXPECT_TRUE(ir::inline_submodules(fused));
  EXPECT_TRUE(run(fused, input()).equal(net.forward(input())));
  EXPECT_EQ(fused.graph.size(), m.graph.size());
}

// Compares what propagation says with what running gives, for every node.
class Comparer : public ir::Interpreter {
 public:
  using Interpreter::Interpreter;
  ir::Value run_node(const ir::Node& node) override {
    ir::Value value = Interpreter::run_node(node);
    const ir::TensorMeta* meta = node.meta.value.tensor();
    if (const ir::TensorHandle* tensor = value.tensor()) {
      EXPECT_NE(meta, nullptr) << node.format();
      if (meta != nullptr) {
        EXPECT_EQ(*meta, *(*tensor)->meta().tensor()) << node.format();
        ++compared;
      }
    }
    return value;
  }
  int compared = 0;
};

TEST(FxCapturedModels, B98_PropagationAgreesWithRunningAlsoChannelsLast) {
  const auto forward = [](const Tensor& x) {
    const Tensor y = torch::relu(x).permute({0, 2, 3, 1}).contiguous();
    return (y.transpose(1, 2).select(0, 0) * 2 +
            x.sum({1}).slice(0, 0, 1)[0].unsqueeze(-1).transpose(0, 1))
        .flatten();
  };
  for (const bool channels_last : {false, true}) {
    Tensor x = torch::arange(2 * 3 * 4 * 4, torch::kFloat).view({2, 3, 4, 4});
    if (channels_last) x = x.permute({0, 2, 3, 1}).contiguous().permute({0, 3, 1, 2});
    ir::GraphModule m = trace(forward, {TraceInput("x")});
    m.graph.first()->meta.value = x.handle()->meta();
    ir::PassContext context;
    ir::shape_propagation(m, context);
    Comparer comparer(m, eager_executor());
    comparer.run({x.handle()});
    EXPECT_GT(comparer.compared, 8);
  }
}

TEST(FxCapturedModels, B98_ModuleCallsGetMetasThroughTheTracer) {
  Net net;
  ir::GraphModule m = trace(net);
  m.graph.first()->meta.value = input().handle()->meta();
  ir::PassContext context;
  context.infer_module = [](ir::ModuleInterface& module, const std::vector<ir::Argument>& args,
                            SourceLocation where) {
    return infer_module(dynamic_cast<nn::Module&>(module), args, where);
  };
  ir::shape_propagation(m, context);
  EXPECT_EQ(m.graph.output_node()->meta.value.str(), "f32[6, 2]");
}

}  // namespace
}  // namespace weft
