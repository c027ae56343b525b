/// \file Windows of a convolution as columns, and back.
#include <weft/ir/operators/fold.h>

#include <fmt/format.h>

#include <weft/ir/operators/assumptions.h>
#include <weft/ir/operators/reshape.h>
#include <weft/ir/operators/sliding_window.h>

namespace weft::ir {
namespace {

/// The two windows from the parameters kernel, dilation, padding, stride that start at `first`.
std::vector<SlidingWindow> read_windows(const Call& call, std::size_t first) {
  const auto kernel = spatial_values(call, first, 2, 1, 1);
  const auto dilation = spatial_values(call, first + 1, 2, 1, 1);
  const auto padding = spatial_values(call, first + 2, 2, 0, 0);
  const auto stride = spatial_values(call, first + 3, 2, 1, 1);
  std::vector<SlidingWindow> windows;
  for (std::size_t d = 0; d < 2; ++d) {
    windows.push_back({kernel[d], stride[d], padding[d], dilation[d]});
  }
  return windows;
}

std::vector<IntExpr> window_counts(const Call& call, const std::vector<SlidingWindow>& windows,
                                   const IntExpr& height, const IntExpr& width) {
  std::vector<IntExpr> counts = {window_count(height, windows[0]), window_count(width, windows[1])};
  for (const IntExpr& count : counts) {
    assume(count - 1);
    if (count.bounds().second >= 1) continue;
    call.fail(diag::ShapeMismatch,
              {fmt::format("no window fits into an image of {} by {}", height.str(), width.str())});
  }
  return counts;
}

}  // namespace

std::vector<Compute> unfold_im2col_rule(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  if (input.rank() != 3 && input.rank() != 4) {
    call.fail(diag::ShapeMismatch, {fmt::format("needs shape [C, H, W] or [N, C, H, W], got {}",
                                                shape_str(input.sizes))});
  }
  const std::size_t lead = input.rank() - 3;
  const std::vector<SlidingWindow> windows = read_windows(call, 1);
  const std::vector<IntExpr> image(input.sizes.end() - 2, input.sizes.end());
  const std::vector<IntExpr> counts = window_counts(call, windows, image[0], image[1]);
  const std::vector<IntExpr> rows = {input.sizes[lead], windows[0].kernel, windows[1].kernel};

  std::vector<IntExpr> sizes(input.sizes.begin(),
                             input.sizes.begin() + static_cast<std::ptrdiff_t>(lead));
  sizes.push_back(product(rows));
  sizes.push_back(product(counts));
  std::vector<Symbol> vars = index_variables(sizes);
  const std::vector<IntExpr> row = delinearise(vars[lead], rows);
  const std::vector<IntExpr> column = delinearise(vars[lead + 1], counts);
  std::vector<IntExpr> index(vars.begin(), vars.begin() + static_cast<std::ptrdiff_t>(lead));
  index.push_back(row[0]);
  IndexCondition inside;
  for (std::size_t d = 0; d < 2; ++d) {
    index.push_back(windows[d].position(column[d], row[d + 1]));
    require_within(inside, windows[d], index.back(), image[d]);
  }
  return {elementwise(ComputeKind::kMove, input.dtype, std::move(vars), std::move(sizes),
                      load_where(inside, input.dtype, 0, std::move(index), zero_of(input.dtype)))};
}

std::vector<Compute> fold_col2im_rule(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  require_floating(call, 0);
  if (input.rank() != 2 && input.rank() != 3) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("needs shape [rows, windows] or [N, rows, windows], "
                           "got {}",
                           shape_str(input.sizes))});
  }
  const std::size_t lead = input.rank() - 2;
  const std::vector<SlidingWindow> windows = read_windows(call, 2);
  std::vector<IntExpr> image = call.integers(1);
  if (image.size() == 1) image.push_back(image[0]);
  if (image.size() != 2) call.fail(diag::ValueOutOfDomain, {"`output_size` needs two values"});
  const std::vector<IntExpr> counts = window_counts(call, windows, image[0], image[1]);
  const IntExpr area = windows[0].kernel * windows[1].kernel;
  const auto channels = exact_quotient(input.sizes[lead], area);
  if (!channels || !(input.sizes[lead + 1] == product(counts))) {
    call.fail(
        diag::ShapeMismatch,
        {fmt::format("columns {} do not belong to {} windows of {} elements in an image {}",
                     shape_str(input.sizes), product(counts).str(), area.str(), shape_str(image))});
  }

  Compute c;
  c.kind = ComputeKind::kReduction;
  c.dtype = input.dtype;
  c.sizes.assign(input.sizes.begin(), input.sizes.begin() + static_cast<std::ptrdiff_t>(lead));
  c.sizes.push_back(*channels);
  c.sizes.insert(c.sizes.end(), image.begin(), image.end());
  c.vars = index_variables(c.sizes);
  c.combine = Combine::kSum;
  c.reduce_sizes = {windows[0].kernel, windows[1].kernel};
  c.reduce_vars = index_variables(c.reduce_sizes, "r");
  IndexCondition meets;
  std::vector<IntExpr> window_at;
  for (std::size_t d = 0; d < 2; ++d) {
    const IntExpr from = IntExpr(c.vars[lead + 1 + d]) + windows[d].padding -
                         IntExpr(c.reduce_vars[d]) * windows[d].dilation;
    window_at.push_back(floor_div(from, windows[d].stride));
    meets.divides(windows[d].stride, from).within(window_at.back(), counts[d]);
  }
  std::vector<IntExpr> index(c.vars.begin(), c.vars.begin() + static_cast<std::ptrdiff_t>(lead));
  index.push_back(linearise({c.vars[lead], c.reduce_vars[0], c.reduce_vars[1]},
                            {*channels, windows[0].kernel, windows[1].kernel}));
  index.push_back(linearise(window_at, counts));
  const DType compute = compute_type(input.dtype);
  c.body = cast(load_where(meets, input.dtype, 0, std::move(index), zero_of(input.dtype)), compute);
  if (compute != input.dtype) c.finalize = cast(accumulator(compute), input.dtype);
  return {std::move(c)};
}

}  // namespace weft::ir
