/// \file Padding at the ends of dimensions.
#include <weft/ir/operators/padding.h>

#include <fmt/format.h>

#include <weft/ir/operators/assumptions.h>
#include <weft/ir/operators/compute_builder.h>

namespace weft::ir {
namespace {

/// What is added before and after each dimension.
struct Padding {
  std::vector<IntExpr> before;
  std::vector<IntExpr> after;
  std::size_t first = 0;  ///< the first dimension that `pad` names
};

Padding read_padding(const Call& call) {
  const std::size_t rank = call.tensor(0).rank();
  const std::vector<IntExpr> pad = call.integers(1);
  if (pad.size() % 2 != 0 || pad.size() / 2 > rank) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("`pad` holds two numbers a dimension, got {} for shape {}", pad.size(),
                           shape_str(call.tensor(0).sizes))});
  }
  Padding p;
  p.before.assign(rank, 0);
  p.after.assign(rank, 0);
  p.first = rank - pad.size() / 2;
  for (std::size_t k = 0; k < pad.size() / 2; ++k) {
    p.before[rank - 1 - k] = pad[2 * k];
    p.after[rank - 1 - k] = pad[2 * k + 1];
  }
  return p;
}

std::vector<IntExpr> padded_sizes(const Call& call, const Padding& p) {
  std::vector<IntExpr> sizes = call.tensor(0).sizes;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    sizes[d] += p.before[d] + p.after[d];
    if (sizes[d].bounds().second < 0) {
      call.fail(
          diag::ShapeMismatch,
          {fmt::format("padding [{}, {}] cuts more off dimension {} of shape {} than there is",
                       p.before[d].str(), p.after[d].str(), d, shape_str(call.tensor(0).sizes))});
    }
  }
  return sizes;
}

Compute constant_pad(const Call& call, const ScalarExpr& value) {
  const TensorMeta& input = call.tensor(0);
  const Padding p = read_padding(call);
  std::vector<IntExpr> sizes = padded_sizes(call, p);
  std::vector<Symbol> vars = index_variables(sizes);
  IndexCondition inside;
  std::vector<IntExpr> index;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    index.push_back(vars[d] - p.before[d]);
    // A side that gets nothing needs no test, even if the extents are symbolic.
    if (p.before[d].bounds().second > 0) inside.at_least(index[d], 0);
    if (p.after[d].bounds().second > 0) inside.below(index[d], input.sizes[d]);
  }
  return elementwise(ComputeKind::kMove, input.dtype, std::move(vars), std::move(sizes),
                     load_where(inside, input.dtype, 0, std::move(index), value));
}

[[noreturn]] void too_wide(const Call& call, const Padding& p, std::size_t d, const char* limit) {
  call.fail(
      diag::ValueOutOfDomain,
      {fmt::format("padding [{}, {}] of dimension {} has to be {} the extent {}", p.before[d].str(),
                   p.after[d].str(), d, limit, call.tensor(0).sizes[d].str())});
}

/// An index before or behind the dimension mirrored at its first or last element.
IntExpr reflected(const Call& call, const Padding& p, std::size_t d, const IntExpr& index) {
  const IntExpr& extent = call.tensor(0).sizes[d];
  if ((p.before[d] - extent).bounds().first >= 0 || (p.after[d] - extent).bounds().first >= 0) {
    too_wide(call, p, d, "less than");
  }
  assume(extent - 1 - p.before[d]);
  assume(extent - 1 - p.after[d]);
  IntExpr result = index;
  if (p.before[d].bounds().second > 0) result = max(result, 0 - result);
  if (p.after[d].bounds().second > 0) result = min(result, 2 * (extent - 1) - result);
  return result;
}

IntExpr replicated(const Call& call, const Padding& p, std::size_t d, const IntExpr& index) {
  const IntExpr& extent = call.tensor(0).sizes[d];
  assume(extent - 1);
  if (extent.is(0)) too_wide(call, p, d, "zero for");
  IntExpr result = index;
  if (p.before[d].bounds().second > 0) result = max(result, 0);
  if (p.after[d].bounds().second > 0) result = min(result, extent - 1);
  return result;
}

IntExpr wrapped(const Call& call, const Padding& p, std::size_t d, const IntExpr& index) {
  const IntExpr& extent = call.tensor(0).sizes[d];
  if ((p.before[d] - extent).bounds().first > 0 || (p.after[d] - extent).bounds().first > 0) {
    too_wide(call, p, d, "at most");
  }
  assume(extent - p.before[d]);
  assume(extent - p.after[d]);
  return extent.is(0) ? IntExpr(0) : mod(index, extent);
}

using Mapping = IntExpr (*)(const Call&, const Padding&, std::size_t, const IntExpr&);

Compute pad_from_input(const Call& call, Mapping mapping) {
  const TensorMeta& input = call.tensor(0);
  const Padding p = read_padding(call);
  const std::size_t spatial = input.rank() - p.first;
  if (spatial < 1 || spatial > 3 || p.first > 2 || p.first < 1) {
    call.fail(
        diag::ShapeMismatch,
        {fmt::format("mode '{}' pads the last 1 to 3 dimensions of [C, ...] or [N, C, ...], got "
                     "{} numbers for shape {}",
                     call.text(2), 2 * spatial, shape_str(input.sizes))});
  }
  std::vector<IntExpr> sizes = padded_sizes(call, p);
  std::vector<Symbol> vars = index_variables(sizes);
  std::vector<IntExpr> index = as_expressions(vars);
  for (std::size_t d = p.first; d < sizes.size(); ++d) {
    index[d] = mapping(call, p, d, index[d] - p.before[d]);
  }
  return elementwise(ComputeKind::kMove, input.dtype, std::move(vars), std::move(sizes),
                     load(input.dtype, 0, std::move(index)));
}

}  // namespace

std::vector<Compute> constant_pad_rule(const Call& call) {
  return {constant_pad(call, number_operand(call, 2, call.tensor(0).dtype))};
}

std::vector<Compute> pad_rule(const Call& call) {
  const std::string& mode = call.text(2);
  if (mode == "constant") {
    const DType type = call.tensor(0).dtype;
    return {constant_pad(call, call.has(3) ? number_operand(call, 3, type) : zero_of(type))};
  }
  if (call.has(3) && !(call.number(3).as_double() == 0)) {
    call.fail(diag::ValueOutOfDomain, {fmt::format("mode '{}' takes no `value`", mode)});
  }
  if (mode == "reflect") return {pad_from_input(call, reflected)};
  if (mode == "replicate") return {pad_from_input(call, replicated)};
  if (mode == "circular") return {pad_from_input(call, wrapped)};
  call.fail(diag::ValueOutOfDomain, {fmt::format("unknown mode '{}'", mode)});
}

}  // namespace weft::ir
