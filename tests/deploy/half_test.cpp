// f16 and bf16 conversions: all 65536 values against a decoder written from the format's
// definition, and rounding at and next to every midpoint.

#include "weft_deploy/half.h"

#include <gtest/gtest.h>

#include "float_bits.h"

namespace {

using deploy_test::bits_of;
using deploy_test::float_of;
using weft_deploy::BFloat16;
using weft_deploy::Half;

/// Value of a 16-bit pattern with `fraction_bits`; NaN for all-ones exponents with a fraction.
double decode(uint32_t bits, int fraction_bits) {
  const int exponent_bits = 15 - fraction_bits;
  const uint32_t exponent = bits >> fraction_bits & ((1U << exponent_bits) - 1);
  const double fraction = bits & ((1U << fraction_bits) - 1);
  const int bias = (1 << (exponent_bits - 1)) - 1;
  double value;
  if (exponent == (1U << exponent_bits) - 1) {
    value = fraction == 0 ? HUGE_VAL : std::nan("");
  } else if (exponent == 0) {
    value = std::ldexp(fraction, 1 - bias - fraction_bits);
  } else {
    value = std::ldexp(fraction + std::ldexp(1.0, fraction_bits),
                       static_cast<int>(exponent) - bias - fraction_bits);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

struct F16 {
  static constexpr int kFractionBits = 10;
  static float load(uint32_t bits) {
    return weft_deploy::to_f32(Half{static_cast<uint16_t>(bits)});
  }
  static uint32_t store(float x) { return weft_deploy::to_half(x).bits; }
};
struct BF16 {
  static constexpr int kFractionBits = 7;
  static float load(uint32_t bits) {
    return weft_deploy::to_f32(BFloat16{static_cast<uint16_t>(bits)});
  }
  static uint32_t store(float x) { return weft_deploy::to_bfloat16(x).bits; }
};

template <class Format>
class HalfFormat : public testing::Test {};
using Formats = testing::Types<F16, BF16>;
TYPED_TEST_SUITE(HalfFormat, Formats);

TYPED_TEST(HalfFormat, LoadsEveryValue) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    const double exact = decode(bits, TypeParam::kFractionBits);
    const float got = TypeParam::load(bits);
    if (std::isnan(exact)) {
      ASSERT_TRUE(std::isnan(got)) << bits;
      ASSERT_NE(bits_of(got) & 0x00400000U, 0U) << "quiet, " << bits;
      ASSERT_EQ(bits_of(got) >> 31, bits >> 15) << "sign kept, " << bits;
    } else {
      ASSERT_EQ(static_cast<double>(got), exact) << bits;
      ASSERT_EQ(std::signbit(got), std::signbit(exact)) << bits;
    }
  }
}

TYPED_TEST(HalfFormat, StoringWhatWasLoadedChangesNothing) {
  const uint32_t quiet = 1U << (TypeParam::kFractionBits - 1);
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    const bool nan = std::isnan(decode(bits, TypeParam::kFractionBits));
    ASSERT_EQ(TypeParam::store(TypeParam::load(bits)), nan ? bits | quiet : bits) << bits;
  }
}

TYPED_TEST(HalfFormat, RoundsToNearestEven) {
  const uint32_t infinity = ((1U << (15 - TypeParam::kFractionBits)) - 1)
                            << TypeParam::kFractionBits;
  for (uint32_t low = 0; low < infinity; ++low) {
    // Neighbours low and low + 1; above the largest the "neighbour" is the next power of two.
    const double a = decode(low, TypeParam::kFractionBits);
    const double b = low + 1 == infinity ? 2 * a - decode(low - 1, TypeParam::kFractionBits)
                                         : decode(low + 1, TypeParam::kFractionBits);
    const float middle = static_cast<float>((a + b) / 2);
    if (static_cast<double>(middle) != (a + b) / 2) continue;  // bf16 subnormals below f32's
    const uint32_t even = low % 2 == 0 ? low : low + 1;
    for (const uint32_t sign : {0U, 0x8000U}) {
      const float s = sign == 0 ? 1.0f : -1.0f;
      ASSERT_EQ(TypeParam::store(s * middle), even | sign) << low;
      ASSERT_EQ(TypeParam::store(s * std::nextafter(middle, 0.0f)), low | sign) << low;
      ASSERT_EQ(TypeParam::store(s * std::nextafter(middle, HUGE_VALF)), (low + 1) | sign) << low;
    }
  }
  EXPECT_EQ(TypeParam::store(HUGE_VALF), infinity);
  EXPECT_EQ(TypeParam::store(-HUGE_VALF), infinity | 0x8000);
  EXPECT_EQ(TypeParam::store(-0.0f), 0x8000U);
  EXPECT_EQ(TypeParam::store(1e-45f), 0U);
  EXPECT_NE(TypeParam::store(float_of(0x7F800001)) & (infinity - 1) & ~infinity, 0U)
      << "a NaN whose payload is cut off stays a NaN";
}

TEST(RoundThroughStorage, DropsTheLowBits) {
  EXPECT_EQ(weft_deploy::round_f16(1.0f + 0x1p-11f), 1.0f);
  EXPECT_EQ(weft_deploy::round_f16(70000.0f), HUGE_VALF);
  EXPECT_EQ(weft_deploy::round_bf16(1.0f + 0x1p-7f + 0x1p-8f), 1.0f + 0x1p-6f);
}

}  // namespace
