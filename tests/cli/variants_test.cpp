// Models that are compiled several times, for parts of their extents: `--variant`.

#include <nlohmann/json.hpp>

#include "cli_testing.h"

namespace weft::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Variants : public CliTest {
 protected:
  /// A command on the example of the README with these variants.
  RunResult example(const std::string& command, const std::vector<std::string>& variants,
                    const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {command, tests_file("cli/data/readme_example.cpp"),
                                          "--input", "x: f32[N,64], N in [1,4096]"};
    for (const std::string& variant : variants) {
      arguments.insert(arguments.end(), {"--variant", variant});
    }
    arguments.insert(arguments.end(), more.begin(), more.end());
    return weft(arguments);
  }
};

TEST_F(Variants, AgreeWithTheModelInEveryModeAndExtent) {
  const RunResult result =
      example("verify", {"N=1", "N in [2,64], N % 2 == 0", "N in [2,64]"},
              {"--at", "N=1", "--at", "N=2", "--at", "N=7", "--at", "N=64", "--at", "N=31"});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("\nbundle at N=31 "));
  EXPECT_THAT(result.out, EndsWith("\nok\n"));
  const RunResult beyond = example("verify", {"N=1"}, {"--at", "N=2"});
  EXPECT_EQ(beyond.status, 1);
  EXPECT_THAT(beyond.err,
              HasSubstr("no variant is for N = 2 from argument 0; there are: N=1 [W8013]"));
}

TEST_F(Variants, AreChosenAndCountedAndShareWeights) {
  ASSERT_EQ(example("compile", {}, {"-o", "plain", "--name", "net"}).status, 0);
  const RunResult compiled = example("compile", {"N=1", "N in [2,64]"}, {"-o", "net"});
  ASSERT_EQ(compiled.status, 0) << compiled.err;
  EXPECT_THAT(compiled.out, HasSubstr("net, N=1: "));
  EXPECT_THAT(compiled.out, HasSubstr("net, N in [2,64]: "));
  EXPECT_EQ(read("net/net.weights"), read("plain/net.weights"));
  ASSERT_EQ(example("compile", {"N=1", "N in [2,64]"}, {"-o", "again", "--name", "net"}).status, 0);
  EXPECT_EQ(read_folder("net"), read_folder("again"));

  write("main.cpp", R"(#include <cstdio>
#include "net.h"
int main() {
  net::Model model("net/net.weights");
  net::Workspace workspace(model);
  std::vector<float> x(65 * 64, 0.5f), one(65 * 10), all(65 * 10);
  const auto run = [&](std::int64_t n, std::vector<float>& y) {
    net::Extents extents;
    extents.N = n;
    model.run(x.data(), y.data(), extents, workspace);
  };
  run(1, one);
  for (const int n : {3, 64, 2}) run(n, all);
  bool same = true;
  for (int i = 0; i < 640; ++i) same = same && all[i] - one[i % 10] < 1e-6f && one[i % 10] - all[i] < 1e-6f;
  try {
    run(65, all);
  } catch (const std::runtime_error& error) {
    std::printf("%s\n", error.what());
  }
  net::Extents extents;
  extents.N = 3;
  std::vector<weft_tensor_view> views(2);
  const std::int64_t sizes[] = {3, 64}, result[] = {3, 9};
  views[0] = weft_deploy::make_view(x.data(), sizes);
  views[1] = weft_deploy::make_view(all.data(), result);
  weft_status status;
  net_run(model.get(), &views[0], 1, &views[1], 1, workspace.data(), workspace.size(), &status);
  std::printf("%s\n", status.message);
  std::printf("%d %d %s, %s\n", same, net_variant_count(), net_variant_conditions(0),
              net_variant_conditions(1));
  std::printf("%d %d, refused %d\n", int(model.variant_calls(0)), int(model.variant_calls(1)),
              int(model.refused_calls()));
  std::printf("%dx%d\n", int(net::Model::output_shape(0, extents)[0]),
              int(net::Model::output_shape(0, extents)[1]));
}
)");
  const RunResult built =
      run("/bin/sh", {"-c",
                      "${WEFT_CXX:-c++} -std=c++17 -O1 -ffp-contract=off -Wall -Wextra -Werror "
                      "-Inet main.cpp net/*.cpp -pthread -o program"});
  ASSERT_EQ(built.status, 0) << built.err;
  const RunResult result = run("./program", {});
  EXPECT_EQ(result.out,
            "no variant is for N = 65 from argument 0; there are: N=1; N in [2,64] [W8013]\n"
            "output 0 `softmax`: expected float32[N, 10], got float32[3, 9] [W8004]\n"
            "1 2 N=1, N in [2,64]\n"
            "1 3, refused 2\n"
            "3x10\n")
      << result.err;
}

TEST_F(Variants, AreExplainedInTheirOrder) {
  write("net.cpp", R"(#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    TORCH_CHECK(x.size(1) >= 2, "too short");
    torch::Tensor sum = torch::zeros({x.size(0)});
    for (int64_t t = 0; t < x.size(1); ++t) sum = sum + x.select(1, t);
    return sum;
  }
};
)");
  const std::vector<std::string> command = {
      "explain",   "net.cpp",    "--input",   "x: f32[N,T], N in [1,8]",
      "--variant", "N=1, T = 3", "--variant", "N in [2,4], T = 2"};
  const RunResult text = weft(command);
  ASSERT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, StartsWith(R"(Net of net.cpp: 2 variants

inputs
  x  f32[N, T]

a call runs the first of these that is for its extents, and is refused if none is
  0  N=1, T = 3
  1  N in [2,4], T = 2

variant 0, for N=1, T = 3: 1 kernels

inputs
  x  f32[1, 3]

results
  add_2  f32[1]

guards, checked at every call before anything is written
)"));
  EXPECT_THAT(text.out, HasSubstr(R"(
variant 1, for N in [2,4], T = 2: 1 kernels

inputs
  x  f32[N, 2]

results
  add_1  f32[N]

extents that each call decides
  N  in [2, 4]  read at x.size(0)  declared in "x: f32[N,T], N in [1,8]"

guards, checked at every call before anything is written
  type     x is f32 with 2 dimensions                               input spec
  range    N in [2, 4]                                              input spec
)"));
  std::vector<std::string> as_json = command;
  as_json.emplace_back("--json");
  const nlohmann::json report = nlohmann::json::parse(weft(as_json).out);
  ASSERT_EQ(report["variants"].size(), 2u);
  EXPECT_EQ(report["inputs"][0]["type"], "f32[N, T]");
  EXPECT_EQ(report["variants"][0]["for"], "N=1, T = 3");
  EXPECT_EQ(report["variants"][0]["inputs"][0]["type"], "f32[1, 3]");
  EXPECT_EQ(report["variants"][1]["inputs"][0]["type"], "f32[N, 2]");
  EXPECT_EQ(report["variants"][1]["extents"][0]["at_most"], 4);
  EXPECT_EQ(report["variants"][1]["guards"][0]["kind"], "type");

  const RunResult short_rows = weft(
      {"explain", "net.cpp", "--input", "x: f32[N,T]", "--variant", "T=3", "--variant", "T=1"});
  EXPECT_EQ(short_rows.status, 1);
  EXPECT_THAT(short_rows.err, HasSubstr("net.cpp:4:"));
  EXPECT_THAT(short_rows.err, HasSubstr("in the variant for T=1"));
  EXPECT_THAT(weft({"explain", "net.cpp", "--input", "x: f32[N,T]", "--variant", "M=3"}).err,
              HasSubstr("[W5013]"));
}

TEST_F(Variants, ThatAreNoneAreRefused) {
  const RunResult unknown = example("compile", {"M=1"}, {"-o", "net"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("variant `M=1`: no input leaves an extent `M` open; open "
                                     "are: N [W5013]"));
  const RunResult empty = example("compile", {"N=1", "N=0"}, {"-o", "net"});
  EXPECT_EQ(empty.status, 2);
  EXPECT_THAT(empty.err, HasSubstr("no extent is in the range of `N`"));
  EXPECT_THAT(empty.err, HasSubstr("in the variant for N=0"));
  EXPECT_THAT(example("compile", {"N is 1"}, {"-o", "net"}).err, HasSubstr("[W42"));
  for (const auto& [first, second] :
       std::vector<std::pair<std::string, std::string>>{{"N=1", "N=1"},
                                                        {"N in [1,8]", "N in [2,3]"},
                                                        {"N % 2 == 0", "N = 6"},
                                                        {"N % 2 == 0", "N % 4 == 0, N <= 64"}}) {
    const RunResult never = example("explain", {first, second}, {});
    EXPECT_EQ(never.status, 2);
    EXPECT_THAT(never.err, HasSubstr("variant `" + second + "` is never chosen: `" + first +
                                     "` stands before it and is for all of its extents [W5017]"));
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "net"));

  write("noise.cpp", R"(#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x + torch::rand({3}); }
};
)");
  const RunResult draws =
      weft({"compile", "noise.cpp", "--input", "x: f32[N,3]", "--variant", "N=1"});
  EXPECT_EQ(draws.status, 1);
  EXPECT_THAT(draws.err, HasSubstr("variant `N=1`: the model draws random numbers [W5014]"));
}

}  // namespace
}  // namespace weft::cli
