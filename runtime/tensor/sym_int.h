/// \file SymInt: an integer that is a plain number in eager code and may be symbolic under capture.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <weft/ir/source_location.h>
#include <weft/ir/value.h>
#include <weft/runtime/tensor/options.h>
#include <weft/runtime/tensor/sym_float.h>

namespace weft {

/// What `Tensor::size` returns. It converts to int64_t, so existing code compiles; under capture
/// the conversion of an extent that is not a constant needs a decision by the tracer (a guard or an
/// error at the user's line). Arithmetic and braces keep it symbolic; with a float it gives a
/// SymFloat. One that depends on an element of a tensor is never a number, and comparisons of it are
/// decisions on tensor data, for which the capture goes both ways.
class SymInt {
 public:
  SymInt() = default;
  template <Arithmetic T>
  explicit SymInt(T value) : value_(static_cast<std::int64_t>(value)) {}
  /// A proxy of an integer node.
  explicit SymInt(ir::TensorHandle proxy) : proxy_(std::move(proxy)) {}

  bool is_symbolic() const { return proxy_ != nullptr; }
  const ir::TensorHandle& proxy() const { return proxy_; }
  /// The number; asks the capture for it where this is symbolic.
  std::int64_t value() const { return proxy_ ? require() : value_; }
  operator std::int64_t() const { return value(); }  // NOLINT(google-explicit-constructor)
  /// For dispatch: the number or the proxy.
  ir::Value to_value() const { return proxy_ ? ir::Value(proxy_) : ir::Value(value_); }

  SymInt& operator+=(const SymInt& o) { return *this = add(*this, o); }
  SymInt& operator-=(const SymInt& o) { return *this = sub(*this, o); }
  SymInt& operator*=(const SymInt& o) { return *this = mul(*this, o); }
  SymInt& operator/=(const SymInt& o) { return *this = div(*this, o); }
  friend SymInt operator+(const SymInt& a, const SymInt& b) { return add(a, b); }
  friend SymInt operator-(const SymInt& a, const SymInt& b) { return sub(a, b); }
  friend SymInt operator*(const SymInt& a, const SymInt& b) { return mul(a, b); }
  friend SymInt operator/(const SymInt& a, const SymInt& b) { return div(a, b); }
  friend SymInt operator%(const SymInt& a, const SymInt& b) { return mod(a, b); }
  friend SymInt operator-(const SymInt& a) { return sub(SymInt(0), a); }
  SymInt& operator++() { return *this += SymInt(1); }
  SymInt& operator--() { return *this -= SymInt(1); }
  SymInt operator++(int) { return std::exchange(*this, *this + SymInt(1)); }
  SymInt operator--(int) { return std::exchange(*this, *this - SymInt(1)); }

#define WEFT_SYM_INT_OPERATOR(op, function)         \
  template <std::integral T>                        \
  friend SymInt operator op(const SymInt& a, T b) { \
    return function(a, SymInt(b));                  \
  }                                                 \
  template <std::integral T>                        \
  friend SymInt operator op(T a, const SymInt& b) { \
    return function(SymInt(a), b);                  \
  }
  WEFT_SYM_INT_OPERATOR(+, add)
  WEFT_SYM_INT_OPERATOR(-, sub)
  WEFT_SYM_INT_OPERATOR(*, mul)
  WEFT_SYM_INT_OPERATOR(/, div)
  WEFT_SYM_INT_OPERATOR(%, mod)
#undef WEFT_SYM_INT_OPERATOR
  // Comparisons are decided by what is known of the extents; where that does not decide, the
  // capture is asked.
#define WEFT_SYM_INT_COMPARISON(op, relation)                 \
  friend bool operator op(const SymInt& a, const SymInt& b) { \
    if (a.proxy_ || b.proxy_) return compare(relation, a, b); \
    return a.value_ op b.value_;                              \
  }                                                           \
  template <std::integral T>                                  \
  friend bool operator op(const SymInt& a, T b) {             \
    return a op SymInt(b);                                    \
  }                                                           \
  template <std::integral T>                                  \
  friend bool operator op(T a, const SymInt& b) {             \
    return SymInt(a) op b;                                    \
  }                                                           \
  template <std::floating_point T>                            \
  friend bool operator op(const SymInt& a, T b) {             \
    return static_cast<T>(a.value()) op b;                    \
  }                                                           \
  template <std::floating_point T>                            \
  friend bool operator op(T a, const SymInt& b) {             \
    return a op static_cast<T>(b.value());                    \
  }
  WEFT_SYM_INT_COMPARISON(==, Relation::kEqual)
  WEFT_SYM_INT_COMPARISON(!=, Relation::kNotEqual)
  WEFT_SYM_INT_COMPARISON(<, Relation::kLess)
  WEFT_SYM_INT_COMPARISON(<=, Relation::kLessEqual)
  WEFT_SYM_INT_COMPARISON(>, Relation::kGreater)
  WEFT_SYM_INT_COMPARISON(>=, Relation::kGreaterEqual)
#undef WEFT_SYM_INT_COMPARISON

 private:
  static bool compare(Relation relation, const SymInt& a, const SymInt& b);
  static SymInt add(const SymInt& a, const SymInt& b);
  static SymInt sub(const SymInt& a, const SymInt& b);
  static SymInt mul(const SymInt& a, const SymInt& b);
  static SymInt div(const SymInt& a, const SymInt& b);  ///< truncates, as C++ does
  static SymInt mod(const SymInt& a, const SymInt& b);
  std::int64_t require() const;

  std::int64_t value_ = 0;
  ir::TensorHandle proxy_;
};

namespace detail {
/// One of the two where the extents say which, else a new integer of the graph.
SymInt min_of(const SymInt& a, const SymInt& b);
SymInt max_of(const SymInt& a, const SymInt& b);
}  // namespace detail

/// An integer argument together with the user's line; the converting constructor is evaluated at
/// the call, also for overloaded operators.
class SymIntArg {
 public:
  SymIntArg(const SymInt& value,  // NOLINT(google-explicit-constructor)
            std::source_location where = std::source_location::current())
      : value_(value), where_(where) {}
  template <std::convertible_to<std::int64_t> T>
    requires(!std::floating_point<T> && !std::derived_from<T, SymInt>)
  SymIntArg(T value,  // NOLINT(google-explicit-constructor)
            std::source_location where = std::source_location::current())
      : value_(static_cast<std::int64_t>(value)), where_(where) {}
  const SymInt& get() const { return value_; }
  SourceLocation where() const { return where_; }

 private:
  SymInt value_;
  SourceLocation where_;
};

}  // namespace weft
