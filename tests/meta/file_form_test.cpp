// Length, names and form of files.

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tree.h"

namespace weft::meta {
namespace {

constexpr std::size_t kSoftLimit = 600;
constexpr std::size_t kHardLimit = 1000;

// Files that are better long than cut, each with its reason. A file that has become shorter than
// the soft limit has to leave the list.
const std::map<std::string, std::string>& long_files() {
  static const std::map<std::string, std::string> files = {};
  return files;
}

// Model files as users write them, and generated text.
bool has_own_form(const SourceFile& file) {
  return file.below("tests/cases") || file.below("tests/golden") ||
         file.below("runtime/api/operators") ||
         file.path.find("/golden/") != std::string::npos;
}

TEST(FileForm, FilesAreShort) {
  std::vector<std::string> wrong;
  for (const SourceFile& file : source_tree()) {
    if (!file.is_code() && !file.ends_with(".py") && !file.ends_with(".cmake")) continue;
    if (has_own_form(file)) continue;
    const std::size_t length = file.lines.size();
    const bool listed = long_files().count(file.path) != 0;
    if (length > kHardLimit || (length > kSoftLimit && !listed)) {
      wrong.push_back(file.path + ": " + std::to_string(length) + " lines");
    }
    if (listed && length <= kSoftLimit) {
      wrong.push_back(file.path + ": is short now, take it out of the list");
    }
  }
  EXPECT_TRUE(wrong.empty()) << "files over " << kSoftLimit
                             << " lines; would two subjects read better?\n"
                             << listing(wrong);
}

TEST(FileForm, NamesSayASubject) {
  constexpr std::array<std::string_view, 6> kNoSubject = {"utils",  "util",   "helpers",
                                                          "helper", "common", "misc"};
  std::vector<std::string> wrong;
  for (const SourceFile& file : source_tree()) {
    const std::string name = file.path.substr(file.path.rfind('/') + 1);
    const std::string_view stem = std::string_view(name).substr(0, name.find('.'));
    for (std::string_view vague : kNoSubject) {
      if (stem == vague) wrong.push_back(file.path);
    }
    if (file.is_code() && name.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ-") != std::string::npos) {
      wrong.push_back(file.path + " (names are snake_case)");
    }
  }
  EXPECT_TRUE(wrong.empty()) << listing(wrong);
}

TEST(FileForm, TestsOfTheOracleAreBuilt) {
  // tests/CMakeLists.txt makes a library of all other files there, in which a test would not run.
  for (const SourceFile& file : source_tree()) {
    if (!file.below("tests/oracle") || file.ends_with("_test.cpp")) continue;
    EXPECT_EQ(file.text.find("#include <gtest/"), std::string::npos)
        << file.path << " holds tests: call it *_test.cpp";
  }
}

TEST(FileForm, HeadersSayTheirPurpose) {
  std::vector<std::string> wrong;
  for (const SourceFile& file : source_tree()) {
    if (!file.is_header() || has_own_form(file)) continue;
    // Before or right after #pragma once.
    if (!file.text.starts_with("/// \\file ") &&
        !file.text.starts_with("#pragma once\n/// \\file ")) {
      wrong.push_back(at(file, 1, "does not start with `/// \\file purpose`"));
    }
    if (file.text.find("#pragma once\n") == std::string::npos) {
      wrong.push_back(at(file, 1, "no #pragma once"));
    }
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      // Mapping one namespace onto another is all that compat is for.
      if (file.lines[i].starts_with("using namespace ") && !file.below("runtime/compat")) {
        wrong.push_back(at(file, static_cast<int>(i) + 1, "using namespace in a header"));
      }
    }
  }
  EXPECT_TRUE(wrong.empty()) << listing(wrong);
}

}  // namespace
}  // namespace weft::meta
