// Kernels: every operator of the table that needs one has one, and they refuse what they must.

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/runtime/dispatch.h>
#include <weft/runtime/kernels/kernels.h>
#include <weft/runtime/weft.h>

#include "runtime_testing.h"

namespace weft {
namespace {

using testing::expect_error;
using testing::values_of;
using Doubles = std::vector<double>;

TEST(Kernels, EveryStructuredOperatorHasOne) {
  for (const ir::Operator* op : ir::all_operators()) {
    if (op->functional || !std::holds_alternative<ir::Structured>(op->meaning())) continue;
    EXPECT_TRUE(kernels::has_kernel(op->full_name())) << op->full_name();
  }
}

TEST(Kernels, ShiftsByTheWidthOrMore) {
  for (const DType type : {kByte, kChar, kShort, kInt, kLong}) {
    const int width = 8 * static_cast<int>(ir::size_of(type));
    const Tensor x = full({3}, 100, TensorOptions().dtype(type));
    const Tensor count = tensor({width, width - 1, 2}).to(type);
    EXPECT_EQ(values_of(bitwise_right_shift(x, count)), (Doubles{0, 0, 25}))
        << ir::dtype_name(type);
  }
  const Tensor minus = full({2}, -100, TensorOptions().dtype(kChar));
  const Tensor count = tensor({8, 7}).to(kChar);
  EXPECT_EQ(values_of(bitwise_right_shift(minus, count)), (Doubles{-1, -1}));
}

TEST(Kernels, OnlyStructuredOperatorsHaveOne) {
  for (const auto family :
       {kernels::scan_kernels(), kernels::sorting_kernels(), kernels::scatter_kernels(),
        kernels::index_write_kernels(), kernels::selection_kernels(), kernels::random_kernels(),
        kernels::linear_algebra_kernels()}) {
    for (const kernels::KernelRow& row : family) {
      const ir::Operator* op = ir::find_operator(row.operator_name);
      ASSERT_NE(op, nullptr) << row.operator_name;
      EXPECT_TRUE(std::holds_alternative<ir::Structured>(op->meaning())) << row.operator_name;
    }
  }
}

TEST(Kernels, IndicesOutsideAreRefused) {
  const Tensor x = zeros({3});
  const Tensor one = ones({1});
  expect_error("W1212", [&] { x.scatter(0, tensor({3}), one); }, "index 3");
  expect_error("W1212", [&] { x.scatter(0, tensor({-1}), one); }, "index -1");
  expect_error("W1212", [&] { x.gather(0, tensor({3})); }, "extent 3");
  expect_error("W1212", [&] { x.gather(0, tensor({-1})); });
  expect_error("W1212", [&] { x.index_select(0, tensor({5})); });
  expect_error("W1212", [&] { x.index_add(0, tensor({-1}), one); });
  expect_error("W1212", [&] { x.index_copy(0, tensor({3}), one); });
  expect_error("W1212", [&] { x.index_fill(0, tensor({-4}), 1); });
  expect_error("W1212", [&] { x.index({tensor({3})}); });
  expect_error("W1212", [&] { x.index_put_({tensor({-4})}, one); });
  expect_error("W1212", [&] { embedding(zeros({3, 2}), tensor({3})); });
  EXPECT_EQ(values_of(x), (Doubles{0, 0, 0}));
}

TEST(Kernels, NegativeIndicesCountFromTheEndWhereTheyMay) {
  const Tensor x = zeros({3});
  EXPECT_EQ(values_of(x.index_fill(0, tensor({-1}), 1)), (Doubles{0, 0, 1}));
  EXPECT_EQ(values_of(arange(3).index({tensor({-1, -3})})), (Doubles{2, 0}));
  x.index_put_({tensor({-2})}, 5);
  EXPECT_EQ(values_of(x), (Doubles{0, 5, 0}));
}

TEST(Kernels, RepeatedIndicesAddUp) {
  const Tensor x = zeros({2});
  x.index_add_(0, tensor({0, 0, 1}), tensor({1.0, 2.0, 4.0}));
  EXPECT_EQ(values_of(x), (Doubles{3, 4}));
  x.scatter_add_(0, tensor({1, 1}), tensor({0.5, 0.5}));
  EXPECT_EQ(values_of(x), (Doubles{3, 5}));
  EXPECT_EQ(values_of(x.scatter(0, tensor({0, 0}), tensor({7.0, 8.0}))), (Doubles{8, 5}));
}

TEST(Kernels, MaskedScatterNeedsEnoughElements) {
  const Tensor x = zeros({3});
  const Tensor mask = tensor({true, false, true});
  EXPECT_EQ(values_of(x.masked_scatter(mask, tensor({1.0, 2.0}))), (Doubles{1, 0, 2}));
  expect_error("W1207", [&] { x.masked_scatter(mask, ones({1})); }, "1 elements for 2");
}

TEST(Kernels, ItemNeedsOneElement) {
  EXPECT_EQ(tensor({4}).item<std::int64_t>(), 4);
  EXPECT_EQ(tensor({1.5}, kHalf).item<float>(), 1.5f);
  EXPECT_TRUE(tensor({true}).item<bool>());
  EXPECT_EQ(tensor({INT64_MAX}).item<std::int64_t>(), INT64_MAX);
  expect_error("W2002", [] { zeros({2}).item(); }, "[2]");
  expect_error("W2002", [] { zeros({0}).item(); }, "[0]");
}

TEST(Kernels, AnOperatorWithoutAKernelIsAnInternalError) {
  const ir::Operator& relu_operator = ir::get_operator("relu");
  const Tensor x = ones({1});
  ir::CallArgument argument;
  argument.value = *x.handle()->meta().tensor();
  const ir::Call call(relu_operator, {argument});
  expect_error("W1000", [&] { kernels::run(call, {x.handle()}); }, "relu");
}

}  // namespace
}  // namespace weft
