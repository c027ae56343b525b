/// \file Runs Clang in this process on one file and hands over the parsed program.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace clang {
class Sema;
}

namespace weft::source {

class UserFiles;

/// One parse of a file.
struct ParseJob {
  std::string path;
  std::vector<std::string> flags;         ///< from sort_flags (compiler_flags.h)
  std::vector<std::string> include_dirs;  ///< folders of weft's headers, searched first
  std::string resource_dir;
  std::string precompiled_folder;  ///< see SourceOptions
};

/// A file without C++ errors. It lives as long as the call that it is handed to.
struct Program {
  clang::Sema& sema;
  const UserFiles& user_files;
  std::vector<std::string> user_file_names;  ///< in the order in which they are included
};

/// Parses the file and calls `use` with the program, unless there were C++ errors. Exceptions that
/// `use` throws arrive at the caller.
/// \error W6003 if Clang rejects the flags; W6006 with all C++ errors, those in code that `use`
///        has instantiated included.
void parse_file(const ParseJob& job, const std::function<void(const Program&)>& use);

}  // namespace weft::source
