/// \file Small worked examples of operators and argument forms that the golden cases do not
/// contain.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/oracle/golden_file.h"
#include "tests/oracle/oracle.h"

namespace weft_oracle {
namespace {

OracleTensor f32(Sizes sizes, std::vector<double> elements) {
  return tensor_of(Kind::kF32, std::move(sizes), elements);
}
OracleTensor i64(Sizes sizes, std::vector<int64_t> elements) {
  return tensor_of_integers(Kind::kI64, std::move(sizes), elements);
}
OracleTensor flags(Sizes sizes, std::vector<double> elements) {
  return tensor_of(Kind::kBool, std::move(sizes), elements);
}
/// 0, 1, 2, ...
OracleTensor counted(Sizes sizes) {
  OracleTensor result(Kind::kF32, std::move(sizes));
  for (int64_t i = 0; i < result.numel(); ++i) result.set_integer(i, i);
  return result;
}

struct Example {
  const char* op;
  OracleArguments args;
  std::vector<OracleTensor> want;
};

void check(const std::vector<Example>& examples) {
  for (const Example& example : examples) {
    Comparison result = compare(oracle(example.op, example.args), example.want, 1e-6, 1e-6);
    EXPECT_TRUE(result.agrees()) << example.op << ": " << result.difference;
  }
}

TEST(Examples, Pointwise) {
  OracleTensor x = f32({3}, {-2, 0.25, 3});
  check(
      {{"hardshrink", {{"input", x}}, {f32({3}, {-2, 0, 3})}},
       {"softshrink", {{"input", x}}, {f32({3}, {-1.5, 0, 2.5})}},
       {"celu", {{"input", x}, {"alpha", 2.0}}, {f32({3}, {2 * std::expm1(-1), 0.25, 3})}},
       {"prelu", {{"input", x}, {"weight", f32({1}, {0.5})}}, {f32({3}, {-1, 0.25, 3})}},
       {"hardtanh",
        {{"input", i64({2}, {-5, 5})}, {"min_val", -3}, {"max_val", 2}},
        {i64({2}, {-3, 2})}},
       {"dropout", {{"input", x}, {"training", false}}, {x}},
       {"isfinite", {{"input", f32({3}, {NAN, -INFINITY, 0})}}, {flags({3}, {0, 0, 1})}},
       {"logit",
        {{"input", f32({2}, {0.75, 0})}, {"eps", 0.25}},
        {f32({2}, {std::log(3), -std::log(3)})}},
       {"round", {{"input", f32({2}, {2.345, -2.355})}, {"decimals", 1}}, {f32({2}, {2.3, -2.4})}},
       {"copysign", {{"input", x}, {"other", -0.0}}, {f32({3}, {-2, -0.25, -3})}},
       {"xlogy",
        {{"input", f32({2}, {0, 2})}, {"other", f32({2}, {0, std::exp(1)})}},
        {f32({2}, {0, 2})}},
       {"logaddexp",
        {{"input", x}, {"other", x}},
        {f32({3}, {-2 + M_LN2, 0.25 + M_LN2, 3 + M_LN2})}},
       {"logaddexp2", {{"input", x}, {"other", x}}, {f32({3}, {-1, 1.25, 4})}},
       {"rsub", {{"input", x}, {"other", 1}, {"alpha", 2}}, {f32({3}, {5, 0.5, -5})}},
       {"bitwise_and", {{"input", i64({2}, {6, -1})}, {"other", 3}}, {i64({2}, {2, 3})}},
       {"addcmul",
        {{"input", x}, {"tensor1", x}, {"tensor2", x}, {"value", 2}},
        {f32({3}, {6, 0.375, 21})}},
       {"clamp",
        {{"input", x}, {"min", f32({3}, {0, 1, 2})}, {"max", 2.5}},
        {f32({3}, {0, 1, 2.5})}}});
}

TEST(Examples, Reductions) {
  OracleTensor x = f32({2, 3}, {1, 5, 3, 4, 2, 6});
  check(
      {{"argmin", {{"input", x}, {"dim", 0}}, {i64({3}, {0, 1, 0})}},
       {"min", {{"input", x}, {"dim", 1}}, {f32({2}, {1, 2}), i64({2}, {0, 1})}},
       {"all", {{"input", flags({2, 2}, {1, 1, 0, 1})}, {"dim", 1}}, {flags({2}, {1, 0})}},
       {"count_nonzero", {{"input", f32({3}, {0, NAN, 2})}}, {i64({}, {2})}},
       {"nansum", {{"input", f32({3}, {1, NAN, 2})}}, {f32({}, {3})}},
       {"var_mean",
        {{"input", x}, {"dim", 1}, {"unbiased", false}},
        {f32({2}, {8.0 / 3, 8.0 / 3}), f32({2}, {3, 4})}},
       {"std", {{"input", x}, {"dim", 1}, {"correction", 1}}, {f32({2}, {2, 2})}},
       {"norm", {{"input", x}, {"p", INFINITY}}, {f32({}, {6})}},
       {"norm", {{"input", x}, {"p", 1}, {"dim", 1}}, {f32({2}, {9, 12})}},
       {"norm", {{"input", x}, {"p", "fro"}}, {f32({}, {std::sqrt(91)})}},
       {"softmin", {{"input", f32({2}, {0, std::log(3)})}, {"dim", 0}}, {f32({2}, {0.75, 0.25})}},
       {"cumprod", {{"input", x}, {"dim", 1}}, {f32({2, 3}, {1, 5, 15, 4, 8, 48})}},
       {"cummax",
        {{"input", x}, {"dim", 1}},
        {f32({2, 3}, {1, 5, 5, 4, 4, 6}), i64({2, 3}, {0, 1, 1, 0, 0, 2})}},
       {"cummin",
        {{"input", f32({3}, {2, 2, 3})}, {"dim", 0}},
        {f32({3}, {2, 2, 2}), i64({3}, {0, 1, 1})}},
       {"logcumsumexp",
        {{"input", f32({3}, {0, 0, M_LN2})}, {"dim", 0}},
        {f32({3}, {0, M_LN2, std::log(4)})}},
       {"median", {{"input", x}}, {f32({}, {3})}},
       {"kthvalue", {{"input", x}, {"k", 2}}, {f32({2}, {3, 4}), i64({2}, {2, 0})}},
       {"topk", {{"input", x}, {"k", 2}}, {f32({2, 2}, {5, 3, 6, 4}), i64({2, 2}, {1, 2, 2, 0})}}});
}

TEST(Examples, Views) {
  OracleTensor x = counted({2, 3});
  check(
      {{"permute", {{"input", x}, {"dims", OracleList{1, 0}}}, {f32({3, 2}, {0, 3, 1, 4, 2, 5})}},
       {"transpose", {{"input", x}, {"dim0", 0}, {"dim1", -1}}, {f32({3, 2}, {0, 3, 1, 4, 2, 5})}},
       {"movedim",
        {{"input", counted({1, 2, 3})}, {"source", 0}, {"destination", -1}},
        {counted({2, 3, 1})}},
       {"flatten", {{"input", counted({2, 1, 3})}, {"start_dim", 1}}, {x}},
       {"flatten", {{"input", f32({}, {4})}}, {f32({1}, {4})}},
       {"select", {{"input", x}, {"dim", 1}, {"index", -1}}, {f32({2}, {2, 5})}},
       {"squeeze", {{"input", counted({1, 2, 1})}}, {counted({2})}},
       {"repeat",
        {{"input", counted({2})}, {"sizes", OracleList{2, 2}}},
        {f32({2, 4}, {0, 1, 0, 1, 0, 1, 0, 1})}},
       {"tile", {{"input", counted({1, 2})}, {"dims", 2}}, {f32({1, 4}, {0, 1, 0, 1})}},
       {"unfold",
        {{"input", counted({4})}, {"dimension", 0}, {"size", 2}, {"step", 1}},
        {f32({3, 2}, {0, 1, 1, 2, 2, 3})}},
       {"stack",
        {{"tensors", OracleList{counted({2}), counted({2})}}, {"dim", -1}},
        {f32({2, 2}, {0, 0, 1, 1})}},
       {"cat",
        {{"tensors", OracleList{counted({0}), x, i64({1, 3}, {7, 8, 9})}}},
        {f32({3, 3}, {0, 1, 2, 3, 4, 5, 7, 8, 9})}},
       {"flip", {{"input", x}, {"dims", 1}}, {f32({2, 3}, {2, 1, 0, 5, 4, 3})}},
       {"roll", {{"input", x}, {"shifts", 1}}, {f32({2, 3}, {5, 0, 1, 2, 3, 4})}},
       {"triu", {{"input", x}, {"diagonal", 1}}, {f32({2, 3}, {0, 1, 2, 0, 0, 5})}},
       {"repeat_interleave",
        {{"input", counted({2})}, {"repeats", i64({2}, {0, 2})}},
        {f32({2}, {1, 1})}},
       {"meshgrid",
        {{"tensors", OracleList{counted({2}), counted({1})}}, {"indexing", "xy"}},
        {f32({1, 2}, {0, 1}), f32({1, 2}, {0, 0})}},
       {"pixel_unshuffle",
        {{"input", counted({1, 2, 2})}, {"downscale_factor", 2}},
        {counted({4, 1, 1})}}});
}

TEST(Examples, Products) {
  OracleTensor a = counted({2, 2}), v = counted({2});
  check({{"mm", {{"input", a}, {"mat2", a}}, {f32({2, 2}, {2, 3, 6, 11})}},
         {"mv", {{"input", a}, {"vec", v}}, {f32({2}, {1, 3})}},
         {"addmv", {{"input", v}, {"mat", a}, {"vec", v}, {"alpha", 2.0}}, {f32({2}, {2, 7})}},
         {"einsum",
          {{"equation", "...ii->...i"}, {"operands", OracleList{counted({1, 2, 2})}}},
          {f32({1, 2}, {0, 3})}},
         {"einsum", {{"equation", "ba"}, {"operands", OracleList{a}}}, {f32({2, 2}, {0, 2, 1, 3})}},
         {"einsum", {{"equation", "i, i ->"}, {"operands", OracleList{v, v}}}, {f32({}, {1})}},
         {"matmul",
          {{"input", counted({2, 1, 1, 2})}, {"other", counted({3, 2, 1})}},
          {f32({2, 3, 1, 1}, {1, 3, 5, 3, 13, 23})}}});
}

TEST(Examples, ConvolutionAndPooling) {
  OracleTensor line = counted({1, 1, 4});
  OracleTensor ones = f32({1, 1, 2}, {1, 1});
  check(
      {{"conv1d",
        {{"input", line}, {"weight", ones}, {"padding", "same"}},
        {f32({1, 1, 4}, {1, 3, 5, 3})}},
       {"conv1d",
        {{"input", counted({1, 4})}, {"weight", ones}, {"padding", "valid"}},
        {f32({1, 3}, {1, 3, 5})}},
       {"conv3d",
        {{"input", counted({1, 1, 1, 2, 2})}, {"weight", f32({1, 1, 1, 2, 2}, {1, 1, 1, 1})}},
        {f32({1, 1, 1, 1, 1}, {6})}},
       {"conv_transpose1d",
        {{"input", line}, {"weight", ones}, {"stride", 2}},
        {f32({1, 1, 8}, {0, 0, 1, 1, 2, 2, 3, 3})}},
       {"max_pool1d",
        {{"input", line}, {"kernel_size", 2}, {"return_indices", true}},
        {f32({1, 1, 2}, {1, 3}), i64({1, 1, 2}, {1, 3})}},
       {"avg_pool1d",
        {{"input", line}, {"kernel_size", 2}, {"stride", 1}},
        {f32({1, 1, 3}, {0.5, 1.5, 2.5})}},
       {"avg_pool1d",
        {{"input", line}, {"kernel_size", 3}, {"stride", 2}, {"padding", 1}, {"ceil_mode", true}},
        {f32({1, 1, 3}, {1.0 / 3, 2, 1.5})}},
       {"adaptive_max_pool1d", {{"input", line}, {"output_size", 3}}, {f32({1, 1, 3}, {1, 2, 3})}},
       {"adaptive_avg_pool2d",
        {{"input", counted({1, 2, 2})}, {"output_size", OracleList{OracleValue(), 1}}},
        {f32({1, 2, 1}, {0.5, 2.5})}},
       {"fold",
        {{"input", f32({1, 2, 2}, {1, 2, 3, 4})},
         {"output_size", OracleList{1, 3}},
         {"kernel_size", OracleList{1, 2}}},
        {f32({1, 1, 1, 3}, {1, 5, 4})}},
       {"interpolate",
        {{"input", line}, {"size", 2}, {"mode", "linear"}},
        {f32({1, 1, 2}, {0.5, 2.5})}},
       {"interpolate",
        {{"input", line}, {"size", 3}, {"mode", "nearest"}},
        {f32({1, 1, 3}, {0, 1, 2})}},
       {"interpolate",
        {{"input", line}, {"size", 3}, {"mode", "nearest-exact"}},
        {f32({1, 1, 3}, {0, 2, 3})}},
       {"interpolate",
        {{"input", line}, {"size", 2}, {"mode", "area"}},
        {f32({1, 1, 2}, {0.5, 2.5})}},
       {"pad",
        {{"input", line}, {"pad", OracleList{1, 2}}, {"mode", "circular"}},
        {f32({1, 1, 7}, {3, 0, 1, 2, 3, 0, 1})}},
       {"pad",
        {{"input", line}, {"pad", OracleList{1, 0}}, {"mode", "replicate"}},
        {f32({1, 1, 5}, {0, 0, 1, 2, 3})}}});
}

TEST(Examples, Indexing) {
  OracleTensor x = counted({2, 3});
  OracleValue none;
  check({{"index",
          {{"input", x}, {"indices", OracleList{flags({2, 3}, {1, 0, 0, 0, 1, 1})}}},
          {f32({3}, {0, 4, 5})}},
         {"index",
          {{"input", x}, {"indices", OracleList{none, i64({2}, {-1, 0})}}},
          {f32({2, 2}, {2, 0, 5, 3})}},
         {"index",
          {{"input", counted({2, 1, 3})},
           {"indices", OracleList{i64({1}, {1}), none, i64({2}, {0, 2})}}},
          {f32({2, 1}, {3, 5})}},
         {"index_put",
          {{"input", x},
           {"indices", OracleList{i64({2}, {0, 0})}},
           {"values", f32({}, {10})},
           {"accumulate", true}},
          {f32({2, 3}, {20, 21, 22, 3, 4, 5})}},
         {"index_copy",
          {{"input", x}, {"dim", 1}, {"index", i64({1}, {2})}, {"source", f32({2, 1}, {7, 8})}},
          {f32({2, 3}, {0, 1, 7, 3, 4, 8})}},
         {"index_fill",
          {{"input", x}, {"dim", 0}, {"index", i64({1}, {1})}, {"value", 9}},
          {f32({2, 3}, {0, 1, 2, 9, 9, 9})}},
         {"scatter",
          {{"input", x}, {"dim", 1}, {"index", i64({2, 1}, {0, 2})}, {"value", 9}},
          {f32({2, 3}, {9, 1, 2, 3, 4, 9})}},
         {"scatter_reduce",
          {{"input", f32({2}, {4, 9})},
           {"dim", 0},
           {"index", i64({2}, {0, 0})},
           {"src", f32({2}, {1, 4})},
           {"reduce", "mean"},
           {"include_self", true}},
          {f32({2}, {3, 9})}},
         {"scatter_reduce",
          {{"input", f32({2}, {4, 9})},
           {"dim", 0},
           {"index", i64({2}, {0, 0})},
           {"src", f32({2}, {1, 2})},
           {"reduce", "amax"},
           {"include_self", false}},
          {f32({2}, {2, 9})}},
         {"masked_select", {{"input", x}, {"mask", flags({3}, {1, 0, 0})}}, {f32({2}, {0, 3})}},
         {"masked_scatter",
          {{"input", x}, {"mask", flags({3}, {1, 0, 0})}, {"source", f32({2}, {7, 8})}},
          {f32({2, 3}, {7, 1, 2, 8, 4, 5})}},
         {"take", {{"input", x}, {"index", i64({2}, {-1, 1})}}, {f32({2}, {5, 1})}},
         {"where",
          {{"condition", flags({2}, {1, 0})}, {"input", 1}, {"other", f32({}, {2})}},
          {f32({2}, {1, 2})}}});
}

TEST(Examples, LossesAndNormalisation) {
  OracleTensor x = f32({2, 2}, {0, 0, std::log(3), 0});
  OracleTensor target = i64({2}, {0, 1});
  double first = M_LN2, second = std::log(4);
  check({{"cross_entropy", {{"input", x}, {"target", target}}, {f32({}, {(first + second) / 2})}},
         {"cross_entropy",
          {{"input", x}, {"target", target}, {"ignore_index", 0}},
          {f32({}, {second})}},
         {"cross_entropy",
          {{"input", x}, {"target", target}, {"weight", f32({2}, {1, 3})}},
          {f32({}, {(first + 3 * second) / 4})}},
         {"cross_entropy",
          {{"input", x}, {"target", f32({2, 2}, {1, 0, 0, 1})}, {"reduction", "none"}},
          {f32({2}, {first, second})}},
         {"nll_loss", {{"input", f32({2}, {-1, -2})}, {"target", i64({}, {1})}}, {f32({}, {2})}},
         {"huber_loss",
          {{"input", f32({2}, {0, 3})}, {"target", f32({2}, {0.5, 0})}, {"reduction", "none"}},
          {f32({2}, {0.125, 2.5})}},
         {"binary_cross_entropy",
          {{"input", f32({2}, {0.5, 0})}, {"target", f32({2}, {1, 1})}, {"reduction", "sum"}},
          {f32({}, {M_LN2 + 100})}},
         {"rms_norm",
          {{"input", f32({2}, {3, 4})}, {"normalized_shape", 2}, {"eps", 0.0}},
          {f32({2}, {3 / std::sqrt(12.5), 4 / std::sqrt(12.5)})}},
         {"normalize", {{"input", f32({1, 2}, {3, 4})}}, {f32({1, 2}, {0.6, 0.8})}},
         {"batch_norm",
          {{"input", f32({2, 1}, {1, 3})}, {"training", true}, {"eps", 0.0}},
          {f32({2, 1}, {-1, 1})}}});
}

TEST(Examples, Factories) {
  check({{"zeros", {{"size", OracleList{2}}, {"dtype", Kind::kBool}}, {flags({2}, {0, 0})}},
         {"ones_like", {{"input", i64({1}, {5})}}, {i64({1}, {1})}},
         {"full", {{"size", OracleList{}}, {"fill_value", 3}}, {i64({}, {3})}},
         {"full", {{"size", OracleList{1}}, {"fill_value", true}}, {flags({1}, {1})}},
         {"arange", {{"start", 5}, {"end", 0}, {"step", -2}}, {i64({3}, {5, 3, 1})}},
         {"arange", {{"end", 3}}, {i64({3}, {0, 1, 2})}},
         {"linspace", {{"start", 1}, {"end", 9}, {"steps", 1}}, {f32({1}, {1})}},
         {"logspace", {{"start", 0}, {"end", 2}, {"steps", 3}}, {f32({3}, {1, 10, 100})}}});
}

TEST(Examples, Attention) {
  OracleTensor q = counted({1, 2}), kv = f32({2, 2}, {1, 2, 3, 4});
  OracleTensor seen = flags({1, 2}, {0, 1});
  OracleArguments args = {{"query", q}, {"key", kv}, {"value", kv}};
  args["attn_mask"] = seen;
  check({{"scaled_dot_product_attention", args, {f32({1, 2}, {3, 4})}}});
  args["attn_mask"] = flags({1, 2}, {0, 0});
  check({{"scaled_dot_product_attention", args, {f32({1, 2}, {NAN, NAN})}}});
}

}  // namespace
}  // namespace weft_oracle
