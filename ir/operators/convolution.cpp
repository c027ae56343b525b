/// \file Convolution and transposed convolution as sums of products.
#include <weft/ir/operators/convolution.h>

#include <fmt/format.h>

#include <algorithm>

#include <weft/ir/operators/assumptions.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/sliding_window.h>

namespace weft::ir {
namespace {

/// A convolution under construction: variables n, c, o... and the sum over channels and kernel.
struct Skeleton {
  Compute compute;
  IntExpr batch;
  IntExpr group;             ///< which group the output channel belongs to
  IntExpr channel_in_group;  ///< its position there
  IntExpr reduced_channel;
  std::vector<IntExpr> at;      ///< o...
  std::vector<IntExpr> kernel;  ///< k...
};

Skeleton make_skeleton(DType type, const IntExpr& batch, const IntExpr& channels,
                       const std::vector<IntExpr>& spatial, std::int64_t groups,
                       const IntExpr& reduced_channels, const std::vector<IntExpr>& kernel) {
  Skeleton s;
  Compute& c = s.compute;
  c.kind = ComputeKind::kConvolution;
  c.dtype = type;
  c.sizes = {batch, channels};
  c.sizes.insert(c.sizes.end(), spatial.begin(), spatial.end());
  c.vars = index_variables(c.sizes);
  c.combine = Combine::kSum;
  c.reduce_sizes = {reduced_channels};
  c.reduce_sizes.insert(c.reduce_sizes.end(), kernel.begin(), kernel.end());
  c.reduce_vars = index_variables(c.reduce_sizes, "r");
  if (compute_type(type) != type) c.finalize = cast(accumulator(compute_type(type)), type);

  s.batch = c.vars[0];
  const IntExpr channel = c.vars[1];
  const IntExpr per_group = floor_div(channels, groups);
  // One group has no division, whatever the number of channels.
  s.group = groups == 1 ? IntExpr(0) : floor_div(channel, per_group);
  s.channel_in_group = groups == 1 ? channel : mod(channel, per_group);
  s.reduced_channel = c.reduce_vars[0];
  for (std::size_t d = 2; d < c.vars.size(); ++d) s.at.push_back(c.vars[d]);
  for (std::size_t d = 1; d < c.reduce_vars.size(); ++d) s.kernel.push_back(c.reduce_vars[d]);
  return s;
}

std::vector<IntExpr> spatial_extents(const TensorMeta& meta) {
  return {meta.sizes.begin() + 2, meta.sizes.end()};
}

std::vector<IntExpr> index_of(IntExpr first, IntExpr second, const std::vector<IntExpr>& rest) {
  std::vector<IntExpr> index = {std::move(first), std::move(second)};
  index.insert(index.end(), rest.begin(), rest.end());
  return index;
}

void set_product(Compute& compute, const ScalarExpr& a, const ScalarExpr& b) {
  const DType type = compute_type(compute.dtype);
  compute.body = cast(a, type) * cast(b, type);
}

void check_operand_ranks(const Call& call, const TensorMeta& input, const TensorMeta& weight,
                         std::size_t spatial) {
  if (input.rank() == spatial + 2 && weight.rank() == spatial + 2) return;
  call.fail(
      diag::ShapeMismatch,
      {fmt::format("expected an input of {} or {} dimensions and a weight of {}, got input {} "
                   "and weight {}",
                   spatial + 1, spatial + 2, spatial + 2, shape_str(input.sizes),
                   shape_str(weight.sizes))});
}

void check_types(const Call& call, const TensorMeta& input, const TensorMeta& weight) {
  if (is_floating(input.dtype) && input.dtype == weight.dtype) return;
  call.fail(diag::DTypeMismatch,
            {fmt::format("input and weight need one floating dtype, got {} and {}",
                         dtype_name(input.dtype), dtype_name(weight.dtype))});
}

void check_channels(const Call& call, const TensorMeta& input, const TensorMeta& weight,
                    std::int64_t groups, bool transposed) {
  if (groups < 1) {
    call.fail(diag::ValueOutOfDomain, {fmt::format("`groups` has to be positive, got {}", groups)});
  }
  const IntExpr expected = transposed ? weight.sizes[0] : weight.sizes[1] * groups;
  if (!(input.sizes[1] == expected)) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("weight {} with groups={} expects {} input channels, got {} in input {}",
                           shape_str(weight.sizes), groups, expected.str(), input.sizes[1].str(),
                           shape_str(input.sizes))});
  }
  if (!mod(weight.sizes[0], groups).is(0)) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("weight {} cannot be divided into {} groups along dimension 0",
                           shape_str(weight.sizes), groups)});
  }
}

IntExpr transposed_extent(const IntExpr& extent, const SlidingWindow& window,
                          std::int64_t output_padding) {
  return (extent - 1) * window.stride - 2 * window.padding + window.reach() + output_padding;
}

SlidingWindow window_of(const TensorMeta& weight, const ConvolutionShape& shape, std::size_t d) {
  return {weight.sizes[d + 2], shape.stride[d], shape.padding[d], shape.dilation[d]};
}

/// Kernel position and input element of one spatial dimension of a transposed convolution.
struct Tap {
  IntExpr kernel_size;  ///< extent of the reduction variable
  IntExpr kernel;       ///< position in the kernel
  IntExpr input;        ///< position in the input
  bool must_divide = false;
  IntExpr dividend;  ///< has to be divisible by the stride where `must_divide`
};

/// An output position o meets kernel position k at the input element (o + padding - k * dilation) /
/// stride, where that is whole. Without dilation the positions that divide are every stride-th one.
Tap tap_of(const SlidingWindow& window, const IntExpr& o, const IntExpr& r) {
  Tap tap;
  const IntExpr base = o + window.padding;
  if (window.dilation == 1) {
    tap.kernel_size = ceil_div(window.kernel, window.stride);
    tap.kernel = mod(base, window.stride) + window.stride * r;
    tap.input = floor_div(base, window.stride) - r;
    return tap;
  }
  tap.kernel_size = window.kernel;
  tap.kernel = r;
  tap.dividend = base - r * window.dilation;
  tap.must_divide = window.stride > 1;
  tap.input = floor_div(tap.dividend, window.stride);
  return tap;
}

}  // namespace

void check_convolution(const Call& call, const TensorMeta& input, const TensorMeta& weight,
                       const ConvolutionShape& shape, bool transposed) {
  check_operand_ranks(call, input, weight, shape.spatial());
  check_types(call, input, weight);
  check_channels(call, input, weight, shape.groups, transposed);
  for (std::size_t d = 0; d < shape.spatial(); ++d) {
    const SlidingWindow window = window_of(weight, shape, d);
    const IntExpr& extent = input.sizes[d + 2];
    if (window.kernel.is(0)) {
      call.fail(diag::ShapeMismatch,
                {fmt::format("the kernel of weight {} is empty", shape_str(weight.sizes))});
    }
    if (transposed) {
      if (shape.output_padding[d] >= std::max(window.stride, window.dilation)) {
        call.fail(diag::ValueOutOfDomain,
                  {fmt::format("output padding {} has to be smaller than stride {} or dilation {}",
                               shape.output_padding[d], window.stride, window.dilation)});
      }
      const IntExpr result = transposed_extent(extent, window, shape.output_padding[d]);
      assume(result - 1);
      if (result.bounds().second >= 1) continue;
      call.fail(diag::ShapeMismatch,
                {fmt::format("the result has extent {} in dimension {}", result.str(), d + 2)});
    }
    assume(extent + 2 * window.padding - window.reach());
    if ((extent + 2 * window.padding - window.reach()).bounds().second >= 0) continue;
    call.fail(
        diag::ShapeMismatch,
        {fmt::format("the kernel reaches over {} elements in dimension {}, the padded input {} "
                     "has {}",
                     window.reach().str(), d + 2, shape_str(input.sizes),
                     (extent + 2 * window.padding).str())});
  }
}

Compute convolution_compute(const TensorMeta& input, const TensorMeta& weight,
                            const ConvolutionShape& shape) {
  std::vector<IntExpr> spatial;
  for (std::size_t d = 0; d < shape.spatial(); ++d) {
    spatial.push_back(window_count(input.sizes[d + 2], window_of(weight, shape, d)));
  }
  Skeleton s = make_skeleton(input.dtype, input.sizes[0], weight.sizes[0], spatial, shape.groups,
                             weight.sizes[1], spatial_extents(weight));
  IndexCondition inside;
  std::vector<IntExpr> positions;
  for (std::size_t d = 0; d < shape.spatial(); ++d) {
    const SlidingWindow window = window_of(weight, shape, d);
    positions.push_back(window.position(s.at[d], s.kernel[d]));
    require_within(inside, window, positions.back(), input.sizes[d + 2]);
  }
  const IntExpr channel = s.group * weight.sizes[1] + s.reduced_channel;
  const ScalarExpr x = load_where(inside, input.dtype, 0, index_of(s.batch, channel, positions),
                                  zero_of(input.dtype));
  const ScalarExpr w =
      load(weight.dtype, 1, index_of(s.compute.vars[1], s.reduced_channel, s.kernel));
  set_product(s.compute, x, w);
  return std::move(s.compute);
}

Compute transposed_convolution_compute(const TensorMeta& input, const TensorMeta& weight,
                                       const ConvolutionShape& shape) {
  std::vector<IntExpr> spatial;
  std::vector<IntExpr> kernel;
  for (std::size_t d = 0; d < shape.spatial(); ++d) {
    const SlidingWindow window = window_of(weight, shape, d);
    spatial.push_back(transposed_extent(input.sizes[d + 2], window, shape.output_padding[d]));
    kernel.push_back(tap_of(window, 0, 0).kernel_size);
  }
  const IntExpr reduced = floor_div(weight.sizes[0], shape.groups);
  Skeleton s = make_skeleton(input.dtype, input.sizes[0], weight.sizes[1] * shape.groups, spatial,
                             shape.groups, reduced, kernel);
  IndexCondition within_kernel;
  IndexCondition within_input;
  std::vector<IntExpr> positions;
  std::vector<IntExpr> taps;
  for (std::size_t d = 0; d < shape.spatial(); ++d) {
    const SlidingWindow window = window_of(weight, shape, d);
    const Tap tap = tap_of(window, s.at[d], s.kernel[d]);
    within_kernel.below(tap.kernel, window.kernel);
    if (tap.must_divide) within_input.divides(window.stride, tap.dividend);
    within_input.within(tap.input, input.sizes[d + 2]);
    positions.push_back(tap.input);
    taps.push_back(tap.kernel);
  }
  const IntExpr channel = s.group * reduced + s.reduced_channel;
  const ScalarExpr zero = zero_of(input.dtype);
  const ScalarExpr x =
      load_where(within_input, input.dtype, 0, index_of(s.batch, channel, positions), zero);
  const ScalarExpr w =
      load_where(within_kernel, weight.dtype, 1, index_of(channel, s.channel_in_group, taps), zero);
  set_product(s.compute, x, w);
  return std::move(s.compute);
}

}  // namespace weft::ir
