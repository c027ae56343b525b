/// \file Transforms of graphs with effects: host functions, writes, random draws, modules of the
/// user's.
#include <gtest/gtest.h>

#include <torch/torch.h>

#include <weft/frontend/trace/replace_pattern.h>
#include <weft/frontend/trace/structured_call.h>
#include <weft/frontend/trace/trace.h>
#include <weft/frontend/trace/wrap.h>
#include <weft/ir/diagnostics.h>
#include <weft/ir/graph_submodule.h>
#include <weft/ir/minimizer.h>
#include <weft/ir/partitioning/capability_partitioner.h>
#include <weft/ir/partitioning/split_module.h>
#include <weft/ir/passes/common_subexpression_elimination.h>
#include <weft/ir/passes/identity_removal.h>
#include <weft/runtime/dispatch.h>

namespace weft {
namespace {

std::vector<float> floats(const Tensor& tensor) {
  const Tensor dense = tensor.contiguous();
  return {dense.data_ptr<float>(), dense.data_ptr<float>() + dense.numel()};
}

Tensor numbers() { return torch::tensor({-1.f, 2.f, -3.f, 4.f}); }

/// What the graph gives for the numbers, with the generator where it begins.
std::vector<float> result(const ir::GraphModule& module) {
  torch::manual_seed(7);
  return floats(call_graph(module, numbers()));
}

const auto& bump() {
  static const auto function = wrap("effects_bump", [](const Tensor& t) {
    Tensor target = t;
    return target.add_(1);
  });
  return function;
}

std::string error_id(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return std::string(error.id());
  }
  return "none";
}

TEST(FxEffects, B74_HostFunctionsAreWallsForPasses) {
  ir::PassContext context;
  ir::GraphModule repeated = trace([](const Tensor& x) {
    const Tensor a = torch::relu(x);
    const Tensor w = bump()(x);
    return a * 10 + torch::relu(x) + w * 0;
  });
  const std::vector<float> before = result(repeated);
  ir::common_subexpression_elimination(repeated, context);
  EXPECT_EQ(result(repeated), before);
  ir::GraphModule copied = trace([](const Tensor& x) {
    const Tensor w = bump()(x.clone());
    return x * 10 + w;
  });
  const std::vector<float> kept = result(copied);
  ir::identity_removal(copied, context);
  EXPECT_EQ(result(copied), kept);
}

TEST(FxEffects, HostFunctionsAreWallsForPartitions) {
  const ir::GraphModule module = trace([](const Tensor& x) {
    const Tensor a = torch::relu(x);
    const Tensor w = bump()(x);
    return a + torch::sin(x) + w * 0;
  });
  const auto outside = [](const ir::Node& node) {
    return node.target() == "relu" || node.target() == "sin" ? std::optional<int>(0)
                                                             : std::optional<int>();
  };
  EXPECT_EQ(error_id([&] { ir::split_module(module, outside, eager_executor()); }), "W1361");
}

class Bump : public torch::nn::Module {
 public:
  Tensor forward(Tensor x) { return x.add_(1); }
};

class Drops : public torch::nn::Module {
 public:
  Drops() : slope(register_module("slope", torch::nn::RReLU())) {}
  Tensor forward(Tensor x) { return slope(x); }
  torch::nn::RReLU slope;
};

TEST(FxEffects, B74_ModulesOfTheUserAndThoseThatDrawAreImpure) {
  EXPECT_FALSE(Bump().is_pure());
  EXPECT_FALSE(Drops().is_pure());
  torch::nn::RReLU slope;
  EXPECT_FALSE(slope->is_pure());
  slope->eval();
  EXPECT_TRUE(slope->is_pure());
  EXPECT_TRUE(torch::nn::Linear(2, 2)->is_pure());
}

TEST(FxEffects, PatternsMoveNoWriteAndNoDraw) {
  ir::GraphModule read = trace([](const Tensor& x) {
    const Tensor c = x * 1;
    const Tensor v = c.view({2, 2});
    Tensor target = c;
    const Tensor y = target.mul_(3);
    const Tensor z = v.sum();
    return torch::relu(y) + z;
  });
  const std::vector<float> before = result(read);
  const auto scaled = [](Tensor a) { return torch::relu(a.mul_(3)); };
  replace_pattern(read, scaled, scaled);
  EXPECT_EQ(result(read), before);

  ir::GraphModule drawn = trace([](const Tensor& x) {
    const Tensor d = torch::dropout(x, 0.5, true);
    const Tensor r = torch::rand({4});
    return torch::relu(d) + r;
  });
  const std::vector<float> numbers_before = result(drawn);
  const auto dropped = [](Tensor a) { return torch::relu(torch::dropout(a, 0.5, true)); };
  replace_pattern(drawn, dropped, dropped);
  EXPECT_EQ(result(drawn), numbers_before);
}

TEST(FxEffects, TwoDrawsOfAPatternAreNotOne) {
  ir::GraphModule module = trace([](const Tensor& x) {
    const Tensor d = torch::dropout(x, 0.5, true);
    return d - d;
  });
  const auto two = [](const Tensor& a) {
    return torch::dropout(a, 0.5, true) - torch::dropout(a, 0.5, true);
  };
  EXPECT_TRUE(replace_pattern(module, two, two).empty());
  EXPECT_EQ(result(module), (std::vector<float>{0, 0, 0, 0}));
}

TEST(FxEffects, GraphsAreSplitTwice) {
  const ir::GraphModule module =
      trace([](const Tensor& x) { return torch::cos(torch::sin(torch::relu(x))) * 3; });
  const std::vector<float> before = result(module);
  const auto only = [](std::set<std::string> targets) {
    return [targets](const ir::Node& node) {
      return targets.count(node.target()) ? std::optional<int>(0) : std::optional<int>();
    };
  };
  const ir::GraphModule once = ir::split_module(module, only({"relu", "sin"}), eager_executor());
  for (const char* next : {"cos", "mul"}) {
    ir::GraphModule twice = ir::split_module(once, only({next}), eager_executor());
    EXPECT_EQ(result(twice), before) << next;
    ir::inline_submodules(twice);
    EXPECT_EQ(result(twice), before) << next;
  }
}

TEST(FxEffects, FaultsAreLookedForOnTheSameTensorsEachTime) {
  ir::GraphModule module;
  const Tensor buffer = torch::zeros({1});
  module.set_attribute("buffer", buffer.handle(), *buffer.handle()->meta().tensor());
  ir::Node* x = module.graph.placeholder("x");
  ir::Node* state = module.graph.get_attr("buffer");
  ir::Node* written = module.graph.call_function("add_", {state, 1});
  module.graph.output(module.graph.call_function("mul", {x, written}));
  ir::MinimizerCallbacks callbacks;
  callbacks.reference = [](const ir::GraphModule& part, std::vector<ir::Value> inputs) {
    return ir::Interpreter(part, eager_executor()).run(std::move(inputs));
  };
  callbacks.suspect = callbacks.reference;
  callbacks.compare = [](const ir::Value& a, const ir::Value& b) -> std::optional<std::string> {
    const auto first = [](const ir::Value& v) { return Tensor(*(*v.list())[0].tensor()); };
    if (floats(first(a)) == floats(first(b))) return std::nullopt;
    return "differs";
  };
  EXPECT_EQ(error_id([&] {
              ir::minimize_difference(module, {numbers().handle()}, eager_executor(), callbacks);
            }),
            "W1380");
  EXPECT_EQ(floats(buffer), std::vector<float>{0});
}

TEST(FxEffects, SubmodulesComeInWithAllThatTheyHold) {
  const auto tensor = [](float value) { return torch::full({1}, value); };
  const auto set = [](ir::GraphModule& module, const std::string& path, const Tensor& value) {
    module.set_attribute(path, value.handle(), *value.handle()->meta().tensor());
  };
  ir::GraphModule part;
  set(part, "w", tensor(100));
  {
    ir::Node* x = part.graph.placeholder("x");
    ir::Node* w = part.graph.get_attr("w");
    part.graph.output(part.graph.call_function("add", {x, w}));
  }
  ir::GraphModule module;
  set(module, "w", tensor(1));
  set(module, "sub.w", tensor(10));
  module.set_module("sub", std::make_shared<ir::GraphSubmodule>(std::move(part), eager_executor()));
  ir::Node* x = module.graph.placeholder("x");
  ir::Node* called = module.graph.call_module("sub", {x});
  ir::Node* sum = module.graph.call_function("add", {called, module.graph.get_attr("sub.w")});
  module.graph.output(sum);
  const std::vector<float> before = result(module);
  ir::GraphModule named = module.clone();
  ir::inline_submodules(module);
  EXPECT_EQ(result(module), before);

  ir::Node* call = named.graph.find_nodes(ir::OpCode::kCallModule).at(0);
  call->set_kwargs({{"k", 5}});
  EXPECT_EQ(error_id([&] { ir::inline_submodules(named); }), "W1214");
  EXPECT_EQ(error_id([&] { call->replace_all_uses_with(nullptr); }), "W1001");
}

}  // namespace
}  // namespace weft
