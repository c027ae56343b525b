/// \file nn::Bilinear against loops.
#include <gtest/gtest.h>

#include <vector>

#include <torch/torch.h>

namespace weft {
namespace {

TEST(Bilinear, SumsAllProducts) {
  nn::Bilinear layer(nn::BilinearOptions(2, 3, 4));
  const Tensor x1 = rand({5, 2});
  const Tensor x2 = rand({5, 3});
  const Tensor result = layer(x1, x2);
  ASSERT_EQ(result.sizes(), (std::vector<std::int64_t>{5, 4}));
  for (std::int64_t row = 0; row < 5; ++row) {
    for (std::int64_t o = 0; o < 4; ++o) {
      double sum = layer->bias[o].item<double>();
      for (std::int64_t i = 0; i < 2; ++i) {
        for (std::int64_t j = 0; j < 3; ++j) {
          sum += x1[row][i].item<double>() * layer->weight[o][i][j].item<double>() *
                 x2[row][j].item<double>();
        }
      }
      EXPECT_NEAR(result[row][o].item<double>(), sum, 1e-5);
    }
  }
}

TEST(Bilinear, HasNoBiasWhereNoneIsWanted) {
  nn::Bilinear layer(nn::BilinearOptions(2, 2, 1).bias(false));
  EXPECT_FALSE(layer->bias.defined());
  EXPECT_EQ(layer->parameters().size(), 1);
  EXPECT_EQ(layer(zeros({3, 1, 2}), ones({3, 1, 2})).sum().item<double>(), 0);
}

}  // namespace
}  // namespace weft
