/// \file Steps that several decompositions share.
#include <weft/ir/operators/decompose_steps.h>

#include <weft/ir/operators/compute.h>

namespace weft::ir {

Argument converted(Decomposition& d, const Argument& x, DType type) {
  if (d.meta(x).dtype == type) return x;
  return d.op("to.dtype", {x, type});
}

Node* converted_node(Decomposition& d, Node* x, DType type) { return converted(d, x, type).node(); }

Node* without_reduced(Decomposition& d, Node* x) {
  const std::vector<bool> reduced = reduced_dimensions(d.call());
  // From the last dimension on, so that the positions of the others stay.
  for (std::size_t dim = reduced.size(); dim-- > 0;) {
    if (reduced[dim]) x = d.op("squeeze.dim", {x, static_cast<std::int64_t>(dim)});
  }
  return x;
}

}  // namespace weft::ir
