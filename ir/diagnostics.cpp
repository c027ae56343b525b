/// \file Formatting and throwing of diagnostics.
#include <weft/ir/diagnostics.h>

#include <fmt/format.h>

#include <utility>

namespace weft {
namespace {

// Braces that are no placeholder of a given argument stay as they are: arguments are user text, and
// a message must never be lost to a formatting error.
std::string fill(std::string_view text, const std::vector<std::string>& arguments) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}') {
      const int k = text[i + 1] - '0';
      if (k >= 0 && k < static_cast<int>(arguments.size())) {
        result += arguments[k];
        i += 2;
        continue;
      }
    }
    result += text[i];
  }
  return result;
}

}  // namespace

std::string Diagnostic::str() const {
  std::string text;
  if (location.known()) text += location.str() + ": ";
  text += fmt::format("error: {} [{}]", message, kind != nullptr ? kind->id : "W0000");
  if (!hint.empty()) text += "\n  hint: " + hint;
  for (const std::string& note : notes) text += "\n  note: " + note;
  return text;
}

Error::Error(Diagnostic diagnostic)
    : std::runtime_error(diagnostic.str()), diagnostic_(std::move(diagnostic)) {}

Diagnostic make_diagnostic(const DiagnosticKind& kind, SourceLocation where,
                           std::initializer_list<std::string> arguments) {
  const std::vector<std::string> values(arguments);
  Diagnostic d;
  d.kind = &kind;
  d.message = fill(kind.message, values);
  d.hint = fill(kind.hint, values);
  d.location = where;
  return d;
}

void fail(const DiagnosticKind& kind, SourceLocation where,
          std::initializer_list<std::string> arguments) {
  throw Error(make_diagnostic(kind, where, arguments));
}

}  // namespace weft
