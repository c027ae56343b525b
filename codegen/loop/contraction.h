/// \file Recognising matrix products and convolutions that have a statement of their own.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include <weft/codegen/loop/loop_ir.h>

namespace weft::ir {
class Call;
}

namespace weft::codegen {

struct Stage;
struct StageGraph;

using ValueId = int;  ///< index into StageGraph::values

/// An operand seen from the stage's axes: `offset` into its dense value.
struct ContractionOperand {
  ValueId value = 0;
  ir::IntExpr offset;  ///< in the stage's axes and reduction axes
};

/// out[batch, rows, columns] = sum over k of a[batch, rows, k] * b[batch, k, columns].
struct MatmulPlan {
  ContractionOperand a, b;
  std::vector<Axis> batch, rows, columns;  ///< axes of the stage; rows and columns may be empty
  std::vector<Axis> depth;                 ///< reduction axes; may be empty for a depth of 1
};

/// The fields of the Convolution statement, and which axis of the stage means what.
struct ConvolutionPlan {
  ContractionOperand input, weight;
  Convolution shape;                       ///< without symbols, offsets and epilogue
  std::vector<Axis> batch;                 ///< at most one
  std::vector<Axis> channel, row, column;  ///< at most one each; none for an extent of 1
};

struct Contraction {
  std::variant<MatmulPlan, ConvolutionPlan> plan;
};

/// What became of an attempt to recognise a contraction.
struct Recognition {
  std::optional<Contraction> contraction;
  /// The load of this operand (0 or 1) is no affine view; with a dense copy it would work.
  std::optional<int> copy_operand;
};

/// A product of two loads summed over axes, in float32 or float64, whose loads are affine.
Recognition recognise_matmul(const StageGraph& graph, const Stage& stage);

/// Core operator `convolution` in float32 with one or two spatial dimensions, not transposed.
/// `input` and `weight` are the loads of the operands at the indices [n, c, y, x] of `probe`.
struct ConvolutionProbe {
  std::vector<ir::Symbol> input_vars, weight_vars;
  ContractionOperand input, weight;
};
Recognition recognise_convolution(const StageGraph& graph, const Stage& stage, const ir::Call& call,
                                  const ConvolutionProbe& probe);

}  // namespace weft::codegen
