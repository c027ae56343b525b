/// \file Rows of losses: decompositions into pointwise operators and one reduction.
#include <fmt/format.h>

#include <weft/ir/graph.h>
#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/margin_losses.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir {
namespace {

using Nodes = std::vector<Node*>;

std::size_t position(const Call& call, const char* parameter) {
  return *call.op().schema.find(parameter);
}

const Argument& named(Decomposition& d, const char* parameter) {
  return d.argument(position(d.call(), parameter));
}

enum class ReductionKind { kNone, kMean, kSum, kBatchMean };

ReductionKind reduction_of(const Call& call) {
  const std::string& name = call.text(position(call, "reduction"));
  if (name == "none") return ReductionKind::kNone;
  if (name == "mean") return ReductionKind::kMean;
  if (name == "sum") return ReductionKind::kSum;
  if (name == "batchmean" && call.op().schema.name == "kl_div") return ReductionKind::kBatchMean;
  call.fail(diag::ValueOutOfDomain, {fmt::format("unknown `reduction` '{}'", name)});
}

/// An extent as an argument of an operator.
Argument extent_argument(Decomposition& d, const Argument& tensor, std::int64_t dim) {
  const IntExpr n = d.meta(tensor).sizes[static_cast<std::size_t>(dim)];
  if (const auto constant = n.maybe_value()) return *constant;
  return d.op("size.int", {tensor, dim});
}

Nodes reduced(Decomposition& d, Node* loss) {
  switch (reduction_of(d.call())) {
    case ReductionKind::kNone:
      return {loss};
    case ReductionKind::kMean:
      return {d.op("mean", {loss})};
    case ReductionKind::kSum:
      return {d.op("sum", {loss})};
    case ReductionKind::kBatchMean:
      break;
  }
  if (d.call().tensor(0).rank() == 0) {
    d.call().fail(diag::ShapeMismatch, {"'batchmean' needs a batch dimension"});
  }
  return {d.op("div", {d.op("sum", {loss}), extent_argument(d, d.argument(0), 0)})};
}

// Distances. All begin (input, target, ...).

Nodes mse_loss_rule(Decomposition& d) {
  Node* difference = d.op("sub", {d.argument(0), d.argument(1)});
  return reduced(d, d.op("mul", {difference, difference}));
}

Node* distance(Decomposition& d) {
  return d.op("abs", {d.op("sub", {d.argument(0), d.argument(1)})});
}

Nodes l1_loss_rule(Decomposition& d) { return reduced(d, distance(d)); }

/// x^2 / (2 * beta) below beta, x - beta / 2 from there on.
Nodes smooth_l1_loss_rule(Decomposition& d) {
  const double beta = d.call().floating(position(d.call(), "beta"));
  if (beta < 0) {
    d.call().fail(diag::ValueOutOfDomain, {fmt::format("`beta` = {} is negative", beta)});
  }
  Node* x = distance(d);
  if (beta == 0) return reduced(d, x);
  Node* square = d.op("div", {d.op("mul", {d.op("mul", {x, 0.5}), x}), beta});
  Node* line = d.op("sub", {x, 0.5 * beta});
  return reduced(d, d.op("where", {d.op("lt", {x, beta}), square, line}));
}

/// x^2 / 2 up to delta, delta * (x - delta / 2) beyond it.
Nodes huber_loss_rule(Decomposition& d) {
  const double delta = d.call().floating(position(d.call(), "delta"));
  if (!(delta > 0)) {
    d.call().fail(diag::ValueOutOfDomain, {fmt::format("`delta` = {} is not positive", delta)});
  }
  Node* x = distance(d);
  Node* square = d.op("mul", {d.op("mul", {x, 0.5}), x});
  Node* line = d.op("mul", {d.op("sub", {x, 0.5 * delta}), delta});
  return reduced(d, d.op("where", {d.op("le", {x, delta}), square, line}));
}

// Binary cross entropy.

void require_equal_shapes(const Call& call) {
  if (call.tensor(0).sizes == call.tensor(1).sizes) return;
  call.fail(diag::ShapeMismatch,
            {fmt::format("input {} and target {} differ in shape", shape_str(call.tensor(0).sizes),
                         shape_str(call.tensor(1).sizes))});
}

Nodes weighted_and_reduced(Decomposition& d, Node* loss) {
  const Argument& weight = named(d, "weight");
  if (!weight.is_none()) loss = d.op("mul", {loss, weight});
  return reduced(d, loss);
}

/// -(t * log x + (1 - t) * log(1 - x)) with logarithms limited to -100, which keeps the loss finite
/// at 0 and 1.
Nodes binary_cross_entropy_rule(Decomposition& d) {
  require_equal_shapes(d.call());
  const Argument& x = d.argument(0);
  const Argument& t = d.argument(1);
  Node* log_x = d.op("clamp_min", {d.op("log", {x}), -100.0});
  Node* log_rest = d.op("clamp_min", {d.op("log1p", {d.op("neg", {x})}), -100.0});
  Node* rest = d.op("mul", {d.op("sub", {t, 1.0}), log_rest});
  return weighted_and_reduced(d, d.op("sub", {rest, d.op("mul", {t, log_x})}));
}

/// (1 - t) * x + w * (log(1 + exp(-|x|)) + max(-x, 0)) with w = 1 + (pos_weight - 1) * t, which
/// overflows for no x.
Nodes bce_with_logits_rule(Decomposition& d) {
  require_equal_shapes(d.call());
  const Argument& x = d.argument(0);
  const Argument& t = d.argument(1);
  Node* decay = d.op("exp", {d.op("neg", {d.op("abs", {x})})});
  Node* excess = d.op("clamp_min", {d.op("neg", {x}), 0.0});
  Node* softplus = d.op("add", {d.op("log1p", {decay}), excess});
  const Argument& pos_weight = named(d, "pos_weight");
  if (!pos_weight.is_none()) {
    Node* w = d.op("add", {d.op("mul", {d.op("sub", {pos_weight, 1.0}), t}), 1.0});
    softplus = d.op("mul", {w, softplus});
  }
  Node* rest = d.op("mul", {d.op("rsub", {t, 1.0}), x});
  return weighted_and_reduced(d, d.op("add", {rest, softplus}));
}

Nodes kl_div_rule(Decomposition& d) {
  const Argument& x = d.argument(0);
  const Argument& t = d.argument(1);
  if (d.call().boolean(position(d.call(), "log_target"))) {
    return reduced(d, d.op("mul", {d.op("exp", {t}), d.op("sub", {t, x})}));
  }
  return reduced(d, d.op("sub", {d.op("xlogy", {t, t}), d.op("mul", {t, x})}));
}

// Losses over classes: input [C] or [N, C, ...].

std::int64_t class_dimension(const Call& call) { return call.tensor(0).rank() == 1 ? 0 : 1; }

void check_class_shapes(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  const TensorMeta& target = call.tensor(1);
  require_floating(call, 0);
  if (input.rank() == 0) call.fail(diag::ShapeMismatch, {"input has no dimension for the classes"});
  const std::int64_t dim = class_dimension(call);
  std::vector<IntExpr> expected = input.sizes;
  expected.erase(expected.begin() + dim);
  if (target.sizes != expected) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("input {} needs a target of shape {}, got {}", shape_str(input.sizes),
                           shape_str(expected), shape_str(target.sizes))});
  }
  if (target.dtype != DType::kInt64) {
    call.fail(diag::DTypeMismatch,
              {fmt::format("classes have to be int64, got {}", dtype_name(target.dtype))});
  }
  const std::size_t weight = position(call, "weight");
  if (!call.has(weight)) return;
  if (call.tensor(weight).sizes !=
      std::vector<IntExpr>{input.sizes[static_cast<std::size_t>(dim)]}) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("`weight` needs one value for each of {} classes, got shape {}",
                           input.sizes[static_cast<std::size_t>(dim)].str(),
                           shape_str(call.tensor(weight).sizes))});
  }
}

/// What is the same for all losses over class numbers.
struct Classes {
  std::int64_t dim;
  Node* ignored;           ///< where the target is `ignore_index`
  Node* target;            ///< the class, 0 where ignored
  Node* weight = nullptr;  ///< of the class, 0 where ignored
};

Classes read_classes(Decomposition& d) {
  Classes c{};
  c.dim = class_dimension(d.call());
  c.ignored = d.op("eq", {d.argument(1), named(d, "ignore_index")});
  c.target = d.op("masked_fill", {d.argument(1), c.ignored, 0});
  const Argument& weight = named(d, "weight");
  if (!weight.is_none()) {
    Node* own = d.op("index.Tensor", {weight, std::vector<Argument>{c.target}});
    c.weight = d.op("masked_fill", {own, c.ignored, 0.0});
  }
  return c;
}

/// The mean counts every example with the weight of its class, ignored ones not at all.
Nodes reduced_over_classes(Decomposition& d, const Classes& c, Node* loss) {
  const ReductionKind kind = reduction_of(d.call());
  if (kind == ReductionKind::kNone) return {loss};
  Node* total = d.op("sum", {loss});
  if (kind == ReductionKind::kSum) return {total};
  Node* count = c.weight != nullptr ? d.op("sum", {c.weight})
                                    : d.op("sum", {d.op("logical_not", {c.ignored})});
  return {d.op("div", {total, count})};
}

/// -log_probability[target] * weight, 0 where ignored.
Node* negative_log_likelihood(Decomposition& d, const Classes& c, const Argument& log_probability) {
  Node* index = d.op("unsqueeze", {c.target, c.dim});
  Node* picked = d.op("squeeze.dim", {d.op("gather", {log_probability, c.dim, index}), c.dim});
  Node* loss = d.op("neg", {picked});
  if (c.weight != nullptr) loss = d.op("mul", {loss, c.weight});
  return d.op("masked_fill", {loss, c.ignored, 0.0});
}

Nodes nll_loss_rule(Decomposition& d) {
  check_class_shapes(d.call());
  const Classes c = read_classes(d);
  return reduced_over_classes(d, c, negative_log_likelihood(d, c, d.argument(0)));
}

/// The class weights in the shape that broadcasts with the input.
Argument aligned_weight(Decomposition& d, std::int64_t dim) {
  Argument weight = named(d, "weight");
  const std::size_t rank = d.call().tensor(0).rank();
  for (std::size_t k = static_cast<std::size_t>(dim) + 1; k < rank && !weight.is_none(); ++k) {
    weight = d.op("unsqueeze", {weight, -1});
  }
  return weight;
}

double label_smoothing(const Call& call) {
  const double smoothing = call.floating(position(call, "label_smoothing"));
  if (smoothing >= 0 && smoothing <= 1) return smoothing;
  call.fail(diag::ValueOutOfDomain,
            {fmt::format("`label_smoothing` = {} does not lie in [0, 1]", smoothing)});
}

/// Targets that are probabilities, in the shape of the input.
Nodes cross_entropy_of_probabilities(Decomposition& d) {
  const Call& call = d.call();
  require_floating(call, 1);
  const std::int64_t dim = class_dimension(call);
  const double smoothing = label_smoothing(call);
  Argument target = d.argument(1);
  if (smoothing > 0) {
    Node* share = d.op(
        "div", {d.op("full_like", {target, smoothing}), extent_argument(d, d.argument(0), dim)});
    target = d.op("add", {d.op("mul", {target, 1.0 - smoothing}), share});
  }
  Node* product = d.op("mul", {d.op("log_softmax", {d.argument(0), dim}), target});
  const Argument weight = aligned_weight(d, dim);
  if (!weight.is_none()) product = d.op("mul", {product, weight});
  Node* loss = d.op("neg", {d.op("sum.dim", {product, dim})});
  return reduced(d, loss);
}

Nodes cross_entropy_rule(Decomposition& d) {
  const Call& call = d.call();
  if (call.tensor(0).sizes == call.tensor(1).sizes && is_floating(call.tensor(1).dtype)) {
    return cross_entropy_of_probabilities(d);
  }
  check_class_shapes(call);
  const double smoothing = label_smoothing(call);
  const Classes c = read_classes(d);
  Node* log_probability = d.op("log_softmax", {d.argument(0), c.dim});
  Node* loss = negative_log_likelihood(d, c, log_probability);
  if (smoothing > 0) {
    // A share of the target is spread over all classes.
    Argument spread = log_probability;
    const Argument weight = aligned_weight(d, c.dim);
    if (!weight.is_none()) spread = d.op("mul", {spread, weight});
    spread = d.op("neg", {d.op("sum.dim", {spread, c.dim})});
    spread = d.op("masked_fill", {spread, c.ignored, 0.0});
    spread =
        d.op("div", {d.op("mul", {spread, smoothing}), extent_argument(d, d.argument(0), c.dim)});
    loss = d.op("add", {d.op("mul", {loss, 1.0 - smoothing}), spread});
  }
  return reduced_over_classes(d, c, loss);
}

constexpr OperatorRow kRows[] = {
    {"mse_loss(Tensor input, Tensor target, str reduction='mean') -> Tensor",
     "Squares of the differences.", mse_loss_rule, kFunction},
    {"l1_loss(Tensor input, Tensor target, str reduction='mean') -> Tensor",
     "Absolute values of the differences.", l1_loss_rule, kFunction},
    {"smooth_l1_loss(Tensor input, Tensor target, str reduction='mean', float beta=1.0) -> Tensor",
     "Absolute values of the differences, squares where they are below `beta`.",
     smooth_l1_loss_rule, kFunction},
    {"huber_loss(Tensor input, Tensor target, str reduction='mean', float delta=1.0) -> Tensor",
     "Half the squares of the differences, lines where they are above `delta`.", huber_loss_rule,
     kFunction},
    {"binary_cross_entropy(Tensor input, Tensor target, Tensor? weight=None, str reduction='mean') "
     "-> Tensor",
     "Cross entropy of probabilities of two classes.", binary_cross_entropy_rule, kFunction},
    {"binary_cross_entropy_with_logits(Tensor input, Tensor target, Tensor? weight=None, Tensor? "
     "pos_weight=None, str reduction='mean') -> Tensor",
     "Cross entropy of two classes, of the logits of the probabilities.", bce_with_logits_rule,
     kFunction},
    {"kl_div(Tensor input, Tensor target, str reduction='mean', *, bool log_target=False) -> "
     "Tensor",
     "Divergence of log probabilities from probabilities.", kl_div_rule, kFunction},
    {"nll_loss(Tensor input, Tensor target, Tensor? weight=None, str reduction='mean', int "
     "ignore_index=-100) -> Tensor",
     "Minus the log probabilities of the target classes.", nll_loss_rule, kFunction},
    {"cross_entropy(Tensor input, Tensor target, Tensor? weight=None, int ignore_index=-100, str "
     "reduction='mean', float label_smoothing=0.0) -> Tensor",
     "Cross entropy of the softmax of `input` with target classes or probabilities.",
     cross_entropy_rule, kFunctional},
    {"cross_entropy_loss(Tensor input, Tensor target, Tensor? weight=None, str reduction='mean', "
     "int ignore_index=-100, float label_smoothing=0.0) -> Tensor",
     "Cross entropy of the softmax of `input` with target classes or probabilities.",
     cross_entropy_rule, kFunction},

    {"cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, str "
     "reduction='mean') -> Tensor",
     "1 less the cosine for pairs of one kind, the cosine above `margin` for others.",
     cosine_embedding_loss_rule, kFunction},
    {"hinge_embedding_loss(Tensor input, Tensor target, float margin=1.0, str reduction='mean') -> "
     "Tensor",
     "Distances of pairs of one kind, what is missing to `margin` for others.",
     hinge_embedding_loss_rule, kFunction},
    {"margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, str "
     "reduction='mean') -> Tensor",
     "What the difference lacks to `margin`, with the sign of the target.",
     margin_ranking_loss_rule, kFunction},
    {"multi_margin_loss(Tensor input, Tensor target, Scalar p=1, Scalar margin=1, Tensor? "
     "weight=None, str reduction='mean') -> Tensor",
     "What the target class lacks to `margin` above the other classes.", multi_margin_loss_rule,
     kFunction},
    {"multilabel_soft_margin_loss(Tensor input, Tensor target, Tensor? weight=None, str "
     "reduction='mean') -> Tensor",
     "Mean over the classes of the cross entropy of two classes.",
     multilabel_soft_margin_loss_rule, kFunctional},
    {"poisson_nll_loss(Tensor input, Tensor target, bool log_input, bool full, float eps, str "
     "reduction='mean') -> Tensor",
     "Minus the log likelihood of counts.", poisson_nll_loss_rule, kFunction},
    {"soft_margin_loss(Tensor input, Tensor target, str reduction='mean') -> Tensor",
     "log(1 + exp(-target * input)).", soft_margin_loss_rule, kFunction},
    {"triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1.0, float "
     "p=2.0, float eps=1e-06, bool swap=False, str reduction='mean') -> Tensor",
     "What the negative lacks to be `margin` farther than the positive.",
     triplet_margin_loss_rule, kFunction},
    {"pairwise_distance(Tensor x1, Tensor x2, float p=2.0, float eps=1e-06, bool keepdim=False) -> "
     "Tensor",
     "p-norm of x1 - x2 + eps over the last dimension.", pairwise_distance_rule, kFunction},
};

}  // namespace

std::span<const OperatorRow> loss_rows() { return kRows; }

}  // namespace weft::ir
