#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <weft/ir/operators/assumptions.h>
#include <weft/ir/operators/reshape.h>
#include <weft/ir/operators/view_map.h>

#include "evaluate_compute.h"

namespace weft::ir::testing {
namespace {

using Sizes = std::vector<std::int64_t>;
using Values = std::vector<double>;

TensorMeta f32(std::vector<IntExpr> sizes) { return dense(DType::kFloat32, std::move(sizes)); }

std::vector<IntExpr> sizes_of(const ValueMeta& meta) { return meta.tensor()->sizes; }

TEST(View, ReshapeMergesAndSplits) {
  const auto one = [](Nodes x) { return List{x[0], Argument::ints({3, -1})}; };
  const Array y = run("view", {counting({2, 6})}, one)[0];
  EXPECT_EQ(y.sizes, (Sizes{3, 4}));
  EXPECT_EQ(y.data, counting({12}).data);
  // Mixed dimensions: 2*6 against 4*3 share no boundary.
  const Array z = run("reshape", {counting({2, 1, 6})},
                      [](Nodes x) { return List{x[0], Argument::ints({4, 1, 3})}; })[0];
  EXPECT_EQ(z.data, counting({12}).data);
  EXPECT_EQ(z.sizes, (Sizes{4, 1, 3}));
}

TEST(View, ReshapeOfAnEmptyTensor) {
  const auto to = [](std::vector<std::int64_t> sizes) {
    return [sizes](Nodes x) { return List{x[0], Argument::ints(sizes)}; };
  };
  EXPECT_EQ(run("view", {counting({0, 3})}, to({3, 0}))[0].sizes, (Sizes{3, 0}));
  EXPECT_EQ(run("view", {counting({0, 3})}, to({-1, 3}))[0].sizes, (Sizes{0, 3}));
  EXPECT_EQ(error_of("view", {f32({0, 3})}, to({-1, 0})), "W1207");
}

TEST(View, ReshapeWithSymbolicExtents) {
  const IntExpr n = make_symbol("N", 1);
  const auto to = [](std::vector<std::int64_t> sizes) {
    return [sizes](Nodes x) { return List{x[0], Argument::ints(sizes)}; };
  };
  EXPECT_EQ(sizes_of(infer_call("view", {f32({n, 3, 4})}, to({-1, 12}))),
            (std::vector<IntExpr>{n, 12}));
  EXPECT_EQ(sizes_of(infer_call("view", {f32({n, 12})}, to({-1, 4}))),
            (std::vector<IntExpr>{3 * n, 4}));
  EXPECT_EQ(
      sizes_of(infer_call("flatten", {f32({n, 3, n})}, [](Nodes x) { return List{x[0], 1}; })),
      (std::vector<IntExpr>{n, 3 * n}));
  EXPECT_EQ(error_of("view", {f32({n, 3})}, to({4, -1})), "W1207");
  EXPECT_EQ(error_of("view", {f32({n, 3})}, to({-1, -1})), "W1207");
  EXPECT_EQ(error_of("view", {f32({2, 3})}, to({5})), "W1207");
}

TEST(View, IndicesOfSeparateGroupsHaveNoDivisions) {
  const IntExpr n = make_symbol("N", 1);
  const std::vector<IntExpr> at = {IntExpr(make_index("a", n)), IntExpr(make_index("b", 2)),
                                   IntExpr(make_index("c", 4))};
  const std::vector<IntExpr> index = reshape_index({n, 8}, {n, 2, 4}, at);
  EXPECT_EQ(index[0], at[0]);
  EXPECT_EQ(index[1], at[1] * 4 + at[2]);
}

TEST(View, ReshapeStridesExistOnlyForMergeableDimensions) {
  // A transposed matrix cannot be flattened, but its parts can be split.
  EXPECT_FALSE(reshape_strides({4, 6}, {1, 4}, {24}).has_value());
  EXPECT_EQ(*reshape_strides({4, 6}, {1, 4}, {2, 2, 6}), (std::vector<IntExpr>{2, 1, 4}));
  EXPECT_EQ(*reshape_strides({4, 6}, {6, 1}, {3, 8}), (std::vector<IntExpr>{8, 1}));
  EXPECT_EQ(*reshape_strides({2, 1, 3}, {3, 77, 1}, {6}), (std::vector<IntExpr>{1}));
  // Extents of 1 get the strides of a dense tensor.
  EXPECT_EQ(*reshape_strides({6}, {2}, {1, 6, 1}), (std::vector<IntExpr>{12, 2, 1}));
}

TEST(View, LayoutFollowsFromTheMap) {
  const std::vector<IntExpr> sizes = {4, 6};
  const std::vector<IntExpr> strides = {6, 1};
  const auto sliced = layout_of(slice_view(sizes, 1, 1, 2, 3), sizes, strides);
  EXPECT_TRUE(sliced->offset.is(1));
  EXPECT_EQ(sliced->strides, (std::vector<IntExpr>{6, 2}));
  const auto selected = layout_of(select_view(sizes, 0, 2), sizes, strides);
  EXPECT_TRUE(selected->offset.is(12));
  const auto flat = layout_of(reshape_view(sizes, {24}), sizes, strides);
  EXPECT_EQ(flat->strides, (std::vector<IntExpr>{1}));
  EXPECT_FALSE(layout_of(reshape_view(sizes, {24}), sizes, {1, 4}).has_value());
}

TEST(View, CompositionIsTheViewOfTheView) {
  const ViewMap rows = permute_view({2, 3}, {1, 0});
  const ViewMap part = slice_view(rows.sizes, 0, 1, 1, 2);
  const Array x = counting({2, 3});
  EXPECT_EQ(evaluate_view(compose(rows, part), x).data,
            evaluate_view(part, evaluate_view(rows, x)).data);
}

TEST(View, DimensionsAreWrappedAndChecked) {
  const auto swap = [](int a, int b) { return [=](Nodes x) { return List{x[0], a, b}; }; };
  EXPECT_EQ(run("transpose", {counting({2, 3})}, swap(0, -1))[0].data, (Values{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(run("transpose", {counting({})}, swap(0, -1))[0].sizes, Sizes{});
  EXPECT_EQ(error_of("transpose", {f32({2, 3})}, swap(0, 2)), "W1205");
  EXPECT_EQ(error_of("permute", {f32({2, 3})},
                     [](Nodes x) { return List{x[0], Argument::ints({0, 0})}; }),
            "W1209");
  EXPECT_EQ(error_of("t", {f32({2, 3, 4})}, [](Nodes x) { return List{x[0]}; }), "W1207");
}

TEST(View, MovedimKeepsTheOrderOfTheOthers) {
  const ValueMeta meta = infer_call("movedim", {f32({2, 3, 4, 5})}, [](Nodes x) {
    return List{x[0], Argument::ints({3, 0}), Argument::ints({0, 1})};
  });
  EXPECT_EQ(sizes_of(meta), (std::vector<IntExpr>{5, 2, 3, 4}));
  EXPECT_EQ(sizes_of(infer_call("movedim.int", {f32({2, 3, 4})},
                                [](Nodes x) { return List{x[0], 0, -1}; })),
            (std::vector<IntExpr>{3, 4, 2}));
}

TEST(View, SqueezeRefusesAnExtentThatMayBeOne) {
  const auto all = [](Nodes x) { return List{x[0]}; };
  EXPECT_EQ(sizes_of(infer_call("squeeze", {f32({1, 3, 1})}, all)), (std::vector<IntExpr>{3}));
  EXPECT_EQ(error_of("squeeze", {f32({IntExpr(make_symbol("N", 1)), 1})}, all), "W1214");
  const IntExpr at_least_two = make_symbol("N", 2);
  EXPECT_EQ(sizes_of(infer_call("squeeze", {f32({at_least_two, 1})}, all)),
            (std::vector<IntExpr>{at_least_two}));
  EXPECT_EQ(run("squeeze.dim", {counting({2, 3})}, [](Nodes x) { return List{x[0], 0}; })[0].sizes,
            (Sizes{2, 3}));
  EXPECT_EQ(run("squeeze.dim", {counting({})}, [](Nodes x) { return List{x[0], -1}; })[0].sizes,
            Sizes{});
}

TEST(View, ExpandRepeatsExtentsOfOne) {
  const auto to = [](std::vector<std::int64_t> sizes) {
    return [sizes](Nodes x) { return List{x[0], Argument::ints(sizes)}; };
  };
  EXPECT_EQ(run("expand", {counting({2, 1})}, to({2, 2, 3}))[0].data,
            (Values{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(run("expand", {counting({1, 3})}, to({0, -1}))[0].sizes, (Sizes{0, 3}));
  EXPECT_EQ(error_of("expand", {f32({2})}, to({3})), "W1207");
  EXPECT_EQ(error_of("expand", {f32({2})}, to({-1, 2})), "W1207");
  EXPECT_EQ(infer_call("expand", {f32({2, 1})}, to({2, 4})).tensor()->strides,
            (std::vector<IntExpr>{1, 0}));
}

TEST(View, SlicesClamp) {
  const auto cut = [](List rest) {
    return [rest](Nodes x) {
      List all = {x[0]};
      all.insert(all.end(), rest.begin(), rest.end());
      return all;
    };
  };
  const Array x = counting({7});
  EXPECT_EQ(run("slice", {x}, cut({0, -3, 100}))[0].data, (Values{4, 5, 6}));
  EXPECT_EQ(run("slice", {x}, cut({0, -100, 2}))[0].data, (Values{0, 1}));
  EXPECT_EQ(run("slice", {x}, cut({0, 5, 3}))[0].data, Values{});
  EXPECT_EQ(run("slice", {x}, cut({0, 1, -1, 2}))[0].data, (Values{1, 3, 5}));
  EXPECT_EQ(run("slice", {x}, cut({0, Argument(), Argument(), 3}))[0].data, (Values{0, 3, 6}));
  EXPECT_EQ(run("slice", {x}, cut({0, INT64_MIN, INT64_MAX}))[0].data, x.data);
  EXPECT_EQ(run("slice", {x}, cut({0, INT64_MAX}))[0].data, Values{});
  EXPECT_EQ(error_of("slice", {f32({7})}, cut({0, 0, 7, 0})), "W1209");
  EXPECT_EQ(error_of("slice", {f32({7})}, cut({0, 0, 7, -1})), "W1209");
  EXPECT_EQ(error_of("slice", {f32({})}, cut({0})), "W1207");
}

TEST(View, SlicesOfSymbolicExtents) {
  const IntExpr n = make_symbol("N", 4);
  const auto cut = [](Argument start, Argument end) {
    return [=](Nodes x) { return List{x[0], 0, start, end}; };
  };
  EXPECT_EQ(sizes_of(infer_call("slice", {f32({n})}, cut(1, {}))), (std::vector<IntExpr>{n - 1}));
  EXPECT_EQ(sizes_of(infer_call("slice", {f32({n})}, cut(-2, {}))), (std::vector<IntExpr>{2}));
  EXPECT_EQ(sizes_of(infer_call("slice", {f32({n})}, cut({}, -1))), (std::vector<IntExpr>{n - 1}));
  const IntExpr any = make_symbol("M", 0);
  const IntExpr length = sizes_of(infer_call("slice", {f32({any})}, cut(-2, {})))[0];
  for (const std::int64_t m : {0, 1, 2, 5}) {
    EXPECT_EQ(length.evaluate([m](const SymbolInfo&) { return m; }), std::min<std::int64_t>(m, 2));
  }
}

TEST(View, IndexOfUnknownSignWrapsAtRunTime) {
  const IntExpr n = make_symbol("N", 0, 10);
  const IntExpr wrapped = wrap_index(n - 5, 8);
  for (const std::int64_t v : {0, 3, 5, 9}) {
    const std::int64_t index = v - 5;
    EXPECT_EQ(wrapped.evaluate([v](const SymbolInfo&) { return v; }),
              index < 0 ? index + 8 : index);
  }
}

TEST(View, SelectAndNarrowCheckTheirRange) {
  const auto at = [](int index) { return [=](Nodes x) { return List{x[0], 1, index}; }; };
  EXPECT_EQ(run("select", {counting({2, 3})}, at(-1))[0].data, (Values{2, 5}));
  EXPECT_EQ(error_of("select", {f32({2, 3})}, at(3)), "W1212");
  EXPECT_EQ(error_of("select", {f32({2, 3})}, at(-4)), "W1212");
  const auto part = [](int start, int length) {
    return [=](Nodes x) { return List{x[0], 0, start, length}; };
  };
  EXPECT_EQ(run("narrow", {counting({5})}, part(-2, 2))[0].data, (Values{3, 4}));
  EXPECT_EQ(run("narrow", {counting({5})}, part(5, 0))[0].data, Values{});
  EXPECT_EQ(error_of("narrow", {f32({5})}, part(3, 3)), "W1212");
  EXPECT_EQ(error_of("narrow", {f32({5})}, part(6, 0)), "W1212");
  EXPECT_EQ(error_of("narrow", {f32({5})}, part(0, -1)), "W1209");
}

TEST(View, PartsOfADimension) {
  const auto parts = run("chunk", {counting({7})}, [](Nodes x) { return List{x[0], 4}; });
  ASSERT_EQ(parts.size(), 4U);
  EXPECT_EQ(parts[3].data, (Values{6}));
  EXPECT_EQ(run("chunk", {counting({5})}, [](Nodes x) { return List{x[0], 4}; }).size(), 3U);
  EXPECT_EQ(run("chunk", {counting({0})}, [](Nodes x) { return List{x[0], 3}; }).size(), 3U);
  EXPECT_EQ(run("split.Tensor", {counting({0})}, [](Nodes x) { return List{x[0], 2}; }).size(), 1U);
  const auto unbound = run("unbind", {counting({2, 2})}, [](Nodes x) { return List{x[0], -1}; });
  EXPECT_EQ(unbound[1].data, (Values{1, 3}));
  EXPECT_EQ(error_of("split.sizes", {f32({5})},
                     [](Nodes x) { return List{x[0], Argument::ints({2, 2})}; }),
            "W1207");
  EXPECT_EQ(error_of("chunk", {f32({5})}, [](Nodes x) { return List{x[0], 0}; }), "W1209");
}

TEST(View, PartsOfSymbolicExtents) {
  const IntExpr n = make_symbol("N", 1);
  const ValueMeta thirds =
      infer_call("chunk", {f32({2, 3 * n})}, [](Nodes x) { return List{x[0], 3, 1}; });
  ASSERT_EQ(thirds.list()->size(), 3U);
  EXPECT_EQ(sizes_of((*thirds.list())[2]), (std::vector<IntExpr>{2, n}));
  // Three parts where the last of them is not empty, which has to be checked.
  const AssumptionScope scope;
  const ValueMeta open = infer_call("chunk", {f32({n})}, [](Nodes x) { return List{x[0], 3}; });
  ASSERT_EQ(open.list()->size(), 3U);
  const IntExpr last = n - 2 * floor_div(n + 2, 3);
  EXPECT_EQ(sizes_of((*open.list())[2]), (std::vector<IntExpr>{last}));
  EXPECT_THAT(scope.assumptions(), ::testing::Contains(last - 1));
  EXPECT_EQ(error_of("unbind", {f32({n})}, [](Nodes x) { return List{x[0]}; }), "W1214");
}

TEST(View, DiagonalAndWindows) {
  const auto diagonal = [](int offset) { return [=](Nodes x) { return List{x[0], offset}; }; };
  EXPECT_EQ(run("diagonal", {counting({3, 4})}, diagonal(0))[0].data, (Values{0, 5, 10}));
  EXPECT_EQ(run("diagonal", {counting({3, 4})}, diagonal(-1))[0].data, (Values{4, 9}));
  EXPECT_EQ(run("diagonal", {counting({3, 4})}, diagonal(9))[0].data, Values{});
  const Array windows =
      run("unfold", {counting({7})}, [](Nodes x) { return List{x[0], 0, 3, 2}; })[0];
  EXPECT_EQ(windows.data, (Values{0, 1, 2, 2, 3, 4, 4, 5, 6}));
  EXPECT_EQ(error_of("unfold", {f32({2})}, [](Nodes x) { return List{x[0], 0, 3, 1}; }), "W1207");
}

TEST(View, OtherDtypesAreRefused) {
  EXPECT_EQ(error_of("view.dtype", {f32({2})}, [](Nodes x) { return List{x[0], DType::kInt32}; }),
            "W1214");
}

}  // namespace
}  // namespace weft::ir::testing
