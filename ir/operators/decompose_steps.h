/// \file Steps that several decompositions share.
#pragma once

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// The tensor in another type; itself where it has the type.
Argument converted(Decomposition& d, const Argument& x, DType type);
Node* converted_node(Decomposition& d, Node* x, DType type);

/// A tensor that was reduced with keepdim along the `dim` of the decomposed call, without the
/// reduced dimensions.
Node* without_reduced(Decomposition& d, Node* x);

}  // namespace weft::ir
