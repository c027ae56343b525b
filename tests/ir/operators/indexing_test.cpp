#include <gtest/gtest.h>

#include <stdexcept>

#include "evaluate_compute.h"

namespace weft::ir::testing {
namespace {

using Sizes = std::vector<std::int64_t>;
using Values = std::vector<double>;

TensorMeta f32(std::vector<IntExpr> sizes) { return dense(DType::kFloat32, std::move(sizes)); }
TensorMeta i64(std::vector<IntExpr> sizes) { return dense(DType::kInt64, std::move(sizes)); }

Argument range(Argument start, Argument stop, Argument step = {}) {
  return SliceArgument({start, stop, step});
}

/// x[items...]; the items are built from the tensors after the first.
Array index(const std::vector<Array>& tensors, const Arguments& items) {
  return run("index", tensors, [&](Nodes x) { return List{x[0], items(x)}; })[0];
}

std::string index_error(const std::vector<TensorMeta>& tensors, const Arguments& items) {
  return error_of("index", tensors, [&](Nodes x) { return List{x[0], items(x)}; });
}

TEST(Index, IntegersSlicesNoneAndEllipsisAreViews) {
  const Array x = counting({2, 3, 4});
  EXPECT_EQ(index({x}, [](Nodes) { return List{1, EllipsisArgument{}, -1}; }).data,
            (Values{15, 19, 23}));
  const Array y =
      index({x}, [](Nodes) { return List{range({}, {}), Argument(), 0, range(1, {}, 2)}; });
  EXPECT_EQ(y.sizes, (Sizes{2, 1, 2}));
  EXPECT_EQ(y.data, (Values{1, 3, 13, 15}));
  EXPECT_EQ(index({x}, [](Nodes) { return List{}; }).data, x.data);
  EXPECT_EQ(index_error({f32({2})}, [](Nodes) { return List{0, 0}; }), "W1207");
  EXPECT_EQ(
      index_error({f32({2})}, [](Nodes) { return List{EllipsisArgument{}, EllipsisArgument{}}; }),
      "W1209");
  EXPECT_EQ(index_error({f32({2})}, [](Nodes) { return List{2}; }), "W1212");
  EXPECT_EQ(index_error({f32({2})}, [](Nodes) { return List{true}; }), "W1214");
}

TEST(Index, TensorsBroadcastAndWrap) {
  const Array x = counting({3, 4});
  Array rows = integers({0, -1});
  rows.sizes = {2, 1};
  const Array y = index({x, rows, integers({1, 2})}, [](Nodes t) { return List{t[1], t[2]}; });
  EXPECT_EQ(y.sizes, (Sizes{2, 2}));
  EXPECT_EQ(y.data, (Values{1, 2, 9, 10}));
  EXPECT_THROW(index({x, integers({3})}, [](Nodes t) { return List{t[1]}; }), std::out_of_range);
  EXPECT_THROW(index({x, integers({-4})}, [](Nodes t) { return List{t[1]}; }), std::out_of_range);
}

TEST(Index, PlaceOfTheTensorDimensions) {
  const Array x = counting({2, 3, 4, 5});
  const Array i = integers({0, 1, 1});
  const auto sizes = [&](const Arguments& items) { return index({x, i}, items).sizes; };
  EXPECT_EQ(sizes([](Nodes t) { return List{range({}, {}), t[1], t[1]}; }), (Sizes{2, 3, 5}));
  EXPECT_EQ(sizes([](Nodes t) { return List{t[1], range({}, {}), t[1]}; }), (Sizes{3, 3, 5}));
  EXPECT_EQ(sizes([](Nodes t) { return List{EllipsisArgument{}, t[1]}; }), (Sizes{2, 3, 4, 3}));
  // An integer is a view that is taken first.
  EXPECT_EQ(sizes([](Nodes t) { return List{range({}, {}), 0, t[1]}; }), (Sizes{2, 3, 5}));
  const Array y = index({x, i}, [](Nodes t) { return List{t[1], range({}, {}), t[1]}; });
  EXPECT_EQ(y.data[1 * 15 + 2 * 5 + 3], ((1 * 3 + 2) * 4 + 1) * 5 + 3);
}

TEST(Index, ZeroDimensionalIndexRemovesItsDimension) {
  const Array one{DType::kInt64, {}, {2}};
  EXPECT_EQ(index({counting({3, 2}), one}, [](Nodes t) { return List{t[1]}; }).data,
            (Values{4, 5}));
}

TEST(Index, MasksStandForPositions) {
  const TensorMeta mask = dense(DType::kBool, {3, 4});
  const ValueMeta meta =
      infer_call("index", {f32({3, 4, 5}), mask}, [](Nodes t) { return List{t[0], List{t[1]}}; });
  ASSERT_EQ(meta.tensor()->rank(), 2U);
  EXPECT_FALSE(meta.tensor()->sizes[0].is_constant());
  EXPECT_EQ(meta.tensor()->sizes[0].bounds().second, 12);
  EXPECT_TRUE(meta.tensor()->sizes[1].is(5));
  EXPECT_EQ(index_error({f32({3, 5}), mask}, [](Nodes t) { return List{t[1]}; }), "W1207");
  EXPECT_EQ(index_error({f32({3}), f32({3})}, [](Nodes t) { return List{t[1]}; }), "W1208");
}

TEST(Gather, NegativeIndicesAreErrors) {
  const Array x = counting({2, 3});
  const auto call = [](Nodes t) { return List{t[0], 1, t[1]}; };
  EXPECT_THROW(run("index_select", {x, integers({-1})}, call), std::out_of_range);
  EXPECT_EQ(run("index_select", {x, integers({2, 0})}, call)[0].data, (Values{2, 0, 5, 3}));
  Array at = integers({2, 0});
  at.sizes = {2, 1};
  EXPECT_EQ(run("gather", {x, at}, call)[0].data, (Values{2, 3}));
  at.data[0] = 3;
  EXPECT_THROW(run("gather", {x, at}, call), std::out_of_range);
  const auto rows = [](Nodes t) { return List{t[0], t[1]}; };
  EXPECT_EQ(run("embedding", {x, integers({1})}, rows)[0].data, (Values{3, 4, 5}));
  EXPECT_THROW(run("embedding", {x, integers({-1})}, rows), std::out_of_range);
  EXPECT_EQ(run("take", {x, integers({-1, 4})}, rows)[0].data, (Values{5, 4}));
}

TEST(Gather, ChecksShapesAndTypes) {
  const auto call = [](Nodes t) { return List{t[0], 0, t[1]}; };
  EXPECT_EQ(error_of("gather", {f32({2, 3}), i64({2, 4})}, call), "W1207");
  EXPECT_EQ(error_of("gather", {f32({2, 3}), i64({2})}, call), "W1207");
  EXPECT_EQ(error_of("gather", {f32({2, 3}), f32({2, 3})}, call), "W1208");
  EXPECT_EQ(error_of("index_select", {f32({2, 3}), i64({2, 2})}, call), "W1207");
  const IntExpr n = make_symbol("N", 1);
  EXPECT_EQ(infer_call("gather", {f32({5, n}), i64({7, n})}, call).tensor()->sizes,
            (std::vector<IntExpr>{7, n}));
}

TEST(OneHot, NamesItsClasses) {
  const auto classes = [](std::int64_t n) { return [=](Nodes t) { return List{t[0], n}; }; };
  EXPECT_EQ(run("one_hot", {integers({1, 0})}, classes(3))[0].data, (Values{0, 1, 0, 1, 0, 0}));
  EXPECT_THROW(run("one_hot", {integers({3})}, classes(3)), std::out_of_range);
  EXPECT_EQ(error_of("one_hot", {i64({3})}, classes(-1)), "W1214");
}

Array put(const std::vector<Array>& tensors, const Arguments& items, Argument values,
          bool accumulate = false) {
  return run("index_put", tensors, [&](Nodes x) {
    return List{x[0], items(x), values.is_none() ? Argument(x[1]) : values, accumulate};
  })[0];
}

TEST(IndexPut, WritesThroughViews) {
  const Array x = counting({2, 3});
  EXPECT_EQ(
      put({x}, [](Nodes) { return List{range({}, {}), 1}; }, 9).data, (Values{0, 9, 2, 3, 9, 5}));
  EXPECT_EQ(put(
                {x}, [](Nodes) { return List{1, range({}, {}, 2)}; }, 0.5)
                .data,
            (Values{0, 1, 2, 0.5, 4, 0.5}));
  EXPECT_EQ(put(
                {x}, [](Nodes) { return List{Argument(), EllipsisArgument{}, 0}; }, 1, true)
                .data,
            (Values{1, 1, 2, 4, 4, 5}));
  EXPECT_EQ(put({x, vector_of({7, 8})}, [](Nodes) { return List{0, range(-2, {})}; }, {}).data,
            (Values{0, 7, 8, 3, 4, 5}));
  EXPECT_EQ(put({x}, [](Nodes) { return List{1, 1}; }, -1).data, (Values{0, 1, 2, 3, -1, 5}));
}

TEST(IndexPut, OneValueUnderAMaskNeedsNoKernel) {
  const Array x = counting({2, 2, 2});
  const Array mask{DType::kBool, {2}, {0, 1}};
  EXPECT_EQ(
      run("index_put", {x, mask}, [](Nodes t) { return List{t[0], List{t[1]}, -1.5}; })[0].data,
      (Values{0, 1, 2, 3, -1.5, -1.5, -1.5, -1.5}));
  EXPECT_EQ(run("index_put", {x, mask, vector_of({9})},
                [](Nodes t) { return List{t[0], List{range({}, {}), t[1]}, t[2]}; })[0]
                .data,
            (Values{0, 1, 9, 9, 4, 5, 9, 9}));
}

TEST(IndexPut, TensorsGoToTheKernel) {
  const auto call = [](Nodes t) { return List{t[0], List{t[1]}, t[2], true}; };
  EXPECT_EQ(infer_call("index_put", {f32({4, 2}), i64({3}), f32({3, 2})}, call).tensor()->sizes,
            (std::vector<IntExpr>{4, 2}));
  EXPECT_EQ(error_of("index_put", {f32({4, 2}), i64({3}), f32({2, 2})}, call), "W1207");
}

TEST(Structured, ShapesAndChecks) {
  const auto along = [](int dim) {
    return [=](Nodes t) {
      List all = {t[0], dim};
      all.insert(all.end(), t.begin() + 1, t.end());
      return all;
    };
  };
  EXPECT_EQ(error_of("scatter.src", {f32({3, 5}), i64({4, 2}), f32({4, 2})}, along(1)), "W1207");
  EXPECT_EQ(error_of("scatter.src", {f32({3, 5}), i64({3, 2}), f32({3, 1})}, along(1)), "W1207");
  EXPECT_EQ(error_of("scatter.src", {f32({3, 5}), i64({3, 2}), i64({3, 2})}, along(1)), "W1208");
  EXPECT_EQ(error_of("scatter_add", {f32({3, 5}), f32({3, 2}), f32({3, 2})}, along(1)), "W1208");
  EXPECT_EQ(error_of("scatter_add", {f32({3, 5}), i64({3, 9}), f32({3, 9})}, along(1)), "");
  EXPECT_EQ(error_of("index_add", {f32({4, 3}), i64({2}), f32({3, 3})}, along(0)), "W1207");
  EXPECT_EQ(error_of("sort", {f32({4})}, along(1)), "W1205");
  EXPECT_EQ(error_of("topk", {f32({4})}, [](Nodes t) { return List{t[0], 5}; }), "W1209");
  EXPECT_EQ(infer_call("argsort", {f32({4})}, along(0)).tensor()->dtype, DType::kInt64);
  const ValueMeta sorted = infer_named("sort", {f32({4})}, [](Nodes t) {
    return KeywordArguments{{"input", t[0]}, {"stable", true}};
  });
  EXPECT_EQ(sorted.list()->size(), 2U);
  EXPECT_EQ(infer_call("scatter.value", {f32({3, 5}), i64({3, 2})},
                       [](Nodes t) { return List{t[0], 1, t[1], 2.5}; })
                .tensor()
                ->sizes,
            (std::vector<IntExpr>{3, 5}));
  EXPECT_EQ(infer_call("cumsum", {dense(DType::kBool, {4})}, along(0)).tensor()->dtype,
            DType::kInt64);
  const IntExpr n = make_symbol("N", 4);
  const ValueMeta top = infer_call("topk", {f32({n, n})}, [](Nodes t) { return List{t[0], 2, 0}; });
  EXPECT_EQ((*top.list())[1].tensor()->sizes, (std::vector<IntExpr>{2, n}));
  EXPECT_EQ((*top.list())[1].tensor()->dtype, DType::kInt64);
}

}  // namespace
}  // namespace weft::ir::testing
