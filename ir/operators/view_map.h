/// \file Building, composing and laying out view maps.
#pragma once

#include <optional>
#include <vector>

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// The map that leaves a tensor of this shape as it is.
ViewMap identity_view(const std::vector<IntExpr>& sizes);
/// The tensor seen in another shape with the same number of elements, row-major.
ViewMap reshape_view(const std::vector<IntExpr>& from, const std::vector<IntExpr>& to);
/// Result dimension `d` is input dimension `order[d]`.
ViewMap permute_view(const std::vector<IntExpr>& sizes, const std::vector<std::size_t>& order);
/// `length` elements of dimension `dim`, from `start` in steps of `step`.
ViewMap slice_view(const std::vector<IntExpr>& sizes, std::size_t dim, const IntExpr& start,
                   const IntExpr& step, const IntExpr& length);
/// One element of dimension `dim`, which goes away.
ViewMap select_view(const std::vector<IntExpr>& sizes, std::size_t dim, const IntExpr& index);

/// `outer` applied to the result of `inner`, as a map from the result of `outer` to the input of
/// `inner`.
ViewMap compose(const ViewMap& inner, const ViewMap& outer);

/// First element (relative to the input's first) and strides of a view.
struct ViewLayout {
  IntExpr offset;
  std::vector<IntExpr> strides;
};

/// Layout of a view of a tensor; nothing where its elements do not lie at constant strides. The map
/// is that of one operator: for compositions of reshapes, strides that exist may not be found.
std::optional<ViewLayout> layout_of(const ViewMap& view, const std::vector<IntExpr>& input_sizes,
                                    const std::vector<IntExpr>& input_strides);

/// `index` counted from the end where it is negative. For an index whose sign is not known, an
/// expression that is right for both.
IntExpr wrap_index(const IntExpr& index, const IntExpr& extent);

/// The part of a dimension that `start:end:step` names, with PyTorch's clamping.
struct SliceRange {
  IntExpr start;
  IntExpr step;
  IntExpr length;
};
/// Missing bounds are the ends of the dimension. \error W1209 unless step > 0
SliceRange resolve_slice(const Call& call, const IntExpr& extent, std::optional<IntExpr> start,
                         std::optional<IntExpr> end, const IntExpr& step);

/// Dimensions as 0 <= d < rank, each once. \error W1205, W1209
std::vector<std::size_t> resolve_dimensions(const Call& call, const std::vector<std::int64_t>& dims,
                                            std::size_t rank);

/// Wraps an index and refuses one that is certainly outside. \error W1212
IntExpr resolve_index(const Call& call, const IntExpr& index, const IntExpr& extent);

}  // namespace weft::ir
