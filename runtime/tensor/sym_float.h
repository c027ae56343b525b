/// \file SymFloat: what C++ computes in floats from the extents of tensors and from elements read.
#pragma once

#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <type_traits>
#include <utility>

#include <weft/ir/source_location.h>
#include <weft/ir/value.h>

namespace weft {

class SymInt;

/// Functions of one float that stay symbolic.
enum class FloatFunction : std::uint8_t { kNegate, kAbs, kSqrt, kExp, kLog, kLog2, kFloor, kCeil };
/// Operations on two floats that stay symbolic.
enum class FloatOperation : std::uint8_t { kAdd, kSub, kMul, kDiv, kPow, kMin, kMax };

enum class Relation : std::uint8_t {
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual
};

template <typename T>
concept PlainFloat = std::same_as<T, float> || std::same_as<T, double>;

/// A float or double that is a plain number in eager code, and under capture may depend on open
/// extents, `1.0f / x.size(0)`, or on an element of a tensor, `x.max().item<float>()`. Arithmetic
/// and the functions of <cmath> keep it symbolic and round as C++ does in the type. Comparisons of
/// elements are decisions on tensor data, for which the capture goes both ways. It converts to the
/// plain type, so existing code compiles; under capture that needs the extents as numbers (a guard,
/// or an error at the user's line), and an element is never a number (a graph break).
template <PlainFloat T>
class SymFloat {
 public:
  SymFloat() = default;
  explicit SymFloat(T value) : value_(value) {}
  /// As static_cast converts an integer, or a float of the other type.
  explicit SymFloat(const SymInt& value);
  template <PlainFloat U>
    requires(!std::same_as<T, U>)
  explicit SymFloat(const SymFloat<U>& value);
  /// `proxy` is a tensor of T without dimensions, computed from numbers of the graph of which
  /// `origin` is one: an extent, or where any of them is one, an element that was read.
  SymFloat(ir::TensorHandle proxy, ir::TensorHandle origin)
      : proxy_(std::move(proxy)), origin_(std::move(origin)) {}
  /// The proxy of an element that was read, as static_cast converts it.
  /// \error W4001 for a float64 element as float, whose range may not do
  static SymFloat of_element(ir::TensorHandle number);

  bool is_symbolic() const { return proxy_ != nullptr; }
  /// True if it depends on elements of tensors.
  bool is_data() const;
  const ir::TensorHandle& proxy() const { return proxy_; }
  const ir::TensorHandle& origin() const { return origin_; }
  /// The number; asks the capture for what it depends on where this is symbolic.
  T value() const { return proxy_ ? require() : value_; }
  operator T() const { return value(); }  // NOLINT(google-explicit-constructor)
  /// As a condition: true if not zero, also for NaN.
  explicit operator bool() const { return *this != T{0}; }
  /// For dispatch: the number, or a proxy of it.
  ir::Value to_value() const;

  static SymFloat apply(FloatFunction function, const SymFloat& a);
  static SymFloat combine(FloatOperation operation, const SymFloat& a, const SymFloat& b);
  static bool compare(Relation relation, const SymFloat& a, const SymFloat& b);

  SymFloat operator-() const {
    return proxy_ ? apply(FloatFunction::kNegate, *this) : SymFloat(-value_);
  }
  SymFloat operator+() const { return *this; }
#define WEFT_SYM_FLOAT_ASSIGNMENT(op)         \
  template <typename U>                       \
  SymFloat& operator op##=(const U & other) { \
    return *this = SymFloat(*this op other);  \
  }
  WEFT_SYM_FLOAT_ASSIGNMENT(+)
  WEFT_SYM_FLOAT_ASSIGNMENT(-)
  WEFT_SYM_FLOAT_ASSIGNMENT(*)
  WEFT_SYM_FLOAT_ASSIGNMENT(/)
#undef WEFT_SYM_FLOAT_ASSIGNMENT

 private:
  T require() const;
  ir::TensorHandle as_tensor(SourceLocation where) const;

  T value_ = 0;
  ir::TensorHandle proxy_;
  ir::TensorHandle origin_;
};

/// A float that is declared where the user wrote `float` or `double` and assigned from extents or
/// elements: made of plain numbers without a word.
template <PlainFloat T>
class FloatItem : public SymFloat<T> {
 public:
  FloatItem() = default;
  template <typename U>
    requires std::is_arithmetic_v<U>
  FloatItem(U value) : SymFloat<T>(static_cast<T>(value)) {}  // NOLINT(google-explicit-constructor)
  FloatItem(const SymInt& value) : SymFloat<T>(value) {}      // NOLINT(google-explicit-constructor)
  template <PlainFloat U>
  FloatItem(const SymFloat<U>& value)  // NOLINT(google-explicit-constructor)
      : SymFloat<T>(value) {}
};

namespace detail {

// The plain type that a type stands for in arithmetic of floats; void for any other.
template <typename T>
struct FloatOperand {
  using type = std::conditional_t<std::is_arithmetic_v<T>, T, void>;
};
template <PlainFloat T>
struct FloatOperand<SymFloat<T>> {
  using type = T;
};
template <PlainFloat T>
struct FloatOperand<FloatItem<T>> {
  using type = T;
};
template <std::derived_from<SymInt> T>
struct FloatOperand<T> {
  using type = std::int64_t;
};
template <typename T>
using float_operand_t = typename FloatOperand<T>::type;

template <typename T>
concept AnySymFloat = !std::is_arithmetic_v<T> && PlainFloat<float_operand_t<T>>;
template <typename T>
concept AnySymInt = std::derived_from<T, SymInt>;

/// The type in which C++ computes with a T and a U: that of `T() + U()`.
template <typename T, typename U>
using float_result_t = decltype(float_operand_t<T>() + float_operand_t<U>());

/// A SymFloat with an operand of any kind, or a SymInt with a float.
template <typename T, typename U>
concept SymFloatPair = !std::is_void_v<float_operand_t<T>> && !std::is_void_v<float_operand_t<U>> &&
                       (AnySymFloat<T> || AnySymFloat<U> || (AnySymInt<T> && PlainFloat<U>) ||
                        (PlainFloat<T> && AnySymInt<U>));
/// A SymFloat on one side at least.
template <typename T, typename U>
concept SymFloatComparison = SymFloatPair<T, U> && (AnySymFloat<T> || AnySymFloat<U>);

/// The operand in type R.
template <PlainFloat R, typename T>
SymFloat<R> as_sym_float(const T& operand) {
  if constexpr (std::is_arithmetic_v<T>) {
    return SymFloat<R>(static_cast<R>(operand));
  } else if constexpr (AnySymInt<T>) {
    return SymFloat<R>(static_cast<const SymInt&>(operand));
  } else {
    return SymFloat<R>(static_cast<const SymFloat<float_operand_t<T>>&>(operand));
  }
}

}  // namespace detail

#define WEFT_SYM_FLOAT_OPERATOR(op, operation)                                        \
  template <typename T, typename U>                                                   \
    requires(detail::SymFloatPair<T, U> && PlainFloat<detail::float_result_t<T, U>>)  \
  SymFloat<detail::float_result_t<T, U>> operator op(const T & a, const U & b) {      \
    using R = detail::float_result_t<T, U>;                                           \
    const SymFloat<R> x = detail::as_sym_float<R>(a), y = detail::as_sym_float<R>(b); \
    if (x.is_symbolic() || y.is_symbolic()) {                                         \
      return SymFloat<R>::combine(FloatOperation::operation, x, y);                   \
    }                                                                                 \
    return SymFloat<R>(x.value() op y.value());                                       \
  }
WEFT_SYM_FLOAT_OPERATOR(+, kAdd)
WEFT_SYM_FLOAT_OPERATOR(-, kSub)
WEFT_SYM_FLOAT_OPERATOR(*, kMul)
WEFT_SYM_FLOAT_OPERATOR(/, kDiv)
#undef WEFT_SYM_FLOAT_OPERATOR

#define WEFT_SYM_FLOAT_COMPARISON(op, relation)                                       \
  template <typename T, typename U>                                                   \
    requires detail::SymFloatComparison<T, U>                                         \
  bool operator op(const T& a, const U& b) {                                          \
    using R = detail::float_result_t<T, U>;                                           \
    const SymFloat<R> x = detail::as_sym_float<R>(a), y = detail::as_sym_float<R>(b); \
    if (x.is_data() || y.is_data()) {                                                 \
      return SymFloat<R>::compare(Relation::relation, x, y);                          \
    }                                                                                 \
    return x.value() op y.value();                                                    \
  }
WEFT_SYM_FLOAT_COMPARISON(==, kEqual)
WEFT_SYM_FLOAT_COMPARISON(!=, kNotEqual)
WEFT_SYM_FLOAT_COMPARISON(<, kLess)
WEFT_SYM_FLOAT_COMPARISON(<=, kLessEqual)
WEFT_SYM_FLOAT_COMPARISON(>, kGreater)
WEFT_SYM_FLOAT_COMPARISON(>=, kGreaterEqual)
#undef WEFT_SYM_FLOAT_COMPARISON

template <typename Char, typename Traits, PlainFloat T>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& stream,
                                             const SymFloat<T>& number) {
  return stream << number.value();
}

extern template class SymFloat<float>;
extern template class SymFloat<double>;

}  // namespace weft
