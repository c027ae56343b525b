// Tensors on streams, in libtorch's form.

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>

#include <weft/runtime/weft.h>

namespace weft {
namespace {

template <typename T>
std::string text_of(const T& value) {
  std::ostringstream stream;
  stream << value;
  return stream.str();
}

TEST(Print, Vectors) {
  EXPECT_EQ(text_of(tensor({1, 2, 30})), "  1\n  2\n 30\n[ CPULongType{3} ]");
  EXPECT_EQ(text_of(tensor({0.5, -1.25})), " 0.5000\n-1.2500\n[ CPUFloatType{2} ]");
  EXPECT_EQ(text_of(tensor({true, false})), " 1\n 0\n[ CPUBoolType{2} ]");
  EXPECT_EQ(text_of(zeros({0})), "[ CPUFloatType{0} ]");
}

TEST(Print, ScalarsAndUndefined) {
  EXPECT_EQ(text_of(tensor(1.5)), "1.5\n[ CPUFloatType{} ]");
  EXPECT_EQ(text_of(tensor(7)), "7\n[ CPULongType{} ]");
  EXPECT_EQ(text_of(Tensor()), "[ Tensor (undefined) ]");
}

TEST(Print, Matrices) {
  EXPECT_EQ(text_of(tensor({{1, 2}, {3, 4}})), " 1  2\n 3  4\n[ CPULongType{2,2} ]");
  EXPECT_EQ(text_of(arange(4, kFloat).view({1, 2, 2})),
            "(1,.,.) = \n  0  1\n  2  3\n[ CPUFloatType{1,2,2} ]");
  EXPECT_EQ(text_of(arange(4, kFloat).view({2, 1, 2})),
            "(1,.,.) = \n  0  1\n\n(2,.,.) = \n  2  3\n[ CPUFloatType{2,1,2} ]");
}

TEST(Print, WideRangesTakeExponents) {
  EXPECT_EQ(text_of(tensor({1e-6, 1.5e3})),
            " 1.0000e-06\n 1.5000e+03\n[ CPUFloatType{2} ]");
  EXPECT_EQ(text_of(tensor({123456.5, 234567.5}, kDouble)),
            "1e+05 *\n 1.2346\n 2.3457\n[ CPUDoubleType{2} ]");
}

TEST(Print, LongRowsAreCut) {
  const std::string text = text_of(zeros({1, 50}));
  EXPECT_NE(text.find("Columns 1 to 26"), std::string::npos) << text;
  EXPECT_NE(text.find("Columns 27 to 50"), std::string::npos) << text;
}

TEST(Print, NotFiniteNumbers) {
  const std::string text = text_of(tensor({1.0, NAN, INFINITY}));
  EXPECT_NE(text.find("nan"), std::string::npos);
  EXPECT_NE(text.find("inf"), std::string::npos);
}

TEST(Print, TheStreamKeepsItsFormat) {
  std::ostringstream stream;
  stream << tensor({0.5, 1e9}) << 1.5;
  EXPECT_TRUE(stream.str().ends_with("]1.5"));
}

TEST(Print, SizesTypesAndNumbers) {
  EXPECT_EQ(text_of(zeros({2, 3}).sizes()), "[2, 3]");
  EXPECT_EQ(text_of(zeros({2}).size(0)), "2");
  EXPECT_EQ(text_of(kLong), "Long");
  EXPECT_EQ(text_of(zeros({1}).device()), "cpu");
  EXPECT_EQ(text_of(Scalar(1.5)), "1.5");
}

}  // namespace
}  // namespace weft
