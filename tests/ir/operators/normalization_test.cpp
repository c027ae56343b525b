#include <gtest/gtest.h>

#include <cmath>

#include "evaluate_compute.h"

namespace weft::ir::testing {
namespace {

using Values = std::vector<double>;

TensorMeta f32(std::vector<IntExpr> sizes) { return dense(DType::kFloat32, std::move(sizes)); }

void expect_near(const Values& got, const Values& want, double tolerance = 1e-5) {
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t k = 0; k < got.size(); ++k) EXPECT_NEAR(got[k], want[k], tolerance) << k;
}

TEST(Normalization, BatchNormUsesRunningStatistics) {
  const Array x = counting({1, 2, 2});
  const auto call = [](Nodes t) { return List{t[0], t[1], t[2], t[3], t[4], false, 0.1, 0.0}; };
  const Array y = run(
      "batch_norm",
      {x, vector_of({2, 3}), vector_of({10, 20}), vector_of({1, 2}), vector_of({4, 1})}, call)[0];
  expect_near(y.data, {9, 10, 20, 23});
  const auto training = [](Nodes t) {
    return List{t[0], Argument(), Argument(), t[1], t[2], true};
  };
  EXPECT_EQ(error_of("batch_norm", {f32({2, 3}), f32({3}), f32({3})}, training), "W1214");
  EXPECT_EQ(error_of("batch_norm", {f32({2, 3})}, [](Nodes t) { return List{t[0]}; }), "W1209");
  EXPECT_EQ(error_of("batch_norm", {f32({2, 3}), f32({2}), f32({3})},
                     [](Nodes t) { return List{t[0], Argument(), Argument(), t[1], t[2]}; }),
            "W1207");
}

TEST(Normalization, HalfTypesRoundOnce) {
  Array x = counting({1, 4}, 0.1, DType::kBFloat16);
  const auto call = [](Nodes t) { return List{t[0], Argument::ints({4})}; };
  const Array y = run("layer_norm", {x}, call)[0];
  EXPECT_EQ(y.dtype, DType::kBFloat16);
  Array wide = x;
  wide.dtype = DType::kFloat64;
  const Array exact = run("layer_norm", {wide}, call)[0];
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(y.data[k], round_to(DType::kBFloat16, exact.data[k]));
  }
}

TEST(Normalization, LayerNormChecksItsShape) {
  const auto over = [](std::vector<std::int64_t> shape) {
    return [=](Nodes t) { return List{t[0], Argument::ints(shape)}; };
  };
  EXPECT_EQ(error_of("layer_norm", {f32({2, 3})}, over({2})), "W1207");
  EXPECT_EQ(error_of("layer_norm", {f32({3})}, over({3, 3})), "W1207");
  EXPECT_EQ(error_of("layer_norm", {f32({3})}, over({})), "W1207");
  EXPECT_EQ(error_of("layer_norm", {dense(DType::kInt64, {3})}, over({3})), "W1208");
  const IntExpr n = make_symbol("N", 1);
  EXPECT_EQ(infer_call("layer_norm", {f32({n, 3})}, over({3})).tensor()->sizes,
            (std::vector<IntExpr>{n, 3}));
}

TEST(Normalization, GroupNormWithSymbolicExtents) {
  const IntExpr n = make_symbol("N", 1);
  const IntExpr h = make_symbol("H", 1);
  const auto groups = [](std::int64_t g) { return [=](Nodes t) { return List{t[0], g}; }; };
  EXPECT_EQ(infer_call("group_norm", {f32({n, 6, h, h})}, groups(3)).tensor()->sizes,
            (std::vector<IntExpr>{n, 6, h, h}));
  EXPECT_EQ(error_of("group_norm", {f32({n, 6, h, h})}, groups(4)), "W1207");
  // One group of a matrix: the whole row is normalised.
  expect_near(run("group_norm", {counting({1, 2})}, groups(1))[0].data, {-0.99998, 0.99998});
}

TEST(Normalization, InstanceNormOfBothKinds) {
  const Array x = counting({1, 2, 2});
  expect_near(run("instance_norm", {x}, [](Nodes t) { return List{t[0]}; })[0].data,
              {-0.99998, 0.99998, -0.99998, 0.99998});
  const auto running = [](Nodes t) {
    return List{t[0], Argument(), Argument(), t[1], t[2], false, 0.1, 0.0};
  };
  expect_near(run("instance_norm", {x, vector_of({0, 2}), vector_of({1, 4})}, running)[0].data,
              {0, 1, 0, 0.5});
}

TEST(Normalization, RootMeanSquare) {
  Array x = counting({1, 2});
  x.data = {3, 4};
  const double r = 1 / std::sqrt(12.5);
  expect_near(run("rms_norm", {x, vector_of({1, 2})},
                  [](Nodes t) { return List{t[0], Argument::ints({2}), t[1]}; })[0]
                  .data,
              {3 * r, 8 * r});
}

TEST(Normalization, NormalizeAndCosine) {
  Array x = counting({1, 2});
  x.data = {3, 4};
  expect_near(run("normalize", {x}, [](Nodes t) { return List{t[0]}; })[0].data, {0.6, 0.8});
  // The second vector is repeated for every row of the first.
  Array rows = counting({2, 2});
  rows.data = {3, 4, -4, 3};
  expect_near(run("cosine_similarity", {rows, x}, [](Nodes t) { return List{t[0], t[1]}; })[0].data,
              {1, 0});
}

TEST(Normalization, ResponsesOfNeighbours) {
  Array x = counting({1, 3, 1}, 0);
  x.data = {1, 2, 3};
  // Windows of two: the channel before and the channel itself.
  const Array y =
      run("local_response_norm", {x}, [](Nodes t) { return List{t[0], 2, 2.0, 1.0, 1.0}; })[0];
  expect_near(y.data, {1 / 2.0, 2 / 6.0, 3 / 14.0});
}

}  // namespace
}  // namespace weft::ir::testing
