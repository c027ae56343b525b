/// \file Rewriting, comparing and weighing scalar expressions.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <weft/ir/scalar_expr.h>

namespace weft::codegen {

/// Symbols and what stands for them.
using Substitution = std::vector<std::pair<ir::Symbol, ir::IntExpr>>;

std::vector<ir::IntExpr> substitute(const std::vector<ir::IntExpr>& expressions,
                                    const Substitution& replacements);
/// Replaces symbols in every index of the expression.
ir::ScalarExpr substitute(const ir::ScalarExpr& expression, const Substitution& replacements);

/// Replaces loads; an empty result keeps the load. The callback sees loads whose condition and
/// alternative have been rewritten.
ir::ScalarExpr rewrite_loads(const ir::ScalarExpr& expression,
                             const std::function<ir::ScalarExpr(const ir::ScalarNode&)>& replace);

/// Calls `visit` for each distinct load.
void for_each_load(const ir::ScalarExpr& expression,
                   const std::function<void(const ir::ScalarNode&)>& visit);
/// Calls `visit` for every index in the expression.
void for_each_index(const ir::ScalarExpr& expression,
                    const std::function<void(const ir::IntExpr&)>& visit);
bool depends_on(const ir::ScalarExpr& expression, const ir::Symbol& symbol);

/// Replaces casts of constant indices (a number of elements, an extent) by constants.
ir::ScalarExpr fold_constants(const ir::ScalarExpr& expression);

/// The value of accumulator `id`.
ir::ScalarExpr accumulator_value(DType type, int id);

/// Replaces the (only) accumulator of a `Compute::finalize` by `value`.
ir::ScalarExpr replace_accumulator(const ir::ScalarExpr& finalize, const ir::ScalarExpr& value);

/// The expression with every load guarded by `condition`: where it does not hold nothing is read
/// and zeros are computed with.
ir::ScalarExpr guard_loads(const ir::ScalarExpr& expression, const ir::ScalarExpr& condition);

/// Rough price of one operation: 0 for what needs no instruction of its own, 1 for arithmetic, 4
/// for divisions and roots, 10 and more for transcendental functions.
int weight(ir::ScalarOp op);

struct Cost {
  int total = 0;     ///< sum of weights over distinct nodes
  int heaviest = 0;  ///< largest weight of one node
  int nodes = 0;
  int loads = 0;
};
Cost cost(const ir::ScalarExpr& expression);

/// True where computing the expression without need could trap: integer division.
bool may_trap(const ir::ScalarExpr& expression);

/// Makes equal subexpressions one node, so that they are computed once.
class ExpressionPool {
 public:
  ir::ScalarExpr share(const ir::ScalarExpr& expression);

 private:
  std::unordered_multimap<std::size_t, ir::ScalarExpr> nodes_;
};

}  // namespace weft::codegen
