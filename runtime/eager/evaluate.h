/// \file The eager evaluator of tensor expressions.
#pragma once

#include <string_view>
#include <vector>

#include <weft/ir/scalar_expr.h>
#include <weft/ir/source_location.h>
#include <weft/ir/value.h>

namespace weft::eager {

/// Computes one result of an operator. `inputs` are concrete tensors of any strides, in the order of
/// `Call::inputs`; all extents are constants. The result is dense.
///
/// float32 sums accumulate in float64 and round once.
/// \error W1211 for integer division by zero, W1212 for a data-dependent index outside its extent
ir::TensorHandle evaluate(const ir::Compute& compute, const std::vector<ir::TensorHandle>& inputs,
                          std::string_view operator_name, SourceLocation where);

}  // namespace weft::eager
