#pragma once
/// \file Random draws. Draw k of a stream depends on the seed and k alone, so that the parts of a
/// kernel draw on their own, and eager operators draw the same numbers.

#include "kernel_part.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

/// The 128 bits of one draw, and the numbers that are made of them.
struct RandomBits {
  uint32_t words[4];

  WEFT_INLINE uint64_t wide() const { return uint64_t{words[0]} << 32 | words[1]; }
  /// In [0, 1), 24 random bits.
  WEFT_INLINE float uniform() const { return static_cast<float>(words[0] >> 8) * 0x1p-24f; }
  /// In [0, 1), 53 random bits.
  WEFT_INLINE double uniform_double() const { return static_cast<double>(wide() >> 11) * 0x1p-53; }
  /// In [0, 1) with as many random bits as a type of `digits` significant bits holds, so that
  /// rounding to it never gives 1.
  WEFT_INLINE double uniform_of(int digits) const {
    if (digits == 53) return uniform_double();
    const auto scale = static_cast<float>(int64_t{1} << (digits < 24 ? digits : 24));
    return static_cast<double>(__builtin_floorf(uniform() * scale) / scale);
  }
  /// Standard normal.
  double normal() const {
    const double u = (static_cast<double>(words[0]) + 1.0) * 0x1p-32;  // in (0, 1]
    const double v = static_cast<double>(words[1]) * 0x1p-32;
    return __builtin_sqrt(-2.0 * __builtin_log(u)) *
           __builtin_cos(2.0 * 3.14159265358979323846 * v);
  }
  /// In [0, bound).
  WEFT_INLINE uint64_t below(uint64_t bound) const { return wide() % bound; }
  /// low + [0, range), which may be wider than int64.
  WEFT_INLINE int64_t integer(int64_t low, uint64_t range) const {
    return static_cast<int64_t>(static_cast<uint64_t>(low) + below(range));
  }
};

/// Draw `position` of the stream of a seed; `turn` numbers the bits of a draw that needs more.
/// \source Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011), Philox 4x32-10
inline RandomBits random_bits(uint64_t seed, uint64_t position, uint32_t turn = 0) {
  constexpr uint64_t kMultipliers[] = {0xD2511F53, 0xCD9E8D57};
  constexpr uint32_t kWeyl[] = {0x9E3779B9, 0xBB67AE85};
  RandomBits c = {
      {static_cast<uint32_t>(position), static_cast<uint32_t>(position >> 32), turn, 0}};
  uint32_t key[] = {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)};
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = kMultipliers[0] * c.words[0];
    const uint64_t b = kMultipliers[1] * c.words[2];
    c = {{static_cast<uint32_t>(b >> 32) ^ c.words[1] ^ key[0], static_cast<uint32_t>(b),
          static_cast<uint32_t>(a >> 32) ^ c.words[3] ^ key[1], static_cast<uint32_t>(a)}};
    key[0] += kWeyl[0];
    key[1] += kWeyl[1];
  }
  return c;
}

/// Fills elements [begin, end) of `out`: element i is `make(bits of draw first + i, i)`.
template <class T, class Make>
void draw_elements(int64_t begin, int64_t end, const RandomStream& stream, int64_t first, T* out,
                   const Make& make) {
  const uint64_t start = stream.position + static_cast<uint64_t>(first);
  for (int64_t i = begin; i < end; ++i) {
    out[i] = static_cast<T>(make(random_bits(stream.seed, start + static_cast<uint64_t>(i)), i));
  }
}

/// Natural logarithm of k!, k a whole number.
inline double log_factorial(double k) {
  if (k < 10) {
    double product = 1;
    for (double i = 2; i <= k; ++i) product *= i;
    return __builtin_log(product);
  }
  // Stirling's series; the next term is below 1e-11.
  const double x = k + 1;
  const double inverse = 1 / x;
  const double square = inverse * inverse;
  return (x - 0.5) * __builtin_log(x) - x + 0.91893853320467274178 +
         inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680)));
}

/// How many events happen where `rate` are expected, from draw `position` of a stream alone.
/// \source Knuth, The Art of Computer Programming, 3.4.1 (small rates); Hormann, "The transformed
///         rejection method for generating Poisson random variables" (1993), algorithm PTRS
inline double poisson(uint64_t seed, uint64_t position, double rate) {
  if (rate == 0) return 0;
  if (rate < 10) {
    const double limit = __builtin_exp(-rate);
    double product = 1;
    for (uint32_t turn = 0;; ++turn) {
      product *= random_bits(seed, position, turn).uniform_double();
      if (product <= limit) return turn;
    }
  }
  const double log_rate = __builtin_log(rate);
  const double b = 0.931 + 2.53 * __builtin_sqrt(rate);
  const double a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
  const double certain = 0.9277 - 3.6224 / (b - 2);
  for (uint32_t turn = 0;; ++turn) {
    const RandomBits bits = random_bits(seed, position, turn);
    const double u = bits.uniform_double() - 0.5;
    // The other half of the bits, in (0, 1].
    const uint64_t other = uint64_t{bits.words[2]} << 32 | bits.words[3];
    const double v = static_cast<double>((other >> 11) + 1) * 0x1p-53;
    const double us = 0.5 - (u < 0 ? -u : u);
    const double k = __builtin_floor((2 * a / us + b) * u + rate + 0.43);
    if (us >= 0.07 && v <= certain) return k;
    if (k < 0 || (us < 0.013 && v > us)) continue;
    if (__builtin_log(v) + __builtin_log(inverse_alpha) - __builtin_log(a / (us * us) + b) <=
        k * log_rate - rate - log_factorial(k)) {
      return k;
    }
  }
}

/// Negative, undefined and infinite rates have no numbers of events.
WEFT_INLINE bool is_rate(double rate) { return rate >= 0 && rate < __builtin_inf(); }

/// Fills elements [begin, end) of `out`: element i with draw first + i. False where a rate is none;
/// its element is 0.
template <class T>
bool draw_poisson(int64_t begin, int64_t end, const RandomStream& stream, int64_t first,
                  const double* rates, T* out) {
  const uint64_t start = stream.position + static_cast<uint64_t>(first);
  bool fine = true;
  for (int64_t i = begin; i < end; ++i) {
    const bool drawable = is_rate(rates[i]);
    fine = fine && drawable;
    const uint64_t position = start + static_cast<uint64_t>(i);
    out[i] = static_cast<T>(drawable ? poisson(stream.seed, position, rates[i]) : 0.0);
  }
  return fine;
}

/// The numbers 0 .. n-1 in random order; takes n - 1 draws.
template <class T>
void draw_permutation(int64_t n, const RandomStream& stream, int64_t first, T* out) {
  for (int64_t i = 0; i < n; ++i) out[i] = static_cast<T>(i);
  uint64_t position = stream.position + static_cast<uint64_t>(first);
  for (int64_t i = n; i > 1; --i) {
    const auto other =
        static_cast<int64_t>(random_bits(stream.seed, position++).below(static_cast<uint64_t>(i)));
    const T held = out[i - 1];
    out[i - 1] = out[other];
    out[other] = held;
  }
}

WEFT_INLINE bool is_probability(double p) { return p >= 0 && p <= 1; }

/// True if `draws` positions can be drawn by the weights: none is negative or not finite, and
/// enough are above 0.
inline bool can_draw(const double* weights, int64_t n, int64_t draws, bool replacement) {
  double total = 0;
  int64_t positive = 0;
  for (int64_t i = 0; i < n; ++i) {
    if (!(weights[i] >= 0) || weights[i] == __builtin_inf()) return false;
    total += weights[i];
    positive += weights[i] > 0 ? 1 : 0;
  }
  return total > 0 && (replacement || positive >= draws);
}

/// The position at which the running sum of the weights passes a share of their sum.
inline int64_t position_of_share(const double* weights, int64_t n, double share) {
  double total = 0;
  for (int64_t i = 0; i < n; ++i) total += weights[i];
  double running = 0;
  int64_t last = 0;
  for (int64_t i = 0; i < n; ++i) {
    if (weights[i] == 0) continue;
    running += weights[i];
    last = i;
    if (share * total < running) break;
  }
  return last;
}

/// Draws positions by the weights of rows [begin, end). `spare` has room for one row of weights.
/// False where a row cannot be drawn from; its positions are 0.
inline bool draw_positions(int64_t begin, int64_t end, const RandomStream& stream, int64_t first,
                           const double* weights, int64_t n, int64_t draws, bool replacement,
                           int64_t* out, double* spare) {
  bool fine = true;
  for (int64_t row = begin; row < end; ++row) {
    for (int64_t i = 0; i < n; ++i) spare[i] = weights[row * n + i];
    const bool drawable = can_draw(spare, n, draws, replacement);
    fine = fine && drawable;
    for (int64_t k = 0; k < draws; ++k) {
      const int64_t place = row * draws + k;
      out[place] = 0;
      if (!drawable) continue;
      const uint64_t position = stream.position + static_cast<uint64_t>(first + place);
      out[place] = position_of_share(spare, n, random_bits(stream.seed, position).uniform_double());
      if (!replacement) spare[out[place]] = 0;
    }
  }
  return fine;
}

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
