#include <weft/frontend/trace/input_spec.h>

#include <cctype>
#include <charconv>
#include <cstdlib>

#include <weft/frontend/trace/diagnostics.h>

namespace weft {

namespace {

/// Reads a spec from left to right; every complaint names the column.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  [[noreturn]] void complain(const std::string& what) const {
    fail(diag::SpecSyntax, {}, {std::string(text_), what, std::to_string(at_ + 1)});
  }
  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool take(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) complain(std::string("expected `") + c + "`");
  }
  std::string_view word() {
    skip_blanks();
    const std::size_t start = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) {
      ++at_;
    }
    return text_.substr(start, at_ - start);
  }
  std::string_view rest() {
    skip_blanks();
    std::size_t end = text_.size();
    while (end > at_ && std::isspace(static_cast<unsigned char>(text_[end - 1]))) --end;
    const std::string_view result = text_.substr(at_, end - at_);
    at_ = text_.size();
    return result;
  }
  bool at_end() {
    skip_blanks();
    return at_ == text_.size();
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

std::string read_name(Reader& reader) {
  const std::string_view name = reader.word();
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) {
    reader.complain("expected the name of a parameter");
  }
  reader.expect(':');
  return std::string(name);
}

DType read_dtype(Reader& reader) {
  const std::string_view word = reader.word();
  const std::optional<DType> dtype = ir::parse_dtype(word);
  if (!dtype) reader.complain("unknown element type `" + std::string(word) + "`");
  return *dtype;
}

}  // namespace

ir::IntExpr SpecParser::extent(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size()) return value;
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0]))) return -1;
  auto found = symbols_.find(text);
  if (found == symbols_.end()) {
    found = symbols_.emplace(std::string(text), ir::make_symbol(std::string(text))).first;
  }
  return found->second;
}

TensorSpec SpecParser::tensor(std::string_view text) {
  Reader reader(text);
  TensorSpec spec;
  spec.name = read_name(reader);
  spec.dtype = read_dtype(reader);
  reader.expect('[');
  if (!reader.take(']')) {
    do {
      const std::string_view word = reader.word();
      if (word.empty()) reader.complain("expected an extent");
      const ir::IntExpr size = extent(word);
      if (size.is(-1)) reader.complain("`" + std::string(word) + "` is no extent");
      spec.sizes.push_back(size);
    } while (reader.take(','));
    reader.expect(']');
  }
  if (!reader.at_end()) reader.complain("unexpected text after the shape");
  return spec;
}

ScalarSpec SpecParser::scalar(std::string_view text) {
  Reader reader(text);
  ScalarSpec spec;
  spec.name = read_name(reader);
  const DType dtype = read_dtype(reader);
  reader.expect('=');
  const std::string value(reader.rest());
  char* end = nullptr;
  if (dtype == DType::kBool) {
    if (value != "true" && value != "false") reader.complain("expected true or false");
    spec.value = value == "true";
  } else if (ir::is_floating(dtype)) {
    spec.value = std::strtod(value.c_str(), &end);
  } else {
    spec.value = static_cast<std::int64_t>(std::strtoll(value.c_str(), &end, 10));
  }
  if (value.empty() || (end && *end != '\0')) reader.complain("`" + value + "` is no number");
  return spec;
}

}  // namespace weft
