// docs/passes.md tells all passes, each with the level from which it runs.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

#include <weft/ir/passes/pipeline.h>

namespace weft::ir {
namespace {

void enter(const std::vector<PassInfo>& passes, int level, std::map<std::string, int>& first) {
  for (const PassInfo& pass : passes) {
    first.try_emplace(pass.name, level);
    enter(pass.inner, level, first);
  }
}

TEST(PassPage, ListsThePassesWithTheirLevels) {
  std::map<std::string, int> first;
  for (int level = level::kNone; level <= level::kRounding; ++level) {
    enter(core_passes(level), level, first);
  }
  std::map<std::string, int> told;
  std::ifstream page(WEFT_SOURCE_DIR "/docs/passes.md");
  const std::regex row(R"(\| `(\w+)` \| `-O(\d)` \|.*)");
  std::smatch match;
  for (std::string line; std::getline(page, line);) {
    if (std::regex_match(line, match, row)) told[match[1]] = std::stoi(match[2]);
  }
  EXPECT_EQ(told, first);
}

}  // namespace
}  // namespace weft::ir
