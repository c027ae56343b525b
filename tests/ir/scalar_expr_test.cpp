#include <gtest/gtest.h>

#include <weft/ir/diagnostics.h>
#include <weft/ir/scalar_expr.h>

namespace weft::ir {
namespace {

constexpr DType kF32 = DType::kFloat32;
constexpr DType kI64 = DType::kInt64;

template <typename Action>
void expect_refused(const Action& action) {
  try {
    action();
    ADD_FAILURE() << "accepted";
  } catch (const Error& e) {
    EXPECT_EQ(e.id(), "W1000");
  }
}

TEST(ScalarExpr, Prints) {
  const Symbol i = make_symbol("i0");
  const ScalarExpr x = load(kF32, 0, {i});
  EXPECT_EQ(select(x > same(x, 0), x, same(x, 0)).str(), "select(gt(x0[i0], 0.0), x0[i0], 0.0)");
  EXPECT_EQ(cast(x, DType::kFloat16).str(), "f16(x0[i0])");
  EXPECT_EQ(load(kF32, 2, {}).str(), "x2[]");
  EXPECT_EQ(index_value(IntExpr(i) * 2).str(), "index(2*i0)");
  EXPECT_EQ(checked_index(load(kI64, 1, {i}), 7).str(), "checked_index(x1[i0], 7)");
  EXPECT_EQ(bounded_index(load(kI64, 1, {i}), 7).str(), "bounded_index(x1[i0], 7)");
  EXPECT_EQ(load_if(kF32, 0, {i}, constant(DType::kBool, true), x).str(),
            "load_if(true, x0[i0], x0[i0])");
  EXPECT_EQ(unary(ScalarOp::kExp, accumulator(kF32)).str(), "exp(acc)");
  EXPECT_EQ(ScalarExpr().str(), "<empty>");
}

TEST(ScalarExpr, TypesOfResults) {
  const ScalarExpr x = constant(kF32, 1.5);
  EXPECT_EQ((x + x).type(), kF32);
  EXPECT_EQ((x < x).type(), DType::kBool);
  EXPECT_EQ(unary(ScalarOp::kIsNan, x).type(), DType::kBool);
  EXPECT_EQ(cast(x, kI64).type(), kI64);
  EXPECT_EQ(index_value(3).type(), kI64);
  EXPECT_EQ(cast(x, kF32).get(), x.get());
}

TEST(ScalarExpr, ConstantsHaveTheCategoryOfTheirType) {
  EXPECT_EQ(constant(kF32, 1)->constant, Number(1.0));
  EXPECT_EQ(constant(kI64, 2.9)->constant, Number(2));
  EXPECT_EQ(constant(DType::kBool, 5)->constant, Number(true));
}

TEST(ScalarExpr, WrongTypesAreRefused) {
  const ScalarExpr f = constant(kF32, 1.0);
  const ScalarExpr i = constant(kI64, 1);
  const ScalarExpr b = constant(DType::kBool, true);
  const ScalarExpr h = constant(DType::kFloat16, 1.0);
  expect_refused([&] { (void)(f + i); });
  expect_refused([&] { (void)(f && f); });
  expect_refused([&] { (void)(b - b); });
  expect_refused([&] { (void)(h + h); });
  expect_refused([&] { (void)(-b); });
  expect_refused([&] { (void)unary(ScalarOp::kExp, i); });
  expect_refused([&] { (void)unary(ScalarOp::kAdd, f); });
  expect_refused([&] { (void)binary(ScalarOp::kExp, f, f); });
  expect_refused([&] { (void)binary(ScalarOp::kShiftLeft, f, f); });
  expect_refused([&] { (void)select(f, f, f); });
  expect_refused([&] { (void)select(b, f, i); });
  expect_refused([&] { (void)load_if(kF32, 0, {}, f, f); });
  expect_refused([&] { (void)checked_index(f, 3); });
  expect_refused([&] { (void)(f + ScalarExpr()); });
}

TEST(ScalarExpr, BoolTakesOrAndAnd) {
  const ScalarExpr b = constant(DType::kBool, true);
  EXPECT_EQ((b + b).type(), DType::kBool);
  EXPECT_EQ((b * b).type(), DType::kBool);
}

TEST(ScalarExpr, VisitsSharedNodesOnceOperandsFirst) {
  const ScalarExpr x = load(kF32, 0, {});
  const ScalarExpr sum = x + x;
  std::vector<std::string> seen;
  for_each_node(sum * sum, [&](const ScalarExpr& e) { seen.push_back(e.str()); });
  EXPECT_EQ(seen, (std::vector<std::string>{"x0[]", "add(x0[], x0[])",
                                            "mul(add(x0[], x0[]), add(x0[], x0[]))"}));
}

TEST(ScalarExpr, TransformKeepsWhatDoesNotChange) {
  const ScalarExpr x = load(kF32, 0, {});
  const ScalarExpr y = load(kF32, 1, {});
  const ScalarExpr left = unary(ScalarOp::kExp, x);
  const ScalarExpr root = left + unary(ScalarOp::kLog, y);
  const ScalarExpr result = transform(root, [](const ScalarNode& node) {
    if (node.op == ScalarOp::kLoad && node.input == 1) return constant(kF32, 2.0);
    return ScalarExpr();
  });
  EXPECT_EQ(result.str(), "add(exp(x0[]), log(2.0))");
  EXPECT_EQ(result->operands[0].get(), left.get());
  const ScalarExpr same_root = transform(root, [](const ScalarNode&) { return ScalarExpr(); });
  EXPECT_EQ(same_root.get(), root.get());
}

TEST(ScalarExpr, DeepExpressionsNeedNoDeepStack) {
  ScalarExpr e = load(kF32, 0, {});
  for (int i = 0; i < 20000; ++i) e = e + e;
  int count = 0;
  for_each_node(e, [&](const ScalarExpr&) { ++count; });
  EXPECT_EQ(count, 20001);
  const ScalarExpr copy = transform(e, [](const ScalarNode& node) {
    return node.op == ScalarOp::kLoad ? constant(kF32, 1.0) : ScalarExpr();
  });
  EXPECT_EQ(copy->op, ScalarOp::kAdd);
}

}  // namespace
}  // namespace weft::ir
