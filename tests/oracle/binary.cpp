/// \file Elementwise operators of two operands.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"

namespace weft_oracle {
namespace {

uint64_t bits(int64_t n) { return static_cast<uint64_t>(n); }
int64_t wrapped(uint64_t n) { return static_cast<int64_t>(n); }

/// `input + factor * other`, where `factor` is `alpha` or its negative.
Results add_scaled(const Reader& reader, const std::string& first, const std::string& second,
                   bool subtract) {
  Operands x = bring_together(reader, {first, second});
  if (subtract &&
      (x.kind == Kind::kBool || std::holds_alternative<bool>(reader.value(second).held))) {
    throw OracleError("sub does not take bool");
  }
  const OracleValue* alpha = reader.find("alpha");
  if (alpha && is_integral(x.kind) && std::holds_alternative<double>(alpha->held)) {
    throw OracleError("alpha must be an integer for integers");
  }
  if (is_float(x.kind)) {
    double factor = alpha ? as_operand(x.kind, number_of(*alpha)) : 1;
    if (subtract) factor = -factor;
    return {map_reals(x, x.kind, [factor](const auto& v) { return v[0] + factor * v[1]; })};
  }
  int64_t factor = alpha ? integer_of(*alpha) : 1;
  if (subtract) factor = wrapped(0 - bits(factor));
  return {map_integers(x, x.kind, [factor](const auto& v) {
    return wrapped(bits(v[0]) + bits(factor) * bits(v[1]));
  })};
}

void refuse_bool_operand(const Reader& reader, const std::string& name) {
  const OracleValue& value = reader.value(name);
  if (value.is_tensor()) refuse_bool("sub", std::get<OracleTensor>(value.held).kind);
}

Results mul(const Reader& reader) {
  Operands x = bring_together(reader, {"input", "other"});
  return {map_either(
      x, [](const auto& v) { return v[0] * v[1]; },
      [](const auto& v) { return wrapped(bits(v[0]) * bits(v[1])); })};
}

void refuse_zero(int64_t divisor) {
  if (divisor == 0) throw OracleError("integer division by zero");
}

/// Truncating division; the one quotient that does not fit wraps.
int64_t quotient(int64_t a, int64_t b) {
  refuse_zero(b);
  return b == -1 ? wrapped(0 - bits(a)) : a / b;
}

/// The remainder that belongs to `quotient`.
int64_t rest(int64_t a, int64_t b) {
  refuse_zero(b);
  return b == -1 ? 0 : a % b;
}

int64_t floor_quotient(int64_t a, int64_t b) {
  int64_t r = rest(a, b);
  return quotient(a, b) - (r != 0 && (r < 0) != (b < 0) ? 1 : 0);
}

int64_t floor_rest(int64_t a, int64_t b) {
  int64_t r = rest(a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

double floor_rest(double a, double b) {
  double r = std::fmod(a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

/// Python's floor division: consistent with the remainder, so that rounding of a / b up to an
/// integer is not seen.
double floor_quotient(double a, double b) {
  if (b == 0) return a / b;
  double r = std::fmod(a, b);
  double q = (a - r) / b;
  if (r != 0 && (r < 0) != (b < 0)) q -= 1;
  if (q == 0) return std::copysign(0.0, a / b);
  double whole = std::floor(q);
  return q - whole > 0.5 ? whole + 1 : whole;
}

Results floor_divide(const Reader& reader) {
  Operands x = bring_together(reader, {"input", "other"});
  refuse_bool("floor_divide", x.kind);
  return {map_either(
      x, [](const auto& v) { return floor_quotient(v[0], v[1]); },
      [](const auto& v) { return floor_quotient(v[0], v[1]); })};
}

Results div(const Reader& reader) {
  std::string mode = reader.text("rounding_mode", "");
  if (mode == "floor") return floor_divide(reader);
  Operands x = bring_together(reader, {"input", "other"}, mode.empty());
  if (mode.empty()) return {map_reals(x, x.kind, [](const auto& v) { return v[0] / v[1]; })};
  if (mode != "trunc") throw OracleError("div: unknown rounding_mode '" + mode + "'");
  refuse_bool("div with rounding", x.kind);
  return {map_either(
      x, [&](const auto& v) { return std::trunc(round_to(compute_kind(x.kind), v[0] / v[1])); },
      [](const auto& v) { return quotient(v[0], v[1]); })};
}

Results remainder(const Reader& reader, bool floored) {
  Operands x = bring_together(reader, {"input", "other"});
  refuse_bool(floored ? "remainder" : "fmod", x.kind);
  return {map_either(
      x, [&](const auto& v) { return floored ? floor_rest(v[0], v[1]) : std::fmod(v[0], v[1]); },
      [&](const auto& v) { return floored ? floor_rest(v[0], v[1]) : rest(v[0], v[1]); })};
}

/// Integer powers by repeated squaring, modulo 2^64; a negative exponent gives what truncation
/// leaves of 1 / base^n.
int64_t integer_power(int64_t base, int64_t exponent) {
  if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  uint64_t result = 1, factor = bits(base);
  for (; exponent; exponent /= 2, factor *= factor) {
    if (exponent % 2) result *= factor;
  }
  return wrapped(result);
}

Results power(const Reader& reader) {
  Operands x = bring_together(reader, {"input", "exponent"});
  const OracleValue& exponent = reader.value("exponent");
  if (is_integral(x.kind) && exponent.is_number() && integer_of(exponent) < 0) {
    throw OracleError("integers to a negative integer power");
  }
  refuse_bool("pow", x.kind);
  return {map_either(
      x, [](const auto& v) { return std::pow(v[0], v[1]); },
      [](const auto& v) { return integer_power(v[0], v[1]); })};
}

/// Maximum or minimum that gives NaN if either operand is NaN.
Results extreme(const Reader& reader, bool largest) {
  Operands x = bring_together(reader, {"input", "other"});
  auto real = [&](const std::vector<double>& v) {
    if (std::isnan(v[0])) return v[0];
    if (std::isnan(v[1])) return v[1];
    return largest ? std::max(v[0], v[1]) : std::min(v[0], v[1]);
  };
  return {map_either(x, real, [&](const auto& v) {
    return largest ? std::max(v[0], v[1]) : std::min(v[0], v[1]);
  })};
}

/// Maximum or minimum that prefers a number to NaN.
Results number_extreme(const Reader& reader, bool largest) {
  Operands x = bring_together(reader, {"input", "other"});
  return {map_either(
      x, [&](const auto& v) { return largest ? std::fmax(v[0], v[1]) : std::fmin(v[0], v[1]); },
      [&](const auto& v) { return largest ? std::max(v[0], v[1]) : std::min(v[0], v[1]); })};
}

/// -1, 0, 1, or 2 for unordered; compared in the promoted kind, integers exactly.
using Verdict = bool (*)(int order);
Function comparison(Verdict verdict) {
  return [verdict](const Reader& reader) -> Results {
    Operands x = bring_together(reader, {"input", "other"});
    auto compare = [verdict](const auto& v) {
      int order = v[0] < v[1] ? -1 : v[0] > v[1] ? 1 : v[0] == v[1] ? 0 : 2;
      return verdict(order) ? 1 : 0;
    };
    if (is_float(x.kind)) return {map_reals(x, Kind::kBool, compare)};
    return {map_integers(x, Kind::kBool, compare)};
  };
}

using Logic = bool (*)(bool, bool);
Function logical(Logic logic) {
  return [logic](const Reader& reader) -> Results {
    Operands x = bring_together(reader, {"input", "other"});
    return {map_reals(x, Kind::kBool,
                      [logic](const auto& v) { return logic(v[0] != 0, v[1] != 0) ? 1.0 : 0.0; })};
  };
}

using Bits = int64_t (*)(int64_t, int64_t);
Function bitwise(const std::string& op, Bits function) {
  return [op, function](const Reader& reader) -> Results {
    Operands x = bring_together(reader, {"input", "other"});
    if (is_float(x.kind)) throw OracleError(op + " takes integers and bool");
    return {map_integers(x, x.kind, [function](const auto& v) { return function(v[0], v[1]); })};
  };
}

using Pair = double (*)(double, double);
Function mathematical(Pair function) {
  return [function](const Reader& reader) -> Results {
    Operands x = bring_together(reader, {"input", "other"}, true);
    return {map_reals(x, x.kind, [function](const auto& v) { return function(v[0], v[1]); })};
  };
}

double log_of_sum(double a, double b, double (*exp)(double), double (*log_one_plus)(double)) {
  if (a == b && std::isinf(a)) return a;
  return std::max(a, b) + log_one_plus(exp(-std::fabs(a - b)));
}

void add_mathematical(Registry& registry) {
  registry["atan2"] = registry["arctan2"] =
      mathematical([](double a, double b) { return std::atan2(a, b); });
  registry["copysign"] = mathematical([](double a, double b) { return std::copysign(a, b); });
  registry["xlogy"] = mathematical([](double a, double b) {
    return std::isnan(b) ? b : a == 0 ? 0 : a * std::log(b);
  });
  registry["logaddexp"] = mathematical([](double a, double b) {
    return log_of_sum(
        a, b, [](double x) { return std::exp(x); }, [](double x) { return std::log1p(x); });
  });
  registry["logaddexp2"] = mathematical([](double a, double b) {
    return log_of_sum(
        a, b, [](double x) { return std::exp2(x); },
        [](double x) { return std::log1p(x) / M_LN2; });
  });
  registry["hypot"] = [](const Reader& reader) -> Results {
    Operands x = bring_together(reader, {"input", "other"});
    refuse_integral("hypot", x.kind);
    return {map_reals(x, x.kind, [](const auto& v) { return std::hypot(v[0], v[1]); })};
  };
}

void add_comparisons(Registry& registry) {
  registry["eq"] = comparison([](int order) { return order == 0; });
  registry["ne"] = registry["not_equal"] = comparison([](int order) { return order != 0; });
  registry["lt"] = registry["less"] = comparison([](int order) { return order == -1; });
  registry["le"] = registry["less_equal"] =
      comparison([](int order) { return order == -1 || order == 0; });
  registry["gt"] = registry["greater"] = comparison([](int order) { return order == 1; });
  registry["ge"] = registry["greater_equal"] =
      comparison([](int order) { return order == 1 || order == 0; });
  registry["logical_and"] = logical([](bool a, bool b) { return a && b; });
  registry["logical_or"] = logical([](bool a, bool b) { return a || b; });
  registry["logical_xor"] = logical([](bool a, bool b) { return a != b; });
  registry["bitwise_and"] = bitwise("bitwise_and", [](int64_t a, int64_t b) { return a & b; });
  registry["bitwise_or"] = bitwise("bitwise_or", [](int64_t a, int64_t b) { return a | b; });
  registry["bitwise_xor"] = bitwise("bitwise_xor", [](int64_t a, int64_t b) { return a ^ b; });
}

}  // namespace

void add_binary(Registry& registry) {
  registry["add"] = [](const Reader& r) { return add_scaled(r, "input", "other", false); };
  registry["sub"] = registry["subtract"] = [](const Reader& r) {
    refuse_bool_operand(r, "input");
    refuse_bool_operand(r, "other");
    return add_scaled(r, "input", "other", true);
  };
  registry["rsub"] = [](const Reader& r) {
    refuse_bool_operand(r, "input");
    refuse_bool_operand(r, "other");
    return add_scaled(r, "other", "input", true);
  };
  registry["mul"] = registry["multiply"] = mul;
  registry["div"] = registry["divide"] = registry["true_divide"] = div;
  registry["floor_divide"] = floor_divide;
  registry["fmod"] = [](const Reader& r) { return remainder(r, false); };
  registry["remainder"] = [](const Reader& r) { return remainder(r, true); };
  registry["pow"] = power;
  registry["maximum"] = [](const Reader& r) { return extreme(r, true); };
  registry["minimum"] = [](const Reader& r) { return extreme(r, false); };
  registry["fmax"] = [](const Reader& r) { return number_extreme(r, true); };
  registry["fmin"] = [](const Reader& r) { return number_extreme(r, false); };
  add_mathematical(registry);
  add_comparisons(registry);
}

}  // namespace weft_oracle
