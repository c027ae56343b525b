/// \file Meta and tensor expression of pointwise operators and reductions.
#pragma once

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// Dtype, extents and strides of a pointwise call, without building an expression.
/// \error W1206, W1208 and what the operator's check raises
TensorMeta pointwise_meta(const Call& call, const Pointwise& meaning);
/// True for a conversion that has nothing to convert and gives its operand: it has the type and the
/// memory format already, and no copy is asked for.
bool gives_operand(const Call& call, const Pointwise& meaning);
Compute pointwise_compute(const Call& call, const Pointwise& meaning);

/// Dtype and extents of a reduction, without building an expression.
/// \error W1205, W1208, W1209 for a dimension that is named twice, W1210
TensorMeta reduction_meta(const Call& call, const Reduction& meaning);
Compute reduction_compute(const Call& call, const Reduction& meaning);

/// Dimensions that a reduction runs over, one flag per dimension of the first tensor: those that
/// the parameter `dim` names, or all.
/// \error W1205, W1209
std::vector<bool> reduced_dimensions(const Call& call);
/// The parameter `keepdim`; false without one.
bool keeps_dimensions(const Call& call);

}  // namespace weft::ir
