/// \file Rows of pooling.
#include <fmt/format.h>

#include <weft/ir/operators/assumptions.h>
#include <weft/ir/graph.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/pooling.h>

namespace weft::ir {
namespace {

using Computes = std::vector<Compute>;
using Nodes = std::vector<Node*>;

void check_input(const Call& call, std::size_t pooled) {
  const TensorMeta& input = call.tensor(0);
  if (input.rank() != pooled + 1 && input.rank() != pooled + 2) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("expected an input of {} or {} dimensions, got shape {}", pooled + 1,
                           pooled + 2, shape_str(input.sizes))});
  }
}

/// Windows from kernel_size, stride, padding (positions 1, 2, 3), checked against the input.
PoolingShape pooling_shape(const Call& call, std::size_t pooled,
                           const std::vector<std::int64_t>& dilation, bool ceil_mode) {
  check_input(call, pooled);
  PoolingShape shape;
  shape.ceil_mode = ceil_mode;
  const auto kernel = spatial_values(call, 1, pooled, 1, 1);
  auto stride = kernel;
  if (call.has(2) && !call.integers(2).empty()) stride = spatial_values(call, 2, pooled, 1, 1);
  const auto padding = spatial_values(call, 3, pooled, 0, 0);
  for (std::size_t d = 0; d < pooled; ++d) {
    if (padding[d] > kernel[d] / 2) {
      call.fail(
          diag::ValueOutOfDomain,
          {fmt::format("padding {} is more than half of the kernel {}", padding[d], kernel[d])});
    }
    const SlidingWindow window{kernel[d], stride[d], padding[d], dilation[d]};
    const IntExpr& extent = call.tensor(0).sizes[call.tensor(0).rank() - pooled + d];
    assume(window_count(extent, window, ceil_mode) - 1);
    if (window_count(extent, window, ceil_mode).bounds().second < 1) {
      call.fail(diag::ShapeMismatch,
                {fmt::format("a window over {} elements does not fit into the padded extent {} of "
                             "input {}",
                             window.reach().str(), (extent + 2 * padding[d]).str(),
                             shape_str(call.tensor(0).sizes))});
    }
    shape.windows.push_back(window);
  }
  return shape;
}

// max_poolNd(input, kernel_size, stride, padding, dilation, ceil_mode)

template <std::size_t pooled>
PoolingShape max_pool_shape(const Call& call) {
  return pooling_shape(call, pooled, spatial_values(call, 4, pooled, 1, 1), call.boolean(5));
}

template <std::size_t pooled>
Computes max_pool_rule(const Call& call) {
  return {max_pool_compute(call.tensor(0), max_pool_shape<pooled>(call))};
}

template <std::size_t pooled>
Computes max_pool_indices_rule(const Call& call) {
  const PoolingShape shape = max_pool_shape<pooled>(call);
  return {max_pool_compute(call.tensor(0), shape), max_pool_index_compute(call.tensor(0), shape)};
}

// avg_poolNd(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)

template <std::size_t pooled>
Computes avg_pool_rule(const Call& call) {
  require_floating(call, 0);
  const PoolingShape shape =
      pooling_shape(call, pooled, std::vector<std::int64_t>(pooled, 1), call.boolean(4));
  std::optional<std::int64_t> divisor;
  if (call.size() > 6 && call.has(6)) divisor = call.constant_integer(6);
  if (divisor == 0) call.fail(diag::ValueOutOfDomain, {"`divisor_override` is 0"});
  return {avg_pool_compute(call.tensor(0), shape, call.boolean(5), divisor)};
}

// adaptive_*_poolNd(input, output_size)

template <std::size_t pooled>
std::vector<IntExpr> adaptive_output(const Call& call) {
  check_input(call, pooled);
  std::vector<IntExpr> output = call.integers(1);
  if (output.size() == 1) output.assign(pooled, output[0]);
  if (output.size() != pooled) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("`output_size` needs {} values, got {}", pooled, output.size())});
  }
  for (const IntExpr& n : output) {
    if (n.bounds().second >= 0) continue;
    call.fail(diag::ValueOutOfDomain, {fmt::format("negative output size {}", n.str())});
  }
  for (std::size_t d = call.tensor(0).rank() - pooled; d < call.tensor(0).rank(); ++d) {
    assume(call.tensor(0).sizes[d] - 1);
    if (!call.tensor(0).sizes[d].is(0)) continue;
    call.fail(diag::ShapeMismatch,
              {fmt::format("nothing to pool in shape {}", shape_str(call.tensor(0).sizes))});
  }
  return output;
}

template <std::size_t pooled>
Computes adaptive_avg_rule(const Call& call) {
  require_floating(call, 0);
  return {adaptive_avg_compute(call.tensor(0), adaptive_output<pooled>(call))};
}

template <std::size_t pooled>
Computes adaptive_max_rule(const Call& call) {
  return {adaptive_max_compute(call.tensor(0), adaptive_output<pooled>(call))};
}

template <std::size_t pooled>
Computes adaptive_max_indices_rule(const Call& call) {
  const std::vector<IntExpr> output = adaptive_output<pooled>(call);
  return {adaptive_max_compute(call.tensor(0), output),
          adaptive_max_index_compute(call.tensor(0), output)};
}

// max_unpoolNd(input, indices, output_size)

/// The inverse of max_poolNd_with_indices: elements go back to their positions in a plane of zeros.
template <std::int64_t pooled>
Nodes max_unpool_rule(Decomposition& d) {
  const Call& call = d.call();
  check_input(call, pooled);
  if (call.tensor(1).sizes != call.tensor(0).sizes || call.tensor(1).dtype != DType::kInt64) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("`indices` has to be int64 in the shape {}, got {}",
                           shape_str(call.tensor(0).sizes), call.tensor(1).str())});
  }
  const auto output = spatial_values(call, 2, pooled, 0, 0);
  std::int64_t places = 1;
  for (const std::int64_t n : output) places *= n;
  Node* values = d.op("flatten", {d.argument(0), -pooled});
  Node* positions = d.op("flatten", {d.argument(1), -pooled});
  Node* channel = d.op("zeros_like", {d.op("slice", {values, -1, 0, 1})});
  Node* plane = d.op("constant_pad_nd", {channel, Argument::ints({0, places - 1})});
  Node* filled = d.op("scatter.src", {plane, -1, positions, values});
  return {d.op("unflatten", {filled, -1, Argument::ints(output)})};
}

// lp_poolNd(input, norm_type, kernel_size, stride, ceil_mode)

/// (sum of x^p over the window)^(1/p).
template <std::size_t pooled>
Nodes lp_pool_rule(Decomposition& d) {
  const Call& call = d.call();
  require_floating(call, 0);
  const double p = call.floating(1);
  std::int64_t elements = 1;
  for (const std::int64_t k : spatial_values(call, 2, pooled, 1, 1)) elements *= k;
  const char* average = pooled == 1 ? "avg_pool1d" : "avg_pool2d";
  Node* powers = d.op("pow", {d.argument(0), p});
  Node* mean =
      d.op(average, {powers, d.argument(2), d.argument(3)}, {{"ceil_mode", d.argument(4)}});
  return {d.op("pow", {d.op("mul", {mean, elements}), 1.0 / p})};
}

constexpr OperatorRow kRows[] = {
    {"max_pool1d(Tensor input, int[1] kernel_size, int[1] stride=[], int[1] padding=0, int[1] "
     "dilation=1, bool ceil_mode=False) -> Tensor",
     "Largest element of every window over the last dimension.", max_pool_rule<1>, kFunction},
    {"max_pool2d(Tensor input, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] "
     "dilation=1, bool ceil_mode=False) -> Tensor",
     "Largest element of every window over the last two dimensions.", max_pool_rule<2>, kFunction},
    {"max_pool3d(Tensor input, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] "
     "dilation=1, bool ceil_mode=False) -> Tensor",
     "Largest element of every window over the last three dimensions.", max_pool_rule<3>,
     kFunction},
    {"max_pool1d_with_indices(Tensor input, int[1] kernel_size, int[1] stride=[], int[1] "
     "padding=0, "
     "int[1] dilation=1, bool ceil_mode=False) -> (Tensor values, Tensor indices)",
     "Largest element of every window and its position.", max_pool_indices_rule<1>, kFunction},
    {"max_pool2d_with_indices(Tensor input, int[2] kernel_size, int[2] stride=[], int[2] "
     "padding=0, "
     "int[2] dilation=1, bool ceil_mode=False) -> (Tensor values, Tensor indices)",
     "Largest element of every window and its position in the plane.", max_pool_indices_rule<2>,
     kFunction},
    {"max_pool3d_with_indices(Tensor input, int[3] kernel_size, int[3] stride=[], int[3] "
     "padding=0, "
     "int[3] dilation=1, bool ceil_mode=False) -> (Tensor values, Tensor indices)",
     "Largest element of every window and its position in the volume.", max_pool_indices_rule<3>,
     kFunction},
    {"avg_pool1d(Tensor input, int[1] kernel_size, int[1] stride=[], int[1] padding=0, bool "
     "ceil_mode=False, bool count_include_pad=True) -> Tensor",
     "Mean of every window over the last dimension.", avg_pool_rule<1>, kFunction},
    {"avg_pool2d(Tensor input, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool "
     "ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor",
     "Mean of every window over the last two dimensions.", avg_pool_rule<2>, kFunction},
    {"avg_pool3d(Tensor input, int[3] kernel_size, int[3] stride=[], int[3] padding=0, bool "
     "ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor",
     "Mean of every window over the last three dimensions.", avg_pool_rule<3>, kFunction},
    {"adaptive_avg_pool1d(Tensor input, int[1] output_size) -> Tensor",
     "Mean over as many windows of the last dimension as are asked for.", adaptive_avg_rule<1>,
     kFunction},
    {"adaptive_avg_pool2d(Tensor input, int[2] output_size) -> Tensor",
     "Mean over as many windows of the last two dimensions as are asked for.", adaptive_avg_rule<2>,
     kFunction},
    {"adaptive_avg_pool3d(Tensor input, int[3] output_size) -> Tensor",
     "Mean over as many windows of the last three dimensions as are asked for.",
     adaptive_avg_rule<3>, kFunction},
    {"adaptive_max_pool1d(Tensor input, int[1] output_size) -> Tensor",
     "Largest element of as many windows of the last dimension as are asked for.",
     adaptive_max_rule<1>, kFunctional},
    {"adaptive_max_pool2d(Tensor input, int[2] output_size) -> Tensor",
     "Largest element of as many windows of the last two dimensions as are asked for.",
     adaptive_max_rule<2>, kFunctional},
    {"adaptive_max_pool3d(Tensor input, int[3] output_size) -> Tensor",
     "Largest element of as many windows of the last three dimensions as are asked for.",
     adaptive_max_rule<3>, kFunctional},
    {"adaptive_max_pool1d_with_indices(Tensor input, int[1] output_size) -> (Tensor values, Tensor "
     "indices)",
     "Largest element of every adaptive window and its position.", adaptive_max_indices_rule<1>,
     kFunction},
    {"adaptive_max_pool2d_with_indices(Tensor input, int[2] output_size) -> (Tensor values, Tensor "
     "indices)",
     "Largest element of every adaptive window and its position in the plane.",
     adaptive_max_indices_rule<2>, kFunction},
    {"adaptive_max_pool3d_with_indices(Tensor input, int[3] output_size) -> (Tensor values, Tensor "
     "indices)",
     "Largest element of every adaptive window and its position in the volume.",
     adaptive_max_indices_rule<3>, kFunction},
    {"max_unpool1d(Tensor input, Tensor indices, int[1] output_size) -> Tensor",
     "Elements put back to their positions in rows of zeros.", max_unpool_rule<1>, 0},
    {"max_unpool2d(Tensor input, Tensor indices, int[2] output_size) -> Tensor",
     "Elements put back to their positions in planes of zeros.", max_unpool_rule<2>, kFunction},
    {"max_unpool3d(Tensor input, Tensor indices, int[3] output_size) -> Tensor",
     "Elements put back to their positions in volumes of zeros.", max_unpool_rule<3>, 0},
    {"lp_pool1d(Tensor input, float norm_type, int[1] kernel_size, int[1] stride=[], bool "
     "ceil_mode=False) -> Tensor",
     "Power mean without the division of every window over the last dimension.", lp_pool_rule<1>,
     kFunctional},
    {"lp_pool2d(Tensor input, float norm_type, int[2] kernel_size, int[2] stride=[], bool "
     "ceil_mode=False) -> Tensor",
     "Power mean without the division of every window over the last two dimensions.",
     lp_pool_rule<2>, kFunctional},
};

}  // namespace

std::span<const OperatorRow> pooling_rows() { return kRows; }

}  // namespace weft::ir
