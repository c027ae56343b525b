/// \file Rows of the pointwise operators with one operand, and of copies and conversions.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>

#include <weft/ir/operators/operand_checks.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/promotion.h>
#include <weft/ir/operators/special_functions.h>
#include <weft/ir/operators/view_map.h>

namespace weft::ir {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <ScalarOp op>
ScalarExpr apply(Body& b) {
  return unary(op, b.in(0));
}

/// Rounding operators leave integers as they are.
template <ScalarOp op>
ScalarExpr round_floats(Body& b) {
  return is_floating(b.compute_type()) ? unary(op, b.in(0)) : b.in(0);
}

ScalarExpr sign(Body& b) {
  ScalarExpr x = b.in(0);
  if (b.compute_type() == DType::kBool) return x;
  // Spelled out, so that the sign of NaN is 0 everywhere.
  ScalarExpr not_above = b.number(0);
  if (is_signed(b.compute_type())) not_above = select(x < b.number(0), b.number(-1), not_above);
  return select(x > b.number(0), b.number(1), not_above);
}

/// A zero has a sign that 1 / x shows.
ScalarExpr signbit(Body& b) {
  ScalarExpr x = b.in(0);
  const DType type = b.compute_type();
  if (type == DType::kBool || !is_signed(type)) return constant(DType::kBool, false);
  ScalarExpr negative = x < b.number(0);
  if (!is_floating(type)) return negative;
  return negative || (x == b.number(0) && (b.number(1) / x) < b.number(0));
}

ScalarExpr square(Body& b) {
  ScalarExpr x = b.in(0);
  return x * x;
}

ScalarExpr reciprocal(Body& b) { return b.number(1) / b.in(0); }

ScalarExpr bitwise_not(Body& b) {
  return unary(b.compute_type() == DType::kBool ? ScalarOp::kNot : ScalarOp::kBitNot, b.in(0));
}

ScalarExpr frac(Body& b) {
  ScalarExpr x = b.in(0);
  return x - unary(ScalarOp::kTrunc, x);
}

ScalarExpr round_decimals(Body& b) {
  const std::int64_t decimals = b.call().constant_integer(1);
  if (decimals == 0) return unary(ScalarOp::kRound, b.in(0));
  ScalarExpr scale = b.number(std::pow(10.0, std::abs(static_cast<double>(decimals))));
  return decimals > 0 ? unary(ScalarOp::kRound, b.in(0) * scale) / scale
                      : unary(ScalarOp::kRound, b.in(0) / scale) * scale;
}

ScalarExpr sinc(Body& b) {
  ScalarExpr x = b.in(0) * b.number(std::numbers::pi);
  return select(x == b.number(0), b.number(1), unary(ScalarOp::kSin, x) / x);
}

ScalarExpr logit(Body& b) {
  ScalarExpr x = b.in(0);
  if (b.call().has(1)) {
    const double eps = b.call().floating(1);
    ScalarExpr low = b.number(eps);
    ScalarExpr high = b.number(1.0 - eps);
    x = select(x < low, low, select(x > high, high, x));
  }
  return unary(ScalarOp::kLog, x / (b.number(1) - x));
}

template <int numerator, int denominator>
ScalarExpr scale_angle(Body& b) {
  // numerator and denominator count half turns: 180 stands for degrees, 1 for pi.
  constexpr auto value = [](int n) { return n == 1 ? std::numbers::pi : static_cast<double>(n); };
  return b.in(0) * b.number(value(numerator) / value(denominator));
}

// Predicates. Integers and bool have neither NaN nor infinities.

ScalarExpr is_nan(Body& b) {
  if (!is_floating(b.compute_type())) return constant(DType::kBool, false);
  return unary(ScalarOp::kIsNan, b.in(0));
}

ScalarExpr is_inf(Body& b) {
  if (!is_floating(b.compute_type())) return constant(DType::kBool, false);
  return unary(ScalarOp::kIsInf, b.in(0));
}

ScalarExpr is_finite(Body& b) {
  if (!is_floating(b.compute_type())) return constant(DType::kBool, true);
  ScalarExpr x = b.in(0);
  return !(unary(ScalarOp::kIsNan, x) || unary(ScalarOp::kIsInf, x));
}

template <int sign>
ScalarExpr is_signed_inf(Body& b) {
  if (!is_floating(b.compute_type())) return constant(DType::kBool, false);
  return b.in(0) == b.number(sign * kInfinity);
}

ScalarExpr nan_to_num(Body& b) {
  ScalarExpr x = b.in(0);
  const DType type = b.call().tensor(0).dtype;
  if (!is_floating(type)) return x;
  const auto replacement = [&](std::size_t i, double otherwise) {
    return b.call().has(i) ? b.number_argument(i) : b.number(otherwise);
  };
  const double largest = largest_finite(type);
  ScalarExpr low = select(x == b.number(-kInfinity), replacement(3, -largest), x);
  ScalarExpr high = select(x == b.number(kInfinity), replacement(2, largest), low);
  return select(unary(ScalarOp::kIsNan, x), replacement(1, 0.0), high);
}

// Copies and conversions.

ScalarExpr same_value(Body& b) { return b.raw(0); }

/// The two tensors need not broadcast together: only the type of the second counts.
std::vector<Node*> convert_like(Decomposition& d) {
  const Argument& input = d.argument(0);
  return {d.op("to.dtype", {input, d.meta(d.argument(1)).dtype})};
}

std::vector<Node*> to_other(Decomposition& d) {
  const Argument& input = d.argument(0);
  return {d.op("to.dtype", {input, d.meta(d.argument(1)).dtype, d.argument(2), d.argument(3)},
               {{"memory_format", d.argument(4)}})};
}

std::vector<ViewMap> identity_rule(const Call& call) {
  return {identity_view(call.tensor(0).sizes)};
}

std::vector<ViewMap> positive_rule(const Call& call) {
  refuse_bool(call, call.tensor(0).dtype);
  return {identity_view(call.tensor(0).sizes)};
}

constexpr OperatorRow float_row(const char* schema, const char* doc, ScalarExpr (*body)(Body&),
                                unsigned spellings = kAllSpellings) {
  return {schema, doc, Pointwise{TypeRule::kPromoteFloat, body}, spellings};
}

constexpr OperatorRow kRows[] = {
    {"neg(Tensor input) -> Tensor", "Each element with its sign changed.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kNeg>, refuse_bool}, kAllSpellings},
    {"abs(Tensor input) -> Tensor", "Absolute value of each element.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kAbs>, refuse_bool}, kAllSpellings},
    {"negative(Tensor input) -> Tensor", "Each element with its sign changed.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kNeg>, refuse_bool}, kAllSpellings},
    {"absolute(Tensor input) -> Tensor", "Absolute value of each element.",
     Pointwise{TypeRule::kPromote, apply<ScalarOp::kAbs>, refuse_bool}, kAllSpellings},
    {"sgn(Tensor input) -> Tensor", "-1, 0 or 1 by the sign of each element; 0 for NaN.",
     Pointwise{TypeRule::kPromote, sign}, kAllSpellings},
    {"sign(Tensor input) -> Tensor", "-1, 0 or 1 by the sign of each element; 0 for NaN.",
     Pointwise{TypeRule::kPromote, sign}, kAllSpellings},
    {"square(Tensor input) -> Tensor", "Each element times itself.",
     Pointwise{TypeRule::kPromoteInt, square}, kAllSpellings},

    float_row("reciprocal(Tensor input) -> Tensor", "1 divided by each element.", reciprocal),
    float_row("sqrt(Tensor input) -> Tensor", "Square root; NaN below 0.", apply<ScalarOp::kSqrt>),
    float_row("rsqrt(Tensor input) -> Tensor", "1 divided by the square root.",
              apply<ScalarOp::kRsqrt>),
    float_row("exp(Tensor input) -> Tensor", "e to the power of each element.",
              apply<ScalarOp::kExp>),
    float_row("exp2(Tensor input) -> Tensor", "2 to the power of each element.",
              apply<ScalarOp::kExp2>),
    float_row("expm1(Tensor input) -> Tensor", "exp(x) - 1, accurate near 0.",
              apply<ScalarOp::kExpm1>),
    float_row("log(Tensor input) -> Tensor", "Natural logarithm.", apply<ScalarOp::kLog>),
    float_row("log1p(Tensor input) -> Tensor", "log(1 + x), accurate near 0.",
              apply<ScalarOp::kLog1p>),
    float_row("log2(Tensor input) -> Tensor", "Logarithm to base 2.", apply<ScalarOp::kLog2>),
    float_row("log10(Tensor input) -> Tensor", "Logarithm to base 10.", apply<ScalarOp::kLog10>),
    float_row("sin(Tensor input) -> Tensor", "Sine.", apply<ScalarOp::kSin>),
    float_row("cos(Tensor input) -> Tensor", "Cosine.", apply<ScalarOp::kCos>),
    float_row("tan(Tensor input) -> Tensor", "Tangent.", apply<ScalarOp::kTan>),
    float_row("asin(Tensor input) -> Tensor", "Inverse sine; NaN outside [-1, 1].",
              apply<ScalarOp::kAsin>),
    float_row("acos(Tensor input) -> Tensor", "Inverse cosine; NaN outside [-1, 1].",
              apply<ScalarOp::kAcos>),
    float_row("atan(Tensor input) -> Tensor", "Inverse tangent.", apply<ScalarOp::kAtan>),
    float_row("arcsin(Tensor input) -> Tensor", "Inverse sine; NaN outside [-1, 1].",
              apply<ScalarOp::kAsin>),
    float_row("arccos(Tensor input) -> Tensor", "Inverse cosine; NaN outside [-1, 1].",
              apply<ScalarOp::kAcos>),
    float_row("arctan(Tensor input) -> Tensor", "Inverse tangent.", apply<ScalarOp::kAtan>),
    float_row("sinh(Tensor input) -> Tensor", "Hyperbolic sine.", apply<ScalarOp::kSinh>),
    float_row("cosh(Tensor input) -> Tensor", "Hyperbolic cosine.", apply<ScalarOp::kCosh>),
    float_row("tanh(Tensor input) -> Tensor", "Hyperbolic tangent.", apply<ScalarOp::kTanh>),
    float_row("asinh(Tensor input) -> Tensor", "Inverse hyperbolic sine.", apply<ScalarOp::kAsinh>),
    float_row("acosh(Tensor input) -> Tensor", "Inverse hyperbolic cosine; NaN below 1.",
              apply<ScalarOp::kAcosh>),
    float_row("atanh(Tensor input) -> Tensor", "Inverse hyperbolic tangent; NaN outside [-1, 1].",
              apply<ScalarOp::kAtanh>),
    float_row("arcsinh(Tensor input) -> Tensor", "Inverse hyperbolic sine.",
              apply<ScalarOp::kAsinh>),
    float_row("arccosh(Tensor input) -> Tensor", "Inverse hyperbolic cosine; NaN below 1.",
              apply<ScalarOp::kAcosh>),
    float_row("arctanh(Tensor input) -> Tensor", "Inverse hyperbolic tangent; NaN outside [-1, 1].",
              apply<ScalarOp::kAtanh>),
    float_row("erf(Tensor input) -> Tensor", "Error function.", apply<ScalarOp::kErf>),
    float_row("erfc(Tensor input) -> Tensor", "1 - erf(x), accurate for large x.",
              apply<ScalarOp::kErfc>),
    float_row("erfinv(Tensor input) -> Tensor",
              "The number whose error function is x; infinite at -1 and 1, NaN outside.",
              erfinv_body),
    float_row("lgamma(Tensor input) -> Tensor", "Logarithm of the gamma function's magnitude.",
              lgamma_body),
    float_row("digamma(Tensor input) -> Tensor",
              "Derivative of the logarithm of the gamma function.", digamma_body),
    float_row("sigmoid(Tensor input) -> Tensor", "1 / (1 + exp(-x)).", apply<ScalarOp::kSigmoid>),
    float_row("logit(Tensor input, float? eps=None) -> Tensor",
              "log(x / (1 - x)), with x clamped to [eps, 1 - eps] where eps is given.", logit),
    float_row("sinc(Tensor input) -> Tensor", "sin(pi x) / (pi x), and 1 at 0.", sinc),
    float_row("deg2rad(Tensor input) -> Tensor", "Degrees as radians.", scale_angle<1, 180>),
    float_row("rad2deg(Tensor input) -> Tensor", "Radians as degrees.", scale_angle<180, 1>),

    {"floor(Tensor input) -> Tensor", "Each element rounded towards minus infinity.",
     Pointwise{TypeRule::kPromote, round_floats<ScalarOp::kFloor>, refuse_bool}, kAllSpellings},
    {"ceil(Tensor input) -> Tensor", "Each element rounded towards plus infinity.",
     Pointwise{TypeRule::kPromote, round_floats<ScalarOp::kCeil>, refuse_bool}, kAllSpellings},
    {"round(Tensor input) -> Tensor",
     "Each element rounded to the nearest integer, halves to even.",
     Pointwise{TypeRule::kPromote, round_floats<ScalarOp::kRound>, refuse_bool}, kAllSpellings},
    {"round.decimals(Tensor input, *, int decimals) -> Tensor",
     "Each element rounded to a number of decimals, halves to even.",
     Pointwise{TypeRule::kFloatOnly, round_decimals}, kAllSpellings},
    {"trunc(Tensor input) -> Tensor", "Each element rounded towards 0.",
     Pointwise{TypeRule::kPromote, round_floats<ScalarOp::kTrunc>, refuse_bool}, kAllSpellings},
    {"fix(Tensor input) -> Tensor", "Each element rounded towards 0.",
     Pointwise{TypeRule::kPromote, round_floats<ScalarOp::kTrunc>, refuse_bool}, kAllSpellings},
    {"frac(Tensor input) -> Tensor", "Fractional part, with the sign of the element.",
     Pointwise{TypeRule::kFloatOnly, frac}, kAllSpellings},

    {"isnan(Tensor input) -> Tensor", "True where an element is NaN.",
     Pointwise{TypeRule::kCompare, is_nan}},
    {"isinf(Tensor input) -> Tensor", "True where an element is infinite.",
     Pointwise{TypeRule::kCompare, is_inf}},
    {"isfinite(Tensor input) -> Tensor", "True where an element is neither NaN nor infinite.",
     Pointwise{TypeRule::kCompare, is_finite}},
    {"signbit(Tensor input) -> Tensor", "True for negative elements and -0; false for NaN.",
     Pointwise{TypeRule::kCompare, signbit}},
    {"isposinf(Tensor input) -> Tensor", "True where an element is plus infinity.",
     Pointwise{TypeRule::kCompare, is_signed_inf<1>}},
    {"isneginf(Tensor input) -> Tensor", "True where an element is minus infinity.",
     Pointwise{TypeRule::kCompare, is_signed_inf<-1>}},
    {"logical_not(Tensor input) -> Tensor", "True where an element is 0.",
     Pointwise{TypeRule::kLogical, apply<ScalarOp::kNot>}, kAllSpellings},
    {"bitwise_not(Tensor input) -> Tensor", "The bits of each integer, or the bool, inverted.",
     Pointwise{TypeRule::kPromote, bitwise_not, refuse_floating}, kAllSpellings},
    {"nan_to_num(Tensor input, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor",
     "NaN replaced by 0 and infinities by the largest finite values, or by the given numbers.",
     Pointwise{TypeRule::kInput, nan_to_num}, kAllSpellings},

    {"clone(Tensor input, *, MemoryFormat? memory_format=None) -> Tensor",
     "A dense copy with storage of its own, in the order of the tensor's memory or a format's.",
     Pointwise{TypeRule::kInput, same_value}},
    {"contiguous(Tensor(a) input, *, MemoryFormat memory_format=contiguous_format) -> Tensor(a)",
     "The tensor itself where it is dense and row-major (or has the format), else such a copy.",
     View{identity_rule, true, true}, kMethod},
    {"detach(Tensor(a) input) -> Tensor(a)", "The tensor without its history.",
     View{identity_rule}},
    {"positive(Tensor(a) input) -> Tensor(a)", "The tensor itself.", View{positive_rule}},
    {"to.dtype(Tensor(a) input, DType dtype, bool non_blocking=False, bool copy=False, *, "
     "MemoryFormat? memory_format=None) -> Tensor(a)",
     "Each element converted; the tensor itself where it has the type already.",
     Pointwise{TypeRule::kInput, same_value}, kMethod},
    {"to.device(Tensor(a) input, Device device, DType? dtype=None, bool non_blocking=False, "
     "bool copy=False, *, MemoryFormat? memory_format=None) -> Tensor(a)",
     "The tensor on a device, with its elements converted where a type is given.",
     Pointwise{TypeRule::kInput, same_value}, kMethod},
    {"to.other(Tensor(a) input, Tensor other, bool non_blocking=False, bool copy=False, *, "
     "MemoryFormat? memory_format=None) -> Tensor(a)",
     "The tensor with the type of another.", to_other, kMethod},
    {"type_as(Tensor(a) input, Tensor other) -> Tensor(a)", "The tensor with the type of another.",
     convert_like, kMethod},
};

}  // namespace

std::span<const OperatorRow> pointwise_unary_rows() { return kRows; }

}  // namespace weft::ir
