/// \file TextScanner: words, numbers and quoted texts of the text form, with their places.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <weft/ir/argument.h>
#include <weft/ir/source_location.h>

namespace weft::ir::serialization {

/// Reads tokens one after the other; spaces, line ends and comments between them do not count.
class TextScanner {
 public:
  TextScanner(std::string_view text, const std::string& file);

  bool at_end() const { return at_ >= text_.size(); }
  /// Where the next token is.
  SourceLocation here() const;
  /// The next character of the next token; 0 at the end.
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  bool next_is(std::string_view token) const { return text_.substr(at_, token.size()) == token; }

  /// Takes the token if it is next. A token of letters must not go on.
  bool accept(std::string_view token);
  /// \error W1401 where something else is next
  void expect(std::string_view token);
  /// Letters, digits, underscores, and dots where `dotted`.
  /// \error W1401 if there is none; `what` says what was needed
  std::string_view word(std::string_view what, bool dotted = false);
  bool word_is_next() const;
  /// A text in double quotes.
  /// \error W1401
  std::string quoted(std::string_view what);
  std::string word_or_quoted(std::string_view what);
  /// An integer with an optional sign.
  /// \error W1401, W1405 if it does not fit
  std::int64_t integer(std::string_view what);
  /// The digits of an integer without sign, which may be one beyond INT64_MAX where `negative`.
  std::int64_t digits(std::string_view what, bool negative);
  /// An integer, or a float where there is a point or an exponent.
  Argument number();

  [[noreturn]] void fail_expected(std::string_view what) const;

 private:
  void skip();
  void advance(std::size_t count);
  char escaped();

  std::string_view text_;
  const char* file_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::size_t line_start_ = 0;
};

}  // namespace weft::ir::serialization
