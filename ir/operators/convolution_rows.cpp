/// \file Rows of convolution and transposed convolution.
#include <fmt/format.h>

#include <weft/ir/graph.h>
#include <weft/ir/operators/convolution.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/sliding_window.h>

namespace weft::ir {
namespace {

using Nodes = std::vector<Node*>;

// The core operators take batches and no bias: the bias is an addition after them, which is fused
// like any other epilogue.

ConvolutionShape core_shape(const Call& call, bool transposed) {
  const std::size_t spatial = call.integers(2).size();
  if (spatial == 0) {
    call.fail(diag::ValueOutOfDomain, {"`stride` is empty, which leaves no dimension"});
  }
  ConvolutionShape shape;
  shape.stride = spatial_values(call, 2, spatial, 1, 1);
  shape.padding = spatial_values(call, 3, spatial, 0, 0);
  if (transposed) shape.output_padding = spatial_values(call, 4, spatial, 0, 0);
  shape.dilation = spatial_values(call, transposed ? 5 : 4, spatial, 1, 1);
  shape.groups = call.constant_integer(transposed ? 6 : 5);
  return shape;
}

std::vector<Compute> convolution_rule(const Call& call) {
  const ConvolutionShape shape = core_shape(call, false);
  check_convolution(call, call.tensor(0), call.tensor(1), shape, false);
  return {convolution_compute(call.tensor(0), call.tensor(1), shape)};
}

std::vector<Compute> convolution_transpose_rule(const Call& call) {
  const ConvolutionShape shape = core_shape(call, true);
  check_convolution(call, call.tensor(0), call.tensor(1), shape, true);
  return {transposed_convolution_compute(call.tensor(0), call.tensor(1), shape)};
}

/// Adds a bias with one value a channel to [N, C, spatial...].
Node* add_bias(Decomposition& d, Node* value, std::size_t bias, const IntExpr& channels,
               std::size_t spatial) {
  const Call& call = d.call();
  if (!call.has(bias)) return value;
  const TensorMeta& meta = call.tensor(bias);
  if (meta.rank() != 1 || !(meta.sizes[0] == channels)) {
    call.fail(diag::ShapeMismatch, {fmt::format("`bias` needs shape [{}], got {}", channels.str(),
                                                shape_str(meta.sizes))});
  }
  std::vector<std::int64_t> to(spatial + 1, 1);
  to[0] = -1;
  return d.op("add", {value, d.op("view", {d.argument(bias), Argument::ints(to)})});
}

/// The input as a batch; a single example gets a batch dimension in front.
struct Batched {
  Node* node;
  bool added;
};

Batched as_batch(Decomposition& d, Argument input, std::size_t spatial) {
  if (d.meta(input).rank() == spatial + 1) return {d.op("unsqueeze", {input, 0}), true};
  return {input.node(), false};
}

Nodes without_batch(Decomposition& d, Node* value, bool added) {
  return {added ? d.op("squeeze.dim", {value, 0}) : value};
}

Nodes convolve(Decomposition& d, Argument input, const ConvolutionShape& shape) {
  const std::size_t spatial = shape.spatial();
  const Batched batch = as_batch(d, std::move(input), spatial);
  const TensorMeta& weight = d.call().tensor(1);
  check_convolution(d.call(), d.meta(batch.node), weight, shape, false);
  Node* value = d.op("convolution",
                     {batch.node, d.argument(1), Argument::ints(shape.stride),
                      Argument::ints(shape.padding), Argument::ints(shape.dilation), shape.groups});
  return without_batch(d, add_bias(d, value, 2, weight.sizes[0], spatial), batch.added);
}

template <std::size_t spatial>
Nodes conv_rule(Decomposition& d) {
  const Call& call = d.call();
  return convolve(d, d.argument(0),
                  {spatial_values(call, 3, spatial, 1, 1),
                   spatial_values(call, 4, spatial, 0, 0),
                   spatial_values(call, 5, spatial, 1, 1),
                   {},
                   call.constant_integer(6)});
}

/// `padding` as a word: 'valid' is none, 'same' keeps the extents at stride 1. Where 'same' needs
/// an odd number of zeros, the one more goes behind the end.
template <std::size_t spatial>
Nodes conv_padding_rule(Decomposition& d) {
  const Call& call = d.call();
  ConvolutionShape shape{spatial_values(call, 3, spatial, 1, 1),
                         std::vector<std::int64_t>(spatial, 0),
                         spatial_values(call, 5, spatial, 1, 1),
                         {},
                         call.constant_integer(6)};
  Argument input = d.argument(0);
  if (call.text(4) == "valid") return convolve(d, input, shape);
  if (call.text(4) != "same") {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("`padding` is 'same' or 'valid', got '{}'", call.text(4))});
  }
  const TensorMeta& weight = call.tensor(1);
  if (weight.rank() != spatial + 2) return convolve(d, input, shape);  // which refuses it
  std::vector<std::int64_t> behind;  // last dimension first, as constant_pad_nd takes it
  bool odd = false;
  for (std::size_t k = spatial; k-- > 0;) {
    if (shape.stride[k] != 1) {
      call.fail(diag::ValueOutOfDomain, {"padding 'same' needs stride 1"});
    }
    const IntExpr total = (weight.sizes[k + 2] - 1) * shape.dilation[k];
    if (!total.is_constant()) {
      call.fail(diag::OperatorUnsupported, {"padding 'same' with a symbolic kernel"});
    }
    shape.padding[k] = total.value() / 2;
    behind.push_back(0);
    behind.push_back(total.value() % 2);
    odd = odd || total.value() % 2 != 0;
  }
  if (odd) input = d.op("constant_pad_nd", {input, Argument::ints(behind)});
  return convolve(d, input, shape);
}

template <std::size_t spatial>
Nodes conv_transpose_rule(Decomposition& d) {
  const Call& call = d.call();
  ConvolutionShape shape;
  shape.stride = spatial_values(call, 3, spatial, 1, 1);
  shape.padding = spatial_values(call, 4, spatial, 0, 0);
  shape.output_padding = spatial_values(call, 5, spatial, 0, 0);
  shape.groups = call.constant_integer(6);
  shape.dilation = spatial_values(call, 7, spatial, 1, 1);
  const Batched batch = as_batch(d, d.argument(0), spatial);
  const TensorMeta& weight = call.tensor(1);
  check_convolution(call, d.meta(batch.node), weight, shape, true);
  Node* value =
      d.op("convolution_transpose",
           {batch.node, d.argument(1), Argument::ints(shape.stride), Argument::ints(shape.padding),
            Argument::ints(shape.output_padding), Argument::ints(shape.dilation), shape.groups});
  return without_batch(d, add_bias(d, value, 2, weight.sizes[1] * shape.groups, spatial),
                       batch.added);
}

constexpr OperatorRow kRows[] = {
    {"conv1d(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, int[1] padding=0, "
     "int[1] dilation=1, int groups=1) -> Tensor",
     "Convolution over one dimension.", conv_rule<1>, kFunction},
    {"conv1d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, str "
     "padding='valid', int[1] dilation=1, int groups=1) -> Tensor",
     "Convolution over one dimension with padding 'same' or 'valid'.", conv_padding_rule<1>,
     kFunction},
    {"conv2d(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] padding=0, "
     "int[2] dilation=1, int groups=1) -> Tensor",
     "Convolution over two dimensions.", conv_rule<2>, kFunction},
    {"conv2d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, str "
     "padding='valid', int[2] dilation=1, int groups=1) -> Tensor",
     "Convolution over two dimensions with padding 'same' or 'valid'.", conv_padding_rule<2>,
     kFunction},
    {"conv3d(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] padding=0, "
     "int[3] dilation=1, int groups=1) -> Tensor",
     "Convolution over three dimensions.", conv_rule<3>, kFunction},
    {"conv3d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, str "
     "padding='valid', int[3] dilation=1, int groups=1) -> Tensor",
     "Convolution over three dimensions with padding 'same' or 'valid'.", conv_padding_rule<3>,
     kFunction},
    {"conv_transpose1d(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, int[1] "
     "padding=0, int[1] output_padding=0, int groups=1, int[1] dilation=1) -> Tensor",
     "Transposed convolution over one dimension.", conv_transpose_rule<1>, kFunction},
    {"conv_transpose2d(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] "
     "padding=0, int[2] output_padding=0, int groups=1, int[2] dilation=1) -> Tensor",
     "Transposed convolution over two dimensions.", conv_transpose_rule<2>, kFunction},
    {"conv_transpose3d(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] "
     "padding=0, int[3] output_padding=0, int groups=1, int[3] dilation=1) -> Tensor",
     "Transposed convolution over three dimensions.", conv_transpose_rule<3>, kFunction},
    {"convolution(Tensor input, Tensor weight, int[] stride, int[] padding, int[] dilation, int "
     "groups) -> Tensor",
     "Convolution of a batch over as many dimensions as `stride` has values, without bias.",
     convolution_rule, 0},
    {"convolution_transpose(Tensor input, Tensor weight, int[] stride, int[] padding, int[] "
     "output_padding, int[] dilation, int groups) -> Tensor",
     "Transposed convolution of a batch over as many dimensions as `stride` has values, without "
     "bias.",
     convolution_transpose_rule, 0},
};

}  // namespace

std::span<const OperatorRow> convolution_rows() { return kRows; }

}  // namespace weft::ir
