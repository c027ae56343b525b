/// \file Meaning of einsum.
#pragma once

#include <vector>

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// `contract(equation, operands)`: the equation names all dimensions and the output.
std::vector<Compute> contract_equation_rule(const Call& call);

/// `einsum(equation, operands)`: fills in ellipses and the output, and takes one operand after the
/// other, so that no step is larger than the product of two operands.
/// \source torch.einsum
std::vector<Node*> einsum_rule(Decomposition& d);

}  // namespace weft::ir
