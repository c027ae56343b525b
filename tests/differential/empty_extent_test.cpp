// Reductions over an extent that is open when they are compiled, and 0 in the call.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include <torch/torch.h>

#include <weft/frontend/trace/trace.h>
#include <weft/ir/passes/pipeline.h>

#include "tests/differential/compiled_batch.h"

namespace weft::differential {
namespace {

std::vector<Tensor> reductions(Tensor x) {
  return {x.sum(0),
          x.sum(),
          x.sum(1),
          x.mean(0),
          x.prod(0),
          (x > 0).all(0),
          (x > 0).any(),
          torch::softmax(x, 0),
          torch::softmax(x, 1),
          x.matmul(x.t()),
          x.t().matmul(x),
          torch::logsumexp(x, 0),
          x.norm(),
          torch::cumsum(x, 0)};
}

std::size_t add(CompiledBatch& batch, ir::GraphModule graph) {
  ir::lower_to_core(graph);
  return batch.add(graph);
}

TEST(EmptyExtent, ReducesToWhatEagerModeGives) {
  CompiledBatch batch;
  const std::size_t all = add(batch, trace(reductions, {SpecParser().tensor("x: f32[N,3]")}));
  const std::size_t largest =
      add(batch, trace([](Tensor x) { return x.amax(0); }, {SpecParser().tensor("x: f32[N,3]")}));
  batch.build();
  for (const std::int64_t n : {0, 1, 5}) {
    const Tensor x = torch::arange(n * 3, torch::kFloat).view({n, 3}) * 0.25;
    const std::vector<Tensor> wanted = reductions(x);
    const std::vector<ir::TensorHandle> got = batch.run(all, {x.handle()});
    ASSERT_EQ(got.size(), wanted.size());
    for (std::size_t k = 0; k < got.size(); ++k) {
      const Tensor result(got[k]);
      EXPECT_EQ(result.sizes(), wanted[k].sizes()) << "result " << k << " at " << n;
      EXPECT_TRUE(torch::isclose(result.to(torch::kFloat), wanted[k].to(torch::kFloat), 1e-5, 1e-6,
                                 /*equal_nan=*/true)
                      .all()
                      .item<bool>())
          << "result " << k << " at " << n;
    }
  }
  // Nothing is the largest of nothing: eager mode refuses it, and so does the check of the call.
  const Tensor none = torch::zeros({0, 3});
  EXPECT_THROW(none.amax(0), Error);
  try {
    batch.run(largest, {none.handle()});
    ADD_FAILURE() << "not refused";
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("N = 0 from argument 0: amax at "), std::string::npos) << message;
    EXPECT_NE(message.find("[W8005]"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace weft::differential
