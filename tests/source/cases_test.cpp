/// \file Model files of tests/cases, parsed with the library's real headers.
#include <optional>

#include <tests/source/source_testing.h>

namespace weft::source {
namespace {

/// What the header lines of a case say.
struct Case {
  std::string model;
  std::size_t parameters = 0;
  std::size_t sites = 0;  // places where the host reads data
};

Case read_case(const std::filesystem::path& path) {
  Case result;
  std::ifstream file(path);
  std::optional<std::size_t> sites;
  for (std::string line; std::getline(file, line);) {
    const auto value = [&](const std::string& key) -> std::optional<std::string> {
      const std::string start = "//! " + key + ": ";
      if (!line.starts_with(start)) return std::nullopt;
      return line.substr(start.size());
    };
    if (const auto name = value("model")) result.model = *name;
    if (value("input") || value("scalar")) ++result.parameters;
    if (const auto count = value("breaks")) result.sites = std::stoul(*count);
    if (const auto count = value("sites")) sites = std::stoul(*count);
  }
  if (sites) result.sites = *sites;
  return result;
}

class Cases : public ::testing::TestWithParam<const char*> {};

TEST_P(Cases, IsDescribedAsItsHeaderSays) {
  const std::filesystem::path root = WEFT_SOURCE_DIR;
  const std::filesystem::path path = root / "tests/cases" / (std::string(GetParam()) + ".cpp");
  const Case expected = read_case(path);
  SourceOptions options;
  options.path = path.string();
  options.model = expected.model;
  options.include_dirs = {WEFT_BUILD_DIR "/include", (root / "runtime/compat").string()};
  try {
    const SourceModel found = analyse_source(options);
    EXPECT_EQ(found.forward.parameters.size(), expected.parameters);
    EXPECT_EQ(found.reads.size(), expected.sites);
    // Every case reads data in order to branch on it, but for one read that is only printed.
    EXPECT_EQ(found.branches.empty(), expected.sites == 0 || expected.model == "LoggedPipeline");
  } catch (const Error& error) {
    FAIL() << error.diagnostic().str();
  }
}

// The ways in which data is read, and straight models in which classes hang together by templates,
// bases and containers. Parsing the real headers takes over a second, so not all cases are here.
INSTANTIATE_TEST_SUITE_P(Model, Cases,
                         ::testing::Values("branch_sum_sign", "early_exit", "moe_switch",
                                           "nested_line_search", "short_circuit", "logged_stages",
                                           "helper_branch", "resnet_small", "densenet_small",
                                           "kv_cache_step"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace weft::source
