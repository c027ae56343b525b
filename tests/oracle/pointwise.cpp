/// \file Functions of one element: mathematical functions, rounding, signs, tests on an element.
#include <cmath>
#include <limits>

#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"

namespace weft_oracle {
namespace {

using Real = double (*)(double);
using Integer = int64_t (*)(int64_t);
using Test = bool (*)(double);

/// Integers and bool become float32 first.
Function mathematical(Real function) {
  return [function](const Reader& reader) -> Results {
    Operands x = bring_together(reader, {"input"}, true);
    return {map_reals(x, x.kind, [function](const auto& v) { return function(v[0]); })};
  };
}

/// Keeps the kind of integers; refuses bool.
Function kind_keeping(const std::string& op, Real real, Integer integer) {
  return [op, real, integer](const Reader& reader) -> Results {
    Operands x = bring_together(reader, {"input"});
    refuse_bool(op, x.kind);
    return {map_either(
        x, [real](const auto& v) { return real(v[0]); },
        [integer](const auto& v) { return integer(v[0]); })};
  };
}

/// A bool result; integers are looked at as doubles, whose class and sign are right.
Function tested(Test test) {
  return [test](const Reader& reader) -> Results {
    Operands x = bring_together(reader, {"input"});
    return {map_reals(x, Kind::kBool, [test](const auto& v) { return test(v[0]) ? 1.0 : 0.0; })};
  };
}

int64_t same(int64_t n) { return n; }
int64_t negated(int64_t n) { return static_cast<int64_t>(0 - static_cast<uint64_t>(n)); }

void add_exponentials(Registry& registry) {
  registry["exp"] = mathematical([](double x) { return std::exp(x); });
  registry["exp2"] = mathematical([](double x) { return std::exp2(x); });
  registry["expm1"] = mathematical([](double x) { return std::expm1(x); });
  registry["log"] = mathematical([](double x) { return std::log(x); });
  registry["log1p"] = mathematical([](double x) { return std::log1p(x); });
  registry["log2"] = mathematical([](double x) { return std::log2(x); });
  registry["log10"] = mathematical([](double x) { return std::log10(x); });
  registry["sqrt"] = mathematical([](double x) { return std::sqrt(x); });
  registry["rsqrt"] = mathematical([](double x) { return 1 / std::sqrt(x); });
  registry["reciprocal"] = mathematical([](double x) { return 1 / x; });
  registry["erf"] = mathematical([](double x) { return std::erf(x); });
  registry["erfc"] = mathematical([](double x) { return std::erfc(x); });
  registry["lgamma"] = mathematical([](double x) { return std::lgamma(x); });
  registry["sigmoid"] = mathematical([](double x) { return 1 / (1 + std::exp(-x)); });
  registry["deg2rad"] = mathematical([](double x) { return x * (M_PI / 180); });
  registry["rad2deg"] = mathematical([](double x) { return x * (180 / M_PI); });
}

void add_trigonometry(Registry& registry) {
  registry["sin"] = mathematical([](double x) { return std::sin(x); });
  registry["cos"] = mathematical([](double x) { return std::cos(x); });
  registry["tan"] = mathematical([](double x) { return std::tan(x); });
  registry["asin"] = registry["arcsin"] = mathematical([](double x) { return std::asin(x); });
  registry["acos"] = registry["arccos"] = mathematical([](double x) { return std::acos(x); });
  registry["atan"] = registry["arctan"] = mathematical([](double x) { return std::atan(x); });
  registry["sinh"] = mathematical([](double x) { return std::sinh(x); });
  registry["cosh"] = mathematical([](double x) { return std::cosh(x); });
  registry["tanh"] = mathematical([](double x) { return std::tanh(x); });
  registry["asinh"] = registry["arcsinh"] = mathematical([](double x) { return std::asinh(x); });
  registry["acosh"] = registry["arccosh"] = mathematical([](double x) { return std::acosh(x); });
  registry["atanh"] = registry["arctanh"] = mathematical([](double x) { return std::atanh(x); });
}

double sign_of(double x) { return static_cast<double>((0 < x) - (x < 0)); }

/// To nearest even, at a decimal place if `decimals` is given.
Results round_decimals(const Reader& reader) {
  Operands x = bring_together(reader, {"input"});
  refuse_bool("round", x.kind);
  int64_t decimals = reader.integer("decimals", 0);
  if (is_integral(x.kind) && decimals < 0)
    throw OracleError("round of integers takes no negative decimals");
  double ten = std::pow(10.0, std::fabs(static_cast<double>(decimals)));
  auto real = [&](const std::vector<double>& v) {
    if (decimals == 0) return std::nearbyint(v[0]);
    return decimals > 0 ? std::nearbyint(v[0] * ten) / ten : std::nearbyint(v[0] / ten) * ten;
  };
  return {map_either(x, real, [](const auto& v) { return v[0]; })};
}

void add_rounding_and_signs(Registry& registry) {
  registry["floor"] = kind_keeping("floor", [](double x) { return std::floor(x); }, same);
  registry["ceil"] = kind_keeping("ceil", [](double x) { return std::ceil(x); }, same);
  registry["trunc"] = registry["fix"] =
      kind_keeping("trunc", [](double x) { return std::trunc(x); }, same);
  registry["round"] = round_decimals;
  registry["neg"] = registry["negative"] =
      kind_keeping("neg", [](double x) { return -x; }, negated);
  registry["abs"] = registry["absolute"] = kind_keeping(
      "abs", [](double x) { return std::fabs(x); },
      [](int64_t n) { return n < 0 ? negated(n) : n; });
  registry["frac"] = [](const Reader& reader) -> Results {
    Operands x = bring_together(reader, {"input"});
    refuse_integral("frac", x.kind);
    return {map_reals(x, x.kind, [](const auto& v) { return v[0] - std::trunc(v[0]); })};
  };
  registry["sign"] = registry["sgn"] = [](const Reader& reader) -> Results {
    Operands x = bring_together(reader, {"input"});
    return {map_either(
        x, [](const auto& v) { return sign_of(v[0]); },
        [](const auto& v) { return static_cast<int64_t>(v[0] > 0) - (v[0] < 0); })};
  };
  registry["square"] = [](const Reader& reader) -> Results {
    Operands x = bring_together(reader, {"input"});
    Kind kind = x.kind == Kind::kBool ? Kind::kI64 : x.kind;
    if (is_float(kind)) return {map_reals(x, kind, [](const auto& v) { return v[0] * v[0]; })};
    return {map_integers(x, kind, [](const auto& v) {
      return static_cast<int64_t>(static_cast<uint64_t>(v[0]) * static_cast<uint64_t>(v[0]));
    })};
  };
}

Results invert_bits(const Reader& reader) {
  Operands x = bring_together(reader, {"input"});
  if (is_float(x.kind)) throw OracleError("bitwise_not takes integers and bool");
  bool logical = x.kind == Kind::kBool;
  return {map_integers(x, x.kind,
                       [logical](const auto& v) { return logical ? int64_t{v[0] == 0} : ~v[0]; })};
}

/// Puts numbers in the place of NaN and the infinities; by default 0 and the ends of the kind's
/// range.
Results replace_non_finite(const Reader& reader) {
  Operands x = bring_together(reader, {"input"});
  double infinity = std::numeric_limits<double>::infinity();
  double largest = x.kind == Kind::kF16    ? 65504.0
                   : x.kind == Kind::kBF16 ? std::ldexp(255.0, 120)
                   : x.kind == Kind::kF32  ? static_cast<double>(std::numeric_limits<float>::max())
                                           : std::numeric_limits<double>::max();
  double nan = reader.real("nan", 0);
  double above = reader.real("posinf", largest), below = reader.real("neginf", -largest);
  auto real = [&](const std::vector<double>& v) {
    if (std::isnan(v[0])) return nan;
    return v[0] == infinity ? above : v[0] == -infinity ? below : v[0];
  };
  return {map_either(x, real, [](const auto& v) { return v[0]; })};
}

Results logit(const Reader& reader) {
  Operands x = bring_together(reader, {"input"}, true);
  const OracleValue* eps = reader.find("eps");
  double low = eps ? as_operand(x.kind, number_of(*eps)) : -1;
  return {map_reals(x, x.kind, [&](const auto& v) {
    double p = v[0];
    if (eps) p = p < low ? low : p > 1 - low ? 1 - low : p;
    return std::log(p / (1 - p));
  })};
}

}  // namespace

void add_pointwise(Registry& registry) {
  add_exponentials(registry);
  add_trigonometry(registry);
  add_rounding_and_signs(registry);
  registry["logical_not"] = tested([](double x) { return x == 0; });
  registry["isnan"] = tested([](double x) { return std::isnan(x); });
  registry["isinf"] = tested([](double x) { return std::isinf(x); });
  registry["isposinf"] = tested([](double x) { return x > 0 && std::isinf(x); });
  registry["isneginf"] = tested([](double x) { return x < 0 && std::isinf(x); });
  registry["isfinite"] = tested([](double x) { return std::isfinite(x); });
  registry["signbit"] = tested([](double x) { return std::signbit(x); });
  registry["bitwise_not"] = invert_bits;
  registry["nan_to_num"] = replace_non_finite;
  registry["logit"] = logit;
}

}  // namespace weft_oracle
