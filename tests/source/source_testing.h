/// \file Analyses model files that a test writes as text.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <weft/frontend/source/source_model.h>
#include <weft/ir/diagnostics.h>

namespace weft::source {

/// Makes the tests' torch/torch.h include the containers of the standard library, which takes most
/// of the time of an analysis.
inline const std::vector<std::string> kWithContainers = {"-DWEFT_TEST_STANDARD_HEADERS"};

/// A folder of its own for each test, which is removed at its end.
class SourceTest : public ::testing::Test {
 protected:
  SourceTest() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              (std::string("weft_source_") + std::to_string(getpid()) + "_" + info->name());
    std::filesystem::create_directories(folder_);
  }
  ~SourceTest() override { std::filesystem::remove_all(folder_); }

  /// Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = folder_ / name;
    std::ofstream(path) << text;
    return path.string();
  }

  std::string path_of(const std::string& name) const { return (folder_ / name).string(); }

  /// Options for net.cpp with this text, whose first line is line 1.
  SourceOptions options(const std::string& text, const std::string& model = "Net",
                        const std::vector<std::string>& flags = {}) const {
    SourceOptions result;
    result.path = write("net.cpp", text);
    result.model = model;
    result.flags = flags;
    result.include_dirs = {WEFT_SOURCE_DIR "/tests/source/data/include"};
    return result;
  }

  SourceModel analyse(const std::string& text, const std::string& model = "Net",
                      const std::vector<std::string>& flags = {}) const {
    return analyse_source(options(text, model, flags));
  }

  /// The diagnostic that analysing this text ends with.
  Diagnostic failure(const std::string& text, const std::string& model = "Net",
                     const std::vector<std::string>& flags = {}) const {
    return failure(options(text, model, flags));
  }

  static Diagnostic failure(const SourceOptions& options) {
    try {
      analyse_source(options);
    } catch (const Error& error) {
      return error.diagnostic();
    }
    ADD_FAILURE() << "no error";
    static constexpr DiagnosticKind kNone{"None", "none", Fault::kInternal, "", ""};
    return make_diagnostic(kNone, {});
  }

 private:
  std::filesystem::path folder_;
};

/// A model file whose forward has this body, beginning at line 7; `before` goes on line 2 and
/// `members` on line 5.
inline std::string model_with_forward(const std::string& body, const std::string& before = "",
                                      const std::string& members = "") {
  return "#include <torch/torch.h>\n" + before +
         "\n"
         "struct Net : torch::nn::Module {\n"
         "  float limit = 1; int64_t count = 0; torch::Tensor state;\n" +
         members +
         "\n"
         "  torch::Tensor forward(torch::Tensor x) {\n" +
         body +
         "\n"
         "  }\n"
         "};\n";
}

/// "if 7:3" for a branch, "item<float> 7:11" for a read: what it is and where.
inline std::string brief(const DataBranch& branch) {
  return std::string(to_string(branch.kind)) + " " + std::to_string(branch.location.line) + ":" +
         std::to_string(branch.location.column);
}
inline std::string brief(const HostRead& read) {
  return read.operation + " " + std::to_string(read.location.line) + ":" +
         std::to_string(read.location.column);
}
template <class T>
std::vector<std::string> brief(const std::vector<T>& findings) {
  std::vector<std::string> result;
  for (const T& finding : findings) result.push_back(brief(finding));
  return result;
}

}  // namespace weft::source
