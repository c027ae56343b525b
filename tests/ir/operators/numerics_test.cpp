/// What the rows compute, where PyTorch's choice is not the obvious one.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "evaluate_compute.h"

namespace weft::ir::testing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

/// Elements agree to float32 precision, NaN with NaN.
void expect_near(const Array& got, const std::vector<double>& want, double tolerance = 2e-6) {
  ASSERT_EQ(got.data.size(), want.size());
  for (std::size_t k = 0; k < want.size(); ++k) {
    if (std::isnan(want[k])) {
      EXPECT_TRUE(std::isnan(got.data[k])) << "element " << k << " is " << got.data[k];
    } else if (std::isinf(want[k])) {
      EXPECT_EQ(got.data[k], want[k]) << "element " << k;
    } else {
      EXPECT_NEAR(got.data[k], want[k], tolerance * (1 + std::abs(want[k]))) << "element " << k;
    }
  }
}

/// The operator on tensors in the order of its parameters, with further arguments after them.
Array apply(std::string_view op, const std::vector<Array>& tensors,
            const std::vector<Argument>& rest = {}) {
  return run(op, tensors,
             [&](const std::vector<Node*>& nodes) {
               std::vector<Argument> args(nodes.begin(), nodes.end());
               args.insert(args.end(), rest.begin(), rest.end());
               return args;
             })
      .front();
}

Array of_shape(std::vector<std::int64_t> sizes, std::vector<double> data,
               DType dtype = DType::kFloat32) {
  return {dtype, std::move(sizes), std::move(data)};
}

TEST(Numerics, ExtremesKeepNan) {
  const Array x = vector_of({-3, kNan, -1, 0, 1, 2, kNan});
  const Array y = vector_of({0, 0, kNan, 0, 0, 0, 0});
  expect_near(apply("clamp_min", {x}, {0.5}), {.5, kNan, .5, .5, 1, 2, kNan});
  expect_near(apply("maximum", {x, y}), {0, kNan, kNan, 0, 1, 2, kNan});
  expect_near(apply("maximum", {y, x}), {0, kNan, kNan, 0, 1, 2, kNan});
  expect_near(apply("fmax", {x, y}), {0, 0, -1, 0, 1, 2, 0});
  expect_near(apply("fmin", {x, y}), {-3, 0, -1, 0, 0, 0, 0});
  expect_near(apply("relu", {x}), {0, kNan, 0, 0, 1, 2, kNan});
  expect_near(apply("clamp", {x}, {0.0, 1.0}), {0, kNan, 0, 0, 1, 1, kNan});
  expect_near(apply("clamp", {x}, {kNan, 1.0}), std::vector<double>(7, kNan));
  expect_near(apply("clamp", {vector_of({0, 9})}, {0.5, -0.5}), {-0.5, -0.5});
  expect_near(apply("hardtanh", {x}), {-1, kNan, -1, 0, 1, 1, kNan});
  expect_near(apply("max", {x}), {kNan});
  expect_near(apply("argmax", {x}), {1});
  expect_near(apply("argmin", {x}), {1});
}

TEST(Numerics, IntegerDivisionsRoundAsTheyAreNamed) {
  for (const DType type : {DType::kInt8, DType::kInt32, DType::kInt64, DType::kFloat32}) {
    const Array a = vector_of({1, -1, 7, -7}, type);
    const Array b = vector_of({2, 2, -2, 2}, type);
    expect_near(apply("floor_divide", {a, b}), {0, -1, -4, -4});
    expect_near(apply("remainder", {a, b}), {1, 1, -1, 1});
    expect_near(apply("fmod", {a, b}), {1, -1, 1, -1});
    const auto with_mode = [&](const char* mode) {
      return run_named("div", {a, b},
                       [&](const std::vector<Node*>& t) {
                         return KeywordArguments{
                             {"input", t[0]}, {"other", t[1]}, {"rounding_mode", mode}};
                       })
          .front();
    };
    expect_near(with_mode("trunc"), {0, 0, -3, -3});
    expect_near(with_mode("floor"), {0, -1, -4, -4});
  }
}

TEST(Numerics, IntegersWrapInTheirOwnType) {
  const Array byte = vector_of({128, 3}, DType::kUInt8);
  expect_near(apply("add", {byte, byte}), {0, 6});
  expect_near(apply("mul", {vector_of({100}, DType::kInt8)}, {3}), {44});
  expect_near(apply("sub", {byte}, {5}), {123, 254});
  expect_near(apply("neg", {byte}), {128, 253});
  expect_near(apply("abs", {vector_of({-128}, DType::kInt8)}), {-128});
  expect_near(apply("add", {vector_of({1}, DType::kUInt8)}, {300}), {45});
  expect_near(apply("sum", {vector_of({200, 200}, DType::kUInt8)}), {400});
}

TEST(Numerics, EmptyReductions) {
  const Array none = of_shape({2, 0}, {});
  expect_near(apply("sum.dim", {none}, {1}), {0, 0});
  expect_near(apply("mean.dim", {none}, {1}), {kNan, kNan});
  expect_near(apply("prod.dim_int", {none}, {1}), {1, 1});
  expect_near(apply("all.dim", {none}, {1}), {1, 1});
  expect_near(apply("any.dim", {none}, {1}), {0, 0});
  expect_near(apply("logsumexp", {none}, {1}), {-kInf, -kInf});
  expect_near(apply("norm", {none}, {2}), {0});
  expect_near(apply("var", {of_shape({0}, {})}), {kNan});
  expect_near(apply("var", {of_shape({1}, {5})}), {kNan});
  expect_near(apply("var", {of_shape({1}, {5})}, {false}), {0});
  EXPECT_EQ(apply("softmax", {none}, {1}).sizes, (std::vector<std::int64_t>{2, 0}));
}

TEST(Numerics, SoftmaxWithInfinities) {
  expect_near(apply("softmax", {vector_of({-kInf, 0, 0})}, {0}), {0, .5, .5});
  expect_near(apply("softmax", {vector_of({7})}, {0}), {1});
  expect_near(apply("softmax", {vector_of({1000, 1000, 1000})}, {0}), {1. / 3, 1. / 3, 1. / 3});
  expect_near(apply("softmax", {vector_of({-kInf, -kInf})}, {0}), {kNan, kNan});
  expect_near(apply("softmin", {vector_of({0, std::log(3.0)})}, {0}), {.75, .25});
  expect_near(apply("log_softmax", {vector_of(std::vector<double>(11, -1e10))}, {0}),
              std::vector<double>(11, -2.3978953));
  expect_near(apply("logsumexp", {vector_of({-kInf, -kInf})}, {0}), {-kInf});
  expect_near(apply("logsumexp", {vector_of({kInf, 0})}, {0}), {kInf});
  expect_near(apply("logsumexp", {vector_of({1000, 1000})}, {0}), {1000 + std::log(2.0)});
  expect_near(apply("softmax", {of_shape({}, {3})}, {0}), {1});
}

TEST(Numerics, MomentsAreTakenAboutTheMean) {
  const Array x = of_shape({2, 3}, {1e4, 1e4 + 1, 1e4 + 2, 0, 0, 3});
  expect_near(apply("var.dim", {x}, {1}), {1, 3});
  expect_near(apply("var.dim", {x}, {1, false}), {2. / 3, 2});
  expect_near(apply("std.dim", {x}, {Argument::ints({1}), true, true}), {1, std::sqrt(3.0)});
  const auto both = run("var_mean.dim", {x},
                        [](const std::vector<Node*>& t) { return std::vector<Argument>{t[0], 1}; });
  expect_near(both[0], {1, 3});
  expect_near(both[1], {10001, 1});
  // Three halves of 2048: their sum is not a float16, and neither is the sum of squares.
  const Array half = vector_of({2048, 2050, 2052}, DType::kFloat16);
  expect_near(apply("var", {half}), {4});
  expect_near(apply("mean", {half}), {2050});
}

TEST(Numerics, HalfTypesRoundOnce) {
  const Array x = vector_of({1, 1}, DType::kFloat16);
  const Array tiny = vector_of({0x1p-11, 0x1p-11}, DType::kFloat16);
  // 1 + 2 * 2^-11 is a float16, but 1 + 2^-11 rounds to 1.
  const auto with_alpha = run_named("add", {x, tiny}, [](const std::vector<Node*>& t) {
    return KeywordArguments{{"input", t[0]}, {"other", t[1]}, {"alpha", 2}};
  });
  expect_near(with_alpha.front(), {1 + 0x1p-10, 1 + 0x1p-10}, 1e-12);
  expect_near(apply("sum", {vector_of(std::vector<double>(4096, 1), DType::kFloat16)}), {4096});
}

TEST(Numerics, Powers) {
  const Array x = vector_of({-2, 0, 4, kInf});
  expect_near(apply("pow", {x}, {2}), {4, 0, 16, kInf});
  expect_near(apply("pow", {x}, {3}), {-8, 0, 64, kInf});
  expect_near(apply("pow", {x}, {0.5}), {kNan, 0, 2, kInf});
  expect_near(apply("pow", {x}, {-1}), {-.5, kInf, .25, 0});
  expect_near(apply("pow", {x}, {-2}), {.25, kInf, 1. / 16, 0});
  expect_near(apply("pow", {x}, {-0.5}), {kNan, kInf, .5, 0});
  expect_near(apply("pow", {x}, {0}), {1, 1, 1, 1});
  expect_near(apply("pow", {integers({3, -2})}, {3}), {27, -8});
}

TEST(Numerics, Norms) {
  const Array x = of_shape({2, 2}, {3, -4, 0, 2});
  expect_near(apply("norm", {x}), {std::sqrt(29.0)});
  expect_near(apply("norm.ScalarOpt_dim", {x}, {nullptr, 1}), {5, 2});
  expect_near(apply("norm.ScalarOpt_dim", {x}, {1, 1}), {7, 2});
  expect_near(apply("norm.ScalarOpt_dim", {x}, {0, 1}), {2, 1});
  expect_near(apply("norm.ScalarOpt_dim", {x}, {kInf, 1}), {4, 2});
  expect_near(apply("norm.ScalarOpt_dim", {x}, {-kInf, 1}), {3, 0});
  expect_near(apply("norm.ScalarOpt_dim", {x}, {3, 1}), {std::cbrt(91.0), 2});
}

TEST(Numerics, Activations) {
  const Array x = vector_of({-2, -0.25, 0, 0.25, 2, kNan});
  expect_near(apply("softshrink", {x}), {-1.5, 0, 0, 0, 1.5, kNan});
  expect_near(apply("hardshrink", {x}), {-2, 0, 0, 0, 2, kNan});
  expect_near(apply("tanhshrink", {x}), {-2 + std::tanh(2.0), -.25 + std::tanh(.25), 0,
                                         .25 - std::tanh(.25), 2 - std::tanh(2.0), kNan});
  expect_near(apply("celu", {x}, {2.0}),
              {2 * std::expm1(-1.0), 2 * std::expm1(-.125), 0, .25, 2, kNan});
  expect_near(apply("threshold", {x}, {0.1, 20}), {20, 20, 20, .25, 2, kNan});
  expect_near(apply("softplus", {vector_of({-200, 0, 30, 1000})}), {0, std::log(2.0), 30, 1000});
  expect_near(apply("softplus", {vector_of({0, 3})}, {10.0, 20}), {std::log(2.0) / 10, 3});
  expect_near(apply("logsigmoid", {vector_of({-1000, 0, 1000})}), {-1000, -std::log(2.0), 0});
  expect_near(apply("prelu", {of_shape({1, 2, 2}, {-1, 1, -1, 1}), vector_of({.5, .25})}),
              {-.5, 1, -.25, 1});
  expect_near(apply("prelu", {vector_of({-1, 1}), of_shape({}, {.5})}), {-.5, 1});
  expect_near(apply("glu", {of_shape({1, 4}, {1, 2, 0, kInf})}), {.5, 2});
  expect_near(apply("rrelu", {vector_of({-2, 3})}, {.25, .75}), {-1, 3});
  expect_near(apply("sign", {x}), {-1, -1, 0, 1, 1, 0});
  expect_near(apply("sign", {vector_of({0, 200}, DType::kUInt8)}), {0, 1});
}

TEST(Numerics, Dropout) {
  const Array x = vector_of({1, 2, 3});
  expect_near(apply("dropout", {x}, {0.5, false}), {1, 2, 3});
  expect_near(apply("dropout", {x}, {0.0, true}), {1, 2, 3});
  expect_near(apply("dropout", {x}, {1.0, true}), {0, 0, 0});
  expect_near(apply("alpha_dropout", {x}, {0.5, false}), {1, 2, 3});
}

TEST(Numerics, SpecialValues) {
  const Array x = vector_of({kNan, kInf, -kInf, 1});
  constexpr double largest = std::numeric_limits<float>::max();
  expect_near(apply("nan_to_num", {x}), {0, largest, -largest, 1});
  expect_near(apply("nan_to_num", {x}, {.5, 9.0, -9.0}), {.5, 9, -9, 1});
  expect_near(apply("nan_to_num", {vector_of({kInf}, DType::kFloat16)}), {65504});
  expect_near(apply("isnan", {x}), {1, 0, 0, 0});
  expect_near(apply("isinf", {x}), {0, 1, 1, 0});
  expect_near(apply("isfinite", {x}), {0, 0, 0, 1});
  expect_near(apply("isposinf", {x}), {0, 1, 0, 0});
  expect_near(apply("isneginf", {x}), {0, 0, 1, 0});
  expect_near(apply("isfinite", {integers({1, 2})}), {1, 1});
  expect_near(apply("logical_not", {x}), {0, 0, 0, 0});
  expect_near(apply("any", {vector_of({0, kNan})}), {1});
  expect_near(apply("xlogy", {vector_of({0, 0, 2}), vector_of({0, kNan, std::exp(1.0)})}),
              {0, kNan, 2});
  expect_near(apply("logaddexp", {vector_of({kInf, -kInf, 1000}), vector_of({kInf, -kInf, 1000})}),
              {kInf, -kInf, 1000 + std::log(2.0)});
  expect_near(apply("nansum", {x}), {kNan});
  expect_near(apply("nansum", {vector_of({kNan, 2, 3})}), {5});
  expect_near(apply("count_nonzero", {vector_of({kNan, 0, 3})}), {2});
  expect_near(apply("sinc", {vector_of({0, .5})}), {1, 2 / M_PI});
  expect_near(apply("logit", {vector_of({0, .5, 1})}, {0.25}),
              {std::log(1. / 3), 0, std::log(3.0)});
  expect_near(apply("deg2rad", {integers({180, 90})}), {M_PI, M_PI / 2});
  expect_near(apply("round", {vector_of({.5, 1.5, -2.5})}), {0, 2, -2});
}

TEST(Numerics, BoolArithmeticIsLogic) {
  const Array a = vector_of({0, 0, 1, 1}, DType::kBool);
  const Array b = vector_of({0, 1, 0, 1}, DType::kBool);
  expect_near(apply("add", {a, b}), {0, 1, 1, 1});
  expect_near(apply("mul", {a, b}), {0, 0, 0, 1});
  expect_near(apply("maximum", {a, b}), {0, 1, 1, 1});
  expect_near(apply("bitwise_xor", {a, b}), {0, 1, 1, 0});
  expect_near(apply("bitwise_not", {a}), {1, 1, 0, 0});
  expect_near(apply("amax", {a}), {1});
  expect_near(apply("sum", {b}), {2});
}

TEST(Numerics, BytesMayBeMasks) {
  const Array mask = vector_of({0, 2}, DType::kUInt8);
  const Array chosen = apply("where", {mask, vector_of({1, 1}, DType::kInt8)}, {-1});
  EXPECT_EQ(chosen.dtype, DType::kInt8) << "the mask takes no part in promotion";
  expect_near(chosen, {-1, 1});
  expect_near(apply("masked_fill", {vector_of({5, 5}), mask}, {-kInf}), {5, -kInf});
}

TEST(Numerics, ConversionsTruncate) {
  const Array x = vector_of({1.7, -1.7, 2.5, 0});
  expect_near(apply("to.dtype", {x}, {DType::kInt32}), {1, -1, 2, 0});
  expect_near(apply("to.dtype", {x}, {DType::kBool}), {1, 1, 1, 0});
  expect_near(apply("copy", {integers({0, 0, 0, 0}), x}), {1, -1, 2, 0});
}

TEST(Numerics, FirstOfEqualExtremes) {
  const auto result =
      run("max.dim", {of_shape({2, 3}, {1, 5, 5, 2, 2, 0})},
          [](const std::vector<Node*>& t) { return std::vector<Argument>{t[0], 1}; });
  expect_near(result[0], {5, 2});
  expect_near(result[1], {1, 0});
  expect_near(apply("argmin", {of_shape({2, 2}, {3, 1, 1, 1})}), {1});
}

}  // namespace
}  // namespace weft::ir::testing
