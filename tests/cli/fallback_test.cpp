// Calls that a bundle is not for, run by the eager model: `--fallback eager`.

#include "cli_testing.h"

#include <fstream>
#include <sstream>

namespace weft::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const char* const kModel = R"(#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() { fc = register_module("fc", torch::nn::Linear(4, 3)); }
  torch::Tensor forward(torch::Tensor x, torch::Tensor mask = {}, double scale = 0.5,
                        bool shifted = true) {
    if (mask.defined()) x = x * mask;
    if (shifted) x = x + 1;
    TORCH_CHECK(x.size(0) < 9, "too many rows");
    return torch::sigmoid(fc(x)) * scale;
  }
  torch::nn::Linear fc{nullptr};
};
)";

class Fallback : public CliTest {
 protected:
  Fallback() {
    write("model.h", kModel);
    write("model.cpp", "#include \"model.h\"\n");
  }

  RunResult compile(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {"compile", "model.cpp", "-o", "net"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return weft(arguments);
  }

  /// Builds main.cpp with the bundle, and with weft's library if it is wanted, and runs it.
  RunResult run_program(const std::string& main, bool with_library) const {
    write("main.cpp", main);
    const std::string library =
        std::string("-I" WEFT_BUILD_DIR "/include -I" WEFT_SOURCE_DIR "/runtime/compat ") +
        WEFT_BUILD_DIR "/lib/libweft.so -Wl,-rpath," WEFT_BUILD_DIR "/lib ";
    const RunResult built =
        run("/bin/sh", {"-c",
                        "set -e; for file in net/*.cpp; do ${WEFT_CXX:-c++} -std=c++17 -O1 "
                        "-ffp-contract=off -Wall -Wextra -Werror -c $file -o ${file%.cpp}.o; done; "
                        "${WEFT_CXX:-c++} -O1 -Wall -Wextra -Inet -I. main.cpp net/*.o " +
                            (with_library ? "-std=c++20 " + library : std::string("-std=c++17 ")) +
                            "-pthread -o program"});
    EXPECT_EQ(built.status, 0) << built.err;
    return run("./program", {});
  }
};

TEST_F(Fallback, RunsWhatIsNotCompiledAndCounts) {
  const RunResult compiled = compile({"--input", "x: f32[N,4], N in [1,6]", "--variant", "N=1",
                                      "--variant", "N in [2,4]", "--fallback", "eager"});
  ASSERT_EQ(compiled.status, 0) << compiled.err;
  const RunResult result = run_program(R"(#include <cmath>
#include <cstdio>
#include "model.h"
#include "net_eager.h"

int main() {
  torch::manual_seed(0);
  auto eager = std::make_shared<Net>();
  net::Model model("net/net.weights");
  net::Workspace workspace(model);
  const auto run = [&](std::int64_t n) {
    torch::Tensor x = torch::linspace(-1, 1, n * 4).view({n, 4});
    torch::Tensor y = torch::full({n, 3}, 7.0f);
    net::Extents extents;
    extents.N = n;
    try {
      model.run(x.data_ptr<float>(), y.data_ptr<float>(), extents, workspace);
      const float error = n == 0 ? 0.0f : (y - eager->forward(x)).abs().max().item<float>();
      std::printf("%d: %s\n", int(n), error < 1e-6f ? "equal" : "differs");
    } catch (const std::runtime_error& error) {
      std::printf("%d: %s, %s\n", int(n), error.what(),
                  n == 0 || (y == 7.0f).all().item<bool>() ? "untouched" : "written");
    }
  };
  run(7);  // no fallback yet
  auto other = std::make_shared<Net>();
  try {
    net::set_eager_fallback(model, other);
  } catch (const weft::Error& error) {
    std::printf("%s [%s]\n", error.diagnostic().message.c_str(), error.diagnostic().kind->id);
  }
  net::set_eager_fallback(model, eager);
  for (const int n : {1, 3, 5, 6, 7, 0, 9}) run(n);
  net::Extents extents;
  extents.N = 7;
  std::printf("%dx%d\n", int(model.output_shape(0, extents)[0]), int(model.output_shape(0, extents)[1]));

  // Calls of the C interface: a view with other strides, another type, a wrong output.
  torch::Tensor x = torch::linspace(-1, 1, 12).view({4, 3});
  torch::Tensor y = torch::zeros({3, 3});
  const std::int64_t in[] = {3, 4}, out[] = {3, 3}, wrong[] = {3, 2};
  weft_tensor_view input = weft_deploy::make_view(x.data_ptr<float>(), in);
  input.strides[0] = 1;
  input.strides[1] = 3;
  weft_tensor_view output = weft_deploy::make_view(y.data_ptr<float>(), out);
  weft_status status;
  const auto call = [&] {
    const int code = net_run(model.get(), &input, 1, &output, 1, workspace.data(), workspace.size(), &status);
    const int check = net_check(model.get(), &input, 1, &output, 1, workspace.data(), workspace.size(), nullptr);
    std::printf("%d %d %s\n", code, check, status.message);
  };
  call();
  std::printf("%d\n", (y - eager->forward(x.t())).abs().max().item<float>() < 1e-6f);
  output = weft_deploy::make_view(y.data_ptr<float>(), wrong);
  call();
  torch::Tensor five = torch::ones({5, 4});
  const std::int64_t rows[] = {5, 4};
  input = weft_deploy::make_view(five.data_ptr<float>(), rows);
  call();
  output = weft_deploy::make_view(five.data_ptr<float>(), in);
  output.sizes[0] = 5;
  output.sizes[1] = 3;
  output.strides[0] = 3;
  call();
  input = weft_deploy::make_view(x.data_ptr<float>(), in);
  output = weft_deploy::make_view(y.data_ptr<float>(), out);
  input.dtype = WEFT_F64;
  input.data = nullptr;
  call();
  input = weft_deploy::make_view(x.data_ptr<float>(), out);
  call();
  std::printf("%d %d, fallback %d, refused %d\n", int(model.variant_calls(0)),
              int(model.variant_calls(1)), int(model.fallback_calls()), int(model.refused_calls()));
}
)",
                                       /*with_library=*/true);
  EXPECT_EQ(result.out,
            "7: argument 0 `x`: expected float32[N, 4] where N in [1, 6], got float32[7, 4] "
            "[W8004], untouched\n"
            "the parameters and buffers of the eager model are not those that `net` was compiled "
            "with [W4109]\n"
            "1: equal\n3: equal\n5: equal\n6: equal\n7: equal\n0: equal\n"
            "9: the eager model: check failed: too many rows [W2007] [W8014], untouched\n"
            "7x3\n"
            "0 0 \n"
            "1\n"
            "1 1 output 0 `mul`: expected float32[N, 3], got float32[3, 2] [W8004]\n"
            "1 1 output 0: the eager model gives float32[5, 3], got room for float32[3, 2] "
            "[W8004]\n"
            "1 1 output 0 shares memory with another tensor [W8010]\n"
            "1 1 argument 0 `x` has no memory [W8006]\n"
            "1 1 the eager model: linear: weight [3, 4] expects 4 input features, got an input of "
            "shape [3, 3] [W1207] [W8014]\n"
            "1 1, fallback 5, refused 7\n")
      << result.err;
}

TEST_F(Fallback, NeedsNoLibraryWhereNoneIsSet) {
  const RunResult compiled = compile({"--input", "x: f32[N,4], N in [1,6]", "--fallback", "eager"});
  ASSERT_EQ(compiled.status, 0) << compiled.err;
  EXPECT_THAT(compiled.out, HasSubstr("net: "));
  const RunResult result = run_program(R"(#include <cstdio>
#include "net.h"
int main() {
  net::Model model("net/net.weights");
  net::Workspace workspace(model);
  std::vector<float> x(7 * 4, 0.5f), y(7 * 3);
  net::Extents extents;
  for (const int n : {2, 7}) {
    extents.N = n;
    try {
      model.run(x.data(), y.data(), extents, workspace);
    } catch (const std::runtime_error& error) {
      std::printf("%s\n", error.what());
    }
  }
  std::printf("%s: %d, fallback %d, refused %d\n", net_variant_conditions(0), int(model.variant_calls(0)),
              int(model.fallback_calls()), int(model.refused_calls()));
}
)",
                                       /*with_library=*/false);
  EXPECT_EQ(result.out,
            "argument 0 `x`: expected float32[N, 4] where N in [1, 6], got float32[7, 4] [W8004]\n"
            "all extents that the inputs allow: 1, fallback 0, refused 1\n")
      << result.err;
  ASSERT_EQ(weft({"compile", "model.cpp", "-o", "plain", "--input", "x: f32[N,4]"}).status, 0);
  EXPECT_THAT(read("plain/net.h"), Not(HasSubstr("fallback")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "plain/plain_eager.h"));
}

TEST_F(Fallback, TheProgramOfThePageRuns) {
  const auto file_text = [](const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  };
  const std::string page = file_text(WEFT_SOURCE_DIR "/docs/calling-bundles.md");
  const std::string program = file_text(tests_file("cli/data/fallback_program.cpp"));
  EXPECT_THAT(page, HasSubstr("```cpp\n" + program + "```"));
  const std::string model = tests_file("cli/data/readme_example.cpp");
  write("readme_example.cpp", file_text(model));
  ASSERT_EQ(weft({"weights", model, "-o", "net.pt"}).status, 0);
  const RunResult compiled = weft({"compile", model, "--input", "x: f32[N,64], N in [1,4096]",
                                   "--weights", "net.pt", "--fallback", "eager", "-o", "net"});
  ASSERT_EQ(compiled.status, 0) << compiled.err;
  EXPECT_EQ(run_program(program, /*with_library=*/true).out, "1\n");
}

TEST_F(Fallback, IsRefusedWhereNoCallCouldMiss) {
  const RunResult fixed = compile({"--input", "x: f32[3,4]", "--fallback", "eager"});
  EXPECT_EQ(fixed.status, 2);
  EXPECT_THAT(fixed.err, HasSubstr("no input leaves an extent open, so no call could miss and fall "
                                   "back [W5015]"));
  EXPECT_EQ(compile({"--input", "x: f32[N,4]", "--fallback", "other"}).status, 2);
  write("model.cpp", R"(#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x + torch::rand({3}); }
};
)");
  const RunResult draws = compile({"--input", "x: f32[N,3]", "--fallback", "eager"});
  EXPECT_EQ(draws.status, 1);
  EXPECT_THAT(draws.err, HasSubstr("variant `all extents that the inputs allow`: the model draws "
                                   "random numbers [W5014]"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "net"));
}

}  // namespace
}  // namespace weft::cli
