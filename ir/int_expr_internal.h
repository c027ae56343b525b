/// \file What the source files of IntExpr share: construction, order and checked arithmetic.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <weft/ir/int_expr.h>

namespace weft::ir {

/// Makes expressions from parts that are canonical already.
struct IntExprBuilder {
  static IntExpr make(std::int64_t constant, std::vector<IntExpr::Term> terms);
  /// The same terms with another constant.
  static IntExpr with_constant(const IntExpr& e, std::int64_t constant);
  static IntExpr atom(IntExpr::Atom atom);
  static IntExpr atom(IntExpr::AtomKind kind, const IntExpr& a, const IntExpr& b);
};

namespace detail {

/// Total order of canonical forms; 0 means equal.
int compare(const IntExpr& a, const IntExpr& b);

[[noreturn]] void int_expr_error(std::string_view what);

inline std::int64_t checked_add(std::int64_t a, std::int64_t b) {
  std::int64_t r;
  if (__builtin_add_overflow(a, b, &r)) int_expr_error("an extent overflows 64 bits in a sum");
  return r;
}
inline std::int64_t checked_sub(std::int64_t a, std::int64_t b) {
  std::int64_t r;
  if (__builtin_sub_overflow(a, b, &r))
    int_expr_error("an extent overflows 64 bits in a difference");
  return r;
}
inline std::int64_t checked_mul(std::int64_t a, std::int64_t b) {
  std::int64_t r;
  if (__builtin_mul_overflow(a, b, &r)) int_expr_error("an extent overflows 64 bits in a product");
  return r;
}

/// Rounds towards minus infinity; `b` is neither 0 nor (with INT64_MIN) -1.
inline std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  const std::int64_t q = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}
inline std::int64_t floor_modulo(std::int64_t a, std::int64_t b) {
  const std::int64_t r = a % b;
  return (r != 0 && (r < 0) != (b < 0)) ? r + b : r;
}

/// Inclusive interval; INT64_MIN and INT64_MAX mean unbounded.
using Interval = std::pair<std::int64_t, std::int64_t>;

/// Interval of floor_div over two intervals. A divisor interval that starts at 0 counts as starting
/// at 1, because a division by zero has no value.
Interval divide(Interval a, Interval b);

}  // namespace detail
}  // namespace weft::ir
