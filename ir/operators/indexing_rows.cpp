/// \file Rows that read or write elements at positions that come from a tensor, and of sorting.
#include <fmt/format.h>

#include <algorithm>

#include <weft/ir/graph.h>
#include <weft/ir/operators/assumptions.h>
#include <weft/ir/operators/bincount.h>
#include <weft/ir/operators/broadcast.h>
#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/index_list.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/order_statistics.h>
#include <weft/ir/operators/reshape.h>
#include <weft/ir/operators/take_along_dim.h>

namespace weft::ir {
namespace {

using Computes = std::vector<Compute>;
using Metas = std::vector<ValueMeta>;
using Nodes = std::vector<Node*>;

constexpr unsigned kAll = kFunction | kMethod | kInPlace;

std::size_t dimension_argument(const Call& call, std::size_t i) {
  return static_cast<std::size_t>(call.dimension(call.constant_integer(i), call.tensor(0).rank()));
}

void require_dimensions(const Call& call) {
  if (call.tensor(0).rank() > 0) return;
  call.fail(diag::OperatorUnsupported, {"indexing a tensor without dimensions"});
}

/// The element of an index tensor as an index below `extent`; negative values are errors.
IndirectIndex bounded(const Call& call, std::size_t i, std::vector<IntExpr> at,
                      const IntExpr& extent) {
  const ScalarExpr value = load(call.tensor(i).dtype, call.input_ordinal(i), std::move(at));
  return {make_index("index", extent), bounded_index(cast(value, DType::kInt64), extent)};
}

Compute gathering(const Call& call, std::size_t source, std::vector<Symbol> vars,
                  std::vector<IntExpr> sizes, std::vector<IntExpr> index, IndirectIndex indirect) {
  const DType type = call.tensor(source).dtype;
  Compute result = elementwise(ComputeKind::kGather, type, std::move(vars), std::move(sizes),
                               load(type, call.input_ordinal(source), std::move(index)));
  result.indirect = {std::move(indirect)};
  return result;
}

// index_select(input, dim, index)

Computes index_select_rule(const Call& call) {
  require_dimensions(call);
  require_index_type(call, 2);
  const std::size_t dim = dimension_argument(call, 1);
  const TensorMeta& positions = call.tensor(2);
  if (positions.rank() > 1) {
    call.fail(diag::ShapeMismatch, {fmt::format("`index` needs one dimension, got shape {}",
                                                shape_str(positions.sizes))});
  }
  std::vector<IntExpr> sizes = call.tensor(0).sizes;
  const IntExpr extent = sizes[dim];
  sizes[dim] = positions.numel();
  std::vector<Symbol> vars = index_variables(sizes);
  std::vector<IntExpr> index = as_expressions(vars);
  std::vector<IntExpr> at;
  if (positions.rank() == 1) at.push_back(vars[dim]);
  IndirectIndex indirect = bounded(call, 2, std::move(at), extent);
  index[dim] = indirect.symbol;
  return {
      gathering(call, 0, std::move(vars), std::move(sizes), std::move(index), std::move(indirect))};
}

// gather(input, dim, index)

/// Rank and extents of an index tensor against `other`: none larger but along `dim`.
void check_index_shape(const Call& call, std::size_t i, std::size_t other, std::size_t dim,
                       bool along_dim) {
  const TensorMeta& index = call.tensor(i);
  const TensorMeta& meta = call.tensor(other);
  bool fits = index.rank() == meta.rank();
  for (std::size_t d = 0; fits && d < index.rank(); ++d) {
    if (d == dim && !along_dim) continue;
    fits = (index.sizes[d] - meta.sizes[d]).bounds().second <= 0;
  }
  if (fits) return;
  const auto& parameters = call.op().schema.parameters;
  call.fail(
      diag::ShapeMismatch,
      {fmt::format("`{}` of shape {} does not fit into `{}` of shape {} apart from dimension {}",
                   parameters[i].name, shape_str(index.sizes), parameters[other].name,
                   shape_str(meta.sizes), dim)});
}

Computes gather_rule(const Call& call) {
  require_dimensions(call);
  require_index_type(call, 2);
  const std::size_t dim = dimension_argument(call, 1);
  check_index_shape(call, 2, 0, dim, false);
  std::vector<IntExpr> sizes = call.tensor(2).sizes;
  std::vector<Symbol> vars = index_variables(sizes);
  std::vector<IntExpr> index = as_expressions(vars);
  IndirectIndex indirect = bounded(call, 2, index, call.tensor(0).sizes[dim]);
  index[dim] = indirect.symbol;
  return {
      gathering(call, 0, std::move(vars), std::move(sizes), std::move(index), std::move(indirect))};
}

// embedding(weight, input)

Computes embedding_rule(const Call& call) {
  require_rank(call, 0, 2);
  require_index_type(call, 1);
  std::vector<IntExpr> sizes = call.tensor(1).sizes;
  sizes.push_back(call.tensor(0).sizes[1]);
  std::vector<Symbol> vars = index_variables(sizes);
  std::vector<IntExpr> at = as_expressions(vars);
  const IntExpr column = at.back();
  at.pop_back();
  IndirectIndex indirect = bounded(call, 1, std::move(at), call.tensor(0).sizes[0]);
  std::vector<IntExpr> index = {indirect.symbol, column};
  return {
      gathering(call, 0, std::move(vars), std::move(sizes), std::move(index), std::move(indirect))};
}

// take(input, index)

Computes take_rule(const Call& call) {
  require_index_type(call, 1);
  const TensorMeta& input = call.tensor(0);
  std::vector<IntExpr> sizes = call.tensor(1).sizes;
  std::vector<Symbol> vars = index_variables(sizes);
  const ScalarExpr value = load(call.tensor(1).dtype, call.input_ordinal(1), as_expressions(vars));
  IndirectIndex indirect{make_index("index", input.numel()),
                         checked_index(cast(value, DType::kInt64), input.numel())};
  std::vector<IntExpr> index = delinearise(indirect.symbol, input.sizes);
  return {
      gathering(call, 0, std::move(vars), std::move(sizes), std::move(index), std::move(indirect))};
}

// one_hot(input, num_classes)

Computes one_hot_rule(const Call& call) {
  if (call.tensor(0).dtype != DType::kInt64) {
    call.fail(diag::DTypeMismatch,
              {fmt::format("classes have to be int64, got {}", dtype_name(call.tensor(0).dtype))});
  }
  const IntExpr classes = call.integer(1);
  if (classes.is(-1)) {
    call.fail(diag::OperatorUnsupported, {"a number of classes that depends on the data"});
  }
  if (classes.bounds().second < 1) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("`num_classes` has to be positive, got {}", classes.str())});
  }
  std::vector<IntExpr> sizes = call.tensor(0).sizes;
  sizes.push_back(classes);
  std::vector<Symbol> vars = index_variables(sizes);
  std::vector<IntExpr> at = as_expressions(vars);
  const IntExpr column = at.back();
  at.pop_back();
  const ScalarExpr value = bounded_index(load(DType::kInt64, 0, std::move(at)), classes);
  return {elementwise(ComputeKind::kPointwise, DType::kInt64, std::move(vars), std::move(sizes),
                      cast(value == index_value(column), DType::kInt64))};
}

// Kernels that write at positions. The result is a tensor like the first.

Metas like_input(const Call& call) { return {{dense(call.tensor(0).dtype, call.tensor(0).sizes)}}; }

void check_scatter_index(const Call& call) {
  require_dimensions(call);
  require_index_type(call, 2);
  check_index_shape(call, 2, 0, dimension_argument(call, 1), false);
}

/// (input, dim, index, src): `src` has an element for every element of `index`.
Metas scatter_rule(const Call& call) {
  check_scatter_index(call);
  check_index_shape(call, 2, 3, 0, true);
  require_same_type(call, 0, 3);
  return like_input(call);
}

/// A number is written like a tensor of that number.
Nodes scatter_value_rule(Decomposition& d) {
  check_scatter_index(d.call());
  const DType type = d.call().tensor(0).dtype;
  Node* source = d.op("full_like", {d.argument(2), d.argument(3)}, {{"dtype", type}});
  return {d.op("scatter.src", {d.argument(0), d.argument(1), d.argument(2), source})};
}

void check_reduction(const Call& call, std::size_t i,
                     std::initializer_list<const char*> reductions) {
  const std::string& given = call.text(i);
  if (std::find(reductions.begin(), reductions.end(), given) != reductions.end()) return;
  call.fail(diag::ValueOutOfDomain, {fmt::format("unknown `reduce` '{}'", given)});
}

Metas scatter_with_reduce_rule(const Call& call) {
  check_reduction(call, 4, {"add", "multiply"});
  return scatter_rule(call);
}

Metas scatter_reduce_rule(const Call& call) {
  check_reduction(call, 4, {"sum", "prod", "mean", "amax", "amin"});
  return scatter_rule(call);
}

/// (input, dim, index, source): `index` is a vector, `source` has the shape of `input` with its
/// length along `dim`.
Metas index_add_rule(const Call& call) {
  require_dimensions(call);
  require_index_type(call, 2);
  require_same_type(call, 0, 3);
  const std::size_t dim = dimension_argument(call, 1);
  std::vector<IntExpr> expected = call.tensor(0).sizes;
  expected[dim] = call.tensor(2).numel();
  if (call.tensor(2).rank() > 1 || call.tensor(3).sizes != expected) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("`index` {} and `source` {} do not fit `input` {} along dimension {}",
                           shape_str(call.tensor(2).sizes), shape_str(call.tensor(3).sizes),
                           shape_str(call.tensor(0).sizes), dim)});
  }
  return like_input(call);
}

/// As writing at an index list that has the tensor at its place.
Nodes index_fill_rule(Decomposition& d) {
  const Call& call = d.call();
  require_dimensions(call);
  require_index_type(call, 2);
  std::vector<Argument> indices(dimension_argument(call, 1));
  if (call.tensor(2).rank() > 1) {
    call.fail(diag::ShapeMismatch, {fmt::format("`index` needs one dimension, got shape {}",
                                                shape_str(call.tensor(2).sizes))});
  }
  indices.push_back(d.argument(2));
  Node* value =
      d.op("full", {std::vector<Argument>{}, d.argument(3)}, {{"dtype", call.tensor(0).dtype}});
  return {d.op("index_put.Tensor", {d.argument(0), std::move(indices), value, false})};
}

void require_mask(const Call& call) {
  if (call.tensor(1).dtype == DType::kBool) return;
  call.fail(diag::DTypeMismatch,
            {fmt::format("`mask` has to be bool, got {}", dtype_name(call.tensor(1).dtype))});
}

Metas masked_scatter_rule(const Call& call) {
  require_mask(call);
  require_same_type(call, 0, 2);
  std::vector<IntExpr> sizes = call.tensor(0).sizes;
  broadcast_into(call, sizes, call.tensor(1).sizes);
  return {{dense(call.tensor(0).dtype, std::move(sizes))}};
}

// Kernels whose results have as many elements as the data says.

Symbol counted(const char* name, const IntExpr& most) {
  return make_symbol(name, 0, most.bounds().second);
}

Metas nonzero_rule(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  return {{dense(DType::kInt64,
                 {counted("nonzero", input.numel()), static_cast<std::int64_t>(input.rank())})}};
}

Nodes argwhere_rule(Decomposition& d) { return {d.op("nonzero", {d.argument(0)})}; }

/// The elements at the positions where the mask is true.
Nodes masked_select_rule(Decomposition& d) {
  require_mask(d.call());
  Argument input = d.argument(0);
  Argument mask = d.argument(1);
  if (d.meta(input).sizes != d.meta(mask).sizes) {
    Node* none = d.op("zeros_like", {input}, {{"dtype", DType::kBool}});
    mask = d.op("logical_or", {none, mask});
    input = d.op("expand_as", {input, mask});
  }
  if (d.meta(mask).rank() == 0) {
    input = d.op("reshape", {input, Argument::ints({1})});
    mask = d.op("reshape", {mask, Argument::ints({1})});
  }
  Node* positions = d.op("nonzero", {mask});
  std::vector<Argument> indices;
  for (std::size_t k = 0; k < d.meta(mask).rank(); ++k) {
    indices.push_back(d.op("select", {positions, 1, static_cast<std::int64_t>(k)}));
  }
  return {d.op("index.Tensor", {input, std::move(indices)})};
}

/// The results that were not asked for are empty.
Metas unique_metas(const Call& call, std::optional<std::size_t> dim, std::vector<IntExpr> inverse,
                   std::size_t flags) {
  const TensorMeta& input = call.tensor(0);
  std::vector<IntExpr> sizes = dim ? input.sizes : std::vector<IntExpr>{input.numel()};
  const std::size_t along = dim.value_or(0);
  const IntExpr found = counted("unique", sizes[along]);
  sizes[along] = found;
  if (!call.boolean(flags)) inverse = {0};
  std::vector<IntExpr> counts = {call.boolean(flags + 1) ? found : IntExpr(0)};
  return {{dense(input.dtype, std::move(sizes))},
          {dense(DType::kInt64, std::move(inverse))},
          {dense(DType::kInt64, std::move(counts))}};
}

Metas unique_rule(const Call& call) {
  return unique_metas(call, std::nullopt, call.tensor(0).sizes, 2);
}

Metas unique_dim_rule(const Call& call) {
  require_dimensions(call);
  const std::size_t dim = dimension_argument(call, 1);
  return unique_metas(call, dim, {call.tensor(0).sizes[dim]}, 3);
}

Metas unique_consecutive_rule(const Call& call) {
  if (!call.has(3)) return unique_metas(call, std::nullopt, call.tensor(0).sizes, 1);
  require_dimensions(call);
  const std::size_t dim = dimension_argument(call, 3);
  return unique_metas(call, dim, {call.tensor(0).sizes[dim]}, 1);
}

/// (repeats, *, output_size)
Metas repeated_positions_rule(const Call& call) {
  require_index_type(call, 0);
  require_rank(call, 0, 1);
  if (call.has(1)) return {{dense(DType::kInt64, {call.integer(1)})}};
  return {{dense(DType::kInt64, {make_symbol("repeated")})}};
}

Nodes positions_rule(Decomposition& d) {
  return {d.op("repeat_interleave.Tensor", {d.argument(0)})};
}

/// (input, repeats, dim, *, output_size)
Nodes repeat_by_tensor_rule(Decomposition& d) {
  const Call& call = d.call();
  Argument input = d.argument(0);
  Argument dim = d.argument(2);
  if (!call.has(2)) {
    input = d.op("reshape", {input, Argument::ints({-1})});
    dim = Argument(0);
  } else {
    require_dimensions(call);
  }
  const std::int64_t along =
      call.has(2) ? static_cast<std::int64_t>(dimension_argument(call, 2)) : 0;
  const IntExpr extent = d.meta(input).sizes[static_cast<std::size_t>(along)];
  Argument repeats = d.argument(1);
  if (d.meta(repeats).rank() == 0) repeats = d.op("reshape", {repeats, Argument::ints({1})});
  require_rank(call, 1, d.meta(d.argument(1)).rank() == 0 ? 0 : 1);
  if (d.meta(repeats).sizes[0].is(1) && !extent.is(1)) {
    // One number for all.
    Node* all = d.op("zeros_like", {input}, {{"dtype", d.meta(repeats).dtype}});
    for (std::size_t k = d.meta(all).rank(); k-- > 0;) {
      if (static_cast<std::int64_t>(k) == along) continue;
      all = d.op("sum.dim", {all, Argument::ints({static_cast<std::int64_t>(k)})});
    }
    repeats = d.op("add", {d.op("to.dtype", {all, d.meta(repeats).dtype}), repeats});
  } else if (certainly_differ(d.meta(repeats).sizes[0], extent)) {
    call.fail(diag::ShapeMismatch, {fmt::format("`repeats` of shape {} for extent {}",
                                                shape_str(d.meta(repeats).sizes), extent.str())});
  }
  Node* positions = d.op("repeat_interleave.Tensor", {repeats}, {{"output_size", d.argument(3)}});
  return {d.op("index_select", {input, dim, positions})};
}

// Sorting and scans along one dimension.

Metas sort_rule(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  dimension_argument(call, 1);
  return {{dense(input.dtype, input.sizes)}, {dense(DType::kInt64, input.sizes)}};
}

/// Sorting is stable in any case.
Nodes sort_stable_rule(Decomposition& d) {
  Node* sorted = d.op("sort", {d.argument(0), d.argument(2), d.argument(3)});
  Node* values = d.op("getitem", {sorted, 0});
  return {values, d.op("getitem", {sorted, 1})};
}

Nodes argsort_rule(Decomposition& d) {
  Node* sorted = d.op("sort", {d.argument(0), d.argument(1), d.argument(2)});
  return {d.op("getitem", {sorted, 1})};
}

Nodes msort_rule(Decomposition& d) {
  Node* sorted = d.op("sort", {d.argument(0), 0, false});
  return {d.op("getitem", {sorted, 0})};
}

Nodes kthvalue_rule(Decomposition& d) {
  const Call& call = d.call();
  const std::int64_t k = call.constant_integer(1);
  const TensorMeta& input = call.tensor(0);
  const std::size_t dim = dimension_argument(call, 2);
  const IntExpr extent = input.rank() == 0 ? IntExpr(1) : input.sizes[dim];
  assume(extent - k);
  if (k < 1 || (extent - k).bounds().second < 0) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("`k` = {} is out of range for extent {}", k, extent.str())});
  }
  Node* sorted = d.op("sort", {d.argument(0), d.argument(2), false});
  Nodes results;
  for (const std::int64_t part : {0, 1}) {
    Node* all = d.op("getitem", {sorted, part});
    if (input.rank() == 0) {
      results.push_back(all);
    } else if (call.boolean(3)) {
      results.push_back(d.op("slice", {all, d.argument(2), k - 1, k, 1}));
    } else {
      results.push_back(d.op("select", {all, d.argument(2), k - 1}));
    }
  }
  // Not views of what nobody sees.
  for (Node*& result : results) result = d.op("clone", {result});
  return results;
}

Metas topk_rule(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  const IntExpr k = call.integer(1);
  const std::size_t dim = dimension_argument(call, 2);
  std::vector<IntExpr> sizes = input.sizes;
  const IntExpr extent = sizes.empty() ? IntExpr(1) : sizes[dim];
  assume(k);
  assume(extent - k);
  if (k.bounds().second < 0 || (k - extent).bounds().first > 0) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("`k` = {} is out of range for extent {}", k.str(), extent.str())});
  }
  if (!sizes.empty()) sizes[dim] = k;
  return {{dense(input.dtype, sizes)}, {dense(DType::kInt64, sizes)}};
}

/// (input, dim, *, dtype): integers and bool add up in int64.
Metas scan_rule(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  dimension_argument(call, 1);
  const DType own = is_floating(input.dtype) ? input.dtype : DType::kInt64;
  return {{dense(call.dtype(2).value_or(own), input.sizes)}};
}

Metas log_scan_rule(const Call& call) {
  require_floating(call, 0);
  dimension_argument(call, 1);
  return like_input(call);
}

constexpr OperatorRow kRows[] = {
    {"index_select(Tensor input, int dim, Tensor index) -> Tensor",
     "The given positions of one dimension.", index_select_rule},
    {"gather(Tensor input, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor",
     "For every element of `index`, the element of `input` at that position along `dim`.",
     gather_rule},
    {"take_along_dim(Tensor input, Tensor indices, int? dim=None) -> Tensor",
     "`gather` with extents broadcast; without a dimension, elements at row-major positions.",
     take_along_dim_rule},
    {"embedding(Tensor weight, Tensor input, int padding_idx=-1, bool scale_grad_by_freq=False, "
     "bool sparse=False) -> Tensor",
     "The rows of `weight` that `input` names.", embedding_rule, kFunction},
    {"take(Tensor input, Tensor index) -> Tensor", "Elements at row-major positions.", take_rule},
    {"index(Tensor input, index[] indices) -> Tensor",
     "input[indices...] with integers, slices, None, ellipsis and tensors.", index_rule},
    {"index.Tensor(Tensor input, index[] indices) -> Tensor",
     "input[indices...] with integer tensors and None only.", gather_by_tensors_rule, 0},
    {"one_hot(Tensor input, int num_classes=-1) -> Tensor",
     "A 1 at the position of each class along a further last dimension.", one_hot_rule, kFunction},

    {"index_put(Tensor input, index[] indices, Tensor|Scalar values, bool accumulate=False) -> "
     "Tensor",
     "`input` with the elements at input[indices...] replaced by `values`, or increased by them.",
     index_put_rule, kAll},
    {"index_put.Tensor(Tensor input, index[] indices, Tensor values, bool accumulate=False) -> "
     "Tensor",
     "index_put with integer tensors and None only.", Structured{put_by_tensors_rule}, 0},
    {"scatter.src(Tensor input, int dim, Tensor index, Tensor src) -> Tensor",
     "`input` with the elements at `index` along `dim` replaced by those of `src`.",
     Structured{scatter_rule}, kAll},
    {"scatter.value(Tensor input, int dim, Tensor index, Scalar value) -> Tensor",
     "`input` with the elements at `index` along `dim` replaced by a number.", scatter_value_rule,
     kAll},
    {"scatter.reduce(Tensor input, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor",
     "`input` with `src` added or multiplied at `index` along `dim`.",
     Structured{scatter_with_reduce_rule}, kAll},
    {"scatter_add(Tensor input, int dim, Tensor index, Tensor src) -> Tensor",
     "`input` with `src` added at `index` along `dim`.", Structured{scatter_rule}, kAll},
    {"scatter_reduce(Tensor input, int dim, Tensor index, Tensor src, str reduce, *, bool "
     "include_self=True) -> Tensor",
     "`input` reduced with `src` at `index` along `dim`.", Structured{scatter_reduce_rule}, kAll},
    {"index_add(Tensor input, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor",
     "`input` with alpha * source added at the positions `index` of one dimension.",
     Structured{index_add_rule}, kAll},
    {"index_copy(Tensor input, int dim, Tensor index, Tensor source) -> Tensor",
     "`input` with the positions `index` of one dimension replaced by those of `source`.",
     Structured{index_add_rule}, kAll},
    {"index_fill(Tensor input, int dim, Tensor index, Scalar value) -> Tensor",
     "`input` with the positions `index` of one dimension replaced by a number.", index_fill_rule,
     kAll},
    {"masked_scatter(Tensor input, Tensor mask, Tensor source) -> Tensor",
     "`input` with the elements under the mask replaced by those of `source`, one after the other.",
     Structured{masked_scatter_rule}, kAll},

    {"nonzero(Tensor input) -> Tensor", "The indices of the elements that are not 0.",
     Structured{nonzero_rule}},
    {"argwhere(Tensor input) -> Tensor", "The indices of the elements that are not 0.",
     argwhere_rule},
    {"masked_select(Tensor input, Tensor mask) -> Tensor",
     "The elements under the mask, in row-major order.", masked_select_rule},

    {"_unique2(Tensor input, bool sorted=True, bool return_inverse=False, bool "
     "return_counts=False) -> (Tensor output, Tensor inverse, Tensor counts)",
     "The distinct elements in order, where each element is among them, and how often each "
     "occurs.",
     Structured{unique_rule}, kFunction},
    {"unique_dim(Tensor input, int dim, bool sorted=True, bool return_inverse=False, bool "
     "return_counts=False) -> (Tensor output, Tensor inverse, Tensor counts)",
     "The distinct slices of one dimension in order, where each slice is among them, and how "
     "often each occurs.",
     Structured{unique_dim_rule}},
    {"unique_consecutive(Tensor input, bool return_inverse=False, bool return_counts=False, int? "
     "dim=None) -> (Tensor output, Tensor inverse, Tensor counts)",
     "Each run of equal elements or slices once, the number of the run of each, and how long each "
     "is.",
     Structured{unique_consecutive_rule}},
    {"bincount(Tensor input, Tensor? weights=None, int minlength=0) -> Tensor",
     "How often each number from 0 on occurs, or the sums of the weights where it does.",
     bincount_rule},
    {"bincount.bins(Tensor input, int minlength=0) -> Tensor",
     "As many zeros as `bincount` has results: one more than the largest element, at least "
     "`minlength`.",
     Structured{bins_rule}, 0},
    {"repeat_interleave.Tensor(Tensor repeats, *, int? output_size=None) -> Tensor",
     "Position i, repeats[i] times, for all i.", Structured{repeated_positions_rule}, 0},
    {"repeat_interleave.positions(Tensor repeats) -> Tensor",
     "Position i, repeats[i] times, for all i.", positions_rule, kFunction},
    {"repeat_interleave.self_Tensor(Tensor input, Tensor repeats, int? dim=None, *, int? "
     "output_size=None) -> Tensor",
     "Every element repeated along a dimension, or of the flat tensor, as often as `repeats` says.",
     repeat_by_tensor_rule},

    {"sort(Tensor input, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)",
     "The elements of one dimension in order, and where they were; equal elements keep their "
     "order.",
     Structured{sort_rule}},
    {"sort.stable(Tensor input, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor "
     "values, Tensor indices)",
     "The elements of one dimension in order, and where they were; equal elements keep their "
     "order.",
     sort_stable_rule},
    {"argsort(Tensor input, int dim=-1, bool descending=False) -> Tensor",
     "Where the elements of one dimension were before sorting.", argsort_rule},
    {"msort(Tensor input) -> Tensor", "The elements of the first dimension in order.", msort_rule},
    {"kthvalue(Tensor input, int k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor "
     "indices)",
     "The k-th smallest element of one dimension, and where it is.", kthvalue_rule},
    {"topk(Tensor input, int k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor "
     "values, "
     "Tensor indices)",
     "The k largest or smallest elements of one dimension in order, and where they were.",
     Structured{topk_rule}},

    {"searchsorted(Tensor sorted_sequence, Tensor|Scalar input, *, bool out_int32=False, bool "
     "right=False) -> Tensor",
     "How many elements of the sorted last dimension lie below each value (`right`: not above it).",
     searchsorted_rule, kFunction},
    {"bucketize(Tensor input, Tensor boundaries, *, bool out_int32=False, bool right=False) -> "
     "Tensor",
     "How many of the sorted boundaries lie below each element (`right`: not above it).",
     bucketize_rule, kFunction},
    {"isin(Tensor elements, Tensor test_elements, *, bool assume_unique=False, bool invert=False) "
     "-> Tensor",
     "True where an element occurs among the others.", isin_rule, kFunction},

    {"cumsum(Tensor input, int dim, *, DType? dtype=None) -> Tensor",
     "Sums of all elements up to each one along a dimension.", Structured{scan_rule}, kAll},
    {"cumprod(Tensor input, int dim, *, DType? dtype=None) -> Tensor",
     "Products of all elements up to each one along a dimension.", Structured{scan_rule}, kAll},
    {"logcumsumexp(Tensor input, int dim) -> Tensor",
     "Logarithms of the sums of exponentials up to each element along a dimension.",
     Structured{log_scan_rule}},
    {"cummax(Tensor input, int dim) -> (Tensor values, Tensor indices)",
     "The largest element up to each one along a dimension, and where it is.",
     Structured{sort_rule}},
    {"cummin(Tensor input, int dim) -> (Tensor values, Tensor indices)",
     "The smallest element up to each one along a dimension, and where it is.",
     Structured{sort_rule}},
};

}  // namespace

std::span<const OperatorRow> indexing_rows() { return kRows; }

}  // namespace weft::ir
