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

/// The user's flags, sorted out for Clang.
struct CompilerFlags {
  std::vector<std::string> accepted;  ///< what Clang gets
  std::vector<std::string> ignored;   ///< GCC-only flags, which do not change how the file parses
};

/// Drops what only steers output, linking or GCC's optimiser.
/// \error W6002 for a flag that neither compiler knows and for positional arguments, W6003 for a
///        flag without its value, W6004 for a language before C++20.
CompilerFlags sort_flags(const std::vector<std::string>& flags);

/// The folder of Clang's builtin headers: `asked`, or else $WEFT_RESOURCE_DIR, or else the folder
/// known at build time.
/// \error W6005 if <stddef.h> is not in it.
std::string find_resource_dir(const std::string& asked);

/// One parse of a file.
struct ParseJob {
  std::string path;
  std::vector<std::string> flags;         ///< from sort_flags
  std::vector<std::string> include_dirs;  ///< folders of weft's headers, searched first
  std::string resource_dir;
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
