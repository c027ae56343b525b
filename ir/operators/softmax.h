/// \file Decompositions of softmax and its relatives.
#pragma once

#include <weft/ir/operators/operator.h>

namespace weft::ir {

// Each subtracts the largest element before exp, so that nothing overflows; half types compute in
// float32 and round once.
std::vector<Node*> softmax_rule(Decomposition& d);
std::vector<Node*> softmin_rule(Decomposition& d);
std::vector<Node*> log_softmax_rule(Decomposition& d);
std::vector<Node*> logsumexp_rule(Decomposition& d);

}  // namespace weft::ir
