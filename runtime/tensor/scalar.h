/// \file Scalar: a number argument, constant or symbolic, and the result of Tensor::item.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <weft/ir/scalar.h>
#include <weft/ir/value.h>
#include <weft/runtime/tensor/sym_int.h>

namespace weft {

/// A bool, an integer, a float, or a proxy for one of them.
class Scalar {
 public:
  Scalar() : Scalar(std::int64_t{0}) {}
  template <Arithmetic T>
  Scalar(T value) : number_(convert(value)) {}  // NOLINT(google-explicit-constructor)
  Scalar(const SymInt& value);                  // NOLINT(google-explicit-constructor)
  template <PlainFloat T>
  Scalar(const SymFloat<T>& value)  // NOLINT(google-explicit-constructor)
      : Scalar(value.is_symbolic() ? Scalar(*value.to_value().tensor()) : Scalar(value.value())) {}
  Scalar(const ir::Number& value) : number_(value) {}  // NOLINT(google-explicit-constructor)
  explicit Scalar(ir::TensorHandle proxy) : proxy_(std::move(proxy)) {}

  bool is_symbolic() const { return proxy_ != nullptr; }
  const ir::Number& number() const { return number_; }
  ir::Value to_value() const;

  bool isFloatingPoint() const { return number_.is_float(); }
  bool isIntegral(bool include_bool) const {
    return number_.is_integer() || (include_bool && number_.is_bool());
  }
  bool isBoolean() const { return number_.is_bool(); }

  /// The number as a C++ type; a symbolic one is asked of the capture.
  template <Arithmetic T>
  T to() const {
    if constexpr (std::is_same_v<T, bool>) return to_bool();
    if constexpr (std::is_floating_point_v<T>) return static_cast<T>(to_double());
    return static_cast<T>(to_int());
  }
  /// One that stays symbolic: of an element that was read.
  template <detail::AnySymFloat T>
  T to() const {
    using Number = detail::float_operand_t<T>;
    return proxy_ ? T(SymFloat<Number>::of_element(proxy_)) : T(SymFloat<Number>(to<Number>()));
  }
  template <detail::AnySymInt T>
  T to() const {
    return proxy_ ? T(of_element()) : T(SymInt(to<std::int64_t>()));
  }
  double toDouble() const { return to<double>(); }
  float toFloat() const { return to<float>(); }
  std::int64_t toLong() const { return to<std::int64_t>(); }
  int toInt() const { return to<int>(); }
  bool toBool() const { return to<bool>(); }

 private:
  template <Arithmetic T>
  static ir::Number convert(T value) {
    if constexpr (std::is_same_v<T, bool>) return ir::Number(value);
    if constexpr (std::is_floating_point_v<T>) return ir::Number(static_cast<double>(value));
    return ir::Number(static_cast<std::int64_t>(value));
  }
  /// \error W4001 for an element that is no integer
  SymInt of_element() const;
  bool to_bool() const;
  double to_double() const;
  std::int64_t to_int() const;

  ir::Number number_;
  ir::TensorHandle proxy_;
};

/// A number argument together with the user's line; the converting constructor is evaluated at the
/// call, also for overloaded operators.
class ScalarArg {
 public:
  template <std::convertible_to<Scalar> T>
  ScalarArg(const T& value,  // NOLINT(google-explicit-constructor)
            std::source_location where = std::source_location::current())
      : value_(value), where_(where) {}
  const Scalar& get() const { return value_; }
  SourceLocation where() const { return where_; }

 private:
  Scalar value_;
  SourceLocation where_;
};

}  // namespace weft
