// Models that write into their inputs, as caches of keys and values: the caller's tensors are
// written at the end of a call, and by no call that is refused.

#include <cstring>

#include "cli_testing.h"

namespace weft::cli {
namespace {

using ::testing::HasSubstr;

const char* const kModel = R"(#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor cache, torch::Tensor index) {
    cache.slice(0, 0, 1).copy_(x);
    return cache.index_select(0, index) + x;
  }
};
)";

class WrittenInputs : public CliTest {
 protected:
  WrittenInputs() { write("model.cpp", kModel); }
  const std::vector<std::string> specs_ = {"--input",         "x: f32[1,T]", "--input",
                                           "cache: f32[N,T]", "--input",     "index: i64[2]"};
  RunResult command(const std::string& name, const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {name, "model.cpp"};
    arguments.insert(arguments.end(), specs_.begin(), specs_.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    return weft(arguments);
  }
};

TEST_F(WrittenInputs, AreWrittenByCallsThatRunAndByNoOther) {
  const RunResult compiled = command("compile", {"-o", "net"});
  ASSERT_EQ(compiled.status, 0) << compiled.err;
  EXPECT_THAT(read("net/net.h"),
              HasSubstr("//   input 1  cache: f32[N, T], which the model writes\n"));
  EXPECT_THAT(
      read("net/net.h"),
      HasSubstr("void run(const float* x, float* cache, const int64_t* index, float* add, "));
  EXPECT_THAT(read("net/manifest.json"), HasSubstr("\"written\": true"));
  write("main.cpp", R"(#include <cstdio>
#include "net.h"
float x[3] = {1, 2, 3}, cache[12], y[6];
std::int64_t rows[2] = {0, 3};
void show(const char* what) {
  std::printf("%s: cache %g %g %g %g, result %g %g\n", what, cache[0], cache[1], cache[2], cache[3], y[0], y[3]);
}
int main() {
  net::Model model("net/net.weights");
  net::Workspace workspace(model);
  net::Extents extents;
  extents.T = 3;
  extents.N = 4;
  const auto call = [&](const char* what, const float* x, float* cache, float* y) {
    try {
      model.run(x, cache, rows, y, extents, workspace);
    } catch (const std::runtime_error& error) {
      std::printf("%s\n", error.what());
    }
    show(what);
  };
  for (int i = 0; i < 12; ++i) cache[i] = 9;
  call("x in the cache", cache + 3, cache, y);
  call("result in the cache", x, cache, cache + 6);
  call("no cache", x, nullptr, y);
  rows[1] = 4;
  call("row 4 of 4", x, cache, y);
  rows[1] = 3;
  call("right", x, cache, y);
  return 0;
}
)");
  const RunResult built =
      run("/bin/sh", {"-c",
                      "${WEFT_CXX:-c++} -std=c++17 -O1 -ffp-contract=off -Wall -Wextra -Werror "
                      "-Inet main.cpp net/*.cpp -pthread -o program"});
  ASSERT_EQ(built.status, 0) << built.err;
  const RunResult result = run("./program", {});
  EXPECT_THAT(result.out,
              HasSubstr("argument 1 `cache`, which the model writes, shares memory with "
                        "argument 0 `x` [W8010]\n"
                        "x in the cache: cache 9 9 9 9, result 0 0\n"
                        "output 0 `add` shares memory with argument 1 `cache` [W8010]\n"
                        "result in the cache: cache 9 9 9 9, result 0 0\n"
                        "argument 1 `cache`: expected float32[4, 3], got no memory "
                        "[W8006]\n"
                        "no cache: cache 9 9 9 9, result 0 0\n"
                        "a value in the data is out of range: "));
  EXPECT_THAT(result.out, HasSubstr("[W8012]\nrow 4 of 4: cache 9 9 9 9, result "));
  EXPECT_THAT(result.out, HasSubstr("\nright: cache 1 2 3 9, result 2 10\n"));
}

TEST_F(WrittenInputs, AreExplainedAndVerified) {
  const RunResult explained = command("explain", {});
  ASSERT_EQ(explained.status, 0) << explained.err;
  EXPECT_THAT(explained.out, HasSubstr("\n  cache  f32[N, T]  written at the end of a call\n"));
  EXPECT_THAT(explained.out, HasSubstr("cache, which the model writes, shares memory with no other "
                                       "input"));
  const RunResult verified = command("verify", {"--variant", "N=4", "--variant", "N in [2,3]",
                                                "--at", "N=4,T=1", "--at", "N=3,T=7"});
  EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("\nbundle at T=7, N=3  eager    input.cache "));
}

TEST_F(WrittenInputs, AreInTheFileOfARunForTheNextOne) {
  write("model.cpp", R"(#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor count) {
    count.add_(x);
    return count * 10;
  }
};
)");
  ASSERT_EQ(weft({"compile", "model.cpp", "--input", "x: f32[2]", "--input", "count: f32[2]", "-o",
                  "net"})
                .status,
            0);
  write_tensors("start.safetensors", {{"x", {2}, {1, 2}}, {"count", {2}, {0, 0}}});
  const auto step = [&](const std::string& from, const std::string& to) {
    const RunResult result = weft({"run", "net", "--input", "x=start.safetensors", "--input",
                                   "count=" + from, "--output", to});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out, "output.0 f32[2]\ninput.count f32[2]\n");
  };
  step("start.safetensors", "first.safetensors");
  step("first.safetensors", "second.safetensors");
  const std::string file = read("second.safetensors");
  ASSERT_GE(file.size(), 16U);
  float values[4];
  std::memcpy(values, file.data() + file.size() - 16, 16);
  EXPECT_THAT(values, ::testing::UnorderedElementsAre(2, 4, 20, 40));
}

TEST_F(WrittenInputs, OfAllVariantsAreTheSame) {
  write("model.cpp", R"(#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (x.size(0) == 1) x.add_(1);
    return x * 2;
  }
};
)");
  const RunResult result = weft({"compile", "model.cpp", "--input", "x: f32[N]", "--variant", "N=1",
                                 "--variant", "N in [2,4]"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("variant `N in [2,4]`: it writes other inputs than the first "
                                    "variant [W5014]"));
}

}  // namespace
}  // namespace weft::cli
