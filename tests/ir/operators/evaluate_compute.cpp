/// \file A plain evaluator of operators over arrays of doubles.
#include "evaluate_compute.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

#include <weft/ir/diagnostics.h>

namespace weft::ir::testing {
namespace {

/// Rounds to `digits` binary digits with the exponents of a half type.
double round_half(double v, int digits, int lowest, double largest) {
  if (v == 0 || !std::isfinite(v)) return v;
  const double quantum = std::ldexp(1.0, std::max(std::ilogb(v) - digits, lowest));
  const double r = std::nearbyint(v / quantum) * quantum;
  return std::fabs(r) > largest ? std::copysign(std::numeric_limits<double>::infinity(), r) : r;
}

template <typename T>
double wrapped(double v) {
  if (!std::isfinite(v)) return 0;
  return static_cast<double>(static_cast<T>(static_cast<std::int64_t>(v)));
}

double sign_of(double x) { return std::isnan(x) ? 0 : (x > 0) - (x < 0); }

double apply_unary(ScalarOp op, DType type, double x) {
  switch (op) {
    case ScalarOp::kNeg:
      return -x;
    case ScalarOp::kAbs:
      return std::fabs(x);
    case ScalarOp::kSign:
      return sign_of(x);
    case ScalarOp::kNot:
      return x == 0;
    case ScalarOp::kBitNot:
      return type == DType::kBool ? x == 0 : -x - 1;
    case ScalarOp::kSqrt:
      return std::sqrt(x);
    case ScalarOp::kRsqrt:
      return 1 / std::sqrt(x);
    case ScalarOp::kExp:
      return std::exp(x);
    case ScalarOp::kExp2:
      return std::exp2(x);
    case ScalarOp::kExpm1:
      return std::expm1(x);
    case ScalarOp::kLog:
      return std::log(x);
    case ScalarOp::kLog1p:
      return std::log1p(x);
    case ScalarOp::kLog2:
      return std::log2(x);
    case ScalarOp::kLog10:
      return std::log10(x);
    case ScalarOp::kSin:
      return std::sin(x);
    case ScalarOp::kCos:
      return std::cos(x);
    case ScalarOp::kTan:
      return std::tan(x);
    case ScalarOp::kAsin:
      return std::asin(x);
    case ScalarOp::kAcos:
      return std::acos(x);
    case ScalarOp::kAtan:
      return std::atan(x);
    case ScalarOp::kSinh:
      return std::sinh(x);
    case ScalarOp::kCosh:
      return std::cosh(x);
    case ScalarOp::kTanh:
      return std::tanh(x);
    case ScalarOp::kAsinh:
      return std::asinh(x);
    case ScalarOp::kAcosh:
      return std::acosh(x);
    case ScalarOp::kAtanh:
      return std::atanh(x);
    case ScalarOp::kErf:
      return std::erf(x);
    case ScalarOp::kErfc:
      return std::erfc(x);
    case ScalarOp::kSigmoid:
      return 1 / (1 + std::exp(-x));
    case ScalarOp::kFloor:
      return std::floor(x);
    case ScalarOp::kCeil:
      return std::ceil(x);
    case ScalarOp::kRound:
      return std::nearbyint(x);
    case ScalarOp::kTrunc:
      return std::trunc(x);
    case ScalarOp::kIsNan:
      return std::isnan(x);
    case ScalarOp::kIsInf:
      return std::isinf(x);
    default:
      throw std::logic_error("no unary operation");
  }
}

double remainder_of(double a, double b) {
  const double r = std::fmod(a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

double extreme(double a, double b, bool largest) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
  return (largest ? a > b : a < b) ? a : b;
}

double apply_binary(ScalarOp op, DType type, double a, double b) {
  const auto i = [](double v) { return static_cast<std::int64_t>(v); };
  switch (op) {
    case ScalarOp::kAdd:
      return a + b;
    case ScalarOp::kSub:
      return a - b;
    case ScalarOp::kMul:
      return a * b;
    case ScalarOp::kDiv:
      return is_floating(type) ? a / b : std::trunc(a / b);
    case ScalarOp::kFloorDiv:
      return is_floating(type) ? (a - remainder_of(a, b)) / b : std::floor(a / b);
    case ScalarOp::kRemainder:
      return remainder_of(a, b);
    case ScalarOp::kFmod:
      return std::fmod(a, b);
    case ScalarOp::kPow:
      return std::pow(a, b);
    case ScalarOp::kAtan2:
      return std::atan2(a, b);
    case ScalarOp::kHypot:
      return std::hypot(a, b);
    case ScalarOp::kMin:
      return extreme(a, b, false);
    case ScalarOp::kMax:
      return extreme(a, b, true);
    case ScalarOp::kEq:
      return a == b;
    case ScalarOp::kNe:
      return a != b;
    case ScalarOp::kLt:
      return a < b;
    case ScalarOp::kLe:
      return a <= b;
    case ScalarOp::kGt:
      return a > b;
    case ScalarOp::kGe:
      return a >= b;
    case ScalarOp::kAnd:
      return a != 0 && b != 0;
    case ScalarOp::kOr:
      return a != 0 || b != 0;
    case ScalarOp::kXor:
      return (a != 0) != (b != 0);
    case ScalarOp::kBitAnd:
      return static_cast<double>(i(a) & i(b));
    case ScalarOp::kBitOr:
      return static_cast<double>(i(a) | i(b));
    case ScalarOp::kBitXor:
      return static_cast<double>(i(a) ^ i(b));
    case ScalarOp::kShiftLeft:
      return std::ldexp(a, static_cast<int>(b));
    case ScalarOp::kShiftRight:
      return std::floor(std::ldexp(a, -static_cast<int>(b)));
    default:
      throw std::logic_error("no binary operation");
  }
}

std::int64_t constant_of(const IntExpr& e) {
  return e.evaluate(
      [](const SymbolInfo&) -> std::int64_t { throw std::logic_error("a size is symbolic"); });
}

std::vector<std::int64_t> constants_of(const std::vector<IntExpr>& values) {
  std::vector<std::int64_t> result;
  for (const IntExpr& e : values) result.push_back(constant_of(e));
  return result;
}

std::int64_t count(const std::vector<std::int64_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies<>());
}

/// Visits every index of a shape in row-major order.
template <typename Visit>
void for_each_index(const std::vector<std::int64_t>& sizes, Visit visit) {
  std::vector<std::int64_t> at(sizes.size(), 0);
  for (std::int64_t k = count(sizes); k > 0; --k) {
    visit(at);
    for (std::size_t d = sizes.size(); d-- > 0;) {
      if (++at[d] < sizes[d]) break;
      at[d] = 0;
    }
  }
}

/// One element of a Compute.
class Point {
 public:
  Point(const Compute& compute, const std::vector<Array>& inputs)
      : compute_(compute), inputs_(inputs) {}

  void set(const std::vector<Symbol>& symbols, const std::vector<std::int64_t>& values) {
    for (std::size_t d = 0; d < symbols.size(); ++d) values_[symbols[d]->id] = values[d];
    for (const IndirectIndex& index : compute_.indirect) values_.erase(index.symbol->id);
  }
  void set_accumulator(double value) { accumulator_ = value; }

  double evaluate(const ScalarExpr& e) {
    const ScalarNode& n = *e;
    return round_to(n.type, unrounded(n));
  }

 private:
  std::int64_t index(const IntExpr& e) {
    return e.evaluate([this](const SymbolInfo& symbol) { return value_of(symbol); });
  }

  std::int64_t value_of(const SymbolInfo& symbol) {
    if (const auto it = values_.find(symbol.id); it != values_.end()) return it->second;
    for (const IndirectIndex& index : compute_.indirect) {
      if (index.symbol->id != symbol.id) continue;
      const auto value = static_cast<std::int64_t>(evaluate(index.value));
      if (value < symbol.lower || value > symbol.upper) {
        throw std::out_of_range("indirect index outside of its bounds");
      }
      return values_[symbol.id] = value;
    }
    throw std::logic_error("symbol " + symbol.name + " has no value");
  }

  double loaded(const ScalarNode& n) {
    if (!n.operands.empty() && evaluate(n.operands[0]) == 0) return evaluate(n.operands[1]);
    const Array& input = inputs_.at(static_cast<std::size_t>(n.input));
    if (input.dtype != n.type) throw std::logic_error("load of another type");
    if (input.sizes.size() != n.indices.size()) throw std::logic_error("load of another rank");
    std::int64_t position = 0;
    for (std::size_t d = 0; d < n.indices.size(); ++d) {
      const std::int64_t i = index(n.indices[d]);
      if (i < 0 || i >= input.sizes[d]) throw std::out_of_range("load outside of the input");
      position = position * input.sizes[d] + i;
    }
    return input.data[static_cast<std::size_t>(position)];
  }

  double checked(const ScalarNode& n) {
    const double value = evaluate(n.operands[0]);
    const auto extent = static_cast<double>(index(n.indices[0]));
    if (value >= 0 && value < extent) return value;
    if (n.op == ScalarOp::kCheckedIndex && value < 0 && value >= -extent) return value + extent;
    throw std::out_of_range("index out of range");
  }

  double unrounded(const ScalarNode& n) {
    switch (n.op) {
      case ScalarOp::kConstant:
        return n.constant.as_double();
      case ScalarOp::kLoad:
        return loaded(n);
      case ScalarOp::kIndex:
        return static_cast<double>(index(n.indices[0]));
      case ScalarOp::kCheckedIndex:
      case ScalarOp::kBoundedIndex:
        return checked(n);
      case ScalarOp::kAccumulator:
        return accumulator_;
      case ScalarOp::kCast:
        return evaluate(n.operands[0]);
      case ScalarOp::kSelect:
        return evaluate(evaluate(n.operands[0]) != 0 ? n.operands[1] : n.operands[2]);
      default:
        break;
    }
    if (n.operands.size() == 1) return apply_unary(n.op, n.type, evaluate(n.operands[0]));
    const double a = evaluate(n.operands[0]);
    return apply_binary(n.op, n.operands[0].type(), a, evaluate(n.operands[1]));
  }

  const Compute& compute_;
  const std::vector<Array>& inputs_;
  std::unordered_map<std::uint64_t, std::int64_t> values_;
  double accumulator_ = 0;
};

double identity_of(Combine combine) {
  switch (combine) {
    case Combine::kProduct:
    case Combine::kAnd:
      return 1;
    case Combine::kMin:
      return std::numeric_limits<double>::infinity();
    case Combine::kMax:
      return -std::numeric_limits<double>::infinity();
    default:
      return 0;
  }
}

double combine_with(Combine combine, double a, double b) {
  switch (combine) {
    case Combine::kSum:
      return a + b;
    case Combine::kProduct:
      return a * b;
    case Combine::kMin:
      return extreme(a, b, false);
    case Combine::kMax:
      return extreme(a, b, true);
    case Combine::kAnd:
      return a != 0 && b != 0;
    case Combine::kOr:
      return a != 0 || b != 0;
    default:
      throw std::logic_error("no combination of values");
  }
}

/// The type in which an element of the result comes out.
DType last_type(const Compute& c) {
  if (c.finalize) return c.finalize.type();
  const bool position = c.combine == Combine::kArgMin || c.combine == Combine::kArgMax;
  return position ? DType::kInt64 : c.body.type();
}

double reduce(const Compute& c, Point& point, const std::vector<std::int64_t>& sizes) {
  const bool position = c.combine == Combine::kArgMin || c.combine == Combine::kArgMax;
  double best = 0;
  double result = position ? 0 : identity_of(c.combine);
  std::int64_t k = 0;
  for_each_index(sizes, [&](const std::vector<std::int64_t>& at) {
    point.set(c.reduce_vars, at);
    const double value = point.evaluate(c.body);
    if (!position) {
      result = round_to(c.body.type(), combine_with(c.combine, result, value));
    } else if (k == 0 || (!std::isnan(best) &&
                          (std::isnan(value) ||
                           (c.combine == Combine::kArgMax ? value > best : value < best)))) {
      best = value;
      result = static_cast<double>(k);
    }
    ++k;
  });
  return result;
}

}  // namespace

TensorMeta Array::meta() const {
  return dense(dtype, std::vector<IntExpr>(sizes.begin(), sizes.end()));
}

Array counting(std::vector<std::int64_t> sizes, double scale, DType dtype) {
  Array a{dtype, std::move(sizes), {}};
  for (std::int64_t k = 0; k < count(a.sizes); ++k) {
    a.data.push_back(round_to(dtype, static_cast<double>(k) * scale));
  }
  return a;
}

Array vector_of(std::vector<double> data, DType dtype) {
  for (double& v : data) v = round_to(dtype, v);
  return {dtype, {static_cast<std::int64_t>(data.size())}, data};
}

Array integers(std::vector<double> data) { return vector_of(std::move(data), DType::kInt64); }

double round_to(DType type, double v) {
  switch (type) {
    case DType::kBool:
      return v != 0;
    case DType::kUInt8:
      return wrapped<std::uint8_t>(v);
    case DType::kInt8:
      return wrapped<std::int8_t>(v);
    case DType::kInt16:
      return wrapped<std::int16_t>(v);
    case DType::kInt32:
      return wrapped<std::int32_t>(v);
    case DType::kInt64:
      return std::isfinite(v) ? std::trunc(v) : v;
    case DType::kFloat16:
      return round_half(v, 10, -24, 65504);
    case DType::kBFloat16:
      return round_half(v, 7, -133, 3.3895313892515355e38);
    case DType::kFloat32:
      return static_cast<double>(static_cast<float>(v));
    case DType::kFloat64:
      return v;
  }
  return v;
}

Array evaluate_compute(const Compute& c, const std::vector<Array>& inputs) {
  Array result{c.dtype, constants_of(c.sizes), {}};
  const std::vector<std::int64_t> reduce_sizes = constants_of(c.reduce_sizes);
  Point point(c, inputs);
  for_each_index(result.sizes, [&](const std::vector<std::int64_t>& at) {
    point.set(c.vars, at);
    double value = 0;
    if (c.combine == Combine::kNone) {
      value = point.evaluate(c.body);
    } else {
      value = reduce(c, point, reduce_sizes);
      point.set_accumulator(value);
      if (c.finalize) value = point.evaluate(c.finalize);
    }
    if (last_type(c) != c.dtype) {
      throw std::logic_error("the expression does not end in the type of the result");
    }
    result.data.push_back(value);
  });
  return result;
}

Array evaluate_view(const ViewMap& view, const Array& input) {
  Array result{input.dtype, constants_of(view.sizes), {}};
  if (view.index.size() != input.sizes.size()) throw std::logic_error("view of another rank");
  for_each_index(result.sizes, [&](const std::vector<std::int64_t>& at) {
    std::int64_t position = 0;
    for (std::size_t d = 0; d < view.index.size(); ++d) {
      const std::int64_t i = view.index[d].evaluate([&](const SymbolInfo& symbol) {
        for (std::size_t k = 0; k < view.vars.size(); ++k) {
          if (view.vars[k]->id == symbol.id) return at[k];
        }
        throw std::logic_error("foreign symbol in a view");
      });
      if (i < 0 || i >= input.sizes[d]) throw std::out_of_range("view outside of the input");
      position = position * input.sizes[d] + i;
    }
    result.data.push_back(input.data[static_cast<std::size_t>(position)]);
  });
  return result;
}

}  // namespace weft::ir::testing
