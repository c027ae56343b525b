/// \file Pooling as tensor expressions.
#include <weft/ir/operators/pooling.h>

#include <algorithm>

#include <weft/ir/operators/reshape.h>

namespace weft::ir {
namespace {

/// What a pooling needs of its windows, whatever their kind. The vectors have one entry a pooled
/// dimension.
struct Windows {
  Compute compute;                 ///< sizes, variables and reduction filled in
  std::vector<IntExpr> index;      ///< of the element, one per dimension of the input
  std::vector<IntExpr> positions;  ///< its position in the pooled dimensions
  std::vector<IntExpr> extents;    ///< of the pooled dimensions
  std::vector<IntExpr> first;      ///< the first position of the window that is no padding
  IndexCondition inside;           ///< the element belongs to the window and is no padding
};

std::size_t leading(const TensorMeta& input, std::size_t pooled) { return input.rank() - pooled; }

/// Sizes and variables for windows with at most `kernel` elements and `counts` windows.
Windows make_windows(const TensorMeta& input, const std::vector<IntExpr>& counts,
                     const std::vector<IntExpr>& kernel) {
  Windows w;
  const auto lead = static_cast<std::ptrdiff_t>(leading(input, counts.size()));
  w.extents.assign(input.sizes.begin() + lead, input.sizes.end());
  Compute& c = w.compute;
  c.kind = ComputeKind::kPooling;
  c.dtype = input.dtype;
  c.sizes.assign(input.sizes.begin(), input.sizes.begin() + lead);
  c.sizes.insert(c.sizes.end(), counts.begin(), counts.end());
  c.vars = index_variables(c.sizes);
  c.reduce_sizes = kernel;
  c.reduce_vars = index_variables(kernel, "r");
  w.index.assign(c.vars.begin(), c.vars.begin() + lead);
  return w;
}

void add_position(Windows& w, const IntExpr& position) {
  w.positions.push_back(position);
  w.index.push_back(position);
}

IntExpr output_index(const Windows& w, std::size_t d) {
  return w.compute.vars[w.compute.vars.size() - w.extents.size() + d];
}

Windows sliding_windows(const TensorMeta& input, const PoolingShape& shape) {
  std::vector<IntExpr> counts;
  std::vector<IntExpr> kernel;
  for (std::size_t d = 0; d < shape.windows.size(); ++d) {
    const IntExpr& extent = input.sizes[leading(input, shape.windows.size()) + d];
    counts.push_back(window_count(extent, shape.windows[d], shape.ceil_mode));
    kernel.push_back(shape.windows[d].kernel);
  }
  Windows w = make_windows(input, counts, kernel);
  for (std::size_t d = 0; d < shape.windows.size(); ++d) {
    const SlidingWindow& window = shape.windows[d];
    const IntExpr o = output_index(w, d);
    add_position(w, window.position(o, w.compute.reduce_vars[d]));
    require_within(w.inside, window, w.positions[d], w.extents[d], shape.ceil_mode);
    const IntExpr start = window.position(o, 0);
    w.first.push_back(start + window.dilation * ceil_div(max(0, 0 - start), window.dilation));
  }
  return w;
}

/// Start and end of the adaptive window `o` of `count`.
struct AdaptiveWindow {
  IntExpr start;
  IntExpr end;
};

AdaptiveWindow adaptive_window(const IntExpr& o, const IntExpr& count, const IntExpr& extent) {
  return {floor_div(o * extent, count), ceil_div((o + 1) * extent, count)};
}

/// Length of the longest window.
IntExpr longest_window(const IntExpr& count, const IntExpr& extent) {
  if (const auto exact = exact_quotient(extent, count)) return *exact;
  if (!count.is_constant() || !extent.is_constant()) return floor_div(extent, count) + 2;
  IntExpr longest = 0;
  for (std::int64_t o = 0; o < count.value(); ++o) {
    const AdaptiveWindow window = adaptive_window(o, count, extent);
    longest = max(longest, window.end - window.start);
  }
  return longest;
}

struct AdaptiveWindows : Windows {
  IntExpr count = 1;  ///< number of elements of the window
};

AdaptiveWindows adaptive_windows(const TensorMeta& input, const std::vector<IntExpr>& output) {
  std::vector<IntExpr> longest;
  for (std::size_t d = 0; d < output.size(); ++d) {
    const IntExpr& extent = input.sizes[leading(input, output.size()) + d];
    longest.push_back(output[d].is(0) ? IntExpr(0) : longest_window(output[d], extent));
  }
  AdaptiveWindows w{make_windows(input, output, longest), 1};
  for (std::size_t d = 0; d < output.size(); ++d) {
    if (output[d].is(0)) {
      add_position(w, 0);
      w.first.push_back(0);
      continue;
    }
    const AdaptiveWindow window = adaptive_window(output_index(w, d), output[d], w.extents[d]);
    add_position(w, window.start + w.compute.reduce_vars[d]);
    w.first.push_back(window.start);
    if (!exact_quotient(w.extents[d], output[d])) {
      w.inside.below(w.positions[d], window.end);
    }
    w.count *= window.end - window.start;
  }
  return w;
}

Compute largest(const TensorMeta& input, Windows w) {
  const DType compute = compute_type(input.dtype);
  w.compute.combine = Combine::kMax;
  w.compute.body = cast(load_where(w.inside, input.dtype, 0, w.index,
                                   constant(input.dtype, lowest_value(input.dtype))),
                        compute);
  if (compute != input.dtype) w.compute.finalize = cast(accumulator(compute), input.dtype);
  return std::move(w.compute);
}

/// The accumulator is the row-major position within the window. The limit from below keeps the
/// result inside the tensor where all elements are equal to what stands for the padding.
Compute index_of_largest(const TensorMeta& input, Windows w,
                         const std::vector<std::int64_t>& dilation) {
  Compute c = largest(input, w);
  c.dtype = DType::kInt64;
  c.combine = Combine::kArgMax;
  const auto integer = [](const IntExpr& value) { return index_value(value); };
  ScalarExpr rest = accumulator(DType::kInt64);
  ScalarExpr result;
  IntExpr scale = 1;
  for (std::size_t d = w.extents.size(); d-- > 0;) {
    // With the reduction variable at 0 a position is the start of the window.
    const IntExpr start = w.positions[d].substitute({{c.reduce_vars[d], IntExpr(0)}});
    const ScalarExpr step =
        d == 0 ? rest : binary(ScalarOp::kRemainder, rest, integer(c.reduce_sizes[d]));
    const ScalarExpr place =
        binary(ScalarOp::kMax, integer(start) + step * integer(dilation[d]), integer(w.first[d]));
    const ScalarExpr part = place * integer(scale);
    result = result ? part + result : part;
    if (d > 0) rest = binary(ScalarOp::kFloorDiv, rest, integer(c.reduce_sizes[d]));
    scale *= w.extents[d];
  }
  c.finalize = result;
  return c;
}

Compute sum_over(const TensorMeta& input, Windows w, const ScalarExpr& divisor) {
  const DType compute = compute_type(input.dtype);
  w.compute.combine = Combine::kSum;
  w.compute.body =
      cast(load_where(w.inside, input.dtype, 0, w.index, zero_of(input.dtype)), compute);
  w.compute.finalize = cast(accumulator(compute) / cast(divisor, compute), input.dtype);
  return std::move(w.compute);
}

}  // namespace

Compute max_pool_compute(const TensorMeta& input, const PoolingShape& shape) {
  return largest(input, sliding_windows(input, shape));
}

Compute max_pool_index_compute(const TensorMeta& input, const PoolingShape& shape) {
  std::vector<std::int64_t> dilation;
  for (const SlidingWindow& window : shape.windows) dilation.push_back(window.dilation);
  return index_of_largest(input, sliding_windows(input, shape), dilation);
}

Compute avg_pool_compute(const TensorMeta& input, const PoolingShape& shape, bool count_padding,
                         std::optional<std::int64_t> divisor) {
  Windows w = sliding_windows(input, shape);
  IntExpr count = 1;
  for (std::size_t d = 0; d < shape.windows.size(); ++d) {
    const SlidingWindow& window = shape.windows[d];
    const bool whole = (window.padding == 0 || count_padding) && !shape.ceil_mode;
    if (whole) {
      count *= window.kernel;
      continue;
    }
    // A window that hangs over the padded end counts up to there only.
    const IntExpr start = window.position(output_index(w, d), 0);
    const IntExpr end = min(start + window.kernel, w.extents[d] + window.padding);
    count *= count_padding ? end - start : min(end, w.extents[d]) - max(start, 0);
  }
  if (divisor) count = *divisor;
  return sum_over(input, std::move(w), index_value(count));
}

Compute adaptive_avg_compute(const TensorMeta& input, const std::vector<IntExpr>& output) {
  AdaptiveWindows w = adaptive_windows(input, output);
  const ScalarExpr count = index_value(w.count);
  return sum_over(input, std::move(w), count);
}

Compute adaptive_max_compute(const TensorMeta& input, const std::vector<IntExpr>& output) {
  return largest(input, adaptive_windows(input, output));
}

Compute adaptive_max_index_compute(const TensorMeta& input, const std::vector<IntExpr>& output) {
  return index_of_largest(input, adaptive_windows(input, output),
                          std::vector<std::int64_t>(output.size(), 1));
}

}  // namespace weft::ir
