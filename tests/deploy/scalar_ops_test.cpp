// Integer operators, rounding, extremes and conversions against values written out by hand.

#include "weft_deploy/scalar_ops.h"

#include <gtest/gtest.h>

#include <cmath>

#include "weft_deploy/integer_math.h"
#include "weft_deploy/vector_math.h"

namespace {
namespace wd = weft_deploy;

TEST(ScalarOps, IntegersWrap) {
  EXPECT_EQ(wd::wrap_add(int32_t{INT32_MAX}, int32_t{1}), INT32_MIN);
  EXPECT_EQ(wd::wrap_sub(int64_t{INT64_MIN}, int64_t{1}), INT64_MAX);
  EXPECT_EQ(wd::wrap_mul(int16_t{300}, int16_t{300}), int16_t{24464});
  EXPECT_EQ(wd::wrap_mul(int16_t{-32768}, int16_t{-32768}), int16_t{0});
  EXPECT_EQ(wd::wrap_neg(int32_t{INT32_MIN}), INT32_MIN);
  EXPECT_EQ(wd::wrap_add(uint8_t{250}, uint8_t{10}), uint8_t{4});
  EXPECT_EQ(wd::wrap_neg(int8_t{-128}), int8_t{-128});
  EXPECT_EQ(wd::abs(int32_t{INT32_MIN}), INT32_MIN);
  EXPECT_EQ(wd::wrap_i8(200), -56);
  EXPECT_EQ(wd::wrap_u8(-1), 255);
  EXPECT_EQ(wd::wrap_i16(40000), -25536);
}

TEST(ScalarOps, IntegerDivision) {
  const struct {
    int a, b, trunc, floor, fmod, remainder;
  } cases[] = {
      {7, 2, 3, 3, 1, 1},     {-7, 2, -3, -4, -1, 1}, {7, -2, -3, -4, 1, -1},
      {-7, -2, 3, 3, -1, -1}, {6, 3, 2, 2, 0, 0},     {-6, 3, -2, -2, 0, 0},
      {0, -5, 0, 0, 0, 0},    {5, 0, 0, 0, 0, 0},     {INT32_MIN, -1, INT32_MIN, INT32_MIN, 0, 0},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(wd::div_trunc(c.a, c.b), c.trunc) << c.a << " / " << c.b;
    EXPECT_EQ(wd::div_floor(c.a, c.b), c.floor) << c.a << " / " << c.b;
    EXPECT_EQ(wd::fmod(c.a, c.b), c.fmod) << c.a << " / " << c.b;
    EXPECT_EQ(wd::remainder(c.a, c.b), c.remainder) << c.a << " / " << c.b;
  }
  EXPECT_EQ(wd::div_floor(int64_t{INT64_MIN}, int64_t{-1}), INT64_MIN);
}

TEST(ScalarOps, IntegerPowers) {
  EXPECT_EQ(wd::pow(3, 4), 81);
  EXPECT_EQ(wd::pow(-2, 31), INT32_MIN);
  EXPECT_EQ(wd::pow(2, 32), 0);
  EXPECT_EQ(wd::pow(0, 0), 1);
  EXPECT_EQ(wd::pow(5, -1), 0);
  EXPECT_EQ(wd::pow(-1, -3), -1);
  EXPECT_EQ(wd::pow(1, INT32_MIN), 1);
  EXPECT_EQ(wd::pow(int64_t{10}, int64_t{18}), 1000000000000000000);
}

TEST(ScalarOps, ShiftsByAnyCount) {
  EXPECT_EQ(wd::shift_left_by<32>(1, 31), INT32_MIN);
  EXPECT_EQ(wd::shift_left_by<32>(1, 32), 0);
  EXPECT_EQ(wd::shift_left_by<32>(1, -1), 0);
  EXPECT_EQ(wd::shift_right_by<31>(-8, 1), -4);
  EXPECT_EQ(wd::shift_right_by<31>(-8, 40), -1);
  EXPECT_EQ(wd::shift_right_by<31>(8, -1), 0);
  EXPECT_EQ(wd::shift_right_by<8>(200, 8), 0);    // u8
  EXPECT_EQ(wd::shift_right_by<7>(-100, 9), -1);  // i8
  EXPECT_EQ(wd::shift_left_by<64>(int64_t{3}, int64_t{62}), INT64_MIN + (int64_t{1} << 62));
}

TEST(ScalarOps, RoundingIsHalfToEven) {
  const float in[] = {0.5f, 1.5f, 2.5f, -0.5f, -1.5f, 8388607.5f, -0.0f, 0.49999997f};
  const float out[] = {0.0f, 2.0f, 2.0f, -0.0f, -2.0f, 8388608.0f, -0.0f, 0.0f};
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(wd::round(in[i]), out[i]);
    EXPECT_EQ(std::signbit(wd::round(in[i])), std::signbit(out[i])) << in[i];
    EXPECT_EQ(wd::round(wd::F32(in[i]))[0], out[i]);
    EXPECT_EQ(std::signbit(wd::round(wd::F32(in[i]))[0]), std::signbit(out[i])) << in[i];
  }
  EXPECT_EQ(wd::floor(wd::F32(-0.25f))[1], -1.0f);
  EXPECT_TRUE(std::signbit(wd::ceil(wd::F32(-0.25f))[1]));
  EXPECT_EQ(wd::trunc(wd::F64(-2.75))[1], -2.0);
}

TEST(ScalarOps, NanWinsInMaximumAndMinimum) {
  const float nan = std::nanf("");
  EXPECT_TRUE(std::isnan(wd::maximum(nan, 1.0f)) && std::isnan(wd::maximum(1.0f, nan)));
  EXPECT_TRUE(std::isnan(wd::minimum(nan, 1.0f)) && std::isnan(wd::minimum(1.0f, nan)));
  EXPECT_EQ(wd::maximum(2.0f, 1.0f), 2.0f);
  EXPECT_EQ(wd::minimum(-HUGE_VALF, 1.0f), -HUGE_VALF);
  EXPECT_EQ(wd::sign(nan), 0.0f);
  EXPECT_EQ(wd::sign(-0.0f), 0.0f);
  EXPECT_EQ(wd::sign(int64_t{INT64_MIN}), -1);
}

TEST(ScalarOps, FloatToIntegerIsDefinedEverywhere) {
  EXPECT_EQ(wd::to_i32(-2.9f), -2);
  EXPECT_EQ(wd::to_i32(2147483648.0f), INT32_MIN);
  EXPECT_EQ(wd::to_i32(2147483647.5), INT32_MAX);
  EXPECT_EQ(wd::to_i32(-2147483648.5), INT32_MIN);
  EXPECT_EQ(wd::to_i32(std::nanf("")), INT32_MIN);
  EXPECT_EQ(wd::to_i64(9.3e18f), INT64_MIN);
  EXPECT_EQ(wd::to_i64(-HUGE_VAL), INT64_MIN);
  EXPECT_EQ(wd::to_u8(300.7f), 44);
  EXPECT_EQ(wd::to_u8(-1.0f), 255);
  EXPECT_EQ(wd::to_u8(4294967297.0), 1);  // through int64
  EXPECT_EQ(wd::to_i8(4294967297.0), 0);  // through int32, where it does not fit
  EXPECT_EQ(wd::to_i16(32768.0f), -32768);
  EXPECT_TRUE(wd::to_bool(std::nanf("")));
  EXPECT_FALSE(wd::to_bool(-0.0f));
}

}  // namespace
