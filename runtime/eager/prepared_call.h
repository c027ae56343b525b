/// \file PreparedCall: what an eager call comes down to, for all calls of one form.
#pragma once

#include <memory>
#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/ir/value.h>

namespace weft::eager {

/// What follows from the form of a call (call_form.h) alone: checked shapes, compiled plans, the
/// steps of a decomposition. It is immutable.
class PreparedCall {
 public:
  virtual ~PreparedCall() = default;
  /// `arguments` are those of a call of this form, made at `where`.
  virtual ir::Value run(const std::vector<ir::Value>& arguments, SourceLocation where) const = 0;
};

/// Prepares a call of an operator that is no in-place form, has no kernel of its own and asks nothing
/// about extents.
/// \error the operator's own checks, with the call's location
std::shared_ptr<const PreparedCall> prepare(const ir::Call& call,
                                            const std::vector<ir::Value>& arguments);

}  // namespace weft::eager
