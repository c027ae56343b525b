/// \file Activation functions of neural networks, and clamping.
#include <algorithm>
#include <cmath>

#include "tests/oracle/layout.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"

namespace weft_oracle {
namespace {

/// Parameters of an activation in the order in which `Formula` gets them.
struct Parameter {
  const char* name;
  double fallback;
};
using Formula = double (*)(double x, const std::vector<double>& parameters);

/// Floating-point tensors only.
Function activation(const std::string& op, std::vector<Parameter> parameters, Formula formula) {
  return [op, parameters, formula](const Reader& reader) -> Results {
    Operands x = bring_together(reader, {"input"});
    refuse_integral(op, x.kind);
    std::vector<double> numbers;
    for (const Parameter& p : parameters)
      numbers.push_back(as_operand(x.kind, reader.real(p.name, p.fallback)));
    reader.ignore("inplace");
    return {map_reals(x, x.kind, [&](const auto& v) { return formula(v[0], numbers); })};
  };
}

double softplus_of(double x) {
  return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
}

/// NaN stays NaN, as in the comparisons of PyTorch's kernel.
double capped(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

double elu_of(double x, double alpha) { return x <= 0 ? alpha * std::expm1(x) : x; }

constexpr double kSeluAlpha = 1.6732632423543772848170429916717;
constexpr double kSeluScale = 1.0507009873554804934193349852946;

void add_formulas(Registry& registry) {
  auto row = [&](const char* op, std::vector<Parameter> parameters, Formula formula) {
    registry[op] = activation(op, std::move(parameters), formula);
  };
  using Numbers = const std::vector<double>&;
  row("silu", {}, [](double x, Numbers) { return x / (1 + std::exp(-x)); });
  row("mish", {}, [](double x, Numbers) { return x * std::tanh(softplus_of(x)); });
  row("hardswish", {}, [](double x, Numbers) { return x * capped(x + 3, 0, 6) / 6; });
  row("hardsigmoid", {}, [](double x, Numbers) { return capped(x + 3, 0, 6) / 6; });
  row("logsigmoid", {}, [](double x, Numbers) { return -softplus_of(-x); });
  row("leaky_relu", {{"negative_slope", 0.01}},
      [](double x, Numbers p) { return x > 0 ? x : x * p[0]; });
  row("elu", {{"alpha", 1}}, [](double x, Numbers p) { return elu_of(x, p[0]); });
  row("celu", {{"alpha", 1}},
      [](double x, Numbers p) { return x <= 0 ? p[0] * std::expm1(x / p[0]) : x; });
  row("selu", {}, [](double x, Numbers) { return kSeluScale * elu_of(x, kSeluAlpha); });
  row("softplus", {{"beta", 1}, {"threshold", 20}},
      [](double x, Numbers p) { return x * p[0] > p[1] ? x : softplus_of(x * p[0]) / p[0]; });
  row("hardshrink", {{"lambd", 0.5}},
      [](double x, Numbers p) { return x >= -p[0] && x <= p[0] ? 0 : x; });
  row("softshrink", {{"lambd", 0.5}}, [](double x, Numbers p) {
    return x > p[0] ? x - p[0] : x < -p[0] ? x + p[0] : x * 0;
  });
}

Results gelu(const Reader& reader) {
  Operands x = bring_together(reader, {"input"});
  refuse_integral("gelu", x.kind);
  std::string approximate = reader.text("approximate", "none");
  if (approximate == "none") {
    return {map_reals(
        x, x.kind, [](const auto& v) { return v[0] * 0.5 * std::erfc(-v[0] / std::sqrt(2.0)); })};
  }
  if (approximate != "tanh") throw OracleError("gelu: approximate is 'none' or 'tanh'");
  return {map_reals(x, x.kind, [](const auto& v) {
    double inner = std::sqrt(2 / M_PI) * (v[0] + 0.044715 * v[0] * v[0] * v[0]);
    return 0.5 * v[0] * (1 + std::tanh(inner));
  })};
}

/// x / (|x| + 1); integers divide to float32.
Results softsign(const Reader& reader) {
  Operands x = bring_together(reader, {"input"}, true);
  return {map_reals(x, x.kind, [](const auto& v) { return v[0] / (std::fabs(v[0]) + 1); })};
}

/// Integers are subtracted from in float32.
Results tanhshrink(const Reader& reader) {
  Operands x = bring_together(reader, {"input"}, true);
  return {map_reals(x, x.kind, [](const auto& v) { return v[0] - std::tanh(v[0]); })};
}

Results relu(const Reader& reader) {
  Operands x = bring_together(reader, {"input"});
  refuse_bool("relu", x.kind);
  reader.ignore("inplace");
  return {map_either(
      x, [](const auto& v) { return v[0] < 0 ? 0.0 : v[0]; },
      [](const auto& v) { return std::max<int64_t>(v[0], 0); })};
}

/// Bounds of a tensor's own kind; integers stay integers.
OracleTensor cut(const Operands& x, double low, double high) {
  low = as_operand(x.kind, low);
  high = as_operand(x.kind, high);
  int64_t whole_low = truncate_to(Kind::kI64, low), whole_high = truncate_to(Kind::kI64, high);
  return map_either(
      x, [&](const auto& v) { return capped(v[0], low, high); },
      [&](const auto& v) { return std::min(std::max(v[0], whole_low), whole_high); });
}

Results hardtanh(const Reader& reader) {
  Operands x = bring_together(reader, {"input"});
  refuse_bool("hardtanh", x.kind);
  reader.ignore("inplace");
  return {cut(x, reader.real("min_val", -1), reader.real("max_val", 1))};
}

Results relu6(const Reader& reader) {
  Operands x = bring_together(reader, {"input"});
  refuse_bool("relu6", x.kind);
  reader.ignore("inplace");
  return {cut(x, 0, 6)};
}

/// The value where x <= threshold; NaN stays.
Results threshold(const Reader& reader) {
  Operands x = bring_together(reader, {"input"});
  refuse_bool("threshold", x.kind);
  reader.ignore("inplace");
  double limit = as_operand(x.kind, reader.real("threshold")),
         value = as_operand(x.kind, reader.real("value"));
  int64_t whole_limit = truncate_to(Kind::kI64, limit),
          whole_value = truncate_to(Kind::kI64, value);
  return {map_either(
      x, [&](const auto& v) { return v[0] <= limit ? value : v[0]; },
      [&](const auto& v) { return v[0] <= whole_limit ? whole_value : v[0]; })};
}

/// First the lower bound, then the upper one, so that with crossed bounds everything is the upper
/// one. A NaN in the element or in a bound gives NaN.
Results clamp(const Reader& reader) {
  std::vector<std::string> names = {"input"};
  bool has_min = reader.has("min"), has_max = reader.has("max");
  if (!has_min && !has_max) throw OracleError("clamp needs a bound");
  if (has_min) names.push_back("min");
  if (has_max) names.push_back("max");
  Operands x = bring_together(reader, names);
  refuse_bool("clamp", x.kind);
  auto real = [&](const std::vector<double>& v) {
    double result = v[0];
    for (double bound : v) {
      if (std::isnan(bound)) return bound;
    }
    if (has_min) result = std::max(result, v[1]);
    if (has_max) result = std::min(result, v.back());
    return result;
  };
  auto integer = [&](const std::vector<int64_t>& v) {
    int64_t result = v[0];
    if (has_min) result = std::max(result, v[1]);
    if (has_max) result = std::min(result, v.back());
    return result;
  };
  return {map_either(x, real, integer)};
}

/// Nothing happens outside training; what training drops is up to chance.
Results dropout(const Reader& reader) {
  double p = reader.real("p", 0.5);
  reader.ignore("inplace");
  if (p < 0 || p > 1) throw OracleError("dropout: p is a probability");
  if (reader.flag(reader.either({"training", "train"}), true) && p > 0) {
    throw OracleError("the oracle does not draw what dropout drops");
  }
  return {reader.tensor("input")};
}

/// One slope for all elements, or one per entry of dimension 1.
Results prelu(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  const OracleTensor& weight = reader.tensor("weight");
  refuse_integral("prelu", x.kind);
  if (weight.kind != x.kind) throw OracleError("prelu: kinds differ");
  size_t axis = x.rank() > 1 ? 1 : 0;
  if (weight.numel() != 1 && (x.rank() < 2 || weight.numel() != x.sizes[axis])) {
    throw OracleError("prelu: " + describe(weight) + " for " + describe(x));
  }
  OracleTensor result(x.kind, x.sizes);
  each_index(x.sizes, [&](const Index& index, int64_t at) {
    double slope = weight.real(weight.numel() == 1 ? 0 : index[axis]);
    result.set(at, x.real(at) > 0 ? x.real(at) : slope * x.real(at));
  });
  return {result};
}

/// The first half along `dim` times the sigmoid of the second half.
Results glu(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  refuse_integral("glu", x.kind);
  if (x.rank() == 0) throw OracleError("glu needs a dimension");
  auto dim = static_cast<size_t>(normal_dim(reader.integer("dim", -1), x.rank()));
  if (x.sizes[dim] % 2) throw OracleError("glu needs an even extent");
  int64_t half = x.sizes[dim] / 2;
  Sizes sizes = x.sizes;
  sizes[dim] = half;
  OracleTensor result(x.kind, sizes);
  each_index(sizes, [&](const Index& index, int64_t at) {
    Index gate = index;
    gate[dim] += half;
    result.set(at,
               x.real(position(x.sizes, index)) / (1 + std::exp(-x.real(position(x.sizes, gate)))));
  });
  return {result};
}

}  // namespace

void add_activations(Registry& registry) {
  add_formulas(registry);
  registry["gelu"] = gelu;
  registry["softsign"] = softsign;
  registry["tanhshrink"] = tanhshrink;
  registry["relu"] = relu;
  registry["relu6"] = relu6;
  registry["hardtanh"] = hardtanh;
  registry["threshold"] = threshold;
  registry["clamp"] = registry["clip"] = clamp;
  registry["clamp_min"] = registry["clamp_max"] = clamp;
  registry["dropout"] = dropout;
  registry["prelu"] = prelu;
  registry["glu"] = glu;
}

}  // namespace weft_oracle
