#include <gtest/gtest.h>

#include <cmath>

#include "evaluate_compute.h"

namespace weft::ir::testing {
namespace {

using Sizes = std::vector<std::int64_t>;
using Values = std::vector<double>;

TensorMeta f32(std::vector<IntExpr> sizes) { return dense(DType::kFloat32, std::move(sizes)); }

Arguments with(List rest) {
  return [rest](Nodes x) {
    List all = {x[0]};
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
  };
}

Arguments joined(List rest) {
  return [rest](Nodes x) {
    List all = {List(x.begin(), x.end())};
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
  };
}

TEST(Cat, JoinsAndPromotes) {
  const Array ints = counting({2, 1}, 1, DType::kInt64);
  const Array y = run("cat", {counting({2, 2}), ints, counting({2, 0})}, joined({-1}))[0];
  EXPECT_EQ(y.dtype, DType::kFloat32);
  EXPECT_EQ(y.sizes, (Sizes{2, 3}));
  EXPECT_EQ(y.data, (Values{0, 1, 0, 2, 3, 1}));
  // A vector without elements joins with anything.
  EXPECT_EQ(run("cat", {counting({0}), counting({1, 2})}, joined({0}))[0].data, (Values{0, 1}));
  EXPECT_EQ(run("cat", {counting({0}), counting({0})}, joined({0}))[0].sizes, (Sizes{0}));
}

TEST(Cat, SymbolicExtentsAddUp) {
  const IntExpr n = make_symbol("N", 1);
  EXPECT_EQ(infer_call("cat", {f32({n, 2}), f32({3, 2}), f32({n, 2})}, joined({})).tensor()->sizes,
            (std::vector<IntExpr>{2 * n + 3, 2}));
  EXPECT_EQ(error_of("cat", {f32({2, n}), f32({2, 3})}, joined({0})), "W1207");
  EXPECT_EQ(error_of("cat", {f32({}), f32({})}, joined({0})), "W1207");
  EXPECT_EQ(error_of("cat", {}, joined({0})), "W1209");
  EXPECT_EQ(error_of("cat", {f32({2}), f32({2})}, joined({1})), "W1205");
}

TEST(Cat, OfTheResultsOfOneNode) {
  Graph graph;
  Node* x = graph.placeholder("x");
  x->meta.value = {f32({6, 2})};
  Node* parts = graph.call_function("chunk", {x, 3});
  parts->meta.value = infer(*call_of_node(*parts));
  Node* joined_again = graph.call_function("stack", {parts, 1});
  EXPECT_EQ(infer(*call_of_node(*joined_again)).tensor()->sizes, (std::vector<IntExpr>{2, 3, 2}));
}

TEST(Stack, AddsADimension) {
  const Array a = counting({2});
  const Array b = vector_of({5, 6});
  EXPECT_EQ(run("stack", {a, b}, joined({0}))[0].data, (Values{0, 1, 5, 6}));
  EXPECT_EQ(run("stack", {a, b}, joined({-1}))[0].data, (Values{0, 5, 1, 6}));
  EXPECT_EQ(run("hstack", {a, b}, joined({}))[0].data, (Values{0, 1, 5, 6}));
  EXPECT_EQ(run("vstack", {a, b}, joined({}))[0].sizes, (Sizes{2, 2}));
  EXPECT_EQ(run("hstack", {counting({}), counting({})}, joined({}))[0].sizes, (Sizes{2}));
  EXPECT_EQ(error_of("stack", {f32({2}), f32({3})}, joined({0})), "W1207");
}

Values padded(const char* mode, std::vector<std::int64_t> amounts) {
  return run("pad", {counting({1, 4})}, with({Argument::ints(amounts), mode}))[0].data;
}

TEST(Pad, Modes) {
  EXPECT_EQ(padded("constant", {1, 2}), (Values{0, 0, 1, 2, 3, 0, 0}));
  EXPECT_EQ(padded("constant", {-1, -2}), (Values{1}));
  EXPECT_EQ(padded("reflect", {2, 3}), (Values{2, 1, 0, 1, 2, 3, 2, 1, 0}));
  EXPECT_EQ(padded("reflect", {-1, 1}), (Values{1, 2, 3, 2}));
  EXPECT_EQ(padded("replicate", {2, 1}), (Values{0, 0, 0, 1, 2, 3, 3}));
  EXPECT_EQ(padded("circular", {3, 4}), (Values{1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}));
}

TEST(Pad, RefusesWhatIsTooWide) {
  const auto pad = [](const char* mode, std::vector<std::int64_t> amounts) {
    return error_of("pad", {f32({1, 4})}, with({Argument::ints(amounts), mode}));
  };
  EXPECT_EQ(pad("reflect", {4, 0}), "W1209");
  EXPECT_EQ(pad("circular", {5, 0}), "W1209");
  EXPECT_EQ(pad("constant", {-2, -3}), "W1207");
  EXPECT_EQ(pad("constant", {1}), "W1209");
  EXPECT_EQ(pad("mirror", {1, 1}), "W1209");
  EXPECT_EQ(pad("reflect", {1, 1, 1, 1}), "W1207");
}

TEST(Pad, KeepsTheTypeOfTheInput) {
  const Array y = run("constant_pad_nd", {counting({2}, 1, DType::kInt64)},
                      with({Argument::ints({1, 0}), 2.5}))[0];
  EXPECT_EQ(y.data, (Values{2, 0, 1}));
  const IntExpr n = make_symbol("N", 1);
  EXPECT_EQ(infer_call("pad", {f32({n})}, with({Argument::ints({1, 1})})).tensor()->sizes,
            (std::vector<IntExpr>{n + 2}));
}

TEST(Roll, AroundTheEnds) {
  EXPECT_EQ(run("roll", {counting({2, 3})}, with({1, 1}))[0].data, (Values{2, 0, 1, 5, 3, 4}));
  EXPECT_EQ(run("roll", {counting({2, 3})}, with({-7}))[0].data, (Values{1, 2, 3, 4, 5, 0}));
  EXPECT_EQ(run("roll", {counting({0})}, with({1, 0}))[0].data, Values{});
  EXPECT_EQ(error_of("roll", {f32({2, 3})}, with({Argument::ints({1, 2}), 0})), "W1209");
}

TEST(Flip, ReversesDimensions) {
  EXPECT_EQ(run("flip", {counting({2, 2})}, with({Argument::ints({0, -1})}))[0].data,
            (Values{3, 2, 1, 0}));
  EXPECT_EQ(run("fliplr", {counting({1, 3})}, with({}))[0].data, (Values{2, 1, 0}));
  EXPECT_EQ(error_of("flip", {f32({2})}, with({Argument::ints({0, 0})})), "W1209");
}

TEST(Repeat, RowsAndElements) {
  EXPECT_EQ(run("repeat", {counting({2})}, with({Argument::ints({2, 2})}))[0].data,
            (Values{0, 1, 0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(run("tile", {counting({2, 1})}, with({Argument::ints({2})}))[0].data,
            (Values{0, 0, 1, 1}));
  EXPECT_EQ(run("repeat_interleave", {counting({2, 2})}, with({2}))[0].data,
            (Values{0, 0, 1, 1, 2, 2, 3, 3}));
  EXPECT_EQ(run("repeat_interleave", {counting({2})}, with({0, 0}))[0].sizes, (Sizes{0}));
  EXPECT_EQ(error_of("repeat", {f32({2, 2})}, with({Argument::ints({2})})), "W1207");
}

TEST(Triangles, KeepOneSide) {
  const Array x = counting({2, 3}, 1);
  EXPECT_EQ(run("triu", {x}, with({1}))[0].data, (Values{0, 1, 2, 0, 0, 5}));
  EXPECT_EQ(run("tril", {x}, with({-1}))[0].data, (Values{0, 0, 0, 3, 0, 0}));
  Array nan = counting({2, 2});
  nan.data[1] = NAN;
  EXPECT_EQ(run("tril", {nan}, with({}))[0].data, (Values{0, 0, 2, 3}));
  EXPECT_EQ(error_of("tril", {f32({3})}, with({})), "W1207");
}

TEST(Diagonals, EmbedExtractAndScatter) {
  EXPECT_EQ(run("diag", {counting({2}, 3)}, with({1}))[0].data,
            (Values{0, 0, 0, 0, 0, 3, 0, 0, 0}));
  EXPECT_EQ(run("diag", {counting({2, 2})}, with({}))[0].data, (Values{0, 3}));
  const auto call = [](Nodes t) { return List{t[0], t[1], 1}; };
  EXPECT_EQ(run("diagonal_scatter", {counting({3, 3}), vector_of({-1, -2})}, call)[0].data,
            (Values{0, -1, 2, 3, 4, -2, 6, 7, 8}));
}

TEST(ScatterViews, AreTheInversesOfViews) {
  const Array x = counting({5});
  const auto slice = [](List rest) {
    return [rest](Nodes t) {
      List all = {t[0], t[1]};
      all.insert(all.end(), rest.begin(), rest.end());
      return all;
    };
  };
  EXPECT_EQ(run("slice_scatter", {x, vector_of({9, 8})}, slice({0, 1, 4, 2}))[0].data,
            (Values{0, 9, 2, 8, 4}));
  EXPECT_EQ(run("slice_scatter", {x, vector_of({9, 8})}, slice({0, -2}))[0].data,
            (Values{0, 1, 2, 9, 8}));
  EXPECT_EQ(run("select_scatter", {x, counting({}, 1)}, slice({0, -1}))[0].data,
            (Values{0, 1, 2, 3, 0}));
  EXPECT_EQ(error_of("slice_scatter", {f32({5}), f32({3})}, slice({0, 1, 3})), "W1207");
}

TEST(Meshgrid, BothIndexings) {
  const auto ij = run("meshgrid", {counting({2}), counting({3})}, joined({}));
  EXPECT_EQ(ij[0].data, (Values{0, 0, 0, 1, 1, 1}));
  const auto xy = run("meshgrid", {counting({2}), counting({3})}, joined({"xy"}));
  EXPECT_EQ(xy[0].sizes, (Sizes{3, 2}));
  EXPECT_EQ(xy[0].data, (Values{0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(xy[1].data, (Values{0, 0, 1, 1, 2, 2}));
}

TEST(Shuffles, PixelsAndChannels) {
  const Array x = counting({4, 1, 2});
  const Array fine = run("pixel_shuffle", {x}, with({2}))[0];
  EXPECT_EQ(fine.data, (Values{0, 2, 1, 3, 4, 6, 5, 7}));
  EXPECT_EQ(run("pixel_unshuffle", {fine}, with({2}))[0].data, x.data);
  EXPECT_EQ(run("channel_shuffle", {counting({1, 4, 1})}, with({2}))[0].data, (Values{0, 2, 1, 3}));
  EXPECT_EQ(error_of("pixel_shuffle", {f32({3, 2, 2})}, with({2})), "W1207");
}

Array resampled(const Array& x, Argument size, Argument factor, const char* mode,
                Argument align = {}) {
  return run("interpolate", {x}, with({size, factor, mode, align}))[0];
}

TEST(Interpolate, Nearest) {
  const Array x = counting({1, 1, 3});
  const auto to = [&](std::int64_t n, const char* mode) {
    return resampled(x, Argument::ints({n}), {}, mode).data;
  };
  EXPECT_EQ(to(6, "nearest"), (Values{0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(to(5, "nearest"), (Values{0, 0, 1, 1, 2}));
  EXPECT_EQ(to(2, "nearest"), (Values{0, 1}));
  EXPECT_EQ(to(2, "nearest-exact"), (Values{0, 2}));
  EXPECT_EQ(to(3, "area"), (Values{0, 1, 2}));
  EXPECT_EQ(to(2, "area"), (Values{0.5, 1.5}));
  const Array factor = resampled(x, {}, List{2.4}, "nearest");
  EXPECT_EQ(factor.sizes, (Sizes{1, 1, 7}));
  EXPECT_EQ(factor.data, (Values{0, 0, 0, 1, 1, 2, 2}));
}

TEST(Interpolate, Linear) {
  const Array x = counting({1, 1, 3}, 4);
  EXPECT_EQ(resampled(x, Argument::ints({5}), {}, "linear", true).data, (Values{0, 2, 4, 6, 8}));
  EXPECT_EQ(resampled(x, Argument::ints({6}), {}, "linear").data, (Values{0, 1, 3, 5, 7, 8}));
  EXPECT_EQ(resampled(x, Argument::ints({1}), {}, "linear", true).data, (Values{0}));
  const Array volume = counting({1, 1, 2, 2, 2});
  const Array finer = resampled(volume, Argument::ints({3, 3, 3}), {}, "trilinear", true);
  EXPECT_EQ(finer.data[13], 3.5);
  EXPECT_EQ(finer.data[26], 7);
}

TEST(Interpolate, SymbolicExtents) {
  const IntExpr h = make_symbol("H", 1);
  const auto sizes = [&](double factor, const char* mode) {
    return infer_call("interpolate", {f32({1, 2, h, h})},
                      with({Argument(), List{factor, factor}, mode}))
        .tensor()
        ->sizes[2];
  };
  EXPECT_EQ(sizes(2, "nearest"), 2 * h);
  EXPECT_EQ(sizes(1.5, "bilinear"), floor_div(3 * h, 2));
  EXPECT_EQ(error_of("interpolate", {f32({1, 2, h, h})}, with({Argument(), List{1.3, 1.3}})),
            "W1214");
}

TEST(Interpolate, RefusesWhatDoesNotFit) {
  const auto error = [](List rest) {
    return error_of("interpolate", {f32({1, 2, 4, 4})}, with(rest));
  };
  EXPECT_EQ(error({Argument(), Argument()}), "W1209");
  EXPECT_EQ(error({Argument::ints({2, 2}), List{2.0, 2.0}}), "W1209");
  EXPECT_EQ(error({Argument::ints({2, 2}), Argument(), "linear"}), "W1207");
  EXPECT_EQ(error({Argument::ints({2, 2}), Argument(), "nearest", true}), "W1209");
  EXPECT_EQ(error({Argument::ints({2, 2}), Argument(), "cubic"}), "W1209");
  EXPECT_EQ(error({Argument::ints({0, 2})}), "W1207");
}

}  // namespace
}  // namespace weft::ir::testing
