#include <gtest/gtest.h>

#include <weft/ir/operators/operator.h>

#include "call_scene.h"

namespace weft::ir {
namespace {

using testing::CallScene;
using testing::expect_error;

TEST(OperatorTable, FindsByFullName) {
  ASSERT_NE(find_operator("max.dim"), nullptr);
  EXPECT_EQ(find_operator("max.dim")->schema.overload, "dim");
  EXPECT_EQ(find_operator("max.nothing"), nullptr);
  EXPECT_EQ(&get_operator("relu"), find_operator("relu"));
  expect_error([] { get_operator("frobnicate"); }, "W1201", "no operator `frobnicate`");
}

TEST(OperatorTable, NamesAreUnique) {
  for (const Operator* op : all_operators()) EXPECT_EQ(find_operator(op->full_name()), op);
}

TEST(OperatorTable, OverloadsKeepTableOrder) {
  std::vector<std::string> names;
  for (const Operator* op : overloads("max")) names.push_back(op->full_name());
  EXPECT_EQ(names, (std::vector<std::string>{"max", "max.dim", "max.other"}));
  EXPECT_TRUE(overloads("frobnicate").empty());
}

TEST(OperatorTable, InPlaceFormsFollowTheirFunctional) {
  const auto& all = all_operators();
  std::size_t count = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Operator& op = *all[i];
    if (!op.functional) {
      EXPECT_FALSE(op.writes() && (op.row->spellings & kInPlace)) << op.full_name();
      continue;
    }
    ++count;
    EXPECT_EQ(op.functional, all[i - 1]);
    EXPECT_EQ(op.schema.name, op.functional->schema.name + "_");
    EXPECT_EQ(op.schema.overload, op.functional->schema.overload);
    EXPECT_TRUE(op.writes());
    EXPECT_EQ(op.row, op.functional->row);
  }
  EXPECT_GT(count, 60u);
  EXPECT_EQ(get_operator("add_").schema.str(),
            "add_(Tensor(a!) input, Tensor|Scalar other, *, Scalar alpha=1) -> Tensor(a!)");
}

// An in-place form gives its first argument, which must be able to hold the result.

TEST(InPlace, ResultIsTheFirstArgument) {
  CallScene s;
  Node* x = s.tensor("f32[N, 3]");
  Node* transposed = s.node("transpose", {x, 0, 1});
  Node* written = s.node("add_", {transposed, 1});
  EXPECT_EQ(*written->meta.value.tensor(), *transposed->meta.value.tensor()) << "with its strides";
  EXPECT_EQ(s.meta_of("add_", {x, s.tensor("f64[3]")}), "f32[N, 3]");
  EXPECT_EQ(s.meta_of("eq_", {x, 2}), "f32[N, 3]");
  EXPECT_EQ(s.meta_of("copy_", {s.tensor("i32[2, 3]"), s.tensor("f64[3]")}), "i32[2, 3]");
  EXPECT_EQ(s.meta_of("fill_", {s.tensor("bool[2]"), 1}), "bool[2]");
  EXPECT_EQ(s.meta_of("zero_", {x}), "f32[N, 3]");
}

TEST(InPlace, RefusesAResultThatDoesNotFit) {
  CallScene s;
  expect_error([&] { s.node("add_", {s.tensor("f32[3]"), s.tensor("f32[2, 3]")}); }, "W1207",
               "add_: the result has shape [2, 3], and the tensor that is written has [3]");
  expect_error([&] { s.node("add_", {s.tensor("f32[1]"), s.tensor("f32[N]")}); }, "W1207",
               "shape [N]");
  expect_error([&] { s.node("add_", {s.tensor("i64[3]"), 1.5}); }, "W1208",
               "the result is float32, and cannot be written into a tensor of int64");
  expect_error([&] { s.node("div_", {s.tensor("i64[3]"), 2}); }, "W1208", "float32");
  expect_error([&] { s.node("mul_", {s.tensor("bool[3]"), s.tensor("i64[3]")}); }, "W1208",
               "into a tensor of bool");
  expect_error([&] { s.node("copy_", {s.tensor("f32[3]"), s.tensor("f32[4]")}); }, "W1207",
               "shape [4] cannot be copied into shape [3]");
  expect_error([&] { s.node("copy_", {s.tensor("f32[3]"), s.tensor("f32[1, 3]")}); }, "W1207",
               "shape [1, 3] cannot be copied into shape [3]");
}

}  // namespace
}  // namespace weft::ir
