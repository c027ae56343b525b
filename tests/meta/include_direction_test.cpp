// Folders may include only what lies below them: ir <- runtime <- frontend/trace, ir <- codegen.

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tree.h"

namespace weft::meta {
namespace {

struct Rule {
  std::string folder;
  std::vector<std::string> may_include;  ///< folders after `weft/`
};

// The first rule that fits a file holds.
const std::vector<Rule>& rules() {
  static const std::vector<Rule> table = {
      {.folder = "runtime/deploy", .may_include = {}},
      {.folder = "ir", .may_include = {"ir"}},
      {.folder = "runtime", .may_include = {"ir", "runtime"}},
      {.folder = "frontend/trace", .may_include = {"ir", "runtime", "frontend/trace"}},
      {.folder = "codegen", .may_include = {"ir", "codegen"}},
      {.folder = "tests/deploy", .may_include = {"runtime/deploy"}},
      {.folder = "tests/oracle", .may_include = {}},
  };
  return table;
}

const Rule* rule_for(const SourceFile& file) {
  // The oracle knows nothing of weft; its tests hold the two against each other.
  if (file.below("tests/oracle") && file.ends_with("_test.cpp")) return nullptr;
  for (const Rule& rule : rules()) {
    if (file.below(rule.folder)) return &rule;
  }
  return nullptr;
}

bool is_allowed(const Rule& rule, const std::string& target) {
  for (const std::string& folder : rule.may_include) {
    if (target.starts_with("weft/" + folder + "/")) return true;
  }
  return false;
}

TEST(IncludeDirection, NothingIncludesUpwards) {
  std::vector<std::string> wrong;
  for (const SourceFile& file : source_tree()) {
    const Rule* rule = file.is_code() ? rule_for(file) : nullptr;
    if (rule == nullptr) continue;
    for (const Include& include : includes_of(file)) {
      const bool of_weft = include.target.starts_with("weft/");
      if (of_weft && !is_allowed(*rule, include.target)) {
        wrong.push_back(at(file, include.line, include.target));
      }
    }
  }
  EXPECT_TRUE(wrong.empty())
      << "includes against the direction of dependencies (ARCHITECTURE.md):\n"
      << listing(wrong);
}

TEST(IncludeDirection, HeadersAreNamedFromTheRoot) {
  std::vector<std::string> wrong;
  for (const SourceFile& file : source_tree()) {
    // Samples are users of a bundle, and benchmarks run the test models.
    const bool outside = file.below("tests") || file.below("samples") || file.below("bench");
    if (!file.is_code() || outside) continue;
    for (const Include& include : includes_of(file)) {
      const bool climbs = include.target.find("../") != std::string::npos;
      // Support headers lie beside each other in a bundle and name each other without a folder.
      const bool plain = include.quoted && !file.below("runtime/deploy") &&
                         include.target.find('/') != std::string::npos;
      if (climbs || plain) wrong.push_back(at(file, include.line, include.target));
    }
  }
  EXPECT_TRUE(wrong.empty()) << "write <weft/folder/header.h>:\n" << listing(wrong);
}

TEST(IncludeDirection, OnlyTheSourceFrontendIncludesClang) {
  std::vector<std::string> wrong;
  for (const SourceFile& file : source_tree()) {
    if (file.below("frontend/source") || file.below("tests/source")) continue;
    for (const Include& include : includes_of(file)) {
      if (include.target.starts_with("clang/") || include.target.starts_with("clang-c/") ||
          include.target.starts_with("llvm/")) {
        wrong.push_back(at(file, include.line, include.target));
      }
    }
  }
  EXPECT_TRUE(wrong.empty()) << "Clang headers cost 10 s of compile time each:\n" << listing(wrong);
}

TEST(IncludeDirection, HeadersOfModelsAreLight) {
  // Only sources include these.
  static const std::set<std::string> kOfSources = {"ir/serialization/form_parts.h",
                                                   "ir/serialization/json_place.h"};
  std::vector<std::string> wrong;
  for (const SourceFile& file : source_tree()) {
    if (!file.is_header()) continue;
    for (const Include& include : includes_of(file)) {
      if (include.target.starts_with("weft/") && kOfSources.contains(include.target.substr(5))) {
        wrong.push_back(at(file, include.line, include.target));
      }
    }
    const bool seen_by_models = file.below("ir") || file.below("runtime");
    if (!seen_by_models || file.below("runtime/compat") || kOfSources.contains(file.path)) continue;
    for (const Include& include : includes_of(file)) {
      if (include.target.starts_with("fmt/") || include.target == "regex" ||
          include.target == "iostream" || include.target.starts_with("nlohmann/")) {
        wrong.push_back(at(file, include.line, include.target));
      }
    }
  }
  EXPECT_TRUE(wrong.empty()) << "heavy includes in headers that models pull in:\n"
                             << listing(wrong);
}

}  // namespace
}  // namespace weft::meta
