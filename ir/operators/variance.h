/// \file Decompositions of variance and standard deviation.
#pragma once

#include <weft/ir/operators/operator.h>

namespace weft::ir {

// Each takes the mean first and then the mean of the squared distances from it; half types compute
// in float32 and round once.
std::vector<Node*> var_rule(Decomposition& d);
std::vector<Node*> std_rule(Decomposition& d);
std::vector<Node*> var_mean_rule(Decomposition& d);
std::vector<Node*> std_mean_rule(Decomposition& d);

}  // namespace weft::ir
