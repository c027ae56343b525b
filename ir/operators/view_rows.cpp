/// \file Rows of the views: index maps that share the storage of their input.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include <weft/ir/graph.h>
#include <weft/ir/operators/assumptions.h>
#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/reshape.h>
#include <weft/ir/operators/view_map.h>

namespace weft::ir {
namespace {

using Views = std::vector<ViewMap>;

std::size_t dimension_argument(const Call& call, std::size_t i) {
  return static_cast<std::size_t>(call.dimension(call.constant_integer(i), call.tensor(0).rank()));
}

// The reshape family.

Views reshape_rule(const Call& call) {
  const auto& from = call.tensor(0).sizes;
  return {reshape_view(from, resolve_sizes(call, from, call.integers(1)))};
}

Views reshape_as_rule(const Call& call) {
  const auto& from = call.tensor(0).sizes;
  return {reshape_view(from, resolve_sizes(call, from, call.tensor(1).sizes))};
}

Views view_dtype_rule(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  if (call.dtype(1) != input.dtype) {
    call.fail(diag::OperatorUnsupported, {"a view as another dtype"});
  }
  return {identity_view(input.sizes)};
}

Views flatten_rule(const Call& call) {
  const auto& from = call.tensor(0).sizes;
  if (from.empty()) return {reshape_view(from, {1})};
  const std::size_t first = dimension_argument(call, 1);
  const std::size_t last = dimension_argument(call, 2);
  if (first > last) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("start_dim {} comes after end_dim {}", first, last)});
  }
  std::vector<IntExpr> to;
  IntExpr merged = 1;
  for (std::size_t d = 0; d < from.size(); ++d) {
    if (d < first || d > last) {
      to.push_back(from[d]);
    } else {
      merged *= from[d];
      if (d == last) to.push_back(merged);
    }
  }
  return {reshape_view(from, to)};
}

Views ravel_rule(const Call& call) {
  const auto& from = call.tensor(0).sizes;
  return {reshape_view(from, {product(from)})};
}

Views unflatten_rule(const Call& call) {
  std::vector<IntExpr> to = call.tensor(0).sizes;
  if (to.empty()) call.fail(diag::ShapeMismatch, {"a tensor without dimensions has none to split"});
  const std::size_t dim = dimension_argument(call, 1);
  const std::vector<IntExpr> parts = resolve_sizes(call, {to[dim]}, call.integers(2));
  if (parts.empty()) call.fail(diag::ValueOutOfDomain, {"`sizes` is empty"});
  const auto at = to.begin() + static_cast<std::ptrdiff_t>(dim);
  to.insert(to.erase(at), parts.begin(), parts.end());
  return {reshape_view(call.tensor(0).sizes, to)};
}

// Orders of dimensions.

Views swap_dimensions(const TensorMeta& input, std::size_t a, std::size_t b) {
  std::vector<std::size_t> order(input.rank());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!order.empty()) std::swap(order[a], order[b]);
  return {permute_view(input.sizes, order)};
}

Views transpose_rule(const Call& call) {
  return swap_dimensions(call.tensor(0), dimension_argument(call, 1), dimension_argument(call, 2));
}

Views t_rule(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  if (input.rank() > 2) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("needs at most 2 dimensions, got shape {}", shape_str(input.sizes))});
  }
  if (input.rank() < 2) return {identity_view(input.sizes)};
  return swap_dimensions(input, 0, 1);
}

Views matrix_transpose_rule(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  if (input.rank() < 2) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("needs at least 2 dimensions, got shape {}", shape_str(input.sizes))});
  }
  return swap_dimensions(input, input.rank() - 2, input.rank() - 1);
}

Views permute_rule(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  const std::vector<std::int64_t> dims = call.constant_integers(1);
  const std::vector<std::size_t> order = resolve_dimensions(call, dims, input.rank());
  if (order.size() != input.rank()) {
    call.fail(diag::ShapeMismatch, {fmt::format("`dims` names {} dimensions of shape {}",
                                                order.size(), shape_str(input.sizes))});
  }
  return {permute_view(input.sizes, order)};
}

Views move_dimensions(const Call& call, const std::vector<std::int64_t>& source,
                      const std::vector<std::int64_t>& destination) {
  const TensorMeta& input = call.tensor(0);
  if (source.size() != destination.size()) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("`source` names {} dimensions and `destination` {}", source.size(),
                           destination.size())});
  }
  const auto from = resolve_dimensions(call, source, input.rank());
  const auto to = resolve_dimensions(call, destination, input.rank());
  std::vector<std::size_t> order(input.rank(), input.rank());
  for (std::size_t k = 0; k < from.size() && !order.empty(); ++k) order[to[k]] = from[k];
  std::size_t next = 0;
  for (std::size_t& d : order) {
    if (d != input.rank()) continue;
    while (std::find(from.begin(), from.end(), next) != from.end()) ++next;
    d = next++;
  }
  return {permute_view(input.sizes, order)};
}

Views movedim_rule(const Call& call) {
  return move_dimensions(call, call.constant_integers(1), call.constant_integers(2));
}

Views movedim_int_rule(const Call& call) {
  return move_dimensions(call, {call.constant_integer(1)}, {call.constant_integer(2)});
}

// Dimensions of extent 1.

/// Whether the extent is 1; an extent that is 1 in some runs only would change the rank.
bool is_unit(const Call& call, const IntExpr& extent) {
  if (extent.is(1)) return true;
  const auto [lower, upper] = extent.bounds();
  if (lower <= 1 && upper >= 1) {
    call.fail(diag::OperatorUnsupported,
              {fmt::format("squeezing the extent {}, which may be 1 or not,", extent.str())});
  }
  return false;
}

Views drop_dimensions(const std::vector<IntExpr>& from, const std::vector<bool>& drop) {
  std::vector<IntExpr> to;
  for (std::size_t d = 0; d < from.size(); ++d) {
    if (!drop[d]) to.push_back(from[d]);
  }
  ViewMap view = identity_view(to);
  std::vector<IntExpr> index;
  std::size_t next = 0;
  for (std::size_t d = 0; d < from.size(); ++d) {
    index.push_back(drop[d] ? IntExpr(0) : view.index[next++]);
  }
  view.index = std::move(index);
  return {std::move(view)};
}

Views squeeze_rule(const Call& call) {
  const auto& from = call.tensor(0).sizes;
  std::vector<bool> drop;
  for (const IntExpr& n : from) drop.push_back(is_unit(call, n));
  return drop_dimensions(from, drop);
}

Views squeeze_dim_rule(const Call& call) {
  const auto& from = call.tensor(0).sizes;
  const std::size_t dim = dimension_argument(call, 1);
  std::vector<bool> drop(from.size(), false);
  if (!from.empty()) drop[dim] = is_unit(call, from[dim]);
  return drop_dimensions(from, drop);
}

Views unsqueeze_rule(const Call& call) {
  std::vector<IntExpr> to = call.tensor(0).sizes;
  const std::int64_t dim = call.dimension(call.constant_integer(1), to.size() + 1);
  to.insert(to.begin() + dim, 1);
  ViewMap view = identity_view(to);
  view.index.erase(view.index.begin() + dim);
  return {std::move(view)};
}

Views expand_to(const Call& call, std::vector<IntExpr> to) {
  const auto& from = call.tensor(0).sizes;
  const auto refuse = [&] {
    call.fail(diag::ShapeMismatch,
              {fmt::format("shape {} does not expand to {}", shape_str(from), shape_str(to))});
  };
  if (to.size() < from.size()) refuse();
  const std::size_t skip = to.size() - from.size();
  for (std::size_t d = 0; d < to.size(); ++d) {
    if (d >= skip && to[d].is(-1)) to[d] = from[d - skip];
    if (to[d].bounds().second < 0) refuse();
    if (d >= skip && !from[d - skip].is(1) && !(from[d - skip] == to[d])) refuse();
  }
  ViewMap view = identity_view(to);
  view.index = broadcast_index(view.index, to, from);
  return {std::move(view)};
}

Views expand_rule(const Call& call) { return expand_to(call, call.integers(1)); }
Views expand_as_rule(const Call& call) { return expand_to(call, call.tensor(1).sizes); }

// Parts of a dimension.

Views narrow_rule(const Call& call) {
  const auto& sizes = call.tensor(0).sizes;
  if (sizes.empty()) {
    call.fail(diag::ShapeMismatch, {"a tensor without dimensions cannot be narrowed"});
  }
  const std::size_t dim = dimension_argument(call, 1);
  const IntExpr& extent = sizes[dim];
  const IntExpr start = call.integer(2);
  const IntExpr length = call.integer(3);
  if (length.bounds().second < 0) {
    call.fail(diag::ValueOutOfDomain, {fmt::format("negative length {}", length.str())});
  }
  // A start at the very end is in range for a length of 0.
  if (!(start == extent)) resolve_index(call, start, extent);
  const IntExpr first = wrap_index(start, extent);
  assume(extent - first - length);
  if ((first + length - extent).bounds().first > 0) {
    call.fail(diag::IndexOutOfRange, {(first + length).str(), extent.str()});
  }
  return {slice_view(sizes, dim, first, 1, length)};
}

Views select_rule(const Call& call) {
  const auto& sizes = call.tensor(0).sizes;
  if (sizes.empty()) {
    call.fail(diag::ShapeMismatch, {"a tensor without dimensions has none to select from"});
  }
  const std::size_t dim = dimension_argument(call, 1);
  return {select_view(sizes, dim, resolve_index(call, call.integer(2), sizes[dim]))};
}

Views slice_rule(const Call& call) {
  const auto& sizes = call.tensor(0).sizes;
  if (sizes.empty()) call.fail(diag::ShapeMismatch, {"a tensor without dimensions has no slices"});
  const std::size_t dim = dimension_argument(call, 1);
  const auto bound = [&](std::size_t i) {
    return call.has(i) ? std::optional<IntExpr>(call.integer(i)) : std::nullopt;
  };
  const SliceRange range = resolve_slice(call, sizes[dim], bound(2), bound(3), call.integer(4));
  return {slice_view(sizes, dim, range.start, range.step, range.length)};
}

/// Consecutive parts of a dimension with the given lengths.
Views parts_of(const Call& call, std::size_t dim, const std::vector<IntExpr>& lengths) {
  const auto& sizes = call.tensor(0).sizes;
  Views views;
  IntExpr start = 0;
  for (const IntExpr& length : lengths) {
    views.push_back(slice_view(sizes, dim, start, 1, length));
    start += length;
  }
  return views;
}

/// The extent that is to be split, which needs a dimension.
IntExpr extent_to_split(const Call& call, std::size_t dim) {
  const auto& sizes = call.tensor(0).sizes;
  if (sizes.empty()) call.fail(diag::ShapeMismatch, {"a tensor without dimensions has no parts"});
  return sizes[dim];
}

/// Parts of `length` and the rest as the last one. The number of parts has to be the same in all
/// runs.
Views equal_parts(const Call& call, std::size_t dim, const IntExpr& extent, const IntExpr& length) {
  const IntExpr count = max(1, ceil_div(extent, length));
  if (!count.is_constant()) {
    call.fail(diag::OperatorUnsupported,
              {fmt::format("splitting the extent {} into a number of parts that depends on it",
                           extent.str())});
  }
  std::vector<IntExpr> lengths(static_cast<std::size_t>(count.value()), length);
  lengths.back() = extent - length * (count - 1);
  return parts_of(call, dim, lengths);
}

Views chunk_rule(const Call& call) {
  const std::int64_t chunks = call.constant_integer(1);
  const std::size_t dim = dimension_argument(call, 2);
  const IntExpr extent = extent_to_split(call, dim);
  if (chunks < 1) {
    call.fail(diag::ValueOutOfDomain, {fmt::format("`chunks` has to be positive, got {}", chunks)});
  }
  if (extent.is(0)) {
    return parts_of(call, dim, std::vector<IntExpr>(static_cast<std::size_t>(chunks), IntExpr(0)));
  }
  const IntExpr length = ceil_div(extent, chunks);
  if (!max(1, ceil_div(extent, length)).is_constant()) {
    // As many parts as asked for, which is so where the last one is not empty.
    std::vector<IntExpr> lengths(static_cast<std::size_t>(chunks), length);
    lengths.back() = extent - length * (chunks - 1);
    assume(lengths.back() - 1);
    return parts_of(call, dim, lengths);
  }
  return equal_parts(call, dim, extent, length);
}

Views split_rule(const Call& call) {
  const IntExpr length = call.integer(1);
  const std::size_t dim = dimension_argument(call, 2);
  const IntExpr extent = extent_to_split(call, dim);
  if (length.is(0) && extent.is(0)) return parts_of(call, dim, {0});
  if (length.bounds().second < 1) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("`split_size` has to be positive, got {}", length.str())});
  }
  return equal_parts(call, dim, extent, length);
}

Views split_sizes_rule(const Call& call) {
  const std::vector<IntExpr> lengths = call.integers(1);
  const std::size_t dim = dimension_argument(call, 2);
  const IntExpr extent = extent_to_split(call, dim);
  IntExpr total = 0;
  for (const IntExpr& length : lengths) {
    if (length.bounds().second < 0) {
      call.fail(diag::ValueOutOfDomain, {fmt::format("negative size {}", length.str())});
    }
    total += length;
  }
  if (!(total == extent)) {
    call.fail(diag::ShapeMismatch, {fmt::format("the sizes {} add up to {}, the extent is {}",
                                                shape_str(lengths), total.str(), extent.str())});
  }
  return parts_of(call, dim, lengths);
}

/// Parts that begin at the given positions; `n` parts, the first ones longer by one.
Views tensor_split_rule(const Call& call) {
  const std::size_t dim = dimension_argument(call, 2);
  const IntExpr extent = extent_to_split(call, dim);
  const auto& sizes = call.tensor(0).sizes;
  if (!extent.is_constant()) {
    call.fail(
        diag::OperatorUnsupported,
        {fmt::format("splitting the extent {} at positions that depend on it", extent.str())});
  }
  const std::int64_t n = extent.value();
  std::vector<std::int64_t> starts = {0};
  if (call.op().schema.overload == "indices") {
    for (const std::int64_t at : call.constant_integers(1)) {
      starts.push_back(std::clamp<std::int64_t>(at < 0 ? at + n : at, 0, n));
    }
  } else {
    const std::int64_t sections = call.constant_integer(1);
    if (sections < 1) {
      call.fail(diag::ValueOutOfDomain,
                {fmt::format("`sections` has to be positive, got {}", sections)});
    }
    for (std::int64_t k = 1; k < sections; ++k) {
      starts.push_back(starts.back() + n / sections + (k <= n % sections ? 1 : 0));
    }
  }
  Views views;
  for (std::size_t k = 0; k < starts.size(); ++k) {
    const std::int64_t end = k + 1 < starts.size() ? starts[k + 1] : n;
    views.push_back(
        slice_view(sizes, dim, starts[k], 1, std::max<std::int64_t>(0, end - starts[k])));
  }
  return views;
}

Views unbind_rule(const Call& call) {
  const std::size_t dim = dimension_argument(call, 1);
  const IntExpr extent = extent_to_split(call, dim);
  if (!extent.is_constant()) {
    call.fail(
        diag::OperatorUnsupported,
        {fmt::format("unbinding the extent {}, which is not the same in all runs,", extent.str())});
  }
  Views views;
  for (std::int64_t k = 0; k < extent.value(); ++k) {
    views.push_back(select_view(call.tensor(0).sizes, dim, k));
  }
  return views;
}

Views diagonal_rule(const Call& call) {
  const auto& sizes = call.tensor(0).sizes;
  const IntExpr offset = call.integer(1);
  const auto dims =
      resolve_dimensions(call, {call.constant_integer(2), call.constant_integer(3)}, sizes.size());
  const IntExpr down = max(0, 0 - offset);
  const IntExpr right = max(0, offset);
  std::vector<IntExpr> to;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (d != dims[0] && d != dims[1]) to.push_back(sizes[d]);
  }
  to.push_back(max(0, min(sizes[dims[0]] - down, sizes[dims[1]] - right)));
  ViewMap view = identity_view(to);
  const IntExpr along = view.index.back();
  std::vector<IntExpr> index(sizes.size());
  std::size_t next = 0;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    index[d] = d == dims[0] ? along + down : d == dims[1] ? along + right : view.index[next++];
  }
  view.index = std::move(index);
  return {std::move(view)};
}

Views unfold_rule(const Call& call) {
  std::vector<IntExpr> to = call.tensor(0).sizes;
  if (to.empty()) call.fail(diag::ShapeMismatch, {"a tensor without dimensions has no windows"});
  const std::size_t dim = dimension_argument(call, 1);
  const IntExpr size = call.integer(2);
  const IntExpr step = call.integer(3);
  if (size.bounds().second < 0 || step.bounds().second < 1) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("window of {} in steps of {}", size.str(), step.str())});
  }
  assume(to[dim] - size);
  if ((to[dim] - size).bounds().second < 0) {
    call.fail(diag::ShapeMismatch, {fmt::format("window of {} is larger than the extent {}",
                                                size.str(), to[dim].str())});
  }
  to[dim] = floor_div(to[dim] - size, step) + 1;
  to.push_back(size);
  ViewMap view = identity_view(to);
  view.index.pop_back();
  view.index[dim] = step * view.vars[dim] + view.vars.back();
  return {std::move(view)};
}

Views alias_rule(const Call& call) { return {identity_view(call.tensor(0).sizes)}; }

constexpr View kReshape{reshape_rule, true};

// as_strided: a view of the flat tensor.

Views strided_vector_rule(const Call& call) {
  const std::vector<IntExpr> sizes = call.integers(1);
  const std::vector<IntExpr> strides = call.integers(2);
  if (sizes.size() != strides.size()) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("{} strides for {} dimensions", strides.size(), sizes.size())});
  }
  if (call.tensor(0).rank() != 1) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("`input` is a vector, got shape {}", shape_str(call.tensor(0).sizes))});
  }
  const IntExpr count = call.tensor(0).numel();
  ViewMap map = identity_view(sizes);
  IntExpr at = 0;
  IntExpr last = 0;
  bool empty = false;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    at += strides[d] * IntExpr(map.vars[d]);
    last += strides[d] * (sizes[d] - 1);
    empty = empty || sizes[d].is(0);
    if (strides[d].bounds().first < 0) {
      call.fail(diag::ValueOutOfDomain, {fmt::format("negative stride {}", strides[d].str())});
    }
  }
  if (!empty && (count - 1 - last).bounds().first < 0) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("shape {} with strides {} reaches beyond {} elements", shape_str(sizes),
                           shape_str(strides), count.str())});
  }
  map.index = {at};
  return {std::move(map)};
}

std::vector<Node*> as_strided_rule(Decomposition& d) {
  const Call& call = d.call();
  if (call.has(3)) call.fail(diag::OperatorUnsupported, {"a `storage_offset`; slice instead"});
  if (!call.tensor(0).is_contiguous()) {
    call.fail(diag::OperatorUnsupported, {"as_strided of a tensor that is not dense"});
  }
  Node* flat = d.op("reshape", {d.argument(0), Argument::ints({-1})});
  return {d.op("as_strided.flat", {flat, d.argument(1), d.argument(2)})};
}

constexpr OperatorRow kRows[] = {
    {"view(Tensor(a) input, int[] size) -> Tensor(a)",
     "The same elements in another shape, without a copy.", View{reshape_rule}, kMethod},
    {"view.dtype(Tensor(a) input, DType dtype) -> Tensor(a)",
     "The same elements; only the tensor's own dtype is accepted.", View{view_dtype_rule}, kMethod},
    {"view_as(Tensor(a) input, Tensor other) -> Tensor(a)",
     "The same elements in the shape of `other`, without a copy.", View{reshape_as_rule}, kMethod},
    {"reshape(Tensor(a) input, int[] shape) -> Tensor(a)",
     "The same elements in another shape, copied where no strides exist for it.", kReshape},
    {"reshape_as(Tensor(a) input, Tensor other) -> Tensor(a)",
     "The same elements in the shape of `other`, copied where no strides exist for it.",
     View{reshape_as_rule, true}, kMethod},
    {"flatten(Tensor(a) input, int start_dim=0, int end_dim=-1) -> Tensor(a)",
     "A run of dimensions merged into one.", View{flatten_rule, true}},
    {"ravel(Tensor(a) input) -> Tensor(a)", "All dimensions merged into one.",
     View{ravel_rule, true}},
    {"unflatten(Tensor(a) input, int dim, int[] sizes) -> Tensor(a)",
     "One dimension split into several.", View{unflatten_rule}},
    {"transpose(Tensor(a) input, int dim0, int dim1) -> Tensor(a)", "Two dimensions exchanged.",
     View{transpose_rule}},
    {"swapaxes(Tensor(a) input, int axis0, int axis1) -> Tensor(a)", "Two dimensions exchanged.",
     View{transpose_rule}},
    {"swapdims(Tensor(a) input, int dim0, int dim1) -> Tensor(a)", "Two dimensions exchanged.",
     View{transpose_rule}},
    {"t(Tensor(a) input) -> Tensor(a)", "A matrix transposed; fewer dimensions stay as they are.",
     View{t_rule}},
    {"mT(Tensor(a) input) -> Tensor(a)", "The last two dimensions exchanged.",
     View{matrix_transpose_rule}, kMethod},
    {"permute(Tensor(a) input, int[] dims) -> Tensor(a)", "The dimensions in another order.",
     View{permute_rule}},
    {"movedim(Tensor(a) input, int[] source, int[] destination) -> Tensor(a)",
     "Dimensions moved to other positions, the others in their order.", View{movedim_rule}},
    {"movedim.int(Tensor(a) input, int source, int destination) -> Tensor(a)",
     "One dimension moved to another position.", View{movedim_int_rule}},
    {"moveaxis(Tensor(a) input, int[] source, int[] destination) -> Tensor(a)",
     "Dimensions moved to other positions, the others in their order.", View{movedim_rule}},
    {"moveaxis.int(Tensor(a) input, int source, int destination) -> Tensor(a)",
     "One dimension moved to another position.", View{movedim_int_rule}},
    {"squeeze(Tensor(a) input) -> Tensor(a)", "All dimensions of extent 1 removed.",
     View{squeeze_rule}},
    {"squeeze.dim(Tensor(a) input, int dim) -> Tensor(a)",
     "A dimension removed if its extent is 1.", View{squeeze_dim_rule}},
    {"unsqueeze(Tensor(a) input, int dim) -> Tensor(a)", "A dimension of extent 1 inserted.",
     View{unsqueeze_rule}},
    {"expand(Tensor(a) input, int[] size, *, bool implicit=False) -> Tensor(a)",
     "Extents of 1 repeated to a larger shape; -1 keeps an extent.", View{expand_rule}, kMethod},
    {"expand_as(Tensor(a) input, Tensor other) -> Tensor(a)",
     "Extents of 1 repeated to the shape of `other`.", View{expand_as_rule}, kMethod},
    {"broadcast_to(Tensor(a) input, int[] size) -> Tensor(a)",
     "Extents of 1 repeated to a larger shape.", View{expand_rule}},
    {"narrow(Tensor(a) input, int dim, int start, int length) -> Tensor(a)",
     "A run of elements of one dimension.", View{narrow_rule}},
    {"select(Tensor(a) input, int dim, int index) -> Tensor(a)",
     "One element of a dimension, which is removed.", View{select_rule}},
    {"slice(Tensor(a) input, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor(a)",
     "The elements start, start + step, ... before end of one dimension.", View{slice_rule},
     kMethod},
    {"chunk(Tensor(a) input, int chunks, int dim=0) -> Tensor(a)[]",
     "At most `chunks` parts of one dimension, equally long but for the last.", View{chunk_rule}},
    {"split.Tensor(Tensor(a) input, int split_size, int dim=0) -> Tensor(a)[]",
     "Parts of `split_size` of one dimension, the last may be shorter.", View{split_rule}},
    {"split.sizes(Tensor(a) input, int[] split_size, int dim=0) -> Tensor(a)[]",
     "Parts of one dimension with the given lengths.", View{split_sizes_rule}},
    {"tensor_split.sections(Tensor(a) input, int sections, int dim=0) -> Tensor(a)[]",
     "`sections` parts of one dimension, the first ones longer by one where it does not divide.",
     View{tensor_split_rule}},
    {"tensor_split.indices(Tensor(a) input, int[] indices, int dim=0) -> Tensor(a)[]",
     "Parts of one dimension that begin at the given positions.", View{tensor_split_rule}},
    {"split_with_sizes(Tensor(a) input, int[] split_sizes, int dim=0) -> Tensor(a)[]",
     "Parts of one dimension with the given lengths.", View{split_sizes_rule}},
    {"unbind(Tensor(a) input, int dim=0) -> Tensor(a)[]",
     "The elements of a dimension, one tensor each.", View{unbind_rule}},
    {"diagonal(Tensor(a) input, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)",
     "A diagonal of two dimensions as the last dimension.", View{diagonal_rule}},
    {"unfold(Tensor(a) input, int dimension, int size, int step) -> Tensor(a)",
     "Windows over one dimension, as a further last dimension.", View{unfold_rule}, kMethod},
    {"as_strided(Tensor(a) input, int[] size, int[] stride, int? storage_offset=None) -> "
     "Tensor(a)",
     "Elements of a dense tensor at any strides from its first one.", as_strided_rule},
    {"as_strided.flat(Tensor(a) input, int[] size, int[] stride) -> Tensor(a)",
     "Elements of a vector at any strides.", View{strided_vector_rule}, 0},
    {"alias(Tensor(a) input) -> Tensor(a)", "The tensor itself.", View{alias_rule}, kFunction},
};

}  // namespace

std::span<const OperatorRow> view_rows() { return kRows; }

}  // namespace weft::ir
