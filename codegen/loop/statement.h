/// \file Walking and rewriting statements of the loop IR.
#pragma once

#include <functional>
#include <vector>

#include <weft/codegen/loop/expression.h>
#include <weft/codegen/loop/loop_ir.h>

namespace weft::codegen {

/// Calls `visit` for every scalar expression, loops included.
void for_each_expression(const std::vector<Statement>& body,
                         const std::function<void(const ir::ScalarExpr&)>& visit);
/// Replaces every scalar expression by what `replace` makes of it.
void rewrite_expressions(std::vector<Statement>& body,
                         const std::function<ir::ScalarExpr(const ir::ScalarExpr&)>& replace);
/// Calls `visit` for every integer expression: offsets, indices, strides, extents of inner loops.
void for_each_index(const std::vector<Statement>& body,
                    const std::function<void(const ir::IntExpr&)>& visit);
/// Replaces symbols in every integer expression. Variables that loops bind keep their symbols.
void substitute(std::vector<Statement>& body, const Substitution& replacements);

/// Gives the variables of a kernel the names i0, i1, ... (loops), r0, ... (reductions), x0, ...
/// (data-dependent indices) in order of appearance.
void number_variables(std::vector<Statement>& body);

/// A load or store with how often it happens.
struct MemoryAccess {
  BufferId buffer = 0;
  ir::IntExpr offset;
  double times = 1;
  bool store = false;
  ir::Symbol innermost;  ///< variable of the innermost loop or reduction around it; may be null
  ir::IntExpr innermost_extent;
};
/// Loads and stores of loop nests; contractions and library calls are left out.
std::vector<MemoryAccess> memory_accesses(const std::vector<Statement>& body);

/// Operations executed, weighted as `weight` does, with 1 for each load and store besides.
double operations(const std::vector<Statement>& body);

}  // namespace weft::codegen
