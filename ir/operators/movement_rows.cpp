/// \file Rows that copy elements to other places: cat, pad, roll, repeat, tril and the like.
#include <fmt/format.h>

#include <algorithm>

#include <weft/ir/graph.h>
#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/fold.h>
#include <weft/ir/operators/grid_sampler.h>
#include <weft/ir/operators/interpolate.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/padding.h>
#include <weft/ir/operators/promotion.h>
#include <weft/ir/operators/reshape.h>
#include <weft/ir/operators/scatter_views.h>
#include <weft/ir/operators/view_map.h>

namespace weft::ir {
namespace {

using Computes = std::vector<Compute>;
using Nodes = std::vector<Node*>;

/// A copy of elements of input 0.
Compute moved(const Call& call, std::vector<Symbol> vars, std::vector<IntExpr> sizes,
              std::vector<IntExpr> index) {
  const DType type = call.tensor(0).dtype;
  return elementwise(ComputeKind::kMove, type, std::move(vars), std::move(sizes),
                     load(type, 0, std::move(index)));
}

// Joining.

/// The tensors that are joined. A vector without elements is left out, whatever the rank of the
/// others, as PyTorch does.
struct Joined {
  std::vector<const TensorMeta*> parts;
  std::vector<int> inputs;
  std::size_t dim = 0;
  std::vector<IntExpr> sizes;
  std::vector<IntExpr> ends;  ///< of each part along `dim`
  DType dtype = DType::kFloat32;
};

bool is_empty_vector(const TensorMeta& meta) { return meta.rank() == 1 && meta.sizes[0].is(0); }

Joined join(const Call& call) {
  const std::vector<const TensorMeta*> tensors = call.tensors(0);
  if (tensors.empty()) call.fail(diag::ValueOutOfDomain, {"no tensors to join"});
  Joined j;
  ResultType type;
  for (std::size_t k = 0; k < tensors.size(); ++k) {
    type.add_tensor(tensors[k]->dtype, tensors[k]->rank());
    if (is_empty_vector(*tensors[k])) continue;
    j.parts.push_back(tensors[k]);
    j.inputs.push_back(call.input_ordinal(0, k));
  }
  j.dtype = type.get();
  if (j.parts.empty()) {
    j.sizes = {0};
    return j;
  }
  const TensorMeta& first = *j.parts.front();
  if (first.rank() == 0) {
    call.fail(diag::ShapeMismatch, {"tensors without dimensions cannot be joined, stack them"});
  }
  j.dim = static_cast<std::size_t>(call.dimension(call.constant_integer(1), first.rank()));
  j.sizes = first.sizes;
  j.sizes[j.dim] = 0;
  for (const TensorMeta* part : j.parts) {
    bool fits = part->rank() == first.rank();
    for (std::size_t d = 0; fits && d < first.rank(); ++d) {
      fits = d == j.dim || part->sizes[d] == first.sizes[d];
    }
    if (!fits) {
      call.fail(diag::ShapeMismatch,
                {fmt::format("shapes {} and {} differ apart from dimension {}",
                             shape_str(first.sizes), shape_str(part->sizes), j.dim)});
    }
    j.sizes[j.dim] += part->sizes[j.dim];
    j.ends.push_back(j.sizes[j.dim]);
  }
  return j;
}

/// A chain of loads, each guarded by the range of its part, so that no tensor is read outside.
Computes cat_rule(const Call& call) {
  const Joined j = join(call);
  std::vector<Symbol> vars = index_variables(j.sizes);
  ScalarExpr value = zero_of(j.dtype);
  for (std::size_t k = j.parts.size(); k-- > 0;) {
    const DType type = j.parts[k]->dtype;
    const IntExpr start = k == 0 ? IntExpr(0) : j.ends[k - 1];
    const IntExpr at = vars[j.dim];
    IndexCondition here;
    if (k > 0) here.at_least(at, start);
    if (k + 1 < j.parts.size()) here.below(at, j.ends[k]);
    std::vector<IntExpr> index = as_expressions(vars);
    index[j.dim] = at - start;
    if (type == j.dtype) {
      value = load_where(here, type, j.inputs[k], std::move(index), value);
    } else {
      const ScalarExpr part = load_where(here, type, j.inputs[k], std::move(index), zero_of(type));
      value = select_where(here, cast(part, j.dtype), value);
    }
  }
  return {elementwise(ComputeKind::kMove, j.dtype, std::move(vars), j.sizes, value)};
}

std::vector<Argument> nonempty_items(Decomposition& d) {
  std::vector<Argument> items = d.items(0);
  if (items.empty()) d.call().fail(diag::ValueOutOfDomain, {"no tensors to join"});
  return items;
}

Nodes stack_rule(Decomposition& d) {
  std::vector<Argument> items = nonempty_items(d);
  const TensorMeta first = d.meta(items.front());
  const std::int64_t dim = d.call().dimension(d.call().constant_integer(1), first.rank() + 1);
  for (Argument& item : items) {
    if (d.meta(item).sizes != first.sizes) {
      d.call().fail(diag::ShapeMismatch,
                    {fmt::format("shapes {} and {} differ", shape_str(first.sizes),
                                 shape_str(d.meta(item).sizes))});
    }
    item = d.op("unsqueeze", {item, dim});
  }
  return {d.op("cat", {std::move(items), dim})};
}

/// The items with dimensions of extent 1 in front, up to the given rank.
std::vector<Argument> items_of_rank(Decomposition& d, std::size_t rank) {
  std::vector<Argument> items = nonempty_items(d);
  for (Argument& item : items) {
    while (d.meta(item).rank() < rank) item = d.op("unsqueeze", {item, 0});
  }
  return items;
}

Nodes hstack_rule(Decomposition& d) {
  std::vector<Argument> items = items_of_rank(d, 1);
  const std::int64_t dim = d.meta(items.front()).rank() == 1 ? 0 : 1;
  return {d.op("cat", {std::move(items), dim})};
}

Nodes vstack_rule(Decomposition& d) { return {d.op("cat", {items_of_rank(d, 2), 0})}; }

Nodes dstack_rule(Decomposition& d) {
  std::vector<Argument> items = items_of_rank(d, 2);
  for (Argument& item : items) {
    if (d.meta(item).rank() == 2) item = d.op("unsqueeze", {item, 2});
  }
  return {d.op("cat", {std::move(items), 2})};
}

// Turning and repeating.

Computes roll_rule(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  const std::vector<IntExpr> shifts = call.integers(1);
  const std::vector<std::int64_t> dims = call.constant_integers(2);
  const auto rolled = [](const IntExpr& at, const IntExpr& shift, const IntExpr& extent) {
    return extent.is(0) ? IntExpr(0) : mod(at - shift, extent);
  };
  std::vector<Symbol> vars = index_variables(input.sizes);
  std::vector<IntExpr> index = as_expressions(vars);
  if (dims.empty() && shifts.size() == 1) {
    // Without dimensions the elements roll in row-major order.
    const IntExpr place = rolled(linearise(index, input.sizes), shifts[0], input.numel());
    index = delinearise(place, input.sizes);
    return {moved(call, std::move(vars), input.sizes, std::move(index))};
  }
  if (dims.size() != shifts.size()) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("{} shifts for {} dimensions", shifts.size(), dims.size())});
  }
  for (std::size_t k = 0; k < dims.size(); ++k) {
    if (input.rank() == 0) continue;
    const auto d = static_cast<std::size_t>(call.dimension(dims[k], input.rank()));
    index[d] = rolled(index[d], shifts[k], input.sizes[d]);
  }
  return {moved(call, std::move(vars), input.sizes, std::move(index))};
}

Compute flipped(const Call& call, const std::vector<std::int64_t>& dims) {
  const TensorMeta& input = call.tensor(0);
  std::vector<Symbol> vars = index_variables(input.sizes);
  std::vector<IntExpr> index = as_expressions(vars);
  for (const std::size_t d : resolve_dimensions(call, dims, input.rank())) {
    if (input.rank() > 0) index[d] = input.sizes[d] - 1 - vars[d];
  }
  return moved(call, std::move(vars), input.sizes, std::move(index));
}

Computes flip_rule(const Call& call) { return {flipped(call, call.constant_integers(1))}; }
Computes fliplr_rule(const Call& call) { return {flipped(call, {1})}; }
Computes flipud_rule(const Call& call) {
  if (call.tensor(0).rank() == 0) {
    call.fail(diag::ShapeMismatch, {"`input` needs at least 1 dimension, got shape []"});
  }
  return {flipped(call, {0})};
}

Compute repeated(const Call& call, const std::vector<IntExpr>& repeats) {
  const TensorMeta& input = call.tensor(0);
  const std::size_t skip = repeats.size() - input.rank();
  std::vector<IntExpr> sizes = repeats;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (repeats[d].bounds().second < 0) {
      call.fail(diag::ValueOutOfDomain,
                {fmt::format("negative number of repeats in {}", shape_str(repeats))});
    }
    if (d >= skip) sizes[d] *= input.sizes[d - skip];
  }
  std::vector<Symbol> vars = index_variables(sizes);
  std::vector<IntExpr> index;
  for (std::size_t d = skip; d < sizes.size(); ++d) {
    const IntExpr& extent = input.sizes[d - skip];
    const IntExpr at = vars[d];
    index.push_back(extent.is(0) ? IntExpr(0) : repeats[d].is(1) ? at : mod(at, extent));
  }
  return moved(call, std::move(vars), std::move(sizes), std::move(index));
}

Computes repeat_rule(const Call& call) {
  const std::vector<IntExpr> repeats = call.integers(1);
  if (repeats.size() < call.tensor(0).rank()) {
    call.fail(diag::ShapeMismatch, {fmt::format("{} repeats for shape {}", repeats.size(),
                                                shape_str(call.tensor(0).sizes))});
  }
  return {repeated(call, repeats)};
}

Computes tile_rule(const Call& call) {
  std::vector<IntExpr> repeats = call.integers(1);
  while (repeats.size() < call.tensor(0).rank()) repeats.insert(repeats.begin(), 1);
  return {repeated(call, repeats)};
}

Computes repeat_interleave_rule(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  const IntExpr repeats = call.integer(1);
  if (repeats.bounds().second < 0) {
    call.fail(diag::ValueOutOfDomain, {fmt::format("negative `repeats` {}", repeats.str())});
  }
  const auto source = [&](const IntExpr& at) {
    return repeats.is(0) ? IntExpr(0) : floor_div(at, repeats);
  };
  if (!call.has(2)) {
    std::vector<IntExpr> sizes = {input.numel() * repeats};
    std::vector<Symbol> vars = index_variables(sizes);
    std::vector<IntExpr> index = delinearise(source(vars[0]), input.sizes);
    return {moved(call, std::move(vars), std::move(sizes), std::move(index))};
  }
  if (input.rank() == 0) call.fail(diag::ShapeMismatch, {"a tensor without dimensions has none"});
  const auto d = static_cast<std::size_t>(call.dimension(call.constant_integer(2), input.rank()));
  std::vector<IntExpr> sizes = input.sizes;
  sizes[d] *= repeats;
  std::vector<Symbol> vars = index_variables(sizes);
  std::vector<IntExpr> index = as_expressions(vars);
  index[d] = source(vars[d]);
  return {moved(call, std::move(vars), std::move(sizes), std::move(index))};
}

// Parts of matrices.

/// Elements with column - row <= diagonal (lower) or >= diagonal (upper), 0 elsewhere.
Compute triangle(const Call& call, bool lower) {
  const TensorMeta& input = call.tensor(0);
  if (input.rank() < 2) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("needs at least 2 dimensions, got shape {}", shape_str(input.sizes))});
  }
  const IntExpr diagonal = call.integer(1);
  std::vector<Symbol> vars = index_variables(input.sizes);
  const IntExpr offset = IntExpr(vars[vars.size() - 1]) - vars[vars.size() - 2];
  IndexCondition kept;
  if (lower) {
    kept.at_least(diagonal, offset);
  } else {
    kept.at_least(offset, diagonal);
  }
  const ScalarExpr body =
      select_where(kept, load(input.dtype, 0, as_expressions(vars)), zero_of(input.dtype));
  return elementwise(ComputeKind::kPointwise, input.dtype, std::move(vars), input.sizes, body);
}

Computes tril_rule(const Call& call) { return {triangle(call, true)}; }
Computes triu_rule(const Call& call) { return {triangle(call, false)}; }

/// A vector becomes a diagonal matrix, of a matrix the diagonal is copied.
Nodes diag_rule(Decomposition& d) {
  const TensorMeta& input = d.call().tensor(0);
  if (input.rank() == 1) return {d.op("diag_embed", {d.argument(0), d.argument(1)})};
  require_rank(d.call(), 0, 2);
  return {d.op("clone", {d.op("diagonal", {d.argument(0), d.argument(1)})})};
}

/// One result a tensor: its elements along its own dimension, repeated along the others.
Computes meshgrid_rule(const Call& call) {
  const std::vector<const TensorMeta*> tensors = call.tensors(0);
  const std::string& indexing = call.text(1);
  if (indexing != "ij" && indexing != "xy") {
    call.fail(diag::ValueOutOfDomain, {fmt::format("unknown `indexing` '{}'", indexing)});
  }
  if (tensors.empty()) call.fail(diag::ValueOutOfDomain, {"no tensors"});
  const bool swapped = indexing == "xy" && tensors.size() > 1;
  const auto place = [&](std::size_t k) { return swapped && k < 2 ? 1 - k : k; };
  std::vector<IntExpr> sizes(tensors.size());
  for (std::size_t k = 0; k < tensors.size(); ++k) {
    const TensorMeta& meta = *tensors[k];
    if (meta.rank() > 1 || meta.dtype != tensors[0]->dtype) {
      call.fail(diag::ShapeMismatch, {fmt::format("needs vectors of one dtype, got {} and {}",
                                                  tensors[0]->str(), meta.str())});
    }
    sizes[place(k)] = meta.numel();
  }
  Computes results;
  for (std::size_t k = 0; k < tensors.size(); ++k) {
    std::vector<Symbol> vars = index_variables(sizes);
    std::vector<IntExpr> index;
    if (tensors[k]->rank() == 1) index.push_back(vars[place(k)]);
    results.push_back(
        elementwise(ComputeKind::kMove, tensors[k]->dtype, std::move(vars), sizes,
                    load(tensors[k]->dtype, call.input_ordinal(0, k), std::move(index))));
  }
  return results;
}

// Channels to space and back.

std::int64_t positive_factor(const Call& call) {
  const std::int64_t factor = call.constant_integer(1);
  if (factor < 1) {
    call.fail(diag::ValueOutOfDomain, {fmt::format("factor {} has to be positive", factor)});
  }
  return factor;
}

std::size_t image_rank(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  if (input.rank() < 3) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("needs shape [..., C, H, W], got {}", shape_str(input.sizes))});
  }
  return input.rank();
}

/// The leading dimensions as they are, then the given order of those from `lead` on.
Argument order_after(std::size_t lead, std::initializer_list<std::int64_t> rest) {
  std::vector<std::int64_t> order;
  for (std::size_t d = 0; d < lead; ++d) order.push_back(static_cast<std::int64_t>(d));
  for (const std::int64_t d : rest) order.push_back(static_cast<std::int64_t>(lead) + d);
  return Argument::ints(order);
}

Nodes pixel_shuffle_rule(Decomposition& d) {
  const std::int64_t r = positive_factor(d.call());
  const std::size_t rank = image_rank(d.call());
  Node* x = d.op("unflatten", {d.argument(0), -3, Argument::ints({-1, r, r})});
  x = d.op("permute", {x, order_after(rank - 3, {0, 3, 1, 4, 2})});
  return {d.op("flatten", {d.op("flatten", {x, -2, -1}), -3, -2})};
}

Nodes pixel_unshuffle_rule(Decomposition& d) {
  const std::int64_t r = positive_factor(d.call());
  const std::size_t rank = image_rank(d.call());
  Node* x = d.op("unflatten", {d.argument(0), -1, Argument::ints({-1, r})});
  x = d.op("unflatten", {x, -3, Argument::ints({-1, r})});
  x = d.op("permute", {x, order_after(rank - 3, {0, 2, 4, 1, 3})});
  return {d.op("flatten", {x, -5, -3})};
}

Nodes channel_shuffle_rule(Decomposition& d) {
  const std::int64_t groups = positive_factor(d.call());
  image_rank(d.call());
  Node* x = d.op("unflatten", {d.argument(0), 1, Argument::ints({groups, -1})});
  return {d.op("flatten", {d.op("transpose", {x, 1, 2}), 1, 2})};
}

/// A quarter turn is the exchange of two dimensions and the reversal of one.
Nodes rot90_rule(Decomposition& d) {
  const Call& call = d.call();
  const std::vector<std::int64_t> dims = call.constant_integers(2);
  const std::size_t rank = call.tensor(0).rank();
  if (dims.size() != 2 || call.dimension(dims[0], rank) == call.dimension(dims[1], rank)) {
    call.fail(diag::ValueOutOfDomain, {"`dims` needs two different dimensions"});
  }
  const std::int64_t turns = (call.constant_integer(1) % 4 + 4) % 4;
  const auto reversed = [&](std::vector<std::int64_t> along) {
    return d.op("flip", {d.argument(0), Argument::ints(along)});
  };
  if (turns == 0) return {d.op("clone", {d.argument(0)})};
  if (turns == 2) return {reversed(dims)};
  Node* x = reversed({turns == 1 ? dims[1] : dims[0]});
  return {d.op("transpose", {x, dims[0], dims[1]})};
}

/// All tensors in the shape of their sum.
Nodes broadcast_tensors_rule(Decomposition& d) {
  const std::vector<Argument> tensors = d.items(0);
  if (tensors.empty()) d.call().fail(diag::ValueOutOfDomain, {"no tensors"});
  Node* shape = d.op("empty_like", {tensors[0]}, {{"dtype", DType::kBool}});
  for (std::size_t k = 1; k < tensors.size(); ++k) {
    shape =
        d.op("logical_or", {shape, d.op("empty_like", {tensors[k]}, {{"dtype", DType::kBool}})});
  }
  Nodes results;
  for (const Argument& tensor : tensors) results.push_back(d.op("expand_as", {tensor, shape}));
  return results;
}

/// Differences of neighbours, `n` times.
Nodes diff_rule(Decomposition& d) {
  const Call& call = d.call();
  if (call.tensor(0).rank() == 0) call.fail(diag::ShapeMismatch, {"needs a dimension"});
  const std::int64_t n = call.constant_integer(1);
  if (n < 0) call.fail(diag::ValueOutOfDomain, {fmt::format("`n` = {} is negative", n)});
  const std::int64_t dim = call.dimension(call.constant_integer(2), call.tensor(0).rank());
  Argument x = d.argument(0);
  for (std::int64_t k = 0; k < n; ++k) {
    if (d.meta(x).sizes[static_cast<std::size_t>(dim)].is(0)) break;
    Node* next = d.op("slice", {x, dim, 1, nullptr, 1});
    Node* here = d.op("slice", {x, dim, 0, -1, 1});
    x = d.op(d.meta(x).dtype == DType::kBool ? "logical_xor" : "sub", {next, here});
  }
  return {n == 0 || x == d.argument(0) ? d.op("clone", {x}) : x.node()};
}

/// Vectors as columns, matrices as they are, side by side.
Nodes column_stack_rule(Decomposition& d) {
  std::vector<Argument> columns;
  for (const Argument& tensor : d.items(0)) {
    const std::size_t rank = d.meta(tensor).rank();
    columns.push_back(rank >= 2 ? tensor
                                : Argument(d.op("reshape", {tensor, Argument::ints({-1, 1})})));
  }
  return {d.op("cat", {std::move(columns), 1})};
}

/// (input, output_size, [align_corners,] scales...): the scales have to follow from the sizes.
Nodes upsample2d_rule(Decomposition& d) {
  const Call& call = d.call();
  const bool nearest = call.op().schema.name == "upsample_nearest2d";
  for (std::size_t i = nearest ? 2 : 3; i < call.size(); ++i) {
    if (call.has(i)) call.fail(diag::OperatorUnsupported, {"a scale beside the output size"});
  }
  if (call.tensor(0).rank() != 4) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("needs shape [N, C, H, W], got {}", shape_str(call.tensor(0).sizes))});
  }
  return {
      d.op("interpolate", {d.argument(0), d.argument(1), nullptr, nearest ? "nearest" : "bilinear",
                           nearest ? Argument() : d.argument(2)})};
}

constexpr unsigned kAll = kFunction | kMethod | kInPlace;

constexpr OperatorRow kRows[] = {
    {"cat(Tensor[] tensors, int dim=0) -> Tensor", "Tensors joined along a dimension.", cat_rule,
     kFunction},
    {"concat(Tensor[] tensors, int dim=0) -> Tensor", "Tensors joined along a dimension.", cat_rule,
     kFunction},
    {"stack(Tensor[] tensors, int dim=0) -> Tensor", "Tensors joined along a new dimension.",
     stack_rule, kFunction},
    {"hstack(Tensor[] tensors) -> Tensor",
     "Tensors joined along the second dimension, vectors along the first.", hstack_rule, kFunction},
    {"dstack(Tensor[] tensors) -> Tensor",
     "Tensors joined along the third dimension, vectors and matrices with new ones.", dstack_rule,
     kFunction},
    {"vstack(Tensor[] tensors) -> Tensor",
     "Tensors joined along the first dimension, vectors as rows.", vstack_rule, kFunction},
    {"row_stack(Tensor[] tensors) -> Tensor",
     "Tensors joined along the first dimension, vectors as rows.", vstack_rule, kFunction},
    {"column_stack(Tensor[] tensors) -> Tensor",
     "Tensors joined along the second dimension, vectors as columns.", column_stack_rule,
     kFunction},
    {"broadcast_tensors(Tensor[] tensors) -> Tensor[]",
     "Tensors in the one shape that they broadcast to.", broadcast_tensors_rule, kFunction},
    {"rot90(Tensor input, int k=1, int[] dims=[0, 1]) -> Tensor",
     "Quarter turns from the first to the second of two dimensions.", rot90_rule},
    {"diff(Tensor input, int n=1, int dim=-1) -> Tensor",
     "Differences of neighbours along a dimension, `n` times.", diff_rule},
    {"pad(Tensor input, int[] pad, str mode='constant', float? value=None) -> Tensor",
     "Elements added at the ends of the last dimensions, or cut off.", pad_rule, kFunction},
    {"constant_pad_nd(Tensor input, int[] pad, Scalar value=0) -> Tensor",
     "A number added at the ends of the last dimensions.", constant_pad_rule, kFunction},
    {"roll(Tensor input, int[1] shifts, int[1] dims=[]) -> Tensor",
     "Elements shifted along dimensions, those pushed out come in at the other end.", roll_rule},
    {"flip(Tensor input, int[] dims) -> Tensor", "Dimensions in reverse order.", flip_rule},
    {"fliplr(Tensor input) -> Tensor", "The second dimension in reverse order.", fliplr_rule},
    {"flipud(Tensor input) -> Tensor", "The first dimension in reverse order.", flipud_rule},
    {"repeat(Tensor input, int[] repeats) -> Tensor",
     "The tensor repeated along dimensions, new ones in front.", repeat_rule, kMethod},
    {"tile(Tensor input, int[] dims) -> Tensor", "The tensor repeated along the last dimensions.",
     tile_rule},
    {"repeat_interleave(Tensor input, int repeats, int? dim=None, *, int? output_size=None) -> "
     "Tensor",
     "Every element repeated along a dimension, or of the flat tensor.", repeat_interleave_rule},
    {"tril(Tensor input, int diagonal=0) -> Tensor", "The lower triangle of matrices, 0 elsewhere.",
     tril_rule, kAll},
    {"triu(Tensor input, int diagonal=0) -> Tensor", "The upper triangle of matrices, 0 elsewhere.",
     triu_rule, kAll},
    {"diag(Tensor input, int diagonal=0) -> Tensor",
     "A vector as a diagonal matrix, or the diagonal of a matrix.", diag_rule},
    {"diag_embed(Tensor input, int offset=0, int dim1=-2, int dim2=-1) -> Tensor",
     "The last dimension as the diagonal of matrices.", diag_embed_rule},
    {"meshgrid(Tensor[] tensors, str indexing='ij') -> Tensor[]",
     "The coordinates of the grid that vectors span.", meshgrid_rule, kFunction},
    {"pixel_shuffle(Tensor input, int upscale_factor) -> Tensor",
     "Groups of channels spread over finer images.", pixel_shuffle_rule, kFunction},
    {"pixel_unshuffle(Tensor input, int downscale_factor) -> Tensor",
     "Blocks of images gathered into channels.", pixel_unshuffle_rule, kFunction},
    {"channel_shuffle(Tensor input, int groups) -> Tensor", "Channels of groups interleaved.",
     channel_shuffle_rule, kFunction},
    {"unfold_im2col(Tensor input, int[2] kernel_size, int[2] dilation=1, int[2] padding=0, int[2] "
     "stride=1) -> Tensor",
     "The windows of a convolution as columns.", unfold_im2col_rule, 0},
    {"fold_col2im(Tensor input, int[2] output_size, int[2] kernel_size, int[2] dilation=1, int[2] "
     "padding=0, int[2] stride=1) -> Tensor",
     "Columns added up at the places of their windows.", fold_col2im_rule, 0},
    {"interpolate(Tensor input, int[]? size=None, float[]? scale_factor=None, str mode='nearest', "
     "bool? align_corners=None, bool? recompute_scale_factor=None, bool antialias=False) -> Tensor",
     "Images resampled to a size, or by factors.", interpolate_rule, kFunctional},
    {"upsample_nearest2d(Tensor input, int[2] output_size, float? scales_h=None, float? "
     "scales_w=None) -> Tensor",
     "Images resampled to a size by the nearest pixel.", upsample2d_rule, kFunction},
    {"upsample_bilinear2d(Tensor input, int[2] output_size, bool align_corners, float? "
     "scales_h=None, float? scales_w=None) -> Tensor",
     "Images resampled to a size by the four nearest pixels.", upsample2d_rule, kFunction},
    {"grid_sampler(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool "
     "align_corners) -> Tensor",
     "Images read at the places of a grid.", grid_sampler_rule, kFunction},
    {"im2col(Tensor input, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> "
     "Tensor",
     "The windows of a convolution as columns.", unfold_im2col_rule, kFunction},
    {"col2im(Tensor input, int[2] output_size, int[2] kernel_size, int[2] dilation, int[2] "
     "padding, "
     "int[2] stride) -> Tensor",
     "Columns added up at the places of their windows.", fold_col2im_rule, kFunction},
    {"select_scatter(Tensor input, Tensor src, int dim, int index) -> Tensor",
     "`input` with one element of a dimension replaced by `src`.", select_scatter_rule},
    {"slice_scatter(Tensor input, Tensor src, int dim=0, int? start=None, int? end=None, int "
     "step=1) -> Tensor",
     "`input` with a slice replaced by `src`.", slice_scatter_rule},
    {"diagonal_scatter(Tensor input, Tensor src, int offset=0, int dim1=0, int dim2=1) -> Tensor",
     "`input` with a diagonal replaced by `src`.", diagonal_scatter_rule},
};

}  // namespace

std::span<const OperatorRow> movement_rows() { return kRows; }

}  // namespace weft::ir
