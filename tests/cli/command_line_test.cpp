// What the command line accepts, and what is said about the rest.

#include "cli_testing.h"

namespace weft::cli {
namespace {

using ::testing::HasSubstr;

using CommandLine = CliTest;

TEST_F(CommandLine, VersionAndHelpGoToStandardOutput) {
  const RunResult version = weft({"--version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_THAT(version.out, ::testing::MatchesRegex("weft [0-9]+\\.[0-9]+\\.[0-9]+\n"));
  EXPECT_EQ(version.err, "");

  const RunResult help = weft({"--help"});
  EXPECT_EQ(help.status, 0);
  for (const char* command : {"compile", "explain", "graph", "run", "verify", "weights"}) {
    EXPECT_THAT(help.out, HasSubstr(command));
  }

  const RunResult of_command = weft({"verify", "--help"});
  EXPECT_EQ(of_command.status, 0);
  EXPECT_THAT(of_command.out, HasSubstr("--rtol"));
  EXPECT_THAT(of_command.out, HasSubstr("--expected"));
}

struct Mistake {
  std::vector<std::string> arguments;
  std::string message;  ///< a part of it
};

class WrongUse : public CliTest, public ::testing::WithParamInterface<Mistake> {};

TEST_P(WrongUse, IsRefusedWithAMessage) {
  const RunResult result = weft(GetParam().arguments);
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, ::testing::StartsWith("weft: error: "));
  EXPECT_THAT(result.err, HasSubstr("[W7001]"));
  EXPECT_THAT(result.err, HasSubstr(GetParam().message));
  EXPECT_TRUE(entries().empty());
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, WrongUse,
    ::testing::Values(
        Mistake{{}, "no command is given"},
        Mistake{{"explode", "a.cpp"},
                "unknown command `explode`; the commands are compile, explain, graph, run, verify, "
                "weights"},
        Mistake{{"compile"}, "model.cpp is required"},
        Mistake{{"compile", "a.cpp", "--wrong"}, "--wrong"},
        Mistake{{"compile", "a.cpp", "b.cpp"}, "b.cpp"},
        Mistake{{"compile", "a.cpp", "--target", "cuda"}, "cuda"},
        Mistake{{"graph", "a.cpp", "--code", "--core"}, "--co"},
        Mistake{{"run", "dir"}, "--output is required"},
        Mistake{{"run", "dir", "--output", "o", "--", "-I."}, "takes no compiler flags"},
        Mistake{{"verify", "a.cpp", "--rtol", "-1"}, "a tolerance of -1 makes no sense"},
        Mistake{{"verify", "a.cpp", "--atol", "nan"}, "a tolerance of nan makes no sense"},
        Mistake{{"verify", "a.cpp", "--rtol", "much"}, "much"}));

TEST_F(CommandLine, UnusableFilesAreNamed) {
  const RunResult result = weft({"graph", "nowhere.cpp", "--model", "Net"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("nowhere.cpp"));
  EXPECT_THAT(result.err, HasSubstr("no such file"));
}

TEST_F(CommandLine, TheTargetFolderIsCheckedBeforeAnythingElse) {
  write("taken/file.txt", "mine");
  const RunResult taken = weft({"compile", "nowhere.cpp", "-o", "taken"});
  EXPECT_EQ(taken.status, 2);
  EXPECT_THAT(taken.err, HasSubstr("`taken` holds files and is no bundle [W7003]"));
  EXPECT_EQ(read("taken/file.txt"), "mine");

  write("plain", "mine");
  EXPECT_THAT(weft({"compile", "nowhere.cpp", "-o", "plain"}).err,
              HasSubstr("`plain` is not a folder [W7003]"));

  for (const char* name : {"two words", "9lives", "class", "a-b"}) {
    const RunResult result = weft({"compile", "nowhere.cpp", "--name", name});
    EXPECT_EQ(result.status, 2) << name;
    EXPECT_THAT(result.err, HasSubstr("[W7002]")) << name;
  }
}

}  // namespace
}  // namespace weft::cli
