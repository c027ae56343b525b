/// \file Plan: a Compute compiled into instructions on blocks.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <weft/ir/scalar_expr.h>
#include <weft/ir/value.h>
#include <weft/runtime/eager/index_function.h>

namespace weft::eager {

/// One scalar operation over a block. Slots are positions in the plan's list of instructions.
struct Instruction {
  ir::ScalarOp op;
  DType type;
  std::vector<int> operands;
  ir::Number constant;   ///< kConstant
  int input = 0;         ///< kLoad
  IndexFunction index;   ///< kLoad: offset in elements; kIndex: the value; kCheckedIndex: the extent
};

/// Instructions in order of execution; the values of `roots` are wanted.
struct Plan {
  IndexScope scope;
  std::vector<std::int64_t> extents;   ///< of the loops: results first, then reductions
  std::size_t result_loops = 0;        ///< at least one
  std::vector<Instruction> instructions;
  std::vector<int> indirect_slots;     ///< value of each indirect index
  int body = -1;
  /// The result from the accumulator, as a plan of its own without loops over the reduction.
  std::vector<Instruction> finish;
  int finish_root = -1;
};

/// Compiles for inputs with these strides and offsets (offsets are added by the caller).
Plan make_plan(const ir::Compute& compute, const std::vector<ir::TensorHandle>& inputs);

/// Merges neighbouring result loops over which every load moves at one stride. Long inner loops make
/// blocks full.
void merge_loops(Plan& plan);

}  // namespace weft::eager
