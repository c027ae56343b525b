// Failures that users of other compilers reported, at every length of a row: one graph with an open
// extent, called, interpreted and as generated code.
#include <gtest/gtest.h>

#include <torch/torch.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <weft/frontend/trace/trace.h>
#include <weft/ir/interpreter.h>
#include <weft/ir/passes/pipeline.h>
#include <weft/runtime/dispatch.h>

#include "tests/differential/agreement.h"
#include "tests/differential/all_modes.h"
#include "tests/differential/compiled_batch.h"

namespace weft::differential {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

/// A function with open extents in the three ways of running it.
template <typename F>
class OpenModel {
 public:
  OpenModel(F function, const std::vector<std::string>& specs, CompiledBatch& batch)
      : function_(function), batch_(batch) {
    SpecParser parser;
    std::vector<TraceInput> inputs;
    for (const std::string& spec : specs) inputs.push_back(parser.tensor(spec));
    graph_ = trace(function, inputs);
    ir::GraphModule core = graph_.clone();
    ir::lower_to_core(core);
    position_ = batch.add(core);
  }

  /// Expects the same in every mode, up to what another order of summation makes.
  template <typename... Inputs>
  void expect(const Tensor& wanted, const Inputs&... inputs) const {
    const Tensors tensors = {inputs.handle()...};
    const auto compare = [&](const char* mode, const Tensors& got) {
      EXPECT_EQ(difference(got, {wanted.handle()}, {false}), "") << mode;
    };
    compare("eager", {function_(inputs...).handle()});
    ir::Interpreter interpreter(graph_, eager_executor());
    compare("graph",
            tensors_in(interpreter.run(std::vector<ir::Value>(tensors.begin(), tensors.end()))));
    compare("bundle", batch_.run(position_, tensors));
  }

 private:
  F function_;
  CompiledBatch& batch_;
  ir::GraphModule graph_;
  std::size_t position_ = 0;
};

TEST(UserCasesOpen, U06_AnExtentOfOneIsAnExtentAsAnyOther) {
  CompiledBatch batch;
  const OpenModel model([](const Tensor& x, const Tensor& y) { return (x + y).sum(1); },
                        {"x: f32[B,3]", "y: f32[B,3]"}, batch);
  batch.build();
  for (const std::int64_t b : {1, 4, 0, 7}) {
    SCOPED_TRACE(b);
    model.expect(torch::full({b}, 6.f), torch::ones({b, 3}), torch::ones({b, 3}) * 1);
  }
  // Of what the two inputs have in common nothing is assumed in silence.
  try {
    batch.run(0, {torch::ones({4, 3}).handle(), torch::ones({1, 3}).handle()});
    ADD_FAILURE() << "not refused";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("[W8004]"), std::string::npos) << error.what();
  }
}

TEST(UserCasesOpen, U14_NaNInBodiesAndTailsOfVectors) {
  CompiledBatch batch;
  const auto clamp = [](const Tensor& x) { return x.clamp_min(0.5f); };
  const auto largest = [](const Tensor& x, const Tensor& y) { return torch::maximum(x, y); };
  const OpenModel floats(clamp, {"x: f32[N]"}, batch);
  const OpenModel halves(clamp, {"x: f16[N]"}, batch);
  const OpenModel brains(clamp, {"x: bf16[N]"}, batch);
  const OpenModel either(largest, {"x: f32[N]", "y: f32[N]"}, batch);
  batch.build();
  for (std::int64_t n = 1; n <= 40; ++n) {
    for (const std::int64_t nan : {std::int64_t{0}, n / 2, n - 1}) {
      SCOPED_TRACE(std::to_string(nan) + " of " + std::to_string(n));
      Tensor x = torch::zeros({n});
      Tensor wanted = torch::full({n}, 0.5f);
      x.index_put_({nan}, kNaN);
      wanted.index_put_({nan}, kNaN);
      floats.expect(wanted, x);
      halves.expect(wanted.to(torch::kHalf), x.to(torch::kHalf));
      brains.expect(wanted.to(torch::kBFloat16), x.to(torch::kBFloat16));
      const Tensor half = torch::full({n}, 0.5f);
      either.expect(wanted, x, half);
      either.expect(wanted, half, x);
    }
  }
}

TEST(UserCasesOpen, U17_OneFiniteElementInRowsOfEveryLength) {
  CompiledBatch batch;
  const OpenModel model([](const Tensor& x) { return torch::softmax(x, 0); }, {"x: f32[N]"}, batch);
  batch.build();
  std::vector<std::int64_t> lengths = {1023, 1024, 1025, 2049};
  for (std::int64_t n = 1; n <= 70; ++n) lengths.push_back(n);
  for (const std::int64_t n : lengths) {
    for (const std::int64_t finite : {std::int64_t{0}, n / 2, n - 1}) {
      SCOPED_TRACE(std::to_string(finite) + " of " + std::to_string(n));
      Tensor x = torch::full({n}, -kInf);
      Tensor wanted = torch::zeros({n});
      x.index_put_({finite}, 3.0);
      wanted.index_put_({finite}, 1.0);
      model.expect(wanted, x);
    }
  }
}

}  // namespace
}  // namespace weft::differential
