/// \file Rows of the matrix products and of what is made of them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <weft/ir/graph.h>
#include <weft/ir/operators/broadcast.h>
#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/contraction.h>
#include <weft/ir/operators/einsum.h>
#include <weft/ir/operators/operand_checks.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/recurrent.h>

namespace weft::ir {
namespace {

using Computes = std::vector<Compute>;
using Nodes = std::vector<Node*>;

/// torch.matmul: a vector is a row on the left and a column on the right and leaves no dimension
/// behind; the dimensions before the last two are batches and broadcast.
Compute product_of(const Call& call, std::size_t left, std::size_t right) {
  const TensorMeta& a = call.tensor(left);
  const TensorMeta& b = call.tensor(right);
  if (a.rank() == 0 || b.rank() == 0) {
    call.fail(diag::ShapeMismatch, {fmt::format("operands need dimensions, got shapes {} and {}",
                                                shape_str(a.sizes), shape_str(b.sizes))});
  }
  const IntExpr& columns = a.sizes.back();
  const IntExpr& rows = b.rank() == 1 ? b.sizes[0] : b.sizes[b.rank() - 2];
  if (!(columns == rows)) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("shapes {} and {} cannot be multiplied: {} columns against {} rows",
                           shape_str(a.sizes), shape_str(b.sizes), columns.str(), rows.str())});
  }
  // Labels: the summed dimension 0, rows 1, columns 2, batches from 3, counted from the innermost.
  const std::size_t batch_a = a.rank() < 2 ? 0 : a.rank() - 2;
  const std::size_t batch_b = b.rank() < 2 ? 0 : b.rank() - 2;
  std::vector<IntExpr> batch(a.sizes.begin(),
                             a.sizes.begin() + static_cast<std::ptrdiff_t>(batch_a));
  broadcast_into(call, batch,
                 {b.sizes.begin(), b.sizes.begin() + static_cast<std::ptrdiff_t>(batch_b)});
  const auto batch_labels = [](std::size_t count) {
    std::vector<int> labels(count);
    for (std::size_t d = 0; d < count; ++d) labels[d] = static_cast<int>(2 + count - d);
    return labels;
  };
  std::vector<int> labels_a = batch_labels(batch_a);
  std::vector<int> labels_b = batch_labels(batch_b);
  std::vector<int> output = batch_labels(std::max(batch_a, batch_b));
  if (a.rank() > 1) labels_a.push_back(1);
  if (a.rank() > 1) output.push_back(1);
  labels_a.push_back(0);
  labels_b.push_back(0);
  if (b.rank() > 1) labels_b.push_back(2);
  if (b.rank() > 1) output.push_back(2);
  return contract(
      call, {{call.input_ordinal(left), &a, labels_a}, {call.input_ordinal(right), &b, labels_b}},
      output);
}

Computes matmul_rule(const Call& call) { return {product_of(call, 0, 1)}; }

Computes mm_rule(const Call& call) {
  require_rank(call, 0, 2);
  require_rank(call, 1, 2);
  return {product_of(call, 0, 1)};
}

Computes bmm_rule(const Call& call) {
  require_rank(call, 0, 3);
  require_rank(call, 1, 3);
  const IntExpr& a = call.tensor(0).sizes[0];
  const IntExpr& b = call.tensor(1).sizes[0];
  if (!(a == b)) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("batches of {} and {} matrices", a.str(), b.str())});
  }
  return {product_of(call, 0, 1)};
}

Computes mv_rule(const Call& call) {
  require_rank(call, 0, 2);
  require_rank(call, 1, 1);
  return {product_of(call, 0, 1)};
}

Computes dot_rule(const Call& call) {
  require_rank(call, 0, 1);
  require_rank(call, 1, 1);
  return {product_of(call, 0, 1)};
}

Nodes inner_rule(Decomposition& d) {
  const TensorMeta a = d.meta(d.argument(0));
  const TensorMeta b = d.meta(d.argument(1));
  if (a.rank() == 0 || b.rank() == 0) return {d.op("mul", {d.argument(0), d.argument(1)})};
  if (!(a.sizes.back() == b.sizes.back())) {
    d.call().fail(diag::ShapeMismatch, {fmt::format("last dimensions of {} and {} differ",
                                                    shape_str(a.sizes), shape_str(b.sizes))});
  }
  return {d.op("tensordot",
               {d.argument(0), d.argument(1), Argument::ints({-1}), Argument::ints({-1})})};
}

Nodes trace_rule(Decomposition& d) {
  require_rank(d.call(), 0, 2);
  return {d.op("sum", {d.op("diagonal", {d.argument(0)})})};
}

Nodes dist_rule(Decomposition& d) {
  return {d.op("norm", {d.op("sub", {d.argument(0), d.argument(1)}), d.argument(2)})};
}

Nodes outer_rule(Decomposition& d) {
  require_rank(d.call(), 0, 1);
  require_rank(d.call(), 1, 1);
  return {d.op("mul", {d.op("unsqueeze", {d.argument(0), -1}), d.argument(1)})};
}

bool is_constant(const Argument& argument, double value) {
  const std::optional<Number> number = argument.number();
  return number && number->as_double() == value;
}

/// `beta * input + alpha * product`, where a factor of 1 costs nothing and a `beta` of 0 keeps NaN
/// in `input` out of the result.
Nodes scaled_sum(Decomposition& d, const char* product, const Argument& beta,
                 const Argument& alpha) {
  Argument value = d.op(product, {d.argument(1), d.argument(2)});
  const TensorMeta& meta = d.meta(value);
  std::vector<IntExpr> shape = meta.sizes;
  broadcast_into(d.call(), shape, d.call().tensor(0).sizes);
  if (shape != meta.sizes) {
    d.call().fail(diag::ShapeMismatch,
                  {fmt::format("`input` of shape {} does not expand to {}",
                               shape_str(d.call().tensor(0).sizes), shape_str(meta.sizes))});
  }
  if (d.call().tensor(0).dtype != meta.dtype) {
    d.call().fail(diag::DTypeMismatch,
                  {fmt::format("the operands need one dtype, got {} and {}",
                               dtype_name(d.call().tensor(0).dtype), dtype_name(meta.dtype))});
  }
  for (const Argument& factor : {beta, alpha}) {
    const std::optional<Number> number = factor.number();
    if (number && number->is_float() && !is_floating(meta.dtype)) {
      d.call().fail(diag::DTypeMismatch, {fmt::format("a factor of {} for {} tensors",
                                                      number->str(), dtype_name(meta.dtype))});
    }
  }
  if (!is_constant(alpha, 1)) value = d.op("mul", {value, alpha});
  if (is_constant(beta, 0)) return {value.node()};
  Argument input = d.argument(0);
  if (!is_constant(beta, 1)) input = d.op("mul", {input, beta});
  return {d.op("add", {input, value})};
}

Nodes addmm_rule(Decomposition& d) { return scaled_sum(d, "mm", d.argument(3), d.argument(4)); }
Nodes addmv_rule(Decomposition& d) { return scaled_sum(d, "mv", d.argument(3), d.argument(4)); }
Nodes baddbmm_rule(Decomposition& d) { return scaled_sum(d, "bmm", d.argument(3), d.argument(4)); }

/// The bias is an operator of its own, so that it is fused like any other epilogue.
Nodes linear_rule(Decomposition& d) {
  const Call& call = d.call();
  const TensorMeta& input = call.tensor(0);
  const TensorMeta& weight = call.tensor(1);
  if (weight.rank() != 2 && weight.rank() != 1) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("`weight` needs shape [out, in], got {}", shape_str(weight.sizes))});
  }
  if (input.rank() == 0 || !(input.sizes.back() == weight.sizes.back())) {
    call.fail(
        diag::ShapeMismatch,
        {fmt::format("weight {} expects {} input features, got an input of shape {}",
                     shape_str(weight.sizes), weight.sizes.back().str(), shape_str(input.sizes))});
  }
  Node* product = d.op("matmul", {d.argument(0), d.op("t", {d.argument(1)})});
  if (!call.has(2)) return {product};
  const TensorMeta& bias = call.tensor(2);
  if (weight.rank() != 2 || bias.rank() > 1 ||
      (bias.rank() == 1 && !(bias.sizes[0] == weight.sizes[0]))) {
    call.fail(diag::ShapeMismatch, {fmt::format("bias {} does not belong to weight {}",
                                                shape_str(bias.sizes), shape_str(weight.sizes))});
  }
  return {d.op("add", {product, d.argument(2)})};
}

/// Where the number of features differs between the operands of a bilinear form the message of
/// `matmul` says it.
Nodes bilinear_rule(Decomposition& d) {
  const Call& call = d.call();
  require_rank(call, 2, 3);
  Node* value = d.op(
      "einsum",
      {"...i,oij,...j->...o", std::vector<Argument>{d.argument(0), d.argument(2), d.argument(1)}});
  if (call.has(3)) value = d.op("add", {value, d.argument(3)});
  return {value};
}

Nodes tensordot_rule(Decomposition& d) {
  const Call& call = d.call();
  const TensorMeta& a = call.tensor(0);
  const TensorMeta& b = call.tensor(1);
  const auto wrapped = [&](std::size_t i, const TensorMeta& meta) {
    std::vector<std::size_t> dims;
    for (const std::int64_t dim : call.constant_integers(i)) {
      dims.push_back(static_cast<std::size_t>(call.dimension(dim, meta.rank())));
    }
    return dims;
  };
  const std::vector<std::size_t> dims_a = wrapped(2, a);
  const std::vector<std::size_t> dims_b = wrapped(3, b);
  if (dims_a.size() != dims_b.size()) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("{} dimensions are summed with {}", dims_a.size(), dims_b.size())});
  }
  if (a.rank() + b.rank() > 52) call.fail(diag::OperatorUnsupported, {"a rank above 52"});
  const auto letter = [](std::size_t k) {
    return static_cast<char>(k < 26 ? 'a' + k : 'A' + k - 26);
  };
  std::string left;
  std::string right;
  std::string output;
  for (std::size_t k = 0; k < a.rank(); ++k) left += letter(k);
  for (std::size_t k = 0; k < b.rank(); ++k) right += letter(a.rank() + k);
  for (std::size_t k = 0; k < dims_a.size(); ++k) right[dims_b[k]] = left[dims_a[k]];
  for (const char c : left) {
    if (right.find(c) == std::string::npos) output += c;
  }
  for (const char c : right) {
    if (left.find(c) == std::string::npos) output += c;
  }
  return {d.op("einsum", {left + "," + right + "->" + output,
                          std::vector<Argument>{d.argument(0), d.argument(1)}})};
}

/// softmax(query key^T * scale + mask) value. The scale goes on the query, which is smaller than
/// the scores.
Nodes attention_rule(Decomposition& d) {
  const Call& call = d.call();
  const TensorMeta& query = call.tensor(0);
  for (std::size_t i = 0; i < 3; ++i) {
    require_floating(call, i);
    if (call.tensor(i).rank() < 2) {
      call.fail(diag::ShapeMismatch, {fmt::format("operands need at least 2 dimensions, got {}",
                                                  shape_str(call.tensor(i).sizes))});
    }
  }
  if (call.boolean(5) && call.has(3)) {
    call.fail(diag::ValueOutOfDomain, {"`attn_mask` and `is_causal` exclude each other"});
  }
  Argument scale = d.argument(6);
  if (scale.is_none()) {
    const IntExpr& width = query.sizes.back();
    if (!width.is_constant()) {
      call.fail(diag::OperatorUnsupported, {"a head size that is not the same in all runs"});
    }
    scale = 1.0 / std::sqrt(static_cast<double>(width.value()));
  }
  Node* keys = d.op("transpose", {d.argument(1), -2, -1});
  Node* scores = d.op("matmul", {d.op("mul", {d.argument(0), scale}), keys});
  const double minus_infinity = -std::numeric_limits<double>::infinity();
  if (call.boolean(5)) {
    Node* ones = d.op("ones_like", {scores}, {{"dtype", DType::kBool}});
    Node* future = d.op("triu", {ones, 1});
    scores = d.op("masked_fill", {scores, future, minus_infinity});
  } else if (call.has(3) && call.tensor(3).dtype == DType::kBool) {
    Node* hidden = d.op("logical_not", {d.argument(3)});
    scores = d.op("masked_fill", {scores, hidden, minus_infinity});
  } else if (call.has(3)) {
    scores = d.op("add", {scores, d.argument(3)});
  }
  Node* weights = d.op("softmax", {scores, -1});
  const std::optional<Number> dropout = d.argument(4).number();
  if (!dropout || dropout->as_double() != 0) {
    weights = d.op("dropout", {weights, d.argument(4), true});
  }
  return {d.op("matmul", {weights, d.argument(2)})};
}

/// Norms of the differences of all pairs of rows.
Nodes cdist_rule(Decomposition& d) {
  const Call& call = d.call();
  for (const std::size_t i : {0, 1}) {
    require_floating(call, i);
    if (call.tensor(i).rank() < 2) {
      call.fail(diag::ShapeMismatch, {fmt::format("operands need at least 2 dimensions, got {}",
                                                  shape_str(call.tensor(i).sizes))});
    }
  }
  need_same_type(call, 0, 1);
  if (!(call.tensor(0).sizes.back() == call.tensor(1).sizes.back())) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("rows of {} and {} differ in length", shape_str(call.tensor(0).sizes),
                           shape_str(call.tensor(1).sizes))});
  }
  if (call.floating(2) < 0) {
    call.fail(diag::ValueOutOfDomain, {fmt::format("`p` = {} is negative", call.floating(2))});
  }
  Node* difference =
      d.op("sub", {d.op("unsqueeze", {d.argument(0), -2}), d.op("unsqueeze", {d.argument(1), -3})});
  return {d.op("norm.ScalarOpt_dim", {difference, call.floating(2), Argument::ints({-1})})};
}

/// beta * input + alpha * vec1 vec2^T; a beta of 0 drops the input with its NaN.
Nodes addr_rule(Decomposition& d) {
  Node* product = d.op("mul", {d.op("outer", {d.argument(1), d.argument(2)}), d.argument(4)});
  if (const auto beta = d.argument(3).number(); beta && beta->as_double() == 0) {
    return {d.op("add", {d.op("zeros_like", {product}), product})};
  }
  return {d.op("add", {d.op("mul", {d.argument(0), d.argument(3)}), product})};
}

/// Products of neighbours around the dimension of three elements.
Nodes cross_rule(Decomposition& d) {
  const Call& call = d.call();
  const auto& sizes = call.tensor(0).sizes;
  need_same_type(call, 0, 1);
  need_same_rank(call, 0, 1);
  std::size_t dim = 0;
  if (call.has(2)) {
    dim = static_cast<std::size_t>(call.dimension(call.constant_integer(2), sizes.size()));
  } else {
    while (dim < sizes.size() && !sizes[dim].is(3)) ++dim;
  }
  if (dim >= sizes.size() || !sizes[dim].is(3)) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("needs a dimension of 3 elements, got {}", shape_str(sizes))});
  }
  const auto at = static_cast<std::int64_t>(dim);
  const auto turned = [&](std::size_t i, std::int64_t by) {
    return d.op("roll", {d.argument(i), Argument::ints({-by}), Argument::ints({at})});
  };
  return {d.op("sub", {d.op("mul", {turned(0, 1), turned(1, 2)}),
                       d.op("mul", {turned(0, 2), turned(1, 1)})})};
}

constexpr OperatorRow kRows[] = {
    {"matmul(Tensor input, Tensor other) -> Tensor",
     "Product of matrices or vectors; dimensions before the last two are batches and broadcast.",
     matmul_rule},
    {"mm(Tensor input, Tensor mat2) -> Tensor", "Product of two matrices.", mm_rule},
    {"bmm(Tensor input, Tensor mat2) -> Tensor", "Products of two batches of matrices.", bmm_rule},
    {"mv(Tensor input, Tensor vec) -> Tensor", "Product of a matrix and a vector.", mv_rule},
    {"dot(Tensor input, Tensor other) -> Tensor", "Inner product of two vectors.", dot_rule},
    {"vdot(Tensor input, Tensor other) -> Tensor", "Inner product of two vectors.", dot_rule},
    {"inner(Tensor input, Tensor other) -> Tensor",
     "Products of the last dimensions of both, summed.", inner_rule},
    {"trace(Tensor input) -> Tensor", "Sum of the diagonal of a matrix.", trace_rule},
    {"dist(Tensor input, Tensor other, Scalar p=2) -> Tensor", "Norm of the difference.",
     dist_rule},
    {"outer(Tensor input, Tensor vec2) -> Tensor", "Outer product of two vectors.", outer_rule},
    {"ger(Tensor input, Tensor vec2) -> Tensor", "Outer product of two vectors.", outer_rule},
    {"addmm(Tensor input, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
     "beta * input + alpha * mat1 mat2.", addmm_rule, kFunction | kMethod | kInPlace},
    {"addmv(Tensor input, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
     "beta * input + alpha * mat vec.", addmv_rule, kFunction | kMethod | kInPlace},
    {"baddbmm(Tensor input, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> "
     "Tensor",
     "beta * input + alpha * batch1 batch2, matrix by matrix.", baddbmm_rule,
     kFunction | kMethod | kInPlace},
    {"addr(Tensor input, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
     "beta * input + alpha * vec1 vec2^T.", addr_rule, kFunction | kMethod | kInPlace},
    {"cross(Tensor input, Tensor other, int? dim=None) -> Tensor",
     "Cross products along a dimension of three elements, the first one for None.", cross_rule},
    {"cdist(Tensor x1, Tensor x2, float p=2.0, int? compute_mode=None) -> Tensor",
     "p-norms of the differences of all pairs of rows.", cdist_rule, kFunction},
    {"linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor",
     "input weight^T + bias over the last dimension.", linear_rule, kFunction},
    {"bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor",
     "Sums of weight[o] times all products of the last dimensions.", bilinear_rule, kFunction},
    {"contract(str equation, Tensor[] operands) -> Tensor",
     "One sum of products, in the notation of einsum without ellipsis and with its output.",
     contract_equation_rule, 0},
    {"einsum(str equation, Tensor[] operands) -> Tensor",
     "Sums of products in Einstein's notation, contracted from left to right.", einsum_rule,
     kFunction},
    {"tensordot(Tensor input, Tensor other, int[] dims_self, int[] dims_other) -> Tensor",
     "Product summed over pairs of dimensions.", tensordot_rule, kFunction},
    {"scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, "
     "float dropout_p=0.0, bool is_causal=False, float? scale=None) -> Tensor",
     "softmax(query key^T * scale + attn_mask) value.", attention_rule, kFunction | kFunctional},
    {"recurrent(Tensor projected, Tensor h, Tensor c, Tensor weight_hh, Tensor bias_hh, str cell, "
     "bool reverse=False) -> (Tensor output, Tensor last_h, Tensor last_c)",
     "One recurrent layer in one direction over a whole sequence: the states of every step, and "
     "the "
     "last ones.",
     Structured{recurrent_rule}, 0},
};

}  // namespace

std::span<const OperatorRow> matmul_rows() { return kRows; }

}  // namespace weft::ir
