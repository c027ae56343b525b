/// \file The inverses of views.
#include <weft/ir/operators/scatter_views.h>

#include <fmt/format.h>

#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/view_map.h>

namespace weft::ir {
namespace {

void require_source(const Call& call, const std::vector<IntExpr>& expected) {
  require_same_type(call, 0, 1);
  if (call.tensor(1).sizes == expected) return;
  call.fail(diag::ShapeMismatch, {fmt::format("`src` needs shape {}, got {}", shape_str(expected),
                                              shape_str(call.tensor(1).sizes))});
}

std::size_t dimension_argument(const Call& call, std::size_t i) {
  const std::size_t rank = call.tensor(0).rank();
  if (rank == 0) call.fail(diag::ShapeMismatch, {"a tensor without dimensions has no parts"});
  return static_cast<std::size_t>(call.dimension(call.constant_integer(i), rank));
}

/// The element of `src` where the condition holds, of `input` elsewhere.
Compute replaced(const Call& call, std::vector<Symbol> vars, const IndexCondition& where,
                 std::vector<IntExpr> source_index) {
  const TensorMeta& input = call.tensor(0);
  const ScalarExpr kept = load(input.dtype, 0, as_expressions(vars));
  const ScalarExpr body = load_where(where, input.dtype, 1, std::move(source_index), kept);
  return elementwise(ComputeKind::kMove, input.dtype, std::move(vars), input.sizes, body);
}

/// Two dimensions and the offset of a diagonal.
struct Diagonal {
  std::size_t row;
  std::size_t column;
  IntExpr down;   ///< first row
  IntExpr right;  ///< first column
};

Diagonal read_diagonal(const Call& call, std::size_t first, std::size_t rank) {
  const IntExpr offset = call.integer(first);
  const auto dims = resolve_dimensions(
      call, {call.constant_integer(first + 1), call.constant_integer(first + 2)}, rank);
  return {dims[0], dims[1], max(0, 0 - offset), max(0, offset)};
}

/// Index into a tensor whose last dimension runs along the diagonal.
std::vector<IntExpr> along_diagonal(const Diagonal& diagonal, const std::vector<IntExpr>& at) {
  std::vector<IntExpr> index;
  for (std::size_t d = 0; d < at.size(); ++d) {
    if (d != diagonal.row && d != diagonal.column) index.push_back(at[d]);
  }
  index.push_back(at[diagonal.row] - diagonal.down);
  return index;
}

IndexCondition on_diagonal(const Diagonal& diagonal, const std::vector<IntExpr>& at) {
  IndexCondition condition;
  condition.equal(at[diagonal.row] - diagonal.down, at[diagonal.column] - diagonal.right);
  return condition;
}

}  // namespace

std::vector<Compute> select_scatter_rule(const Call& call) {
  const std::vector<IntExpr>& sizes = call.tensor(0).sizes;
  const std::size_t dim = dimension_argument(call, 2);
  const IntExpr place = resolve_index(call, call.integer(3), sizes[dim]);
  std::vector<IntExpr> expected = sizes;
  expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(dim));
  require_source(call, expected);
  std::vector<Symbol> vars = index_variables(sizes);
  std::vector<IntExpr> index = as_expressions(vars);
  IndexCondition where;
  where.equal(index[dim], place);
  index.erase(index.begin() + static_cast<std::ptrdiff_t>(dim));
  return {replaced(call, std::move(vars), where, std::move(index))};
}

std::vector<Compute> slice_scatter_rule(const Call& call) {
  const std::vector<IntExpr>& sizes = call.tensor(0).sizes;
  const std::size_t dim = dimension_argument(call, 2);
  const auto bound = [&](std::size_t i) {
    return call.has(i) ? std::optional<IntExpr>(call.integer(i)) : std::nullopt;
  };
  const SliceRange range = resolve_slice(call, sizes[dim], bound(3), bound(4), call.integer(5));
  std::vector<IntExpr> expected = sizes;
  expected[dim] = range.length;
  require_source(call, expected);
  std::vector<Symbol> vars = index_variables(sizes);
  std::vector<IntExpr> index = as_expressions(vars);
  const IntExpr place = index[dim] - range.start;
  index[dim] = floor_div(place, range.step);
  IndexCondition where;
  where.at_least(place, 0).divides(range.step, place);
  // A slice up to the end has no element of the input behind it.
  const IntExpr stop = range.start + range.step * range.length;
  if ((stop - sizes[dim]).bounds().first < 0) where.below(index[dim], range.length);
  return {replaced(call, std::move(vars), where, std::move(index))};
}

std::vector<Compute> diagonal_scatter_rule(const Call& call) {
  const std::vector<IntExpr>& sizes = call.tensor(0).sizes;
  const Diagonal diagonal = read_diagonal(call, 2, sizes.size());
  std::vector<IntExpr> expected;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (d != diagonal.row && d != diagonal.column) expected.push_back(sizes[d]);
  }
  expected.push_back(
      max(0, min(sizes[diagonal.row] - diagonal.down, sizes[diagonal.column] - diagonal.right)));
  require_source(call, expected);
  std::vector<Symbol> vars = index_variables(sizes);
  const std::vector<IntExpr> at = as_expressions(vars);
  return {replaced(call, std::move(vars), on_diagonal(diagonal, at), along_diagonal(diagonal, at))};
}

std::vector<Compute> diag_embed_rule(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  if (input.rank() == 0) call.fail(diag::ShapeMismatch, {"needs at least one dimension"});
  const Diagonal diagonal = read_diagonal(call, 1, input.rank() + 1);
  const IntExpr side = input.sizes.back() + diagonal.down + diagonal.right;
  std::vector<IntExpr> sizes;
  std::size_t next = 0;
  for (std::size_t d = 0; d < input.rank() + 1; ++d) {
    const bool spanned = d == diagonal.row || d == diagonal.column;
    sizes.push_back(spanned ? side : input.sizes[next++]);
  }
  std::vector<Symbol> vars = index_variables(sizes);
  const std::vector<IntExpr> at = as_expressions(vars);
  IndexCondition where = on_diagonal(diagonal, at);
  std::vector<IntExpr> index = along_diagonal(diagonal, at);
  // The square is larger than the diagonal by the offset: rows beyond its ends hold zeros only.
  where.at_least(index.back(), 0).below(index.back(), input.sizes.back());
  return {elementwise(ComputeKind::kMove, input.dtype, std::move(vars), std::move(sizes),
                      load_where(where, input.dtype, 0, std::move(index), zero_of(input.dtype)))};
}

}  // namespace weft::ir
