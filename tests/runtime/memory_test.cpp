// How tensors lie in memory: the order that factories give them, and changes of their extents.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include <weft/runtime/weft.h>

#include "runtime_testing.h"

namespace weft {
namespace {

using testing::values_of;
using Doubles = std::vector<double>;

constexpr MemoryFormat kLast = MemoryFormat::ChannelsLast;
const SizeList kImage = {2, 3, 4, 5};

// Strides as libtorch 2.x gives them.

TEST(MemoryFormats, FactoriesThatTakeOne) {
  const TensorOptions last = TensorOptions().memory_format(kLast);
  EXPECT_TRUE(empty(kImage, last).strides().equals({60, 1, 15, 3}));
  EXPECT_TRUE(empty(kImage, kFloat, kLast).strides().equals({60, 1, 15, 3}));
  EXPECT_TRUE(empty(kImage, kFloat, MemoryFormat::Contiguous).is_contiguous());
  EXPECT_TRUE(empty({2, 3, 1, 4, 5}, kFloat, MemoryFormat::ChannelsLast3d)
                  .is_contiguous(MemoryFormat::ChannelsLast3d));
  const Tensor x = rand(kImage);
  for (const Tensor& like : {zeros_like(x, last), ones_like(x, last), empty_like(x, {}, kLast),
                             full_like(x, 2, last), rand_like(x, last), randn_like(x, {}, kLast)}) {
    EXPECT_TRUE(like.strides().equals({60, 1, 15, 3}));
  }
  EXPECT_EQ(full_like(x, 7, last).sum().item<float>(), 7 * 120);
}

TEST(MemoryFormats, LikeAnOrderedTensor) {
  const Tensor x = rand(kImage).contiguous(kLast);
  EXPECT_TRUE(zeros_like(x).is_contiguous(kLast));
  EXPECT_TRUE(zeros_like(x, TensorOptions(MemoryFormat::Preserve)).is_contiguous(kLast));
  EXPECT_TRUE(zeros_like(x, MemoryFormat::Contiguous).is_contiguous());
}

TEST(MemoryFormats, OtherFactoriesAreRowMajor) {
  const TensorOptions last(kLast);
  EXPECT_TRUE(zeros(kImage, last).is_contiguous());
  EXPECT_TRUE(rand(kImage, last).is_contiguous());
  EXPECT_TRUE(full(kImage, 1, last).is_contiguous());
  EXPECT_TRUE(rand(kImage).new_zeros(kImage, last).is_contiguous());
}

TEST(MemoryFormats, Conversions) {
  const Tensor x = rand(kImage);
  EXPECT_TRUE(x.to(TensorOptions(kLast)).is_contiguous(kLast));
  const Tensor wide = x.to(TensorOptions(kLast).dtype(kDouble));
  EXPECT_EQ(wide.dtype(), kDouble);
  EXPECT_TRUE(wide.is_contiguous(kLast));
  EXPECT_EQ(values_of(wide), values_of(x));
  EXPECT_TRUE(x.to(wide, false, false, kLast).is_contiguous(kLast));
  EXPECT_TRUE(x.to(x, false, /*copy=*/true, kLast).is_contiguous(kLast));
  EXPECT_TRUE(wide.to(x, false, false, MemoryFormat::Contiguous).is_contiguous());
}

TEST(MemoryFormats, RanksThatHaveNone) {
  EXPECT_ANY_THROW(empty({2, 3, 4}, kFloat, kLast));
  testing::expect_error("W2005", [] { empty(kImage, kFloat, MemoryFormat::Preserve); });
  EXPECT_ANY_THROW(zeros_like(rand({2}), kLast));
}

TEST(Resize, WithinItsMemory) {
  Tensor x = arange(6);
  const Tensor other = x;
  Tensor& same = x.resize_({2, 2});
  EXPECT_TRUE(same.is_same(x));
  EXPECT_EQ(values_of(other), (Doubles{0, 1, 2, 3})) << "every handle sees it";
  x.resize_({6});
  EXPECT_EQ(values_of(x), (Doubles{0, 1, 2, 3, 4, 5})) << "what did not fit stayed in memory";
  x.resize_({});
  EXPECT_EQ(x.dim(), 0);
  x.resize_({0, 3});
  EXPECT_EQ(x.numel(), 0);
}

TEST(Resize, BeyondItsMemory) {
  Tensor x = arange(4, kFloat);
  x.resize_({2, 3});
  EXPECT_EQ(values_of(x), (Doubles{0, 1, 2, 3, 0, 0}));
  Tensor part = arange(6).slice(0, 2);
  part.resize_({2, 3});
  EXPECT_EQ(part.storage_offset(), 2);
  EXPECT_EQ(values_of(part), (Doubles{2, 3, 4, 5, 0, 0}));
  Tensor none = empty({0});
  EXPECT_EQ(none.resize_({3}).numel(), 3);
}

TEST(Resize, StridesStayWithTheExtents) {
  Tensor x = arange(6).view({2, 3}).t();
  EXPECT_TRUE(x.resize_({3, 2}).strides().equals({1, 3}));
  EXPECT_TRUE(x.resize_({2, 3}).strides().equals({3, 1}));
  EXPECT_EQ(values_of(x), (Doubles{0, 1, 2, 3, 4, 5}));
}

TEST(Resize, AViewThatFitsLeavesTheOthers) {
  Tensor x = arange(6);
  Tensor view = x.view({2, 3});
  view.resize_({3});
  view.fill_(7);
  EXPECT_EQ(values_of(x), (Doubles{7, 7, 7, 3, 4, 5}));
}

TEST(ParameterVector, SharesItsElements) {
  nn::Linear line(2, 1);
  const Tensor all = arange(4, kFloat);
  nn::utils::vector_to_parameters(all, line->parameters());
  EXPECT_EQ(values_of(line->weight), (Doubles{0, 1}));
  EXPECT_EQ(values_of(line->bias), (Doubles{2}));
  line->weight.fill_(5);
  EXPECT_EQ(values_of(all), (Doubles{5, 5, 2, 3}));
  EXPECT_EQ(values_of(nn::utils::parameters_to_vector(line->parameters())), (Doubles{5, 5, 2}));
  EXPECT_ANY_THROW(nn::utils::vector_to_parameters(arange(2, kFloat), line->parameters()));
}

TEST(AdaptivePooling, ExtentsLeftOpen) {
  const Tensor x = arange(24, kFloat).view({1, 1, 4, 6});
  nn::AdaptiveAvgPool2d pool(nn::AdaptiveAvgPool2dOptions({2, std::nullopt}));
  EXPECT_TRUE(pool(x).equal(adaptive_avg_pool2d(x, {2, 6})));
  EXPECT_TRUE(pool(x.squeeze(0)).equal(adaptive_avg_pool2d(x, {2, 6}).squeeze(0)));
  nn::AdaptiveMaxPool3d cube(nn::AdaptiveMaxPool3dOptions({std::nullopt, 1, std::nullopt}));
  EXPECT_EQ(cube(rand({1, 2, 3, 4, 5})).sizes().vec(), (std::vector<std::int64_t>{1, 2, 3, 1, 5}));
  EXPECT_EQ(std::get<1>(cube->forward_with_indices(rand({2, 3, 4, 5}))).dtype(), kLong);
  nn::AdaptiveAvgPool1d line(nn::AdaptiveAvgPool1dOptions(std::vector<std::int64_t>{3}));
  EXPECT_EQ(line(rand({1, 2, 9})).size(2), 3);
}

}  // namespace
}  // namespace weft
