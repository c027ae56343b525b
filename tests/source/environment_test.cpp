/// \file Files, flags and folders that cannot be used, and C++ errors of the user.
#include <cstdlib>

#include <tests/source/source_testing.h>

#include <weft/frontend/source/compiler_flags.h>

namespace weft::source {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Environment = SourceTest;

TEST_F(Environment, MissingFileAndFolder) {
  SourceOptions options;
  options.path = path_of("absent.cpp");
  Diagnostic error = failure(options);
  EXPECT_STREQ(error.kind->id, "W6001");
  EXPECT_EQ(error.message, "cannot read `" + path_of("absent.cpp") + "`: no such file");
  EXPECT_EQ(error.kind->fault, Fault::kUsage);
  options.path = path_of("");
  EXPECT_THAT(failure(options).message, EndsWith("it is a folder"));
}

TEST_F(Environment, SyntaxErrorWithItsPlace) {
  const Diagnostic error = failure(
      "#include <torch/torch.h>\nstruct Net : torch::nn::Module {\n"
      "  torch::Tensor forward(torch::Tensor x) { return x }\n};\nint y = undefined;\n");
  EXPECT_STREQ(error.kind->id, "W6006");
  EXPECT_EQ(error.kind->fault, Fault::kUser);
  EXPECT_EQ(error.message, "expected ';' after return statement");
  EXPECT_EQ(std::string(error.location.file), path_of("net.cpp"));
  EXPECT_EQ(error.location.line, 3);
  EXPECT_EQ(error.location.column, 52);
  EXPECT_THAT(
      error.notes,
      ElementsAre(EndsWith("net.cpp:5:9: error: use of undeclared identifier 'undefined'")));
}

TEST_F(Environment, MissingHeader) {
  const Diagnostic error = failure("#include <torch/torch.h>\n  #include \"absent.h\"\n");
  EXPECT_STREQ(error.kind->id, "W6006");
  EXPECT_EQ(error.message, "'absent.h' file not found");
  EXPECT_EQ(error.location.line, 2);
}

TEST_F(Environment, ErrorInALibraryHeaderPointsToTheUsersLine) {
  const Diagnostic error = failure(
      "#include <torch/torch.h>\nstruct Net : torch::nn::Module {};\n"
      "torch::nn::ModuleHolder<Net> holder(1, 2);\n");
  EXPECT_STREQ(error.kind->id, "W6006");
  EXPECT_EQ(std::string(error.location.file), path_of("net.cpp"));
  EXPECT_EQ(error.location.line, 3);
  EXPECT_THAT(error.message, HasSubstr("no matching constructor"));
  EXPECT_THAT(error.notes.at(0), HasSubstr("torch/torch.h:"));
}

TEST_F(Environment, ErrorInATemplateThatOnlyTheAnalysisInstantiates) {
  const Diagnostic error = failure(
      "#include <torch/torch.h>\n"
      "template <class T> struct Base : torch::nn::Module {\n"
      "  torch::Tensor forward(torch::Tensor x) { return T::missing(x); } };\n"
      "struct Net : Base<int> {};\n");
  EXPECT_STREQ(error.kind->id, "W6006");
  EXPECT_EQ(error.location.line, 3);
}

TEST_F(Environment, ManyErrorsAreCutOff) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += "int a" + std::to_string(i) + " = nothing;\n";
  const Diagnostic error = failure(text);
  EXPECT_EQ(error.location.line, 1);
  EXPECT_LT(error.notes.size(), 25u);
  EXPECT_EQ(error.notes.back(), "further errors are not shown");
}

TEST_F(Environment, WhatIsOnlyAWarningForGccIsAccepted) {
  const SourceModel found =
      analyse(model_with_forward("  int n = 3; std::vector<char> v{n};\n  return x;"), "Net",
              {"-Wall", "-Werror", "-Wconversion", "-include", "vector"});
  EXPECT_EQ(found.model.name, "Net");
}

TEST_F(Environment, FlagsOfGccAreLeftOut) {
  const SourceModel found = analyse(
      model_with_forward("#ifdef FAST\n  if (x.item<bool>()) x = -x;\n#endif\n  return x;"), "Net",
      {"-std=gnu++20",
       "-O3",
       "-march=native",
       "-fvar-tracking",
       "-fipa-pta",
       "-DFAST",
       "-fconcepts-diagnostics-depth=3",
       "-mno-direct-extern-access",
       "-Wno-such-warning-of-gcc",
       "--param",
       "max-inline-insns-single=200",
       "-o",
       "net.o",
       "-c",
       "-MD",
       "-MF",
       "net.d",
       "-fdiagnostics-color=always",
       "-g",
       "-lm"});
  EXPECT_THAT(found.ignored_flags,
              ElementsAre("-fvar-tracking", "-fipa-pta", "-fconcepts-diagnostics-depth=3",
                          "-mno-direct-extern-access"));
  EXPECT_THAT(brief(found.branches), ElementsAre("if 8:3"));
}

TEST_F(Environment, FlagsThatNobodyKnows) {
  const auto error_of = [&](std::vector<std::string> flags) {
    return failure(model_with_forward("  return x;"), "Net", flags);
  };
  EXPECT_EQ(error_of({"--frobnicate"}).message, "unknown compiler flag `--frobnicate`");
  EXPECT_STREQ(error_of({"--frobnicate"}).kind->id, "W6002");
  EXPECT_STREQ(error_of({"other.cpp"}).kind->id, "W6002");
  EXPECT_EQ(error_of({"-I"}).message, "the compiler flags cannot be used: `-I` needs a value");
  EXPECT_STREQ(error_of({"-std=c++99"}).kind->id, "W6003");
  EXPECT_STREQ(error_of({"-std=c++17"}).kind->id, "W6004");
  EXPECT_STREQ(error_of({"-std=gnu++0x"}).kind->id, "W6004");
}

TEST_F(Environment, IncludeFoldersAndMacrosOfTheUser) {
  std::filesystem::create_directories(path_of("inc"));
  std::ofstream(path_of("inc") + "/part.h")
      << "inline bool check(const torch::Tensor& t) { return t.item<bool>(); }\n";
  const SourceModel found =
      analyse("#include <torch/torch.h>\n#include <part.h>\n" +
                  model_with_forward("  if (CHECK(x)) return x;\n  return x;"),
              "Net", {"-I" + path_of("inc"), "-DCHECK=check"});
  ASSERT_EQ(found.reads.size(), 1u);
  EXPECT_EQ(std::string(found.reads[0].location.file), path_of("inc") + "/part.h");
  EXPECT_THAT(found.user_files, ElementsAre(path_of("net.cpp"), path_of("inc") + "/part.h"));
}

TEST_F(Environment, ResourceFolder) {
  SourceOptions with_wrong = options(model_with_forward("  return x;"));
  with_wrong.resource_dir = path_of("no/such/folder");
  const Diagnostic error = failure(with_wrong);
  EXPECT_STREQ(error.kind->id, "W6005");
  EXPECT_EQ(error.message, "no builtin headers of Clang under the resource folder `" +
                               path_of("no/such/folder") + "`");
  const std::string known = find_resource_dir("");
  EXPECT_TRUE(std::filesystem::exists(known + "/include/stddef.h"));
  setenv("WEFT_RESOURCE_DIR", "/nowhere", 1);
  EXPECT_THROW(find_resource_dir(""), Error);
  EXPECT_EQ(find_resource_dir(known), known);
  unsetenv("WEFT_RESOURCE_DIR");
}

TEST_F(Environment, StandardHeadersAreFound) {
  const SourceModel found = analyse(
      "#include <algorithm>\n#include <array>\n#include <cmath>\n#include <iostream>\n#include "
      "<map>\n#include <stdint.h>\n#include <immintrin.h>\n#include <random>\n" +
      model_with_forward("  std::cout << std::sqrt(2.0) << std::endl; return x;"));
  EXPECT_THAT(found.reads, IsEmpty());
}

TEST_F(Environment, DeepExpressionsDoNotOverflowTheStack) {
  std::string sum = "x";
  for (int i = 0; i < 3000; ++i) sum += " + x";
  EXPECT_THAT(analyse(model_with_forward("  return " + sum + ";")).reads, IsEmpty());
}

TEST_F(Environment, AnalysesDoNotDependOnEachOther) {
  const std::string bad = "int x = y;\n";
  const std::string good = model_with_forward("  return x;");
  failure(bad);
  EXPECT_EQ(analyse(good).models.size(), 1u);
  failure(bad);
  EXPECT_EQ(analyse(good).models.size(), 1u);
}

}  // namespace
}  // namespace weft::source
