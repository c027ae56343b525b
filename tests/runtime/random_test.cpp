// The default generator and what is drawn from it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include <weft/runtime/deploy/random.h>
#include <weft/runtime/tensor/generator.h>
#include <weft/runtime/weft.h>

#include "runtime_testing.h"

namespace weft {
namespace {

using testing::expect_error;
using testing::values_of;

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation_of(const std::vector<double>& values) {
  const double mean = mean_of(values);
  double sum = 0;
  for (double x : values) sum += (x - mean) * (x - mean);
  return std::sqrt(sum / static_cast<double>(values.size()));
}

TEST(Random, KnownAnswersOfTheGenerator) {
  // \source test vector of Philox 4x32-10 for counter 0 and key 0
  const std::uint32_t known[] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  const weft_deploy::RandomBits bits = weft_deploy::random_bits(0, 0);
  EXPECT_TRUE(std::equal(std::begin(known), std::end(known), bits.words));
}

TEST(Random, SeedsRepeat) {
  manual_seed(3);
  const Tensor a = randn({5});
  const Tensor b = rand({5});
  manual_seed(3);
  EXPECT_TRUE(a.equal(randn({5})));
  EXPECT_TRUE(b.equal(rand({5})));
  manual_seed(4);
  EXPECT_FALSE(a.equal(randn({5})));
}

TEST(Random, Distributions) {
  manual_seed(1);
  const std::vector<double> uniform = values_of(rand({20000}));
  EXPECT_NEAR(mean_of(uniform), 0.5, 0.01);
  EXPECT_NEAR(deviation_of(uniform), std::sqrt(1.0 / 12), 0.01);
  EXPECT_GE(*std::min_element(uniform.begin(), uniform.end()), 0);
  EXPECT_LT(*std::max_element(uniform.begin(), uniform.end()), 1);
  const std::vector<double> normal = values_of(randn({20000}, kDouble));
  EXPECT_NEAR(mean_of(normal), 0, 0.03);
  EXPECT_NEAR(deviation_of(normal), 1, 0.03);
  const std::vector<double> shifted = values_of(weft::normal(3.0, 2.0, {20000}));
  EXPECT_NEAR(mean_of(shifted), 3, 0.06);
  EXPECT_NEAR(deviation_of(shifted), 2, 0.06);
  const std::vector<double> waits = values_of(zeros({20000}).exponential_(2.0));
  EXPECT_NEAR(mean_of(waits), 0.5, 0.02);
  EXPECT_NEAR(mean_of(values_of(bernoulli(full({20000}, 0.3)))), 0.3, 0.02);
  EXPECT_NEAR(mean_of(values_of(zeros({20000}).bernoulli_(0.7))), 0.7, 0.02);
  EXPECT_NEAR(mean_of(values_of(zeros({20000}).uniform_(-1, 3))), 1, 0.05);
}

TEST(Random, PoissonNumbers) {
  manual_seed(8);
  // Below and above the rate from which another method draws.
  for (const double rate : {0.3, 4.0, 9.9, 10.1, 50.0, 3000.0}) {
    const std::vector<double> numbers = values_of(poisson(full({20000}, rate, kDouble)));
    EXPECT_NEAR(mean_of(numbers), rate, 5 * std::sqrt(rate / 20000)) << rate;
    EXPECT_NEAR(deviation_of(numbers) / std::sqrt(rate), 1, 0.03) << rate;
    for (double n : numbers) ASSERT_TRUE(n >= 0 && n == std::floor(n)) << n;
  }
  // Shares of the single numbers, with the probability rate^k e^-rate / k!.
  for (const double rate : {3.0, 12.0}) {
    const std::vector<double> numbers = values_of(poisson(full({40000}, rate)));
    double probability = std::exp(-rate);
    for (int k = 0; k < 25; ++k) {
      const auto seen = static_cast<double>(std::count(numbers.begin(), numbers.end(), k));
      EXPECT_NEAR(seen / 40000, probability, 5 * std::sqrt(probability / 40000) + 1e-4) << k;
      probability *= rate / (k + 1);
    }
  }
}

TEST(Random, PoissonTakesShapeAndTypeOfItsRates) {
  EXPECT_EQ(poisson(zeros({2, 0, 3})).numel(), 0);
  EXPECT_EQ(values_of(poisson(zeros({5}))), std::vector<double>(5, 0));
  EXPECT_EQ(poisson(ones({2, 3}, kHalf)).dtype(), kHalf);
  EXPECT_EQ(poisson(full({}, 2.0)).dim(), 0);
  // Draw k depends on the seed and k alone, whatever the rates before it.
  manual_seed(3);
  const std::vector<double> all = values_of(poisson(tensor({2.0, 40.0, 7.0}).flip({0})));
  manual_seed(3);
  const std::vector<double> strided =
      values_of(poisson(tensor({7.0, 0.0, 40.0, 0.0, 2.0}).slice(0, 0, 5, 2)));
  EXPECT_EQ(all, strided);
  manual_seed(3);
  EXPECT_EQ(values_of(poisson(tensor({0.0, 40.0})))[1], all[1]);
  expect_error("W1209", [] { poisson(tensor({1.0, -0.5})); }, "-0.5");
  expect_error("W1209", [] { poisson(full({1}, NAN)); });
  expect_error("W1209", [] { poisson(full({1}, INFINITY)); });
  expect_error("W1208", [] { poisson(ones({2}, kLong)); });
}

TEST(Random, HalfTypesStayBelowOne) {
  manual_seed(2);
  for (const DType type : {kHalf, kBFloat16}) {
    const std::vector<double> values = values_of(rand({20000}, type));
    EXPECT_LT(*std::max_element(values.begin(), values.end()), 1);
  }
}

TEST(Random, Integers) {
  manual_seed(5);
  const std::vector<double> dice = values_of(randint(1, 7, {600}));
  EXPECT_EQ(std::set<double>(dice.begin(), dice.end()).size(), 6U);
  EXPECT_EQ(*std::min_element(dice.begin(), dice.end()), 1);
  EXPECT_EQ(randint(5, {2}).dtype(), kLong);
  EXPECT_EQ(randint(5, {2}, kFloat).dtype(), kFloat);
  std::vector<double> order = values_of(randperm(50));
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], static_cast<double>(i));
  EXPECT_EQ(randperm(0).numel(), 0);
  const std::vector<double> bytes = values_of(zeros({500}, kByte).random_());
  EXPECT_GT(*std::max_element(bytes.begin(), bytes.end()), 200);
  const std::vector<double> few = values_of(zeros({100}, kLong).random_(2, 4));
  EXPECT_EQ(std::set<double>(few.begin(), few.end()), (std::set<double>{2, 3}));
  expect_error("W1209", [] { randint(5, 5, {1}); }, "no integers");
}

TEST(Random, Multinomial) {
  manual_seed(6);
  const Tensor weights = tensor({0.0, 1.0, 3.0, 0.0});
  const std::vector<double> drawn = values_of(weights.multinomial(8000, true));
  EXPECT_EQ(std::count(drawn.begin(), drawn.end(), 0), 0);
  EXPECT_EQ(std::count(drawn.begin(), drawn.end(), 3), 0);
  EXPECT_NEAR(static_cast<double>(std::count(drawn.begin(), drawn.end(), 2)) / 8000, 0.75, 0.02);
  const std::vector<double> both = values_of(weights.multinomial(2));
  EXPECT_EQ(std::set<double>(both.begin(), both.end()), (std::set<double>{1, 2}));
  EXPECT_EQ(multinomial(ones({3, 4}), 2).sizes(), (IntArrayRef{3, 2}));
  expect_error("W1209", [&] { weights.multinomial(3); });
  expect_error("W1209", [] { multinomial(tensor({-1.0, 2.0}), 1); }, "negative");
  expect_error("W1209", [] { multinomial(zeros({2}), 1); });
}

TEST(Random, Dropout) {
  manual_seed(7);
  const std::vector<double> values = values_of(dropout(ones({10000}), 0.25, true));
  const auto kept = std::count_if(values.begin(), values.end(), [](double x) { return x != 0; });
  EXPECT_NEAR(static_cast<double>(kept) / 10000, 0.75, 0.02);
  EXPECT_NEAR(*std::max_element(values.begin(), values.end()), 1 / 0.75, 1e-6);
  const std::vector<double> channels = values_of(feature_dropout(ones({1, 100, 8}), 0.5, true));
  for (std::size_t c = 0; c < 100; ++c) {
    for (std::size_t i = 1; i < 8; ++i) EXPECT_EQ(channels[c * 8 + i], channels[c * 8]);
  }
}

TEST(Random, ProbabilitiesAreChecked) {
  expect_error("W1209", [] { bernoulli(tensor({0.5, 1.5})); }, "1.5");
  expect_error("W1209", [] { bernoulli(full({1}, NAN)); });
  expect_error("W1209", [] { zeros({1}).bernoulli_(-0.5); });
  expect_error("W1209", [] { zeros({1}).normal_(0, -1); });
  expect_error("W1209", [] { zeros({1}).exponential_(0); });
  expect_error("W1209", [] { zeros({1}).uniform_(1, 0); });
}

}  // namespace
}  // namespace weft
