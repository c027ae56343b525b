/// \file Building, composing and laying out view maps.
#include <weft/ir/operators/view_map.h>

#include <fmt/format.h>

#include <algorithm>

#include <weft/ir/operators/assumptions.h>
#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/reshape.h>

namespace weft::ir {
namespace {

/// A view of shape `sizes` whose index is still to be filled in.
ViewMap view_of_shape(std::vector<IntExpr> sizes) {
  ViewMap view;
  view.vars = index_variables(sizes);
  view.sizes = std::move(sizes);
  return view;
}

/// A constant far outside every extent, pulled in so far that sums with extents do not overflow.
IntExpr within_reach(const IntExpr& index) {
  constexpr std::int64_t kFar = std::int64_t{1} << 61;
  return index.is_constant() ? IntExpr(std::clamp(index.value(), -kFar, kFar)) : index;
}

/// 1 where the value is negative, else 0.
IntExpr is_negative(const IntExpr& value) { return min(1, max(0, 0 - value)); }

}  // namespace

ViewMap identity_view(const std::vector<IntExpr>& sizes) {
  ViewMap view = view_of_shape(sizes);
  view.index = as_expressions(view.vars);
  return view;
}

ViewMap reshape_view(const std::vector<IntExpr>& from, const std::vector<IntExpr>& to) {
  ViewMap view = view_of_shape(to);
  view.index = reshape_index(from, to, as_expressions(view.vars));
  return view;
}

ViewMap permute_view(const std::vector<IntExpr>& sizes, const std::vector<std::size_t>& order) {
  std::vector<IntExpr> result(order.size());
  for (std::size_t d = 0; d < order.size(); ++d) result[d] = sizes[order[d]];
  ViewMap view = view_of_shape(std::move(result));
  view.index.resize(sizes.size());
  for (std::size_t d = 0; d < order.size(); ++d) view.index[order[d]] = view.vars[d];
  return view;
}

ViewMap slice_view(const std::vector<IntExpr>& sizes, std::size_t dim, const IntExpr& start,
                   const IntExpr& step, const IntExpr& length) {
  std::vector<IntExpr> result = sizes;
  result[dim] = length;
  ViewMap view = identity_view(result);
  view.index[dim] = start + step * view.vars[dim];
  return view;
}

ViewMap select_view(const std::vector<IntExpr>& sizes, std::size_t dim, const IntExpr& index) {
  std::vector<IntExpr> result = sizes;
  const auto at = static_cast<std::ptrdiff_t>(dim);
  result.erase(result.begin() + at);
  ViewMap view = identity_view(result);
  view.index.insert(view.index.begin() + at, index);
  return view;
}

ViewMap compose(const ViewMap& inner, const ViewMap& outer) {
  std::vector<std::pair<Symbol, IntExpr>> replacements;
  for (std::size_t d = 0; d < inner.vars.size(); ++d) {
    replacements.emplace_back(inner.vars[d], outer.index[d]);
  }
  ViewMap result;
  result.vars = outer.vars;
  result.sizes = outer.sizes;
  for (const IntExpr& e : inner.index) result.index.push_back(e.substitute(replacements));
  return result;
}

std::optional<ViewLayout> layout_of(const ViewMap& view, const std::vector<IntExpr>& input_sizes,
                                    const std::vector<IntExpr>& input_strides) {
  IntExpr address = 0;
  for (std::size_t d = 0; d < input_sizes.size(); ++d) address += view.index[d] * input_strides[d];
  ViewLayout layout;
  IntExpr offset = address;
  bool affine = true;
  for (const Symbol& var : view.vars) {
    const std::optional<IntExpr> stride = address.coefficient(var);
    if (!stride) {
      affine = false;
      break;
    }
    layout.strides.push_back(*stride);
    offset -= *stride * IntExpr(var);
  }
  if (affine) {
    layout.offset = offset;
    return layout;
  }
  // Divisions that remain come from a reshape of the whole tensor, whose strides have a rule of
  // their own.
  if (!(product(input_sizes) == product(view.sizes))) return std::nullopt;
  auto strides = reshape_strides(input_sizes, input_strides, view.sizes);
  if (!strides) return std::nullopt;
  return ViewLayout{0, std::move(*strides)};
}

IntExpr wrap_index(const IntExpr& index, const IntExpr& extent) {
  const auto [lower, upper] = index.bounds();
  if (lower >= 0) return index;
  if (upper < 0) return index + extent;
  return index + extent * is_negative(index);
}

SliceRange resolve_slice(const Call& call, const IntExpr& extent, std::optional<IntExpr> start,
                         std::optional<IntExpr> end, const IntExpr& step) {
  if (step.bounds().first < 1) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("the step of a slice has to be positive, got {}", step.str())});
  }
  if (start) start = within_reach(*start);
  if (end) end = within_reach(*end);
  SliceRange range;
  range.step = step;
  range.start = 0;
  const bool to_the_end = !end || (*end - extent).bounds().first >= 0;
  if (start && start->bounds().second < 0 && to_the_end && step.is(1)) {
    // The last k: this form shows the length as a constant where the extent is large enough.
    range.length = min(0 - *start, extent);
    range.start = extent - range.length;
    return range;
  }
  if (start) range.start = max(0, min(wrap_index(*start, extent), extent));
  const IntExpr stop =
      to_the_end ? extent : max(range.start, min(wrap_index(*end, extent), extent));
  range.length = ceil_div(stop - range.start, step);
  return range;
}

std::vector<std::size_t> resolve_dimensions(const Call& call, const std::vector<std::int64_t>& dims,
                                            std::size_t rank) {
  std::vector<std::size_t> result;
  for (const std::int64_t dim : dims) {
    const auto d = static_cast<std::size_t>(call.dimension(dim, rank));
    if (std::find(result.begin(), result.end(), d) != result.end()) {
      call.fail(diag::ValueOutOfDomain, {fmt::format("dimension {} is given twice", dim)});
    }
    result.push_back(d);
  }
  return result;
}

IntExpr resolve_index(const Call& call, const IntExpr& index, const IntExpr& extent) {
  const IntExpr near = within_reach(index);
  const bool below = (near + extent).bounds().second < 0;
  const bool above = (near - extent).bounds().first >= 0;
  if (below || above) call.fail(diag::IndexOutOfRange, {index.str(), extent.str()});
  assume(near + extent);
  assume(extent - 1 - near);
  return wrap_index(index, extent);
}

}  // namespace weft::ir
