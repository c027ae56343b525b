/// \file Indexing with a list.
#include <weft/ir/operators/index_list.h>

#include <fmt/format.h>

#include <algorithm>

#include <weft/ir/graph.h>
#include <weft/ir/operators/broadcast.h>
#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/operand_checks.h>
#include <weft/ir/operators/reshape.h>

namespace weft::ir {
namespace {

/// One view on the way from the input to what the tensors index, with what its inverse needs.
struct ViewStep {
  enum Kind { kSelect, kSlice, kUnsqueeze } kind;
  Argument base;  ///< before the step
  std::vector<Argument> arguments;
};

/// An index list taken apart.
struct TakenApart {
  Argument viewed;  ///< the input after all views
  std::vector<ViewStep> steps;
  std::vector<Argument>
      indices;    ///< one per dimension of `viewed` up to the last tensor; None: all
  Argument mask;  ///< where a single mask and no other tensor indexes
  std::size_t mask_dim = 0;
  bool has_tensors = false;
};

bool is_mask(const TensorMeta& meta) {
  return meta.dtype == DType::kBool || meta.dtype == DType::kUInt8;
}

const TensorMeta* tensor_of(const Argument& item) {
  const Node* node = item.node();
  return node == nullptr ? nullptr : node->meta.value.tensor();
}

bool is_ellipsis(const Argument& item) {
  return std::holds_alternative<EllipsisArgument>(item.variant());
}

/// How many dimensions of the input an item uses up.
std::size_t consumed(const Argument& item) {
  if (item.is_none() || is_ellipsis(item)) return 0;
  const TensorMeta* tensor = tensor_of(item);
  return tensor != nullptr && is_mask(*tensor) ? tensor->rank() : 1;
}

/// The positions where a mask is true, one index tensor a dimension.
std::vector<Argument> positions_of(Decomposition& d, const Argument& mask) {
  std::vector<Argument> indices;
  Node* positions = d.op("nonzero", {mask});
  for (std::size_t k = 0; k < d.meta(mask).rank(); ++k) {
    indices.push_back(d.op("select", {positions, 1, static_cast<std::int64_t>(k)}));
  }
  return indices;
}

/// Follows an index list from left to right.
class Walker {
 public:
  explicit Walker(Decomposition& d) : d_(d), items_(d.items(1)) {
    result_.viewed = d.argument(0);
    const std::size_t rank = d.meta(d.argument(0)).rank();
    std::size_t used = 0;
    std::size_t ellipses = 0;
    for (const Argument& item : items_) {
      used += consumed(item);
      ellipses += is_ellipsis(item) ? 1 : 0;
      const TensorMeta* tensor = tensor_of(item);
      if (tensor != nullptr) ++tensors_;
    }
    if (used > rank) {
      d.call().fail(diag::ShapeMismatch, {fmt::format("{} indices for shape {}", used,
                                                      shape_str(d.call().tensor(0).sizes))});
    }
    if (ellipses > 1) d.call().fail(diag::ValueOutOfDomain, {"more than one ellipsis"});
    rest_ = rank - used;
  }

  TakenApart walk() {
    for (const Argument& item : items_) take(item);
    return std::move(result_);
  }

 private:
  void take(const Argument& item) {
    const auto& v = item.variant();
    if (item.is_none()) {
      step(ViewStep::kUnsqueeze, "unsqueeze", {at()});
      ++dim_;
    } else if (is_ellipsis(item)) {
      dim_ += rest_;
    } else if (const auto* slice = std::get_if<SliceArgument>(&v)) {
      take_slice(*slice->parts);
    } else if (const TensorMeta* tensor = tensor_of(item)) {
      take_tensor(item, *tensor);
    } else if (item.node() != nullptr || std::holds_alternative<std::int64_t>(v)) {
      step(ViewStep::kSelect, "select", {at(), item});
    } else {
      d_.call().fail(diag::OperatorUnsupported, {fmt::format("the index {}", item.str())});
    }
  }

  void take_slice(const std::vector<Argument>& parts) {
    const bool whole =
        std::all_of(parts.begin(), parts.end(), [](const Argument& p) { return p.is_none(); });
    if (!whole) {
      const Argument by = parts[2].is_none() ? Argument(1) : parts[2];
      step(ViewStep::kSlice, "slice", {at(), parts[0], parts[1], by});
    }
    ++dim_;
  }

  void take_tensor(const Argument& item, const TensorMeta& meta) {
    result_.has_tensors = true;
    if (!is_mask(meta)) {
      record(item);
      return;
    }
    const std::vector<IntExpr>& sizes = d_.meta(result_.viewed).sizes;
    for (std::size_t k = 0; k < meta.rank(); ++k) {
      if (meta.sizes[k] == sizes[dim_ + k]) continue;
      d_.call().fail(diag::ShapeMismatch,
                     {fmt::format("mask of shape {} does not fit shape {} at dimension {}",
                                  shape_str(meta.sizes), shape_str(sizes), dim_)});
    }
    if (meta.rank() == 0) {
      d_.call().fail(diag::OperatorUnsupported, {"a mask without dimensions"});
    }
    if (tensors_ == 1) {
      // The caller decides whether positions are needed at all.
      result_.mask = item;
      result_.mask_dim = dim_;
      dim_ += meta.rank();
      return;
    }
    for (const Argument& index : positions_of(d_, item)) record(index);
  }

  void record(const Argument& index) {
    result_.indices.resize(dim_);
    result_.indices.push_back(index);
    ++dim_;
  }

  void step(ViewStep::Kind kind, const char* op, std::vector<Argument> arguments) {
    ViewStep s{kind, result_.viewed, arguments};
    arguments.insert(arguments.begin(), result_.viewed);
    result_.viewed = d_.op(op, std::move(arguments));
    result_.steps.push_back(std::move(s));
  }
  std::int64_t at() const { return static_cast<std::int64_t>(dim_); }

  Decomposition& d_;
  std::vector<Argument> items_;
  TakenApart result_;
  std::size_t tensors_ = 0;
  std::size_t rest_ = 0;
  std::size_t dim_ = 0;
};

/// Index tensors for all of `parts`, whose only tensor may be a mask.
std::vector<Argument> tensors_of(Decomposition& d, const TakenApart& parts) {
  if (parts.mask.is_none()) return parts.indices;
  std::vector<Argument> indices(parts.mask_dim);
  for (const Argument& index : positions_of(d, parts.mask)) indices.push_back(index);
  return indices;
}

/// The mask with as many dimensions after its own as the tensor has there.
Argument align_mask(Decomposition& d, Argument mask, std::size_t dim, std::size_t rank) {
  for (std::size_t k = dim + d.meta(mask).rank(); k < rank; ++k) {
    mask = d.op("unsqueeze", {mask, -1});
  }
  return mask;
}

/// The values as a tensor of the type of the input. \error W1208
Argument values_as(Decomposition& d, DType type) {
  const Argument& values = d.argument(2);
  if (tensor_of(values) == nullptr) {
    return d.op("full", {std::vector<Argument>{}, values}, {{"dtype", type}});
  }
  if (d.meta(values).dtype == type) return values;
  return d.op("to.dtype", {values, type});
}

/// What the viewed part becomes.
Argument written_part(Decomposition& d, const TakenApart& parts) {
  const TensorMeta target = d.meta(parts.viewed);
  const bool accumulate = d.call().boolean(3);
  Argument values = values_as(d, target.dtype);
  if (!parts.has_tensors) {
    if (accumulate) return d.op("add", {parts.viewed, values});
    return d.op("copy", {parts.viewed, values});
  }
  if (!parts.mask.is_none() && !accumulate && d.meta(values).numel().is(1)) {
    // One value for all elements needs no positions.
    if (d.meta(values).rank() > 0) values = d.op("reshape", {values, std::vector<Argument>{}});
    Argument mask = align_mask(d, parts.mask, parts.mask_dim, target.rank());
    if (d.meta(mask).dtype != DType::kBool) mask = d.op("to.dtype", {mask, DType::kBool});
    return d.op("where", {mask, values, parts.viewed});
  }
  return d.op("index_put.Tensor", {parts.viewed, tensors_of(d, parts), values, accumulate});
}

/// Undoes one view: the base with the viewed part replaced.
Argument put_back(Decomposition& d, const ViewStep& step, const Argument& part) {
  std::vector<Argument> arguments = step.arguments;
  switch (step.kind) {
    case ViewStep::kUnsqueeze:
      return d.op("squeeze.dim", {part, arguments[0]});
    case ViewStep::kSelect:
      arguments.insert(arguments.begin(), {step.base, part});
      return d.op("select_scatter", std::move(arguments));
    case ViewStep::kSlice:
      arguments.insert(arguments.begin(), {step.base, part});
      return d.op("slice_scatter", std::move(arguments));
  }
  return part;
}

// The tensors of an index list.

struct TensorIndex {
  std::size_t dim;  ///< which dimension of the input it indexes
  int input;        ///< ordinal of the tensor
  const TensorMeta* meta;
};

std::vector<TensorIndex> tensor_indices(const Call& call) {
  const auto& items = std::get<std::vector<CallArgument>>(call.argument(1).value);
  const std::vector<IntExpr>& sizes = call.tensor(0).sizes;
  if (items.size() > sizes.size()) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("{} indices for shape {}", items.size(), shape_str(sizes))});
  }
  std::vector<TensorIndex> result;
  for (std::size_t k = 0; k < items.size(); ++k) {
    if (std::holds_alternative<std::monostate>(items[k].value)) continue;
    const auto* meta = std::get_if<TensorMeta>(&items[k].value);
    if (meta == nullptr || !is_integral(meta->dtype) || meta->dtype == DType::kUInt8) {
      call.fail(diag::DTypeMismatch, {"indices have to be integer tensors"});
    }
    result.push_back({k, call.input_ordinal(1, k), meta});
  }
  if (result.empty()) call.fail(diag::ValueOutOfDomain, {"no index tensor"});
  return result;
}

std::vector<IntExpr> common_shape(const Call& call, const std::vector<TensorIndex>& indices) {
  std::vector<IntExpr> shape;
  for (const TensorIndex& index : indices) broadcast_into(call, shape, index.meta->sizes);
  return shape;
}

/// Where the dimensions of the index tensors stand in the result.
std::size_t place_of_indices(const std::vector<TensorIndex>& indices) {
  const bool neighbours = indices.back().dim - indices.front().dim + 1 == indices.size();
  return neighbours ? indices.front().dim : 0;
}

std::vector<IntExpr> indexed_sizes(const Call& call, const std::vector<TensorIndex>& indices) {
  const std::vector<IntExpr> shape = common_shape(call, indices);
  std::vector<IntExpr> sizes;
  for (std::size_t d = 0; d < call.tensor(0).rank(); ++d) {
    const bool indexed = std::any_of(indices.begin(), indices.end(),
                                     [d](const TensorIndex& index) { return index.dim == d; });
    if (!indexed) sizes.push_back(call.tensor(0).sizes[d]);
  }
  const auto place = static_cast<std::ptrdiff_t>(place_of_indices(indices));
  sizes.insert(sizes.begin() + place, shape.begin(), shape.end());
  return sizes;
}

}  // namespace

std::vector<Node*> index_rule(Decomposition& d) {
  const TakenApart parts = Walker(d).walk();
  if (!parts.has_tensors) {
    return {parts.steps.empty() ? d.op("alias", {parts.viewed}) : parts.viewed.node()};
  }
  return {d.op("index.Tensor", {parts.viewed, tensors_of(d, parts)})};
}

std::vector<Node*> index_put_rule(Decomposition& d) {
  const TakenApart parts = Walker(d).walk();
  if (parts.has_tensors && d.call().is_tensor(2)) need_same_type(d.call(), 0, 2);
  Argument part = written_part(d, parts);
  for (std::size_t k = parts.steps.size(); k-- > 0;) part = put_back(d, parts.steps[k], part);
  return {part.node()};
}

namespace {

/// The elements that index tensors name, as an iteration space.
struct IndexedSpace {
  std::vector<Symbol> vars;
  std::vector<IntExpr> sizes;
  std::vector<IndirectIndex> indirect;
  std::vector<IntExpr> index;  ///< the element of the input, one per dimension

  explicit IndexedSpace(const Call& call) {
    const std::vector<TensorIndex> indices = tensor_indices(call);
    const TensorMeta& input = call.tensor(0);
    const std::vector<IntExpr> shape = common_shape(call, indices);
    const std::size_t place = place_of_indices(indices);
    sizes = indexed_sizes(call, indices);
    vars = index_variables(sizes);
    const auto first = vars.begin() + static_cast<std::ptrdiff_t>(place);
    const std::vector<IntExpr> at(first, first + static_cast<std::ptrdiff_t>(shape.size()));
    index.resize(input.rank());
    std::vector<bool> indexed(input.rank(), false);
    for (const TensorIndex& tensor : indices) {
      const IntExpr& extent = input.sizes[tensor.dim];
      const ScalarExpr value =
          load(tensor.meta->dtype, tensor.input, broadcast_index(at, shape, tensor.meta->sizes));
      indirect.push_back({make_index(fmt::format("index{}", tensor.dim), extent),
                          checked_index(cast(value, DType::kInt64), extent)});
      index[tensor.dim] = indirect.back().symbol;
      indexed[tensor.dim] = true;
    }
    std::size_t next = 0;
    for (std::size_t k = 0; k < input.rank(); ++k) {
      if (indexed[k]) continue;
      if (next == place) next += shape.size();
      index[k] = vars[next++];
    }
  }
};

}  // namespace

std::vector<Compute> gather_by_tensors_rule(const Call& call) {
  IndexedSpace space(call);
  const DType type = call.tensor(0).dtype;
  Compute result = elementwise(ComputeKind::kGather, type, std::move(space.vars),
                               std::move(space.sizes), load(type, 0, std::move(space.index)));
  result.indirect = std::move(space.indirect);
  return {std::move(result)};
}

Compute written_positions(const Call& call) {
  IndexedSpace space(call);
  Compute result = elementwise(ComputeKind::kGather, DType::kInt64, std::move(space.vars),
                               std::move(space.sizes),
                               index_value(linearise(space.index, call.tensor(0).sizes)));
  result.indirect = std::move(space.indirect);
  return result;
}

std::vector<ValueMeta> put_by_tensors_rule(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  const TensorMeta& values = call.tensor(2);
  if (values.dtype != input.dtype) {
    call.fail(diag::DTypeMismatch,
              {fmt::format("values of {} for a tensor of {}", dtype_name(values.dtype),
                           dtype_name(input.dtype))});
  }
  // The number of elements that a mask names is known at run time only, so that shapes of values
  // are compared by the kernel where they are not known here.
  const std::vector<IntExpr> target = indexed_sizes(call, tensor_indices(call));
  const std::size_t skip = target.size() - std::min(values.rank(), target.size());
  bool fits = values.rank() <= target.size();
  for (std::size_t k = 0; fits && k < values.rank(); ++k) {
    fits = values.sizes[k].is(1) || !certainly_differ(values.sizes[k], target[skip + k]);
  }
  if (!fits) {
    call.fail(diag::ShapeMismatch, {fmt::format("values of shape {} do not expand to {}",
                                                shape_str(values.sizes), shape_str(target))});
  }
  return {{dense(input.dtype, input.sizes)}};
}

}  // namespace weft::ir
