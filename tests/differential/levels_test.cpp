// Models at every level of optimisation, interpreted and compiled, against their eager results.
#include <gtest/gtest.h>

#include <torch/torch.h>

#include <functional>
#include <string>
#include <vector>

#include <weft/frontend/trace/checks.h>
#include <weft/frontend/trace/inline_modules.h>
#include <weft/frontend/trace/trace.h>
#include <weft/ir/interpreter.h>
#include <weft/ir/passes/pipeline.h>
#include <weft/runtime/dispatch.h>

#include "tests/differential/all_modes.h"
#include "tests/differential/compiled_batch.h"

namespace weft::differential {
namespace {

namespace nn = torch::nn;

/// Statistics and weights that are no ones and zeros.
void stir(torch::nn::Module& module) {
  for (auto& parameter : module.parameters()) parameter.copy_(torch::randn(parameter.sizes()));
  for (auto& buffer : module.buffers()) {
    if (buffer.is_floating_point()) buffer.copy_(torch::rand(buffer.sizes()) + 0.5);
  }
}

class Levels : public ::testing::Test {
 protected:
  struct Program {
    std::string name;
    Tensors inputs, expected;
    std::vector<ir::GraphModule> cores;  ///< by level
    std::size_t position = 0;            ///< of the highest level, compiled
  };

  template <typename Model>
  void add(const std::string& name, Model& model, std::vector<Tensor> inputs) {
    model.eval();
    std::vector<TraceInput> specs(inputs.begin(), inputs.end());
    const ir::GraphModule captured = inline_modules(trace(model, specs));
    Program program;
    program.name = name;
    for (const Tensor& input : inputs) program.inputs.push_back(input.handle());
    program.expected = run(captured, program.inputs);
    for (int level = ir::level::kNone; level <= ir::level::kRounding; ++level) {
      ir::GraphModule core = captured.clone();
      ir::PassContext context;
      context.strict = true;
      context.level = level;
      context.executor = &eager_executor();
      ir::lower_to_core(core, context);
      program.cores.push_back(std::move(core));
    }
    program.position = batch_.add(program.cores.back());
    programs_.push_back(std::move(program));
  }

  static Tensors run(const ir::GraphModule& module, const Tensors& inputs) {
    ir::Interpreter interpreter(module, eager_executor());
    return tensors_in(interpreter.run(std::vector<ir::Value>(inputs.begin(), inputs.end())));
  }

  std::size_t calls(const Program& program, const std::string& op) const {
    return program.cores.back().graph.find_nodes(ir::OpCode::kCallFunction, op).size();
  }

  void expect_agreement() {
    batch_.build();
    for (const Program& program : programs_) {
      for (std::size_t level = 0; level < program.cores.size(); ++level) {
        compare(program, run(program.cores[level], program.inputs), static_cast<int>(level),
                program.name + " at level " + std::to_string(level));
      }
      compare(program, batch_.run(program.position, program.inputs), ir::level::kRounding,
              program.name + " compiled");
    }
  }

  void compare(const Program& program, const Tensors& got, int level, const std::string& what) {
    ASSERT_EQ(got.size(), program.expected.size()) << what;
    for (std::size_t k = 0; k < got.size(); ++k) {
      const Tensor want(program.expected[k]), result(got[k]);
      ASSERT_EQ(result.sizes(), want.sizes()) << what;
      ASSERT_EQ(result.scalar_type(), want.scalar_type()) << what;
      const bool same = level < ir::level::kRounding ? torch::equal(result, want)
                                                     : torch::allclose(result, want, 1e-4, 1e-4);
      EXPECT_TRUE(same) << what << ", result " << k << "\n"
                        << ir::GraphModule(program.cores.back().clone()).graph.str();
    }
  }

  std::vector<Program> programs_;
  CompiledBatch batch_;
};

struct Shared : nn::Module {
  Shared() : conv(nn::Conv2dOptions(1, 1, 1).bias(false)), bn(nn::BatchNorm2dOptions(1).eps(1)) {
    register_module("conv", conv);
    register_module("bn", bn);
    conv->weight.fill_(2);
    bn->weight.fill_(4);
    bn->bias.fill_(1);
    bn->running_mean.fill_(1);
    bn->running_var.fill_(3);
  }
  std::vector<Tensor> forward(Tensor x, Tensor y) {
    return {bn(conv(x)), conv(y), torch::relu(conv(x))};
  }
  nn::Conv2d conv;
  nn::BatchNorm2d bn;
};

struct Normed : nn::Module {
  Normed() {
    register_module("conv", conv);
    register_module("grouped", grouped);
    register_module("up", up);
    register_module("inner", inner);
    register_module("fc", fc);
    for (int i = 0; i < 5; ++i) {
      norms.emplace_back(nn::BatchNorm2dOptions(i == 4 ? 6 : i == 3 ? 4 : 8));
    }
    for (int i = 0; i < 5; ++i) register_module("norm" + std::to_string(i), norms[i]);
    register_module("last", last);
    stir(*this);
  }
  Tensor forward(Tensor x) {
    Tensor y = norms[0](conv(x)).relu_();
    y = norms[1](grouped(y));
    y = norms[4](up(torch::relu(norms[2](y))));
    return last(fc(inner(y).mean({2, 3})));
  }
  nn::Conv2d conv{nn::Conv2dOptions(4, 8, 3).padding(1)};
  nn::Conv2d grouped{nn::Conv2dOptions(8, 8, 3).groups(2).bias(false)};
  nn::ConvTranspose2d up{nn::ConvTranspose2dOptions(8, 6, 2).stride(2).groups(2)};
  nn::Conv2d inner{nn::Conv2dOptions(6, 5, 2).bias(false)};
  nn::Linear fc{5, 3};
  nn::BatchNorm1d last{3};
  std::vector<nn::BatchNorm2d> norms;
};

struct NormFirst : nn::Module {
  NormFirst() {
    register_module("norm", norm);
    register_module("conv", conv);
    register_module("flat", flat);
    register_module("fc", fc);
    stir(*this);
  }
  Tensor forward(Tensor x) { return fc(flat(torch::relu(conv(norm(x))).mean({2, 3}))); }
  nn::BatchNorm2d norm{4};
  nn::Conv2d conv{nn::Conv2dOptions(4, 6, 3).groups(2)};
  nn::BatchNorm1d flat{6};
  nn::Linear fc{6, 2};
};

TEST_F(Levels, BatchNormGoesIntoWeights) {
  torch::manual_seed(3);
  Shared shared;
  add("U11", shared, {torch::full({1, 1, 1, 1}, 3.f), torch::full({1, 1, 1, 1}, 5.f)});
  Normed normed;
  add("before", normed, {torch::randn({2, 4, 6, 6})});
  NormFirst first;
  add("after", first, {torch::randn({2, 4, 6, 6})});
  for (const Program& program : programs_) {
    EXPECT_EQ(calls(program, "rsqrt"), 0u) << program.name;
  }
  const Tensor p(run(programs_[0].cores[3], programs_[0].inputs)[0]);
  const Tensor q(run(programs_[0].cores[3], programs_[0].inputs)[1]);
  EXPECT_FLOAT_EQ(p.item<float>(), 11);
  EXPECT_FLOAT_EQ(q.item<float>(), 10);
  expect_agreement();
}

struct Tables : nn::Module {
  Tables() {
    weight = register_parameter("weight", torch::randn({3, 4}));
    bias = register_parameter("bias", torch::randn({3}));
    steps = register_buffer("steps", torch::arange(4).to(torch::kInt64));
  }
  std::vector<Tensor> forward(Tensor x) {
    const Tensor scaled = weight.t() * 0.5;
    const Tensor wave = torch::sin(steps.to(torch::kFloat).unsqueeze(1) * 0.3);
    const Tensor hidden = torch::matmul(x, scaled) + torch::softmax(bias, 0);
    return {hidden, x * wave.t(), weight.t(), (x + bias.expand({1000, 3}).sum())};
  }
  Tensor weight, bias, steps;
};

TEST_F(Levels, WeightsAreComputedAhead) {
  torch::manual_seed(4);
  Tables tables;
  add("tables", tables, {torch::randn({2, 4})});
  EXPECT_EQ(calls(programs_[0], "sin"), 0u);
  EXPECT_EQ(calls(programs_[0], "exp"), 0u);
  expect_agreement();
}

struct Positions : nn::Module {
  Positions() {
    table = register_parameter("table", torch::randn({8, 4}));
    odd = register_buffer("odd", torch::arange(1, 8, 2));
    mixed = register_buffer("mixed", torch::tensor({3, 1, 2}).to(torch::kInt64));
  }
  std::vector<Tensor> forward(Tensor x) {
    const Tensor rows = torch::embedding(table, torch::arange(x.size(0)));
    return {x + rows, torch::relu(table.index_select(0, odd)).view({2, 8}),
            torch::relu(table.index_select(0, mixed)), table.index_select(0, odd)};
  }
  Tensor table, odd, mixed;
};

TEST_F(Levels, GathersAtEqualDistancesAreSlices) {
  torch::manual_seed(6);
  Positions positions;
  add("positions", positions, {torch::randn({5, 4})});
  EXPECT_EQ(programs_[0]
                .cores[ir::level::kExact]
                .graph.find_nodes(ir::OpCode::kCallFunction, "slice")
                .size(),
            2u);
  expect_agreement();
}

struct Casts : nn::Module {
  std::vector<Tensor> forward(Tensor x, Tensor bytes) {
    const Tensor i = x.to(torch::kInt32).to(torch::kFloat);
    const Tensor b = x.to(torch::kBool).to(torch::kFloat);
    const Tensor wide = x.to(torch::kDouble).to(torch::kFloat);
    return {torch::stack({i, b}), torch::neg(wide),    bytes.to(torch::kInt32).to(torch::kInt8) + 1,
            torch::relu(x + 0.0), torch::neg(x - 0.0), torch::neg((x * 1) / 1)};
  }
};

TEST_F(Levels, U12_CastsThatLoseSomethingStay) {
  Casts casts;
  add("casts", casts,
      {torch::tensor({1.7f, -1.7f, 2.5f, 0.f, -0.f}), torch::arange(5).to(torch::kInt8)});
  for (const ir::GraphModule& core : programs_[0].cores) {
    const Tensor got(run(core, programs_[0].inputs)[0]);
    EXPECT_TRUE(torch::equal(
        got, torch::tensor({1.f, -1.f, 2.f, 0.f, 0.f, 1.f, 1.f, 1.f, 0.f, 0.f}).reshape({2, 5})));
  }
  expect_agreement();
}

Tensor spelled_norm(const Tensor& x) {
  const Tensor d = x - x.mean({-1}, true);
  return d / ((d * d).mean({-1}, true) + 1e-5f).sqrt();
}

struct SpelledNorm : nn::Module {
  std::vector<Tensor> forward(Tensor x, Tensor s) {
    const Tensor n = spelled_norm(x);
    if (returned) return {n * s, n};
    return {n * s};
  }
  bool returned = false;
};

TEST_F(Levels, U13_NormsAreRecognisedWithTheScalesThatTheyTake) {
  const Tensor rows = torch::tensor({1.f, 2.f, 3.f, 4.f, 1.f, 2.f, 3.f, 4.f}).reshape({2, 4});
  const Tensor n = torch::tensor({-1.341635f, -0.447212f, 0.447212f, 1.341635f});
  const Tensor tall = torch::tensor({1.f, 10.f}).reshape({2, 1});
  const Tensor wide = torch::tensor({1.f, 2.f, 3.f, 4.f});
  SpelledNorm plain, both;
  both.returned = true;
  add("one number", plain, {rows, torch::tensor({3.f})});
  add("one a row", plain, {rows, tall});
  add("one a column", plain, {rows, wide});
  add("broadcast from one column", plain, {torch::ones({1, 1}), torch::tensor({1.f, 2.f})});
  add("returned as well", both, {rows, wide});
  const std::vector<Tensor> scaled = {n * 3, n * tall, n * wide, torch::zeros({1, 2}), n * wide};
  for (std::size_t k = 0; k < programs_.size(); ++k) {
    EXPECT_EQ(calls(programs_[k], "rsqrt"), 1u) << programs_[k].name;
    EXPECT_EQ(calls(programs_[k], "sqrt"), 0u) << programs_[k].name;
    const Tensor got(run(programs_[k].cores.back(), programs_[k].inputs)[0]);
    EXPECT_TRUE(torch::allclose(got, scaled[k], 1e-5, 1e-5)) << programs_[k].name;
  }
  expect_agreement();
}

Tensor positive(const Tensor& v) {
  assert_true((v > 0).all(), "must be positive");
  return v;
}

struct Checked : nn::Module {
  std::vector<Tensor> forward(Tensor x) {
    const Tensor unused = positive(x);
    const Tensor drawn = torch::rand({3});
    return {x * 2, torch::rand({3})};
  }
};

TEST_F(Levels, U10_ChecksAndDrawsThatNobodyUsesStay) {
  Checked checked;
  torch::manual_seed(5);
  const ir::GraphModule captured =
      inline_modules(trace(checked, std::vector<TraceInput>{torch::ones({1})}));
  const auto results = [&](const ir::GraphModule& module, float x) {
    torch::manual_seed(9);
    return run(module, {torch::tensor({x}).handle()});
  };
  const Tensors want = results(captured, 1);
  for (int level = ir::level::kNone; level <= ir::level::kRounding; ++level) {
    ir::GraphModule core = captured.clone();
    ir::PassContext context;
    context.level = level;
    ir::lower_to_core(core, context);
    const Tensors got = results(core, 1);
    EXPECT_TRUE(torch::equal(Tensor(got[0]), torch::tensor({2.f})));
    EXPECT_TRUE(torch::equal(Tensor(got[1]), Tensor(want[1]))) << level;
    EXPECT_THROW(results(core, -1), Error) << level;
  }
}

}  // namespace
}  // namespace weft::differential
