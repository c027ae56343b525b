/// \file The eager evaluator of tensor expressions.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <weft/ir/scalar_expr.h>
#include <weft/ir/source_location.h>
#include <weft/ir/value.h>

namespace weft::eager {

/// One result of an operator, made ready for inputs of one set of types, extents and strides, in the
/// order of `Call::inputs`. It is immutable.
class PreparedCompute {
 public:
  virtual ~PreparedCompute() = default;
  /// The result is dense.
  virtual ir::TensorHandle run(const std::vector<ir::TensorHandle>& inputs,
                               SourceLocation where) const = 0;
};

/// Prepares any expression; all extents are constants.
///
/// float32 sums accumulate in float64 and round once.
/// \error when it runs: W1211 for integer division by zero, W1212 for a data-dependent index outside
/// its extent
std::unique_ptr<const PreparedCompute> prepare_evaluation(
    ir::Compute compute, const std::vector<ir::TensorHandle>& inputs, std::string operator_name);

}  // namespace weft::eager
