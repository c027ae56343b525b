// Models that decide on tensor data, compiled with both sides.
#include <cmath>

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

// Integers and floats that are read, in a header, through `auto`, arithmetic, functions of <cmath>,
// results and arguments of functions.
TEST_F(CompiledBranches, NumbersThatAreReadDecideInEveryMode) {
  write("layers.h", R"(#pragma once
#include <torch/torch.h>
inline double clipped(double value) { return std::min(value, 2.5); }
inline double spread(const torch::Tensor& x) { return clipped(x.max().item<double>()) - x.min().item<float>(); }
)");
  write("net.cpp", R"(#include "layers.h"
#include "layers.h"
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const auto best = x.sum(0).argmax().item<int64_t>();
    int64_t next = (best + 2) % 3 - 1;
    if (next == 1) return x * 2;
    if (best > 2) return x * next + best / 2;
    const float norm = x.norm().item<float>();
    if (norm > limit) x = x * (limit / norm);
    double scale = std::abs(x.mean().item().toDouble()) + 1.0;
    auto y = x / scale;
    if (std::isnan(scale) || scale >= 1e3) return y;
    if (x.min().item<float>()) y = y + 1;
    return torch::clamp(y, -0.5 * scale, std::min(0.5, scale)) + spread(x);
  }
  float limit = 4.5f;
};
)");
  write_tensors("first.safetensors", {{"x", {2, 4}, {9, 1, 2, 3, 4, 0, -1, 2}}});
  write_tensors("second.safetensors", {{"x", {2, 4}, {0, 1, 2, 3, 0, 9, 0, 2}}});
  write_tensors("third.safetensors", {{"x", {2, 4}, {0, 1, 7, 3, 0, 0, -3, 2}}});
  write_tensors("fourth.safetensors", {{"x", {2, 4}, {0, 1, 2, 3, 0, 0, -1, 2}}});
  write_tensors("nan.safetensors", {{"x", {1, 4}, {0, 1, NAN, 3}}});
  write_tensors("large.safetensors", {{"x", {1, 4}, {1e8, 1, 0, 3}}});
  for (const char* file : {"first", "second", "third", "fourth", "nan", "large"}) {
    SCOPED_TRACE(file);
    const RunResult result = weft({"verify", "net.cpp", "--input", "x: f32[N,4]", "--inputs",
                                   std::string(file) + ".safetensors"});
    EXPECT_EQ(result.status, 0) << result.out << result.err;
    EXPECT_THAT(result.out, EndsWith("\nok\n"));
  }
}

TEST_F(CompiledBranches, NumbersThatAreKeptAreReportedByTheAnalysis) {
  write("net.cpp", R"(#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    last = x.sum().item<float>();
    if (last > 0) return x;
    return -x;
  }
  float last = 0;
};
)");
  const RunResult result = weft({"graph", "net.cpp", "--input", "x: f32[4]"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("net.cpp:5:5: error: control flow on tensor data: `if`"));
  EXPECT_THAT(result.err, HasSubstr("[W6201]"));
}

// `...` takes anything, also what stands for a number in the copy that is captured.
TEST_F(CompiledBranches, NumbersThatArePrintedAreNumbers) {
  write("net.cpp", R"(#include <torch/torch.h>
#include <cstdio>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const auto rows = x.size(0);
    int64_t all = rows * x.size(1);
    std::fprintf(stderr, "%ld %ld\n", static_cast<long>(rows), all);
    double mean = x.mean().item<double>();
    std::fprintf(stderr, "%.2f %.2f\n", x.sum().item<double>(), mean);
    return x;
  }
};
)");
  write_tensors("x.safetensors", {{"x", {1, 2}, {1, 2.5}}, {"output.0", {1, 2}, {1, 2.5}}});
  for (const char* input : {"x: f32[1,2]", "x: f32[N,2]"}) {
    const RunResult result = weft({"verify", "net.cpp", "--eager", "--input", input, "--inputs",
                                   "x.safetensors", "--expected", "x.safetensors"});
    EXPECT_EQ(result.status, 0) << result.out << result.err;
    EXPECT_THAT(result.err, HasSubstr("1 2\n3.50 1.75\n"));
    EXPECT_EQ(weft({"graph", "net.cpp", "--input", input}).status, 1);
  }
}

// libtorch refuses the float64 numbers that float32 has no room for.
TEST_F(CompiledBranches, WideElementsAreNotReadAsNarrowNumbers) {
  write("net.cpp", R"(#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    return x.sum().item<float>() > 0 ? x : -x;
  }
};
)");
  EXPECT_EQ(weft({"graph", "net.cpp", "--input", "x: f32[4]"}).status, 0);
  const RunResult result = weft({"graph", "net.cpp", "--input", "x: f64[4]"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("net.cpp:4:"));
}

}  // namespace
}  // namespace weft::cli
