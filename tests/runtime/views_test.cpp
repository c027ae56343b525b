// Views share storage, and writes through them are seen by every handle.

#include <gtest/gtest.h>

#include <vector>

#include <weft/runtime/weft.h>

#include "runtime_testing.h"

namespace weft {
namespace {

using indexing::Ellipsis;
using indexing::None;
using indexing::Slice;
using testing::expect_error;
using testing::values_of;
using Doubles = std::vector<double>;

bool shares(const Tensor& a, const Tensor& b) {
  return a.handle()->storage == b.handle()->storage;
}

Tensor counting(std::int64_t rows, std::int64_t columns) {
  return arange(rows * columns, kFloat).view({rows, columns});
}

TEST(Views, ShareStorage) {
  const Tensor x = counting(3, 4);
  EXPECT_TRUE(shares(x, x.t()));
  EXPECT_TRUE(shares(x, x.view({2, 6})));
  EXPECT_TRUE(shares(x, x.transpose(0, 1)));
  EXPECT_TRUE(shares(x, x[1]));
  EXPECT_TRUE(shares(x, x.unsqueeze(0).expand({5, -1, -1})));
  EXPECT_TRUE(shares(x, x.slice(1, 1, 3)));
  EXPECT_TRUE(shares(x, x.narrow(0, 1, 2)));
  EXPECT_TRUE(shares(x, x.diagonal()));
  EXPECT_TRUE(shares(x, x.unfold(1, 2, 1)));
  EXPECT_TRUE(shares(x, x.index({Slice(), 1})));
  EXPECT_TRUE(shares(x, x.chunk(2, 1)[1]));
  EXPECT_TRUE(shares(x, x.unbind(0)[2]));
  EXPECT_TRUE(shares(x, x.detach()));
  EXPECT_FALSE(shares(x, x.clone()));
  EXPECT_FALSE(shares(x, x + 0));
}

TEST(Views, ReshapeCopiesOnlyWhereItMust) {
  const Tensor x = counting(3, 4);
  EXPECT_TRUE(shares(x, x.reshape({12})));
  EXPECT_FALSE(shares(x, x.t().reshape({12})));
  EXPECT_EQ(values_of(x.t().reshape({12})),
            (Doubles{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}));
  expect_error("W1213", [&] { x.t().view({12}); }, "[4, 3]");
}

TEST(Views, ContiguousIsTheTensorItselfWhereItCanBe) {
  const Tensor x = counting(2, 3);
  EXPECT_TRUE(x.contiguous().is_same(x));
  const Tensor turned = x.t().contiguous();
  EXPECT_FALSE(shares(x, turned));
  EXPECT_TRUE(turned.is_contiguous());
  EXPECT_EQ(values_of(turned), (Doubles{0, 3, 1, 4, 2, 5}));
}

TEST(Views, WritesGoThrough) {
  Tensor x = zeros({2, 3});
  x[0] = 1.0;
  x[1][2] = 5;
  x.t()[1].add_(10);
  EXPECT_EQ(values_of(x), (Doubles{1, 11, 1, 0, 10, 5}));
  x.select(1, 0).fill_(-1);
  x.slice(1, 1, 3).mul_(2);
  EXPECT_EQ(values_of(x), (Doubles{-1, 22, 2, -1, 20, 10}));
  Tensor row = x[0];
  row += 1;
  row *= row;
  EXPECT_EQ(values_of(x), (Doubles{0, 529, 9, -1, 20, 10}));
}

TEST(Views, AssigningAHandleDoesNotWrite) {
  const Tensor x = ones({2, 2});
  Tensor row = x[0];
  row = zeros({2});
  EXPECT_EQ(values_of(x), (Doubles{1, 1, 1, 1}));
  EXPECT_EQ(values_of(row), (Doubles{0, 0}));
}

TEST(Views, IndexPutWritesThroughSlicesAndTensors) {
  Tensor x = zeros({3, 4});
  x.index_put_({Slice(1, None), Slice(None, None, 2)}, 7);
  EXPECT_EQ(values_of(x), (Doubles{0, 0, 0, 0, 7, 0, 7, 0, 7, 0, 7, 0}));
  x.index_put_({tensor({0, 2}), tensor({1, 3})}, tensor({1.0, 2.0}));
  EXPECT_EQ(values_of(x), (Doubles{0, 1, 0, 0, 7, 0, 7, 0, 7, 0, 7, 2}));
  x.index_put_({x == 7}, 0.5);
  EXPECT_EQ(values_of(x), (Doubles{0, 1, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0.5, 2}));
  x.index_put_({Ellipsis, -1}, tensor({1.0, 1.0, 1.0}), /*accumulate=*/true);
  EXPECT_EQ(values_of(x.index({Ellipsis, 3})), (Doubles{1, 1, 3}));
}

TEST(Views, OverlappingSourceAndTargetAreReadFirst) {
  const Tensor x = arange(6, kFloat);
  x.slice(0, 1, 6).copy_(x.slice(0, 0, 5));
  EXPECT_EQ(values_of(x), (Doubles{0, 0, 1, 2, 3, 4}));
  const Tensor y = counting(2, 2);
  y.copy_(y.t());
  EXPECT_EQ(values_of(y), (Doubles{0, 2, 1, 3}));
}

TEST(Views, WritingIntoRepeatedElementsIsRefused) {
  const Tensor x = zeros({3, 1}).expand({3, 4});
  expect_error("W2101", [&] { x.add_(1); }, "add_");
  expect_error("W2101", [&] { x.copy_(ones({3, 4})); });
  EXPECT_EQ(values_of(x.clone().add_(1)), Doubles(12, 1.0));
}

TEST(Views, InPlaceShapeChangesAreSeenByAllHandles) {
  const Tensor x = counting(2, 3);
  const Tensor alias = x;
  x.unsqueeze_(0);
  EXPECT_EQ(alias.sizes(), (IntArrayRef{1, 2, 3}));
  x.squeeze_();
  x.t_();
  EXPECT_EQ(alias.sizes(), (IntArrayRef{3, 2}));
  EXPECT_EQ(values_of(alias), (Doubles{0, 3, 1, 4, 2, 5}));
}

TEST(Views, ConversionsReturnTheTensorWhereNothingChanges) {
  const Tensor x = counting(2, 2);
  EXPECT_TRUE(x.to(kFloat).is_same(x));
  EXPECT_TRUE(x.to(x.device()).is_same(x));
  EXPECT_TRUE(x.to(x.options()).is_same(x));
  EXPECT_TRUE(x.type_as(x).is_same(x));
  EXPECT_FALSE(shares(x, x.to(kFloat, false, /*copy=*/true)));
  EXPECT_EQ(x.to(kLong).dtype(), kLong);
  EXPECT_EQ(x.to(zeros({1}, kHalf)).dtype(), kHalf);
  expect_error("W2004", [&] { x.to(kCUDA); }, "cuda");
}

TEST(Views, EmptyAndScalarTensors) {
  const Tensor none = zeros({0, 3});
  EXPECT_EQ(none.t().sizes(), (IntArrayRef{3, 0}));
  EXPECT_EQ(none.view({3, 0}).numel(), 0);
  EXPECT_EQ(none.reshape({-1, 3}).sizes(), (IntArrayRef{0, 3}));
  const Tensor one = tensor(2.5);
  EXPECT_EQ(one.dim(), 0);
  EXPECT_EQ(one.view({1, 1}).sizes(), (IntArrayRef{1, 1}));
  EXPECT_EQ(one.unsqueeze(0).item<float>(), 2.5f);
  one.fill_(3);
  EXPECT_EQ(one.item<double>(), 3.0);
}

}  // namespace
}  // namespace weft
