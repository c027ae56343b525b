// Every test that docs/fx-parity.md names exists.

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tree.h"

namespace weft::meta {
namespace {

std::set<std::string> all_tests() {
  static const std::regex kTest(R"(\bTEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\))");
  std::set<std::string> names;
  for (const SourceFile& file : source_tree()) {
    if (!file.below("tests") || !file.ends_with(".cpp")) continue;
    for (std::sregex_iterator it(file.text.begin(), file.text.end(), kTest), end; it != end; ++it) {
      names.insert((*it)[1].str() + "." + (*it)[2].str());
    }
  }
  return names;
}

// `Suite.Name`, or `Suite.Prefix*` for all tests that begin so.
bool exists(const std::set<std::string>& tests, const std::string& name) {
  if (name.back() != '*') return tests.count(name) != 0;
  const std::string prefix = name.substr(0, name.size() - 1);
  const auto it = tests.lower_bound(prefix);
  return it != tests.end() && it->starts_with(prefix);
}

TEST(Parity, EveryTestThatThePageNamesExists) {
  static const std::regex kName(R"(\b([A-Z]\w*\.[A-Z]\w*\*?))");
  const std::set<std::string> tests = all_tests();
  std::size_t named = 0;
  std::vector<std::string> missing;
  for (const SourceFile& file : source_tree()) {
    if (file.path != "docs/fx-parity.md") continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      // What stands in code marks is a name of torch.fx or of weft.
      const std::string line = std::regex_replace(file.lines[i], std::regex("`[^`]*`"), "");
      for (std::sregex_iterator it(line.begin(), line.end(), kName), end; it != end; ++it) {
        ++named;
        if (!exists(tests, it->str()))
          missing.push_back(at(file, static_cast<int>(i) + 1, it->str()));
      }
    }
  }
  EXPECT_GT(named, 0u) << "the page was not read";
  EXPECT_TRUE(missing.empty()) << listing(missing);
}

}  // namespace
}  // namespace weft::meta
