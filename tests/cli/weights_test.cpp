// Weights files that fit the model, and those that do not.

#include "cli_testing.h"

namespace weft::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Weights : public CliTest {
 protected:
  Weights() { write("net.cpp", kNet); }
  RunResult compile(const std::vector<TestTensor>& tensors) {
    write_tensors("w.safetensors", tensors);
    return weft({"compile", "net.cpp", "--model", "Net", "--input", "x: f32[4,3]", "--scalar",
                 "gain: f64 = 2", "--weights", "w.safetensors", "-o", "out"});
  }
  void expect_refused(const RunResult& result, const std::string& message) {
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr("[W7301]"));
    EXPECT_THAT(result.err, HasSubstr(message));
    EXPECT_THAT(entries(), ::testing::ElementsAre("net.cpp", "w.safetensors"));
  }
};

TEST_F(Weights, AMissingParameterIsNamed) {
  std::vector<TestTensor> tensors = net_weights();
  tensors.erase(tensors.begin());
  expect_refused(compile(tensors), "tensor \"fc.weight\" is missing; the model needs f32[2, 3]");
}

TEST_F(Weights, ATensorTooManyIsNamed) {
  std::vector<TestTensor> tensors = net_weights();
  tensors.push_back({"fc2.bias", {1}, {0}});
  expect_refused(compile(tensors), "tensor \"fc2.bias\" is not in the model");
}

TEST_F(Weights, AWrongShapeIsNamed) {
  std::vector<TestTensor> tensors = net_weights();
  tensors[0].sizes = {3, 2};
  expect_refused(compile(tensors),
                 "tensor \"fc.weight\" is f32[3, 2], and the model has f32[2, 3]");
}

TEST_F(Weights, AWrongElementTypeIsNamed) {
  std::vector<TestTensor> tensors = net_weights();
  tensors[1].dtype = "I32";
  expect_refused(compile(tensors), "tensor \"fc.bias\" is i32[2], and the model has f32[2]");
}

TEST_F(Weights, EverythingThatDoesNotFitIsListed) {
  std::vector<TestTensor> tensors = net_weights();
  tensors[0].sizes = {6};
  tensors[1].name = "fc.bios";
  const RunResult result = compile(tensors);
  expect_refused(result, "fc.weight");
  EXPECT_THAT(result.err, HasSubstr("note: tensor \"fc.bias\" is missing"));
  EXPECT_THAT(result.err, HasSubstr("note: tensor \"fc.bios\" is not in the model"));
}

TEST_F(Weights, AMissingBufferKeepsItsValueWithANote) {
  std::vector<TestTensor> tensors = net_weights();
  tensors.pop_back();
  const RunResult result = compile(tensors);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("note: buffer \"scale\" is not in w.safetensors and keeps what "
                                    "the constructor computed"));
}

TEST_F(Weights, FilesThatAreNoneAreRefused) {
  write("bad.safetensors", "no tensors here");
  for (const char* file : {"bad.safetensors", "nowhere.safetensors"}) {
    const RunResult result = weft({"compile", "net.cpp", "--model", "Net", "--input", "x: f32[4,3]",
                                   "--scalar", "gain: f64 = 2", "--weights", file});
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.err, StartsWith("weft: error: "));
    EXPECT_THAT(result.err, HasSubstr(file));
    EXPECT_THAT(result.err, HasSubstr("[W310"));
  }
}

TEST_F(Weights, TiedTensorsMayBeStoredUnderAnyPath) {
  // Ties are made by registering one tensor in two modules.
  write("tied.cpp", R"(#include <torch/torch.h>
struct Half : torch::nn::Module {
  explicit Half(torch::Tensor shared) { weight = register_parameter("weight", shared); }
  torch::Tensor weight;
};
struct Tied : torch::nn::Module {
  Tied() {
    torch::Tensor shared = torch::ones({2});
    a = register_module("a", std::make_shared<Half>(shared));
    b = register_module("b", std::make_shared<Half>(shared));
  }
  torch::Tensor forward(torch::Tensor x) { return x * a->weight + b->weight; }
  std::shared_ptr<Half> a, b;
};
)");
  const auto compile_tied = [&](const std::vector<TestTensor>& tensors) {
    write_tensors("w.safetensors", tensors);
    return weft({"graph", "tied.cpp", "--model", "Tied", "--input", "x: f32[2]", "--weights",
                 "w.safetensors"});
  };
  EXPECT_EQ(compile_tied({{"a.weight", {2}, {3, 4}}}).status, 0);
  EXPECT_EQ(compile_tied({{"b.weight", {2}, {3, 4}}}).status, 0);
  EXPECT_EQ(compile_tied({{"a.weight", {2}, {3, 4}}, {"b.weight", {2}, {3, 4}}}).status, 0);
  const RunResult differs = compile_tied({{"a.weight", {2}, {3, 4}}, {"b.weight", {2}, {3, 5}}});
  EXPECT_EQ(differs.status, 1);
  EXPECT_THAT(differs.err, HasSubstr("tensor \"b.weight\" differs from \"a.weight\""));
}

TEST_F(Weights, WithoutAFileANoteSaysWhereTheValuesComeFrom) {
  const RunResult graph = weft({"graph", "net.cpp", "--model", "Net", "--input", "x: f32[4,3]",
                                "--scalar", "gain: f64 = 2"});
  EXPECT_EQ(graph.status, 0) << graph.err;
  EXPECT_THAT(graph.err, Not(HasSubstr("--weights")));
  const RunResult compiled = weft({"compile", "net.cpp", "--model", "Net", "--input", "x: f32[4,3]",
                                   "--scalar", "gain: f64 = 2", "-o", "out"});
  EXPECT_EQ(compiled.status, 0) << compiled.err;
  EXPECT_THAT(compiled.err, HasSubstr("no --weights"));
}

}  // namespace
}  // namespace weft::cli
