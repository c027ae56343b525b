/// \file What operators with a kernel in the support library need of their operands.
#pragma once

#include <optional>
#include <vector>

#include <weft/ir/operators/call.h>

namespace weft::codegen {

/// The types through which each tensor operand is converted, one after the other, before the kernel
/// gets it. Kernels compute in bool, integers, float32 and float64: a half result is rounded after.
/// Nothing for an operator that has no kernel in the support library.
/// An empty list where it reads no tensor: `rand_like` needs the shape only.
std::optional<std::vector<std::vector<DType>>> library_operand_types(const ir::Call& call);

/// The most results that an operator can have whose number of results the data decides; nothing
/// where shapes set no bound.
std::optional<ir::IntExpr> most_results(const ir::Call& call);

/// Refuses a call of an operator with the user's C++ source whose arguments have no C++ form: what
/// is neither a tensor nor a number, nor a list of integers, and what may be left out and is.
/// \error W5001
void check_custom_call(const ir::Call& call);

}  // namespace weft::codegen
