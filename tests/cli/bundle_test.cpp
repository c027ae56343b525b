// What `weft compile` writes and `weft run` does with it.

#include <bit>
#include <cstring>

#include "cli_testing.h"

namespace weft::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class Bundle : public CliTest {
 protected:
  Bundle() {
    write("net.cpp", kNet);
    write_tensors("w.safetensors", net_weights());
  }
  RunResult compile(std::vector<std::string> more, const std::string& file = "net.cpp") {
    more.insert(more.begin(), {"compile", file, "--model", "Net", "--input", "x: f32[2,3]",
                               "--scalar", "gain: f64 = 2", "--weights", "w.safetensors"});
    return weft(more);
  }
};

TEST_F(Bundle, HasTheFilesThatAreNeededToBuildIt) {
  const RunResult result = compile({"-o", "out/net"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, StartsWith("out/net: "));
  for (const char* file : {"net.h", "net.cpp", "net.weights", "CMakeLists.txt", "manifest.json",
                           "net_kernels_0.cpp", "weft_deploy/isa.h"}) {
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out/net" / file)) << file;
  }
  EXPECT_THAT(entries(), ::testing::ElementsAre("net.cpp", "out", "w.safetensors"));
}

TEST_F(Bundle, IsTheSameBytesFromEverywhere) {
  ASSERT_EQ(compile({"-o", "one", "--name", "net"}).status, 0);
  ASSERT_EQ(compile({"-o", "two", "--name", "net"}).status, 0);
  write("elsewhere/deep/net.cpp", kNet);
  const RunResult third = compile({"-o", "three", "--name", "net"}, "./elsewhere/deep/net.cpp");
  ASSERT_EQ(third.status, 0) << third.err;
  const auto files = read_folder("one");
  EXPECT_GT(files.size(), 10U);
  EXPECT_EQ(files, read_folder("two"));
  EXPECT_EQ(files, read_folder("three"));
  for (const auto& [name, text] : files) {
    EXPECT_EQ(text.find(folder_.string()), std::string::npos) << name << " names this machine";
  }
}

TEST_F(Bundle, TheNameComesFromTheFolderOrTheModel) {
  ASSERT_EQ(compile({}).status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "net/net.h"));
  ASSERT_EQ(compile({"-o", "other/"}).status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "other/other.h"));
  ASSERT_EQ(compile({"-o", "other-2", "--name", "mine"}).status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "other-2/mine.h"));
}

TEST_F(Bundle, ReplacesAnOlderBundleAndNothingElse) {
  ASSERT_EQ(compile({"-o", "net"}).status, 0);
  const auto first = read_folder("net");
  write("net/net_kernels_99.cpp", "left over from an older version");
  ASSERT_EQ(compile({"-o", "net"}).status, 0);
  EXPECT_EQ(read_folder("net"), first);

  write("net/notes.txt", "mine");
  const RunResult result = compile({"-o", "net"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err,
              HasSubstr("`net` holds files that weft did not write: notes.txt [W7003]"));
  EXPECT_EQ(read("net/notes.txt"), "mine");
}

TEST_F(Bundle, CannotBeWrittenWhereAFileIsInTheWay) {
  const RunResult result = compile({"-o", "w.safetensors/net"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("[W7004]"));
}

TEST_F(Bundle, StatsNameTheKernels) {
  const RunResult result = compile({"-o", "net", "--stats"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("operators"));
  EXPECT_THAT(result.out, HasSubstr("matmul"));
  EXPECT_THAT(result.out, HasSubstr("for intermediate values"));
}

TEST_F(Bundle, RunsOnTensorsFromFiles) {
  ASSERT_EQ(compile({"-o", "net"}).status, 0);
  write_tensors("x.safetensors", {{"rows", {2, 3}, {1, 1, 1, -1, 0, 0}}});
  const RunResult result =
      weft({"run", "net", "--input", "x=x.safetensors:rows", "--output", "y.safetensors"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "output.0 f32[2, 2]\n");

  // relu(x * weight' + bias) * scale * gain, by hand.
  const float expected[] = {13, 0, 0, 25};
  const std::string file = read("y.safetensors");
  ASSERT_GE(file.size(), 16U);
  EXPECT_THAT(file, HasSubstr(R"("output.0":{"dtype":"F32","shape":[2,2])"));
  float values[4];
  std::memcpy(values, file.data() + file.size() - 16, 16);
  EXPECT_THAT(values, ::testing::Pointwise(::testing::FloatNear(1e-5F), expected));
  // Building leaves nothing in the bundle.
  const RunResult again = compile({"-o", "net"});
  EXPECT_EQ(again.status, 0) << again.err;
}

TEST_F(Bundle, RunRefusesInputsThatDoNotFit) {
  ASSERT_EQ(compile({"-o", "net"}).status, 0);
  write_tensors("x.safetensors", {{"x", {3, 2}, {1, 2, 3, 4, 5, 6}}});
  const auto run_with = [&](std::vector<std::string> inputs) {
    inputs.insert(inputs.begin(), {"run", "net", "--output", "y.safetensors"});
    RunResult result = weft(inputs);
    EXPECT_NE(result.status, 0);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "y.safetensors"));
    return result;
  };
  EXPECT_THAT(run_with({"--input", "x=x.safetensors"}).err,
              HasSubstr("input `x` is f32[3, 2], and the model takes x: f32[2, 3] [W7302]"));
  EXPECT_THAT(run_with({"--input", "x=x.safetensors:y"}).err,
              HasSubstr("there is no tensor \"y\" [W7302]"));
  EXPECT_THAT(run_with({"--input", "z=x.safetensors"}).err,
              HasSubstr("the model has no input `z`; it has: x: f32[2, 3] [W7001]"));
  EXPECT_THAT(run_with({"--input", "x"}).err, HasSubstr("is not of the form NAME=FILE[:TENSOR]"));
  EXPECT_THAT(run_with({}).err, HasSubstr("no --input for `x: f32[2, 3]`"));
}

TEST_F(Bundle, RunRefusesFoldersThatAreNoBundle) {
  const RunResult nowhere = weft({"run", "nowhere", "--output", "y"});
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("cannot read `nowhere`: No such file or directory [W7006]"));
  write("empty/readme.txt", "");
  const RunResult empty = weft({"run", "empty", "--output", "y"});
  EXPECT_EQ(empty.status, 1);
  EXPECT_THAT(empty.err, HasSubstr("`empty` is not a bundle that can be used: there is no "
                                   "manifest.json in it [W7401]"));
  write("bad/manifest.json", "{\"format\": 1, \"name\": \"../net\"}");
  EXPECT_THAT(weft({"run", "bad", "--output", "y"}).err, HasSubstr("[W7401]"));

  ASSERT_EQ(compile({"-o", "net"}).status, 0);
  write_tensors("x.safetensors", {{"x", {2, 3}, {1, 2, 3, 4, 5, 6}}});
  const std::vector<std::string> arguments = {
      "run", "net", "--input", "x=x.safetensors", "--output", "y.safetensors"};
  const std::string kernels = read("net/net_kernels_0.cpp");
  write("net/net_kernels_0.cpp", kernels + "\nthis is no C++\n");
  const RunResult broken = weft(arguments);
  EXPECT_EQ(broken.status, 3);
  EXPECT_THAT(broken.err, HasSubstr("[W7402]"));
  EXPECT_THAT(broken.err, HasSubstr("net_kernels_0.cpp"));

  write("net/net_kernels_0.cpp", kernels);
  write_tensors("net/net.weights", {});
  const RunResult no_weights = weft(arguments);
  EXPECT_EQ(no_weights.status, 1);
  EXPECT_THAT(no_weights.err, HasSubstr("fc.weight"));
  EXPECT_THAT(no_weights.err, HasSubstr("[W7401]"));
}

TEST_F(Bundle, RunSaysWhatTheModelRefuses) {
  write("pick.cpp", R"(#include <torch/torch.h>
struct Pick : torch::nn::Module {
  Pick() { table = register_module("table", torch::nn::Embedding(4, 2)); }
  torch::Tensor forward(torch::Tensor ids) { return table->forward(ids); }
  torch::nn::Embedding table{nullptr};
};
)");
  const RunResult compiled =
      weft({"compile", "pick.cpp", "--model", "Pick", "--input", "ids: i32[2]"});
  ASSERT_EQ(compiled.status, 0) << compiled.err;
  const auto run_with = [&](float second) {
    write_tensors("ids.safetensors", {{"ids", {2}, {0, second}, "I32"}});
    return weft({"run", "pick", "--input", "ids=ids.safetensors", "--output", "y.safetensors"});
  };
  const RunResult fits = run_with(std::bit_cast<float>(3));
  EXPECT_EQ(fits.status, 0) << fits.err;
  std::filesystem::remove(folder_ / "y.safetensors");
  const RunResult beyond = run_with(std::bit_cast<float>(4));
  EXPECT_EQ(beyond.status, 1);
  EXPECT_THAT(beyond.err, HasSubstr("the compiled model refused: "));
  EXPECT_THAT(beyond.err, HasSubstr("range"));
  EXPECT_THAT(beyond.err, HasSubstr("[W7403]"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "y.safetensors"));
}

TEST_F(Bundle, GraphIsPrintedInAllForms) {
  const std::vector<std::string> model = {"graph",   "net.cpp",     "--model",  "Net",
                                          "--input", "x: f32[2,3]", "--scalar", "gain: f64 = 2"};
  const auto graph = [&](const std::string& form) {
    std::vector<std::string> arguments = model;
    if (!form.empty()) arguments.push_back(form);
    const RunResult result = weft(arguments);
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out;
  };
  EXPECT_EQ(graph(""), graph("--tabular"));
  EXPECT_THAT(graph(""), HasSubstr("call_module"));
  EXPECT_THAT(graph("--code"), HasSubstr("fc"));
  EXPECT_THAT(graph("--core"), HasSubstr("fc.weight"));
  EXPECT_THAT(graph("--core"), ::testing::Not(HasSubstr("call_module")));
  EXPECT_THAT(graph("--text"), ::testing::StartsWith("weft graph 1\n%x = placeholder[x]() : "));
  EXPECT_THAT(graph("--text"), HasSubstr("= call_module[fc]("));
  EXPECT_THAT(graph("--text"), HasSubstr("net.cpp\":"));
  EXPECT_THAT(graph("--dot"), ::testing::StartsWith("digraph {\n"));
  EXPECT_THAT(graph("--dot"), HasSubstr("call_module fc"));
}

TEST_F(Bundle, GraphIsStoredAndReadInEveryForm) {
  const std::string table = weft({"graph", "net.cpp", "--model", "Net", "--input", "x: f32[2,3]",
                                  "--scalar", "gain: f64 = 2", "--save", "net.weft"})
                                .out;
  EXPECT_THAT(read("net.weft"), ::testing::StartsWith("weft module 1\ntensor 0 f32["));
  EXPECT_THAT(table, HasSubstr("call_module"));
  for (const char* form : {"net.json", "net.graph"}) {
    EXPECT_EQ(weft({"graph", "net.weft", "--save", form}).status, 0);
  }
  for (const char* form : {"net.weft", "net.json", "net.graph"}) {
    const RunResult result = weft({"graph", form, "--tabular"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out, table) << form;
    EXPECT_THAT(weft({"graph", form, "--text"}).out, ::testing::StartsWith("weft graph 1\n%x"));
    EXPECT_THAT(weft({"graph", form, "--core"}).out, ::testing::Not(HasSubstr("call_module")));
  }
  write("graph.weft", weft({"graph", "net.weft", "--text"}).out);
  EXPECT_EQ(weft({"graph", "graph.weft"}).out, table) << "a graph without its modules";
  const RunResult wrong = weft({"graph", "net.weft", "--model", "Net"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("[W7001]"));
}

TEST_F(Bundle, GraphIsDrawnByGraphviz) {
  // A stand-in that takes what `dot` takes.
  write("dot.sh", "#!/bin/sh\nread first < \"$4\"\necho \"<svg>$first</svg>\" > \"$3\"\n");
  std::filesystem::permissions(folder_ / "dot.sh", std::filesystem::perms::owner_all);
  const auto draw = [&](const std::string& dot) {
    return run(WEFT_CLI_PATH,
               {"graph", "net.cpp", "--model", "Net", "--input", "x: f32[2,3]", "--scalar",
                "gain: f64 = 2", "--svg", "net.svg"},
               {"WEFT_DOT=" + dot});
  };
  const RunResult missing = draw("/no/such/dot");
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("cannot draw with `/no/such/dot`"));
  EXPECT_THAT(missing.err, HasSubstr("[W7005]"));
  EXPECT_THAT(missing.err, HasSubstr("apt install graphviz"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "net.svg"));

  const RunResult drawn = draw((folder_ / "dot.sh").string());
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_EQ(read("net.svg"), "<svg>digraph {</svg>\n");
}

}  // namespace
}  // namespace weft::cli
