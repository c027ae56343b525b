/// \file The decomposition of take_along_dim.
#pragma once

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// `gather` with the extents of both tensors broadcast but for the dimension; without one, of the
/// flat tensors.
/// \error W1206, W1207
std::vector<Node*> take_along_dim_rule(Decomposition& d);

}  // namespace weft::ir
