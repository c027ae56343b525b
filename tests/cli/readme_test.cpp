/// \file What README.md shows is what works.
#include "cli_testing.h"

#include <fstream>
#include <sstream>

namespace weft::cli {
namespace {

using ::testing::HasSubstr;

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class Readme : public CliTest {};

TEST_F(Readme, ExampleIsTheTestedFile) {
  const std::string readme = file_text(std::string(WEFT_SOURCE_DIR) + "/README.md");
  const std::string example = file_text(tests_file("cli/data/readme_example.cpp"));
  EXPECT_THAT(readme, HasSubstr("```cpp\n" + example + "```"));
}

TEST_F(Readme, ExampleCompilesAndAgreesInEveryMode) {
  const RunResult result = weft({"verify", tests_file("cli/data/readme_example.cpp"), "--model",
                                 "Net", "--input", "x: f32[8,64]"});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
}

TEST_F(Readme, TheProgramBuildsWithOneCommandAndRuns) {
  const std::string readme = file_text(std::string(WEFT_SOURCE_DIR) + "/README.md");
  const std::string program = file_text(tests_file("cli/data/readme_program.cpp"));
  EXPECT_THAT(readme, HasSubstr("```cpp\n" + program + "```"));
  const std::string command =
      "c++ -std=c++17 -O2 -ffp-contract=off program.cpp net/*.cpp -pthread -o program";
  EXPECT_THAT(readme, HasSubstr("\n" + command + "\n"));

  write("program.cpp", program);
  const RunResult compiled = weft({"compile", tests_file("cli/data/readme_example.cpp"), "--model",
                                   "Net", "--input", "x: f32[8,64]", "-o", "net"});
  ASSERT_EQ(compiled.status, 0) << compiled.err;
  const RunResult built = run("/bin/sh", {"-c", command + " -Wall -Wextra -Werror"});
  ASSERT_EQ(built.status, 0) << built.err;
  const RunResult ran = run("/bin/sh", {"-c", "./program"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_GT(std::stod(ran.out), 0.0);
  EXPECT_LT(std::stod(ran.out), 1.0);
}

TEST_F(Readme, NamesTheTwoCommands) {
  const std::string readme = file_text(std::string(WEFT_SOURCE_DIR) + "/README.md");
  EXPECT_THAT(readme, HasSubstr("./x demo"));
  EXPECT_THAT(readme, HasSubstr("./x test"));
}

}  // namespace
}  // namespace weft::cli
