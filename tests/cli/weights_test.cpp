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
  const auto compile_with = [&](const std::string& file) {
    return weft({"compile", "net.cpp", "--model", "Net", "--input", "x: f32[4,3]", "--scalar",
                 "gain: f64 = 2", "--weights", file});
  };
  const RunResult bad = compile_with("bad.safetensors");
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.err, StartsWith("weft: error: `bad.safetensors` is no safetensors file"));
  EXPECT_THAT(bad.err, HasSubstr("[W3102]"));
  const RunResult nowhere = compile_with("nowhere.safetensors");
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("cannot read `nowhere.safetensors`: No such file"));
  EXPECT_THAT(nowhere.err, HasSubstr("[W7006]"));
}

/// The model behind data/pytorch/cpp_module.pt, which libtorch wrote.
constexpr const char* kLibtorchNet = R"(#include <torch/torch.h>
struct NetImpl : torch::nn::Module {
  NetImpl() {
    fc1 = register_module("fc1", torch::nn::Linear(3, 4));
    norm = register_module("norm", torch::nn::BatchNorm1d(4));
    fc2 = register_module("fc2", torch::nn::Linear(4, 2));
    scale = register_buffer("scale", torch::ones({1}));
  }
  torch::Tensor forward(torch::Tensor x) { return fc2(norm(fc1(x))) * scale; }
  torch::nn::Linear fc1{nullptr}, fc2{nullptr};
  torch::nn::BatchNorm1d norm{nullptr};
  torch::Tensor scale;
};
TORCH_MODULE(Net);
)";

TEST_F(Weights, FilesOfLibtorchAndTheNameBehindAHolder) {
  write("model.cpp", kLibtorchNet);
  const std::string module = tests_file("runtime/data/pytorch/cpp_module.pt");
  const RunResult verified = weft(
      {"verify", "model.cpp", "--model", "Net", "--input", "x: f32[2,3]", "--weights", module});
  EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
  EXPECT_EQ(verified.err, "");  // no note: every parameter and buffer was in the file
  const RunResult compiled = weft(
      {"compile", "model.cpp", "--model", "Net", "--input", "x: f32[2,3]", "--weights", module});
  EXPECT_EQ(compiled.status, 0) << compiled.err;
  EXPECT_THAT(read("net/net.h"), HasSubstr("\nnamespace net {\n"));

  const RunResult pickled =
      weft({"compile", "model.cpp", "--model", "Net", "--input", "x: f32[2,3]", "--weights",
            tests_file("runtime/data/pytorch/whole_module.pt")});
  EXPECT_EQ(pickled.status, 1);
  EXPECT_THAT(pickled.err, HasSubstr("asks for `__main__.Net`"));
  EXPECT_THAT(pickled.err, HasSubstr("torch.save(model.state_dict(), path)"));
}

TEST_F(Weights, AreListedAndConverted) {
  write("model.cpp", kLibtorchNet);
  const RunResult wanted = weft({"weights", "model.cpp"});
  EXPECT_EQ(wanted.status, 0) << wanted.err;
  EXPECT_THAT(wanted.out, StartsWith("scale                     f32[1]\n"
                                     "fc1.weight                f32[4, 3]\n"));
  EXPECT_THAT(wanted.out, ::testing::EndsWith("10 tensors, 180 bytes\n"));
  const RunResult held = weft(
      {"weights", tests_file("runtime/data/pytorch/state_dict.pt"), "-o", "converted.safetensors"});
  EXPECT_EQ(held.status, 0) << held.err;
  EXPECT_THAT(held.out, HasSubstr("norm.num_batches_tracked  i64[]\n"));
  const RunResult again = weft({"weights", "converted.safetensors"});
  EXPECT_THAT(again.out, HasSubstr("fc1.weight                f32[4, 3]\n"));
  EXPECT_EQ(weft({"weights", "nowhere.pt"}).status, 2);
  const RunResult unwritable = weft({"weights", "converted.safetensors", "-o", "no/such/x"});
  EXPECT_EQ(unwritable.status, 2);
  EXPECT_THAT(unwritable.err, HasSubstr("cannot write `no/such/x`: "));
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
