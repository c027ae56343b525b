/// \file Losses with margins, and the Poisson likelihood.
#include <weft/ir/operators/margin_losses.h>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include <weft/ir/graph.h>
#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/operand_checks.h>

namespace weft::ir {
namespace {

using Nodes = std::vector<Node*>;

std::size_t position(const Call& call, const char* parameter) {
  return *call.op().schema.find(parameter);
}

double number(Decomposition& d, const char* parameter) {
  return d.call().floating(position(d.call(), parameter));
}

bool flag(Decomposition& d, const char* parameter) {
  return d.call().boolean(position(d.call(), parameter));
}

void need_rank(const Call& call, std::size_t i, std::size_t least, std::size_t most) {
  const std::size_t rank = call.tensor(i).rank();
  if (rank >= least && rank <= most) return;
  call.fail(diag::ShapeMismatch, {fmt::format("argument {} needs {} to {} dimensions, got {}", i,
                                              least, most, shape_str(call.tensor(i).sizes))});
}

Node* positive_part(Decomposition& d, Node* x) { return d.op("clamp_min", {x, 0.0}); }

/// The p-norm of a - b + eps over the last dimension.
Node* distance(Decomposition& d, const Argument& a, const Argument& b, double p, double eps,
               bool keepdim = false) {
  Node* difference = d.op("add", {d.op("sub", {a, b}), eps});
  return d.op("norm.ScalarOpt_dim", {difference, p, Argument::ints({-1}), keepdim});
}

}  // namespace

Nodes reduced_loss(Decomposition& d, Node* loss) {
  const std::string& name = d.call().text(position(d.call(), "reduction"));
  if (name == "none") return {loss};
  if (name == "mean") return {d.op("mean", {loss})};
  if (name == "sum") return {d.op("sum", {loss})};
  d.call().fail(diag::ValueOutOfDomain, {fmt::format("unknown `reduction` '{}'", name)});
}

Nodes pairwise_distance_rule(Decomposition& d) {
  return {distance(d, d.argument(0), d.argument(1), number(d, "p"), number(d, "eps"),
                   flag(d, "keepdim"))};
}

/// 1 - cos(x1, x2) where the target is 1, max(0, cos(x1, x2) - margin) where it is -1.
Nodes cosine_embedding_loss_rule(Decomposition& d) {
  need_rank(d.call(), 0, 1, 2);
  constexpr double kLeast = 1e-12;  // added to the squared norms
  const auto inner = [&](const Argument& a, const Argument& b) {
    return d.op("sum.dim", {d.op("mul", {a, b}), Argument::ints({-1}), false});
  };
  const Argument& a = d.argument(0);
  const Argument& b = d.argument(1);
  Node* scale =
      d.op("mul", {d.op("add", {inner(a, a), kLeast}), d.op("add", {inner(b, b), kLeast})});
  Node* cosine = d.op("div", {inner(a, b), d.op("sqrt", {scale})});
  Node* apart = positive_part(d, d.op("sub", {cosine, number(d, "margin")}));
  Node* zero = d.op("zeros_like", {cosine});
  Node* loss = d.op(
      "add", {d.op("where", {d.op("eq", {d.argument(2), 1}), d.op("rsub", {cosine, 1.0}), zero}),
              d.op("where", {d.op("eq", {d.argument(2), -1}), apart, zero})});
  return reduced_loss(d, loss);
}

/// x where the target is 1, max(0, margin - x) where it is -1.
Nodes hinge_embedding_loss_rule(Decomposition& d) {
  const Argument& x = d.argument(0);
  const Argument& target = d.argument(1);
  Node* zero = d.op("zeros_like", {x});
  Node* apart = positive_part(d, d.op("rsub", {x, number(d, "margin")}));
  Node* loss = d.op("add", {d.op("where", {d.op("ne", {target, 1}), apart, zero}),
                            d.op("where", {d.op("ne", {target, -1}), x, zero})});
  return reduced_loss(d, loss);
}

/// max(0, margin - target * (x1 - x2)).
Nodes margin_ranking_loss_rule(Decomposition& d) {
  Node* difference = d.op("sub", {d.argument(0), d.argument(1)});
  Node* product = d.op("mul", {d.op("neg", {d.argument(2)}), difference});
  return reduced_loss(d, positive_part(d, d.op("add", {product, number(d, "margin")})));
}

/// sum of max(0, margin - x[target] + x[i])^p over the other classes, by the number of classes.
Nodes multi_margin_loss_rule(Decomposition& d) {
  const Call& call = d.call();
  need_rank(call, 0, 1, 2);
  need_rank(call, 1, 0, 1);
  const double p = number(d, "p");
  if (p != 1 && p != 2) {
    call.fail(diag::ValueOutOfDomain, {fmt::format("`p` is 1 or 2, got {}", p)});
  }
  const IntExpr classes = call.tensor(0).sizes.back();
  if (!classes.is_constant()) {
    call.fail(diag::OperatorUnsupported, {"a number of classes that is not the same in all runs"});
  }
  const Argument& x = d.argument(0);
  Node* index = d.op("unsqueeze", {d.argument(1), -1});
  Node* own = d.op("gather", {x, -1, index});
  Node* excess = d.op("add", {d.op("sub", {x, own}), number(d, "margin")});
  Node* loss = positive_part(d, excess);
  if (p == 2) loss = d.op("mul", {loss, loss});
  const Argument& weight = d.argument(position(call, "weight"));
  if (!weight.is_none()) {
    loss = d.op("mul", {loss, d.op("index.Tensor", {weight, std::vector<Argument>{index}})});
  }
  // The class itself is at the margin and does not count.
  Node* others = d.op("ne", {d.op("arange", {classes.value()}), index});
  loss = d.op("where", {others, loss, d.op("zeros_like", {loss})});
  loss = d.op("sum.dim", {loss, Argument::ints({-1}), false});
  return reduced_loss(d, d.op("div", {loss, static_cast<double>(classes.value())}));
}

/// Mean over the classes of -(t log sigmoid(x) + (1 - t) log sigmoid(-x)).
Nodes multilabel_soft_margin_loss_rule(Decomposition& d) {
  const Argument& x = d.argument(0);
  const Argument& target = d.argument(1);
  if (d.call().tensor(0).rank() == 0) {
    d.call().fail(diag::ShapeMismatch, {"`input` needs at least 1 dimension, got shape []"});
  }
  Node* there = d.op("mul", {target, d.op("log_sigmoid", {x})});
  Node* not_there =
      d.op("mul", {d.op("rsub", {target, 1.0}), d.op("log_sigmoid", {d.op("neg", {x})})});
  Node* loss = d.op("neg", {d.op("add", {there, not_there})});
  const Argument& weight = d.argument(position(d.call(), "weight"));
  if (!weight.is_none()) loss = d.op("mul", {loss, weight});
  return reduced_loss(d, d.op("mean.dim", {loss, Argument::ints({-1}), false}));
}

/// exp(x) - target * x, or x - target * log(x + eps), with Stirling's term for targets above 1.
Nodes poisson_nll_loss_rule(Decomposition& d) {
  const Argument& x = d.argument(0);
  const Argument& target = d.argument(1);
  Node* loss =
      flag(d, "log_input")
          ? d.op("sub", {d.op("exp", {x}), d.op("mul", {target, x})})
          : d.op("sub",
                 {x, d.op("mul", {target, d.op("log", {d.op("add", {x, number(d, "eps")})})})});
  if (flag(d, "full")) {
    Node* power = d.op("mul", {target, d.op("sub", {d.op("log", {target}), 1.0})});
    Node* root = d.op("mul", {d.op("log", {d.op("mul", {target, 2 * std::numbers::pi})}), 0.5});
    Node* stirling = d.op("add", {power, root});
    loss = d.op("add", {loss, d.op("masked_fill", {stirling, d.op("le", {target, 1}), 0.0})});
  }
  return reduced_loss(d, loss);
}

/// log(1 + exp(-target * x)), without overflow.
Nodes soft_margin_loss_rule(Decomposition& d) {
  Node* product = d.op("mul", {d.argument(0), d.argument(1)});
  const TensorMeta& input = d.call().tensor(0);
  if (d.meta(product).sizes != input.sizes) {
    d.call().fail(diag::ShapeMismatch,
                  {fmt::format("`target` of shape {} does not broadcast to {}",
                               shape_str(d.call().tensor(1).sizes), shape_str(input.sizes))});
  }
  return reduced_loss(d, d.op("neg", {d.op("log_sigmoid", {product})}));
}

/// max(0, d(anchor, positive) - d(anchor, negative) + margin); with `swap` the negative is compared
/// with the nearer one of the other two.
Nodes triplet_margin_loss_rule(Decomposition& d) {
  const double p = number(d, "p");
  const double eps = number(d, "eps");
  need_same_rank(d.call(), 0, 1);
  need_same_rank(d.call(), 0, 2);
  Node* near = distance(d, d.argument(0), d.argument(1), p, eps);
  Node* far = distance(d, d.argument(0), d.argument(2), p, eps);
  if (flag(d, "swap"))
    far = d.op("minimum", {far, distance(d, d.argument(1), d.argument(2), p, eps)});
  Node* excess = d.op("add", {d.op("sub", {near, far}), number(d, "margin")});
  return reduced_loss(d, positive_part(d, excess));
}

}  // namespace weft::ir
