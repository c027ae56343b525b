/// \file The functions of <cmath> and <algorithm> on extents, elements read and what is computed
/// from them, where code that names them with `std::` finds them.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>

#include <weft/runtime/tensor/sym_int.h>

namespace weft::detail {

template <typename T>
using math_result_t =
    std::conditional_t<PlainFloat<float_operand_t<T>>, float_operand_t<T>, double>;

/// One that stays symbolic, of a type R in which C++ computes it.
template <typename R>
SymFloat<R> float_function(FloatFunction function, const SymFloat<R>& x, R plain(R)) {
  return x.is_symbolic() ? SymFloat<R>::apply(function, x) : SymFloat<R>(plain(x.value()));
}

template <typename T>
concept AnySymbolic = AnySymInt<T> || AnySymFloat<T>;
template <typename T, typename U>
concept AnySymbolicPair =
    (AnySymbolic<T> || AnySymbolic<U>) && !std::is_void_v<float_operand_t<T>> &&
    !std::is_void_v<float_operand_t<U>>;
template <typename T, typename U>
concept SymIntPair =
    AnySymbolicPair<T, U> && std::integral<float_operand_t<T>> && std::integral<float_operand_t<U>>;

/// The type in which std::pow computes.
template <typename T, typename U>
using power_result_t = std::conditional_t<std::same_as<float_operand_t<T>, float> &&
                                              std::same_as<float_operand_t<U>, float>,
                                          float, double>;

}  // namespace weft::detail

namespace std {

#define WEFT_SYM_FUNCTION(name, function)                                                  \
  template <weft::detail::AnySymbolic T>                                                   \
  weft::SymFloat<weft::detail::math_result_t<T>> name(const T& x) {                        \
    using R = weft::detail::math_result_t<T>;                                              \
    return weft::detail::float_function<R>(weft::FloatFunction::function,                  \
                                           weft::detail::as_sym_float<R>(x),               \
                                           [](R value) -> R { return std::name(value); }); \
  }
WEFT_SYM_FUNCTION(sqrt, kSqrt)
WEFT_SYM_FUNCTION(exp, kExp)
WEFT_SYM_FUNCTION(log, kLog)
WEFT_SYM_FUNCTION(log2, kLog2)
WEFT_SYM_FUNCTION(floor, kFloor)
WEFT_SYM_FUNCTION(ceil, kCeil)
WEFT_SYM_FUNCTION(fabs, kAbs)
#undef WEFT_SYM_FUNCTION

template <weft::detail::AnySymFloat T>
auto abs(const T& x) {
  return std::fabs(x);
}
// Decisions, where the number depends on elements of tensors.
template <weft::detail::AnySymFloat T>
bool isnan(const T& x) {
  return x != x;
}
template <weft::detail::AnySymFloat T>
bool isfinite(const T& x) {
  return std::fabs(x) < std::numeric_limits<weft::detail::float_operand_t<T>>::infinity();
}
template <weft::detail::AnySymFloat T>
bool isinf(const T& x) {
  return std::fabs(x) == std::numeric_limits<weft::detail::float_operand_t<T>>::infinity();
}

template <typename T, typename U>
  requires weft::detail::AnySymbolicPair<T, U>
weft::SymFloat<weft::detail::power_result_t<T, U>> pow(const T& a, const U& b) {
  using R = weft::detail::power_result_t<T, U>;
  const weft::SymFloat<R> x = weft::detail::as_sym_float<R>(a),
                          y = weft::detail::as_sym_float<R>(b);
  if (x.is_symbolic() || y.is_symbolic()) {
    return weft::SymFloat<R>::combine(weft::FloatOperation::kPow, x, y);
  }
  return weft::SymFloat<R>(std::pow(x.value(), y.value()));
}

// Of one type and of two: the first are chosen before those of the library.
#define WEFT_SYM_EXTREME(name, operation)                                            \
  template <weft::detail::AnySymInt T>                                               \
  weft::SymInt name(const T& a, const T& b) {                                        \
    return weft::detail::name##_of(a, b);                                            \
  }                                                                                  \
  template <typename T, typename U>                                                  \
    requires weft::detail::SymIntPair<T, U>                                          \
  weft::SymInt name(const T& a, const U& b) {                                        \
    return weft::detail::name##_of(weft::SymInt(a), weft::SymInt(b));                \
  }                                                                                  \
  template <weft::detail::AnySymFloat T>                                             \
  auto name(const T& a, const T& b) {                                                \
    using R = weft::detail::float_operand_t<T>;                                      \
    const weft::SymFloat<R>&x = a, &y = b;                                           \
    if (x.is_symbolic() || y.is_symbolic()) {                                        \
      return weft::SymFloat<R>::combine(weft::FloatOperation::operation, x, y);      \
    }                                                                                \
    return weft::SymFloat<R>(std::name(x.value(), y.value()));                       \
  }                                                                                  \
  template <typename T, typename U>                                                  \
    requires(weft::detail::AnySymbolicPair<T, U> && !weft::detail::SymIntPair<T, U>) \
  auto name(const T& a, const U& b) {                                                \
    using R = weft::detail::float_result_t<T, U>;                                    \
    return name(weft::detail::as_sym_float<R>(a), weft::detail::as_sym_float<R>(b)); \
  }
WEFT_SYM_EXTREME(min, kMin)
WEFT_SYM_EXTREME(max, kMax)
#undef WEFT_SYM_EXTREME

}  // namespace std
