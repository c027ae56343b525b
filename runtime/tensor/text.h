/// \file Text arguments of operators: modes and reductions.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

namespace weft {

/// A short text as an argument. Unlike std::string_view it is never made from the literal 0, which
/// would make `conv2d(x, w, b, 1, 0)` ambiguous.
class TextArg {
 public:
  template <typename T>
    requires(std::convertible_to<const T&, std::string_view> && !std::is_arithmetic_v<T>)
  TextArg(const T& text) : text_(text) {}  // NOLINT(google-explicit-constructor)
  std::string_view get() const { return text_; }

 private:
  std::string_view text_;
};

/// How a loss is reduced: "none", "mean" or "sum", or libtorch's numbers for them.
/// \source at::Reduction
class ReductionArg {
 public:
  template <typename T>
    requires(std::convertible_to<const T&, std::string_view> && !std::is_arithmetic_v<T>)
  ReductionArg(const T& text) : text_(text) {}  // NOLINT(google-explicit-constructor)
  template <typename T>
    requires(std::integral<T> || std::is_enum_v<T>)
  ReductionArg(T number)  // NOLINT(google-explicit-constructor)
      : text_(number == 0 ? "none" : number == 1 ? "mean" : number == 2 ? "sum" : "unknown") {}
  std::string_view get() const { return text_; }

 private:
  std::string_view text_;
};

}  // namespace weft
