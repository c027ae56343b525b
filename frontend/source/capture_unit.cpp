#include <weft/frontend/source/capture_unit.h>

#include <string_view>

#include <fmt/format.h>

#include <weft/frontend/source/capture_copy.h>
#include <weft/frontend/source/diagnostics.h>

namespace weft::source {
namespace {

/// As the content of a string literal.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\' || c == '"') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

std::string registration(const SourceModel& model) {
  std::string text = "#include <weft/frontend/trace/capture_unit.h>\n";
  const SourceLocation& forward = model.forward.location;
  if (forward.known()) {
    text += fmt::format("#line {} \"{}\"\n", forward.line, escaped(forward.file));
  }
  return text + fmt::format("WEFT_CAPTURE_UNIT({})\n", model.model.cpp_name);
}

std::optional<std::string> symbolic_capture_unit_text(const SourceModel& model, bool with_floats) {
  const auto copy = capture_copy(model, with_floats);
  if (!copy) return std::nullopt;
  return symbolic_types() + *copy + "\n" + registration(model);
}

std::string capture_unit_text(const SourceModel& model) {
  // Between the quotes of an #include there are no escapes, and a backslash means what the
  // implementation likes.
  if (model.path.find_first_of("\"\\\n\r") != std::string::npos) {
    fail(diag::PathNotIncludable, {}, {model.path});
  }
  std::string text = fmt::format("#include \"{}\"\n", model.path);
  return text + registration(model);
}

}  // namespace weft::source
