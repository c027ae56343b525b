#include <gtest/gtest.h>

#include <weft/ir/operators/operator.h>

#include "call_scene.h"

namespace weft::ir {
namespace {

using testing::CallScene;
using testing::expect_error;

std::vector<Argument> bind(const char* schema, std::vector<Argument> args,
                           KeywordArguments kwargs = {}) {
  return bind_arguments(parse_schema(schema), args, kwargs, SourceLocation("model.cpp", 3));
}

TEST(Bind, FillsDefaultsInOrder) {
  const auto bound = bind("f(int a, int b=2, *, bool c=False) -> Tensor", {1}, {{"c", true}});
  ASSERT_EQ(bound.size(), 3u);
  EXPECT_EQ(bound[0], Argument(1));
  EXPECT_EQ(bound[1], Argument(2));
  EXPECT_EQ(bound[2], Argument(true));
}

TEST(Bind, NamesMayComeInAnyOrder) {
  const auto bound = bind("f(int a, int b, int c) -> Tensor", {}, {{"c", 3}, {"a", 1}, {"b", 2}});
  EXPECT_EQ(bound, (std::vector<Argument>{1, 2, 3}));
}

TEST(Bind, WidensSingleValues) {
  EXPECT_EQ(bind("f(int[2] a) -> Tensor", {3})[0], Argument::ints({3, 3}));
  EXPECT_EQ(bind("f(int[2] a) -> Tensor", {Argument::ints({3})})[0], Argument::ints({3, 3}));
  EXPECT_EQ(bind("f(int[2] a) -> Tensor", {Argument::ints({3, 4})})[0], Argument::ints({3, 4}));
  EXPECT_EQ(bind("f(int[2] a) -> Tensor", {Argument::ints({})})[0], Argument::ints({}));
  EXPECT_EQ(bind("f(int[1]? a) -> Tensor", {-1})[0], Argument::ints({-1}));
  EXPECT_TRUE(bind("f(int[1]? a) -> Tensor", {nullptr})[0].is_none());
  EXPECT_EQ(bind("f(int[1] a) -> Tensor", {Argument::ints({0, 1, 2})})[0],
            Argument::ints({0, 1, 2}));
}

TEST(Bind, IntegersBecomeFloats) {
  EXPECT_EQ(bind("f(float a) -> Tensor", {1})[0], Argument(1.0));
  EXPECT_EQ(bind("f(float[] a) -> Tensor", {Argument::ints({1, 2})})[0],
            Argument(std::vector<Argument>{1.0, 2.0}));
  EXPECT_EQ(bind("f(Scalar a) -> Tensor", {1})[0], Argument(1)) << "a Scalar keeps its category";
}

TEST(Bind, StringsBecomeDevicesAndEnumerations) {
  EXPECT_EQ(bind("f(Device a) -> Tensor", {"cuda:1"})[0], Argument(Device{"cuda:1"}));
  EXPECT_EQ(bind("f(MemoryFormat a) -> Tensor", {"channels_last"})[0],
            Argument(EnumValue{"MemoryFormat", "channels_last"}));
  expect_error([] { bind("f(Layout a) -> Tensor", {EnumValue{"MemoryFormat", "preserve"}}); },
               "W1204", "expects Layout");
}

TEST(Bind, TakesNodesByTheirMeta) {
  CallScene s;
  Node* tensor = s.tensor("f32[2]");
  Node* integer = s.value({s.symbol("N")});
  Node* real = s.number(DTypeCategory::kFloating);
  Node* count = s.number(DTypeCategory::kIntegral);
  Node* unknown = s.value({});
  Node* list = s.value({ValueMetaList{{s.symbol("N")}, {IntExpr(3)}}});
  EXPECT_NO_THROW(bind("f(Tensor a) -> Tensor", {tensor}));
  EXPECT_NO_THROW(bind("f(Tensor|Scalar a) -> Tensor", {tensor}));
  EXPECT_NO_THROW(bind("f(Tensor|Scalar a) -> Tensor", {integer}));
  EXPECT_NO_THROW(bind("f(int a) -> Tensor", {integer}));
  EXPECT_NO_THROW(bind("f(int a) -> Tensor", {count}));
  EXPECT_NO_THROW(bind("f(int[] a) -> Tensor", {std::vector<Argument>{integer, -1}}));
  EXPECT_NO_THROW(bind("f(int[] a) -> Tensor", {list}));
  EXPECT_EQ(bind("f(int[2] a) -> Tensor", {integer})[0],
            Argument(std::vector<Argument>{integer, integer}));
  EXPECT_NO_THROW(bind("f(float a) -> Tensor", {real}));
  EXPECT_NO_THROW(bind("f(Scalar a) -> Tensor", {real}));
  for (const char* schema : {"f(Tensor a) -> Tensor", "f(int a) -> Tensor", "f(int[] a) -> Tensor",
                             "f(Tensor[] a) -> Tensor", "f(index[] a) -> Tensor"}) {
    EXPECT_NO_THROW(bind(schema, {unknown})) << schema;
  }
  expect_error([&] { bind("f(Tensor a) -> Tensor", {integer}); }, "W1204", "the number `x_1`");
  expect_error([&] { bind("f(int a) -> Tensor", {tensor}); }, "W1204", "the tensor `x`");
  expect_error([&] { bind("f(int a) -> Tensor", {real}); }, "W1204", "expects int");
  expect_error([&] { bind("f(Scalar a) -> Tensor", {tensor}); }, "W1204", "expects Scalar");
  expect_error([&] { bind("f(Tensor a) -> Tensor", {list}); }, "W1204", "the list `x_5`");
  expect_error([&] { bind("f(Tensor[] a) -> Tensor", {list}); }, "W1204", "expects Tensor[]");
}

TEST(Bind, IndexListsTakeEverything) {
  CallScene s;
  const std::vector<Argument> items = {
      1, nullptr, EllipsisArgument{}, s.tensor("i64[2]"), true, Argument::ints({0, 1})};
  EXPECT_EQ(bind("f(index[] a) -> Tensor", {items})[0], Argument(items));
  EXPECT_EQ(bind("f(index[] a) -> Tensor", {2})[0], Argument::ints({2}));
}

TEST(Bind, MissingArgument) {
  expect_error([] { bind("f(Tensor a, int b) -> Tensor", {}); }, "W1202",
               "f: argument `a` is missing");
  expect_error([] { bind("f(*, int b) -> Tensor", {}); }, "W1202", "`b` is missing");
}

TEST(Bind, UnexpectedArgument) {
  const char* schema = "f(int a, *, int b=1) -> Tensor";
  expect_error([&] { bind(schema, {1, 2}); }, "W1203", "unexpected argument number 2, `2`");
  expect_error([&] { bind(schema, {1}, {{"c", 2}}); }, "W1203", "unexpected argument `c`");
  expect_error([&] { bind(schema, {1}, {{"a", 2}}); }, "W1203", "`a`, given twice");
  expect_error([&] { bind("f() -> Tensor", {1}); }, "W1203", "number 1");
  try {
    bind(schema, {1, 2});
  } catch (const Error& error) {
    EXPECT_NE(error.diagnostic().hint.find(schema), std::string::npos) << error.diagnostic().hint;
    EXPECT_EQ(error.diagnostic().location.line, 3);
  }
}

TEST(Bind, WrongType) {
  const std::tuple<const char*, Argument, const char*> cases[] = {
      {"f(Tensor a) -> Tensor", 1, "f: argument `a` expects Tensor, got 1"},
      {"f(int a) -> Tensor", 1.5, "expects int, got 1.5"},
      {"f(int a) -> Tensor", true, "expects int"},
      {"f(bool a) -> Tensor", 1, "expects bool, got 1"},
      {"f(int a) -> Tensor", nullptr, "expects int, got None"},
      {"f(str a) -> Tensor", 1, "expects str"},
      {"f(DType a) -> Tensor", "float32", "expects DType"},
      {"f(Scalar a) -> Tensor", "x", "expects Scalar"},
      {"f(int[] a) -> Tensor", 1, "expects int[], got 1"},
      {"f(int[2] a) -> Tensor", Argument::ints({1, 2, 3}), "expects int[2], got [1, 2, 3]"},
      {"f(int[2] a) -> Tensor", std::vector<Argument>{1, 1.5}, "expects int[2]"},
      {"f(Tensor[] a) -> Tensor", Argument::ints({1}), "expects Tensor[]"},
  };
  for (const auto& [schema, argument, message] : cases) {
    SCOPED_TRACE(message);
    expect_error([schema = schema, argument = argument] { bind(schema, {argument}); }, "W1204",
                 message);
  }
}

TEST(ResolveOverload, ChoosesByTheArguments) {
  CallScene s;
  Node* x = s.tensor("f32[2, 3]");
  Node* n = s.value({s.symbol("N")});
  const auto name = [](const Operator* op) { return op ? op->full_name() : "none"; };
  EXPECT_EQ(name(resolve_overload("max", {x}, {})), "max");
  EXPECT_EQ(name(resolve_overload("max", {x, 1}, {})), "max.dim");
  EXPECT_EQ(name(resolve_overload("max", {x, x}, {})), "max.other");
  EXPECT_EQ(name(resolve_overload("sum", {x}, {})), "sum");
  EXPECT_EQ(name(resolve_overload("sum", {x}, {{"dim", Argument::ints({0})}})), "sum.dim");
  EXPECT_EQ(name(resolve_overload("sum", {x, n}, {})), "sum.dim");
  EXPECT_EQ(name(resolve_overload("std", {x, true}, {})), "std");
  EXPECT_EQ(name(resolve_overload("std", {x, 1}, {})), "std.dim");
  EXPECT_EQ(name(resolve_overload("div", {x, 2}, {})), "div");
  EXPECT_EQ(name(resolve_overload("div", {x, 2}, {{"rounding_mode", "floor"}})), "div.Tensor_mode");
  EXPECT_EQ(name(resolve_overload("div", {2, x}, {})), "div.Scalar_Tensor");
  EXPECT_EQ(name(resolve_overload("pow", {2, x}, {})), "pow.Scalar");
  EXPECT_EQ(name(resolve_overload("to", {x, DType::kInt32}, {})), "to.dtype");
  EXPECT_EQ(name(resolve_overload("to", {x, Device{"cpu"}}, {})), "to.device");
  EXPECT_EQ(name(resolve_overload("to", {x, x}, {})), "to.other");
  EXPECT_EQ(name(resolve_overload("size", {x, 0}, {})), "size.int");
  EXPECT_EQ(name(resolve_overload("relu_", {x}, {})), "relu_");
  EXPECT_EQ(name(resolve_overload("relu", {x, 1}, {})), "none");
  EXPECT_EQ(name(resolve_overload("no_such", {x}, {})), "none");
}

TEST(ResolveOverload, UnknownNodesAreTensorsFirst) {
  CallScene s;
  Node* x = s.value({});
  Node* y = s.value({});
  EXPECT_EQ(resolve_overload("max", {x, y}, {})->full_name(), "max.other");
  EXPECT_EQ(resolve_overload("size", {x, y}, {})->full_name(), "size.int");
  EXPECT_EQ(resolve_overload("sum", {x, y}, {})->full_name(), "sum.dim");
}

}  // namespace
}  // namespace weft::ir
