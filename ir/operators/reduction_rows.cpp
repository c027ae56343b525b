/// \file Rows of the reductions, and of the normalisations that are built from them.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include <weft/ir/graph.h>
#include <weft/ir/operators/compute.h>
#include <weft/ir/operators/operand_checks.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/order_statistics.h>
#include <weft/ir/operators/softmax.h>
#include <weft/ir/operators/variance.h>

namespace weft::ir {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Contributions and results.

ScalarExpr without_nan(Body&, ScalarExpr x) {
  if (!is_floating(x.type())) return x;
  return select(unary(ScalarOp::kIsNan, x), same(x, 0), x);
}

ScalarExpr is_nonzero(Body&, ScalarExpr x) {
  return cast(cast(std::move(x), DType::kBool), DType::kInt64);
}

ScalarExpr divided_by_count(Body&, ScalarExpr sum, ScalarExpr count) { return sum / count; }

/// Sum over (count - correction), where that is positive, else over 0: NaN or infinity.
ScalarExpr divided_by_corrected_count(Body& b, ScalarExpr sum, ScalarExpr count) {
  ScalarExpr divisor = count - constant(sum.type(), b.call().number(2));
  return sum / binary(ScalarOp::kMax, divisor, same(divisor, 0));
}

constexpr Reduction kSumRule{TypeRule::kSum, Combine::kSum};
constexpr Reduction kNanSumRule{TypeRule::kSum, Combine::kSum, without_nan};
constexpr Reduction kProductRule{TypeRule::kSum, Combine::kProduct};
constexpr Reduction kMeanRule{TypeRule::kFloatOnly, Combine::kSum, nullptr, divided_by_count};
constexpr Reduction kMaxRule{TypeRule::kInput, Combine::kMax, nullptr, nullptr, true};
constexpr Reduction kMinRule{TypeRule::kInput, Combine::kMin, nullptr, nullptr, true};
constexpr Reduction kArgMaxRule{TypeRule::kIndex, Combine::kArgMax, nullptr, nullptr, true};
constexpr Reduction kArgMinRule{TypeRule::kIndex, Combine::kArgMin, nullptr, nullptr, true};
constexpr Reduction kAllRule{TypeRule::kBool, Combine::kAnd};
constexpr Reduction kAnyRule{TypeRule::kBool, Combine::kOr};
constexpr Reduction kCountRule{TypeRule::kIndex, Combine::kSum, is_nonzero};
constexpr Reduction kMaxOrLowestRule{TypeRule::kFloatOnly, Combine::kMax};
constexpr Reduction kCorrectedMeanRule{TypeRule::kFloatOnly, Combine::kSum, nullptr,
                                       divided_by_corrected_count};

constexpr Reduction numbers_only(Reduction reduction) {
  reduction.check = refuse_bool;
  return reduction;
}

// Extremes with their positions.

std::vector<Compute> max_with_index(const Call& call) {
  return {reduction_compute(call, kMaxRule), reduction_compute(call, kArgMaxRule)};
}

std::vector<Compute> min_with_index(const Call& call) {
  return {reduction_compute(call, kMinRule), reduction_compute(call, kArgMinRule)};
}

std::vector<Compute> min_and_max(const Call& call) {
  return {reduction_compute(call, kMinRule), reduction_compute(call, kMaxRule)};
}

template <ScalarOp op>
ScalarExpr extreme(Body& b) {
  return binary(op, b.in(0), b.in(1));
}

// Norms.

ScalarExpr magnitude(Body&, ScalarExpr x) { return unary(ScalarOp::kAbs, std::move(x)); }
ScalarExpr squared(Body&, ScalarExpr x) { return x * x; }
ScalarExpr one_if_nonzero(Body&, ScalarExpr x) {
  return select(x != same(x, 0), same(x, 1), same(x, 0));
}
ScalarExpr power(Body& b, ScalarExpr x) {
  ScalarExpr p = same(x, b.call().number(1));
  return binary(ScalarOp::kPow, unary(ScalarOp::kAbs, std::move(x)), p);
}
ScalarExpr square_root(Body&, ScalarExpr sum, ScalarExpr) {
  return unary(ScalarOp::kSqrt, std::move(sum));
}
ScalarExpr inverse_power(Body& b, ScalarExpr sum, ScalarExpr) {
  ScalarExpr p = same(sum, 1.0 / b.call().floating(1));
  return binary(ScalarOp::kPow, std::move(sum), p);
}

/// The p-norm as a reduction; p is at position 1, and None means 2.
Reduction norm_of(double p) {
  constexpr TypeRule floats = TypeRule::kFloatOnly;
  if (p == 2.0) return {floats, Combine::kSum, squared, square_root};
  if (p == 1.0) return {floats, Combine::kSum, magnitude};
  if (p == 0.0) return {floats, Combine::kSum, one_if_nonzero};
  if (p == kInfinity) return {floats, Combine::kMax, magnitude, nullptr, true};
  if (p == -kInfinity) return {floats, Combine::kMin, magnitude, nullptr, true};
  return {floats, Combine::kSum, power, inverse_power, p < 0};
}

std::vector<Compute> norm(const Call& call) {
  return {reduction_compute(call, norm_of(call.has(1) ? call.floating(1) : 2.0))};
}

std::vector<Node*> nanmean_rule(Decomposition& d) {
  const Argument& x = d.argument(0);
  need_floating(d.call(), d.call().tensor(0).dtype);
  KeywordArguments type;
  if (!d.argument(3).is_none()) type.emplace_back("dtype", d.argument(3));
  Node* sum = d.op("nansum", {x, d.argument(1), d.argument(2)}, type);
  Node* numbers = d.op("logical_not", {d.op("isnan", {x})});
  return {d.op("div", {sum, d.op("sum.dim", {numbers, d.argument(1), d.argument(2)})})};
}

constexpr OperatorRow kRows[] = {
    {"sum(Tensor input, *, DType? dtype=None) -> Tensor", "Sum of all elements.", kSumRule},
    {"sum.dim(Tensor input, int[1]? dim, bool keepdim=False, *, DType? dtype=None) -> Tensor",
     "Sum along dimensions.", kSumRule},
    {"nansum(Tensor input, int[1]? dim=None, bool keepdim=False, *, DType? dtype=None) -> Tensor",
     "Sum along dimensions with NaN counted as 0.", kNanSumRule},
    {"mean(Tensor input, *, DType? dtype=None) -> Tensor", "Mean of all elements; NaN for none.",
     kMeanRule},
    {"mean.dim(Tensor input, int[1]? dim, bool keepdim=False, *, DType? dtype=None) -> Tensor",
     "Mean along dimensions; NaN for no elements.", kMeanRule},
    {"prod(Tensor input, *, DType? dtype=None) -> Tensor", "Product of all elements.",
     kProductRule},
    {"prod.dim_int(Tensor input, int dim, bool keepdim=False, *, DType? dtype=None) -> Tensor",
     "Product along a dimension.", kProductRule},

    {"amax(Tensor input, int[1] dim=[], bool keepdim=False) -> Tensor",
     "Largest element along dimensions; NaN if there is one.", kMaxRule},
    {"amin(Tensor input, int[1] dim=[], bool keepdim=False) -> Tensor",
     "Smallest element along dimensions; NaN if there is one.", kMinRule},
    {"max(Tensor input) -> Tensor", "Largest of all elements; NaN if there is one.", kMaxRule},
    {"max.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
     "Largest element along a dimension and the position of its first occurrence.", max_with_index},
    {"max.other(Tensor input, Tensor other) -> Tensor", "The larger element; NaN where either is.",
     Pointwise{TypeRule::kPromote, extreme<ScalarOp::kMax>}},
    {"min(Tensor input) -> Tensor", "Smallest of all elements; NaN if there is one.", kMinRule},
    {"min.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
     "Smallest element along a dimension and the position of its first occurrence.",
     min_with_index},
    {"min.other(Tensor input, Tensor other) -> Tensor", "The smaller element; NaN where either is.",
     Pointwise{TypeRule::kPromote, extreme<ScalarOp::kMin>}},
    {"aminmax(Tensor input, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)",
     "Smallest and largest element along a dimension, or of all.", min_and_max},
    {"argmax(Tensor input, int? dim=None, bool keepdim=False) -> Tensor",
     "Position of the first largest element; NaN counts as largest.", numbers_only(kArgMaxRule)},
    {"argmin(Tensor input, int? dim=None, bool keepdim=False) -> Tensor",
     "Position of the first smallest element; NaN counts as smallest.", numbers_only(kArgMinRule)},

    {"all(Tensor input) -> Tensor", "True if no element is 0.", kAllRule},
    {"all.dim(Tensor input, int dim, bool keepdim=False) -> Tensor",
     "True where no element along the dimension is 0.", kAllRule},
    {"any(Tensor input) -> Tensor", "True if an element is not 0.", kAnyRule},
    {"any.dim(Tensor input, int dim, bool keepdim=False) -> Tensor",
     "True where an element along the dimension is not 0.", kAnyRule},
    {"count_nonzero(Tensor input, int[1]? dim=None) -> Tensor",
     "Number of elements that are not 0.", kCountRule},

    {"norm(Tensor input, Scalar p=2) -> Tensor", "p-norm of all elements.", norm},
    {"norm.ScalarOpt_dim(Tensor input, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor",
     "p-norm along dimensions.", norm},

    {"var(Tensor input, bool unbiased=True) -> Tensor",
     "Variance of all elements, over n - 1 where unbiased.", var_rule},
    {"var.dim(Tensor input, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor",
     "Variance along dimensions, over n - 1 where unbiased.", var_rule},
    {"var.correction(Tensor input, int[1]? dim=None, *, int? correction=None, "
     "bool keepdim=False) -> Tensor",
     "Variance along dimensions, over n - correction (1 for None).", var_rule},
    {"std(Tensor input, bool unbiased=True) -> Tensor",
     "Standard deviation of all elements, over n - 1 where unbiased.", std_rule},
    {"std.dim(Tensor input, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor",
     "Standard deviation along dimensions, over n - 1 where unbiased.", std_rule},
    {"std.correction(Tensor input, int[1]? dim=None, *, int? correction=None, "
     "bool keepdim=False) -> Tensor",
     "Standard deviation along dimensions, over n - correction (1 for None).", std_rule},
    {"var_mean(Tensor input, bool unbiased=True) -> (Tensor var, Tensor mean)",
     "Variance and mean of all elements.", var_mean_rule, kFunction},
    {"var_mean.dim(Tensor input, int[1]? dim, bool unbiased=True, bool keepdim=False) -> "
     "(Tensor var, Tensor mean)",
     "Variance and mean along dimensions.", var_mean_rule, kFunction},
    {"std_mean(Tensor input, bool unbiased=True) -> (Tensor std, Tensor mean)",
     "Standard deviation and mean of all elements.", std_mean_rule, kFunction},
    {"std_mean.dim(Tensor input, int[1]? dim, bool unbiased=True, bool keepdim=False) -> "
     "(Tensor std, Tensor mean)",
     "Standard deviation and mean along dimensions.", std_mean_rule, kFunction},

    {"nanmean(Tensor input, int[1]? dim=None, bool keepdim=False, *, DType? dtype=None) -> Tensor",
     "Mean along dimensions of the elements that are not NaN.", nanmean_rule},
    {"median(Tensor input) -> Tensor",
     "The element in the middle of all, the lower one of two; NaN if there is one.", median_rule},
    {"median.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
     "The element in the middle along a dimension, and where it is; NaN if there is one.",
     median_dim_rule},
    {"nanmedian(Tensor input) -> Tensor",
     "The element in the middle of all that are not NaN, the lower one of two.", median_rule},
    {"nanmedian.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
     "The element in the middle of those that are not NaN along a dimension, and where it is.",
     median_dim_rule},
    {"mode(Tensor input, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)",
     "The most frequent element along a dimension, the smallest one of several, and where it is.",
     mode_rule},
    {"quantile(Tensor input, Tensor|Scalar q, int? dim=None, bool keepdim=False, *, str "
     "interpolation='linear') -> Tensor",
     "The elements below which shares `q` of all lie; NaN if there is one.", quantile_rule},
    {"histc(Tensor input, int bins=100, Scalar min=0, Scalar max=0) -> Tensor",
     "How many elements lie in each of equal parts of [min, max], or of their own range.",
     histc_rule},

    {"logsumexp(Tensor input, int[1] dim, bool keepdim=False) -> Tensor",
     "log(sum(exp(x))) along dimensions, without overflow.", logsumexp_rule},
    {"softmax(Tensor input, int dim, DType? dtype=None) -> Tensor",
     "exp(x) over its sum along a dimension, without overflow.", softmax_rule},
    {"softmin(Tensor input, int dim, DType? dtype=None) -> Tensor", "softmax(-x).", softmin_rule,
     kFunctional},
    {"log_softmax(Tensor input, int dim, DType? dtype=None) -> Tensor",
     "log(softmax(x)), accurate where the softmax is small.", log_softmax_rule},

    // What the decompositions need besides: not spelled by users.
    {"_max_or_lowest(Tensor input, int[1] dim, bool keepdim=False) -> Tensor",
     "Largest element along dimensions, and minus infinity for no elements.", kMaxOrLowestRule, 0},
    {"_corrected_mean(Tensor input, int[1]? dim, int correction, bool keepdim=False) -> Tensor",
     "Sum along dimensions, over the number of elements less the correction.", kCorrectedMeanRule,
     0},
};

}  // namespace

std::span<const OperatorRow> reduction_rows() { return kRows; }

}  // namespace weft::ir
