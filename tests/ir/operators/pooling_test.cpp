#include <gtest/gtest.h>

#include <cmath>

#include "evaluate_compute.h"

namespace weft::ir::testing {
namespace {

using Sizes = std::vector<std::int64_t>;
using Values = std::vector<double>;

TensorMeta f32(std::vector<IntExpr> sizes) { return dense(DType::kFloat32, std::move(sizes)); }

Argument two(std::int64_t v) { return Argument::ints({v, v}); }

/// max_pool1d of one row.
Array max1(const Values& row, List rest) {
  Array x = vector_of(row);
  x.sizes = {1, static_cast<std::int64_t>(row.size())};
  return run("max_pool1d", {x}, [&](Nodes t) {
    List all = {t[0]};
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
  })[0];
}

TEST(MaxPool, WindowsStridesAndPadding) {
  EXPECT_EQ(max1({1, 5, 2, 4, 3}, {2}).data, (Values{5, 4}));
  EXPECT_EQ(max1({1, 5, 2, 4, 3}, {2, 1}).data, (Values{5, 5, 4, 4}));
  EXPECT_EQ(max1({-1, -5, -2}, {2, 1, 1}).data, (Values{-1, -1, -2, -2}));
  EXPECT_EQ(max1({1, 5, 2, 4, 3}, {2, 1, 0, 3}).data, (Values{4, 5}));
}

TEST(MaxPool, CeilModeKeepsALastPartialWindow) {
  EXPECT_EQ(max1({1, 5, 2, 4, 3}, {2, 2, 0, 1, true}).data, (Values{5, 4, 3}));
  // A window that would begin behind the end is left out.
  EXPECT_EQ(max1({1, 2, 3}, {1, 2, 0, 1, true}).data, (Values{1, 3}));
  EXPECT_EQ(max1({1, 2, 3, 4}, {2, 3, 1, 1, true}).data, (Values{1, 4}));
}

TEST(MaxPool, NanPropagatesAndPaddingNever) {
  const Array y = max1({NAN, 1, 2, 3}, {2, 1});
  EXPECT_TRUE(std::isnan(y.data[0]));
  EXPECT_EQ(y.data[1], 2);
  EXPECT_EQ(max1({-INFINITY, -INFINITY}, {2, 2, 1}).data, (Values{-INFINITY, -INFINITY}));
  Array lowest = counting({1, 3}, 1, DType::kInt32);
  for (double& v : lowest.data) v -= 10;
  EXPECT_EQ(run("max_pool1d", {lowest}, [](Nodes t) { return List{t[0], 3, 1, 1}; })[0].data,
            (Values{-9, -8, -8}));
}

TEST(MaxPool, IndicesArePositionsInThePlane) {
  Array x = counting({1, 3, 4});
  x.data = {0, 9, 1, 2, 8, 3, 4, 7, 5, 6, 11, 10};
  const auto results =
      run("max_pool2d_with_indices", {x}, [](Nodes t) { return List{t[0], two(2), two(1)}; });
  EXPECT_EQ(results[0].data, (Values{9, 9, 7, 8, 11, 11}));
  EXPECT_EQ(results[1].data, (Values{1, 1, 7, 4, 10, 10}));
  // Of a window of minus infinities the first element that is no padding is named.
  Array low = counting({1, 2, 2});
  low.data = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
  const auto edge = run("max_pool2d_with_indices", {low},
                        [](Nodes t) { return List{t[0], two(2), two(1), two(1)}; });
  EXPECT_EQ(edge[1].data, (Values{0, 0, 1, 0, 0, 1, 2, 2, 3}));
}

TEST(AvgPool, CountsPaddingOrNot) {
  Array x = counting({1, 4});
  const auto pool = [&](bool ceil, bool count) {
    return run("avg_pool1d", {x}, [=](Nodes t) { return List{t[0], 3, 2, 1, ceil, count}; })[0]
        .data;
  };
  x.data = {3, 6, 9, 12};
  EXPECT_EQ(pool(false, true), (Values{3, 9}));
  EXPECT_EQ(pool(false, false), (Values{4.5, 9}));
  // With ceil_mode the last window reaches behind the padding, which never counts.
  EXPECT_EQ(pool(true, true), (Values{3, 9, 6}));
  EXPECT_EQ(pool(true, false), (Values{4.5, 9, 12}));
}

TEST(AvgPool, DivisorOverride) {
  const Array y = run("avg_pool2d", {counting({1, 2, 2})}, [](Nodes t) {
    return List{t[0], two(2), two(2), two(0), false, true, 3};
  })[0];
  EXPECT_EQ(y.data, (Values{2}));
  EXPECT_EQ(error_of("avg_pool2d", {f32({1, 2, 2})},
                     [](Nodes t) { return List{t[0], two(2), two(2), two(0), false, true, 0}; }),
            "W1209");
}

TEST(AdaptivePool, WindowsDivideTheDimension) {
  const auto to = [](std::int64_t n) { return [=](Nodes t) { return List{t[0], n}; }; };
  Array x = counting({1, 5});
  EXPECT_EQ(run("adaptive_avg_pool1d", {x}, to(2))[0].data, (Values{1, 3}));
  EXPECT_EQ(run("adaptive_avg_pool1d", {x}, to(5))[0].data, x.data);
  EXPECT_EQ(run("adaptive_avg_pool1d", {x}, to(7))[0].sizes, (Sizes{1, 7}));
  EXPECT_EQ(run("adaptive_max_pool1d", {x}, to(3))[0].data, (Values{1, 3, 4}));
  EXPECT_EQ(run("adaptive_max_pool1d_with_indices", {x}, to(3))[1].data, (Values{1, 3, 4}));
  EXPECT_EQ(run("adaptive_avg_pool1d", {x}, to(0))[0].sizes, (Sizes{1, 0}));
  EXPECT_EQ(run("adaptive_avg_pool3d", {counting({1, 2, 2, 2})}, to(1))[0].data, (Values{3.5}));
}

TEST(Pooling, SymbolicExtents) {
  const IntExpr n = make_symbol("N", 1);
  const IntExpr h = make_symbol("H", 8);
  EXPECT_EQ(
      infer_call("max_pool2d", {f32({n, 3, 2 * h, h})}, [](Nodes t) { return List{t[0], two(2)}; })
          .tensor()
          ->sizes,
      (std::vector<IntExpr>{n, 3, h, floor_div(h, 2)}));
  EXPECT_EQ(infer_call("adaptive_avg_pool2d", {f32({n, 3, h, h})},
                       [](Nodes t) { return List{t[0], two(1)}; })
                .tensor()
                ->sizes,
            (std::vector<IntExpr>{n, 3, 1, 1}));
}

TEST(Pooling, RefusesWhatDoesNotFit) {
  const auto kernel = [](std::int64_t k, std::int64_t padding) {
    return [=](Nodes t) { return List{t[0], two(k), two(1), two(padding)}; };
  };
  EXPECT_EQ(error_of("max_pool2d", {f32({1, 1, 2, 2})}, kernel(3, 0)), "W1207");
  EXPECT_EQ(error_of("max_pool2d", {f32({1, 1, 4, 4})}, kernel(2, 2)), "W1209");
  EXPECT_EQ(error_of("max_pool2d", {f32({1, 1, 4, 4})}, kernel(0, 0)), "W1209");
  EXPECT_EQ(error_of("max_pool2d", {f32({4, 4})}, kernel(2, 0)), "W1207");
  EXPECT_EQ(error_of("avg_pool2d", {dense(DType::kInt64, {1, 4, 4})}, kernel(2, 0)), "W1208");
  EXPECT_EQ(
      error_of("adaptive_avg_pool2d", {f32({1, 0, 4})}, [](Nodes t) { return List{t[0], two(1)}; }),
      "W1207");
}

TEST(MaxUnpool, HasTheOutputSize) {
  const auto call = [](Nodes t) { return List{t[0], t[1], Argument::ints({5, 4})}; };
  const IntExpr n = make_symbol("N", 1);
  EXPECT_EQ(
      infer_call("max_unpool2d", {f32({n, 3, 2, 2}), dense(DType::kInt64, {n, 3, 2, 2})}, call)
          .tensor()
          ->sizes,
      (std::vector<IntExpr>{n, 3, 5, 4}));
  EXPECT_EQ(error_of("max_unpool2d", {f32({1, 3, 2, 2}), f32({1, 3, 2, 2})}, call), "W1207");
}

TEST(LpPool, IsTheRootOfTheSumOfPowers) {
  Array x = counting({1, 1, 2});
  x.data = {3, 4};
  EXPECT_EQ(run("lp_pool1d", {x}, [](Nodes t) { return List{t[0], 2.0, 2}; })[0].data, (Values{5}));
}

}  // namespace
}  // namespace weft::ir::testing
