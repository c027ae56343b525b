/// \file Rows of the activation functions and of dropout.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include <weft/ir/graph.h>
#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/decompose_steps.h>
#include <weft/ir/operators/operand_checks.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir {
namespace {

constexpr unsigned kFunctionInPlace = kFunction | kInPlace;

// From "Self-Normalizing Neural Networks" (Klambauer et al., 2017).
constexpr double kSeluAlpha = 1.6732632423543772848170429916717;
constexpr double kSeluScale = 1.0507009873554804934193349852946;

ScalarExpr maximum(const ScalarExpr& a, const ScalarExpr& b) {
  return binary(ScalarOp::kMax, a, b);
}
ScalarExpr minimum(const ScalarExpr& a, const ScalarExpr& b) {
  return binary(ScalarOp::kMin, a, b);
}

// Piecewise linear.

ScalarExpr relu(Body& b) { return maximum(b.in(0), b.number(0)); }
ScalarExpr relu6(Body& b) { return minimum(maximum(b.in(0), b.number(0)), b.number(6)); }
ScalarExpr hardtanh(Body& b) {
  return minimum(maximum(b.in(0), b.number_argument(1)), b.number_argument(2));
}
ScalarExpr hardsigmoid(Body& b) {
  ScalarExpr shifted = b.in(0) + b.number(3);
  return minimum(maximum(shifted, b.number(0)), b.number(6)) / b.number(6);
}
ScalarExpr hardswish(Body& b) {
  ScalarExpr x = b.in(0);
  return x * minimum(maximum(x + b.number(3), b.number(0)), b.number(6)) / b.number(6);
}
ScalarExpr leaky_relu(Body& b) {
  ScalarExpr x = b.in(0);
  return select(x > b.number(0), x, x * b.number_argument(1));
}
ScalarExpr threshold(Body& b) {
  ScalarExpr x = b.in(0);
  return select(x <= b.number_argument(1), b.number_argument(2), x);
}
ScalarExpr hardshrink(Body& b) {
  ScalarExpr x = b.in(0);
  ScalarExpr limit = b.number_argument(1);
  return select(x >= -limit && x <= limit, b.number(0), x);
}
ScalarExpr softshrink(Body& b) {
  ScalarExpr x = b.in(0);
  ScalarExpr limit = b.number_argument(1);
  ScalarExpr outside = select(x > b.number(0), x - limit, x + limit);
  return select(x >= -limit && x <= limit, b.number(0), outside);
}

void check_hardtanh(const Call& call, DType type) {
  refuse_bool(call, type);
  need_fitting_number(call, 1, type);
  need_fitting_number(call, 2, type);
}

void check_softshrink(const Call& call, DType) {
  const double limit = call.floating(1);
  if (limit >= 0) return;
  call.fail(diag::ValueOutOfDomain, {fmt::format("lambd is at least 0, got {}", limit)});
}

// Smooth.

/// `b.in(0)` above 0, scale * alpha * (exp(x * input_scale) - 1) below.
ScalarExpr exponential_unit(Body& b, const ScalarExpr& alpha, const ScalarExpr& scale,
                            const ScalarExpr& input_scale) {
  ScalarExpr x = b.in(0);
  return select(x <= b.number(0), unary(ScalarOp::kExpm1, x * input_scale) * (alpha * scale),
                x * scale);
}
ScalarExpr elu(Body& b) {
  return exponential_unit(b, b.number_argument(1), b.number_argument(2), b.number_argument(3));
}
ScalarExpr selu(Body& b) {
  return exponential_unit(b, b.number(kSeluAlpha), b.number(kSeluScale), b.number(1));
}
ScalarExpr celu(Body& b) {
  ScalarExpr alpha = b.number_argument(1);
  return exponential_unit(b, alpha, b.number(1), b.number(1) / alpha);
}

void check_celu(const Call& call, DType) {
  const auto* alpha = std::get_if<Number>(&call.argument(1).value);
  if (alpha && alpha->as_double() == 0.0) call.fail(diag::ValueOutOfDomain, {"alpha is 0"});
}

ScalarExpr silu(Body& b) {
  ScalarExpr x = b.in(0);
  return x / (b.number(1) + unary(ScalarOp::kExp, -x));
}
ScalarExpr mish(Body& b) {
  ScalarExpr x = b.in(0);
  return x * unary(ScalarOp::kTanh, unary(ScalarOp::kLog1p, unary(ScalarOp::kExp, x)));
}
ScalarExpr softplus(Body& b) {
  ScalarExpr x = b.in(0);
  ScalarExpr beta = b.number_argument(1);
  ScalarExpr scaled = x * beta;
  // Above the threshold the logarithm is the identity to working precision, and exp may overflow.
  return select(scaled > b.number_argument(2), x,
                unary(ScalarOp::kLog1p, unary(ScalarOp::kExp, scaled)) / beta);
}
void refuse_bool_input(const Call& call, DType) { refuse_bool(call, call.tensor(0).dtype); }

ScalarExpr softsign(Body& b) {
  ScalarExpr x = b.in(0);
  return x / (b.number(1) + unary(ScalarOp::kAbs, x));
}
ScalarExpr tanhshrink(Body& b) {
  ScalarExpr x = b.in(0);
  return x - unary(ScalarOp::kTanh, x);
}
ScalarExpr log_sigmoid(Body& b) {
  ScalarExpr x = b.in(0);
  ScalarExpr tail = unary(ScalarOp::kExp, -unary(ScalarOp::kAbs, x));
  return minimum(x, b.number(0)) - unary(ScalarOp::kLog1p, tail);
}

ScalarExpr gelu(Body& b) {
  ScalarExpr x = b.in(0);
  ScalarExpr half = b.number(0.5) * x;
  if (b.call().text(1) == "none") {
    constexpr double inverse_sqrt2 = 1.0 / std::numbers::sqrt2;
    return half * (b.number(1) + unary(ScalarOp::kErf, x * b.number(inverse_sqrt2)));
  }
  constexpr double scale = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;
  ScalarExpr inner = b.number(scale) * (x + b.number(0.044715) * (x * x * x));
  return half * (b.number(1) + unary(ScalarOp::kTanh, inner));
}

void check_gelu(const Call& call, DType) {
  const std::string& approximate = call.text(1);
  if (approximate == "none" || approximate == "tanh") return;
  call.fail(diag::ValueOutOfDomain,
            {fmt::format("approximate is 'none' or 'tanh', got '{}'", approximate)});
}

// With parameters of their own, or over halves.

std::vector<Compute> prelu(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  const TensorMeta& weight = call.tensor(1);
  need_floating(call, input.dtype);
  require_same_type(call, 0, 1);
  if (weight.rank() > 1) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("the weight has at most one dimension, got shape {}",
                           shape_str(weight.sizes))});
  }
  const IntExpr channels = input.rank() >= 2 ? input.sizes[1] : IntExpr(1);
  const bool shared = weight.rank() == 0 || weight.sizes[0].is(1);
  if (!shared && !(weight.sizes[0] == channels)) {
    call.fail(diag::ShapeMismatch, {fmt::format("the weight has {} elements for {} channels",
                                                weight.sizes[0].str(), channels.str())});
  }
  const std::vector<Symbol> vars = index_variables(input.sizes);
  std::vector<IntExpr> channel(weight.rank());
  if (!shared) channel[0] = vars[1];
  const DType type = compute_type(input.dtype);
  ScalarExpr x = cast(load(input.dtype, 0, as_expressions(vars)), type);
  ScalarExpr slope = cast(load(weight.dtype, 1, channel), type);
  ScalarExpr result = select(x > same(x, 0), x, slope * x);
  return {elementwise(ComputeKind::kPointwise, input.dtype, vars, input.sizes,
                      cast(result, input.dtype))};
}

std::vector<Compute> glu(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  need_floating(call, input.dtype);
  if (input.rank() == 0) call.fail(diag::ShapeMismatch, {"the tensor has no dimension to halve"});
  const auto dim = static_cast<std::size_t>(call.dimension(call.constant_integer(1), input.rank()));
  const IntExpr& whole = input.sizes[dim];
  const IntExpr rest = mod(whole, 2);
  if (!rest.is(0)) {
    if (rest.is_constant()) {
      call.fail(diag::ShapeMismatch,
                {fmt::format("dimension {} has the odd extent {}", dim, whole.str())});
    }
    call.fail(diag::OperatorUnsupported,
              {fmt::format("the extent {}, which need not be even,", whole.str())});
  }
  std::vector<IntExpr> sizes = input.sizes;
  const IntExpr half = floor_div(whole, 2);
  sizes[dim] = half;
  const std::vector<Symbol> vars = index_variables(sizes);
  std::vector<IntExpr> value_index = as_expressions(vars);
  std::vector<IntExpr> gate_index = value_index;
  gate_index[dim] += half;
  const DType type = compute_type(input.dtype);
  ScalarExpr value = cast(load(input.dtype, 0, value_index), type);
  ScalarExpr gate = cast(load(input.dtype, 0, gate_index), type);
  return {elementwise(ComputeKind::kPointwise, input.dtype, vars, sizes,
                      cast(value * unary(ScalarOp::kSigmoid, gate), input.dtype))};
}

// Dropout.

double drop_probability(const Call& call) {
  const double p = call.floating(1);
  if (p >= 0.0 && p <= 1.0) return p;
  call.fail(diag::ValueOutOfDomain, {fmt::format("p lies in [0, 1], got {}", p)});
}

/// 1 with probability 1 - p, else 0, for each element of `like`.
Node* keep_mask(Decomposition& d, const Argument& like, double p) {
  const DType type = d.meta(like).dtype;
  Node* noise = d.op("rand_like", {like}, {{"dtype", compute_type(type)}});
  return d.op("to.dtype", {d.op("ge", {noise, p}), type});
}

/// A tensor with one element for each channel, to be broadcast over the dimensions after the
/// second.
Node* one_for_channel(Decomposition& d) {
  const TensorMeta& input = d.meta(d.argument(0));
  if (input.rank() < 2) {
    d.call().fail(diag::ShapeMismatch, {fmt::format("needs at least 2 dimensions, got shape {}",
                                                    shape_str(input.sizes))});
  }
  std::vector<std::int64_t> within;
  for (std::size_t dim = 2; dim < input.rank(); ++dim) {
    within.push_back(static_cast<std::int64_t>(dim));
  }
  if (within.empty()) return d.argument(0).node();
  // Only the shape counts; a sum has one for every extent, 0 and unknown ones too.
  return d.op("sum.dim", {d.argument(0), Argument::ints(within), true});
}

Node* drop(Decomposition& d, double p, const Argument& mask_shape) {
  const Argument& input = d.argument(0);
  if (p == 1.0) return d.op("mul", {input, 0.0});
  Node* scale = d.op("div", {keep_mask(d, mask_shape, p), 1.0 - p});
  return d.op("mul", {input, scale});
}

/// True where dropout changes nothing.
bool is_identity(Decomposition& d) {
  need_floating(d.call(), d.meta(d.argument(0)).dtype);
  return drop_probability(d.call()) == 0.0 || !d.call().boolean(2);
}

std::vector<Node*> dropout(Decomposition& d) {
  if (is_identity(d)) return {d.op("clone", {d.argument(0)})};
  return {drop(d, drop_probability(d.call()), d.argument(0))};
}

std::vector<Node*> feature_dropout(Decomposition& d) {
  if (is_identity(d)) return {d.op("clone", {d.argument(0)})};
  return {drop(d, drop_probability(d.call()), one_for_channel(d))};
}

std::vector<Node*> alpha_drop(Decomposition& d, const Argument& mask_shape) {
  const double p = drop_probability(d.call());
  const Argument& input = d.argument(0);
  if (p == 1.0) return {d.op("mul", {input, 0.0})};
  // Dropped elements take the lower limit of selu; a and b keep mean and variance.
  constexpr double limit = kSeluAlpha * kSeluScale;
  const double a = 1.0 / std::sqrt((limit * limit * p + 1.0) * (1.0 - p));
  Node* keep = keep_mask(d, mask_shape, p);
  Node* shift = d.op("add", {d.op("mul", {d.op("sub", {keep, 1.0}), limit * a}), limit * a * p});
  return {d.op("add", {d.op("mul", {input, d.op("mul", {keep, a})}), shift})};
}

std::vector<Node*> alpha_dropout(Decomposition& d) {
  if (is_identity(d)) return {d.op("clone", {d.argument(0)})};
  return alpha_drop(d, d.argument(0));
}

std::vector<Node*> feature_alpha_dropout(Decomposition& d) {
  if (is_identity(d)) return {d.op("clone", {d.argument(0)})};
  return alpha_drop(d, one_for_channel(d));
}

/// leaky_relu with a random slope for each element, or with the mean slope outside of training.
std::vector<Node*> rrelu(Decomposition& d) {
  const Argument& input = d.argument(0);
  const DType type = d.meta(input).dtype;
  need_floating(d.call(), type);
  const double lower = d.call().floating(1);
  const double upper = d.call().floating(2);
  if (!d.call().boolean(3)) return {d.op("leaky_relu", {input, (lower + upper) / 2})};
  const Argument x = converted(d, input, compute_type(type));
  Node* noise = d.op("rand_like", {x});
  Node* slope = d.op("add", {d.op("mul", {noise, upper - lower}), lower});
  Node* result = d.op("where", {d.op("gt", {x, 0}), x, d.op("mul", {x, slope})});
  return {converted_node(d, result, type)};
}

constexpr OperatorRow kRows[] = {
    {"relu(Tensor input) -> Tensor", "max(x, 0); NaN stays.",
     Pointwise{TypeRule::kInput, relu, refuse_bool}, kFunction | kMethod | kInPlace},
    {"relu6(Tensor input) -> Tensor", "min(max(x, 0), 6); NaN stays.",
     Pointwise{TypeRule::kInput, relu6, refuse_bool}, kFunctionInPlace},
    {"hardtanh(Tensor input, Scalar min_val=-1, Scalar max_val=1) -> Tensor",
     "min(max(x, min_val), max_val); NaN stays.",
     Pointwise{TypeRule::kInput, hardtanh, check_hardtanh}, kFunctionInPlace},
    {"hardsigmoid(Tensor input) -> Tensor", "min(max(x + 3, 0), 6) / 6.",
     Pointwise{TypeRule::kFloatOnly, hardsigmoid}, kFunctionInPlace},
    {"hardswish(Tensor input) -> Tensor", "x * min(max(x + 3, 0), 6) / 6.",
     Pointwise{TypeRule::kFloatOnly, hardswish}, kFunctionInPlace},
    {"leaky_relu(Tensor input, Scalar negative_slope=0.01) -> Tensor",
     "x above 0, negative_slope * x below.", Pointwise{TypeRule::kFloatOnly, leaky_relu},
     kFunctionInPlace},
    {"rrelu(Tensor input, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool "
     "training=False) "
     "-> Tensor",
     "x above 0, and below x times a slope drawn from [lower, upper), or their mean.", rrelu,
     kFunctionInPlace, Effect::kRandom},
    {"threshold(Tensor input, Scalar threshold, Scalar value) -> Tensor",
     "x above the threshold, value elsewhere; NaN stays.",
     Pointwise{TypeRule::kInput, threshold, check_hardtanh}, kFunctionInPlace},
    {"hardshrink(Tensor input, Scalar lambd=0.5) -> Tensor", "0 within [-lambd, lambd], else x.",
     Pointwise{TypeRule::kFloatOnly, hardshrink}},
    {"softshrink(Tensor input, Scalar lambd=0.5) -> Tensor",
     "x moved towards 0 by lambd, and 0 within [-lambd, lambd].",
     Pointwise{TypeRule::kFloatOnly, softshrink, check_softshrink}, kFunction},
    {"tanhshrink(Tensor input) -> Tensor", "x - tanh(x).",
     Pointwise{TypeRule::kPromoteFloat, tanhshrink, refuse_bool_input}, kFunctional},
    {"elu(Tensor input, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor",
     "scale * x above 0, scale * alpha * (exp(input_scale * x) - 1) below.",
     Pointwise{TypeRule::kFloatOnly, elu}, kFunctionInPlace},
    {"selu(Tensor input) -> Tensor", "elu with the constants that keep mean 0 and variance 1.",
     Pointwise{TypeRule::kFloatOnly, selu}, kFunctionInPlace},
    {"celu(Tensor input, Scalar alpha=1.0) -> Tensor",
     "x above 0, alpha * (exp(x / alpha) - 1) below.",
     Pointwise{TypeRule::kFloatOnly, celu, check_celu}, kFunctionInPlace},
    {"silu(Tensor input) -> Tensor", "x * sigmoid(x).", Pointwise{TypeRule::kFloatOnly, silu},
     kFunctionInPlace},
    {"mish(Tensor input) -> Tensor", "x * tanh(log(1 + exp(x))).",
     Pointwise{TypeRule::kFloatOnly, mish}, kFunctionInPlace},
    {"gelu(Tensor input, *, str approximate='none') -> Tensor",
     "x times the normal distribution function of x, or its tanh approximation.",
     Pointwise{TypeRule::kFloatOnly, gelu, check_gelu}, kFunctionInPlace},
    {"softplus(Tensor input, Scalar beta=1, Scalar threshold=20) -> Tensor",
     "log(1 + exp(beta * x)) / beta, and x where beta * x exceeds the threshold.",
     Pointwise{TypeRule::kFloatOnly, softplus}, kFunction},
    {"softsign(Tensor input) -> Tensor", "x / (1 + |x|).",
     Pointwise{TypeRule::kPromoteFloat, softsign, refuse_bool_input}, kFunctional},
    {"log_sigmoid(Tensor input) -> Tensor", "log(1 / (1 + exp(-x))), accurate for large |x|.",
     Pointwise{TypeRule::kFloatOnly, log_sigmoid}, kFunction},
    {"logsigmoid(Tensor input) -> Tensor", "log(1 / (1 + exp(-x))), accurate for large |x|.",
     Pointwise{TypeRule::kFloatOnly, log_sigmoid}, kFunctional},
    {"prelu(Tensor input, Tensor weight) -> Tensor",
     "x above 0, weight * x below, with one weight a channel or one for all.", prelu},
    {"glu(Tensor input, int dim=-1) -> Tensor",
     "The first half of a dimension times the sigmoid of the second.", glu, kFunction},

    {"dropout(Tensor input, float p=0.5, bool training=True) -> Tensor",
     "In training, elements zeroed with probability p and the others divided by 1 - p.", dropout,
     kFunctionInPlace, Effect::kRandom},
    {"feature_dropout(Tensor input, float p=0.5, bool training=True) -> Tensor",
     "Dropout of whole channels.", feature_dropout, kFunctionInPlace, Effect::kRandom},
    {"dropout2d(Tensor input, float p=0.5, bool training=True) -> Tensor",
     "Dropout of whole channels.", feature_dropout, kFunctional, Effect::kRandom},
    {"dropout3d(Tensor input, float p=0.5, bool training=True) -> Tensor",
     "Dropout of whole channels.", feature_dropout, kFunctional, Effect::kRandom},
    {"alpha_dropout(Tensor input, float p=0.5, bool training=False) -> Tensor",
     "Dropout for selu: dropped elements take its lower limit, mean and variance stay.",
     alpha_dropout, kFunctionInPlace, Effect::kRandom},
    {"feature_alpha_dropout(Tensor input, float p=0.5, bool training=False) -> Tensor",
     "Alpha dropout of whole channels.", feature_alpha_dropout, kFunctionInPlace, Effect::kRandom},
};

}  // namespace

std::span<const OperatorRow> activation_rows() { return kRows; }

}  // namespace weft::ir
