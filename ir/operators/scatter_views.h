/// \file The inverses of views: a tensor with the part that a view shows replaced.
#pragma once

#include <vector>

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// `select_scatter(input, src, dim, index)`
std::vector<Compute> select_scatter_rule(const Call& call);
/// `slice_scatter(input, src, dim, start, end, step)`
std::vector<Compute> slice_scatter_rule(const Call& call);
/// `diagonal_scatter(input, src, offset, dim1, dim2)`
std::vector<Compute> diagonal_scatter_rule(const Call& call);
/// `diag_embed(input, offset, dim1, dim2)`: the last dimension as a diagonal of zeros.
std::vector<Compute> diag_embed_rule(const Call& call);

}  // namespace weft::ir
