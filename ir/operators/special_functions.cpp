/// \file Bodies of erfinv, lgamma and digamma.
#include <weft/ir/operators/special_functions.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>

namespace weft::ir {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// c[0] + c[1] x + c[2] x^2 + ...
ScalarExpr polynomial(const ScalarExpr& x, std::initializer_list<double> coefficients) {
  ScalarExpr sum = same(x, coefficients.end()[-1]);
  for (std::size_t k = coefficients.size() - 1; k-- > 0;) {
    sum = sum * x + same(x, coefficients.begin()[k]);
  }
  return sum;
}

/// Sums of many terms that cancel are made in double.
ScalarExpr in_double(Body& b) { return cast(b.in(0), DType::kFloat64); }

ScalarExpr whole(const ScalarExpr& x) { return x == unary(ScalarOp::kFloor, x); }

/// pi times the part of x behind the point: the sine and tangent of pi x have no other use for it.
ScalarExpr angle(const ScalarExpr& x) {
  return (x - unary(ScalarOp::kFloor, x)) * same(x, std::numbers::pi);
}

/// log gamma(x) for x of at least 1/2, by Lanczos' sum with g = 7 and 9 terms.
ScalarExpr lanczos_log_gamma(const ScalarExpr& x) {
  constexpr double kTerms[] = {676.5203681218851,     -1259.1392167224028,  771.32342877765313,
                               -176.61502916214059,   12.507343278686905,   -0.13857109526572012,
                               9.9843695780195716e-6, 1.5056327351493116e-7};
  ScalarExpr sum = same(x, 0.99999999999980993);
  for (std::size_t k = 0; k < 8; ++k) {
    sum = sum + same(x, kTerms[k]) / (x + same(x, static_cast<double>(k)));
  }
  const ScalarExpr t = x + same(x, 6.5);
  const ScalarExpr log_t = unary(ScalarOp::kLog, t);
  return same(x, 0.5 * std::log(2 * std::numbers::pi)) + (x - same(x, 0.5)) * log_t - t +
         unary(ScalarOp::kLog, sum);
}

}  // namespace

ScalarExpr erfinv_body(Body& b) {
  // A rational approximation, and two steps of Newton's method from there.
  const ScalarExpr y = b.in(0);
  const ScalarExpr size = unary(ScalarOp::kAbs, y);
  const ScalarExpr square = y * y;
  const ScalarExpr middle =
      y * polynomial(square, {0.886226899, -1.645349621, 0.914624893, -0.140543331}) /
      polynomial(square, {1.0, -2.118377725, 1.442710462, -0.329097515, 0.012229801});
  const ScalarExpr z =
      unary(ScalarOp::kSqrt, -unary(ScalarOp::kLog, (same(y, 1.0) - size) / same(y, 2.0)));
  const ScalarExpr tail = polynomial(z, {-1.970840454, -1.624906493, 3.429567803, 1.641345311}) /
                          polynomial(z, {1.0, 3.543889200, 1.637067800});
  ScalarExpr x = select(size <= same(y, 0.7), middle, select(y < same(y, 0.0), -tail, tail));
  for (int step = 0; step < 2; ++step) {
    const ScalarExpr slope =
        same(y, 2.0 / std::sqrt(std::numbers::pi)) * unary(ScalarOp::kExp, -(x * x));
    x = x - (unary(ScalarOp::kErf, x) - y) / slope;
  }
  const ScalarExpr end = select(y < same(y, 0.0), same(y, -kInfinity), same(y, kInfinity));
  return select(size < same(y, 1.0), x, select(size == same(y, 1.0), end, same(y, kNaN)));
}

ScalarExpr lgamma_body(Body& b) {
  const ScalarExpr x = in_double(b);
  // gamma(x) gamma(1 - x) = pi / sin(pi x)
  const ScalarExpr small = x < same(x, 0.5);
  const ScalarExpr folded = lanczos_log_gamma(select(small, same(x, 1.0) - x, x));
  const ScalarExpr sine = unary(ScalarOp::kAbs, unary(ScalarOp::kSin, angle(x)));
  const ScalarExpr reflected = unary(ScalarOp::kLog, same(x, std::numbers::pi) / sine) - folded;
  ScalarExpr result = select(small, reflected, folded);
  const ScalarExpr pole = (x <= same(x, 0.0)) && whole(x);
  result = select(pole || unary(ScalarOp::kIsInf, x), same(x, kInfinity), result);
  return cast(result, b.compute_type());
}

ScalarExpr digamma_body(Body& b) {
  const ScalarExpr x = in_double(b);
  // digamma(x) = digamma(1 - x) - pi / tan(pi x)
  const ScalarExpr negative = x < same(x, 0.0);
  ScalarExpr z = select(negative, same(x, 1.0) - x, x);
  // digamma(z) = digamma(z + 1) - 1 / z, up to where the asymptotic series is exact.
  ScalarExpr sum = same(x, 0.0);
  for (int k = 0; k < 10; ++k) {
    sum = sum - same(x, 1.0) / z;
    z = z + same(x, 1.0);
  }
  const ScalarExpr square = same(x, 1.0) / (z * z);
  const ScalarExpr series = polynomial(
      square, {1.0 / 12, -1.0 / 120, 1.0 / 252, -1.0 / 240, 1.0 / 132, -691.0 / 32760, 1.0 / 12});
  const ScalarExpr folded = sum + unary(ScalarOp::kLog, z) - same(x, 0.5) / z - square * series;
  const ScalarExpr reflected = folded - same(x, std::numbers::pi) / unary(ScalarOp::kTan, angle(x));
  ScalarExpr result = select(negative, reflected, folded);
  result = select(negative && whole(x), same(x, kNaN), result);
  result = select(x == same(x, 0.0), same(x, -1.0) / x, result);
  return cast(result, b.compute_type());
}

}  // namespace weft::ir
