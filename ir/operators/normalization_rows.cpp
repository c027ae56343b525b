/// \file Rows of normalization: decompositions into means, products and sums.
#include <fmt/format.h>

#include <limits>

#include <weft/ir/graph.h>
#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir {
namespace {

using Nodes = std::vector<Node*>;

std::vector<std::int64_t> dimensions_from(std::size_t first, std::size_t rank) {
  std::vector<std::int64_t> dims;
  for (std::size_t d = first; d < rank; ++d) dims.push_back(static_cast<std::int64_t>(d));
  return dims;
}

/// The half types are normalised in float32, as one operator: the result is rounded once.
Node* widened(Decomposition& d, const Argument& x) {
  if (!is_half(d.meta(x).dtype)) return x.node();
  return d.op("to.dtype", {x, DType::kFloat32});
}

Node* narrowed(Decomposition& d, Node* value, DType type) {
  return d.meta(value).dtype == type ? value : d.op("to.dtype", {value, type});
}

Node* mean_over(Decomposition& d, Node* x, const std::vector<std::int64_t>& dims) {
  return d.op("mean.dim", {x, Argument::ints(dims), true});
}

/// (x - mean) / sqrt(variance + eps) with both taken over `dims`. The squares are those of the
/// differences, which loses nothing where the mean is large.
Node* standardised(Decomposition& d, Node* x, const std::vector<std::int64_t>& dims, double eps) {
  Node* centred = d.op("sub", {x, mean_over(d, x, dims)});
  Node* variance = mean_over(d, d.op("mul", {centred, centred}), dims);
  return d.op("mul", {centred, d.op("rsqrt", {d.op("add", {variance, eps})})});
}

/// weight * value + bias for parameters that broadcast already, or are None.
Node* scaled(Decomposition& d, Node* value, const Argument& weight, const Argument& bias) {
  if (!weight.is_none()) value = d.op("mul", {value, weight});
  if (!bias.is_none()) value = d.op("add", {value, bias});
  return value;
}

/// A parameter with one value a channel, in the shape that broadcasts with [N, C, ...] of `rank`.
Argument per_channel(Decomposition& d, std::size_t i, const IntExpr& channels, std::size_t rank) {
  const Call& call = d.call();
  if (!call.has(i)) return {};
  const TensorMeta& meta = call.tensor(i);
  if (meta.rank() != 1 || !(meta.sizes[0] == channels)) {
    call.fail(
        diag::ShapeMismatch,
        {fmt::format("`{}` needs one value for each of {} channels, got shape {}",
                     call.op().schema.parameters[i].name, channels.str(), shape_str(meta.sizes))});
  }
  Argument value = widened(d, d.argument(i));
  if (rank <= 2) return value;
  std::vector<std::int64_t> to(rank - 1, 1);
  to[0] = -1;
  return d.op("view", {value, Argument::ints(to)});
}

void require_channels(const Call& call, std::size_t least_rank) {
  require_floating(call, 0);
  const TensorMeta& input = call.tensor(0);
  if (input.rank() >= least_rank) return;
  call.fail(diag::ShapeMismatch, {fmt::format("expected at least {} dimensions, got shape {}",
                                              least_rank, shape_str(input.sizes))});
}

/// x * alpha + beta with alpha = weight / sqrt(var + eps) and beta = bias - mean * alpha, which is
/// how PyTorch computes it, and which leaves nothing but constants besides x.
Node* with_statistics(Decomposition& d, const Argument& mean, const Argument& variance,
                      const Argument& weight, const Argument& bias, double eps) {
  const DType type = d.meta(d.argument(0)).dtype;
  Node* alpha = d.op("rsqrt", {d.op("add", {variance, eps})});
  if (!weight.is_none()) alpha = d.op("mul", {alpha, weight});
  Node* offset = d.op("mul", {mean, alpha});
  Node* beta = bias.is_none() ? d.op("neg", {offset}) : d.op("sub", {bias, offset});
  Node* product = d.op("mul", {widened(d, d.argument(0)), alpha});
  return narrowed(d, d.op("add", {product, beta}), type);
}

// batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)

Nodes batch_norm_rule(Decomposition& d) {
  const Call& call = d.call();
  require_channels(call, 2);
  if (call.boolean(5)) {
    call.fail(diag::OperatorUnsupported, {"training mode, which updates running statistics,"});
  }
  if (!call.has(3) || !call.has(4)) {
    call.fail(diag::ValueOutOfDomain, {"evaluation needs `running_mean` and `running_var`"});
  }
  const TensorMeta& input = call.tensor(0);
  const auto channel = [&](std::size_t i) {
    return per_channel(d, i, input.sizes[1], input.rank());
  };
  const Argument mean = channel(3);
  const Argument variance = channel(4);
  const Argument weight = channel(1);
  const Argument bias = channel(2);
  return {with_statistics(d, mean, variance, weight, bias, call.floating(7))};
}

// instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps)

Nodes instance_norm_rule(Decomposition& d) {
  const Call& call = d.call();
  require_channels(call, 3);
  const TensorMeta& input = call.tensor(0);
  const auto channel = [&](std::size_t i) {
    return per_channel(d, i, input.sizes[1], input.rank());
  };
  if (!call.boolean(5)) {
    if (!call.has(3) || !call.has(4)) {
      call.fail(diag::ValueOutOfDomain, {"without input statistics, `running_mean` and "
                                         "`running_var` are needed"});
    }
    const Argument mean = channel(3);
    const Argument variance = channel(4);
    const Argument weight = channel(1);
    const Argument bias = channel(2);
    return {with_statistics(d, mean, variance, weight, bias, call.floating(7))};
  }
  if (call.has(3) || call.has(4)) {
    call.fail(diag::OperatorUnsupported, {"updating running statistics"});
  }
  Node* value = standardised(d, widened(d, d.argument(0)), dimensions_from(2, input.rank()),
                             call.floating(7));
  const Argument weight = channel(1);
  const Argument bias = channel(2);
  return {narrowed(d, scaled(d, value, weight, bias), input.dtype)};
}

// layer_norm(input, normalized_shape, weight, bias, eps)

/// The first of the dimensions that `normalized_shape` (position 1) names.
std::size_t first_normalised(const Call& call) {
  const std::vector<IntExpr> shape = call.integers(1);
  const std::vector<IntExpr>& sizes = call.tensor(0).sizes;
  const bool fits = !shape.empty() && shape.size() <= sizes.size() &&
                    std::vector<IntExpr>(sizes.end() - static_cast<std::ptrdiff_t>(shape.size()),
                                         sizes.end()) == shape;
  if (!fits) {
    call.fail(diag::ShapeMismatch, {fmt::format("normalized_shape {} does not end shape {}",
                                                shape_str(shape), shape_str(sizes))});
  }
  return sizes.size() - shape.size();
}

Argument normalised_parameter(Decomposition& d, std::size_t i) {
  const Call& call = d.call();
  if (!call.has(i)) return {};
  if (call.tensor(i).sizes != call.integers(1)) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("`{}` needs shape {}, got {}", call.op().schema.parameters[i].name,
                           shape_str(call.integers(1)), shape_str(call.tensor(i).sizes))});
  }
  return widened(d, d.argument(i));
}

Nodes layer_norm_rule(Decomposition& d) {
  const Call& call = d.call();
  require_floating(call, 0);
  const TensorMeta& input = call.tensor(0);
  const auto dims = dimensions_from(first_normalised(call), input.rank());
  Node* value = standardised(d, widened(d, d.argument(0)), dims, call.floating(4));
  const Argument weight = normalised_parameter(d, 2);
  const Argument bias = normalised_parameter(d, 3);
  return {narrowed(d, scaled(d, value, weight, bias), input.dtype)};
}

// rms_norm(input, normalized_shape, weight, eps)

Nodes rms_norm_rule(Decomposition& d) {
  const Call& call = d.call();
  require_floating(call, 0);
  const TensorMeta& input = call.tensor(0);
  const auto dims = dimensions_from(first_normalised(call), input.rank());
  double eps = input.dtype == DType::kFloat64 ? std::numeric_limits<double>::epsilon()
                                              : double{std::numeric_limits<float>::epsilon()};
  if (call.has(3)) eps = call.floating(3);
  Node* x = widened(d, d.argument(0));
  Node* mean = mean_over(d, d.op("mul", {x, x}), dims);
  Node* value = d.op("mul", {x, d.op("rsqrt", {d.op("add", {mean, eps})})});
  return {narrowed(d, scaled(d, value, normalised_parameter(d, 2), {}), input.dtype)};
}

// group_norm(input, num_groups, weight, bias, eps)

Nodes group_norm_rule(Decomposition& d) {
  const Call& call = d.call();
  require_channels(call, 2);
  const TensorMeta& input = call.tensor(0);
  const std::int64_t groups = call.constant_integer(1);
  if (groups < 1 || !mod(input.sizes[1], groups).is(0)) {
    call.fail(diag::ShapeMismatch, {fmt::format("{} channels cannot be divided into {} groups",
                                                input.sizes[1].str(), groups)});
  }
  const std::int64_t channels[] = {groups, -1};
  Node* grouped = d.op("unflatten", {widened(d, d.argument(0)), 1,
                                     Argument::ints({std::begin(channels), std::end(channels)})});
  Node* value = standardised(d, grouped, dimensions_from(2, input.rank() + 1), call.floating(4));
  value = d.op("flatten", {value, 1, 2});
  const Argument weight = per_channel(d, 2, input.sizes[1], input.rank());
  const Argument bias = per_channel(d, 3, input.sizes[1], input.rank());
  return {narrowed(d, scaled(d, value, weight, bias), input.dtype)};
}

// local_response_norm(input, size, alpha, beta, k)

/// input / (k + alpha * mean of the squares over `size` neighbouring channels)^beta; channels
/// beyond the ends count as 0.
Nodes local_response_norm_rule(Decomposition& d) {
  const Call& call = d.call();
  require_channels(call, 3);
  const TensorMeta& input = call.tensor(0);
  const std::int64_t size = call.constant_integer(1);
  if (size < 1) {
    call.fail(diag::ValueOutOfDomain, {fmt::format("`size` has to be positive, got {}", size)});
  }
  Node* x = widened(d, d.argument(0));
  std::vector<std::int64_t> pad(2 * (input.rank() - 1), 0);
  pad[pad.size() - 2] = size / 2;
  pad[pad.size() - 1] = (size - 1) / 2;
  Node* squares = d.op("constant_pad_nd", {d.op("mul", {x, x}), Argument::ints(pad)});
  Node* mean = d.op("mean.dim", {d.op("unfold", {squares, 1, size, 1}), Argument::ints({-1})});
  Node* base = d.op("add", {d.op("mul", {mean, d.argument(2)}), d.argument(4)});
  Node* value = d.op("div", {x, d.op("pow", {base, d.argument(3)})});
  return {narrowed(d, value, input.dtype)};
}

// normalize(input, p, dim, eps)

Nodes normalize_rule(Decomposition& d) {
  require_floating(d.call(), 0);
  Node* norm = d.op("norm.ScalarOpt_dim", {d.argument(0), d.argument(1), d.argument(2), true});
  return {d.op("div", {d.argument(0), d.op("clamp_min", {norm, d.argument(3)})})};
}

// cosine_similarity(x1, x2, dim, eps)

/// Each operand is divided by its norm first, so that the result stays within [-1, 1].
Nodes cosine_similarity_rule(Decomposition& d) {
  const Call& call = d.call();
  require_floating(call, 0);
  require_floating(call, 1);
  // An extent of 1 counts in the norm as often as it is repeated, so both are broadcast first; the
  // product is there for its shape only.
  Node* shape = nullptr;
  if (call.tensor(0).sizes != call.tensor(1).sizes) {
    shape = d.op("mul", {d.argument(0), d.argument(1)});
  }
  const auto unit = [&](std::size_t i) {
    Argument x = d.argument(i);
    if (shape != nullptr) x = d.op("expand_as", {x, shape});
    Node* squares = d.op("sum.dim", {d.op("mul", {x, x}), d.argument(2), true});
    return d.op("div", {x, d.op("clamp_min", {d.op("sqrt", {squares}), d.argument(3)})});
  };
  Node* a = unit(0);
  Node* b = unit(1);
  return {d.op("sum.dim", {d.op("mul", {a, b}), d.argument(2)})};
}

constexpr OperatorRow kRows[] = {
    {"batch_norm(Tensor input, Tensor? weight=None, Tensor? bias=None, Tensor? running_mean=None, "
     "Tensor? running_var=None, bool training=False, float momentum=0.1, float eps=1e-05, bool "
     "cudnn_enabled=True) -> Tensor",
     "Normalised per channel with running statistics.", batch_norm_rule, kFunction},
    {"instance_norm(Tensor input, Tensor? weight=None, Tensor? bias=None, Tensor? "
     "running_mean=None, Tensor? running_var=None, bool use_input_stats=True, float momentum=0.1, "
     "float eps=1e-05, bool cudnn_enabled=True) -> Tensor",
     "Normalised per example and channel.", instance_norm_rule, kFunction},
    {"layer_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, Tensor? bias=None, "
     "float eps=1e-05, bool cudnn_enable=True) -> Tensor",
     "Normalised over the last dimensions.", layer_norm_rule, kFunction},
    {"rms_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, float? eps=None) -> "
     "Tensor",
     "Divided by the root mean square over the last dimensions.", rms_norm_rule, kFunction},
    {"group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float "
     "eps=1e-05, bool cudnn_enabled=True) -> Tensor",
     "Normalised per example and group of channels.", group_norm_rule, kFunction},
    {"local_response_norm(Tensor input, int size, float alpha=0.0001, float beta=0.75, float "
     "k=1.0) "
     "-> Tensor",
     "Divided by a power of the mean square of neighbouring channels.", local_response_norm_rule,
     kFunctional},
    {"normalize(Tensor input, float p=2.0, int dim=1, float eps=1e-12) -> Tensor",
     "Divided by the p-norm along a dimension.", normalize_rule, kFunctional},
    {"cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor",
     "Cosine of the angle between vectors along a dimension.", cosine_similarity_rule, kFunction},
};

}  // namespace

std::span<const OperatorRow> normalization_rows() { return kRows; }

}  // namespace weft::ir
