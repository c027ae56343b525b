#pragma once
/// \file Comparing floats by their bits and by units in the last place, and values worth testing.

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace deploy_test {

inline uint32_t bits_of(float x) {
  uint32_t b;
  std::memcpy(&b, &x, sizeof(b));
  return b;
}
inline float float_of(uint32_t b) {
  float x;
  std::memcpy(&x, &b, sizeof(x));
  return x;
}
/// Same bits, or both NaN.
inline bool same(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof(a)) == 0;
}
inline bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof(a)) == 0;
}

/// Distance of `got` from the exact value in units of the last place of a float of that size.
inline double ulp_error(float got, double exact) {
  if (std::isnan(exact)) return std::isnan(got) ? 0.0 : HUGE_VAL;
  if (std::isnan(got)) return HUGE_VAL;
  const double most = static_cast<double>(std::numeric_limits<float>::max());
  if (std::isinf(exact) || std::fabs(exact) >= most * (1.0 + 0x1p-25)) {
    const double limit = std::signbit(exact) ? -HUGE_VAL : HUGE_VAL;
    return static_cast<double>(got) == limit ? 0.0 : HUGE_VAL;
  }
  // Allows the neighbour above the largest float to be infinity.
  if (std::isinf(got)) return (most * (1.0 + 0x1p-24) - std::fabs(exact)) / 0x1p104;
  int exponent = 0;
  std::frexp(exact, &exponent);
  const double unit = std::ldexp(1.0, std::max(exponent - 24, -149));
  return std::fabs(static_cast<double>(got) - exact) / unit;
}

/// Zeros, subnormals, powers of two and neighbours, ends of the range, infinities, NaN, ties.
inline std::vector<float> special_floats() {
  std::vector<float> values;
  const auto add = [&](float x) {
    for (const float v : {x, -x}) {
      values.push_back(v);
      values.push_back(std::nextafter(v, HUGE_VALF));
      values.push_back(std::nextafter(v, -HUGE_VALF));
    }
  };
  for (int e = -149; e <= 127; e += 3) add(std::ldexp(1.0f, e));
  for (const float x : {0.0f,
                        0.5f,
                        1.0f,
                        1.5f,
                        2.0f,
                        2.5f,
                        3.0f,
                        8388607.5f,
                        8388608.0f,
                        16777215.0f,
                        16777216.0f,
                        2147483520.0f,
                        2147483648.0f,
                        4294967296.0f,
                        9.2233715e18f,
                        9.2233720e18f,
                        88.722839f,
                        87.336544f,
                        103.97208f,
                        127.0f,
                        128.0f,
                        126.0f,
                        149.0f,
                        150.0f,
                        0.34657359f,
                        0.69314718f,
                        0.70710677f,
                        1.41421354f,
                        3.14159274f,
                        1.57079637f,
                        0.875f,
                        3.95f,
                        3.8325f,
                        1.0e6f,
                        65504.0f,
                        65520.0f,
                        5.9604645e-8f,
                        2.9802322e-8f,
                        6.1035156e-5f,
                        1.17549435e-38f,
                        std::numeric_limits<float>::max()}) {
    add(x);
  }
  values.push_back(HUGE_VALF);
  values.push_back(-HUGE_VALF);
  values.push_back(std::nanf(""));
  values.push_back(-std::nanf(""));
  return values;
}

/// A deterministic stream of 64-bit numbers (a multiplicative congruence and a mix of its bits).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 2 + 1) {}
  uint64_t bits() {
    state_ *= 0xD1342543DE82EF95ULL;
    return (state_ ^ state_ >> 32) * 0x9E3779B97F4A7C15ULL ^ state_ >> 29;
  }
  int64_t below(int64_t n) {
    return static_cast<int64_t>((bits() >> 16) % static_cast<uint64_t>(n));
  }
  /// Uniform in [-1, 1).
  float unit() { return static_cast<float>(static_cast<int32_t>(bits() >> 32)) * 0x1p-31f; }

 private:
  uint64_t state_;
};

}  // namespace deploy_test
