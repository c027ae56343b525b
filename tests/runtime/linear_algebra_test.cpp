// Linear algebra: what is refused, and layouts that recorded results do not have.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <tuple>
#include <vector>

#include <torch/torch.h>

#include "runtime_testing.h"

namespace weft {
namespace {

using testing::expect_error;
using testing::values_of;
using Doubles = std::vector<double>;

TEST(LinearAlgebra, SingularAndIndefiniteMatricesAreRefused) {
  const Tensor singular = tensor({1.f, 2.f, 2.f, 4.f}).view({2, 2});
  expect_error("W1209", [&] { torch::inverse(singular); }, "singular");
  expect_error("W1209", [&] { torch::linalg::inv(zeros({3, 2, 2})); }, "singular");
  expect_error("W1209", [&] { torch::linalg::solve(singular, ones({2}), true); }, "singular");
  expect_error("W1209", [&] { torch::cholesky(-eye(2)); }, "not positive definite");
  expect_error("W1209", [&] { torch::linalg::cholesky(full({1, 1}, NAN)); }, "definite");
  EXPECT_EQ(torch::det(singular).item<float>(), 0);
  EXPECT_EQ(torch::logdet(singular).item<float>(), -INFINITY);
}

TEST(LinearAlgebra, ShapesAndTypesAreChecked) {
  for (const auto& call : std::vector<std::function<void(const Tensor&)>>{
           [](const Tensor& x) { torch::inverse(x); }, [](const Tensor& x) { torch::det(x); },
           [](const Tensor& x) { torch::slogdet(x); }, [](const Tensor& x) { torch::logdet(x); },
           [](const Tensor& x) { torch::cholesky(x); },
           [](const Tensor& x) { torch::linalg::solve(x, x, true); }}) {
    expect_error("W1207", [&] { call(ones({2, 3})); }, "square");
    expect_error("W1207", [&] { call(ones({4})); }, "2 dimensions");
    expect_error("W1208", [&] { call(ones({2, 2}, TensorOptions().dtype(kLong))); }, "int64");
    expect_error("W1208", [&] { call(ones({2, 2}, TensorOptions().dtype(kHalf))); }, "float16");
  }
  expect_error("W1207", [] { torch::qr(ones({3})); }, "2 dimensions");
  expect_error("W1209", [] { torch::linalg::qr(ones({3, 3}), "full"); }, "'full'");
  expect_error("W1208", [] { torch::linalg::solve(eye(2), ones({2}, kDouble), true); });
  expect_error("W1207", [] { torch::linalg::solve(eye(2), ones({3, 1}), true); }, "do not fit");
  expect_error("W1209", [] { torch::linalg::solve(eye(2), ones({2}), false); }, "left");
  expect_error("W1207",
               [] { torch::linalg::solve_triangular(eye(2), ones({3, 2}), true, true, false); });
}

TEST(LinearAlgebra, StridedAndStretchedOperands) {
  const Tensor a = tensor({1.f, 2.f, 3.f, 5.f}).view({2, 2});
  EXPECT_EQ(values_of(torch::inverse(a.t())), (Doubles{-5, 3, 2, -1}));
  EXPECT_EQ(values_of(a.t().inverse()), (Doubles{-5, 3, 2, -1}));
  EXPECT_TRUE(torch::allclose(a.expand({2, 2, 2}).det(), full({2}, -1.f)));
  const Tensor b = eye(2).expand({3, 2, 2});
  EXPECT_EQ(torch::linalg::solve(a, b, true).sizes(), IntArrayRef({3, 2, 2}));
  const auto [solution, copy] = torch::triangular_solve(b, a);
  EXPECT_EQ(copy.sizes(), IntArrayRef({3, 2, 2}));
  EXPECT_EQ(values_of(solution[2]), values_of(solution[0]));
}

TEST(LinearAlgebra, FactorsMultiplyToTheMatrix) {
  const Tensor a = torch::randn({4, 7, 5}, kDouble);
  const auto [q, r] = torch::qr(a);
  EXPECT_TRUE(torch::allclose(q.matmul(r), a));
  EXPECT_TRUE(torch::allclose(q.mT().matmul(q), eye(5).to(kDouble).expand({4, 5, 5})));
  const Tensor square = a.mT().matmul(a);
  const Tensor l = torch::linalg::cholesky(square);
  EXPECT_TRUE(torch::allclose(l.matmul(l.mT()), square));
  EXPECT_TRUE(torch::equal(torch::cholesky(square, true), l.mT()));
  const auto [sign, logarithm] = torch::linalg::slogdet(square);
  EXPECT_TRUE(torch::allclose(sign * logarithm.exp(), torch::det(square)));
}

}  // namespace
}  // namespace weft
