// Expressions as model files write them: they compile, mean what libtorch means, and choose the same
// overloads.

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <weft/runtime/tensor/accessor.h>
#include <weft/runtime/weft.h>

#include "runtime_testing.h"

namespace weft {
namespace {

using indexing::Ellipsis;
using indexing::None;
using indexing::Slice;
using testing::values_of;
using Doubles = std::vector<double>;

std::vector<std::int64_t> shape(const Tensor& x) { return x.sizes().vec(); }
using Shape = std::vector<std::int64_t>;

TEST(Expressions, Factories) {
  EXPECT_EQ(shape(zeros({2, 3})), (Shape{2, 3}));
  EXPECT_EQ(shape(zeros(3)), (Shape{3}));
  EXPECT_EQ(ones({2}, kLong).dtype(), kLong);
  EXPECT_EQ(zeros({2}, TensorOptions().dtype(kDouble).device(kCPU)).dtype(), kDouble);
  EXPECT_EQ(zeros({2}, dtype(kHalf)).dtype(), kHalf);
  EXPECT_EQ(full({2, 2}, 1.5).dtype(), kFloat);
  EXPECT_EQ(full({2}, 3).dtype(), kLong);
  EXPECT_EQ(full({2}, true).dtype(), kBool);
  EXPECT_EQ(arange(5).dtype(), kLong);
  EXPECT_EQ(arange(0.0, 1.0, 0.25).dtype(), kFloat);
  EXPECT_EQ(values_of(arange(5, 0, -2)), (Doubles{5, 3, 1}));
  EXPECT_EQ(values_of(linspace(0, 1, 3)), (Doubles{0, 0.5, 1}));
  EXPECT_EQ(values_of(eye(2)), (Doubles{1, 0, 0, 1}));
  EXPECT_EQ(values_of(tensor({{1, 2}, {3, 4}})), (Doubles{1, 2, 3, 4}));
  EXPECT_EQ(tensor({1, 2}).dtype(), kLong);
  EXPECT_EQ(tensor({1.0, 2.0}).dtype(), kFloat);
  EXPECT_EQ(tensor(std::vector<float>{1, 2}).dtype(), kFloat);
  EXPECT_EQ(tensor({1, 2}, kFloat).dtype(), kFloat);
  const Tensor x = rand({2, 2}, kDouble);
  EXPECT_EQ(zeros_like(x).dtype(), kDouble);
  EXPECT_EQ(x.new_zeros({3}).dtype(), kDouble);
  EXPECT_EQ(x.new_full({3}, 2, kFloat).dtype(), kFloat);
  EXPECT_EQ(shape(randint(0, 10, {2, 3})), (Shape{2, 3}));
  EXPECT_EQ(shape(randperm(4)), (Shape{4}));
  EXPECT_EQ(shape(normal(0.0, 1.0, {5})), (Shape{5}));
}

TEST(Expressions, Arithmetic) {
  const Tensor x = tensor({1.0, 2.0, 4.0});
  EXPECT_EQ(values_of(1 - x), (Doubles{0, -1, -3}));
  EXPECT_EQ(values_of(2 / x), (Doubles{2, 1, 0.5}));
  EXPECT_EQ(values_of(-x + x * 2 - 1), (Doubles{0, 1, 3}));
  EXPECT_EQ(values_of(x % 2), (Doubles{1, 0, 0}));
  EXPECT_EQ(values_of(x.add(x, 2)), (Doubles{3, 6, 12}));
  EXPECT_EQ(values_of(x.pow(2)), (Doubles{1, 4, 16}));
  EXPECT_EQ(values_of(pow(2, x)), (Doubles{2, 4, 16}));
  EXPECT_EQ(values_of((x > 1) & (x < 3)), (Doubles{0, 1, 0}));
  EXPECT_EQ(values_of(~(x == 2)), (Doubles{1, 0, 1}));
  EXPECT_EQ(values_of(x.div(3, "floor")), (Doubles{0, 0, 1}));
  EXPECT_EQ(values_of(div(x, tensor(3.0), "trunc")), (Doubles{0, 0, 1}));
  EXPECT_EQ((x + tensor({1, 2, 3})).dtype(), kFloat);
  EXPECT_EQ((tensor({1, 2}) + 1.5).dtype(), kFloat);
  EXPECT_EQ((tensor({1, 2}) / 2).dtype(), kFloat);
  Tensor y = x.clone();
  y += 1;
  y -= x;
  y *= 3.5;
  y /= tensor(7.0);
  EXPECT_EQ(values_of(y), (Doubles{0.5, 0.5, 0.5}));
}

TEST(Expressions, SizesTakeEveryForm) {
  const Tensor x = zeros({2, 3, 4});
  const std::int64_t n = x.size(0);
  const auto m = x.size(1);
  EXPECT_EQ(shape(x.view({n, m * 4})), (Shape{2, 12}));
  EXPECT_EQ(shape(x.view({x.size(0), -1})), (Shape{2, 12}));
  EXPECT_EQ(shape(x.view(-1)), (Shape{24}));
  EXPECT_EQ(shape(x.view(x.sizes())), (Shape{2, 3, 4}));
  EXPECT_EQ(shape(x.reshape(std::vector<std::int64_t>{6, 4})), (Shape{6, 4}));
  EXPECT_EQ(shape(x.permute({2, 0, 1})), (Shape{4, 2, 3}));
  EXPECT_EQ(shape(x.expand({-1, -1, 4})), (Shape{2, 3, 4}));
  EXPECT_EQ(shape(x.repeat({1, 2, 1})), (Shape{2, 6, 4}));
  EXPECT_EQ(shape(x.flatten(1)), (Shape{2, 12}));
  EXPECT_EQ(shape(x.transpose(-2, -1)), (Shape{2, 4, 3}));
  EXPECT_EQ(x.split(2, 1).size(), 2U);
  EXPECT_EQ(x.split({1, 2}, 1).size(), 2U);
  EXPECT_EQ(x.split(x.size(2) / 2, 2).size(), 2U);
  EXPECT_EQ(split(x, 1).size(), 2U);
  EXPECT_EQ(x.chunk(3, 1).size(), 3U);
  EXPECT_TRUE(x.sizes() == zeros({2, 3, 4}).sizes());
  EXPECT_EQ(x.sizes()[1], 3);
  int total = 0;
  for (std::int64_t size : x.sizes()) total += static_cast<int>(size);
  EXPECT_EQ(total, 9);
}

TEST(Expressions, Reductions) {
  const Tensor x = arange(6, kFloat).view({2, 3});
  EXPECT_EQ(x.sum().item<float>(), 15);
  EXPECT_EQ(values_of(x.sum(0)), (Doubles{3, 5, 7}));
  EXPECT_EQ(values_of(x.sum({0, 1})), (Doubles{15}));
  EXPECT_EQ(shape(x.mean(1, true)), (Shape{2, 1}));
  EXPECT_EQ(shape(x.mean({-1}, /*keepdim=*/true)), (Shape{2, 1}));
  EXPECT_EQ(x.sum(kDouble).dtype(), kDouble);
  EXPECT_EQ(values_of(std::get<1>(x.max(1))), (Doubles{2, 2}));
  auto [values, indices] = max(x, 0);
  EXPECT_EQ(values_of(values), (Doubles{3, 4, 5}));
  EXPECT_EQ(indices.dtype(), kLong);
  EXPECT_EQ(x.max().item<float>(), 5);
  EXPECT_EQ(values_of(max(x, zeros_like(x) + 2)), (Doubles{2, 2, 2, 3, 4, 5}));
  EXPECT_EQ(x.argmax().item<std::int64_t>(), 5);
  EXPECT_EQ(values_of(x.argmax(1)), (Doubles{2, 2}));
  EXPECT_EQ(values_of(argmin(x, 1, true)), (Doubles{0, 0}));
  // As in libtorch, a single number is `unbiased`, not a dimension.
  EXPECT_EQ(x.var(0).dim(), 0);
  EXPECT_EQ(shape(x.var(0, false)), (Shape{3}));
  EXPECT_EQ(shape(x.std({1}, true, true)), (Shape{2, 1}));
  EXPECT_EQ(x.std().dim(), 0);
  EXPECT_EQ(values_of(x.norm(1, 0)), (Doubles{3, 5, 7}));
  EXPECT_EQ(shape(x.norm(2, {0, 1}, true)), (Shape{1, 1}));
  EXPECT_NEAR(x.norm().item<double>(), 7.416198, 1e-6);
  EXPECT_EQ(values_of(x.any(1)), (Doubles{1, 1}));
  EXPECT_EQ(values_of(softmax(zeros({1, 2}), 1)), (Doubles{0.5, 0.5}));
  EXPECT_EQ(x.softmax(-1, kDouble).dtype(), kDouble);
  EXPECT_EQ(values_of(x.cumsum(1)), (Doubles{0, 1, 3, 3, 7, 12}));
  Tensor sorted, order;
  std::tie(sorted, order) = x.sort(1, true);
  EXPECT_EQ(values_of(order), (Doubles{2, 1, 0, 2, 1, 0}));
  EXPECT_EQ(values_of(std::get<0>(x.topk(2, 1))), (Doubles{2, 1, 5, 4}));
}

TEST(Expressions, Clamps) {
  const Tensor x = tensor({-2.0, 0.5, 3.0});
  EXPECT_EQ(values_of(x.clamp(0, 1)), (Doubles{0, 0.5, 1}));
  EXPECT_EQ(values_of(clamp(x, -1.0, 1.0)), (Doubles{-1, 0.5, 1}));
  EXPECT_EQ(values_of(x.clamp({}, 1)), (Doubles{-2, 0.5, 1}));
  EXPECT_EQ(values_of(x.clamp(std::nullopt, 1.0)), (Doubles{-2, 0.5, 1}));
  EXPECT_EQ(values_of(x.clamp_min(0)), (Doubles{0, 0.5, 3}));
  EXPECT_EQ(values_of(x.clamp(tensor(0.0), tensor(2.0))), (Doubles{0, 0.5, 2}));
}

TEST(Expressions, IndexingForms) {
  const Tensor x = arange(24).view({2, 3, 4});
  EXPECT_EQ(shape(x.index({Slice(), 0})), (Shape{2, 4}));
  EXPECT_EQ(shape(x.index({0})), (Shape{3, 4}));
  EXPECT_EQ(shape(x.index({Slice(), Slice(None, -1), Slice(1, None)})), (Shape{2, 2, 3}));
  EXPECT_EQ(shape(x.index({None, Ellipsis, Slice(0, 4, 2)})), (Shape{1, 2, 3, 2}));
  EXPECT_EQ(shape(x.index({"...", -1})), (Shape{2, 3}));
  EXPECT_EQ(shape(x.index({Slice(), tensor({0, 2})})), (Shape{2, 2, 4}));
  EXPECT_EQ(shape(x.index({x > 20})), (Shape{3}));
  EXPECT_EQ(shape(x.index({tensor({0, 1}), Slice(), tensor({3, 3})})), (Shape{2, 3}));
  EXPECT_EQ(shape(x.index({Slice(), tensor({true, false, true})})), (Shape{2, 2, 4}));
  EXPECT_EQ(shape(x.index({Slice(), x[0] > 9})), (Shape{2, 2}));
  EXPECT_EQ(values_of(x.index({0, tensor({2, 0}), 1})), (Doubles{9, 1}));
  Tensor y = x.clone();
  y.index_put_({Slice(), tensor({true, false, true})}, 0);
  EXPECT_EQ(values_of(y.sum({0, 2})), (Doubles{0, 92, 0}));
  y.index_put_({Slice(), tensor({1}), Slice(0, 2)}, tensor({{{1, 2}}, {{3, 4}}}), true);
  EXPECT_EQ(values_of(y.sum({0, 2})), (Doubles{0, 102, 0}));
  y.index_put_({Ellipsis, tensor({0, 3})}, tensor(7));
  EXPECT_EQ(values_of(y.index({1, 2})), (Doubles{7, 0, 0, 7}));
  EXPECT_EQ(shape(x[1][2]), (Shape{4}));
  EXPECT_EQ(x[1][2][3].item<int>(), 23);
  EXPECT_EQ(values_of(x.index_select(2, tensor({3, 0}))[0][0]), (Doubles{3, 0}));
  EXPECT_EQ(values_of(x.select(0, 1).select(0, 0)), (Doubles{12, 13, 14, 15}));
  EXPECT_EQ(values_of(x[0].gather(1, tensor({{0}, {1}, {2}}))), (Doubles{0, 5, 10}));
  EXPECT_EQ(values_of(x.masked_select(x.lt(3))), (Doubles{0, 1, 2}));
  EXPECT_EQ(values_of(x[0][0].masked_fill(x[0][0] == 0, -1)), (Doubles{-1, 1, 2, 3}));
}

TEST(Expressions, NeuralOperators) {
  const Tensor x = ones({1, 2, 4, 4});
  const Tensor w = ones({3, 2, 3, 3});
  EXPECT_EQ(shape(conv2d(x, w)), (Shape{1, 3, 2, 2}));
  EXPECT_EQ(shape(conv2d(x, w, {}, 1, 1)), (Shape{1, 3, 4, 4}));
  EXPECT_EQ(shape(conv2d(x, w, {}, 1, 0)), (Shape{1, 3, 2, 2}));
  EXPECT_EQ(shape(conv2d(x, w, zeros({3}), {2, 2}, {1, 1}, 1, 1)), (Shape{1, 3, 2, 2}));
  EXPECT_EQ(shape(conv2d(x, w, {}, 1, "same")), (Shape{1, 3, 4, 4}));
  EXPECT_EQ(shape(max_pool2d(x, 2)), (Shape{1, 2, 2, 2}));
  EXPECT_EQ(shape(max_pool2d(x, {2, 2}, {1, 1})), (Shape{1, 2, 3, 3}));
  EXPECT_EQ(shape(adaptive_avg_pool2d(x, {1, 1})), (Shape{1, 2, 1, 1}));
  EXPECT_EQ(shape(cat({x, x}, 1)), (Shape{1, 4, 4, 4}));
  const std::vector<Tensor> parts{x, x};
  EXPECT_EQ(shape(stack(parts)), (Shape{2, 1, 2, 4, 4}));
  EXPECT_EQ(values_of(where(tensor({true, false}), 1.0, 2.0)), (Doubles{1, 2}));
  EXPECT_EQ(values_of(where(tensor({true, false}), tensor({5.0, 6.0}), 2.0)), (Doubles{5, 2}));
  EXPECT_EQ(values_of(einsum("ij,j->i", {ones({2, 3}), ones({3})})), (Doubles{3, 3}));
  EXPECT_EQ(shape(layer_norm(x, {4})), (Shape{1, 2, 4, 4}));
  EXPECT_EQ(values_of(relu(tensor({-1.0, 2.0}))), (Doubles{0, 2}));
  EXPECT_EQ(mse_loss(x, x).item<float>(), 0);
  EXPECT_EQ(shape(mse_loss(x, x, 0)), (Shape{1, 2, 4, 4}));
  EXPECT_EQ(values_of(dropout(ones({2}), 0.5, false)), (Doubles{1, 1}));
  Tensor (*function)(TensorArg) = relu;
  EXPECT_EQ(values_of(function(tensor({-1.0, 2.0}))), (Doubles{0, 2}));
}

TEST(Expressions, HostReads) {
  const Tensor x = arange(6, kFloat).view({2, 3});
  EXPECT_EQ(x.data_ptr<float>()[4], 4);
  const auto a = x.accessor<float, 2>();
  EXPECT_EQ(a[1][2], 5);
  EXPECT_EQ(a.size(0), 2);
  EXPECT_EQ(x[0][1].item().toDouble(), 1.0);
  EXPECT_TRUE(x.equal(x.clone()));
  EXPECT_FALSE(x.equal(x + 1));
  EXPECT_FALSE(x.equal(x.t()));
  EXPECT_TRUE(x.allclose(x * (1 + 1e-6)));
  EXPECT_FALSE(x.allclose(x + 1e-2));
  EXPECT_TRUE(full({1}, INFINITY).allclose(full({1}, INFINITY)));
  EXPECT_FALSE(full({1}, NAN).allclose(full({1}, NAN)));
  EXPECT_TRUE(full({1}, NAN).allclose(full({1}, NAN), 1e-5, 1e-8, true));
  float data[4] = {1, 2, 3, 4};
  const Tensor borrowed = from_blob(data, {2, 2});
  data[3] = 9;
  EXPECT_EQ(borrowed[1][1].item<float>(), 9);
  EXPECT_EQ(x.nbytes(), 24);
  EXPECT_EQ(x.numel(), 6);
  EXPECT_FALSE(Tensor().defined());
  EXPECT_FALSE(x.grad().defined());
}

}  // namespace
}  // namespace weft
