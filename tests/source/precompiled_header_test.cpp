/// \file Files that are parsed from a precompiled torch/torch.h.
#include <chrono>

#include <tests/source/source_testing.h>

#include <weft/frontend/source/precompiled_header.h>

namespace weft::source {
namespace {

namespace fs = std::filesystem;
using ::testing::IsEmpty;

class PrecompiledHeader : public SourceTest {
 protected:
  SourceOptions cached(const std::string& text, const std::vector<std::string>& flags = {}) const {
    SourceOptions result = options(text, "Net", flags);
    result.precompiled_folder = path_of("cache");
    fs::create_directories(result.precompiled_folder);
    return result;
  }
  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(path_of("cache"))) found.push_back(entry);
    return found;
  }
};

const std::string kModel = model_with_forward(
    "  int64_t rows = x.size(0);\n  if (x.sum().item<float>() > limit) return x * rows;\n"
    "  return x;");

TEST_F(PrecompiledHeader, GivesTheSameAnalysis) {
  const SourceModel plain = analyse(kModel);
  const SourceOptions options = cached(kModel);
  for (int run = 0; run < 2; ++run) {
    const SourceModel model = analyse_source(options);
    EXPECT_EQ(files().size(), 1u);
    EXPECT_EQ(model.model.name, plain.model.name);
    EXPECT_EQ(model.user_files, plain.user_files);
    ASSERT_EQ(model.models.size(), plain.models.size());
    ASSERT_EQ(model.symbolic_numbers.size(), 2u);
    EXPECT_EQ(model.symbolic_numbers[0].location.str(), plain.symbolic_numbers[0].location.str());
    ASSERT_EQ(model.reads.size(), plain.reads.size());
    ASSERT_FALSE(model.reads.empty());
    EXPECT_EQ(model.reads[0].location.str(), plain.reads[0].location.str());
  }
}

TEST_F(PrecompiledHeader, OneThatCannotBeUsedIsReplaced) {
  const SourceOptions options = cached(kModel);
  analyse_source(options);
  const fs::path file = files().at(0);
  std::ofstream(file) << "damaged";
  EXPECT_EQ(analyse_source(options).model.name, "Net");
  EXPECT_THAT(files(), IsEmpty());
  analyse_source(options);
  EXPECT_EQ(files().size(), 1u);
  EXPECT_GT(fs::file_size(file), 1000u);
}

TEST_F(PrecompiledHeader, ErrorsOfTheFileAreReportedAndLeaveItAlone) {
  const std::string text = kModel + "\nint y = undefined;\n";
  const SourceOptions options = cached(text);
  EXPECT_EQ(failure(options).message, "use of undeclared identifier 'undefined'");
  EXPECT_EQ(failure(options).location.str(), failure(text).location.str());
  EXPECT_EQ(files().size(), 1u);
}

TEST_F(PrecompiledHeader, ModelsThatMakeNoSenseAreRefusedOnce) {
  const SourceOptions options = cached("#include <torch/torch.h>\nstruct Other {};\n");
  EXPECT_STREQ(failure(options).kind->id, failure("struct Other {};\n").kind->id);
}

TEST_F(PrecompiledHeader, EachSetOfFlagsHasItsOwn) {
  analyse_source(cached(kModel));
  analyse_source(cached(kModel, {"-DFAST=1"}));
  EXPECT_EQ(files().size(), 2u);
  // A relative folder is another one elsewhere.
  analyse_source(cached(kModel, {"-Iheaders"}));
  EXPECT_EQ(files().size(), 2u);
}

TEST_F(PrecompiledHeader, TheOldestAreRemoved) {
  const std::string folder = path_of("cache");
  fs::create_directories(folder);
  const auto now = fs::file_time_type::clock::now();
  for (int i = 0; i < 6; ++i) {
    const fs::path file = fs::path(folder) / (std::to_string(i) + ".pch");
    std::ofstream(file) << "x";
    fs::last_write_time(file, now - std::chrono::seconds(i));
  }
  std::ofstream(fs::path(folder) / "kept.so") << "x";
  remove_old_precompiled(folder, 2);
  EXPECT_EQ(files().size(), 3u);
  EXPECT_TRUE(fs::exists(fs::path(folder) / "1.pch"));
  EXPECT_FALSE(fs::exists(fs::path(folder) / "2.pch"));
}

TEST(StartsWithTorch, OnlyWhereNothingBeforeItChangesTheHeader) {
  EXPECT_TRUE(starts_with_torch("#include <torch/torch.h>"));
  EXPECT_TRUE(starts_with_torch("// a\n/* b\n#define C */ #pragma once\n\n#  include <cmath> // d\n"
                                "#include <vector>\r\n#include \"torch/torch.h\"\r\n#define D"));
  EXPECT_FALSE(starts_with_torch(""));
  EXPECT_FALSE(starts_with_torch("/* open #include <torch/torch.h>"));
  EXPECT_FALSE(starts_with_torch("#define X 1\n#include <torch/torch.h>"));
  EXPECT_FALSE(starts_with_torch("#include \"net.h\"\n#include <torch/torch.h>"));
  EXPECT_FALSE(starts_with_torch("#include <mine/all.h>\n#include <torch/torch.h>"));
  EXPECT_FALSE(starts_with_torch("#include <settings.h>\n#include <torch/torch.h>"));
  EXPECT_FALSE(starts_with_torch("int x;\n#include <torch/torch.h>"));
  EXPECT_FALSE(starts_with_torch("#if 0\n#include <torch/torch.h>\n#endif"));
  EXPECT_FALSE(starts_with_torch("#include <cmath> /*\n*/\n#include <torch/torch.h>"));
  EXPECT_FALSE(starts_with_torch("#include <cmath> \\\n\n#include <torch/torch.h>"));
}

}  // namespace
}  // namespace weft::source
