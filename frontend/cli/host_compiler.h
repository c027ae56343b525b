/// \file Runs the host's C++ compiler.
#pragma once

#include <string>
#include <vector>

namespace weft::cli {

/// A program that has ended.
struct ProcessResult {
  int status = 0;      ///< exit status; 128 + signal for one that was killed
  std::string output;  ///< standard output and standard error as they came
};

/// One run of the compiler.
struct CompilerJob {
  std::vector<std::string> arguments;  ///< without the compiler's name
  std::string standard_input;          ///< a file; empty: nothing
};

/// The C++ compiler that builds models and bundles: $WEFT_CXX, or the one that weft was built with,
/// or else `c++`.
const std::string& host_compiler();

/// Runs the compiler in the current folder.
/// \error W7101 if it cannot be started, Interrupted after SIGINT
ProcessResult run_compiler(const CompilerJob& job);

/// Runs several jobs at once, as many as there are processors. After a failure no new job is
/// begun. Results are in the order of the jobs; jobs that were not begun have status -1.
std::vector<ProcessResult> run_compilers(const std::vector<CompilerJob>& jobs);

}  // namespace weft::cli
