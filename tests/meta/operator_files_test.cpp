// A pointwise operator is its row in ir/operators and its formula in tests/oracle. Everything else
// follows from these or is generated, so that no third file has to name it.

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tree.h"

namespace weft::meta {
namespace {

bool is_written_by_hand(const SourceFile& file) {
  return file.path != "docs/operators.md" && !file.below("runtime/api") &&
         !file.below("tests/golden");
}

/// The pointwise operators of docs/operators.md, without overloads of others.
std::set<std::string> pointwise_operators() {
  static const std::regex kRow(R"(^\| `(\w+)\([^`]*`\s\| pointwise \|)");
  std::set<std::string> names;
  for (const SourceFile& file : source_tree()) {
    if (file.path != "docs/operators.md") continue;
    for (const std::string& line : file.lines) {
      std::smatch row;
      if (std::regex_search(line, row, kRow)) names.insert(row[1]);
    }
  }
  return names;
}

std::set<std::string> words_of(const std::string& text) {
  static const std::regex kWord(R"(\w+)");
  std::set<std::string> words;
  for (std::sregex_iterator it(text.begin(), text.end(), kWord), end; it != end; ++it) {
    words.insert(it->str());
  }
  return words;
}

// Operators with modules, tests of their own or names in ONNX are in further files, by choice. A
// list that each operator had to be in would leave none of those looked for here.
TEST(OperatorFiles, ARowAndAFormulaAreAllThatAPointwiseOperatorNeeds) {
  const std::set<std::string> operators = pointwise_operators();
  EXPECT_GT(operators.size(), 100u) << "docs/operators.md was not read";
  std::map<std::string, std::vector<std::string>> files;
  for (const SourceFile& file : source_tree()) {
    if (!is_written_by_hand(file)) continue;
    const std::set<std::string> words = words_of(file.text);
    for (const std::string& name : operators) {
      if (words.count(name) != 0) files[name].push_back(file.path);
    }
  }
  std::vector<std::string> in_two_files;
  for (const auto& [name, paths] : files) {
    if (paths.size() == 2 && paths[0].starts_with("ir/operators/") &&
        paths[1].starts_with("tests/oracle/")) {
      in_two_files.push_back(name);
    }
  }
  EXPECT_FALSE(in_two_files.empty())
      << "each pointwise operator is named by a third file: which list is it that needs them all?";
}

}  // namespace
}  // namespace weft::meta
