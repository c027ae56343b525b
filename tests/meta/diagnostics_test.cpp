// Every diagnostic is registered once and is provoked by a test.

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tree.h"

namespace weft::meta {
namespace {

struct Row {
  std::string name;
  std::string id;
  std::string where;
};

/// Refusals of compiled models, which know nothing of weft: `WEFT_REFUSED_TYPE = 8002`.
void add_refusals(const SourceFile& file, std::vector<Row>& rows) {
  static const std::regex kRow(R"((WEFT_REFUSED_\w+) = (\d+))");
  for (std::sregex_iterator it(file.text.begin(), file.text.end(), kRow), end; it != end; ++it) {
    rows.push_back({.name = (*it)[1], .id = "W" + (*it)[2].str(), .where = file.path});
  }
}

// Rows are `WEFT_DIAGNOSTIC(Name, "W1234", ...)`, possibly over several lines.
std::vector<Row> registered() {
  static const std::regex kRow(R"re(WEFT_DIAGNOSTIC\(\s*(\w+)\s*,\s*"(\w+)")re");
  std::vector<Row> rows;
  for (const SourceFile& file : source_tree()) {
    if (file.ends_with("deploy/tensor_view.h")) add_refusals(file, rows);
    if (!file.ends_with("diagnostics.def") || file.below("tests")) continue;
    for (std::sregex_iterator it(file.text.begin(), file.text.end(), kRow), end; it != end; ++it) {
      rows.push_back({.name = (*it)[1], .id = (*it)[2], .where = file.path});
    }
  }
  return rows;
}

TEST(Diagnostics, EveryRowIsRead) {
  // The test below would pass if it found no row at all.
  std::size_t marks = 0;
  for (const SourceFile& file : source_tree()) {
    if (!file.ends_with("diagnostics.def") || file.below("tests")) continue;
    for (const std::string& line : file.lines) marks += line.starts_with("WEFT_DIAGNOSTIC(");
  }
  EXPECT_GT(marks, 0U);
  std::size_t rows = 0;
  std::size_t refusals = 0;
  for (const Row& row : registered()) ++(row.id.starts_with("W8") ? refusals : rows);
  EXPECT_EQ(rows, marks);
  EXPECT_GT(refusals, 10U);
}

TEST(Diagnostics, IdsAndNamesAreUnique) {
  std::map<std::string, std::string> ids;
  std::map<std::string, std::string> names;
  for (const Row& row : registered()) {
    const std::string where = row.where + " (" + row.name + ")";
    auto [id, new_id] = ids.emplace(row.id, where);
    EXPECT_TRUE(new_id) << row.id << " is in " << id->second << " and in " << where;
    auto [name, new_name] = names.emplace(row.name, where);
    EXPECT_TRUE(new_name) << row.name << " is in " << name->second << " and in " << where;
  }
}

TEST(Diagnostics, IdsHaveTheStableForm) {
  static const std::regex kForm("W[A-Z0-9][0-9]{2,3}");
  for (const Row& row : registered()) {
    EXPECT_TRUE(std::regex_match(row.id, kForm)) << row.id << " in " << row.where;
  }
}

TEST(Diagnostics, EveryIdIsNamedByATest) {
  static const std::regex kWord(R"(\bW[A-Z0-9][0-9]{2,3}\b)");
  std::set<std::string> tested;
  for (const SourceFile& file : source_tree()) {
    if (!file.below("tests") || file.below("tests/meta")) continue;
    for (std::sregex_iterator it(file.text.begin(), file.text.end(), kWord), end; it != end; ++it) {
      tested.insert(it->str());
    }
  }
  std::vector<std::string> untested;
  for (const Row& row : registered()) {
    if (tested.count(row.id) == 0)
      untested.push_back(row.id + " " + row.name + " (" + row.where + ")");
  }
  EXPECT_TRUE(untested.empty()) << untested.size() << " diagnostics that no test provokes:\n"
                                << listing(untested);
}

TEST(Diagnostics, ThePageOnCallsListsTheRefusals) {
  std::string page;
  std::string messages;
  for (const SourceFile& file : source_tree()) {
    if (file.path == "docs/calling-bundles.md") page = file.text;
    if (file.ends_with("guard_messages_test.cpp")) messages = file.text;
  }
  for (const Row& row : registered()) {
    if (!row.id.starts_with("W8")) continue;
    EXPECT_NE(page.find("| " + row.id + " |"), std::string::npos) << row.id;
  }
  // The sentences that the page shows come from compiled models.
  messages = std::regex_replace(messages, std::regex("\"\\s+\""), "");
  const std::size_t begin = page.find("```\n") + 4;
  std::istringstream shown(page.substr(begin, page.find("```", begin) - begin));
  int sentences = 0;
  for (std::string line; std::getline(shown, line); ++sentences) {
    EXPECT_NE(messages.find('"' + line + '"'), std::string::npos) << line;
  }
  EXPECT_EQ(sentences, 3);
}

TEST(Diagnostics, ThePageOnLimitsNamesOnlyWhatThereIs) {
  static const std::regex kId(R"(\bW[0-9]{4}\b)");
  std::set<std::string> known;
  for (const Row& row : registered()) known.insert(row.id);
  int named = 0;
  for (const SourceFile& file : source_tree()) {
    if (file.path != "docs/limits.md") continue;
    for (std::sregex_iterator it(file.text.begin(), file.text.end(), kId), end; it != end; ++it) {
      EXPECT_EQ(known.count(it->str()), 1U) << it->str();
      ++named;
    }
  }
  EXPECT_GT(named, 20);
}

}  // namespace
}  // namespace weft::meta
