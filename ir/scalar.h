/// \file A constant number as an operator argument.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include <weft/ir/dtype.h>

namespace weft::ir {

/// A bool, an integer or a float that takes part in PyTorch's type promotion by its category only.
class Number {
 public:
  constexpr Number() : value_(std::int64_t{0}) {}
  constexpr Number(bool v) : value_(v) {}               // NOLINT(google-explicit-constructor)
  constexpr Number(std::int64_t v) : value_(v) {}       // NOLINT(google-explicit-constructor)
  constexpr Number(int v) : value_(std::int64_t{v}) {}  // NOLINT(google-explicit-constructor)
  constexpr Number(double v) : value_(v) {}             // NOLINT(google-explicit-constructor)

  constexpr bool is_bool() const { return value_.index() == 0; }
  constexpr bool is_integer() const { return value_.index() == 1; }
  constexpr bool is_float() const { return value_.index() == 2; }
  constexpr DTypeCategory category() const { return static_cast<DTypeCategory>(value_.index()); }

  /// The value as a double; integers beyond 2^53 round.
  double as_double() const {
    return std::visit([](auto v) { return static_cast<double>(v); }, value_);
  }
  /// The value as an integer; a float is truncated towards zero.
  std::int64_t as_int() const {
    return std::visit([](auto v) { return static_cast<std::int64_t>(v); }, value_);
  }
  bool as_bool() const {
    return std::visit([](auto v) { return v != 0; }, value_);
  }

  /// True for the same category and the same value (NaN equals NaN of the same sign, -0.0 differs
  /// from 0.0).
  friend bool operator==(const Number& a, const Number& b);
  std::string str() const;

 private:
  std::variant<bool, std::int64_t, double> value_;
};

/// The default type of a tensor made from a number: bool, int64, float32.
constexpr DType default_dtype(DTypeCategory category) {
  return category == DTypeCategory::kBool       ? DType::kBool
         : category == DTypeCategory::kIntegral ? DType::kInt64
                                                : DType::kFloat32;
}

}  // namespace weft::ir
