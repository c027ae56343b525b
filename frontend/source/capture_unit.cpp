#include <weft/frontend/source/capture_unit.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

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

/// What follows the user's file.
std::string registration(const SourceModel& model) {
  std::string text = "#include <weft/frontend/trace/capture_unit.h>\n";
  const SourceLocation& forward = model.forward.location;
  if (forward.known()) {
    text += fmt::format("#line {} \"{}\"\n", forward.line, escaped(forward.file));
  }
  return text + fmt::format("WEFT_CAPTURE_UNIT({})\n", model.model.cpp_name);
}

/// True if a line of the text may include a file by quotes.
bool includes_by_quotes(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::erase_if(line, [](char c) { return c == ' ' || c == '\t'; });
    if (line.starts_with("#include") && !line.starts_with("#include<")) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> symbolic_capture_unit_text(const SourceModel& model, bool with_floats) {
  const auto wanted = [&](const SizeInteger& number) {
    return with_floats || number.type == SizeNumberType::kInt64;
  };
  if (std::none_of(model.size_integers.begin(), model.size_integers.end(), wanted)) {
    return std::nullopt;
  }
  std::ifstream file(model.path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (includes_by_quotes(text)) return std::nullopt;
  // As long as `int64_t`, `float` and `double`, so that columns stay.
  constexpr std::string_view kNames[] = {"weft_in", "weftf", "weftd"};
  for (const SizeInteger& integer : model.size_integers) {
    if (!wanted(integer)) continue;
    std::string name(kNames[static_cast<std::size_t>(integer.type)]);
    if (integer.offset + integer.length > text.size() || integer.length < name.size()) {
      return std::nullopt;
    }
    name.resize(integer.length, ' ');
    text.replace(integer.offset, integer.length, name);
  }
  return fmt::format(
      "#include <weft/runtime/tensor/arrays.h>\nusing {} = ::weft::SizeItem;\n"
      "using {} = ::weft::FloatItem<float>;\nusing {} = ::weft::FloatItem<double>;\n"
      "#line 1 \"{}\"\n{}\n{}",
      kNames[0], kNames[1], kNames[2], escaped(model.path), text, registration(model));
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
