/// \file Rows of arithmetic and extremes of two operands.
#include <fmt/format.h>

#include <cmath>

#include <weft/ir/operators/binary_body.h>
#include <weft/ir/operators/compute.h>
#include <weft/ir/operators/operand_checks.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir {
namespace {

// Arithmetic.

/// The magnitude of the first with the sign of the second. A zero has a sign that 1 / x shows; a
/// NaN counts as positive.
ScalarExpr copysign(Body& b) {
  ScalarExpr size = unary(ScalarOp::kAbs, b.in(0));
  ScalarExpr other = b.in(1);
  ScalarExpr zero = b.number(0);
  ScalarExpr negative_zero = other == zero && (b.number(1) / other) < zero;
  return select(other < zero || negative_zero, -size, size);
}

/// 0 below 0, 1 above it, and the second operand at 0; 0 for NaN, which is neither.
ScalarExpr heaviside(Body& b) {
  ScalarExpr x = b.in(0);
  return select(x == b.number(0), b.in(1), select(x > b.number(0), b.number(1), b.number(0)));
}

void check_heaviside(const Call& call, DType) {
  if (call.tensor(0).dtype == call.tensor(1).dtype) return;
  call.fail(diag::DTypeMismatch,
            {fmt::format("both operands need one dtype, got {} and {}",
                         dtype_name(call.tensor(0).dtype), dtype_name(call.tensor(1).dtype))});
}

/// Powers in double, whatever the types of the operands.
std::vector<Node*> float_power_rule(Decomposition& d) {
  const auto in_double = [&](const Argument& x) -> Argument {
    return x.node() == nullptr || d.meta(x).dtype == DType::kFloat64
               ? x
               : Argument(d.op("to.dtype", {x, DType::kFloat64}));
  };
  return {d.op("pow", {in_double(d.argument(0)), in_double(d.argument(1))})};
}

ScalarExpr add(Body& b) { return b.in(0) + scaled(b, 1, 2); }
ScalarExpr sub(Body& b) { return b.in(0) - scaled(b, 1, 2); }
ScalarExpr rsub(Body& b) { return b.in(1) - scaled(b, 0, 2); }

void check_alpha(const Call& call, DType type) {
  const DTypeCategory category = category_of_argument(call, 2);
  if (category == DTypeCategory::kFloating && !is_floating(type)) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("`alpha` is a float, and the operands are {}", dtype_name(type))});
  }
  if (category == DTypeCategory::kBool && type != DType::kBool) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("`alpha` is a bool, and the operands are {}", dtype_name(type))});
  }
}

void check_difference(const Call& call, DType type) {
  for (const std::size_t i : {0, 1}) {
    if (category_of_argument(call, i) == DTypeCategory::kBool) {
      call.fail(diag::DTypeMismatch,
                {"bool operands cannot be subtracted; logical_xor and logical_not are for masks"});
    }
  }
  check_alpha(call, type);
}

ScalarExpr div_trunc(Body& b) {
  ScalarExpr quotient = b.in(0) / b.in(1);
  return is_floating(b.compute_type()) ? unary(ScalarOp::kTrunc, quotient) : quotient;
}

/// Checks of the divisions that stay within the integers.
void check_whole_division(const Call& call, DType type) {
  refuse_bool(call, type);
  refuse_zero_divisor(call, 1, type);
}

Pointwise division(const Call& call) {
  if (!call.has(2)) return {TypeRule::kPromoteFloat, apply<ScalarOp::kDiv>};
  const std::string& mode = call.text(2);
  if (mode == "trunc") return {TypeRule::kPromote, div_trunc, check_whole_division};
  if (mode == "floor")
    return {TypeRule::kPromote, apply<ScalarOp::kFloorDiv>, check_whole_division};
  call.fail(diag::ValueOutOfDomain,
            {fmt::format("rounding_mode is 'trunc', 'floor' or None, got '{}'", mode)});
}

std::vector<Compute> div_with_mode(const Call& call) {
  return {pointwise_compute(call, division(call))};
}

/// The exponents that PyTorch computes in another way than by pow, with other roundings.
ScalarExpr power_of_constant(Body& b, double exponent) {
  ScalarExpr x = b.in(0);
  if (exponent == 2.0) return x * x;
  if (exponent == 3.0) return x * x * x;
  if (is_floating(b.compute_type())) {
    if (exponent == 0.5) return unary(ScalarOp::kSqrt, x);
    if (exponent == -0.5) return unary(ScalarOp::kRsqrt, x);
    if (exponent == -1.0) return b.number(1) / x;
    if (exponent == -2.0) return b.number(1) / (x * x);
  }
  return binary(ScalarOp::kPow, x, b.in(1));
}

ScalarExpr power(Body& b) {
  const auto* exponent = std::get_if<Number>(&b.call().argument(1).value);
  return exponent ? power_of_constant(b, exponent->as_double()) : apply<ScalarOp::kPow>(b);
}

void check_power(const Call& call, DType type) {
  refuse_bool(call, type);
  const auto* exponent = std::get_if<Number>(&call.argument(1).value);
  if (is_integral(type) && exponent && exponent->as_int() < 0) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("integers cannot be raised to the negative power {}", exponent->str())});
  }
}

void check_hypot(const Call& call, DType type) { need_floating(call, type); }

/// log(exp(a) + exp(b)) without overflow.
ScalarExpr logaddexp(Body& b) {
  ScalarExpr x = b.in(0);
  ScalarExpr y = b.in(1);
  ScalarExpr distance = unary(ScalarOp::kAbs, x - y);
  ScalarExpr sum =
      binary(ScalarOp::kMax, x, y) + unary(ScalarOp::kLog1p, unary(ScalarOp::kExp, -distance));
  // Equal infinities have no distance.
  return select(unary(ScalarOp::kIsInf, x) && x == y, x, sum);
}

ScalarExpr xlogy(Body& b) {
  ScalarExpr x = b.in(0);
  ScalarExpr y = b.in(1);
  return select(x == b.number(0) && !unary(ScalarOp::kIsNan, y), b.number(0),
                x * unary(ScalarOp::kLog, y));
}

// Extremes.

/// The operand that is a number where the other is NaN.
template <ScalarOp op>
ScalarExpr ignoring_nan(Body& b) {
  ScalarExpr x = b.in(0);
  ScalarExpr y = b.in(1);
  ScalarExpr extreme = binary(op, x, y);
  if (!is_floating(b.compute_type())) return extreme;
  return select(unary(ScalarOp::kIsNan, x), y, select(unary(ScalarOp::kIsNan, y), x, extreme));
}

ScalarExpr clamp(Body& b) {
  ScalarExpr x = b.in(0);
  if (b.call().has(1)) x = binary(ScalarOp::kMax, x, b.in(1));
  if (b.call().has(2)) x = binary(ScalarOp::kMin, x, b.in(2));
  return x;
}

void check_bound(const Call& call, DType type) {
  refuse_bool(call, type);
  need_fitting_number(call, 1, type);
}

void check_clamp(const Call& call, DType type) {
  check_bound(call, type);
  need_fitting_number(call, 2, type);
  if (!call.has(1) && !call.has(2)) {
    call.fail(diag::ValueOutOfDomain, {"neither `min` nor `max` is given"});
  }
}

constexpr OperatorRow kRows[] = {
    {"add(Tensor input, Tensor|Scalar other, *, Scalar alpha=1) -> Tensor",
     "input + alpha * other.", Pointwise{TypeRule::kPromote, add, check_alpha}, kAllSpellings},
    {"sub(Tensor input, Tensor|Scalar other, *, Scalar alpha=1) -> Tensor",
     "input - alpha * other.", Pointwise{TypeRule::kPromote, sub, check_difference}, kAllSpellings},
    {"rsub(Tensor input, Tensor|Scalar other, *, Scalar alpha=1) -> Tensor",
     "other - alpha * input.", Pointwise{TypeRule::kPromote, rsub, check_difference}, kFunction},
    {"mul(Tensor input, Tensor|Scalar other) -> Tensor", "input * other.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kMul>}, kAllSpellings},
    {"subtract(Tensor input, Tensor|Scalar other, *, Scalar alpha=1) -> Tensor",
     "input - alpha * other.", Pointwise{TypeRule::kPromote, sub, check_difference}, kAllSpellings},
    {"multiply(Tensor input, Tensor|Scalar other) -> Tensor", "input * other.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kMul>}, kAllSpellings},
    {"divide(Tensor input, Tensor|Scalar other) -> Tensor", "input / other, in floats.",
     Pointwise{TypeRule::kPromoteFloat, apply<ScalarOp::kDiv>}, kAllSpellings},
    {"divide.Tensor_mode(Tensor input, Tensor|Scalar other, *, str? rounding_mode) -> Tensor",
     "input / other, rounded towards 0 ('trunc') or minus infinity ('floor').", div_with_mode,
     kAllSpellings},
    {"true_divide(Tensor input, Tensor|Scalar other) -> Tensor", "input / other, in floats.",
     Pointwise{TypeRule::kPromoteFloat, apply<ScalarOp::kDiv>}, kAllSpellings},
    {"div(Tensor input, Tensor|Scalar other) -> Tensor", "input / other, in floats.",
     Pointwise{TypeRule::kPromoteFloat, apply<ScalarOp::kDiv>}, kAllSpellings},
    {"div.Tensor_mode(Tensor input, Tensor|Scalar other, *, str? rounding_mode) -> Tensor",
     "input / other, rounded towards 0 ('trunc') or minus infinity ('floor').", div_with_mode,
     kAllSpellings},
    {"div.Scalar_Tensor(Scalar input, Tensor other) -> Tensor", "input / other, in floats.",
     Pointwise{TypeRule::kPromoteFloat, apply<ScalarOp::kDiv>}, kFunction},
    {"floor_divide(Tensor input, Tensor|Scalar other) -> Tensor",
     "input / other, rounded towards minus infinity.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kFloorDiv>, check_whole_division},
     kAllSpellings},
    {"remainder(Tensor input, Tensor|Scalar other) -> Tensor",
     "Remainder of the division, with the sign of the divisor.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kRemainder>, check_whole_division},
     kAllSpellings},
    {"remainder.Scalar_Tensor(Scalar input, Tensor other) -> Tensor",
     "Remainder of the division, with the sign of the divisor.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kRemainder>, check_whole_division}, kFunction},
    {"fmod(Tensor input, Tensor|Scalar other) -> Tensor",
     "Remainder of the division, with the sign of the dividend.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kFmod>, check_whole_division}, kAllSpellings},
    {"pow(Tensor input, Tensor|Scalar exponent) -> Tensor", "input to the power of exponent.",
     Pointwise{TypeRule::kPromote, power, check_power}, kAllSpellings},
    {"pow.Scalar(Scalar input, Tensor exponent) -> Tensor", "input to the power of exponent.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kPow>, refuse_bool}, kFunction},
    {"atan2(Tensor input, Tensor other) -> Tensor", "Angle of the point (other, input).",
     Pointwise{TypeRule::kPromoteFloat, apply<ScalarOp::kAtan2>}, kAllSpellings},
    {"arctan2(Tensor input, Tensor other) -> Tensor", "Angle of the point (other, input).",
     Pointwise{TypeRule::kPromoteFloat, apply<ScalarOp::kAtan2>}, kAllSpellings},
    {"hypot(Tensor input, Tensor other) -> Tensor", "sqrt(input^2 + other^2) without overflow.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kHypot>, check_hypot}, kAllSpellings},
    {"logaddexp(Tensor input, Tensor other) -> Tensor", "log(exp(input) + exp(other)).",
     Pointwise{TypeRule::kPromote, logaddexp, need_floating}},
    {"xlogy(Tensor input, Tensor|Scalar other) -> Tensor",
     "input * log(other), and 0 where input is 0.", Pointwise{TypeRule::kPromoteFloat, xlogy},
     kAllSpellings},

    {"copysign(Tensor input, Tensor|Scalar other) -> Tensor",
     "The magnitude of input with the sign of other.", Pointwise{TypeRule::kPromoteFloat, copysign},
     kAllSpellings},
    {"heaviside(Tensor input, Tensor values) -> Tensor",
     "0 where input is negative, 1 where it is positive, values where it is 0.",
     Pointwise{TypeRule::kPromote, heaviside, check_heaviside}, kAllSpellings},
    {"float_power(Tensor input, Tensor|Scalar exponent) -> Tensor",
     "input to the power of exponent, computed in float64.", float_power_rule},

    {"maximum(Tensor input, Tensor other) -> Tensor", "The larger element; NaN where either is.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kMax>}},
    {"minimum(Tensor input, Tensor other) -> Tensor", "The smaller element; NaN where either is.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kMin>}},
    {"fmax(Tensor input, Tensor other) -> Tensor", "The larger element; NaN where both are.",
     Pointwise{TypeRule::kPromote, ignoring_nan<ScalarOp::kMax>}},
    {"fmin(Tensor input, Tensor other) -> Tensor", "The smaller element; NaN where both are.",
     Pointwise{TypeRule::kPromote, ignoring_nan<ScalarOp::kMin>}},
    {"clamp(Tensor input, Tensor|Scalar? min=None, Tensor|Scalar? max=None) -> Tensor",
     "min(max(input, min), max), without a bound that is None; NaN stays.",
     Pointwise{TypeRule::kPromote, clamp, check_clamp}, kAllSpellings},
    {"clip(Tensor input, Tensor|Scalar? min=None, Tensor|Scalar? max=None) -> Tensor",
     "min(max(input, min), max), without a bound that is None; NaN stays.",
     Pointwise{TypeRule::kPromote, clamp, check_clamp}, kAllSpellings},
    {"clamp_min(Tensor input, Tensor|Scalar min) -> Tensor", "max(input, min); NaN stays.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kMax>, check_bound}, kAllSpellings},
    {"clamp_max(Tensor input, Tensor|Scalar max) -> Tensor", "min(input, max); NaN stays.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kMin>, check_bound}, kAllSpellings},
};

}  // namespace

std::span<const OperatorRow> pointwise_binary_rows() { return kRows; }

}  // namespace weft::ir
