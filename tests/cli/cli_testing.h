/// \file Runs the `weft` program in a folder of its own and looks at what it says.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::cli {

/// A program that has ended.
struct RunResult {
  int status = -1;
  std::string out;
  std::string err;
};

/// A float32 tensor for a file.
struct TestTensor {
  std::string name;
  std::vector<std::int64_t> sizes;
  std::vector<float> values;
  std::string dtype = "F32";  ///< another type of four bytes takes the same bits
};

/// Each test has a folder, which is removed at its end. Programs run in it, so that paths in
/// messages are as short as the test gives them. Compiled models are kept for all tests of a run
/// and the next one, in a cache below the build folder.
class CliTest : public ::testing::Test {
 protected:
  CliTest();
  ~CliTest() override;

  /// Runs `weft` with these arguments.
  RunResult weft(const std::vector<std::string>& arguments) const;
  /// Runs any program; `environment` holds settings like "WEFT_CXX=g++".
  RunResult run(const std::string& program, const std::vector<std::string>& arguments,
                const std::vector<std::string>& environment = {}) const;

  void write(const std::string& name, const std::string& text) const;
  void write_tensors(const std::string& name, const std::vector<TestTensor>& tensors) const;
  std::string read(const std::string& name) const;
  /// All files below a folder, with their contents.
  std::vector<std::pair<std::string, std::string>> read_folder(const std::string& name) const;
  /// Names in the test's folder.
  std::vector<std::string> entries() const;

  std::filesystem::path folder_;
};

/// A model with parameters, a buffer and an argument that has a default. Its constructor gives
/// known values to everything.
extern const char* const kNet;
/// Weights that fit kNet; `fc.weight` is [2, 3].
std::vector<TestTensor> net_weights();

/// The files that tests/tools/detweights.py and the golden results come from.
std::string tests_file(const std::string& path);

}  // namespace weft::cli
