#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include <weft/ir/dtype.h>
#include <weft/ir/scalar.h>
#include <weft/ir/tensor_meta.h>

namespace weft::ir {
namespace {

TEST(DType, EverySpellingOfANameIsParsed) {
  for (int i = 0; i < kDTypeCount; ++i) {
    const auto type = static_cast<DType>(i);
    EXPECT_EQ(parse_dtype(dtype_name(type)), type);
    EXPECT_EQ(parse_dtype(dtype_short_name(type)), type);
    EXPECT_EQ(parse_dtype(dtype_safetensors_name(type)), type);
  }
  EXPECT_FALSE(parse_dtype("float").has_value());
  EXPECT_FALSE(parse_dtype("").has_value());
  EXPECT_EQ(dtype_name(DType::kBFloat16), "bfloat16");
  EXPECT_EQ(dtype_short_name(DType::kBFloat16), "bf16");
  EXPECT_EQ(dtype_safetensors_name(DType::kBFloat16), "BF16");
}

// The table of torch.promote_types, rows and columns in the order of DType.
TEST(DType, PromotionIsThatOfPyTorch) {
  const char* const kNames = "bool u8 i8 i16 i32 i64 f16 bf16 f32 f64";
  const char* const kTable =
      "bool u8   i8   i16  i32  i64  f16  bf16 f32 f64 "
      "u8   u8   i16  i16  i32  i64  f16  bf16 f32 f64 "
      "i8   i16  i8   i16  i32  i64  f16  bf16 f32 f64 "
      "i16  i16  i16  i16  i32  i64  f16  bf16 f32 f64 "
      "i32  i32  i32  i32  i32  i64  f16  bf16 f32 f64 "
      "i64  i64  i64  i64  i64  i64  f16  bf16 f32 f64 "
      "f16  f16  f16  f16  f16  f16  f16  f32  f32 f64 "
      "bf16 bf16 bf16 bf16 bf16 bf16 f32  bf16 f32 f64 "
      "f32  f32  f32  f32  f32  f32  f32  f32  f32 f64 "
      "f64  f64  f64  f64  f64  f64  f64  f64  f64 f64";
  std::istringstream names(kNames);
  std::vector<DType> types;
  for (std::string name; names >> name;) types.push_back(*parse_dtype(name));
  std::istringstream table(kTable);
  for (const DType a : types) {
    for (const DType b : types) {
      std::string expected;
      table >> expected;
      EXPECT_EQ(dtype_short_name(promote_types(a, b)), expected)
          << dtype_name(a) << " " << dtype_name(b);
    }
  }
}

TEST(Number, EqualityDistinguishesCategoriesAndZeros) {
  EXPECT_EQ(Number(1), Number(1));
  EXPECT_FALSE(Number(1) == Number(1.0));
  EXPECT_FALSE(Number(1) == Number(true));
  EXPECT_EQ(Number(std::nan("")), Number(std::nan("1")));
  EXPECT_FALSE(Number(std::nan("")) == Number(-std::nan("")));
  EXPECT_FALSE(Number(0.0) == Number(-0.0));
}

TEST(Number, Prints) {
  EXPECT_EQ(Number(true).str(), "true");
  EXPECT_EQ(Number(-3).str(), "-3");
  EXPECT_EQ(Number(1.0).str(), "1.0");
  EXPECT_EQ(Number(-0.0).str(), "-0.0");
  EXPECT_EQ(Number(0.1).str(), "0.1");
  EXPECT_EQ(Number(1e-5).str(), "1e-05");
  EXPECT_EQ(Number(INFINITY).str(), "inf");
  EXPECT_EQ(Number(-INFINITY).str(), "-inf");
  EXPECT_EQ(Number(std::nan("")).str(), "nan");
}

TEST(TensorMeta, StridesAndContiguity) {
  const IntExpr n = make_symbol("N", 1);
  const TensorMeta meta = dense(DType::kFloat32, {2, n, 3});
  EXPECT_EQ(shape_str(meta.strides), "[3*N, 3, 1]");
  EXPECT_TRUE(meta.is_contiguous());
  EXPECT_EQ(meta.str(), "f32[2, N, 3]");
  EXPECT_EQ(meta.numel(), 6 * n);
  TensorMeta turned = dense(DType::kFloat32, {2, 3});
  std::swap(turned.strides[0], turned.strides[1]);
  EXPECT_FALSE(turned.is_contiguous());
  // The stride of an extent of 1 says nothing, and a tensor without elements is always dense.
  EXPECT_TRUE((TensorMeta{DType::kInt8, {1, 3}, {77, 1}}).is_contiguous());
  EXPECT_TRUE((TensorMeta{DType::kInt8, {0, 3}, {1, 9}}).is_contiguous());
  EXPECT_TRUE(dense(DType::kBool, {}).is_contiguous());
  EXPECT_EQ(dense(DType::kBool, {}).str(), "bool[]");
}

TEST(ValueMeta, Prints) {
  EXPECT_EQ(ValueMeta{}.str(), "?");
  EXPECT_EQ((ValueMeta{IntExpr(3)}).str(), "3");
  EXPECT_EQ((ValueMeta{UnknownNumber{DTypeCategory::kBool}}).str(), "bool");
  const ValueMeta pair{ValueMetaList{{dense(DType::kFloat32, {2})}, {dense(DType::kInt64, {2})}}};
  EXPECT_EQ(pair.str(), "(f32[2], i64[2])");
}

}  // namespace
}  // namespace weft::ir
