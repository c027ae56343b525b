/// \file Rules that the golden cases do not reach: promotion, wrapping, rounding, empty inputs,
/// refusals.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"

namespace weft_oracle {
namespace {

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

OracleTensor run(const std::string& op, const OracleArguments& args) {
  return oracle(op, args).at(0);
}

OracleTensor i64(std::vector<int64_t> elements) {
  auto count = static_cast<int64_t>(elements.size());
  return tensor_of_integers(Kind::kI64, {count}, elements);
}
OracleTensor real(Kind kind, std::vector<double> elements) {
  auto count = static_cast<int64_t>(elements.size());
  return tensor_of(kind, {count}, elements);
}
OracleTensor f32(std::vector<double> elements) { return real(Kind::kF32, std::move(elements)); }

TEST(Rounding, HalfAndBfloat) {
  EXPECT_EQ(round_to(Kind::kF16, 65519.99), 65504.0);
  EXPECT_EQ(round_to(Kind::kF16, 65520.0), INFINITY);
  EXPECT_EQ(round_to(Kind::kF16, 2049.0), 2048.0);  // a tie goes to even
  EXPECT_EQ(round_to(Kind::kF16, 2051.0), 2052.0);
  EXPECT_EQ(round_to(Kind::kF16, 0x1p-24), 0x1p-24);  // the smallest denormal
  EXPECT_EQ(round_to(Kind::kF16, 0x1p-25), 0.0);
  EXPECT_EQ(round_to(Kind::kF16, 0x1.8p-25), 0x1p-24);
  EXPECT_EQ(round_to(Kind::kBF16, 257.0), 256.0);
  EXPECT_EQ(round_to(Kind::kBF16, 259.0), 260.0);
  EXPECT_EQ(round_to(Kind::kBF16, 3.4e38), INFINITY);
  EXPECT_TRUE(std::signbit(round_to(Kind::kF16, -1e-30)));
  EXPECT_TRUE(std::isnan(round_to(Kind::kBF16, NAN)));
}

TEST(Promotion, Kinds) {
  EXPECT_EQ(promote(Kind::kU8, Kind::kI8), Kind::kI16);
  EXPECT_EQ(promote(Kind::kF16, Kind::kBF16), Kind::kF32);
  EXPECT_EQ(promote(Kind::kI64, Kind::kF16), Kind::kF16);
  EXPECT_EQ(promote(Kind::kBool, Kind::kU8), Kind::kU8);
}

TEST(Promotion, NumbersAndZeroDimensionalTensorsGiveWay) {
  OracleTensor half = real(Kind::kF16, {1});
  OracleTensor single = tensor_of(Kind::kF64, {}, {2});
  EXPECT_EQ(run("mul", {{"input", half}, {"other", single}}).kind, Kind::kF16);
  EXPECT_EQ(run("mul", {{"input", half}, {"other", 2.5}}).kind, Kind::kF16);
  EXPECT_EQ(run("mul", {{"input", i64({1})}, {"other", 2.5}}).kind, Kind::kF32);
  EXPECT_EQ(run("mul", {{"input", i64({1})}, {"other", single}}).kind, Kind::kF64);
  EXPECT_EQ(run("mul", {{"input", real(Kind::kU8, {1})}, {"other", 300}}).kind, Kind::kU8);
  EXPECT_EQ(run("mul", {{"input", real(Kind::kBool, {1})}, {"other", 3}}).kind, Kind::kI64);
  EXPECT_EQ(run("add", {{"input", tensor_of_integers(Kind::kI32, {}, {1})}, {"other", 3}}).kind,
            Kind::kI32);
  EXPECT_EQ(run("exp", {{"input", i64({0})}}).kind, Kind::kF32);
}

TEST(Integers, AreExactAndWrap) {
  EXPECT_EQ(run("add", {{"input", i64({kMax})}, {"other", 1}}).integer(0), kMin);
  EXPECT_EQ(run("mul", {{"input", i64({(int64_t{1} << 53) + 1})}, {"other", 3}}).integer(0),
            3 * ((int64_t{1} << 53) + 1));
  EXPECT_EQ(run("neg", {{"input", i64({kMin})}}).integer(0), kMin);
  EXPECT_EQ(run("abs", {{"input", i64({kMin})}}).integer(0), kMin);
  EXPECT_EQ(run("add", {{"input", real(Kind::kU8, {200})}, {"other", 100}}).integer(0), 44);
  EXPECT_EQ(run("sub", {{"input", real(Kind::kU8, {1})}, {"other", 2}}).integer(0), 255);
  EXPECT_EQ(run("pow", {{"input", i64({3})}, {"exponent", 40}}).integer(0),
            12157665459056928801ULL);
  EXPECT_EQ(run("sum", {{"input", i64({kMax, 1})}}).integer(0), kMin);
  EXPECT_TRUE(run("eq", {{"input", i64({kMax})}, {"other", i64({kMax - 1})}}).integer(0) == 0);
}

TEST(Integers, DivideAsPyTorchDoes) {
  OracleTensor a = i64({7, -7, 7, -7}), b = i64({2, 2, -2, -2});
  auto quotients = [&](const char* mode) {
    return run("div", {{"input", a}, {"other", b}, {"rounding_mode", mode}}).integers;
  };
  EXPECT_EQ(quotients("trunc"), (std::vector<int64_t>{3, -3, -3, 3}));
  EXPECT_EQ(quotients("floor"), (std::vector<int64_t>{3, -4, -4, 3}));
  EXPECT_EQ(run("remainder", {{"input", a}, {"other", b}}).integers,
            (std::vector<int64_t>{1, 1, -1, -1}));
  EXPECT_EQ(run("fmod", {{"input", a}, {"other", b}}).integers,
            (std::vector<int64_t>{1, -1, 1, -1}));
  EXPECT_EQ(run("floor_divide", {{"input", i64({kMin})}, {"other", -1}}).integer(0), kMin);
  EXPECT_THROW(run("remainder", {{"input", a}, {"other", 0}}), OracleError);
}

TEST(Floats, DivideAsPyTorchDoes) {
  OracleArguments args = {{"input", f32({7, -7, 1, -1, 0, 5})},
                          {"other", f32({0, 0, INFINITY, INFINITY, 3, NAN})}};
  OracleTensor q = run("floor_divide", args);
  EXPECT_EQ(q.real(0), INFINITY);
  EXPECT_EQ(q.real(1), -INFINITY);
  EXPECT_EQ(q.real(2), 0.0);
  EXPECT_EQ(q.real(3), -1.0);
  EXPECT_EQ(q.real(4), 0.0);
  EXPECT_TRUE(std::isnan(q.real(5)));
  OracleTensor r = run("remainder", {{"input", f32({-7, 7, -0.0})}, {"other", f32({3, -3, 3})}});
  EXPECT_EQ(r.values, (std::vector<double>{2, -2, 0}));
  // In float32 0.7 / 0.1 rounds up to 7; the exact quotient of the two float32 numbers lies
  // below 7.
  OracleTensor tenths = f32({0.7}), tenth = f32({0.1});
  EXPECT_EQ(run("div", {{"input", tenths}, {"other", tenth}, {"rounding_mode", "trunc"}}).real(0),
            7.0);
  EXPECT_EQ(run("div", {{"input", tenths}, {"other", tenth}, {"rounding_mode", "floor"}}).real(0),
            6.0);
}

TEST(SpecialValues, NanAndSignedZero) {
  OracleTensor x = f32({NAN, 1, -0.0});
  EXPECT_TRUE(std::isnan(run("relu", {{"input", x}}).real(0)));
  EXPECT_TRUE(std::isnan(run("clamp", {{"input", x}, {"min", 0.0}}).real(0)));
  EXPECT_TRUE(std::isnan(run("max", {{"input", x}}).real(0)));
  EXPECT_EQ(run("argmax", {{"input", x}}).integer(0), 0);
  EXPECT_EQ(run("sign", {{"input", x}}).real(0), 0.0);
  EXPECT_EQ(run("fmax", {{"input", x}, {"other", 0.5}}).real(0), 0.5);
  EXPECT_EQ(run("reciprocal", {{"input", x}}).real(2), -INFINITY);
  EXPECT_TRUE(std::signbit(run("round", {{"input", f32({-0.4})}}).real(0)));
  EXPECT_EQ(run("sort", {{"input", f32({NAN, 1, INFINITY})}}).real(0), 1.0);
  EXPECT_TRUE(
      std::isnan(run("sort", {{"input", f32({1, NAN, INFINITY})}, {"descending", true}}).real(0)));
  EXPECT_EQ(run("addmm", {{"input", f32({NAN})},
                          {"mat1", tensor_of(Kind::kF32, {1, 1}, {2})},
                          {"mat2", tensor_of(Kind::kF32, {1, 1}, {3})},
                          {"beta", 0}})
                .real(0),
            6.0);
}

TEST(EmptyInputs, HaveTheirNeutralElementOrAreRefused) {
  OracleTensor none(Kind::kF32, {0});
  EXPECT_EQ(run("sum", {{"input", none}}).real(0), 0.0);
  EXPECT_EQ(run("prod", {{"input", none}}).real(0), 1.0);
  EXPECT_TRUE(std::isnan(run("mean", {{"input", none}}).real(0)));
  EXPECT_EQ(run("logsumexp", {{"input", none}, {"dim", 0}}).real(0), -INFINITY);
  EXPECT_EQ(run("all", {{"input", none}}).integer(0), 1);
  EXPECT_EQ(run("any", {{"input", none}}).integer(0), 0);
  EXPECT_TRUE(std::isnan(run("var", {{"input", f32({3})}}).real(0)));
  EXPECT_THROW(run("max", {{"input", none}}), OracleError);
  EXPECT_THROW(run("amax", {{"input", none}, {"dim", 0}}), OracleError);
  EXPECT_EQ(run("amax", {{"input", OracleTensor(Kind::kF32, {0, 2})}, {"dim", 1}}).sizes, Sizes{0});
  EXPECT_EQ(run("matmul", {{"input", OracleTensor(Kind::kF32, {2, 0})},
                           {"other", OracleTensor(Kind::kF32, {0, 3})}})
                .values,
            std::vector<double>(6, 0.0));
  EXPECT_EQ(run("nonzero", {{"input", OracleTensor(Kind::kBool, {})}}).sizes, (Sizes{0, 0}));
}

TEST(Reductions, DimensionsFromTheEndAndScalars) {
  OracleTensor x = tensor_of(Kind::kF32, {2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(run("sum", {{"input", x}, {"dim", -1}}).values, (std::vector<double>{6, 15}));
  EXPECT_EQ(run("sum", {{"input", x}, {"dim", OracleList{-1, 0}}, {"keepdim", true}}).sizes,
            (Sizes{1, 1}));
  EXPECT_EQ(run("sum", {{"input", tensor_of(Kind::kF32, {}, {5})}, {"dim", -1}}).real(0), 5.0);
  EXPECT_THROW(run("sum", {{"input", x}, {"dim", 2}}), OracleError);
  EXPECT_THROW(run("sum", {{"input", x}, {"dim", OracleList{1, -1}}}), OracleError);
  EXPECT_EQ(run("sum", {{"input", real(Kind::kBool, {1, 1})}}).kind, Kind::kI64);
  EXPECT_EQ(run("any", {{"input", real(Kind::kU8, {0, 2})}}).kind, Kind::kU8);
}

TEST(Conversions, CutAndWrap) {
  EXPECT_EQ(run("to", {{"input", f32({-1.9, 300.7, NAN})}, {"dtype", Kind::kU8}}).integers,
            (std::vector<int64_t>{255, 44, 0}));
  EXPECT_EQ(run("to", {{"input", f32({3e9})}, {"dtype", Kind::kI32}}).integer(0),
            std::numeric_limits<int32_t>::min());
  EXPECT_EQ(run("to", {{"input", f32({NAN, 0.2})}, {"dtype", Kind::kBool}}).integers,
            (std::vector<int64_t>{1, 1}));
  EXPECT_EQ(run("to", {{"input", i64({16777217})}, {"dtype", Kind::kF32}}).real(0), 16777216.0);
  // By way of a double this would be rounded twice, to 2^60 + 2^37.
  EXPECT_EQ(run("to", {{"input", i64({(int64_t{1} << 60) + (int64_t{1} << 36) + 1})},
                       {"dtype", Kind::kF32}})
                .real(0),
            0x1p60 + 0x1p37);
  EXPECT_EQ(
      run("to", {{"input", i64({(int64_t{1} << 60) + (int64_t{1} << 36)})}, {"dtype", Kind::kF32}})
          .real(0),
      0x1p60);
}

TEST(Refusals, WhatPyTorchRefusesOrTheOracleDoesNotKnow) {
  OracleTensor flags = real(Kind::kBool, {1}), x = f32({1});
  EXPECT_THROW(run("no_such_operator", {{"input", x}}), OracleError);
  EXPECT_THROW(run("exp", {{"input", x}, {"no_such_argument", 1}}), OracleError);
  EXPECT_THROW(run("exp", {}), OracleError);
  EXPECT_THROW(run("neg", {{"input", flags}}), OracleError);
  EXPECT_THROW(run("sub", {{"input", flags}, {"other", x}}), OracleError);
  EXPECT_THROW(run("mean", {{"input", i64({1})}}), OracleError);
  EXPECT_THROW(run("add", {{"input", f32({1, 2})}, {"other", f32({1, 2, 3})}}), OracleError);
  EXPECT_THROW(run("matmul", {{"input", x}, {"other", i64({1})}}), OracleError);
  EXPECT_THROW(run("add", {{"input", i64({1})}, {"other", 1}, {"alpha", 0.5}}), OracleError);
  EXPECT_THROW(run("gather", {{"input", x}, {"dim", 0}, {"index", i64({1})}}), OracleError);
}

TEST(Overloads, GoByTheNameBeforeTheDot) {
  OracleTensor x = tensor_of(Kind::kF32, {2, 2}, {1, 4, 3, 2});
  Results results = oracle("max.dim", {{"input", x}, {"dim", 1}});
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].values, (std::vector<double>{4, 3}));
  EXPECT_EQ(results[1].integers, (std::vector<int64_t>{1, 0}));
  EXPECT_EQ(run("max.other", {{"input", x}, {"other", 2.5}}).values,
            (std::vector<double>{2.5, 4, 3, 2.5}));
}

}  // namespace
}  // namespace weft_oracle
