/// Every refusal of the pointwise, activation, reduction and shape-query rows: id, text, location.
#include <gtest/gtest.h>

#include <limits>

#include <weft/ir/operators/operator.h>

#include "call_scene.h"

namespace weft::ir {
namespace {

using testing::CallScene;
using testing::expect_error;

class OperandErrors : public ::testing::Test {
 protected:
  void refuse(std::string_view op, std::vector<Argument> args, std::string_view id,
              std::string_view text, KeywordArguments kwargs = {}) {
    SCOPED_TRACE(op);
    expect_error([&] { s.node(op, args, kwargs); }, id, text);
  }

  CallScene s;
  Node* f = s.tensor("f32[2, 3]");
  Node* h = s.tensor("f16[2, 3]");
  Node* i = s.tensor("i64[2, 3]");
  Node* b = s.tensor("bool[2, 3]");
};

TEST_F(OperandErrors, W1205DimensionOutOfRange) {
  refuse("sum.dim", {f, 2}, "W1205", "sum: dimension 2 is out of range for rank 2");
  refuse("amax", {f, -3}, "W1205", "dimension -3");
  refuse("max.dim", {f, 5}, "W1205", "max: dimension 5");
  refuse("softmax", {f, 2}, "W1205", "softmax: dimension 2");
  refuse("glu", {f, 2}, "W1205", "glu: dimension 2");
  refuse("size.int", {f, 2}, "W1205", "size: dimension 2");
  refuse("size.int", {s.tensor("f32[]"), 0}, "W1205", "dimension 0 is out of range for rank 0");
  refuse("argmax", {s.tensor("f32[]"), 1}, "W1205", "rank 0");
}

TEST_F(OperandErrors, W1206ShapesDoNotBroadcast) {
  refuse("add", {f, s.tensor("f32[4]")}, "W1206",
         "add: shapes [2, 3] and [4] do not broadcast together: extent 3 against 4");
  refuse("add", {s.tensor("f32[N]"), s.tensor("f32[M]")}, "W1206", "extent N against M");
  refuse("add", {s.tensor("f32[N]"), s.tensor("f32[2]")}, "W1206", "extent N against 2");
  refuse("where", {b, f, s.tensor("f32[2, 2]")}, "W1206", "[2, 3] and [2, 2]");
  refuse("lerp", {f, f, s.tensor("f32[7]")}, "W1206", "extent 3 against 7");
  EXPECT_NO_THROW(s.node("add", {s.tensor("f32[N]"), s.tensor("f32[N]")}));
  EXPECT_NO_THROW(s.node("add", {s.tensor("f32[0, 3]"), s.tensor("f32[1, 3]")}));
  refuse("add", {s.tensor("f32[0]"), s.tensor("f32[2]")}, "W1206", "extent 0 against 2");
}

TEST_F(OperandErrors, W1207ShapeMismatch) {
  refuse("masked_fill", {f, b, s.tensor("f32[1]")}, "W1207",
         "`value` is a tensor without dimensions, got shape [1]");
  refuse("prelu", {f, s.tensor("f32[2, 2]")}, "W1207", "at most one dimension");
  refuse("prelu", {f, s.tensor("f32[2]")}, "W1207", "2 elements for 3 channels");
  refuse("glu", {f}, "W1207", "odd extent 3");
  refuse("glu", {s.tensor("f32[]")}, "W1207", "no dimension to halve");
  refuse("feature_dropout", {s.tensor("f32[3]"), 0.5, true}, "W1207", "at least 2 dimensions");
  refuse("item", {f}, "W1207", "shape [2, 3] holds 6 elements");
  refuse("fill_", {f, s.tensor("f32[2]")}, "W1207", "`value`");
}

TEST_F(OperandErrors, StepsOfCompositionsCheckWhatTheirCompositionsHaveChecked) {
  refuse("as_strided.flat", {f, Argument::ints({2}), Argument::ints({1})}, "W1207",
         "`input` is a vector, got shape [2, 3]");
  const Argument none = Argument::ints({});
  refuse("convolution", {f, f, none, none, none, 1}, "W1209", "`stride` is empty");
}

TEST_F(OperandErrors, OperandsOfCompositionsFitTogetherBeforeTheyBroadcast) {
  refuse("inner", {s.tensor("f32[2, 1]"), f}, "W1207",
         "last dimensions of [2, 1] and [2, 3] differ");
  refuse("cross", {f, s.tensor("f32[3]")}, "W1207", "need as many dimensions");
  refuse("cross", {f, h}, "W1208", "need one dtype, got float32 and float16");
  refuse("isclose", {f, h}, "W1208", "need one dtype, got float32 and float16");
  refuse("cdist", {f, h}, "W1208", "need one dtype");
  refuse("flipud", {s.tensor("f32[]")}, "W1207", "at least 1 dimension");
  refuse("soft_margin_loss", {s.tensor("f32[]"), f}, "W1207", "does not broadcast to []");
  refuse("multilabel_soft_margin_loss", {s.tensor("f32[]"), f}, "W1207", "at least 1 dimension");
  refuse("triplet_margin_loss", {s.tensor("f32[3]"), f, f}, "W1207", "need as many dimensions");
  refuse("index_put", {f, Argument(std::vector<Argument>{s.tensor("i64[2]")}), h}, "W1208",
         "need one dtype");
  refuse("randint_like", {b, 6}, "W1209", "bool has no integers up to 5");
}

TEST_F(OperandErrors, W1208DTypeMismatch) {
  for (const char* op : {"neg", "abs", "floor", "ceil", "round", "trunc", "positive", "relu",
                         "relu6", "hardtanh", "tanhshrink"}) {
    refuse(op, {b}, "W1208", "bool");
  }
  for (const char* op : {"argmax", "argmin"}) refuse(op, {b}, "W1208", "bool");
  for (const char* op : {"frac",       "gelu",       "silu",       "mish",        "elu",
                         "selu",       "celu",       "softplus",   "hardswish",   "hardsigmoid",
                         "leaky_relu", "hardshrink", "softshrink", "log_sigmoid", "glu",
                         "dropout",    "mean",       "norm",       "var",         "std"}) {
    refuse(op, {i}, "W1208", "int64");
  }
  for (const char* op : {"softmax", "log_softmax"}) refuse(op, {i, 0}, "W1208", "int64");
  refuse("round.decimals", {i}, "W1208", "int64", {{"decimals", -1}});
  refuse("sub", {b, b}, "W1208", "bool operands cannot be subtracted");
  refuse("sub", {f, b}, "W1208", "bool");
  refuse("sub", {i, true}, "W1208", "bool");
  refuse("rsub", {b, 1}, "W1208", "bool");
  refuse("clamp", {b, false, true}, "W1208", "bool");
  refuse("pow", {b, b}, "W1208", "bool");
  refuse("floor_divide", {b, b}, "W1208", "bool");
  refuse("addcmul", {b, b, b}, "W1208", "bool");
  refuse("addcdiv", {f, i, i}, "W1208", "no integer result");
  refuse("bitwise_and", {f, 1}, "W1208", "the operands are float32");
  refuse("bitwise_not", {f}, "W1208", "float32");
  refuse("bitwise_left_shift", {b, b}, "W1208", "bool");
  refuse("hypot", {i, i}, "W1208", "int64");
  refuse("logaddexp", {i, i}, "W1208", "int64");
  refuse("where", {i, f, f}, "W1208", "`condition` is bool, got int64");
  refuse("masked_fill", {f, i, 0}, "W1208", "`mask` is bool, got int64");
  refuse("lerp", {f, h, 0.5}, "W1208", "`end` is float16, and the tensor float32");
  refuse("lerp", {f, f, s.tensor("f64[]")}, "W1208", "`weight` is float64");
  refuse("prelu", {f, s.tensor("f16[3]")}, "W1208", "");
  refuse("mean", {f}, "W1208", "int32", {{"dtype", DType::kInt32}});
}

TEST_F(OperandErrors, W1209ValueOutOfDomain) {
  refuse("add", {i, i}, "W1209", "`alpha` is a float", {{"alpha", 0.5}});
  refuse("add", {f, f}, "W1209", "`alpha` is a bool", {{"alpha", true}});
  refuse("div", {f, f}, "W1209", "got 'up'", {{"rounding_mode", "up"}});
  refuse("pow", {i, -1}, "W1209", "negative power -1");
  refuse("clamp", {f}, "W1209", "neither `min` nor `max`");
  refuse("clamp", {s.tensor("i8[2]"), 0, 300}, "W1209", "`max` is 300, which int8 cannot hold");
  refuse("masked_fill", {h, b, -1e9}, "W1209", "which float16 cannot hold");
  refuse("masked_fill", {i, b, std::numeric_limits<double>::infinity()}, "W1209", "`value` is inf");
  refuse("fill_", {s.tensor("u8[2]"), -1}, "W1209", "`value` is -1, which uint8");
  refuse("hardtanh", {s.tensor("u8[2]"), -1, 1}, "W1209", "`min_val` is -1");
  refuse("gelu", {f}, "W1209", "got 'fast'", {{"approximate", "fast"}});
  refuse("softshrink", {f, -1.0}, "W1209", "lambd");
  refuse("celu", {f, 0.0}, "W1209", "alpha is 0");
  refuse("dropout", {f, 1.5, false}, "W1209", "p lies in [0, 1], got 1.5");
  refuse("sum.dim", {f, Argument::ints({0, -2})}, "W1209", "dimension 0 is named twice");
}

TEST_F(OperandErrors, W1210EmptyReduction) {
  Node* empty = s.tensor("f32[2, 0]");
  for (const char* op : {"amax", "amin"}) refuse(op, {empty, 1}, "W1210", "empty dimension");
  for (const char* op : {"max.dim", "min.dim", "argmax", "argmin"}) {
    refuse(op, {empty, 1}, "W1210", "no identity");
  }
  for (const char* op : {"max", "min", "argmax", "amax"}) refuse(op, {empty}, "W1210", "empty");
  refuse("norm", {empty, std::numeric_limits<double>::infinity()}, "W1210", "norm");
  refuse("norm", {empty, -1}, "W1210", "norm");
  // Over the other dimension there is nothing to reduce, and no element of the result.
  EXPECT_EQ(s.meta_of("argmin", {s.tensor("f32[0, 3]"), 1}), "i64[0]");
  EXPECT_EQ(s.meta_of("amax", {empty, 0}), "f32[0]");
  EXPECT_EQ(s.meta_of("sum.dim", {empty, 1}), "f32[2]");
  EXPECT_EQ(s.meta_of("softmax", {empty, 1}), "f32[2, 0]");
  EXPECT_EQ(s.meta_of("var_mean", {s.tensor("f32[0]")}), "(f32[], f32[])");
}

TEST_F(OperandErrors, W1211IntegerDivisionByZero) {
  refuse("floor_divide", {i, 0}, "W1211", "floor_divide: integer division by zero");
  refuse("remainder", {i, 0}, "W1211", "division by zero");
  refuse("fmod", {i, false}, "W1211", "division by zero");
  refuse("div", {i, 0}, "W1211", "division by zero", {{"rounding_mode", "trunc"}});
  refuse("sym_floordiv", {s.value({s.symbol("N")}), 0}, "W1211", "division by zero");
  refuse("sym_mod", {1, s.value({IntExpr(0)})}, "W1211", "division by zero");
  EXPECT_NO_THROW(s.node("div", {i, 0}));
  EXPECT_NO_THROW(s.node("floor_divide", {f, 0}));
}

TEST_F(OperandErrors, W1212IndexOutOfRange) {
  Node* pair = s.node("max.dim", {f, 0});
  refuse("getitem", {pair, 2}, "W1212", "index 2 is out of range for extent 2");
  refuse("getitem", {pair, -3}, "W1212", "index -3");
}

TEST_F(OperandErrors, W1213ViewNotPossible) {
  Node* transposed = s.node("transpose", {f, 0, 1});
  refuse("view", {transposed, Argument::ints({6})}, "W1213",
         "shape [3, 2] with strides [1, 3] cannot be viewed as [6]");
  EXPECT_NO_THROW(s.node("reshape", {transposed, Argument::ints({6})}));
}

TEST_F(OperandErrors, W1214OperatorUnsupported) {
  Node* read = s.number(DTypeCategory::kIntegral);
  refuse("sum.dim", {f, read}, "W1214", "a value in `dim` that is read from a tensor");
  refuse("sum.dim", {f, s.value({s.symbol("N")})}, "W1214", "the symbolic value N in `dim`");
  refuse("softmax", {f, s.value({s.symbol("N")})}, "W1214", "the symbolic value N of `dim`");
  refuse("glu", {s.tensor("f32[N]")}, "W1214", "the extent N, which need not be even");
}

TEST_F(OperandErrors, PointAtTheUsersLine) {
  Node* add = s.graph.call_function("add", {f, s.tensor("f32[4]")});
  add->meta.location = SourceLocation("net.cpp", 42, 5);
  try {
    infer(*call_of_node(*add));
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostic().location.str(), "net.cpp:42:5");
  }
}

}  // namespace
}  // namespace weft::ir
