/// \file Bodies of the special functions that are put together from elementary ones.
#pragma once

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// x with erf(x) = y; infinite at -1 and 1, NaN outside. \source torch.erfinv
ScalarExpr erfinv_body(Body& b);
/// log |gamma(x)|; infinite at 0, -1, -2, ... \source torch.lgamma
ScalarExpr lgamma_body(Body& b);
/// Derivative of log |gamma(x)|; infinite at 0, NaN at -1, -2, ... \source torch.digamma
ScalarExpr digamma_body(Body& b);

}  // namespace weft::ir
