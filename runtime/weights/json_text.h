/// \file The part of JSON that headers of weights files use, read from front to back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <weft/runtime/weights/header.h>

namespace weft::weights {

/// Reads one token after the other; every fault is W3103 with its byte. There is nothing to recurse
/// into: the caller knows which token comes next.
class JsonText {
 public:
  JsonText(std::string_view text, const FileName& file) : text_(text), file_(file) {}

  /// Byte of the file at which the next token starts.
  std::size_t position() const { return kLengthBytes + at_; }
  bool at_end();
  /// Takes the character if it is next.
  bool take(char c);
  void expect(char c);
  /// A string with its escapes decoded.
  std::string string();
  /// An integer from 0 to 2^63 - 1, without sign, fraction, exponent or leading zeros.
  std::uint64_t number();
  [[noreturn]] void fail(const std::string& what) const;

 private:
  static constexpr std::size_t kLengthBytes = 8;
  void skip_space();
  void escape(std::string& to);
  std::uint32_t hex_digits();

  std::string_view text_;
  const FileName& file_;
  std::size_t at_ = 0;
};

}  // namespace weft::weights
