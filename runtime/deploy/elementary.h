#pragma once
/// \file Elementary functions for f32, written once for "float or F32".
///
/// V is float or F32. Every step is an IEEE operation that rounds the same way in a scalar register
/// and in a vector lane, and no fused multiply-add is used (the baseline has none), so eager code,
/// scalar loops and vector kernels of every instruction set give the same bits. Polynomials are
/// minimax fits (Remez exchange) of the stated remainders; errors were measured against 64-bit
/// results over all or densely sampled floats, see tests/deploy.

#include "scalar_ops.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {
namespace elementary {

/// 1.5 * 2^23: adding it leaves x rounded to an integer in the low bits of the sum (|x| < 2^22).
constexpr float kRoundMagic = 12582912.0f;
constexpr int32_t kRoundMagicBits = 0x4B400000;

/// x * 2^n for -252 <= n <= 254 and |x| in [0.5, 2]: two factors, so that overflow gives infinity
/// and a subnormal result is rounded once.
template <class V, class I>
WEFT_INLINE V scale_by_power(V x, I n) {
  const I half = shift_right<1>(n);
  const V first = as_f32(shift_left<23>(wrap_add(half, I(127))));
  const V second = as_f32(shift_left<23>(wrap_add(wrap_sub(n, half), I(127))));
  return (x * first) * second;
}

/// x = n * ln 2 + r with |r| <= ln 2 / 2: gives r and the integer n as bits and as a value.
template <class V, class I>
struct Reduced {
  V r;
  V n;
  I n_bits;
};
template <class V>
WEFT_INLINE auto reduce_by_log2(V x) {
  const V shifted = x * V(1.44269504f) + V(kRoundMagic);
  const auto n_bits = wrap_sub(as_bits(shifted), decltype(as_bits(x))(kRoundMagicBits));
  const V n = shifted - V(kRoundMagic);
  // ln 2 in two parts; the first has 15 bits, so n times it is exact.
  const V r = (x - n * V(0.693145752f)) - n * V(1.42860677e-6f);
  return Reduced<V, decltype(as_bits(x))>{r, n, n_bits};
}
/// (e^r - 1 - r) / r^2 for |r| <= ln 2 / 2.
template <class V>
WEFT_INLINE V exp_remainder(V r) {
  V q = V(0.0013814314734190702f);
  q = q * r + V(0.00836885068565607f);
  q = q * r + V(0.041668400168418884f);
  q = q * r + V(0.1666651964187622f);
  return q * r + V(0.4999999403953552f);
}

/// At most 1 ulp. Overflow above 88.72, subnormal results below -87.33.
template <class V>
WEFT_INLINE V exp(V x) {
  // Comparisons with NaN are false, so NaN passes the clamps.
  const V clamped = lesser_of(V(90.0f), greater_of(V(-105.0f), x));
  const auto a = reduce_by_log2(clamped);
  const V p = V(1.0f) + (a.r + (a.r * a.r) * exp_remainder(a.r));
  return scale_by_power(p, a.n_bits);
}

/// At most 1.1 ulp.
template <class V>
WEFT_INLINE V exp2(V x) {
  const V clamped = lesser_of(V(130.0f), greater_of(V(-152.0f), x));
  const V shifted = clamped + V(kRoundMagic);
  const auto n = wrap_sub(as_bits(shifted), decltype(as_bits(x))(kRoundMagicBits));
  const V f = clamped - (shifted - V(kRoundMagic));
  // (2^f - 1 - f ln 2) / f^2 for |f| <= 1/2.
  V q = V(0.00015320823768875214f);
  q = q * f + V(0.00133903871756047f);
  q = q * f + V(0.009618529118597507f);
  q = q * f + V(0.055503617972135544f);
  q = q * f + V(0.24022647738456726f);
  const V p = V(1.0f) + (f * V(0.693147181f) + (f * f) * q);
  return scale_by_power(p, n);
}

/// e^x - 1, at most 2 ulp, exact sign of zero.
template <class V>
WEFT_INLINE V expm1(V x) {
  const V clamped = lesser_of(V(89.0f), greater_of(V(-30.0f), x));
  const auto a = reduce_by_log2(clamped);
  const V r = a.r;
  V q = V(0.001388249802403152f);
  q = q * r + V(0.00836664717644453f);
  q = q * r + V(0.04166720435023308f);
  q = q * r + V(0.16666541993618011f);
  q = q * r + V(0.4999999701976776f);
  const V p = r + (r * r) * q;
  // 2^n (1 + p) - 1 = 2 (2^(n-1) p + (2^(n-1) - 1/2)); n - 1 <= 127 stays finite until the end.
  const V scale = as_f32(shift_left<23>(wrap_add(a.n_bits, decltype(a.n_bits)(126))));
  const V result = V(2.0f) * (scale * p + (scale - V(0.5f)));
  // Below 2^-24 the answer is x itself; this also keeps -0.
  return select(abs(x) < V(5.9604645e-8f), x, result);
}

/// x = 2^k * (1 + f), f in [sqrt(1/2) - 1, sqrt(2) - 1): for finite x > 0.
template <class V>
struct Decomposed {
  V f;
  V k;
};
template <class V>
WEFT_INLINE Decomposed<V> decompose(V x) {
  using I = decltype(as_bits(x));
  // Subnormals are scaled up first.
  const auto tiny = x < V(1.17549435e-38f);
  const I bits = as_bits(select(tiny, x * V(8388608.0f), x));
  // The offset makes the mantissa range start at sqrt(1/2).
  const I shifted = wrap_sub(bits, I(0x3F3504F3));
  const I k = wrap_sub(shift_right<23>(shifted), select(tiny, I(23), I(0)));
  const I mantissa = wrap_add(shifted & I(0x007FFFFF), I(0x3F3504F3));
  return {as_f32(mantissa) - V(1.0f), to_f32(k)};
}
/// (log(1 + f) - f + f^2 / 2) / f^3 on the range of `decompose`.
template <class V>
WEFT_INLINE V log_remainder(V f) {
  V p = V(0.067466139793396f);
  p = p * f + V(-0.11675623059272766f);
  p = p * f + V(0.11888159066438675f);
  p = p * f + V(-0.12405593693256378f);
  p = p * f + V(0.14219553768634796f);
  p = p * f + V(-0.16667994856834412f);
  p = p * f + V(0.2000211924314499f);
  p = p * f + V(-0.25000008940696716f);
  return p * f + V(0.3333331346511841f);
}
/// The answers of every logarithm outside the positive finite numbers.
template <class V>
WEFT_INLINE V log_special(V x, V result) {
  V r = select(x > V(0.0f), result, V(__builtin_nanf("")));
  r = select(x == V(0.0f), V(-__builtin_inff()), r);
  return select(x < V(__builtin_inff()), r, x);
}

/// At most 1 ulp. log(0) = -inf, log(negative) = NaN.
template <class V>
WEFT_INLINE V log(V x) {
  const auto d = decompose(x);
  const V z = d.f * d.f;
  const V tail = (d.f * z) * log_remainder(d.f) + d.k * V(1.42860677e-6f) - V(0.5f) * z;
  return log_special(x, d.k * V(0.693145752f) + (d.f + tail));
}

/// log(1 + x), at most 2 ulp.
template <class V>
WEFT_INLINE V log1p(V x) {
  const V u = V(1.0f) + x;
  const auto d = decompose(u);
  // What rounding took from 1 + x, relative to u: log(1 + x) = log(u) + lost / u.
  const V lost = select(abs(x) > V(1.0f), V(1.0f) - (u - x), x - (u - V(1.0f)));
  const V z = d.f * d.f;
  const V tail =
      (d.f * z) * log_remainder(d.f) + (d.k * V(1.42860677e-6f) + lost / u) - V(0.5f) * z;
  const V r = log_special(u, d.k * V(0.693145752f) + (d.f + tail));
  return select(abs(x) < V(5.9604645e-8f), x, r);
}

/// Base 2, at most 2 ulp, exact at powers of two.
template <class V>
WEFT_INLINE V log2(V x) {
  const auto d = decompose(x);
  const V z = d.f * d.f;
  // log2(e) = 1 + 0.4427, so that f itself enters without a rounding.
  const V small = (d.f * z) * log_remainder(d.f) - V(0.5f) * z;
  const V y = d.f + small;
  return log_special(x, d.k + (d.f + (small + y * V(0.44269504f))));
}

/// Base 10, at most 2 ulp.
template <class V>
WEFT_INLINE V log10(V x) {
  const auto d = decompose(x);
  const V z = d.f * d.f;
  const V y = d.f + ((d.f * z) * log_remainder(d.f) - V(0.5f) * z);
  // log10(2) in two parts; k times the first is exact.
  return log_special(x, d.k * V(0.301025391f) + (y * V(0.434294482f) + d.k * V(4.60503907e-6f)));
}

/// At most 3 ulp, odd, exact at zero.
template <class V>
WEFT_INLINE V tanh(V x) {
  const V magnitude = abs(x);
  const V t = expm1(magnitude * V(-2.0f));
  return copysign(t / (V(-2.0f) - t), x);
}

/// 1 / (1 + e^-x), at most 3 ulp for all x: the exponential is never of a positive number, so large
/// negative x gives small values and not zero.
template <class V>
WEFT_INLINE V sigmoid(V x) {
  const V e = exp(-abs(x));
  return select(x < V(0.0f), e, V(1.0f)) / (V(1.0f) + e);
}

/// At most 2 ulp, odd.
template <class V>
WEFT_INLINE V erf(V x) {
  const V a = abs(x);
  const V z = x * x;
  // erf(x) / x - 1 for |x| < 0.875.
  V s = V(-0.0006203254451975226f);
  s = s * z + V(0.005032181274145842f);
  s = s * z + V(-0.026791462674736977f);
  s = s * z + V(0.11282455176115036f);
  s = s * z + V(-0.3761255145072937f);
  s = s * z + V(0.12837915122509003f);
  const V small = x + x * s;
  // -log(1 - erf(a)) for 0.875 <= a <= 3.95; beyond, 1 - erf(a) is below half an ulp of 1.
  const V b = lesser_of(V(3.9500000f), a);
  V l = V(-0.0001998998923227191f);
  l = l * b + V(0.0030819824896752834f);
  l = l * b + V(-0.022380979731678963f);
  l = l * b + V(0.10425011068582535f);
  l = l * b + V(0.6368207335472107f);
  l = l * b + V(1.1278892755508423f);
  l = l * b + V(0.0001442226639483124f);
  const V large = copysign(V(1.0f) - exp(-l), x);
  return select(a < V(0.875f), small, select(is_nan(x), x, large));
}

/// Largest |x| that the reduction below serves; sin and cos use the C library beyond it.
constexpr float kTrigLimit = 1.0e6f;

/// Sine (Shift = 0) or cosine (Shift = 1) for |x| <= kTrigLimit, at most 2 ulp.
template <int Shift, class V>
WEFT_INLINE V sin_cos(V x) {
  using I = decltype(as_bits(x));
  // x = n pi/2 + r in 64 bits: the first part of pi/2 has 33 bits, so n times it is exact.
  const auto wide = to_f64(x);
  using D = decltype(to_f64(x));
  constexpr double kMagic = 6755399441055744.0;  // 1.5 * 2^52
  const auto shifted = wide * D(0.63661977236758134) + D(kMagic);
  const auto n = shifted - D(kMagic);
  const V r = to_f32((wide - n * D(1.5707963267341256)) - n * D(6.0771005065061922e-11));
  const I quadrant = wrap_add(to_i32(as_bits(shifted)), I(Shift));
  const V z = r * r;
  V s = V(2.718102905419073e-06f);
  s = s * z + V(-0.00019839309970848262f);
  s = s * z + V(0.008333329111337662f);
  s = s * z + V(-0.1666666716337204f);
  // The sum would turn -0 into +0.
  const V sine = select(r == V(0.0f), r, r + (r * z) * s);
  V c = V(2.443297125864774e-05f);
  c = c * z + V(-0.00138873141258955f);
  c = c * z + V(0.04166664555668831f);
  const V cosine = V(1.0f) - (V(0.5f) * z - (z * z) * c);
  const V value = select((quadrant & I(1)) != I(0), cosine, sine);
  return as_f32(as_bits(value) ^ shift_left<30>(quadrant & I(2)));
}

}  // namespace elementary
}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
