// Models that decide on tensor data, compiled with both sides.
#include "cli_testing.h"

namespace weft::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

class CompiledBranches : public CliTest {};

// Returns from four places, with numbers that depend on the way.
TEST_F(CompiledBranches, EarlyReturnsAgreeInEveryMode) {
  const std::string model = tests_file("cli/data/early_return.cpp");
  const RunResult result = weft({"verify", model, "--input", "x: f32[N,10]"});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_THAT(result.out, EndsWith("\nok\n"));
  EXPECT_THAT(result.out, HasSubstr("\nbundle at N=7  eager    output.1  i64[] "));
  // The first decision goes the other way for zeros.
  write_tensors("zeros.safetensors", {{"x", {1, 10}, std::vector<float>(10, 0.0f)}});
  const RunResult zeros =
      weft({"verify", model, "--input", "x: f32[1,10]", "--inputs", "zeros.safetensors"});
  EXPECT_EQ(zeros.status, 0) << zeros.out << zeros.err;
}

TEST_F(CompiledBranches, NumbersThatAreReadAreReportedByTheAnalysis) {
  write("net.cpp", R"(#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (x.sum().item<float>() > 0) return x;
    return -x;
  }
};
)");
  const RunResult result = weft({"graph", "net.cpp", "--input", "x: f32[4]"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("net.cpp:4:5: error: control flow on tensor data: `if`"));
  EXPECT_THAT(result.err, HasSubstr("[W6201]"));
}

}  // namespace
}  // namespace weft::cli
