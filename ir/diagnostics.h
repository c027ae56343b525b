/// \file Errors that weft reports: each has a stable id, a statement and one way out.
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <weft/ir/source_location.h>

namespace weft {

/// Who has to act: the user (model or input), weft (an unsupported feature), or weft (a bug).
enum class Fault { kUser, kUnsupported, kUsage, kInternal };

/// One row of a `diagnostics.def` file.
struct DiagnosticKind {
  const char* name;
  const char* id;  ///< stable, "W2104"
  Fault fault;
  const char* message;  ///< lower case, no full stop, with {0} {1} ... for the arguments
  const char* hint;     ///< one way out, may use the same arguments; may be empty
};

/// A reported problem with its arguments filled in.
struct Diagnostic {
  const DiagnosticKind* kind = nullptr;
  std::string message;
  std::string hint;
  SourceLocation location;
  std::vector<std::string> notes;

  /// "model.cpp:12:9: error: dimension 4 out of range for rank 2 [W2104]" and the hint and notes on
  /// lines of their own.
  std::string str() const;
};

/// The exception that all of weft throws for problems that a user can cause.
class Error : public std::runtime_error {
 public:
  explicit Error(Diagnostic diagnostic);
  const Diagnostic& diagnostic() const { return diagnostic_; }
  std::string_view id() const { return diagnostic_.kind->id; }

 private:
  Diagnostic diagnostic_;
};

/// Fills `{k}` in the kind's message and hint with the arguments.
Diagnostic make_diagnostic(const DiagnosticKind& kind, SourceLocation where,
                           std::initializer_list<std::string> arguments = {});

/// Throws an Error of this kind.
[[noreturn]] void fail(const DiagnosticKind& kind, SourceLocation where,
                       std::initializer_list<std::string> arguments = {});

namespace diag {
#define WEFT_DIAGNOSTIC(name, id, fault, message, hint) \
  inline constexpr DiagnosticKind name{#name, id, Fault::fault, message, hint};
#include <weft/ir/diagnostics.def>
#undef WEFT_DIAGNOSTIC
}  // namespace diag

}  // namespace weft
