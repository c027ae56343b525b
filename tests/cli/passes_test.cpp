#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli_testing.h"

namespace weft::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// The options that say which passes make the core graph.
class Passes : public CliTest {
 protected:
  Passes() {
    write("net.cpp", kNet);
    write_tensors("w.safetensors", net_weights());
  }
  RunResult command(const std::string& name, std::vector<std::string> more) {
    more.insert(more.begin(), {name, "net.cpp", "--model", "Net", "--input", "x: f32[2,3]",
                               "--scalar", "gain: f64 = 2", "--weights", "w.safetensors"});
    return weft(more);
  }
};

TEST_F(Passes, LevelsRunMoreAndMoreOfThem) {
  for (const char* level : {"-O0", "-O1", "-O2", "-O3"}) {
    const RunResult result = command("verify", {level});
    EXPECT_EQ(result.status, 0) << level << "\n" << result.out << result.err;
  }
  EXPECT_EQ(command("compile", {"-O4"}).status, 2);
  const std::vector<std::string> shown = {"--core", "--print-after", "dead_code_elimination"};
  const auto with = [&](const char* level) {
    std::vector<std::string> options = shown;
    options.push_back(level);
    return command("graph", options).err;
  };
  EXPECT_THAT(with("-O0"), Not(HasSubstr("# after")));
  EXPECT_THAT(with("-O1"), HasSubstr("# after dead_code_elimination\ngraph():\n    %x"));
}

TEST_F(Passes, AreLeftOutByName) {
  const RunResult result =
      command("graph", {"--core", "--disable-pass", "dead_code_elimination", "--print-after",
                        "dead_code_elimination", "--print-after", "normalize"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("# after normalize"));
  EXPECT_THAT(result.err, Not(HasSubstr("# after dead_code_elimination")));
  // What a level has not, it need not be told to leave out.
  EXPECT_EQ(command("graph", {"--core", "-O0", "--disable-pass", "dead_code_elimination"}).status,
            0);
}

TEST_F(Passes, UnknownNamesAreRefusedWithTheListOfThem) {
  for (const char* option : {"--disable-pass", "--print-after"}) {
    const RunResult result = command("compile", {option, "dead_code"});
    EXPECT_EQ(result.status, 1) << option;
    EXPECT_THAT(result.err, HasSubstr("there is no pass `dead_code` in this list [W1321]"));
    EXPECT_THAT(result.err, HasSubstr("dead_code_elimination"));
  }
}

TEST_F(Passes, StatsShowWhatTheyEarn) {
  const RunResult result = command("compile", {"-o", "net", "--stats", "-O1"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\nlevel    nodes  kernels   once"));
  EXPECT_THAT(result.out, HasSubstr("\n-O0 "));
  EXPECT_THAT(result.out, HasSubstr("\n-O1 "));
}

TEST_F(Passes, ResidualNetworksEndWithoutBatchNorm) {
  const RunResult result =
      weft({"graph", tests_file("cases/resnet_small.cpp"), "--model", "ResNetSmall", "--input",
            "images: f32[2,3,16,16]", "--core", "-O3"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("convolution"));
  for (const char* part : {"rsqrt", "batch_norm", "running_var"}) {
    EXPECT_THAT(result.out, Not(HasSubstr(part))) << part;
  }
}

}  // namespace
}  // namespace weft::cli
