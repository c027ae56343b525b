// The blocked kernels of matrix products and convolutions against the oracle.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/runtime/eager/call_values.h>
#include <weft/runtime/eager/contraction.h>
#include <weft/runtime/weft.h>

#include "runtime_testing.h"
#include "tests/oracle/golden_file.h"
#include "tests/oracle/oracle.h"

namespace weft {
namespace {

using weft_oracle::Kind;
using weft_oracle::OracleArguments;
using weft_oracle::OracleList;
using weft_oracle::OracleTensor;
using weft_oracle::Sizes;

OracleTensor random_tensor(std::mt19937& random, const Sizes& sizes, Kind kind = Kind::kF32) {
  std::normal_distribution<double> normal;
  OracleTensor result(kind, sizes);
  for (std::int64_t i = 0; i < result.numel(); ++i) result.set(i, normal(random));
  return result;
}

void compare(const std::string& op, const OracleArguments& arguments, double tolerance = 2e-5) {
  const auto result = weft_oracle::compare(testing::run_operator(op, arguments),
                                           weft_oracle::oracle(op, arguments), tolerance, tolerance);
  EXPECT_TRUE(result.agrees()) << op << ": " << result.difference;
}

TEST(Contraction, Products) {
  std::mt19937 random(1);
  const std::vector<std::pair<Sizes, Sizes>> shapes = {
      {{1, 1}, {1, 1}},       {{3, 4}, {4, 5}},           {{1, 64}, {64, 33}},
      {{65, 17}, {17, 1}},    {{7, 0}, {0, 3}},           {{0, 3}, {3, 2}},
      {{4}, {4}},             {{4}, {4, 5}},              {{3, 4}, {4}},
      {{2, 3, 4}, {4, 5}},    {{2, 1, 3, 4}, {6, 4, 5}},  {{100, 70}, {70, 90}},
      {{2, 3, 4}, {2, 4, 5}}, {{5, 1200}, {1200, 19}},    {{3, 1, 8}, {1, 8, 2}},
  };
  for (const auto& [a, b] : shapes) {
    const OracleTensor x = random_tensor(random, a);
    const OracleTensor y = random_tensor(random, b);
    compare("matmul", {{"input", x}, {"other", y}}, 1e-4);
  }
  compare("matmul", {{"input", random_tensor(random, {6, 7}, Kind::kF16)},
                     {"other", random_tensor(random, {7, 5}, Kind::kF16)}}, 2e-3);
  compare("matmul", {{"input", random_tensor(random, {6, 7}, Kind::kF64)},
                     {"other", random_tensor(random, {7, 5}, Kind::kF64)}}, 1e-12);
}

TEST(Contraction, ProductsOfViews) {
  std::mt19937 random(2);
  const Tensor x = testing::from_oracle(random_tensor(random, {9, 11}));
  const Tensor y = testing::from_oracle(random_tensor(random, {11, 6}));
  const Tensor expected = x.to(kDouble).matmul(y.to(kDouble)).to(kFloat);
  EXPECT_TRUE(x.t().contiguous().t().matmul(y).allclose(expected, 1e-5, 1e-5));
  EXPECT_TRUE(x.matmul(y.t().contiguous().t()).allclose(expected, 1e-5, 1e-5));
  EXPECT_TRUE(y.t().matmul(x.t()).allclose(expected.t(), 1e-5, 1e-5));
  const Tensor wide = testing::from_oracle(random_tensor(random, {9, 22}));
  const Tensor every_second = wide.index({indexing::Slice(), indexing::Slice(0, 22, 2)});
  EXPECT_TRUE(every_second.matmul(y).allclose(
      every_second.to(kDouble).matmul(y.to(kDouble)).to(kFloat), 1e-5, 1e-5));
  const Tensor repeated = y[0].expand({11, 6});
  EXPECT_TRUE(x.matmul(repeated).allclose(
      x.to(kDouble).matmul(repeated.to(kDouble)).to(kFloat), 1e-5, 1e-5));
}

TEST(Contraction, Einsum) {
  std::mt19937 random(3);
  const auto check = [&](const std::string& equation, const Sizes& a, const Sizes& b) {
    compare("einsum", {{"equation", equation},
                       {"operands", OracleList{random_tensor(random, a), random_tensor(random, b)}}},
            1e-4);
  };
  check("ij,jk->ik", {5, 6}, {6, 7});
  check("ij,jk->ki", {5, 6}, {6, 7});
  check("bhqd,bhkd->bhqk", {2, 3, 4, 8}, {2, 3, 5, 8});
  check("bqhd,bkhd->bhqk", {2, 4, 3, 8}, {2, 5, 3, 8});
  check("bhqk,bkhd->bqhd", {2, 3, 4, 5}, {2, 5, 3, 8});
  check("ijk,kjl->il", {3, 4, 5}, {5, 4, 6});
  check("i,j->ij", {4}, {5});
  check("ij,ij->i", {4, 5}, {4, 5});
  check("abc,cbd->adb", {3, 4, 5}, {5, 4, 6});
}

struct ConvCase {
  Sizes input, weight;
  std::vector<std::int64_t> stride, padding, dilation;
  std::int64_t groups;
};

OracleList list(const std::vector<std::int64_t>& values) {
  return OracleList(values.begin(), values.end());
}

TEST(Contraction, Convolutions) {
  std::mt19937 random(4);
  const std::vector<ConvCase> cases = {
      {{1, 1, 5, 5}, {1, 1, 3, 3}, {1, 1}, {0, 0}, {1, 1}, 1},
      {{2, 3, 9, 8}, {4, 3, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 1},
      {{2, 3, 9, 8}, {4, 3, 3, 2}, {2, 1}, {1, 0}, {1, 2}, 1},
      {{1, 6, 7, 7}, {6, 1, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 6},
      {{1, 6, 9, 9}, {6, 1, 5, 5}, {2, 2}, {2, 2}, {1, 1}, 6},
      {{2, 4, 6, 5}, {6, 2, 1, 1}, {1, 1}, {0, 0}, {1, 1}, 2},
      {{1, 70, 4, 4}, {33, 70, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 1},
      {{0, 3, 5, 5}, {2, 3, 3, 3}, {1, 1}, {0, 0}, {1, 1}, 1},
  };
  for (const ConvCase& c : cases) {
    compare("conv2d", {{"input", random_tensor(random, c.input)},
                       {"weight", random_tensor(random, c.weight)},
                       {"bias", random_tensor(random, {c.weight[0]})},
                       {"stride", list(c.stride)},
                       {"padding", list(c.padding)},
                       {"dilation", list(c.dilation)},
                       {"groups", c.groups}},
            1e-4);
  }
  compare("conv1d", {{"input", random_tensor(random, {2, 4, 20})},
                     {"weight", random_tensor(random, {6, 2, 5})},
                     {"stride", list({2})},
                     {"padding", list({3})},
                     {"dilation", list({2})},
                     {"groups", 2}},
          1e-4);
  compare("conv3d", {{"input", random_tensor(random, {2, 2, 4, 5, 6})},
                     {"weight", random_tensor(random, {4, 1, 2, 3, 3})},
                     {"stride", list({1, 2, 1})},
                     {"padding", list({1, 0, 1})},
                     {"dilation", list({1, 1, 2})},
                     {"groups", 2}},
          1e-4);
}

TEST(Contraction, TransposedConvolutions) {
  std::mt19937 random(5);
  const auto check = [&](const char* op, const ConvCase& c, std::vector<std::int64_t> extra) {
    compare(op, {{"input", random_tensor(random, c.input)},
                 {"weight", random_tensor(random, c.weight)},
                 {"bias", random_tensor(random, {c.weight[1] * c.groups})},
                 {"stride", list(c.stride)},
                 {"padding", list(c.padding)},
                 {"output_padding", list(extra)},
                 {"dilation", list(c.dilation)},
                 {"groups", c.groups}},
            1e-4);
  };
  check("conv_transpose2d", {{2, 3, 4, 5}, {3, 2, 3, 3}, {1, 1}, {0, 0}, {1, 1}, 1}, {0, 0});
  check("conv_transpose2d", {{1, 4, 4, 4}, {4, 3, 4, 4}, {2, 2}, {1, 1}, {1, 1}, 1}, {0, 0});
  check("conv_transpose2d", {{1, 4, 4, 3}, {4, 3, 3, 2}, {3, 2}, {1, 0}, {1, 2}, 2}, {2, 1});
  check("conv_transpose1d", {{2, 4, 7}, {4, 1, 5}, {2}, {2}, {1}, 4}, {1});
  check("conv_transpose3d", {{1, 2, 3, 2, 3}, {2, 2, 2, 3, 2}, {2, 1, 2}, {0, 1, 0}, {1, 1, 1}, 1},
        {1, 0, 0});
}

TEST(Contraction, AbsentInputElementsTakeNoPart) {
  // With stride 2 most positions of the kernel meet no input element; infinity there changes nothing.
  const Tensor x = ones({1, 1, 2, 2});
  Tensor w = ones({1, 1, 2, 2});
  w[0][0][1][1] = INFINITY;
  const Tensor y = conv_transpose2d(x, w, {}, 2);
  EXPECT_EQ(y[0][0][0][0].item<float>(), 1);
  EXPECT_EQ(y[0][0][2][1].item<float>(), 1);
  EXPECT_TRUE(std::isinf(y[0][0][3][3].item<float>()));
}

TEST(Contraction, TheFastPathIsTaken) {
  const auto taken = [](const char* name, const std::vector<ir::Value>& arguments) {
    const ir::Call call = eager::make_call(ir::get_operator(name), arguments, {});
    return eager::prepare_contraction(ir::compute_of(call)[0], call,
                                       eager::tensor_inputs(arguments)) != nullptr;
  };
  EXPECT_TRUE(taken("mm", {ones({3, 4}).handle(), ones({4, 2}).handle()}));
  EXPECT_TRUE(taken("matmul", {ones({2, 3, 4}).handle(), ones({4}).handle()}));
  EXPECT_TRUE(taken("mm", {ones({3, 4}, kHalf).handle(), ones({4, 2}, kHalf).handle()}));
  EXPECT_FALSE(taken("mm", {ones({3, 4}, kLong).handle(), ones({4, 2}, kLong).handle()}));
  EXPECT_FALSE(taken("dot", {ones({4}).handle(), ones({4}).handle()}));
}

}  // namespace
}  // namespace weft
