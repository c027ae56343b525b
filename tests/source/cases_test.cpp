/// \file The model files of tests/cases with the library's real headers.
#include <cstdio>
#include <sstream>

#include <tests/source/source_testing.h>

namespace weft::source {
namespace {

/// What the header lines of a case say.
struct Case {
  std::string model;
  std::vector<std::string> parameters;
  int sites = 0;  // places where the host reads data
};

Case read_case(const std::filesystem::path& path) {
  Case result;
  std::ifstream file(path);
  bool has_sites = false;
  for (std::string line; std::getline(file, line);) {
    const auto value = [&](const std::string& key) -> std::optional<std::string> {
      const std::string start = "//! " + key + ": ";
      if (!line.starts_with(start)) return std::nullopt;
      return line.substr(start.size());
    };
    if (const auto name = value("model")) result.model = *name;
    for (const char* key : {"input", "scalar"}) {
      if (const auto text = value(key)) {
        result.parameters.push_back(text->substr(0, text->find(':')));
      }
    }
    if (const auto count = value("breaks"); count && !has_sites) result.sites = std::stoi(*count);
    if (const auto count = value("sites")) {
      result.sites = std::stoi(*count);
      has_sites = true;
    }
  }
  return result;
}

TEST(Cases, AreDescribedAsTheirHeadersSay) {
  const std::filesystem::path root = WEFT_SOURCE_DIR;
  const std::string compat = (root / "runtime/compat").string();
  if (!std::filesystem::exists(compat + "/torch/torch.h")) {
    GTEST_SKIP() << "the library has no torch/torch.h in this tree";
  }
  int analysed = 0;
  for (const auto& entry : std::filesystem::directory_iterator(root / "tests/cases")) {
    if (entry.path().extension() != ".cpp") continue;
    const Case expected = read_case(entry.path());
    SCOPED_TRACE(entry.path().filename().string());
    SourceOptions options;
    options.path = entry.path().string();
    options.model = expected.model;
    options.include_dirs = {WEFT_BUILD_DIR "/include", compat};
    try {
      const SourceModel found = analyse_source(options);
      std::vector<std::string> names;
      for (const Parameter& parameter : found.forward.parameters) names.push_back(parameter.name);
      EXPECT_EQ(names, expected.parameters);
      EXPECT_EQ(static_cast<int>(found.reads.size()), expected.sites);
      ++analysed;
    } catch (const Error& error) {
      ADD_FAILURE() << error.diagnostic().str();
    }
  }
  EXPECT_GT(analysed, 0);
}

}  // namespace
}  // namespace weft::source
