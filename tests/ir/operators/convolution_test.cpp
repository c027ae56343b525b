#include <gtest/gtest.h>

#include <cmath>

#include "evaluate_compute.h"

namespace weft::ir::testing {
namespace {

using Sizes = std::vector<std::int64_t>;
using Values = std::vector<double>;

TensorMeta f32(std::vector<IntExpr> sizes) { return dense(DType::kFloat32, std::move(sizes)); }

/// Geometry of one dimension.
struct Along {
  std::int64_t stride = 1;
  std::int64_t padding = 0;
  std::int64_t dilation = 1;
  std::int64_t output_padding = 0;
};

/// A two-dimensional convolution written as its definition, or the scatter of a transposed one.
Array reference(const Array& x, const Array& w, const Along& a, std::int64_t groups,
                bool transposed) {
  const auto n = x.sizes[0], c = x.sizes[1], h = x.sizes[2], v = x.sizes[3];
  const auto kh = w.sizes[2], kw = w.sizes[3];
  const auto channels = transposed ? w.sizes[1] * groups : w.sizes[0];
  const auto extent = [&](std::int64_t size, std::int64_t k) {
    return transposed
               ? (size - 1) * a.stride - 2 * a.padding + a.dilation * (k - 1) + a.output_padding + 1
               : (size + 2 * a.padding - a.dilation * (k - 1) - 1) / a.stride + 1;
  };
  const auto oh = extent(h, kh), ow = extent(v, kw);
  Array y = counting({n, channels, oh, ow}, 0);
  const auto in_group = c / groups, out_group = channels / groups;
  const auto at = [](const Array& t, std::int64_t i, std::int64_t j, std::int64_t k,
                     std::int64_t l) {
    return static_cast<std::size_t>(((i * t.sizes[1] + j) * t.sizes[2] + k) * t.sizes[3] + l);
  };
  // Every pair of a small and a large position that a kernel position connects.
  const auto large_h = transposed ? oh : h, large_w = transposed ? ow : v;
  const auto small_h = transposed ? h : oh, small_w = transposed ? v : ow;
  for (std::int64_t b = 0; b < n; ++b)
    for (std::int64_t ci = 0; ci < c; ++ci)
      for (std::int64_t j = 0; j < out_group; ++j)
        for (std::int64_t p = 0; p < small_h; ++p)
          for (std::int64_t q = 0; q < small_w; ++q)
            for (std::int64_t r = 0; r < kh; ++r)
              for (std::int64_t s = 0; s < kw; ++s) {
                const auto lh = p * a.stride - a.padding + r * a.dilation;
                const auto lw = q * a.stride - a.padding + s * a.dilation;
                if (lh < 0 || lh >= large_h || lw < 0 || lw >= large_w) continue;
                const auto co = ci / in_group * out_group + j;
                if (transposed) {
                  y.data[at(y, b, co, lh, lw)] +=
                      x.data[at(x, b, ci, p, q)] * w.data[at(w, ci, j, r, s)];
                } else {
                  y.data[at(y, b, co, p, q)] +=
                      x.data[at(x, b, ci, lh, lw)] * w.data[at(w, co, ci % in_group, r, s)];
                }
              }
  return y;
}

Argument two(std::int64_t v) { return Argument::ints({v, v}); }

Array conv2d(const Array& x, const Array& w, const Along& a, std::int64_t groups) {
  return run("conv2d", {x, w}, [&](Nodes t) {
    return List{t[0], t[1], Argument(), two(a.stride), two(a.padding), two(a.dilation), groups};
  })[0];
}

Array conv_transpose2d(const Array& x, const Array& w, const Along& a, std::int64_t groups) {
  return run("conv_transpose2d", {x, w}, [&](Nodes t) {
    return List{t[0],          t[1],           Argument(),
                two(a.stride), two(a.padding), two(a.output_padding),
                groups,        two(a.dilation)};
  })[0];
}

TEST(Convolution, AgreesWithItsDefinition) {
  for (const Along& a : {Along{}, Along{2, 1, 1}, Along{1, 2, 2}, Along{3, 3, 2}}) {
    for (const std::int64_t groups : {1, 2, 4}) {
      const Array x = counting({2, 4, 7, 6});
      const Array w = counting({8, 4 / groups, 3, 2}, -1);
      const Array want = reference(x, w, a, groups, false);
      const Array got = conv2d(x, w, a, groups);
      EXPECT_EQ(got.sizes, want.sizes);
      EXPECT_EQ(got.data, want.data) << a.stride << a.padding << a.dilation << groups;
    }
  }
}

TEST(Convolution, TransposedAgreesWithItsDefinition) {
  for (const Along& a : {Along{}, Along{2, 1, 1, 1}, Along{3, 0, 1, 0}, Along{2, 2, 3, 2},
                         Along{1, 1, 2, 1}, Along{4, 1, 1, 3}}) {
    for (const std::int64_t groups : {1, 2}) {
      const Array x = counting({1, 4, 4, 5});
      const Array w = counting({4, 3, 3, 2}, -1);
      const Array want = reference(x, w, a, groups, true);
      const Array got = conv_transpose2d(x, w, a, groups);
      EXPECT_EQ(got.sizes, want.sizes);
      EXPECT_EQ(got.data, want.data) << a.stride << a.padding << a.dilation << groups;
    }
  }
}

TEST(Convolution, OtherRanksAndBias) {
  const auto all = [](Nodes t) { return List(t.begin(), t.end()); };
  // One example without batch: a dimension comes and goes.
  const Array single =
      run("conv1d", {counting({1, 4}), counting({2, 1, 2}), vector_of({10, 20})}, all)[0];
  EXPECT_EQ(single.sizes, (Sizes{2, 3}));
  EXPECT_EQ(single.data, (Values{11, 12, 13, 23, 28, 33}));
  const Array volume =
      run("conv3d", {counting({1, 1, 2, 2, 2}), counting({1, 1, 2, 2, 2})}, all)[0];
  EXPECT_EQ(volume.sizes, (Sizes{1, 1, 1, 1, 1}));
  EXPECT_EQ(volume.data, (Values{140}));
  EXPECT_EQ(run("conv_transpose1d", {counting({1, 1, 2}), counting({1, 1, 2})}, all)[0].data,
            (Values{0, 0, 1}));
  EXPECT_EQ(
      run("conv_transpose3d", {counting({1, 1, 1, 1, 2}), counting({1, 1, 1, 1, 2})}, all)[0].data,
      (Values{0, 0, 1}));
}

TEST(Convolution, PaddingByName) {
  const auto with = [](const char* padding) {
    return [=](Nodes t) { return List{t[0], t[1], Argument(), two(1), padding, two(1)}; };
  };
  const Array x = counting({1, 1, 3, 4});
  const Array w = counting({1, 1, 2, 3});
  const Array same = run("conv2d.padding", {x, w}, with("same"))[0];
  EXPECT_EQ(same.sizes, x.sizes);
  // An even kernel reaches over the end: the last row meets one row of zeros.
  const Array above = run("conv2d", {x, w}, [](Nodes t) {
    return List{t[0], t[1], Argument(), two(1), Argument::ints({0, 1})};
  })[0];
  EXPECT_TRUE(std::equal(above.data.begin(), above.data.end(), same.data.begin()));
  EXPECT_EQ(same.data[9], 8 * 0 + 9 * 1 + 10 * 2);
  EXPECT_EQ(run("conv2d.padding", {x, w}, with("valid"))[0].sizes, (Sizes{1, 1, 2, 2}));
  EXPECT_EQ(error_of("conv2d.padding", {x.meta(), w.meta()}, with("full")), "W1209");
  EXPECT_EQ(error_of("conv2d.padding", {x.meta(), w.meta()},
                     [](Nodes t) { return List{t[0], t[1], Argument(), two(2), "same"}; }),
            "W1209");
}

TEST(Convolution, BiasIsAnAdditionAfterTheCore) {
  Graph graph;
  std::vector<Node*> x;
  for (const auto& meta : {f32({1, 3, 8, 8}), f32({4, 3, 3, 3}), f32({4})}) {
    x.push_back(graph.placeholder("x"));
    x.back()->meta.value = {meta};
  }
  const Node* node = graph.call_function("conv2d", {x[0], x[1], x[2]});
  const auto result = decompose(graph, *call_of_node(*node),
                                bind_arguments(node->op()->schema, node->args(), node->kwargs()));
  ASSERT_EQ(result.size(), 1U);
  EXPECT_EQ(result[0]->target(), "add");
  EXPECT_EQ(result[0]->all_input_nodes()[0]->target(), "convolution");
}

TEST(Convolution, LoadsAreGuardedOnlyWhereThereIsPadding) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* w = graph.placeholder("w");
  const IntExpr h = make_symbol("H", 3);
  x->meta.value = {f32({1, 3, h, 8})};
  w->meta.value = {f32({4, 3, 3, 3})};
  const auto body = [&](std::int64_t padding) {
    const Node* node = graph.call_function("convolution", {x, w, two(1), two(padding), two(1), 1});
    return compute_of(*call_of_node(*node))[0].body.str();
  };
  EXPECT_EQ(body(0), "mul(x0[i0, r0, i2 + r1, i3 + r2], x1[i1, r0, r1, r2])");
  EXPECT_NE(body(1).find("lt("), std::string::npos);
}

TEST(Convolution, SymbolicExtents) {
  const IntExpr n = make_symbol("N", 1);
  const IntExpr h = make_symbol("H", 8);
  const auto call = [](Nodes t) { return List{t[0], t[1], Argument(), two(2), two(1)}; };
  EXPECT_EQ(infer_call("conv2d", {f32({n, 3, h, 8}), f32({4, 3, 3, 3})}, call).tensor()->sizes,
            (std::vector<IntExpr>{n, 4, floor_div(h - 1, 2) + 1, 4}));
}

TEST(Convolution, RefusesWhatDoesNotFit) {
  const auto call = [](Nodes t) { return List(t.begin(), t.end()); };
  EXPECT_EQ(error_of("conv2d", {f32({1, 7, 7}), f32({6, 4, 3, 3})}, call), "W1207");     // channels
  EXPECT_EQ(error_of("conv2d", {f32({1, 4, 7, 2}), f32({6, 4, 3, 3})}, call), "W1207");  // kernel
  EXPECT_EQ(error_of("conv2d", {f32({4, 7}), f32({6, 4, 3, 3})}, call), "W1207");        // rank
  EXPECT_EQ(error_of("conv2d", {f32({1, 4, 7, 7}), f32({6, 4, 3})}, call), "W1207");
  EXPECT_EQ(error_of("conv2d", {f32({1, 4, 7, 7}), f32({6, 4, 3, 3}), f32({5})}, call), "W1207");
  EXPECT_EQ(error_of("conv2d", {f32({1, 4, 7, 7}), dense(DType::kFloat64, {6, 4, 3, 3})}, call),
            "W1208");
  EXPECT_EQ(error_of("conv2d", {dense(DType::kInt64, {1, 4, 7, 7}), f32({6, 4, 3, 3})}, call),
            "W1208");
  const auto grouped = [](Nodes t) {
    return List{t[0], t[1], Argument(), two(1), two(0), two(1), 3};
  };
  EXPECT_EQ(error_of("conv2d", {f32({1, 6, 7, 7}), f32({4, 2, 3, 3})}, grouped), "W1207");
  const auto transposed = [](Nodes t) {
    return List{t[0], t[1], Argument(), two(2), two(0), two(2)};
  };
  EXPECT_EQ(error_of("conv_transpose2d", {f32({1, 4, 7, 7}), f32({4, 2, 3, 3})}, transposed),
            "W1209");
  const auto strides = [](Nodes t) { return List{t[0], t[1], Argument(), two(0)}; };
  EXPECT_EQ(error_of("conv2d", {f32({1, 4, 7, 7}), f32({6, 4, 3, 3})}, strides), "W1209");
}

TEST(Convolution, ColumnsAndBack) {
  const Array x = counting({1, 2, 4, 3});
  const auto windows = [](Nodes t) {
    return List{t[0], Argument::ints({2, 2}), two(1), two(1), Argument::ints({2, 1})};
  };
  const Array columns = run("unfold_im2col", {x}, windows)[0];
  EXPECT_EQ(columns.sizes, (Sizes{1, 8, 12}));
  const Array back = run("fold_col2im", {columns}, [](Nodes t) {
    return List{t[0],   Argument::ints({4, 3}), Argument::ints({2, 2}), two(1),
                two(1), Argument::ints({2, 1})};
  })[0];
  EXPECT_EQ(back.sizes, x.sizes);
  // Every element comes back once for each window that holds it: here two along the width.
  for (std::size_t k = 0; k < x.data.size(); ++k) EXPECT_EQ(back.data[k], 2 * x.data[k]);
}

}  // namespace
}  // namespace weft::ir::testing
