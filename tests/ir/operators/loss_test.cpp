#include <gtest/gtest.h>

#include <cmath>

#include "evaluate_compute.h"

namespace weft::ir::testing {
namespace {

using Values = std::vector<double>;

TensorMeta f32(std::vector<IntExpr> sizes) { return dense(DType::kFloat32, std::move(sizes)); }

/// A loss with named arguments after (input, target).
Array loss(const char* name, const std::vector<Array>& tensors, KeywordArguments more) {
  return run_named(name, tensors, [&](Nodes x) {
    KeywordArguments all = {{"input", x[0]}, {"target", x[1]}};
    if (x.size() > 2) all.emplace_back("weight", x[2]);
    all.insert(all.end(), more.begin(), more.end());
    return all;
  })[0];
}

void expect_near(const Array& got, const Values& want) {
  ASSERT_EQ(got.data.size(), want.size());
  for (std::size_t k = 0; k < want.size(); ++k) EXPECT_NEAR(got.data[k], want[k], 1e-5) << k;
}

TEST(Loss, Reductions) {
  const Array x = vector_of({1, 4});
  const Array t = vector_of({0, 1});
  EXPECT_EQ(loss("mse_loss", {x, t}, {}).data, (Values{5}));
  EXPECT_EQ(loss("mse_loss", {x, t}, {{"reduction", "sum"}}).data, (Values{10}));
  EXPECT_EQ(loss("l1_loss", {x, t}, {{"reduction", "none"}}).data, (Values{1, 3}));
  EXPECT_EQ(error_of("mse_loss", {f32({2}), f32({2})},
                     [](Nodes n) { return List{n[0], n[1], "batchmean"}; }),
            "W1209");
}

TEST(Loss, SmoothOnes) {
  const Array x = vector_of({0.5, 1, 3});
  const Array t = vector_of({0, 0, 0});
  const KeywordArguments none = {{"reduction", "none"}};
  EXPECT_EQ(loss("smooth_l1_loss", {x, t}, none).data, (Values{0.125, 0.5, 2.5}));
  EXPECT_EQ(loss("smooth_l1_loss", {x, t}, {{"reduction", "none"}, {"beta", 0.0}}).data, x.data);
  EXPECT_EQ(loss("huber_loss", {x, t}, {{"reduction", "none"}, {"delta", 2.0}}).data,
            (Values{0.125, 0.5, 4}));
}

TEST(Loss, BinaryCrossEntropy) {
  const KeywordArguments none = {{"reduction", "none"}};
  expect_near(loss("binary_cross_entropy", {vector_of({0, 1, 0.5}), vector_of({1, 1, 0})}, none),
              {100, 0, std::log(2.0)});
  expect_near(
      loss("binary_cross_entropy_with_logits", {vector_of({200, -200}), vector_of({0, 0})}, none),
      {200, 0});
  // pos_weight counts the positive part three times.
  const Array weighted =
      run("binary_cross_entropy_with_logits", {vector_of({0}), vector_of({1}), vector_of({3})},
          [](Nodes x) { return List{x[0], x[1], Argument(), x[2], "none"}; })[0];
  expect_near(weighted, {3 * std::log(2.0)});
}

TEST(Loss, DivergenceOfZeroTargets) {
  const Array x = vector_of({-1, -2});
  expect_near(loss("kl_div", {x, vector_of({0, 1})}, {{"reduction", "none"}}), {0, 2});
  expect_near(loss("kl_div", {x, vector_of({0, 0})}, {{"reduction", "none"}, {"log_target", true}}),
              {1, 2});
  const IntExpr n = make_symbol("N", 1);
  EXPECT_EQ(infer_call("kl_div", {f32({n, 2}), f32({n, 2})},
                       [](Nodes t) { return List{t[0], t[1], "batchmean"}; })
                .tensor()
                ->rank(),
            0U);
}

/// Log probabilities of two examples and three classes.
Array log_probabilities() {
  Array x = counting({2, 3}, -1);
  return x;
}

TEST(NllLoss, IgnoredExamplesCountNowhere) {
  const Array x = log_probabilities();
  expect_near(loss("nll_loss", {x, integers({1, 2})}, {}), {3});
  expect_near(loss("nll_loss", {x, integers({1, -100})}, {}), {1});
  expect_near(loss("nll_loss", {x, integers({1, 2})}, {{"ignore_index", 2}}), {1});
  EXPECT_TRUE(std::isnan(loss("nll_loss", {x, integers({-100, -100})}, {}).data[0]));
  EXPECT_THROW(loss("nll_loss", {x, integers({1, 3})}, {}), std::out_of_range);
}

TEST(NllLoss, WeightsOfClasses) {
  const Array x = log_probabilities();
  const Array w = vector_of({1, 2, 4});
  expect_near(loss("nll_loss", {x, integers({1, 2}), w}, {{"reduction", "none"}}), {2, 20});
  expect_near(loss("nll_loss", {x, integers({1, 2}), w}, {}), {22.0 / 6});
  expect_near(loss("nll_loss", {x, integers({1, -100}), w}, {}), {1});
}

TEST(NllLoss, OneExampleAndImages) {
  const Array one = counting({3}, -1);
  const Array target{DType::kInt64, {}, {2}};
  expect_near(loss("nll_loss", {one, target}, {}), {2});
  const Array image = counting({1, 2, 2}, -1);
  const Array classes{DType::kInt64, {1, 2}, {1, 0}};
  expect_near(loss("nll_loss", {image, classes}, {{"reduction", "none"}}), {2, 1});
}

TEST(CrossEntropy, ClassesProbabilitiesAndSmoothing) {
  const Array x = counting({1, 2}, 0);  // equal logits
  expect_near(loss("cross_entropy", {x, integers({1})}, {}), {std::log(2.0)});
  Array p = counting({1, 2}, 0);
  p.data = {0.25, 0.75};
  expect_near(loss("cross_entropy", {x, p}, {}), {std::log(2.0)});
  Array sharp = counting({1, 2}, 0);
  sharp.data = {0, 10};
  const double low = std::log1p(std::exp(-10.0)), high = 10 + low;
  expect_near(loss("cross_entropy", {sharp, integers({1})}, {{"label_smoothing", 0.5}}),
              {0.5 * low + 0.25 * (low + high)});
  expect_near(loss("cross_entropy", {sharp, p}, {{"label_smoothing", 0.5}}),
              {0.375 * high + 0.625 * low});
}

TEST(CrossEntropy, RefusesWhatDoesNotFit) {
  const auto call = [](Nodes x) { return List(x.begin(), x.end()); };
  EXPECT_EQ(error_of("cross_entropy", {f32({2, 3}), f32({2})}, call), "W1208");
  EXPECT_EQ(error_of("cross_entropy", {f32({2, 3}), dense(DType::kInt64, {3})}, call), "W1207");
  EXPECT_EQ(error_of("nll_loss", {f32({2, 3}), dense(DType::kInt64, {2}), f32({2})}, call),
            "W1207");
}

}  // namespace
}  // namespace weft::ir::testing
