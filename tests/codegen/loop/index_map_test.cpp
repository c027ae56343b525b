/// \file Inverting index maps.
#include <gtest/gtest.h>

#include <weft/codegen/loop/index_map.h>

namespace weft::codegen {
namespace {

using ir::IntExpr;

Axis axis(const char* name, std::int64_t extent) { return {ir::make_index(name, extent), extent}; }

std::string text(const Inverse& inverse) {
  std::string result;
  for (const auto& [symbol, value] : inverse.axes) result += symbol->name + "=" + value.str() + ";";
  for (const Axis& rest : inverse.rest) result += " rest " + rest.extent.str();
  return result;
}

struct IndexMap : testing::Test {
  Axis b = axis("b", 2), s = axis("s", 5), c = axis("c", 12), m = axis("m", 10), k = axis("k", 12),
       h = axis("h", 3), d = axis("d", 4);
};

TEST_F(IndexMap, Permutation) {
  const auto inverse = invert({s.var, b.var}, {5, 2}, {b, s}, {m.var, k.var});
  ASSERT_TRUE(inverse);
  EXPECT_EQ(text(*inverse), "b=k;s=m;");
}

TEST_F(IndexMap, JoinedAxesAreDividedAgain) {
  const IntExpr joined = IntExpr(b.var) * 5 + s.var;
  const auto inverse = invert({joined, c.var}, {10, 12}, {b, s, c}, {m.var, k.var});
  ASSERT_TRUE(inverse);
  EXPECT_EQ(text(*inverse), "b=floordiv(m, 5);s=mod(m, 5);c=k;");
}

TEST_F(IndexMap, DividedAxesAreJoinedAgain) {
  const auto inverse = invert({b.var, ir::floor_div(c.var, 4), s.var, ir::mod(c.var, 4)},
                              {2, 3, 5, 4}, {b, s, c}, {b.var, h.var, s.var, d.var});
  ASSERT_TRUE(inverse);
  EXPECT_EQ(text(*inverse), "b=b;s=s;c=4*h + d;");
  EXPECT_TRUE(inverse->rest.empty());
}

TEST_F(IndexMap, PartOfAnAxisLeavesARest) {
  const auto inverse = invert({b.var, ir::floor_div(c.var, 4)}, {2, 3}, {b, c, s}, {b.var, h.var});
  ASSERT_TRUE(inverse);
  EXPECT_TRUE(inverse->splits);
  EXPECT_EQ(text(*inverse), "b=b;c=4*h + c; rest 4 rest 5");
}

TEST_F(IndexMap, BroadcastLeavesWholeAxes) {
  const auto inverse = invert({0, c.var}, {1, 12}, {b, c}, {0, k.var});
  ASSERT_TRUE(inverse);
  EXPECT_FALSE(inverse->splits);
  EXPECT_EQ(text(*inverse), "c=k; rest 2");
}

TEST_F(IndexMap, ReshapeThatMixesAxes) {
  // [4, 3] seen as [2, 6]: neither shape divides the other's dimensions.
  const Axis i = axis("i", 4), j = axis("j", 3);
  const IntExpr linear = IntExpr(i.var) * 3 + j.var;
  EXPECT_TRUE(is_bijection({ir::floor_div(linear, 6), ir::mod(linear, 6)}, {2, 6}, {i, j}));
}

TEST_F(IndexMap, WhatIsNoBijection) {
  EXPECT_FALSE(is_bijection({b.var}, {2}, {b, s}));                        // visited often
  EXPECT_FALSE(is_bijection({b.var, b.var}, {2, 2}, {b}));                 // a diagonal
  EXPECT_FALSE(is_bijection({IntExpr(s.var) + 1}, {6}, {s}));              // misses the first
  EXPECT_FALSE(is_bijection({IntExpr(s.var) * 2}, {10}, {s}));             // misses the odd ones
  EXPECT_FALSE(is_bijection({4 - IntExpr(s.var)}, {5}, {s}));              // not affine upwards
  EXPECT_FALSE(is_bijection({ir::mod(IntExpr(s.var) + 1, 5)}, {5}, {s}));  // a rotation
}

}  // namespace
}  // namespace weft::codegen
