/// \file What a compiler says of names of libtorch that weft lacks.
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "cli_testing.h"

namespace weft::cli {
namespace {

using ::testing::HasSubstr;

struct Mark {
  std::size_t line;
  std::string message;
};

/// The lines of a source that end in `// error: MESSAGE`.
std::vector<Mark> marks_of(const std::string& source) {
  std::vector<Mark> marks;
  std::istringstream lines(source);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::string start = "// error: ";
    const std::size_t at = line.find(start);
    if (at != std::string::npos) marks.push_back({number, line.substr(at + start.size())});
  }
  return marks;
}

class CompileErrors : public CliTest {
 protected:
  RunResult compile(const std::string& path) {
    const std::string include = std::string(WEFT_BUILD_DIR) + "/include";
    return run("c++", {"-std=c++20", "-fsyntax-only", "-w", "-I" + include,
                       "-I" + include + "/weft/compat", path});
  }
};

TEST_F(CompileErrors, NamesThatAreMissingSayWhyAtTheirLine) {
  const std::string path = tests_file("cli/data/missing_names.cpp");
  std::ifstream file(path);
  const std::string source{std::istreambuf_iterator<char>(file), {}};
  const RunResult result = compile(path);
  EXPECT_NE(result.status, 0);
  const std::vector<Mark> marks = marks_of(source);
  ASSERT_GT(marks.size(), 20u);
  for (const Mark& mark : marks) {
    const std::string place = "missing_names.cpp:" + std::to_string(mark.line) + ":";
    const std::size_t at = result.err.find(place);
    if (at == std::string::npos) {
      ADD_FAILURE() << "no error at line " << mark.line << ": " << mark.message;
      continue;
    }
    // The line comes first, then the error of what it made instances of.
    const std::size_t error = result.err.find("error: ", at);
    ASSERT_NE(error, std::string::npos) << place;
    EXPECT_THAT(result.err.substr(error, result.err.find('\n', error) - error),
                HasSubstr(mark.message))
        << place;
  }
  std::size_t errors = 0;
  for (std::size_t at = 0; (at = result.err.find(" error: ", at)) != std::string::npos; ++at) {
    ++errors;
  }
  EXPECT_LE(errors, marks.size() + 3) << "little is said besides:\n" << result.err;
}

TEST_F(CompileErrors, TorchScriptIsRefusedWhereItIsIncluded) {
  write("script.cpp", "#include <torch/script.h>\n");
  const RunResult result = compile("script.cpp");
  EXPECT_NE(result.status, 0);
  EXPECT_THAT(result.err, HasSubstr("script.cpp:1:"));
  EXPECT_THAT(result.err, HasSubstr("weft has no TorchScript: include <torch/torch.h>"));
}

}  // namespace
}  // namespace weft::cli
