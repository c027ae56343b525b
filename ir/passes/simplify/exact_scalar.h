/// \file Simplifying scalar expressions without changing a bit of what they give.
#pragma once

#include <vector>

#include <weft/ir/scalar_expr.h>

namespace weft::ir {

/// True where both expressions are built alike, so that they have the same value everywhere.
bool same_meaning(const ScalarExpr& a, const ScalarExpr& b);

/// True where every value of `from` survives a conversion to `through` and back.
bool keeps_values(DType from, DType through);

/// Leaves out what does nothing: 1 as a factor, zeros that keep signed zeros, conversions there and
/// back that lose nothing, double negation, and decisions that the bounds of indices make.
///
///     select(ge(index(i0), 0), mul(x0[i0], 1), 0)      ->      x0[i0]
///
/// Which NaN a NaN becomes does not count.
ScalarExpr simplify_exactly(const ScalarExpr& expression);

}  // namespace weft::ir
