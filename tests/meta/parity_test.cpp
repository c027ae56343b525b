// Every row of docs/fx-parity.md links to tests that exist, and every behaviour has a row and tests
// that are named after it.

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "tree.h"

namespace weft::meta {
namespace {

constexpr int kBehaviours = 100;
constexpr int kFaults = 11;

// Names of tests, `Suite.Name`, and the files that they are in.
std::map<std::string, std::string> all_tests() {
  static const std::regex kTest(R"(\bTEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\))");
  std::map<std::string, std::string> tests;
  for (const SourceFile& file : source_tree()) {
    if (!file.below("tests") || !file.ends_with(".cpp")) continue;
    for (std::sregex_iterator it(file.text.begin(), file.text.end(), kTest), end; it != end; ++it) {
      tests.emplace((*it)[1].str() + "." + (*it)[2].str(), file.path);
    }
  }
  return tests;
}

const SourceFile& page() {
  for (const SourceFile& file : source_tree()) {
    if (file.path == "docs/fx-parity.md") return file;
  }
  throw std::runtime_error("there is no docs/fx-parity.md");
}

// The links of a line whose text is the name of a test.
std::vector<std::pair<std::string, std::string>> links_of(const std::string& line) {
  static const std::regex kLink(R"(\[(\w+\.\w+)\]\(\.\./([^)]*)\))");
  std::vector<std::pair<std::string, std::string>> links;
  for (std::sregex_iterator it(line.begin(), line.end(), kLink), end; it != end; ++it) {
    links.emplace_back((*it)[1].str(), (*it)[2].str());
  }
  return links;
}

bool is_row(const std::string& line) {
  return line.starts_with("| ") && line.find("| tests |") == std::string::npos;
}

TEST(Parity, EveryRowLinksToTestsThatExist) {
  const std::map<std::string, std::string> tests = all_tests();
  std::size_t rows = 0;
  std::vector<std::string> wrong;
  for (std::size_t i = 0; i < page().lines.size(); ++i) {
    const std::string& line = page().lines[i];
    const int number = static_cast<int>(i) + 1;
    const auto links = links_of(line);
    for (const auto& [name, path] : links) {
      const auto test = tests.find(name);
      if (test == tests.end() || test->second != path) wrong.push_back(at(page(), number, name));
    }
    if (!is_row(line)) continue;
    ++rows;
    if (links.empty()) wrong.push_back(at(page(), number, "no test: " + line.substr(0, 60)));
  }
  EXPECT_GT(rows, std::size_t{kBehaviours + kFaults}) << "the page was not read";
  EXPECT_TRUE(wrong.empty()) << listing(wrong);
}

TEST(Parity, EveryBehaviourHasTestsOfItsName) {
  std::map<std::string, std::string> rows;
  for (const std::string& line : page().lines) {
    static const std::regex kRow(R"(^\| ([BF]\d+) \|)");
    std::smatch id;
    if (std::regex_search(line, id, kRow)) rows[id[1]] = line;
  }
  std::vector<std::string> ids;
  for (int i = 1; i <= kBehaviours; ++i) ids.push_back((i < 10 ? "B0" : "B") + std::to_string(i));
  for (int i = 1; i <= kFaults; ++i) ids.push_back((i < 10 ? "F0" : "F") + std::to_string(i));
  for (const std::string& id : ids) {
    ASSERT_TRUE(rows.contains(id)) << id << " has no row";
    const auto links = links_of(rows[id]);
    EXPECT_FALSE(links.empty()) << id;
    const std::regex named("[._]" + id + "_");
    for (const auto& [name, path] : links) {
      EXPECT_TRUE(std::regex_search(name, named)) << id << ": " << name;
    }
  }
  EXPECT_EQ(rows.size(), ids.size());
}

}  // namespace
}  // namespace weft::meta
