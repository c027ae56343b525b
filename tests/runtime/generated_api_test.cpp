// The C++ functions and methods in runtime/api are those of the operator table.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace weft {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::set<std::string> files_below(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

TEST(GeneratedApi, IsCurrent) {
  const fs::path fresh = fs::temp_directory_path() / "weft_generated_api";
  fs::remove_all(fresh);
  fs::create_directories(fresh);
  const std::string command = std::string("\"") + WEFT_GENERATE_API + "\" \"" + fresh.string() + "\"";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const fs::path kept = fs::path(WEFT_SOURCE_DIR) / "runtime" / "api";
  EXPECT_EQ(files_below(kept / "operators"), files_below(fresh / "operators"));
  const char* const kAdvice = "; run weft_generate_api runtime/api";
  for (const char* name : {"functions.h", "tensor_methods.inc"}) {
    EXPECT_EQ(bytes_of(kept / name), bytes_of(fresh / name)) << name << kAdvice;
  }
  for (const std::string& name : files_below(fresh / "operators")) {
    EXPECT_TRUE(bytes_of(kept / "operators" / name) == bytes_of(fresh / "operators" / name))
        << name << kAdvice;
  }
  fs::remove_all(fresh);
}

}  // namespace
}  // namespace weft
