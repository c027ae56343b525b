// Words that must not be in the tree: marks of unfinished work, paths of somebody's machine, and
// tests that cannot fail. The words are put together from halves, so that this file passes.

#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <vector>

#include "tree.h"

namespace weft::meta {
namespace {

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Whether `word` is in `line` and is no part of a longer word.
bool has_word(const std::string& line, const std::string& word) {
  for (std::size_t found = line.find(word); found != std::string::npos;
       found = line.find(word, found + 1)) {
    const std::size_t end = found + word.size();
    const bool starts =
        found == 0 || !is_word_character(line[found - 1]) || !is_word_character(word.front());
    const bool stops =
        end == line.size() || !is_word_character(line[end]) || !is_word_character(word.back());
    if (starts && stops) return true;
  }
  return false;
}

std::vector<std::string> lines_with(const std::vector<std::string>& words, bool only_code,
                                    bool only_tests) {
  std::vector<std::string> found;
  for (const SourceFile& file : source_tree()) {
    if (only_code && !file.is_code()) continue;
    if (only_tests && !file.below("tests")) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      for (const std::string& word : words) {
        if (has_word(file.lines[i], word)) found.push_back(at(file, static_cast<int>(i) + 1, word));
      }
    }
  }
  return found;
}

TEST(Words, NothingIsLeftOpenInTheCode) {
  const std::vector<std::string> found = lines_with({"TO"
                                                     "DO",
                                                     "FIX"
                                                     "ME",
                                                     "XX"
                                                     "X",
                                                     "HA"
                                                     "CK",
                                                     "st"
                                                     "ub",
                                                     "du"
                                                     "mmy",
                                                     "not implemented"
                                                     " yet"},
                                                    /*only_code=*/true, /*only_tests=*/false);
  EXPECT_TRUE(found.empty()) << "finish it, or refuse with a diagnostic:\n" << listing(found);
}

TEST(Words, TheTreeNamesNoMachine) {
  const std::vector<std::string> found = lines_with({" /wo"
                                                     "rk/",
                                                     "\"/wo"
                                                     "rk/",
                                                     "(/wo"
                                                     "rk/",
                                                     "=/wo"
                                                     "rk/",
                                                     "/ho"
                                                     "me/",
                                                     "/.lib"
                                                     "rary",
                                                     "sub"
                                                     "agent",
                                                     "this "
                                                     "session"},
                                                    /*only_code=*/false, /*only_tests=*/false);
  EXPECT_TRUE(found.empty()) << listing(found);
}

TEST(Words, EveryTestCanFail) {
  std::vector<std::string> found = lines_with({"DIS"
                                               "ABLED_",
                                               "EXPECT_TRUE("
                                               "true)",
                                               "ASSERT_TRUE("
                                               "true)",
                                               "SUC"
                                               "CEED"},
                                              /*only_code=*/true, /*only_tests=*/true);
  for (const SourceFile& file : source_tree()) {
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string& line = file.lines[i];
      if (has_word(line,
                   "GTEST_"
                   "SKIP") &&
          line.find("<< \"") == std::string::npos) {
        found.push_back(at(file, static_cast<int>(i) + 1, "skipped without a reason"));
      }
    }
  }
  EXPECT_TRUE(found.empty()) << listing(found);
}

}  // namespace
}  // namespace weft::meta
