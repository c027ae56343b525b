#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <weft/ir/operators/promotion.h>

#include "call_scene.h"

namespace weft::ir {
namespace {

using testing::CallScene;

constexpr DType kAllTypes[] = {DType::kBool,    DType::kUInt8,  DType::kInt8,    DType::kInt16,
                               DType::kInt32,   DType::kInt64,  DType::kFloat16, DType::kBFloat16,
                               DType::kFloat32, DType::kFloat64};

// Rows and columns in the order of kAllTypes, in the words of torch.promote_types.
constexpr const char* kPromoted[10][10] = {
    {"bool", "u8", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"},
    {"u8", "u8", "i16", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"},
    {"i8", "i16", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"},
    {"i16", "i16", "i16", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"},
    {"i32", "i32", "i32", "i32", "i32", "i64", "f16", "bf16", "f32", "f64"},
    {"i64", "i64", "i64", "i64", "i64", "i64", "f16", "bf16", "f32", "f64"},
    {"f16", "f16", "f16", "f16", "f16", "f16", "f16", "f32", "f32", "f64"},
    {"bf16", "bf16", "bf16", "bf16", "bf16", "bf16", "f32", "bf16", "f32", "f64"},
    {"f32", "f32", "f32", "f32", "f32", "f32", "f32", "f32", "f32", "f64"},
    {"f64", "f64", "f64", "f64", "f64", "f64", "f64", "f64", "f64", "f64"},
};

std::string of_tensors(DType a, std::size_t rank_a, DType b, std::size_t rank_b) {
  ResultType result;
  result.add_tensor(a, rank_a);
  result.add_tensor(b, rank_b);
  return std::string(dtype_short_name(result.get()));
}

std::string with_number(DType tensor, std::size_t rank, DTypeCategory number) {
  ResultType result;
  result.add_tensor(tensor, rank);
  result.add_number(number);
  return std::string(dtype_short_name(result.get()));
}

TEST(Promotion, TensorsOfOneRankClass) {
  for (std::size_t i = 0; i < 10; ++i) {
    for (std::size_t j = 0; j < 10; ++j) {
      EXPECT_EQ(of_tensors(kAllTypes[i], 2, kAllTypes[j], 1), kPromoted[i][j]);
      EXPECT_EQ(of_tensors(kAllTypes[i], 0, kAllTypes[j], 0), kPromoted[i][j]);
    }
  }
}

TEST(Promotion, TensorsWithoutDimensionsWidenByCategoryOnly) {
  EXPECT_EQ(of_tensors(DType::kFloat32, 1, DType::kFloat64, 0), "f32");
  EXPECT_EQ(of_tensors(DType::kFloat16, 1, DType::kFloat64, 0), "f16");
  EXPECT_EQ(of_tensors(DType::kInt8, 1, DType::kInt64, 0), "i8");
  EXPECT_EQ(of_tensors(DType::kUInt8, 1, DType::kInt8, 0), "u8");
  EXPECT_EQ(of_tensors(DType::kInt64, 1, DType::kFloat16, 0), "f16");
  EXPECT_EQ(of_tensors(DType::kInt64, 1, DType::kFloat64, 0), "f64");
  EXPECT_EQ(of_tensors(DType::kBool, 1, DType::kInt16, 0), "i16");
  EXPECT_EQ(of_tensors(DType::kBool, 1, DType::kFloat64, 0), "f64");
  EXPECT_EQ(of_tensors(DType::kInt32, 1, DType::kBool, 0), "i32");
}

TEST(Promotion, NumbersWidenByCategoryOnly) {
  const auto real = DTypeCategory::kFloating;
  const auto integer = DTypeCategory::kIntegral;
  const auto flag = DTypeCategory::kBool;
  EXPECT_EQ(with_number(DType::kFloat16, 1, real), "f16");
  EXPECT_EQ(with_number(DType::kFloat64, 1, real), "f64");
  EXPECT_EQ(with_number(DType::kInt8, 1, integer), "i8");
  EXPECT_EQ(with_number(DType::kInt8, 1, real), "f32");
  EXPECT_EQ(with_number(DType::kInt64, 0, real), "f32");
  EXPECT_EQ(with_number(DType::kFloat64, 0, real), "f64");
  EXPECT_EQ(with_number(DType::kFloat16, 0, real), "f16");
  EXPECT_EQ(with_number(DType::kBool, 1, integer), "i64");
  EXPECT_EQ(with_number(DType::kBool, 1, real), "f32");
  EXPECT_EQ(with_number(DType::kBool, 0, flag), "bool");
  EXPECT_EQ(with_number(DType::kUInt8, 2, flag), "u8");
}

TEST(Promotion, ThreeLevels) {
  ResultType result;
  result.add_number(DTypeCategory::kFloating);
  result.add_tensor(DType::kInt16, 0);
  result.add_tensor(DType::kUInt8, 3);
  EXPECT_EQ(result.get(), DType::kFloat32);
  result.add_tensor(DType::kFloat16, 0);
  EXPECT_EQ(result.get(), DType::kFloat16) << "a float tensor without dimensions beats the number";
}

TEST(Promotion, CanCast) {
  for (const DType from : kAllTypes) {
    for (const DType to : kAllTypes) {
      const bool float_to_integer = is_floating(from) && is_integral(to);
      const bool into_bool = to == DType::kBool && from != DType::kBool;
      EXPECT_EQ(can_cast(from, to), !float_to_integer && !into_bool);
    }
  }
}

TEST(Promotion, NumberFits) {
  EXPECT_TRUE(number_fits(255, DType::kUInt8));
  EXPECT_FALSE(number_fits(256, DType::kUInt8));
  EXPECT_FALSE(number_fits(-1, DType::kUInt8));
  EXPECT_TRUE(number_fits(127.9, DType::kInt8) == false) << "127.9 is above the largest int8";
  EXPECT_TRUE(number_fits(1.5, DType::kInt64));
  EXPECT_FALSE(number_fits(9223372036854775808.0, DType::kInt64));
  EXPECT_TRUE(number_fits(-9223372036854775808.0, DType::kInt64));
  EXPECT_FALSE(number_fits(std::nan(""), DType::kInt32));
  EXPECT_TRUE(number_fits(std::nan(""), DType::kFloat16));
  EXPECT_TRUE(number_fits(-HUGE_VAL, DType::kFloat16));
  EXPECT_FALSE(number_fits(-1e9, DType::kFloat16));
  EXPECT_TRUE(number_fits(-1e9, DType::kBFloat16));
  EXPECT_TRUE(number_fits(65504, DType::kFloat16));
  EXPECT_FALSE(number_fits(1e300, DType::kFloat32));
  EXPECT_TRUE(number_fits(7, DType::kBool));
}

TEST(Promotion, ConvertNumberWraps) {
  EXPECT_EQ(convert_number(300, DType::kUInt8), Number(44));
  EXPECT_EQ(convert_number(-1, DType::kUInt8), Number(255));
  EXPECT_EQ(convert_number(200, DType::kInt8), Number(-56));
  EXPECT_EQ(convert_number(std::int64_t{1} << 40, DType::kInt32), Number(0));
  EXPECT_EQ(convert_number(-2.7, DType::kInt32), Number(-2));
  EXPECT_EQ(convert_number(3, DType::kFloat32), Number(3.0));
  EXPECT_EQ(convert_number(0.5, DType::kBool), Number(true));
}

TEST(Promotion, ThroughOperators) {
  CallScene s;
  Node* f32 = s.tensor("f32[2]");
  Node* i8 = s.tensor("i8[2]");
  Node* flags = s.tensor("bool[2]");
  EXPECT_EQ(s.meta_of("add", {i8, 1000}), "i8[2]");
  EXPECT_EQ(s.meta_of("add", {i8, 1.5}), "f32[2]");
  EXPECT_EQ(s.meta_of("mul", {flags, 2}), "i64[2]");
  EXPECT_EQ(s.meta_of("add", {flags, flags}), "bool[2]");
  EXPECT_EQ(s.meta_of("div", {i8, 2}), "f32[2]");
  EXPECT_EQ(s.meta_of("div", {s.tensor("f16[2]"), i8}), "f16[2]");
  EXPECT_EQ(s.meta_of("add", {f32, s.tensor("f64[]")}), "f32[2]");
  EXPECT_EQ(s.meta_of("add", {f32, s.tensor("f64[1]")}), "f64[2]");
  EXPECT_EQ(s.meta_of("add", {i8, s.number(DTypeCategory::kFloating)}), "f32[2]");
  EXPECT_EQ(s.meta_of("mul", {i8, s.value({s.symbol("N")})}), "i8[2]");
  EXPECT_EQ(s.meta_of("div", {i8, s.tensor("i8[2]")}, {{"rounding_mode", "trunc"}}), "i8[2]");
  EXPECT_EQ(s.meta_of("div.Tensor_mode",
                      {
                          i8,
                          2,
                      },
                      {{"rounding_mode", nullptr}}),
            "f32[2]");
  EXPECT_EQ(s.meta_of("pow", {2, f32}), "f32[2]");
  EXPECT_EQ(s.meta_of("pow", {2.5, i8}), "f32[2]");
  EXPECT_EQ(s.meta_of("square", {flags}), "i64[2]");
  EXPECT_EQ(s.meta_of("where", {flags, i8, 2.5}), "f32[2]");
  EXPECT_EQ(s.meta_of("where", {flags, 1, 0}), "i64[2]");
  EXPECT_EQ(s.meta_of("where", {flags, 1.0, 0}), "f32[2]");
  EXPECT_EQ(s.meta_of("clamp", {i8, 0, 10}), "i8[2]");
  EXPECT_EQ(s.meta_of("clamp", {i8, 0.5, nullptr}), "f32[2]");
  EXPECT_EQ(s.meta_of("clamp", {i8, nullptr, s.tensor("i16[2]")}), "i16[2]");
  EXPECT_EQ(s.meta_of("masked_fill", {i8, flags, 1.5}), "i8[2]");
  EXPECT_EQ(s.meta_of("sum", {i8}), "i64[]");
  EXPECT_EQ(s.meta_of("sum", {flags, 0}), "i64[]");
  EXPECT_EQ(s.meta_of("sum", {i8}, {{"dtype", DType::kFloat16}}), "f16[]");
  EXPECT_EQ(s.meta_of("any", {s.tensor("u8[2]")}), "u8[]");
  EXPECT_EQ(s.meta_of("any", {i8}), "bool[]");
}

}  // namespace
}  // namespace weft::ir
