/// \file What the rules of operators rely on where extents are symbolic.
#pragma once

#include <vector>

#include <weft/ir/int_expr.h>

namespace weft::ir {

/// Notes that a result relies on `not_negative` >= 0, which the bounds of the extents do not say.
/// Does nothing where they do, and where nobody collects.
void assume(const IntExpr& not_negative);

/// Collects what the rules that run on this thread assume while it lives. Whoever runs an operator
/// for given extents has to check it.
class AssumptionScope {
 public:
  AssumptionScope();
  ~AssumptionScope();
  AssumptionScope(const AssumptionScope&) = delete;
  AssumptionScope& operator=(const AssumptionScope&) = delete;

  const std::vector<IntExpr>& assumptions() const { return assumptions_; }

 private:
  friend void assume(const IntExpr& not_negative);
  std::vector<IntExpr> assumptions_;
  AssumptionScope* outer_;
};

}  // namespace weft::ir
