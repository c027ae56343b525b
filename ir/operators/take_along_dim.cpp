/// \file The decomposition of take_along_dim.
#include <weft/ir/operators/take_along_dim.h>

#include <fmt/format.h>

#include <weft/ir/graph.h>
#include <weft/ir/operators/broadcast.h>

namespace weft::ir {
namespace {

/// The tensor at `i` with its extents of 1 stretched to those of the one at `other`, but for `dim`.
Argument stretched_but(Decomposition& d, std::size_t i, std::size_t other, std::size_t dim) {
  const std::vector<IntExpr>& sizes = d.call().tensor(i).sizes;
  const std::vector<IntExpr>& wanted = d.call().tensor(other).sizes;
  std::vector<Argument> extents(sizes.size(), Argument(std::int64_t{-1}));
  bool stretches = false;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (k == dim || !sizes[k].is(1) || wanted[k].is(1)) continue;
    stretches = true;
    extents[k] = wanted[k].is_constant()
                     ? Argument(wanted[k].value())
                     : d.op("size.int", {d.argument(other), static_cast<std::int64_t>(k)});
  }
  return stretches ? Argument(d.op("expand", {d.argument(i), std::move(extents)})) : d.argument(i);
}

}  // namespace

std::vector<Node*> take_along_dim_rule(Decomposition& d) {
  const Call& call = d.call();
  if (!call.has(2)) {
    const Argument flat = Argument::ints({-1});
    Node* input = d.op("reshape", {d.argument(0), flat});
    return {d.op("gather", {input, std::int64_t{0}, d.op("reshape", {d.argument(1), flat})})};
  }
  const auto dim =
      static_cast<std::size_t>(call.dimension(call.constant_integer(2), call.tensor(0).rank()));
  std::vector<IntExpr> sizes = call.tensor(0).sizes;
  std::vector<IntExpr> others = call.tensor(1).sizes;
  if (sizes.size() != others.size() || sizes.empty()) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("`input` and `indices` need as many dimensions, got shapes {} and {}",
                           shape_str(sizes), shape_str(others))});
  }
  sizes[dim] = others[dim] = 1;
  broadcast_into(call, sizes, others);
  return {d.op("gather", {stretched_but(d, 0, 1, dim), static_cast<std::int64_t>(dim),
                          stretched_but(d, 1, 0, dim)})};
}

}  // namespace weft::ir
