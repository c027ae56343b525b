/// \file Counts of the numbers in a tensor, which has as many results as its largest number says.
#pragma once

#include <vector>

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// (input, minlength): as many zeros as there are counts.
/// \error W1208 unless the input holds integers, W1207 unless it has one dimension
std::vector<ValueMeta> bins_rule(const Call& call);

/// (input, weights, minlength): weights of float32 are added in their type, all others in float64.
/// \source torch.bincount
std::vector<Node*> bincount_rule(Decomposition& d);

}  // namespace weft::ir
