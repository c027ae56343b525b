// Faults in the user's file and in specs: one message, at the user's line, and nothing written.

#include "cli_testing.h"

namespace weft::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class ModelErrors : public CliTest {
 protected:
  /// `weft compile` of a model in net.cpp; what it leaves behind is checked.
  RunResult compile(const std::string& source, std::vector<std::string> arguments) {
    write("net.cpp", source);
    arguments.insert(arguments.begin(), {"compile", "net.cpp", "-o", "out"});
    RunResult result = weft(arguments);
    EXPECT_NE(result.status, 0);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(entries(), ::testing::ElementsAre("net.cpp"));
    return result;
  }
};

const char* const kStart = "#include <torch/torch.h>\n\nstruct Net : torch::nn::Module {\n";

#if WEFT_HAVE_CLANG

TEST_F(ModelErrors, UnknownClass) {
  const RunResult result = compile(kNet, {"--model", "Nut", "--input", "x: f32[4,3]"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("no model class `Nut`"));
  EXPECT_THAT(result.err, HasSubstr("[W6102]"));
}

TEST_F(ModelErrors, CppErrorsAreAtTheUsersLine) {
  const RunResult result = compile(std::string(kStart) +
                                       "  torch::Tensor forward(torch::Tensor x) {\n"
                                       "    return torch::relu(y);\n  }\n};\n",
                                   {"--input", "x: f32[4,3]"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, StartsWith("net.cpp:5:24: error: "));
  EXPECT_THAT(result.err, HasSubstr("undeclared identifier 'y'"));
  EXPECT_THAT(result.err, HasSubstr("[W6006]"));
}

TEST_F(ModelErrors, PathsInMessagesAreAsTyped) {
  write("deep/net.cpp",
        std::string(kStart) +
            "  torch::Tensor forward(torch::Tensor x) { return x.nothing(); }\n};\n");
  const RunResult result = weft({"graph", "deep/../deep/net.cpp"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, StartsWith("deep/../deep/net.cpp:4:53: error: "));
}

TEST_F(ModelErrors, LoopOnTensorDataIsNoFullGraph) {
  const RunResult result = compile(std::string(kStart) +
                                       "  torch::Tensor forward(torch::Tensor x) {\n"
                                       "    while (x.sum().item<float>() > 0) x = x - 1;\n"
                                       "    return x;\n  }\n};\n",
                                   {"--input", "x: f32[4,3]", "--full-graph"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, StartsWith("net.cpp:5:5: error: control flow on tensor data: "));
  EXPECT_THAT(result.err, HasSubstr("[W6201]"));
  EXPECT_THAT(result.err, HasSubstr("net.cpp:5:20: "));
}

struct WrongSpec {
  std::vector<std::string> arguments;
  std::string start;    ///< of the message
  std::string message;  ///< a part of it
  int status = 2;
};

class Specs : public ModelErrors, public ::testing::WithParamInterface<WrongSpec> {};

TEST_P(Specs, ThatDoNotFit) {
  const RunResult result = compile(
      std::string(kStart) +
          "  torch::Tensor forward(torch::Tensor x, int64_t k, bool flip = false,\n"
          "                        std::vector<int64_t> dims = {}, double gain = 2.0 * 3) {\n"
          "    return x * k * gain;\n  }\n};\n",
      GetParam().arguments);
  EXPECT_EQ(result.status, GetParam().status);
  EXPECT_THAT(result.err, StartsWith(GetParam().start));
  EXPECT_THAT(result.err, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    ModelErrors, Specs,
    ::testing::Values(
        WrongSpec{{"--scalar", "k: i64 = 1"},
                  "net.cpp:4:39: error: parameter `x` of forward has no spec [W7201]",
                  "add --input \"x: f32[2,3]\""},
        WrongSpec{{"--input", "x: f32[4,3]"},
                  "net.cpp:4:50: error: parameter `k` of forward has no spec [W7201]",
                  "add --scalar \"k: i64 = 1\""},
        WrongSpec{{"--input", "x: f32[4,3]", "--input", "y: f32[4,3]", "--scalar", "k: i64 = 1"},
                  "net.cpp:4:17: error: forward has no parameter `y` [W7202]",
                  "its parameters are: x, k, flip, dims, gain"},
        WrongSpec{{"--input", "x: f32[4,3]", "--input", "k: f32[4,3]"},
                  "net.cpp:4:50: error: parameter `k` of forward is an integer, and its spec gives "
                  "a tensor [W7203]",
                  "write --scalar \"k: i64 = 1\""},
        WrongSpec{{"--input", "x: f32[4,3]", "--scalar", "k: f64 = 1"},
                  "net.cpp:4:50: error: parameter `k` of forward is an integer, and its spec gives "
                  "a floating-point number [W7203]",
                  "--scalar"},
        WrongSpec{{"--input", "x: f32[4,3]", "--scalar", "k: i64 = 1"},
                  "net.cpp:5:46: error: the default `{}` of parameter `dims` is no literal",
                  "[W7204]"},
        WrongSpec{{"--input", "x: f32[4,3"}, "weft: error: ", "[W4201]"},
        WrongSpec{{"--input", "x: f32[4]", "--input", "x: f32[4]"}, "weft: error: ", "[W4202]"}));

#endif  // WEFT_HAVE_CLANG

TEST_F(ModelErrors, ExceptionsOfTheModel) {
  RunResult result = compile(std::string(kStart) +
                                 "  Net() { throw std::runtime_error(\"no luck\"); }\n"
                                 "  torch::Tensor forward(torch::Tensor x) { return x; }\n};\n",
                             {"--model", "Net", "--input", "x: f32[4,3]"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("error: the constructor of Net threw std::runtime_error: no "
                                    "luck [W7103]"));

  result = compile(std::string(kStart) +
                       "  torch::Tensor forward(torch::Tensor x) {\n"
                       "    if (x.dim() == 2) throw std::invalid_argument(\"rank\");\n"
                       "    return x;\n  }\n};\n",
                   {"--model", "Net", "--input", "x: f32[4,3]"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("forward of Net threw std::invalid_argument: rank [W7103]"));
}

TEST_F(ModelErrors, OperatorErrorsAreAtTheUsersLine) {
  const RunResult result = compile(std::string(kStart) +
                                       "  torch::Tensor forward(torch::Tensor x) {\n"
                                       "    return torch::matmul(x, x);\n  }\n};\n",
                                   {"--model", "Net", "--input", "x: f32[4,3]"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, StartsWith("net.cpp:5:"));
}

TEST_F(ModelErrors, WhatTheLinkerMissesIsNamed) {
  const RunResult result = compile(
      "#include <torch/torch.h>\n\ntorch::Tensor elsewhere(torch::Tensor x);\n\n"
      "struct Net : torch::nn::Module {\n"
      "  torch::Tensor forward(torch::Tensor x) { return elsewhere(x); }\n};\n",
      {"--model", "Net", "--input", "x: f32[4,3]"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("undefined reference to"));
  EXPECT_THAT(result.err, HasSubstr("elsewhere"));
  EXPECT_THAT(result.err, HasSubstr("[W7102]"));
}

TEST_F(ModelErrors, MissingHostCompiler) {
  write("net.cpp", kNet);
  const RunResult result =
      run(WEFT_CLI_PATH, {"graph", "net.cpp", "--model", "Net"}, {"WEFT_CXX=/no/such/compiler"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("cannot run the host compiler `/no/such/compiler`"));
  EXPECT_THAT(result.err, HasSubstr("[W7101]"));
}

}  // namespace
}  // namespace weft::cli
