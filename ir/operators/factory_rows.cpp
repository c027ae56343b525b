/// \file Rows that make tensors from numbers.
#include <fmt/format.h>

#include <cmath>

#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/promotion.h>
#include <weft/ir/operators/random_rules.h>

namespace weft::ir {
namespace {

using Computes = std::vector<Compute>;

/// The parameter `dtype`, which all rows here have.
DType dtype_or(const Call& call, DType otherwise) {
  return call.dtype(*call.op().schema.find("dtype")).value_or(otherwise);
}

DTypeCategory category_of_number(const Call& call, std::size_t i) {
  const auto& value = call.argument(i).value;
  if (const auto* number = std::get_if<Number>(&value)) return number->category();
  if (const auto* unknown = std::get_if<UnknownNumber>(&value)) return unknown->category;
  return DTypeCategory::kIntegral;
}

void require_sizes(const Call& call, const std::vector<IntExpr>& sizes) {
  for (const IntExpr& n : sizes) {
    if (n.bounds().second >= 0) continue;
    call.fail(diag::ShapeMismatch, {fmt::format("negative size in {}", shape_str(sizes))});
  }
}

Compute filled(const Call& call, DType type, std::vector<IntExpr> sizes, ScalarExpr value) {
  require_sizes(call, sizes);
  std::vector<Symbol> vars = index_variables(sizes);
  return elementwise(ComputeKind::kFactory, type, std::move(vars), std::move(sizes),
                     std::move(value));
}

ScalarExpr number_of(DType type, std::int64_t value) {
  return constant(type, convert_number(value, type));
}

// zeros(size), ones(size), full(size, fill_value)

template <int value>
Computes constant_rule(const Call& call) {
  const DType type = dtype_or(call, DType::kFloat32);
  return {filled(call, type, call.integers(0), number_of(type, value))};
}

Computes full_rule(const Call& call) {
  const DType type = dtype_or(call, default_dtype(category_of_number(call, 1)));
  return {filled(call, type, call.integers(0), number_operand(call, 1, type))};
}

Computes scalar_tensor_rule(const Call& call) {
  const DType type = dtype_or(call, DType::kFloat32);
  return {filled(call, type, {}, number_operand(call, 0, type))};
}

// zeros_like(input), ones_like(input), full_like(input, fill_value)

template <int value>
Computes constant_like_rule(const Call& call) {
  const DType type = dtype_or(call, call.tensor(0).dtype);
  return {filled(call, type, call.tensor(0).sizes, number_of(type, value))};
}

Computes full_like_rule(const Call& call) {
  const DType type = dtype_or(call, call.tensor(0).dtype);
  return {filled(call, type, call.tensor(0).sizes, number_operand(call, 1, type))};
}

// new_zeros(input, size), new_full(input, size, fill_value)

template <int value>
Computes new_constant_rule(const Call& call) {
  const DType type = dtype_or(call, call.tensor(0).dtype);
  return {filled(call, type, call.integers(1), number_of(type, value))};
}

Computes new_full_rule(const Call& call) {
  const DType type = dtype_or(call, call.tensor(0).dtype);
  return {filled(call, type, call.integers(1), number_operand(call, 2, type))};
}

// arange

/// Which parameter holds what; a missing one has its usual value.
struct RangeParameters {
  std::optional<std::size_t> start;
  std::size_t end;
  std::optional<std::size_t> step;
};

bool is_fraction(const Call& call, std::size_t i) {
  return category_of_number(call, i) == DTypeCategory::kFloating;
}

[[noreturn]] void bad_range(const Call& call, const std::string& start, const std::string& end,
                            const std::string& step) {
  call.fail(diag::ValueOutOfDomain,
            {fmt::format("no range from {} to {} in steps of {}", start, end, step)});
}

/// A range of integers, whose bounds may be symbolic.
Compute integer_range(const Call& call, DType type, const RangeParameters& p) {
  const auto integer = [&](std::size_t i) -> IntExpr {
    return is_fraction(call, i) ? IntExpr(call.number(i).as_int()) : call.integer(i);
  };
  const IntExpr start = p.start ? integer(*p.start) : IntExpr(0);
  const IntExpr end = integer(p.end);
  const IntExpr step = p.step ? integer(*p.step) : IntExpr(1);
  if (!step.is_constant()) {
    call.fail(diag::OperatorUnsupported, {fmt::format("the symbolic step {}", step.str())});
  }
  if (step.is(0)) bad_range(call, start.str(), end.str(), step.str());
  const IntExpr count =
      step.value() > 0 ? ceil_div(end - start, step) : ceil_div(start - end, 0 - step);
  if (count.bounds().second < 0) bad_range(call, start.str(), end.str(), step.str());
  std::vector<IntExpr> sizes = {count};
  std::vector<Symbol> vars = index_variables(sizes);
  const ScalarExpr value = cast(index_value(start + step * IntExpr(vars[0])), type);
  return elementwise(ComputeKind::kFactory, type, std::move(vars), std::move(sizes), value);
}

/// A range of fractions, computed in float64 as PyTorch does.
Compute fraction_range(const Call& call, DType type, const RangeParameters& p) {
  const double start = p.start ? call.floating(*p.start) : 0;
  const double end = call.floating(p.end);
  const double step = p.step ? call.floating(*p.step) : 1;
  const double count = std::ceil((end - start) / step);
  if (!(count >= 0 && count < 9e15)) {
    bad_range(call, fmt::format("{}", start), fmt::format("{}", end), fmt::format("{}", step));
  }
  std::vector<IntExpr> sizes = {static_cast<std::int64_t>(count)};
  std::vector<Symbol> vars = index_variables(sizes);
  const ScalarExpr position = cast(index_value(vars[0]), DType::kFloat64);
  const ScalarExpr value =
      constant(DType::kFloat64, start) + constant(DType::kFloat64, step) * position;
  return elementwise(ComputeKind::kFactory, type, std::move(vars), std::move(sizes),
                     cast(value, type));
}

Computes range_of(const Call& call, const RangeParameters& p) {
  bool fractions = is_fraction(call, p.end);
  if (p.start) fractions = fractions || is_fraction(call, *p.start);
  if (p.step) fractions = fractions || is_fraction(call, *p.step);
  const DType type = dtype_or(call, fractions ? DType::kFloat32 : DType::kInt64);
  // With int64 results PyTorch drops the fractions of the bounds before it counts.
  if (!fractions || type == DType::kInt64) return {integer_range(call, type, p)};
  return {fraction_range(call, type, p)};
}

Computes arange_rule(const Call& call) { return range_of(call, {std::nullopt, 0, std::nullopt}); }
Computes arange_start_rule(const Call& call) { return range_of(call, {0, 1, std::nullopt}); }
Computes arange_step_rule(const Call& call) { return range_of(call, {0, 1, 2}); }

// linspace(start, end, steps), logspace(start, end, steps, base)

/// From both ends towards the middle, so that both are met exactly.
ScalarExpr spaced_value(const Call& call, DType compute, const IntExpr& steps, const IntExpr& at) {
  const ScalarExpr start = number_operand(call, 0, compute);
  const ScalarExpr end = number_operand(call, 1, compute);
  if (steps.is(1)) return start;
  const auto real = [compute](const IntExpr& n) { return cast(index_value(n), compute); };
  const ScalarExpr step = (end - start) / real(steps - 1);
  return select(index_value(at) < index_value(floor_div(steps, 2)), start + step * real(at),
                end - step * real(steps - 1 - at));
}

Compute spaced(const Call& call, const ScalarExpr& base) {
  const DType type = dtype_or(call, DType::kFloat32);
  if (!is_floating(type)) call.fail(diag::OperatorUnsupported, {"an integer result"});
  const DType compute = compute_type(type);
  std::vector<IntExpr> sizes = {call.integer(2)};
  require_sizes(call, sizes);
  std::vector<Symbol> vars = index_variables(sizes);
  ScalarExpr value = spaced_value(call, compute, sizes[0], vars[0]);
  if (base) value = binary(ScalarOp::kPow, cast(base, compute), value);
  return elementwise(ComputeKind::kFactory, type, std::move(vars), std::move(sizes),
                     cast(value, type));
}

Computes linspace_rule(const Call& call) { return {spaced(call, {})}; }
Computes logspace_rule(const Call& call) {
  return {spaced(call, number_operand(call, 3, DType::kFloat64))};
}

// eye(n), eye(n, m)

Compute identity_matrix(const Call& call, std::vector<IntExpr> sizes) {
  const DType type = dtype_or(call, DType::kFloat32);
  require_sizes(call, sizes);
  std::vector<Symbol> vars = index_variables(sizes);
  const ScalarExpr value =
      select(index_value(vars[0]) == index_value(vars[1]), number_of(type, 1), number_of(type, 0));
  return elementwise(ComputeKind::kFactory, type, std::move(vars), std::move(sizes), value);
}

Computes eye_rule(const Call& call) {
  return {identity_matrix(call, {call.integer(0), call.integer(0)})};
}
Computes eye_m_rule(const Call& call) {
  return {identity_matrix(call, {call.integer(0), call.integer(1)})};
}

constexpr Effect kRandom = Effect::kRandom;

constexpr OperatorRow kRows[] = {
    {"zeros(int[] size, *, DType? dtype=None, Device? device=None) -> Tensor", "A tensor of zeros.",
     constant_rule<0>, kFunction},
    {"ones(int[] size, *, DType? dtype=None, Device? device=None) -> Tensor", "A tensor of ones.",
     constant_rule<1>, kFunction},
    {"empty(int[] size, *, DType? dtype=None, Device? device=None) -> Tensor",
     "A tensor whose elements are to be written; they are 0.", constant_rule<0>, kFunction},
    {"full(int[] size, Scalar fill_value, *, DType? dtype=None, Device? device=None) -> Tensor",
     "A tensor of one number.", full_rule, kFunction},
    {"scalar_tensor(Scalar s, *, DType? dtype=None, Device? device=None) -> Tensor",
     "A number as a tensor without dimensions.", scalar_tensor_rule, kFunction},
    {"zeros_like(Tensor input, *, DType? dtype=None, Device? device=None) -> Tensor",
     "Zeros in the shape and type of another tensor.", constant_like_rule<0>, kFunction},
    {"ones_like(Tensor input, *, DType? dtype=None, Device? device=None) -> Tensor",
     "Ones in the shape and type of another tensor.", constant_like_rule<1>, kFunction},
    {"empty_like(Tensor input, *, DType? dtype=None, Device? device=None) -> Tensor",
     "Elements to be written, in the shape and type of another tensor; they are 0.",
     constant_like_rule<0>, kFunction},
    {"full_like(Tensor input, Scalar fill_value, *, DType? dtype=None, Device? device=None) -> "
     "Tensor",
     "One number in the shape and type of another tensor.", full_like_rule, kFunction},
    {"new_zeros(Tensor input, int[] size, *, DType? dtype=None, Device? device=None) -> Tensor",
     "Zeros in the type of another tensor.", new_constant_rule<0>, kMethod},
    {"new_ones(Tensor input, int[] size, *, DType? dtype=None, Device? device=None) -> Tensor",
     "Ones in the type of another tensor.", new_constant_rule<1>, kMethod},
    {"new_empty(Tensor input, int[] size, *, DType? dtype=None, Device? device=None) -> Tensor",
     "Elements to be written, in the type of another tensor; they are 0.", new_constant_rule<0>,
     kMethod},
    {"new_full(Tensor input, int[] size, Scalar fill_value, *, DType? dtype=None, Device? "
     "device=None) -> Tensor",
     "One number in the type of another tensor.", new_full_rule, kMethod},
    {"arange(Scalar end, *, DType? dtype=None, Device? device=None) -> Tensor",
     "0, 1, ... below `end`.", arange_rule, kFunction},
    {"arange.start(Scalar start, Scalar end, *, DType? dtype=None, Device? device=None) -> Tensor",
     "start, start + 1, ... below `end`.", arange_start_rule, kFunction},
    {"arange.start_step(Scalar start, Scalar end, Scalar step=1, *, DType? dtype=None, Device? "
     "device=None) -> Tensor",
     "start, start + step, ... before `end`.", arange_step_rule, kFunction},
    {"linspace(Scalar start, Scalar end, int steps, *, DType? dtype=None, Device? device=None) -> "
     "Tensor",
     "Numbers at equal distances from `start` to `end`, both included.", linspace_rule, kFunction},
    {"logspace(Scalar start, Scalar end, int steps, float base=10.0, *, DType? dtype=None, Device? "
     "device=None) -> Tensor",
     "Powers of `base` with exponents at equal distances.", logspace_rule, kFunction},
    {"eye(int n, *, DType? dtype=None, Device? device=None) -> Tensor", "An identity matrix.",
     eye_rule, kFunction},
    {"eye.m(int n, int m, *, DType? dtype=None, Device? device=None) -> Tensor",
     "A matrix with ones on its diagonal.", eye_m_rule, kFunction},

    {"rand(int[] size, *, DType? dtype=None, Device? device=None) -> Tensor",
     "Uniformly distributed in [0, 1).", Structured{random_float_rule}, kFunction, kRandom},
    {"randn(int[] size, *, DType? dtype=None, Device? device=None) -> Tensor",
     "Normally distributed with mean 0 and variance 1.", Structured{random_float_rule}, kFunction,
     kRandom},
    {"randint(int high, int[] size, *, DType? dtype=None, Device? device=None) -> Tensor",
     "Integers in [0, high).", Structured{random_integer_rule}, kFunction, kRandom},
    {"randint.low(int low, int high, int[] size, *, DType? dtype=None, Device? device=None) -> "
     "Tensor",
     "Integers in [low, high).", Structured{random_integer_rule}, kFunction, kRandom},
    {"randperm(int n, *, DType? dtype=None, Device? device=None) -> Tensor",
     "The integers below n in random order.", Structured{random_permutation_rule}, kFunction,
     kRandom},
    {"normal(float mean, float std, int[] size, *, DType? dtype=None, Device? device=None) -> "
     "Tensor",
     "Normally distributed numbers.", Structured{random_float_rule}, kFunction, kRandom},
    {"normal.Tensor_float(Tensor mean, float std=1) -> Tensor", "Normally distributed numbers.",
     normal_rule, kFunction, kRandom},
    {"normal.Tensor_Tensor(Tensor mean, Tensor std) -> Tensor", "Normally distributed numbers.",
     normal_rule, kFunction, kRandom},
    {"rand_like(Tensor input, *, DType? dtype=None, Device? device=None) -> Tensor",
     "Uniformly distributed in [0, 1), in the shape and type of another tensor.",
     Structured{random_float_like_rule}, kFunction, kRandom},
    {"randn_like(Tensor input, *, DType? dtype=None, Device? device=None) -> Tensor",
     "Normally distributed, in the shape and type of another tensor.",
     Structured{random_float_like_rule}, kFunction, kRandom},
    {"randint_like(Tensor input, int high, *, DType? dtype=None, Device? device=None) -> Tensor",
     "Integers in [0, high), in the shape and type of another tensor.",
     Structured{random_like_rule}, kFunction, kRandom},
    {"randint_like.low(Tensor input, int low, int high, *, DType? dtype=None, Device? device=None) "
     "-> Tensor",
     "Integers in [low, high), in the shape and type of another tensor.",
     Structured{random_like_rule}, kFunction, kRandom},
    {"bernoulli(Tensor input) -> Tensor", "1 with the probability that `input` holds, else 0.",
     Structured{random_float_like_rule}, kFunction | kMethod, kRandom},
    {"bernoulli.p(Tensor input, float p) -> Tensor", "1 with probability p, else 0.",
     Structured{random_like_rule}, kFunction | kMethod | kInPlace, kRandom},
    {"poisson(Tensor input) -> Tensor",
     "Numbers of events, Poisson distributed around the rates that `input` holds.",
     Structured{random_float_like_rule}, kFunction, kRandom},
    {"multinomial(Tensor input, int num_samples, bool replacement=False) -> Tensor",
     "Positions drawn with the probabilities that the last dimension holds.",
     Structured{multinomial_rule}, kFunction | kMethod, kRandom},
    {"uniform(Tensor input, float from=0, float to=1) -> Tensor",
     "Uniformly distributed in [from, to), in the shape and type of another tensor.",
     Structured{random_float_like_rule}, kInPlace, kRandom},
    {"normal.like(Tensor input, float mean=0, float std=1) -> Tensor",
     "Normally distributed, in the shape and type of another tensor.",
     Structured{random_float_like_rule}, kInPlace, kRandom},
    {"exponential(Tensor input, float lambd=1) -> Tensor",
     "Exponentially distributed, in the shape and type of another tensor.",
     Structured{random_float_like_rule}, kInPlace, kRandom},
    {"random(Tensor input) -> Tensor",
     "Integers over the whole range of the type that it can hold.", Structured{random_like_rule},
     kInPlace, kRandom},
    {"random.to(Tensor input, int to) -> Tensor", "Integers in [0, to).",
     Structured{random_like_rule}, kInPlace, kRandom},
    {"random.from(Tensor input, int from, int? to) -> Tensor", "Integers in [from, to).",
     Structured{random_like_rule}, kInPlace, kRandom},
};

}  // namespace

std::span<const OperatorRow> factory_rows() { return kRows; }

}  // namespace weft::ir
