#include <weft/runtime/weights/json_text.h>

#include <cstdint>

#include <weft/runtime/diagnostics.h>

namespace weft::weights {

namespace {

constexpr std::uint64_t kLargestNumber = INT64_MAX;

void append_utf8(std::uint32_t code, std::string& to) {
  if (code < 0x80) {
    to += static_cast<char>(code);
  } else if (code < 0x800) {
    to += static_cast<char>(0xC0 | (code >> 6));
    to += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    to += static_cast<char>(0xE0 | (code >> 12));
    to += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    to += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    to += static_cast<char>(0xF0 | (code >> 18));
    to += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
    to += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    to += static_cast<char>(0x80 | (code & 0x3F));
  }
}

}  // namespace

void JsonText::fail(const std::string& what) const {
  weft::fail(diag::WeightsHeaderText, file_.where,
             {file_.name, std::to_string(position()), what});
}

void JsonText::skip_space() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' ||
                                text_[at_] == '\r')) {
    ++at_;
  }
}

bool JsonText::at_end() {
  skip_space();
  return at_ == text_.size();
}

bool JsonText::take(char c) {
  skip_space();
  if (at_ == text_.size() || text_[at_] != c) return false;
  ++at_;
  return true;
}

void JsonText::expect(char c) {
  if (!take(c)) fail(std::string("expected `") + c + "`");
}

std::string JsonText::string() {
  expect('"');
  std::string result;
  while (true) {
    if (at_ == text_.size()) fail("a string without end");
    const char c = text_[at_];
    if (c == '"') break;
    if (static_cast<unsigned char>(c) < 0x20) fail("a control character in a string");
    ++at_;
    if (c == '\\') {
      escape(result);
    } else {
      result += c;
    }
  }
  ++at_;
  return result;
}

void JsonText::escape(std::string& to) {
  if (at_ == text_.size()) fail("a string without end");
  switch (const char c = text_[at_++]) {
    case '"':
    case '\\':
    case '/':
      to += c;
      return;
    case 'b':
      to += '\b';
      return;
    case 'f':
      to += '\f';
      return;
    case 'n':
      to += '\n';
      return;
    case 'r':
      to += '\r';
      return;
    case 't':
      to += '\t';
      return;
    case 'u':
      break;
    default:
      fail("an unknown escape in a string");
  }
  std::uint32_t code = hex_digits();
  if (code >= 0xD800 && code < 0xDC00) {
    const bool pair = text_.substr(at_, 2) == "\\u";
    if (pair) at_ += 2;
    const std::uint32_t low = pair ? hex_digits() : 0;
    if (low < 0xDC00 || low >= 0xE000) fail("half a surrogate pair in a string");
    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  } else if (code >= 0xDC00 && code < 0xE000) {
    fail("half a surrogate pair in a string");
  }
  append_utf8(code, to);
}

std::uint32_t JsonText::hex_digits() {
  std::uint32_t code = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    const bool digit = c >= '0' && c <= '9';
    const bool letter = (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    if (!digit && !letter) fail("expected four hexadecimal digits");
    code = code * 16 + static_cast<std::uint32_t>(digit ? c - '0' : (c | 0x20) - 'a' + 10);
    ++at_;
  }
  return code;
}

std::uint64_t JsonText::number() {
  skip_space();
  const std::size_t first = at_;
  std::uint64_t value = 0;
  for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
    const auto digit = static_cast<std::uint64_t>(text_[at_] - '0');
    if (value > (kLargestNumber - digit) / 10) fail("a number above 2^63 - 1");
    value = value * 10 + digit;
  }
  if (at_ == first) fail("expected a number that is whole and not negative");
  if (text_[first] == '0' && at_ > first + 1) fail("a number with leading zeros");
  if (at_ < text_.size() && (text_[at_] == '.' || (text_[at_] | 0x20) == 'e')) {
    fail("expected a number that is whole and not negative");
  }
  return value;
}

}  // namespace weft::weights
