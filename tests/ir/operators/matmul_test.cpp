#include <gtest/gtest.h>

#include <cmath>

#include "evaluate_compute.h"

namespace weft::ir::testing {
namespace {

using Sizes = std::vector<std::int64_t>;
using Values = std::vector<double>;

TensorMeta f32(std::vector<IntExpr> sizes) { return dense(DType::kFloat32, std::move(sizes)); }

List both(Nodes x) { return {x[0], x[1]}; }

TEST(Matmul, BatchesBroadcast) {
  // [2, 1, 2, 3] times [2, 3, 1]: four products.
  const Array a = counting({2, 1, 2, 3});
  const Array b = counting({2, 3, 1});
  const Array y = run("matmul", {a, b}, both)[0];
  EXPECT_EQ(y.sizes, (Sizes{2, 2, 2, 1}));
  EXPECT_EQ(y.data, (Values{5, 14, 14, 50, 23, 32, 86, 122}));
}

TEST(Matmul, VectorsLeaveNoDimension) {
  const Array v = counting({3});
  EXPECT_EQ(run("matmul", {counting({2, 2, 3}), v}, both)[0].sizes, (Sizes{2, 2}));
  EXPECT_EQ(run("matmul", {v, counting({2, 3, 4})}, both)[0].sizes, (Sizes{2, 4}));
  EXPECT_EQ(run("matmul", {v, v}, both)[0].data, (Values{5}));
  EXPECT_EQ(run("matmul", {counting({2, 0}), counting({0, 2})}, both)[0].data,
            (Values{0, 0, 0, 0}));
}

TEST(Matmul, HalfTypesAccumulateInFloat32) {
  // 2049 ones: a sum in float16 would stop at 2048.
  Array ones = counting({2049}, 0, DType::kFloat16);
  for (double& v : ones.data) v = 1;
  EXPECT_EQ(run("dot", {ones, ones}, both)[0].data, (Values{2048}));
  ones.data[0] = 3;
  EXPECT_EQ(run("dot", {ones, ones}, both)[0].data, (Values{2056}));  // of 2057
}

TEST(Matmul, SymbolicExtents) {
  const IntExpr n = make_symbol("N", 1);
  const IntExpr k = make_symbol("K", 1);
  EXPECT_EQ(infer_call("matmul", {f32({n, 2, k}), f32({k, 5})}, both).tensor()->sizes,
            (std::vector<IntExpr>{n, 2, 5}));
  EXPECT_EQ(error_of("matmul", {f32({2, k}), f32({n, 5})}, both), "W1207");
}

TEST(Matmul, RefusesWhatDoesNotFit) {
  EXPECT_EQ(error_of("mm", {f32({2, 3}), f32({4, 2})}, both), "W1207");
  EXPECT_EQ(error_of("mm", {f32({2, 3, 1}), f32({4, 2})}, both), "W1207");
  EXPECT_EQ(error_of("matmul", {f32({}), f32({3})}, both), "W1207");
  EXPECT_EQ(error_of("bmm", {f32({2, 1, 1}), f32({3, 1, 1})}, both), "W1207");
  EXPECT_EQ(error_of("matmul", {f32({2, 2, 3}), f32({3, 3, 2})}, both), "W1206");
  EXPECT_EQ(error_of("mm", {f32({2, 3}), dense(DType::kFloat64, {3, 2})}, both), "W1208");
  EXPECT_EQ(error_of("mm", {dense(DType::kBool, {2, 2}), dense(DType::kBool, {2, 2})}, both),
            "W1208");
}

TEST(Matmul, KindTellsTheContraction) {
  Graph graph;
  Node* a = graph.placeholder("a");
  Node* b = graph.placeholder("b");
  a->meta.value = {f32({2, 3})};
  b->meta.value = {f32({3, 4})};
  const Compute c = compute_of(*call_of_node(*graph.call_function("mm", {a, b})))[0];
  EXPECT_EQ(c.kind, ComputeKind::kMatmul);
  EXPECT_EQ(c.body.str(), "mul(x0[i0, r0], x1[r0, i1])");
}

TEST(Matmul, BetaOfZeroIgnoresTheInput) {
  const Array y = run("addmm", {vector_of({NAN}), counting({1, 2}), counting({2, 1})},
                      [](Nodes x) { return List{x[0], x[1], x[2]}; })[0];
  EXPECT_TRUE(std::isnan(y.data[0]));
  const Array z =
      run_named("addmm", {vector_of({NAN}), counting({1, 2}), counting({2, 1})}, [](Nodes x) {
        return KeywordArguments{
            {"input", x[0]}, {"mat1", x[1]}, {"mat2", x[2]}, {"beta", 0}, {"alpha", 3}};
      })[0];
  EXPECT_EQ(z.data, (Values{3}));
}

TEST(Matmul, LinearChecksItsOperands) {
  const auto all = [](Nodes x) { return List{x.begin(), x.end()}; };
  EXPECT_EQ(run("linear", {counting({2}), counting({3, 2}), vector_of({1, 2, 3})}, all)[0].data,
            (Values{2, 5, 8}));
  EXPECT_EQ(error_of("linear", {f32({2, 4}), f32({3, 2})}, all), "W1207");
  EXPECT_EQ(error_of("linear", {f32({2, 2}), f32({3, 2}), f32({2})}, all), "W1207");
}

Array einsum(const char* equation, const std::vector<Array>& operands) {
  return run("einsum", operands,
             [&](Nodes x) { return List{equation, List(x.begin(), x.end())}; })[0];
}

std::string einsum_error(const char* equation, const std::vector<TensorMeta>& operands) {
  return error_of("einsum", operands,
                  [&](Nodes x) { return List{equation, List(x.begin(), x.end())}; });
}

TEST(Einsum, TakesApartItsNotation) {
  const Array m = counting({2, 3});
  EXPECT_EQ(einsum("ij->", {m}).data, (Values{15}));
  EXPECT_EQ(einsum("ij->j", {m}).data, (Values{3, 5, 7}));
  EXPECT_EQ(einsum("ba", {m}).sizes, (Sizes{3, 2}));  // in alphabetical order
  EXPECT_EQ(einsum("ii->i", {counting({3, 3})}).data, (Values{0, 4, 8}));
  EXPECT_EQ(einsum("ii", {counting({3, 3})}).data, (Values{12}));
  EXPECT_EQ(einsum(" i , i -> ", {counting({3}), counting({3})}).data, (Values{5}));
  EXPECT_EQ(einsum("i,j->ij", {counting({2}), counting({2})}).data, (Values{0, 0, 0, 1}));
}

TEST(Einsum, Ellipsis) {
  const Array a = counting({2, 2, 3});
  const Array b = counting({3, 2});
  EXPECT_EQ(einsum("...ij,jk->...ik", {a, b}).data, run("matmul", {a, b}, both)[0].data);
  EXPECT_EQ(einsum("...ij,jk", {a, b}).sizes, (Sizes{2, 2, 2}));
  EXPECT_EQ(einsum("...i->...", {a}).data, (Values{3, 12, 21, 30}));
  EXPECT_EQ(einsum("...i->i...", {a}).sizes, (Sizes{3, 2, 2}));
}

TEST(Einsum, SeveralOperandsFromLeftToRight) {
  const Array a = counting({2, 3});
  const Array b = counting({3, 4});
  const Array c = counting({4, 2});
  const Array ab = run("mm", {a, b}, both)[0];
  EXPECT_EQ(einsum("ij,jk,kl->il", {a, b, c}).data, run("mm", {ab, c}, both)[0].data);
  EXPECT_EQ(einsum("i,i,i->i", {counting({3}), counting({3}), counting({3})}).data,
            (Values{0, 1, 8}));
}

TEST(Einsum, RefusesWhatDoesNotFit) {
  EXPECT_EQ(einsum_error("ij,jk->ik", {f32({2, 3})}), "W1209");
  EXPECT_EQ(einsum_error("ij->ik", {f32({2, 3})}), "W1209");
  EXPECT_EQ(einsum_error("ij->ii", {f32({2, 3})}), "W1209");
  EXPECT_EQ(einsum_error("i.j->i", {f32({2, 3})}), "W1209");
  EXPECT_EQ(einsum_error("ijk->i", {f32({2, 3})}), "W1209");
  EXPECT_EQ(einsum_error("ij,jk->ik", {f32({2, 3}), f32({4, 2})}), "W1207");
}

TEST(Einsum, TensordotIsAContraction) {
  const Array y = run("tensordot", {counting({2, 3}), counting({3, 2})}, [](Nodes x) {
    return List{x[0], x[1], Argument::ints({1}), Argument::ints({0})};
  })[0];
  EXPECT_EQ(y.data, (Values{10, 13, 28, 40}));
}

TEST(Attention, MasksOfBothKinds) {
  const Array q = counting({1, 2, 4}, 0.25);
  const auto call = [](Nodes x) { return List{x[0], x[0], x[0], x[1]}; };
  // A mask that leaves one key gives that key's value.
  const Array mask{DType::kBool, {2, 2}, {0, 1, 1, 0}};
  const Array y = run("scaled_dot_product_attention", {q, mask}, call)[0];
  EXPECT_EQ(y.data, (Values{1, 1.25, 1.5, 1.75, 0, 0.25, 0.5, 0.75}));
  const Array bias{DType::kFloat32, {2, 2}, {-INFINITY, 0, 0, -INFINITY}};
  EXPECT_EQ(run("scaled_dot_product_attention", {q, bias}, call)[0].data, y.data);
}

}  // namespace
}  // namespace weft::ir::testing
