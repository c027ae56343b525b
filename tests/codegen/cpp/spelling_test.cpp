/// \file Identifiers, literals and index expressions of generated code.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include <weft/codegen/cpp/spelling.h>

namespace weft::codegen::cpp {
namespace {

TEST(Spelling, U19_AnyNameBecomesAnIdentifier) {
  EXPECT_EQ(identifier("conv1.weight"), "conv1_weight");
  EXPECT_EQ(identifier("1"), "v1");
  EXPECT_EQ(identifier("a/b"), "a_b");
  EXPECT_EQ(identifier("class"), "class_");
  EXPECT_EQ(identifier("float"), "float_");
  EXPECT_EQ(identifier("main"), "main_");
  for (const char* name : {"uint32_t", "INT64_MAX", "M_PI", "errno", "WEFT_F32"}) {
    EXPECT_EQ(identifier(name), std::string(name) + "_");
  }
  EXPECT_EQ(identifier(""), "value");
  EXPECT_EQ(identifier("__x__y_Z"), "x_y_Z");
}

TEST(Spelling, NoReservedForms) {
  for (const char* name : {"_X", "a__b", "__",
                           "gr\xc3\xb6\xc3\x9f"
                           "e",
                           "x.1", "a..b", "_"}) {
    const std::string text = identifier(name);
    EXPECT_EQ(text.find("__"), std::string::npos) << text;
    EXPECT_NE(text[0], '_') << text;
  }
}

TEST(Spelling, DifferentNamesStayDifferent) {
  NameScope scope;
  EXPECT_EQ(scope.unique("a/b"), "a_b");
  EXPECT_EQ(scope.unique("a_b"), "a_b_1");
  EXPECT_EQ(scope.unique("a.b"), "a_b_2");
}

TEST(Spelling, LiteralsRoundTrip) {
  EXPECT_EQ(literal(DType::kFloat32, 0.5), "0.5f");
  EXPECT_EQ(literal(DType::kFloat32, 1), "1.0f");
  EXPECT_EQ(literal(DType::kFloat32, 1e-5), "1e-05f");
  EXPECT_EQ(literal(DType::kFloat64, 0.1), "0.1");
  EXPECT_EQ(literal(DType::kFloat32, -std::numeric_limits<double>::infinity()),
            "-__builtin_inff()");
  EXPECT_EQ(literal(DType::kFloat64, std::numeric_limits<double>::quiet_NaN()),
            "__builtin_nan(\"\")");
  EXPECT_EQ(literal(DType::kInt64, std::numeric_limits<std::int64_t>::min()), "INT64_MIN");
  EXPECT_EQ(literal(DType::kBool, true), "true");
}

TEST(Spelling, IndexExpressions) {
  const ir::Symbol i = ir::make_symbol("i", 0, 9);
  const ir::Symbol j = ir::make_symbol("j", 0, 3);
  const SymbolNames names = {{i.get(), "i"}, {j.get(), "j"}};
  const ir::IntExpr x(i);
  const ir::IntExpr y(j);
  EXPECT_EQ(index_expression(ir::IntExpr(7), names), "7");
  EXPECT_EQ(index_expression(x * 4 + y, names), "i * 4 + j");
  EXPECT_EQ(index_expression(x - 1, names), "i - 1");
  EXPECT_EQ(index_expression(ir::floor_div(x, 3), names), "(i / 3)");
  EXPECT_EQ(index_expression(ir::floor_div(x - 1, 3), names), "((i + 2) / 3) - 1");
}

TEST(Spelling, CommentsCannotEndOrContinue) {
  EXPECT_EQ(comment_text("a\nb\\"), "a b ");
  EXPECT_EQ(comment_text(std::string(200, 'x')).size(), 110u);
}

}  // namespace
}  // namespace weft::codegen::cpp
