#include <gtest/gtest.h>

#include <set>

#include <weft/ir/operators/operator.h>

#include "call_scene.h"

namespace weft::ir {
namespace {

using testing::CallScene;

struct Case {
  std::string op;
  std::vector<Argument> args;
  std::string expected;
  KeywordArguments kwargs = {};
};

class Infer : public ::testing::Test {
 protected:
  Infer() {
    x = s.tensor("f32[N, 3]");
    half = s.tensor("f16[N, 3]");
    integers = s.tensor("i64[N, 3]");
    mask = s.tensor("bool[N, 3]");
    row = s.tensor("f32[3]");
    n = s.value({s.symbol("N")});
  }

  /// Operators from one tensor to floats of its shape.
  std::vector<Case> float_cases() {
    std::vector<Case> cases;
    for (const char* op :
         {"reciprocal", "sqrt",  "rsqrt", "exp",     "exp2",    "expm1",  "log",    "log1p",
          "log2",       "log10", "sin",   "cos",     "tan",     "asin",   "acos",   "atan",
          "sinh",       "cosh",  "tanh",  "asinh",   "acosh",   "atanh",  "erf",    "erfc",
          "sigmoid",    "logit", "sinc",  "deg2rad", "rad2deg", "erfinv", "lgamma", "digamma"}) {
      cases.push_back({op, {x}, "f32[N, 3]"});
      cases.push_back({op, {half}, "f16[N, 3]"});
      cases.push_back({op, {integers}, "f32[N, 3]"});
      cases.push_back({op, {mask}, "f32[N, 3]"});
    }
    cases.push_back({"tanhshrink", {x}, "f32[N, 3]"});
    cases.push_back({"tanhshrink", {half}, "f16[N, 3]"});
    cases.push_back({"tanhshrink", {integers}, "f32[N, 3]"});
    return cases;
  }

  /// Operators that keep the type of one tensor.
  std::vector<Case> same_type_cases() {
    std::vector<Case> cases;
    for (const char* op :
         {"neg",        "negative", "abs",        "absolute", "sign",     "sgn",   "square",
          "floor",      "ceil",     "round",      "trunc",    "relu",     "relu6", "hardtanh",
          "nan_to_num", "clone",    "contiguous", "detach",   "positive", "zero"}) {
      cases.push_back({op, {x}, "f32[N, 3]"});
      cases.push_back({op, {half}, "f16[N, 3]"});
      cases.push_back({op, {integers}, "i64[N, 3]"});
    }
    for (const char* op : {"frac",
                           "hardsigmoid",
                           "hardswish",
                           "leaky_relu",
                           "hardshrink",
                           "softshrink",
                           "elu",
                           "selu",
                           "celu",
                           "silu",
                           "mish",
                           "gelu",
                           "softplus",
                           "log_sigmoid",
                           "logsigmoid",
                           "dropout",
                           "feature_dropout",
                           "dropout2d",
                           "dropout3d",
                           "alpha_dropout",
                           "feature_alpha_dropout"}) {
      cases.push_back({op, {x}, "f32[N, 3]"});
      cases.push_back({op, {half}, "f16[N, 3]"});
    }
    for (const char* op :
         {"isnan", "isinf", "isfinite", "isposinf", "isneginf", "logical_not", "signbit"}) {
      cases.push_back({op, {x}, "bool[N, 3]"});
      cases.push_back({op, {integers}, "bool[N, 3]"});
    }
    return cases;
  }

  std::vector<Case> binary_cases() {
    std::vector<Case> cases;
    for (const char* op :
         {"add", "sub", "subtract", "rsub", "mul", "multiply", "div", "divide", "true_divide",
          "floor_divide", "remainder", "fmod", "pow", "xlogy", "clamp_min", "clamp_max"}) {
      cases.push_back({op, {x, row}, "f32[N, 3]"});
      cases.push_back({op, {row, half}, "f32[N, 3]"});
      cases.push_back({op, {half, 2.5}, "f16[N, 3]"});
    }
    for (const char* op : {"atan2", "copysign", "heaviside", "hypot", "logaddexp", "maximum",
                           "minimum", "fmax", "fmin", "max.other", "min.other"}) {
      cases.push_back({op, {row, x}, "f32[N, 3]"});
    }
    for (const char* op : {"eq", "ne", "lt", "le", "gt", "ge", "not_equal", "less", "greater"}) {
      cases.push_back({op, {x, row}, "bool[N, 3]"});
      cases.push_back({op, {integers, 1}, "bool[N, 3]"});
    }
    for (const char* op : {"logical_and", "logical_or", "logical_xor"}) {
      cases.push_back({op, {x, mask}, "bool[N, 3]"});
    }
    for (const char* op : {"bitwise_and", "bitwise_or", "bitwise_xor"}) {
      cases.push_back({op, {mask, mask}, "bool[N, 3]"});
      cases.push_back({op, {integers, 1}, "i64[N, 3]"});
    }
    for (const char* op : {"bitwise_left_shift", "bitwise_right_shift"}) {
      cases.push_back({op, {integers, 1}, "i64[N, 3]"});
    }
    for (const char* op : {"div.Scalar_Tensor", "remainder.Scalar_Tensor", "pow.Scalar"}) {
      cases.push_back({op, {2, x}, "f32[N, 3]"});
    }
    return cases;
  }

  std::vector<Case> other_pointwise_cases() {
    Node* wide = s.tensor("f32[N, 2*H]");
    return {
        {"bitwise_not", {mask}, "bool[N, 3]"},
        {"divide.Tensor_mode", {x, row}, "f32[N, 3]", {{"rounding_mode", "floor"}}},
        {"isclose", {x, row}, "bool[N, 3]"},
        {"float_power", {half, 2}, "f64[N, 3]"},
        {"round.decimals", {x}, "f32[N, 3]", {{"decimals", 2}}},
        {"to.dtype", {x, DType::kInt32}, "i32[N, 3]"},
        {"to.device", {x, Device{"cpu"}}, "f32[N, 3]"},
        {"to.device", {x, Device{"cuda"}, DType::kFloat16}, "f16[N, 3]"},
        {"to.other", {x, s.tensor("i8[7]")}, "i8[N, 3]"},
        {"type_as", {x, s.tensor("f64[7]")}, "f64[N, 3]"},
        {"div.Tensor_mode", {integers, 2}, "i64[N, 3]", {{"rounding_mode", "floor"}}},
        {"clamp", {x, 0, nullptr}, "f32[N, 3]"},
        {"clamp", {x, row, s.tensor("f32[N, 1]")}, "f32[N, 3]"},
        {"clip", {integers}, "i64[N, 3]", {{"max", 3}}},
        {"where", {s.tensor("bool[N, 1]"), row, 0.0}, "f32[N, 3]"},
        {"masked_fill", {row, mask, -1e9}, "f32[N, 3]"},
        {"masked_fill", {x, mask, s.tensor("f64[]")}, "f32[N, 3]"},
        {"lerp", {x, row, 0.5}, "f32[N, 3]"},
        {"lerp", {x, row, s.tensor("f32[N, 1]")}, "f32[N, 3]"},
        {"addcmul", {x, row, row}, "f32[N, 3]", {{"value", 2}}},
        {"addcdiv", {x, row, row}, "f32[N, 3]", {{"value", 0.5}}},
        {"copy", {x, s.tensor("i64[]")}, "f32[N, 3]"},
        {"fill", {integers, 2}, "i64[N, 3]"},
        {"threshold", {x, 0.1, 20}, "f32[N, 3]"},
        {"hardtanh", {integers, -2, 2}, "i64[N, 3]"},
        {"prelu", {x, row}, "f32[N, 3]"},
        {"prelu", {x, s.tensor("f32[1]")}, "f32[N, 3]"},
        {"prelu", {half, s.tensor("f16[]")}, "f16[N, 3]"},
        {"glu", {wide}, "f32[N, H]"},
        {"glu", {s.tensor("f32[4, N]"), 0}, "f32[2, N]"},
        {"gelu", {x}, "f32[N, 3]", {{"approximate", "tanh"}}},
        {"dropout", {x, 0.5, false}, "f32[N, 3]"},
        {"dropout", {x, 1.0, true}, "f32[N, 3]"},
        {"feature_dropout", {s.tensor("f16[N, C, 8, W]"), 0.25, true}, "f16[N, C, 8, W]"},
        {"alpha_dropout", {x, 0.5, true}, "f32[N, 3]"},
        {"rrelu", {half, 0.1, 0.3, true}, "f16[N, 3]"},
        {"rrelu", {x}, "f32[N, 3]"},
        {"feature_alpha_dropout", {s.tensor("f32[N, C, 8, W]"), 0.5, true}, "f32[N, C, 8, W]"},
    };
  }

  std::vector<Case> reduction_cases() {
    Node* image = s.tensor("f32[N, C, 4, 5]");
    const Argument both = Argument::ints({1, -1});
    return {
        {"sum", {x}, "f32[]"},
        {"sum.dim", {image, both}, "f32[N, 4]"},
        {"sum.dim", {image, both, true}, "f32[N, 1, 4, 1]"},
        {"sum.dim", {image, nullptr}, "f32[]"},
        {"sum.dim", {image, Argument::ints({}), true}, "f32[1, 1, 1, 1]"},
        {"sum.dim", {half, 0}, "f64[3]", {{"dtype", DType::kFloat64}}},
        {"nansum", {x, 1}, "f32[N]"},
        {"mean", {half}, "f16[]"},
        {"mean.dim", {x, -1, true}, "f32[N, 1]"},
        {"mean.dim", {integers, 0}, "f32[3]", {{"dtype", DType::kFloat32}}},
        {"prod", {integers}, "i64[]"},
        {"prod.dim_int", {mask, 1}, "i64[N]"},
        {"amax", {x}, "f32[]"},
        {"amax", {image, both, true}, "f32[N, 1, 4, 1]"},
        {"amin", {mask, 0}, "bool[3]"},
        {"max", {integers}, "i64[]"},
        {"min", {half}, "f16[]"},
        {"max.dim", {half, 1}, "(f16[N], i64[N])"},
        {"min.dim", {x, 0, true}, "(f32[1, 3], i64[1, 3])"},
        {"aminmax", {x}, "(f32[], f32[])"},
        {"aminmax", {x}, "(f32[N], f32[N])", {{"dim", 1}}},
        {"argmax", {x}, "i64[]"},
        {"argmax", {x, nullptr, true}, "i64[1, 1]"},
        {"argmin", {x, 1, true}, "i64[N, 1]"},
        {"all", {x}, "bool[]"},
        {"all.dim", {x, 0}, "bool[3]"},
        {"any", {mask}, "bool[]"},
        {"any.dim", {s.tensor("u8[N, 3]"), 1, true}, "u8[N, 1]"},
        {"count_nonzero", {x}, "i64[]"},
        {"count_nonzero", {x, 1}, "i64[N]"},
        {"norm", {x}, "f32[]"},
        {"norm", {half, 1}, "f16[]"},
        {"norm.ScalarOpt_dim", {x, 2.0, 1, true}, "f32[N, 1]"},
        {"norm.ScalarOpt_dim", {x, nullptr, Argument::ints({0, 1})}, "f32[]"},
        {"norm.ScalarOpt_dim", {x, 3, 0}, "f32[3]"},
        {"var", {x}, "f32[]"},
        {"var.dim", {image, both, false, true}, "f32[N, 1, 4, 1]"},
        {"var.dim", {half, 1}, "f16[N]"},
        {"var.correction", {x}, "f32[3]", {{"dim", 0}, {"correction", 2}}},
        {"std", {half, false}, "f16[]"},
        {"std.dim", {x, nullptr, true, true}, "f32[1, 1]"},
        {"std.correction", {x}, "f32[]"},
        {"var_mean", {x}, "(f32[], f32[])"},
        {"var_mean.dim", {image, both}, "(f32[N, 4], f32[N, 4])"},
        {"std_mean", {half}, "(f16[], f16[])"},
        {"std_mean.dim", {x, 0, true, true}, "(f32[1, 3], f32[1, 3])"},
        {"logsumexp", {x, 1}, "f32[N]"},
        {"logsumexp", {integers, Argument::ints({0, 1}), true}, "f32[1, 1]"},
        {"softmax", {x, -1}, "f32[N, 3]"},
        {"softmax", {half, 0}, "f16[N, 3]"},
        {"softmax", {integers, 0, DType::kFloat64}, "f64[N, 3]"},
        {"softmin", {x, 1}, "f32[N, 3]"},
        {"log_softmax", {half, 1, DType::kFloat32}, "f32[N, 3]"},
        {"log_softmax", {s.tensor("f32[]"), 0}, "f32[]"},
        {"nanmean", {x, 1}, "f32[N]"},
        {"median", {x}, "f32[]"},
        {"median.dim", {x, 0, true}, "(f32[1, 3], i64[1, 3])"},
        {"median.dim", {integers, 1}, "(i64[N], i64[N])"},
        {"nanmedian", {half}, "f16[]"},
        {"nanmedian.dim", {half, 0}, "(f16[3], i64[3])"},
        {"mode", {x, 0}, "(f32[3], i64[3])"},
        {"quantile", {x, 0.5}, "f32[]"},
        {"quantile", {x, s.tensor("f32[4]"), 0, true}, "f32[4, 1, 3]"},
        {"histc", {half, 7, 0, 0}, "f16[7]"},
        {"_max_or_lowest", {x, 1}, "f32[N]"},
        {"_corrected_mean", {x, 0, 1, true}, "f32[1, 3]"},
        // A tensor without dimensions is reduced to itself.
        {"sum.dim", {s.tensor("i32[]"), 0}, "i64[]"},
        {"max.dim", {s.tensor("f32[]"), -1}, "(f32[], i64[])"},
        {"var.dim", {s.tensor("f32[]"), 0}, "f32[]"},
    };
  }

  std::vector<Case> query_cases() {
    Node* m = s.value({s.symbol("M")});
    Node* read = s.number(DTypeCategory::kIntegral);
    Node* pair = s.node("max.dim", {x, 0});
    return {
        {"size", {x}, "(N, 3)"},
        {"size.int", {x, 0}, "N"},
        {"size.int", {x, -1}, "3"},
        {"stride", {s.tensor("f32[N, M, 3]")}, "(3*M, 3, 1)"},
        {"stride.int", {s.node("transpose", {x, 0, 1}), 1}, "3"},
        {"dim", {x}, "2"},
        {"numel", {x}, "3*N"},
        {"item", {s.tensor("f32[1, 1]")}, "float"},
        {"item", {integers}, "int"},
        {"item", {s.node("any", {x})}, "bool"},
        {"getitem", {pair, 1}, "i64[3]"},
        {"getitem", {pair, -2}, "f32[3]"},
        {"getitem", {s.node("size", {x}), 0}, "N"},
        {"sym_add", {n, 1}, "N + 1"},
        {"sym_sub", {n, m}, "N - M"},
        {"sym_mul", {m, n}, "N*M"},
        {"sym_floordiv", {n, 2}, "floordiv(N, 2)"},
        {"sym_floordiv", {-7, 2}, "-4"},
        {"sym_mod", {-7, 2}, "1"},
        {"sym_neg", {n}, "-N"},
        {"sym_min", {3, 5}, "3"},
        {"sym_max", {n, n}, "N"},
        {"sym_float", {s.tensor("f64[]")}, "float"},
        {"sym_add", {read, n}, "int"},
        {"sym_neg", {read}, "int"},
    };
  }

  std::vector<Case> all_cases() {
    std::vector<Case> all;
    for (auto cases : {float_cases(), same_type_cases(), binary_cases(), other_pointwise_cases(),
                       reduction_cases(), query_cases()}) {
      all.insert(all.end(), cases.begin(), cases.end());
    }
    return all;
  }

  CallScene s;
  Node* x;
  Node* half;
  Node* integers;
  Node* mask;
  Node* row;
  Node* n;
};

TEST_F(Infer, EveryRow) {
  for (const Case& c : all_cases()) {
    SCOPED_TRACE(c.op);
    try {
      EXPECT_EQ(s.meta_of(c.op, c.args, c.kwargs), c.expected);
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

TEST_F(Infer, NoRowIsLeftOut) {
  std::set<std::string> covered;
  for (const Case& c : all_cases()) covered.insert(c.op);
  for (const auto rows :
       {pointwise_unary_rows(), pointwise_binary_rows(), comparison_rows(),
        pointwise_ternary_rows(), activation_rows(), reduction_rows(), shape_query_rows()}) {
    for (const OperatorRow& row : rows) {
      // Pointwise operators need no line here: their results are compared with the oracle's, types
      // and shapes with them, on calls made from their schemas
      // (tests/differential/oracle_coverage_test.cpp).
      if (std::holds_alternative<Pointwise>(row.meaning)) continue;
      const Schema schema = parse_schema(row.schema);
      EXPECT_TRUE(covered.count(schema.full_name())) << schema.full_name();
    }
  }
}

/// A Compute as it must be for schedulers: shapes as inferred, every type given, every load in step
/// with the rank of its input.
void check_well_formed(const Call& call, const Compute& compute, const TensorMeta& meta) {
  EXPECT_EQ(compute.dtype, meta.dtype);
  EXPECT_EQ(compute.sizes, meta.sizes);
  EXPECT_EQ(compute.vars.size(), compute.sizes.size());
  EXPECT_EQ(compute.reduce_vars.size(), compute.reduce_sizes.size());
  const bool by_index = compute.combine == Combine::kArgMin || compute.combine == Combine::kArgMax;
  const DType accumulated = by_index ? DType::kInt64 : compute.body.type();
  const bool finished = compute.finalize.get() != nullptr;
  EXPECT_EQ(finished ? compute.finalize.type() : accumulated, compute.dtype);
  EXPECT_TRUE(compute.combine != Combine::kNone || !finished);
  const std::vector<TensorMeta> inputs = call.inputs();
  const auto check_node = [&](const ScalarExpr& e) {
    if (e->op == ScalarOp::kLoad) {
      ASSERT_LT(static_cast<std::size_t>(e->input), inputs.size());
      const TensorMeta& input = inputs[static_cast<std::size_t>(e->input)];
      EXPECT_EQ(e.type(), input.dtype);
      EXPECT_EQ(e->indices.size(), input.rank());
    }
    if (e->op == ScalarOp::kAccumulator) {
      EXPECT_EQ(e.type(), accumulated);
    }
  };
  for_each_node(compute.body, check_node);
  if (finished) for_each_node(compute.finalize, check_node);
}

TEST_F(Infer, ComputesAreWellFormed) {
  std::size_t count = 0;
  for (const Case& c : all_cases()) {
    SCOPED_TRACE(c.op);
    const Meaning& meaning = get_operator(c.op).meaning();
    if (!std::holds_alternative<Pointwise>(meaning) &&
        !std::holds_alternative<Reduction>(meaning) &&
        !std::holds_alternative<ComputeRule>(meaning)) {
      continue;
    }
    const Call call = s.call(c.op, c.args, c.kwargs);
    const ValueMeta meta = infer(call);
    const std::vector<Compute> computes = compute_of(call);
    const ValueMetaList* list = meta.list();
    ASSERT_EQ(computes.size(), list ? list->size() : 1u);
    for (std::size_t i = 0; i < computes.size(); ++i) {
      check_well_formed(call, computes[i], *(list ? (*list)[i].tensor() : meta.tensor()));
      ++count;
    }
  }
  EXPECT_GT(count, 250u);
}

TEST_F(Infer, NumbersThatAreKnownAtRunTimeOnlyAreInputs) {
  Node* number = s.number(DTypeCategory::kFloating);
  const Call call = s.call("add", {x, number}, {{"alpha", s.number(DTypeCategory::kIntegral)}});
  ASSERT_EQ(call.inputs().size(), 3u);
  EXPECT_EQ(call.inputs()[1].str(), "f64[]");
  EXPECT_EQ(call.inputs()[2].str(), "i64[]");
  EXPECT_EQ(compute_of(call)[0].body.str(), "add(x0[i0, i1], mul(f32(x2[]), f32(x1[])))");
}

TEST_F(Infer, ExtentsAsNumbersAreExpressions) {
  const Call call = s.call("div", {x, n});
  EXPECT_EQ(call.inputs().size(), 1u);
  EXPECT_EQ(compute_of(call)[0].body.str(), "div(x0[i0, i1], f32(index(N)))");
}

TEST_F(Infer, BroadcastLoadsAtZeroWhereAnOperandIsStretched) {
  const Call call = s.call("mul", {s.tensor("f32[N, 1, 3]"), s.tensor("f32[1, 4, 1]")});
  EXPECT_EQ(compute_of(call)[0].body.str(), "mul(x0[i0, 0, i2], x1[0, i1, 0])");
  const Call same = s.call("mul", {s.tensor("f32[N, 1]"), s.tensor("f32[1]")});
  EXPECT_EQ(compute_of(same)[0].body.str(), "mul(x0[i0, i1], x1[i1])");
}

TEST_F(Infer, ContiguousKeepsDenseStridesOnly) {
  Node* transposed = s.node("transpose", {x, 0, 1});
  EXPECT_EQ(shape_str(transposed->meta.value.tensor()->strides), "[1, 3]");
  EXPECT_EQ(shape_str(s.node("detach", {transposed})->meta.value.tensor()->strides), "[1, 3]");
  EXPECT_EQ(shape_str(s.node("contiguous", {transposed})->meta.value.tensor()->strides), "[N, 1]");
  EXPECT_EQ(shape_str(s.node("contiguous", {x})->meta.value.tensor()->strides), "[3, 1]");
}

TEST_F(Infer, PointwiseResultsLieInTheOrderOfTheirOperandsWhateverTheExtents) {
  const auto strides = [&](const char* op, std::vector<Argument> args) {
    return shape_str(s.node(op, std::move(args))->meta.value.tensor()->strides);
  };
  Node* transposed = s.node("transpose", {s.tensor("f32[N, M]"), 0, 1});
  EXPECT_EQ(strides("relu", {transposed}), "[1, M]");
  EXPECT_EQ(strides("add", {transposed, 1}), "[1, M]");
  EXPECT_EQ(strides("add", {s.tensor("f32[M, N]"), transposed}), "[N, 1]");
  EXPECT_EQ(strides("add", {s.tensor("f32[N]"), transposed}), "[1, M]");
  EXPECT_EQ(strides("clone", {transposed}), "[1, M]");
  EXPECT_EQ(strides("zeros_like", {transposed}), "[1, M]");
  EXPECT_EQ(strides("sum.dim", {transposed, 0}), "[1]");
}

TEST_F(Infer, MissingMetasGiveNoCall) {
  Node* unknown = s.value({});
  Node* add = s.graph.call_function("add", {x, unknown});
  EXPECT_FALSE(call_of_node(*add).has_value());
  EXPECT_FALSE(call_of_node(*unknown).has_value());
  Node* module = s.graph.call_module("layer", {x});
  EXPECT_FALSE(call_of_node(*module).has_value());
}

}  // namespace
}  // namespace weft::ir
