/// \file A place in the user's source, attached to nodes and diagnostics.
#pragma once

#include <source_location>
#include <string>

namespace weft {

/// File, line and column of the user's code that a node or a diagnostic came from.
/// The pointers refer to strings that live as long as the program (literals or interned names).
struct SourceLocation {
  const char* file = "";
  int line = 0;
  int column = 0;
  const char* function = "";

  constexpr SourceLocation() = default;
  // Implicit on purpose: a defaulted `std::source_location` argument becomes one of these.
  constexpr SourceLocation(
      const std::source_location& where)  // NOLINT(google-explicit-constructor)
      : file(where.file_name()),
        line(static_cast<int>(where.line())),
        column(static_cast<int>(where.column())),
        function(where.function_name()) {}
  constexpr SourceLocation(const char* file_name, int line_number, int column_number = 0,
                           const char* function_name = "")
      : file(file_name), line(line_number), column(column_number), function(function_name) {}

  constexpr bool known() const { return line > 0; }
  /// "file:line:col", without the column where it is unknown; empty where the place is unknown.
  std::string str() const;
};

/// Returns a copy of `text` that lives as long as the program; equal texts share one copy.
const char* intern(const std::string& text);

}  // namespace weft
