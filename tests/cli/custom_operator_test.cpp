// Operators of the user's own, from the model's file into the bundle.
#include "cli_testing.h"

namespace weft::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

// Two operators of host code with C++ source, an odd size, several results, a list, an empty
// tensor.
constexpr const char* kModel = R"model(
#include <torch/torch.h>
#include <weft/frontend/trace/custom_operator.h>

using torch::Tensor;

const auto clip = weft::define_operator<Tensor(Tensor, double)>(
    "mine::clip(Tensor x, float limit=1.0) -> Tensor",
    [](const Tensor& x, double limit) { return torch::clamp(x, -limit, limit); },
    {.shape = weft::like_argument(0),
     .cpp = weft::ir::CppSource{R"cpp(
  const float high = static_cast<float>(limit);
  for (int64_t i = 0; i < x_count; ++i) result[i] = std::min(std::max(x[i], -high), high);
)cpp", {"<algorithm>"}}});

// Each row and where its largest element is.
const auto peaks = weft::define_operator<std::tuple<Tensor, Tensor>(Tensor, std::vector<int64_t>)>(
    "mine::peaks(Tensor x, int[] weights) -> (Tensor values, Tensor indices)",
    [](const Tensor& x, const std::vector<int64_t>& weights) {
  auto [values, indices] = torch::max(x, 1);
  return std::make_tuple(values * weights[0] + weights[1], indices);
    },
    {.shape =
         [](const weft::ir::Call& call) {
  const weft::ir::TensorMeta& x = call.tensor(0);
  return std::vector<weft::ir::ValueMeta>{{weft::ir::dense(x.dtype, {x.sizes[0]})},
                                          {weft::ir::dense(weft::DType::kInt64, {x.sizes[0]})}};
         },
     .cpp = weft::ir::CppSource{R"cpp(
  static_assert(x_rank == 2, "rows");
  for (int64_t r = 0; r < x_sizes[0]; ++r) {
    const float* const row = x + r * x_sizes[1];
    int64_t best = 0;
    for (int64_t c = 1; c < x_sizes[1]; ++c) {
      if (row[c] > row[best]) best = c;
    }
    values[r] = row[best] * static_cast<float>(weights[0]) + static_cast<float>(weights[1]);
    indices[r] = best;
  }
)cpp"}});

struct Net : torch::nn::Module {
  std::tuple<Tensor, Tensor, Tensor> forward(Tensor x) {
    Tensor y = clip(x.t() * 2, 0.75);
    auto [values, indices] = peaks(y, {3, -1});
    return {torch::relu(values) + 1, indices, clip(y.slice(0, 0, 0))};
  }
};
)model";

using CustomOperator = CliTest;

TEST_F(CustomOperator, WithCppSourceIsCompiledAndAgreesWithTheHostCode) {
  write("net.cpp", kModel);
  const RunResult result = weft({"verify", "net.cpp", "--input", "x: f32[5,7]"});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_THAT(result.out, EndsWith("\nok\n"));
}

TEST_F(CustomOperator, ExtentsOfItsTensorsMayBeOpen) {
  write("net.cpp", kModel);
  const RunResult result =
      weft({"verify", "net.cpp", "--input", "x: f32[N,K], N in [1,64], K in [1,64]"});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("bundle at N=7, K=11"));
  EXPECT_THAT(result.out, EndsWith("\nok\n"));
}

TEST_F(CustomOperator, CppSourceThatDisagreesIsNoticed) {
  std::string model = kModel;
  const std::string right = "row[c] > row[best]";
  model.replace(model.find(right), right.size(), "row[c] < row[best]");
  write("net.cpp", model);
  const RunResult result = weft({"verify", "net.cpp", "--input", "x: f32[5,7]"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("FAILED"));
}

}  // namespace
}  // namespace weft::cli
