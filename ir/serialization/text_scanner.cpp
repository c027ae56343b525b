/// \file TextScanner: words, numbers and quoted texts of the text form.
#include <weft/ir/serialization/text_scanner.h>

#include <charconv>
#include <cmath>

#include <weft/ir/diagnostics.h>

namespace weft::ir::serialization {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Long enough to see what it is, and one line.
std::string shown(std::string_view text) {
  constexpr std::size_t kShown = 20;
  if (text.empty()) return "the end of the text";
  std::string result = "`";
  for (const char c : text.substr(0, text.find_first_of(" \n\t\r"))) {
    if (result.size() > kShown) return result + "...`";
    const bool plain = static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
    result += plain ? c : '?';
  }
  return result + "`";
}

}  // namespace

TextScanner::TextScanner(std::string_view text, const std::string& file)
    : text_(text), file_(intern(file)) {
  skip();
}

SourceLocation TextScanner::here() const {
  return SourceLocation(file_, line_, static_cast<int>(at_ - line_start_) + 1);
}

void TextScanner::fail_expected(std::string_view what) const {
  fail(diag::GraphTextSyntax, here(), {std::string(what), shown(text_.substr(at_))});
}

void TextScanner::skip() {
  while (at_ < text_.size()) {
    if (text_[at_] == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (text_[at_] == '\n') {
      ++line_;
      line_start_ = ++at_;
    } else if (is_space(text_[at_])) {
      ++at_;
    } else {
      return;
    }
  }
}

void TextScanner::advance(std::size_t count) {
  at_ += count;
  skip();
}

bool TextScanner::accept(std::string_view token) {
  if (!next_is(token)) return false;
  const std::size_t end = at_ + token.size();
  const bool goes_on = end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]));
  if (is_letter(token.back()) && goes_on) return false;
  advance(token.size());
  return true;
}

void TextScanner::expect(std::string_view token) {
  if (!accept(token)) fail_expected("`" + std::string(token) + "`");
}

bool TextScanner::word_is_next() const { return is_letter(peek()); }

std::string_view TextScanner::word(std::string_view what, bool dotted) {
  std::size_t end = at_;
  if (word_is_next()) {
    while (end < text_.size() &&
           (is_letter(text_[end]) || is_digit(text_[end]) || (dotted && text_[end] == '.'))) {
      ++end;
    }
  }
  if (end == at_) fail_expected(what);
  const std::string_view result = text_.substr(at_, end - at_);
  advance(result.size());
  return result;
}

char TextScanner::escaped() {
  const char c = peek();
  ++at_;
  switch (c) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case '"':
    case '\\':
      return c;
    case 'x': {
      const int high = hex_digit(peek());
      const int low = at_ + 1 < text_.size() ? hex_digit(text_[at_ + 1]) : -1;
      if (high < 0 || low < 0) fail_expected("two hexadecimal digits");
      at_ += 2;
      return static_cast<char>(16 * high + low);
    }
    default:
      --at_;
      fail_expected("`n`, `t`, `x`, `\"` or `\\` after a backslash");
  }
}

std::string TextScanner::quoted(std::string_view what) {
  if (peek() != '"') fail_expected(what);
  ++at_;
  std::string result;
  for (;;) {
    const std::size_t end = text_.find_first_of("\"\\\n", at_);
    if (end == std::string_view::npos || text_[end] == '\n') {
      at_ = std::min(end, text_.size());
      fail_expected("a closing quote");
    }
    result += text_.substr(at_, end - at_);
    at_ = end + 1;
    if (text_[end] == '"') break;
    result += escaped();
  }
  skip();
  return result;
}

std::string TextScanner::word_or_quoted(std::string_view what) {
  return peek() == '"' ? quoted(what) : std::string(word(what, true));
}

std::int64_t TextScanner::digits(std::string_view what, bool negative) {
  std::uint64_t value = 0;
  const char* begin = text_.data() + at_;
  const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
  if (error == std::errc::invalid_argument) fail_expected(what);
  const std::uint64_t limit = static_cast<std::uint64_t>(INT64_MAX) + (negative ? 1 : 0);
  if (error != std::errc() || value > limit) {
    fail(diag::GraphFileValue, here(), {"an integer of more than 64 bits"});
  }
  advance(static_cast<std::size_t>(end - begin));
  return static_cast<std::int64_t>(negative ? ~value + 1 : value);
}

std::int64_t TextScanner::integer(std::string_view what) {
  const bool negative = accept("-");
  return digits(what, negative);
}

Argument TextScanner::number() {
  std::size_t end = at_ + (peek() == '-' ? 1 : 0);
  bool is_float = false;
  while (end < text_.size()) {
    const char c = text_[end];
    const bool exponent_sign = (c == '-' || c == '+') && (text_[end - 1] == 'e');
    if (!is_digit(c) && c != '.' && c != 'e' && !exponent_sign) break;
    is_float = is_float || !is_digit(c);
    ++end;
  }
  if (!is_float) return integer("a number");
  double value = 0;
  const char* stop = text_.data() + end;
  const auto [used, error] = std::from_chars(text_.data() + at_, stop, value);
  if (error == std::errc::result_out_of_range) {
    fail(diag::GraphFileValue, here(), {"a float of more than 64 bits"});
  }
  if (error != std::errc() || used != stop) fail_expected("a number");
  advance(end - at_);
  return value;
}

}  // namespace weft::ir::serialization
