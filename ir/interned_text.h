/// \file InternedText: a text as a small number; equal texts have equal numbers.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace weft::ir {

/// A text that lives as long as the program, for what comes from a small vocabulary: names of
/// devices, of enumerations and of types. Copying and comparing cost nothing.
class InternedText {
 public:
  constexpr InternedText() = default;    // the empty text
  InternedText(std::string_view text);   // NOLINT(google-explicit-constructor)
  InternedText(const std::string& text)  // NOLINT(google-explicit-constructor)
      : InternedText(std::string_view(text)) {}
  InternedText(const char* text)  // NOLINT(google-explicit-constructor)
      : InternedText(std::string_view(text)) {}

  const std::string& str() const;
  operator const std::string&() const { return str(); }  // NOLINT(google-explicit-constructor)
  bool empty() const { return id_ == 0; }

  friend bool operator==(InternedText a, InternedText b) { return a.id_ == b.id_; }
  template <typename S>
    requires std::convertible_to<const S&, std::string_view>
  friend bool operator==(InternedText a, const S& b) {
    return a.str() == std::string_view(b);
  }

 private:
  std::uint32_t id_ = 0;
};

}  // namespace weft::ir
