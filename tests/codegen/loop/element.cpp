/// \file The value of scalar expressions, written for being obviously right.
#include "element.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace weft::codegen::test {
namespace {

using ir::Combine;
using ir::ScalarOp;

std::int64_t wrap(std::int64_t v, DType type) {
  switch (type) {
    case DType::kBool:
      return v != 0;
    case DType::kUInt8:
      return static_cast<std::uint8_t>(v);
    case DType::kInt8:
      return static_cast<std::int8_t>(v);
    case DType::kInt16:
      return static_cast<std::int16_t>(v);
    case DType::kInt32:
      return static_cast<std::int32_t>(v);
    default:
      return v;
  }
}

/// Nearest number with `digits` significant bits, ties to even; overflow to infinity beyond `most`.
double round_to(double v, int digits, int least_exponent, double most) {
  if (v == 0 || !std::isfinite(v)) return v;
  int exponent = 0;
  std::frexp(v, &exponent);
  const int unit = std::max(exponent, least_exponent) - digits;
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(v, -unit)), unit);
  return std::abs(rounded) > most ? std::copysign(INFINITY, v) : rounded;
}

double round_float(double v, DType type) {
  switch (type) {
    case DType::kFloat16:
      return round_to(v, 11, -13, 65504);
    case DType::kBFloat16:
      return round_to(v, 8, -125, 3.3895313892515355e38);
    case DType::kFloat32:
      return static_cast<float>(v);
    default:
      return v;
  }
}

Element of_int(std::int64_t i) { return {0, i, true}; }
Element of_float(double f) { return {f, 0, true}; }

std::int64_t floor_division(std::int64_t a, std::int64_t b) {
  const std::int64_t q = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}

std::int64_t power(std::int64_t base, std::int64_t exponent) {
  std::uint64_t result = 1;
  for (std::int64_t k = 0; k < exponent; ++k) result *= static_cast<std::uint64_t>(base);
  return static_cast<std::int64_t>(result);
}

Element unary_float(ScalarOp op, double x) {
  switch (op) {
    case ScalarOp::kNeg:
      return of_float(-x);
    case ScalarOp::kAbs:
      return of_float(std::abs(x));
    case ScalarOp::kSign:
      return of_float(std::isnan(x) ? x : (x > 0) - (x < 0));
    case ScalarOp::kSqrt:
      return of_float(std::sqrt(x));
    case ScalarOp::kRsqrt:
      return of_float(1 / std::sqrt(x));
    case ScalarOp::kExp:
      return of_float(std::exp(x));
    case ScalarOp::kExp2:
      return of_float(std::exp2(x));
    case ScalarOp::kExpm1:
      return of_float(std::expm1(x));
    case ScalarOp::kLog:
      return of_float(std::log(x));
    case ScalarOp::kLog1p:
      return of_float(std::log1p(x));
    case ScalarOp::kLog2:
      return of_float(std::log2(x));
    case ScalarOp::kLog10:
      return of_float(std::log10(x));
    case ScalarOp::kSin:
      return of_float(std::sin(x));
    case ScalarOp::kCos:
      return of_float(std::cos(x));
    case ScalarOp::kTan:
      return of_float(std::tan(x));
    case ScalarOp::kAsin:
      return of_float(std::asin(x));
    case ScalarOp::kAcos:
      return of_float(std::acos(x));
    case ScalarOp::kAtan:
      return of_float(std::atan(x));
    case ScalarOp::kSinh:
      return of_float(std::sinh(x));
    case ScalarOp::kCosh:
      return of_float(std::cosh(x));
    case ScalarOp::kTanh:
      return of_float(std::tanh(x));
    case ScalarOp::kAsinh:
      return of_float(std::asinh(x));
    case ScalarOp::kAcosh:
      return of_float(std::acosh(x));
    case ScalarOp::kAtanh:
      return of_float(std::atanh(x));
    case ScalarOp::kErf:
      return of_float(std::erf(x));
    case ScalarOp::kErfc:
      return of_float(std::erfc(x));
    case ScalarOp::kSigmoid:
      return of_float(1 / (1 + std::exp(-x)));
    case ScalarOp::kFloor:
      return of_float(std::floor(x));
    case ScalarOp::kCeil:
      return of_float(std::ceil(x));
    case ScalarOp::kRound:
      return of_float(std::nearbyint(x));
    case ScalarOp::kTrunc:
      return of_float(std::trunc(x));
    case ScalarOp::kIsNan:
      return of_int(std::isnan(x));
    case ScalarOp::kIsInf:
      return of_int(std::isinf(x));
    default:
      throw std::logic_error("no unary operation on floats");
  }
}

Element unary_int(ScalarOp op, std::int64_t x) {
  switch (op) {
    case ScalarOp::kNeg:
      return of_int(static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(x)));
    case ScalarOp::kAbs:
      return of_int(x < 0 ? -x : x);
    case ScalarOp::kSign:
      return of_int((x > 0) - (x < 0));
    case ScalarOp::kNot:
      return of_int(x == 0);
    case ScalarOp::kBitNot:
      return of_int(~x);
    case ScalarOp::kFloor:
    case ScalarOp::kCeil:
    case ScalarOp::kRound:
    case ScalarOp::kTrunc:
      return of_int(x);
    case ScalarOp::kIsNan:
    case ScalarOp::kIsInf:
      return of_int(0);
    default:
      throw std::logic_error("no unary operation on integers");
  }
}

Element binary_float(ScalarOp op, double a, double b) {
  const bool nan = std::isnan(a) || std::isnan(b);
  switch (op) {
    case ScalarOp::kAdd:
      return of_float(a + b);
    case ScalarOp::kSub:
      return of_float(a - b);
    case ScalarOp::kMul:
      return of_float(a * b);
    case ScalarOp::kDiv:
      return of_float(a / b);
    case ScalarOp::kFloorDiv:
      return of_float(std::floor(a / b));
    case ScalarOp::kRemainder: {
      const double r = std::fmod(a, b);
      return of_float(r != 0 && (r < 0) != (b < 0) ? r + b : r);
    }
    case ScalarOp::kFmod:
      return of_float(std::fmod(a, b));
    case ScalarOp::kPow:
      return of_float(std::pow(a, b));
    case ScalarOp::kAtan2:
      return of_float(std::atan2(a, b));
    case ScalarOp::kHypot:
      return of_float(std::hypot(a, b));
    case ScalarOp::kMin:
      return of_float(nan ? NAN : std::min(a, b));
    case ScalarOp::kMax:
      return of_float(nan ? NAN : std::max(a, b));
    case ScalarOp::kEq:
      return of_int(a == b);
    case ScalarOp::kNe:
      return of_int(a != b);
    case ScalarOp::kLt:
      return of_int(a < b);
    case ScalarOp::kLe:
      return of_int(a <= b);
    case ScalarOp::kGt:
      return of_int(a > b);
    case ScalarOp::kGe:
      return of_int(a >= b);
    default:
      throw std::logic_error("no binary operation on floats");
  }
}

Element binary_int(ScalarOp op, std::int64_t a, std::int64_t b) {
  const auto ua = static_cast<std::uint64_t>(a);
  const auto ub = static_cast<std::uint64_t>(b);
  const auto signed_of = [](std::uint64_t v) { return of_int(static_cast<std::int64_t>(v)); };
  const auto divisor = [&] {
    if (b == 0) throw Violation("integer division by zero");
  };
  switch (op) {
    case ScalarOp::kAdd:
      return signed_of(ua + ub);
    case ScalarOp::kSub:
      return signed_of(ua - ub);
    case ScalarOp::kMul:
      return signed_of(ua * ub);
    case ScalarOp::kDiv:
      divisor();
      return of_int(a / b);
    case ScalarOp::kFloorDiv:
      divisor();
      return of_int(floor_division(a, b));
    case ScalarOp::kRemainder:
      divisor();
      return of_int(a - b * floor_division(a, b));
    case ScalarOp::kFmod:
      divisor();
      return of_int(a % b);
    case ScalarOp::kPow:
      return of_int(power(a, b));
    case ScalarOp::kMin:
      return of_int(std::min(a, b));
    case ScalarOp::kMax:
      return of_int(std::max(a, b));
    case ScalarOp::kEq:
      return of_int(a == b);
    case ScalarOp::kNe:
      return of_int(a != b);
    case ScalarOp::kLt:
      return of_int(a < b);
    case ScalarOp::kLe:
      return of_int(a <= b);
    case ScalarOp::kGt:
      return of_int(a > b);
    case ScalarOp::kGe:
      return of_int(a >= b);
    case ScalarOp::kAnd:
    case ScalarOp::kBitAnd:
      return of_int(a & b);
    case ScalarOp::kOr:
    case ScalarOp::kBitOr:
      return of_int(a | b);
    case ScalarOp::kXor:
    case ScalarOp::kBitXor:
      return of_int(a ^ b);
    case ScalarOp::kShiftLeft:
      return signed_of(ua << b);
    case ScalarOp::kShiftRight:
      return of_int(a >> b);
    default:
      throw std::logic_error("no binary operation on integers");
  }
}

}  // namespace

Element convert(Element value, DType from, DType to) {
  if (ir::is_floating(from)) {
    if (ir::is_floating(to)) return of_float(round_float(value.f, to));
    if (to == DType::kBool) return of_int(value.f != 0);
    // Outside the range the result is not defined; any fixed choice will do.
    const double limit = 9.2e18;
    if (!(std::abs(value.f) < limit)) return of_int(0);
    return of_int(wrap(static_cast<std::int64_t>(value.f), to));
  }
  if (ir::is_floating(to)) return of_float(round_float(static_cast<double>(value.i), to));
  return of_int(wrap(value.i, to));
}

double as_double(const Element& value, DType type) {
  return ir::is_floating(type) ? value.f : static_cast<double>(value.i);
}

Tape::Tape(const ir::ScalarExpr& expression) {
  std::unordered_map<const ir::ScalarNode*, std::size_t> position;
  ir::for_each_node(expression, [&](const ir::ScalarExpr& node) {
    Step step{node, {}};
    for (const ir::ScalarExpr& operand : node->operands) {
      step.operands.push_back(position.at(operand.get()));
    }
    position.emplace(node.get(), steps_.size());
    steps_.push_back(std::move(step));
  });
}

Element Tape::evaluate(const Environment& environment) const {
  std::vector<Element> values(steps_.size());
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    const ir::ScalarNode& node = *steps_[k].node;
    const auto operand = [&](std::size_t j) { return values[steps_[k].operands[j]]; };
    const auto operand_type = [&](std::size_t j) { return node.operands[j].type(); };
    Element& result = values[k];
    switch (node.op) {
      case ScalarOp::kConstant:
        result = ir::is_floating(node.type)
                     ? of_float(round_float(node.constant.as_double(), node.type))
                     : of_int(wrap(node.constant.as_int(), node.type));
        break;
      case ScalarOp::kLoad: {
        if (!node.operands.empty() && operand(0).i == 0) {
          result = operand(1);
          break;
        }
        std::vector<std::int64_t> indices;
        for (const ir::IntExpr& index : node.indices) {
          indices.push_back(index.evaluate(environment.symbol));
        }
        result = environment.load(node.input, indices);
        break;
      }
      case ScalarOp::kIndex:
        result = of_int(node.indices[0].evaluate(environment.symbol));
        break;
      case ScalarOp::kCheckedIndex:
      case ScalarOp::kBoundedIndex: {
        const std::int64_t extent = node.indices[0].evaluate(environment.symbol);
        std::int64_t i = operand(0).i;
        if (i < 0 && node.op == ScalarOp::kCheckedIndex) i += extent;
        if (i < 0 || i >= extent) throw Violation("index out of range");
        result = of_int(i);
        break;
      }
      case ScalarOp::kAccumulator:
        result = environment.accumulator(node.input);
        break;
      case ScalarOp::kCast:
        result = convert(operand(0), operand_type(0), node.type);
        break;
      case ScalarOp::kSelect:
        result = operand(0).i != 0 ? operand(1) : operand(2);
        break;
      default: {
        const DType type = operand_type(0);
        const bool floating = ir::is_floating(type);
        if (node.operands.size() == 1) {
          result = floating ? unary_float(node.op, operand(0).f) : unary_int(node.op, operand(0).i);
        } else {
          result = floating ? binary_float(node.op, operand(0).f, operand(1).f)
                            : binary_int(node.op, operand(0).i, operand(1).i);
        }
        result.f = ir::is_floating(node.type) ? round_float(result.f, node.type) : 0;
        if (!ir::is_floating(node.type)) result.i = wrap(result.i, node.type);
      }
    }
  }
  return values.back();
}

Accumulation::Accumulation(Combine combine, DType type) : combine_(combine), type_(type) {
  const bool floating = ir::is_floating(type);
  switch (combine) {
    case Combine::kProduct:
      value_ = floating ? of_float(1) : of_int(1);
      break;
    case Combine::kAnd:
      value_ = of_int(1);
      break;
    case Combine::kMin:
      value_ = floating ? of_float(INFINITY) : of_int(INT64_MAX);
      break;
    case Combine::kMax:
      value_ = floating ? of_float(-INFINITY) : of_int(INT64_MIN);
      break;
    default:
      break;
  }
}

void Accumulation::add(const Element& x) {
  const bool floating = ir::is_floating(type_);
  const auto apply = [&](ScalarOp op) {
    value_ = floating ? binary_float(op, value_.f, x.f) : binary_int(op, value_.i, x.i);
    if (floating) value_.f = round_float(value_.f, type_);
    if (!floating) value_.i = wrap(value_.i, type_);
  };
  switch (combine_) {
    case Combine::kNone:
      value_ = x;
      break;
    case Combine::kSum:
      apply(ScalarOp::kAdd);
      break;
    case Combine::kProduct:
      apply(ScalarOp::kMul);
      break;
    case Combine::kMin:
      apply(ScalarOp::kMin);
      break;
    case Combine::kMax:
      apply(ScalarOp::kMax);
      break;
    case Combine::kAnd:
      value_.i = value_.i != 0 && x.i != 0;
      break;
    case Combine::kOr:
      value_.i = value_.i != 0 || x.i != 0;
      break;
    case Combine::kArgMin:
    case Combine::kArgMax: {
      const bool max = combine_ == Combine::kArgMax;
      bool better = count_ == 0;
      if (floating) {
        const bool nan_before = std::isnan(value_.f);
        better =
            better || (!nan_before && (std::isnan(x.f) || (max ? x.f > value_.f : x.f < value_.f)));
      } else {
        better = better || (max ? x.i > value_.i : x.i < value_.i);
      }
      if (better) {
        value_ = x;
        best_ = count_;
      }
      break;
    }
  }
  ++count_;
}

Element Accumulation::result() const {
  if (combine_ == Combine::kArgMin || combine_ == Combine::kArgMax) return of_int(best_);
  return value_;
}

}  // namespace weft::codegen::test
