// Tensors on streams, in libtorch's form.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <weft/runtime/weft.h>

#include "api/libtorch_api.h"

namespace weft {
namespace {

template <typename T>
std::string text_of(const T& value) {
  std::ostringstream stream;
  stream << value;
  return stream.str();
}

/// Case by case, so that a difference shows its name.
TEST(Print, AsLibtorchWroteIt) {
  std::ifstream file(WEFT_SOURCE_DIR "/tests/runtime/data/printing.txt", std::ios::binary);
  const std::string recorded{std::istreambuf_iterator<char>(file), {}};
  const auto cases_of = [](const std::string& text) {
    std::vector<std::string> cases;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t next = text.find("\n## ", at);
      const std::size_t end = next == std::string::npos ? text.size() : next + 1;
      cases.push_back(text.substr(at, end - at));
      at = end;
    }
    return cases;
  };
  const std::vector<std::string> want = cases_of(recorded);
  const std::vector<std::string> got = cases_of(api::printing());
  ASSERT_GT(want.size(), 60u);
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t i = 0; i < want.size(); ++i) EXPECT_EQ(got[i], want[i]);
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
