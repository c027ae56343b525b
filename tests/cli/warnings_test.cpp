// Generated source compiles without a warning.

#include "cli_testing.h"

namespace weft::cli {
namespace {

struct Case {
  std::string name;
  std::string model;
  std::vector<std::string> inputs;
};

/// Batches of one, for which indices of generated loops are constant.
class Warnings : public CliTest, public ::testing::WithParamInterface<Case> {};

TEST_P(Warnings, NoneFromEitherCompiler) {
  std::vector<std::string> arguments = {"compile", tests_file("cases/" + GetParam().name + ".cpp"),
                                        "--model", GetParam().model,
                                        "-o",      "net"};
  for (const std::string& input : GetParam().inputs) {
    arguments.insert(arguments.end(), {"--input", input});
  }
  ASSERT_EQ(weft(arguments).status, 0);
  for (const std::string compiler : {"g++", "clang++-19"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "net")) {
      if (entry.path().extension() != ".cpp") continue;
      const std::string file = entry.path().string();
      const RunResult result =
          run("/usr/bin/env", {compiler, "-std=c++17", "-O2", "-Wall", "-Wextra", "-pedantic",
                               "-DWEFT_ISA_NAME=baseline", "-c", file, "-o", "/dev/null"});
      EXPECT_EQ(result.status, 0) << compiler << " " << file;
      EXPECT_EQ(result.err, "") << compiler << " " << file;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Bundle, Warnings,
                         ::testing::Values(Case{"digits_cnn", "DigitsNet", {"x: f32[1,1,8,8]"}},
                                           Case{"bert_encoder",
                                                "BertModel",
                                                {"input_ids: i64[1,7]", "token_type_ids: i64[1,7]",
                                                 "attention_mask: i64[1,7]"}}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace weft::cli
