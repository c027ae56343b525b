// Errors of the f32 functions against the 64-bit functions of the C library, over every float that
// a stride of a prime leaves, dense parts of the range, and special values.

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "float_bits.h"
#include "weft_deploy/scalar_math.h"

namespace {

using deploy_test::float_of;
using deploy_test::special_floats;
using deploy_test::ulp_error;

struct Function {
  const char* name;
  float (*ours)(float);
  double (*exact)(double);
  double most_ulp;
};

void PrintTo(const Function& f, std::ostream* out) { *out << f.name; }

double sigmoid_exact(double x) {
  return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x));
}
double rsqrt_exact(double x) { return 1.0 / std::sqrt(x); }

#define WEFT_FUNCTION(name, exact, ulp)                                                         \
  Function {                                                                                    \
    #name, [](float x) { return weft_deploy::name(x); }, [](double x) { return exact(x); }, ulp \
  }

const Function kFunctions[] = {
    WEFT_FUNCTION(exp, std::exp, 1.0),          WEFT_FUNCTION(exp2, std::exp2, 1.1),
    WEFT_FUNCTION(expm1, std::expm1, 2.0),      WEFT_FUNCTION(log, std::log, 1.0),
    WEFT_FUNCTION(log2, std::log2, 2.0),        WEFT_FUNCTION(log10, std::log10, 2.0),
    WEFT_FUNCTION(log1p, std::log1p, 2.0),      WEFT_FUNCTION(tanh, std::tanh, 3.0),
    WEFT_FUNCTION(sigmoid, sigmoid_exact, 3.0), WEFT_FUNCTION(erf, std::erf, 2.0),
    WEFT_FUNCTION(sin, std::sin, 2.0),          WEFT_FUNCTION(cos, std::cos, 2.0),
    WEFT_FUNCTION(rsqrt, rsqrt_exact, 1.5),     WEFT_FUNCTION(sqrt, std::sqrt, 0.501),
    WEFT_FUNCTION(tan, std::tan, 4.0),          WEFT_FUNCTION(asin, std::asin, 4.0),
    WEFT_FUNCTION(acos, std::acos, 4.0),        WEFT_FUNCTION(atan, std::atan, 4.0),
    WEFT_FUNCTION(sinh, std::sinh, 4.0),        WEFT_FUNCTION(cosh, std::cosh, 4.0),
    WEFT_FUNCTION(asinh, std::asinh, 4.0),      WEFT_FUNCTION(acosh, std::acosh, 4.0),
    WEFT_FUNCTION(atanh, std::atanh, 4.0),      WEFT_FUNCTION(erfc, std::erfc, 4.0),
};

class MathAccuracy : public testing::TestWithParam<Function> {};

TEST_P(MathAccuracy, StaysWithinItsBound) {
  const Function& f = GetParam();
  double worst = 0.0;
  float worst_at = 0.0f;
  const auto check = [&](float x) {
    const double error = ulp_error(f.ours(x), f.exact(static_cast<double>(x)));
    if (error > worst) {
      worst = error;
      worst_at = x;
    }
  };
  for (const float x : special_floats()) check(x);
  for (uint64_t b = 0; b < 0x100000000ULL; b += 4093) check(float_of(static_cast<uint32_t>(b)));
  for (int i = -400000; i <= 400000; ++i) check(static_cast<float>(i) * 0.00026f);
  for (int i = -200000; i <= 200000; ++i) check(1.0f + static_cast<float>(i) * 0x1p-22f);
  EXPECT_LE(worst, f.most_ulp) << f.name << "(" << std::hexfloat << worst_at
                               << ") = " << f.ours(worst_at);
  RecordProperty("worst_ulp", std::to_string(worst));
  std::printf("  %-8s worst %.3f ulp at %g\n", f.name, worst, static_cast<double>(worst_at));
}

INSTANTIATE_TEST_SUITE_P(Functions, MathAccuracy, testing::ValuesIn(kFunctions),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(MathSpecialValues, ZerosKeepTheirSign) {
  for (const auto f :
       {+[](float x) { return weft_deploy::expm1(x); },
        +[](float x) { return weft_deploy::log1p(x); },
        +[](float x) { return weft_deploy::tanh(x); }, +[](float x) { return weft_deploy::erf(x); },
        +[](float x) { return weft_deploy::sin(x); }}) {
    EXPECT_TRUE(std::signbit(f(-0.0f)));
    EXPECT_FALSE(std::signbit(f(0.0f)));
    EXPECT_EQ(f(-0.0f), 0.0f);
  }
}

TEST(MathSpecialValues, EndsOfTheRange) {
  const float inf = HUGE_VALF;
  EXPECT_EQ(weft_deploy::exp(-inf), 0.0f);
  EXPECT_EQ(weft_deploy::exp(inf), inf);
  EXPECT_EQ(weft_deploy::exp2(-inf), 0.0f);
  EXPECT_EQ(weft_deploy::expm1(-inf), -1.0f);
  EXPECT_EQ(weft_deploy::log(0.0f), -inf);
  EXPECT_EQ(weft_deploy::log(-0.0f), -inf);
  EXPECT_TRUE(std::isnan(weft_deploy::log(-1.0f)));
  EXPECT_TRUE(std::isnan(weft_deploy::log(-inf)));
  EXPECT_EQ(weft_deploy::log1p(-1.0f), -inf);
  EXPECT_EQ(weft_deploy::tanh(inf), 1.0f);
  EXPECT_EQ(weft_deploy::tanh(-inf), -1.0f);
  EXPECT_EQ(weft_deploy::sigmoid(-inf), 0.0f);
  EXPECT_EQ(weft_deploy::sigmoid(inf), 1.0f);
  EXPECT_GT(weft_deploy::sigmoid(-100.0f), 0.0f);  // 3.7e-44, a subnormal
  EXPECT_EQ(weft_deploy::erf(-inf), -1.0f);
  EXPECT_TRUE(std::isnan(weft_deploy::sin(inf)));
  EXPECT_EQ(weft_deploy::log2(0x1p-140f), -140.0f);
  EXPECT_EQ(weft_deploy::exp2(-149.0f), 0x1p-149f);
}

TEST(MathDivision, FollowsPyTorch) {
  // torch.floor_divide and torch.remainder, by hand.
  EXPECT_EQ(weft_deploy::div_floor(7.0f, -2.0f), -4.0f);
  EXPECT_EQ(weft_deploy::remainder(7.0f, -2.0f), -1.0f);
  EXPECT_EQ(weft_deploy::remainder(-7.0f, 2.0f), 1.0f);
  EXPECT_EQ(weft_deploy::fmod(-7.0f, 2.0f), -1.0f);
  EXPECT_EQ(weft_deploy::div_trunc(-7.0f, 2.0f), -3.0f);
  EXPECT_EQ(weft_deploy::div_floor(1.0f, 0.1f), 9.0f);  // 0.1f is above 1 / 10
  EXPECT_EQ(weft_deploy::div_floor(1.0f, 0.0f), HUGE_VALF);
  EXPECT_TRUE(std::isnan(weft_deploy::div_floor(0.0f, 0.0f)));
  EXPECT_TRUE(std::signbit(weft_deploy::div_floor(0.0f, -3.0f)));
  EXPECT_TRUE(std::isnan(weft_deploy::remainder(1.0f, 0.0f)));
  EXPECT_EQ(weft_deploy::remainder(5.0, HUGE_VAL), 5.0);
}

}  // namespace
