/// \file Decompositions of operators that ask where an element stands among others.
#pragma once

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// median(input), nanmedian(input) and their forms (input, dim, keepdim).
std::vector<Node*> median_rule(Decomposition& d);
std::vector<Node*> median_dim_rule(Decomposition& d);
/// mode(input, dim, keepdim)
std::vector<Node*> mode_rule(Decomposition& d);
/// quantile(input, q, dim, keepdim, *, interpolation)
std::vector<Node*> quantile_rule(Decomposition& d);
/// histc(input, bins, min, max)
std::vector<Node*> histc_rule(Decomposition& d);
/// searchsorted(sorted_sequence, input, *, out_int32, right) and
/// bucketize(input, boundaries, *, out_int32, right)
std::vector<Node*> searchsorted_rule(Decomposition& d);
std::vector<Node*> bucketize_rule(Decomposition& d);
/// isin(elements, test_elements, *, assume_unique, invert)
std::vector<Node*> isin_rule(Decomposition& d);

}  // namespace weft::ir
