// docs/libtorch-compat.md lists the modules that there are, and no others.

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>

#include "tree.h"

namespace weft::meta {
namespace {

/// What runtime/nn defines, by itself or through its macros.
std::set<std::string> defined_modules() {
  std::set<std::string> names = {"Embedding", "Sequential"};  // classes of their own
  const std::regex definition(R"(^(?:TORCH_MODULE|WEFT_[A-Z_]+)\((\w+)[,)])");
  for (const SourceFile& file : source_tree()) {
    if (!file.path.starts_with("runtime/nn/") || !file.path.ends_with(".h")) continue;
    for (const std::string& line : file.lines) {
      std::smatch match;
      if (!std::regex_search(line, match, definition)) continue;
      const std::string name = match[1];
      if (name != "Name" && !name.starts_with("k")) names.insert(name);
    }
  }
  return names;
}

std::set<std::string> listed_modules() {
  std::set<std::string> names;
  for (const SourceFile& file : source_tree()) {
    if (file.path != "docs/libtorch-compat.md") continue;
    const std::regex name("`(\\w+)`");
    for (const std::string& line : file.lines) {
      if (!line.starts_with("| ") || line.starts_with("| kind")) continue;
      for (std::sregex_iterator at(line.begin(), line.end(), name), end; at != end; ++at) {
        names.insert((*at)[1]);
      }
    }
  }
  return names;
}

TEST(LibtorchCompat, ThePageListsTheModulesThatThereAre) {
  EXPECT_EQ(listed_modules(), defined_modules());
}

}  // namespace
}  // namespace weft::meta
