/// \file Rows of comparisons, logic and bits.
#include <limits>

#include <weft/ir/operators/binary_body.h>
#include <weft/ir/operators/operand_checks.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir {
namespace {

/// Integers are compared as doubles. A distance that is not finite is none.
ScalarExpr isclose(Body& b) {
  const DType type = is_floating(b.compute_type()) ? b.compute_type() : DType::kFloat64;
  const ScalarExpr x = cast(b.in(0), type);
  const ScalarExpr y = cast(b.in(1), type);
  const ScalarExpr allowed = constant(type, b.call().floating(3)) +
                             unary(ScalarOp::kAbs, constant(type, b.call().floating(2)) * y);
  const ScalarExpr distance = unary(ScalarOp::kAbs, x - y);
  const ScalarExpr infinity = constant(type, std::numeric_limits<double>::infinity());
  const ScalarExpr close = x == y || (distance < infinity && distance <= allowed);
  return b.call().boolean(4) ? close || (x != x && y != y) : close;
}

void check_isclose(const Call& call, DType) { need_same_type(call, 0, 1); }

constexpr OperatorRow kRows[] = {
    {"eq(Tensor input, Tensor|Scalar other) -> Tensor", "input == other.",
     Pointwise{TypeRule::kCompare, apply<ScalarOp::kEq>}, kAllSpellings},
    {"ne(Tensor input, Tensor|Scalar other) -> Tensor", "input != other.",
     Pointwise{TypeRule::kCompare, apply<ScalarOp::kNe>}, kAllSpellings},
    {"lt(Tensor input, Tensor|Scalar other) -> Tensor", "input < other.",
     Pointwise{TypeRule::kCompare, apply<ScalarOp::kLt>}, kAllSpellings},
    {"le(Tensor input, Tensor|Scalar other) -> Tensor", "input <= other.",
     Pointwise{TypeRule::kCompare, apply<ScalarOp::kLe>}, kAllSpellings},
    {"gt(Tensor input, Tensor|Scalar other) -> Tensor", "input > other.",
     Pointwise{TypeRule::kCompare, apply<ScalarOp::kGt>}, kAllSpellings},
    {"ge(Tensor input, Tensor|Scalar other) -> Tensor", "input >= other.",
     Pointwise{TypeRule::kCompare, apply<ScalarOp::kGe>}, kAllSpellings},
    {"greater(Tensor input, Tensor|Scalar other) -> Tensor", "input > other.",
     Pointwise{TypeRule::kCompare, apply<ScalarOp::kGt>}, kAllSpellings},
    {"less(Tensor input, Tensor|Scalar other) -> Tensor", "input < other.",
     Pointwise{TypeRule::kCompare, apply<ScalarOp::kLt>}, kAllSpellings},
    {"greater_equal(Tensor input, Tensor|Scalar other) -> Tensor", "input >= other.",
     Pointwise{TypeRule::kCompare, apply<ScalarOp::kGe>}, kAllSpellings},
    {"less_equal(Tensor input, Tensor|Scalar other) -> Tensor", "input <= other.",
     Pointwise{TypeRule::kCompare, apply<ScalarOp::kLe>}, kAllSpellings},
    {"not_equal(Tensor input, Tensor|Scalar other) -> Tensor", "input != other.",
     Pointwise{TypeRule::kCompare, apply<ScalarOp::kNe>}, kAllSpellings},
    {"isclose(Tensor input, Tensor other, float rtol=1e-05, float atol=1e-08, bool "
     "equal_nan=False) -> Tensor",
     "True where |input - other| <= atol + rtol * |other|, or both are equal.",
     Pointwise{TypeRule::kCompare, isclose, check_isclose}, kFunction | kMethod},
    {"logical_and(Tensor input, Tensor other) -> Tensor", "True where both elements are not 0.",
     Pointwise{TypeRule::kLogical, apply<ScalarOp::kAnd>}, kAllSpellings},
    {"logical_or(Tensor input, Tensor other) -> Tensor", "True where an element is not 0.",
     Pointwise{TypeRule::kLogical, apply<ScalarOp::kOr>}, kAllSpellings},
    {"logical_xor(Tensor input, Tensor other) -> Tensor",
     "True where exactly one element is not 0.",
     Pointwise{TypeRule::kLogical, apply<ScalarOp::kXor>}, kAllSpellings},
    {"bitwise_and(Tensor input, Tensor|Scalar other) -> Tensor", "Bits, or bools, set in both.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kBitAnd>, refuse_floating}, kAllSpellings},
    {"bitwise_or(Tensor input, Tensor|Scalar other) -> Tensor", "Bits, or bools, set in either.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kBitOr>, refuse_floating}, kAllSpellings},
    {"bitwise_xor(Tensor input, Tensor|Scalar other) -> Tensor", "Bits, or bools, set in one.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kBitXor>, refuse_floating}, kAllSpellings},
    {"bitwise_left_shift(Tensor input, Tensor|Scalar other) -> Tensor",
     "The bits of each integer moved up.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kShiftLeft>, need_integers}, kAllSpellings},
    {"bitwise_right_shift(Tensor input, Tensor|Scalar other) -> Tensor",
     "The bits of each integer moved down; the sign stays.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kShiftRight>, need_integers}, kAllSpellings},
};

}  // namespace

std::span<const OperatorRow> comparison_rows() { return kRows; }

}  // namespace weft::ir
