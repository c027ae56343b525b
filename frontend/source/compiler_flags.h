/// \file Sorts the user's compiler flags for Clang.
#pragma once

#include <string>
#include <vector>

namespace weft::source {

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

}  // namespace weft::source
