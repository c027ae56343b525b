/// \file Building blocks of the operators' tensor expressions: loop variables, guarded loads,
/// demands on extents.
#pragma once

#include <string>
#include <vector>

#include <weft/ir/operators/call.h>
#include <weft/ir/scalar_expr.h>

namespace weft::ir {

/// Loop variables `<letter>0`, `<letter>1`, ... that range over `sizes`.
std::vector<Symbol> index_variables(const std::vector<IntExpr>& sizes, const char* letter = "i");
std::vector<IntExpr> as_expressions(const std::vector<Symbol>& symbols);

/// A conjunction of comparisons between indices. Comparisons that the bounds of the indices prove
/// are left out, so that a load that never leaves its tensor carries no test.
class IndexCondition {
 public:
  IndexCondition& at_least(const IntExpr& a, const IntExpr& b);  ///< a >= b
  IndexCondition& below(const IntExpr& a, const IntExpr& b);     ///< a < b
  IndexCondition& equal(const IntExpr& a, const IntExpr& b);     ///< a == b
  IndexCondition& divides(const IntExpr& divisor, const IntExpr& a);
  /// 0 <= index < extent
  IndexCondition& within(const IntExpr& index, const IntExpr& extent);
  bool always() const { return expression_.get() == nullptr; }
  /// Of type bool; empty where the condition always holds.
  const ScalarExpr& expression() const { return expression_; }

 private:
  void add(ScalarExpr comparison);
  ScalarExpr expression_;
};

/// The element where the condition holds, `otherwise` elsewhere.
ScalarExpr load_where(const IndexCondition& condition, DType type, int input,
                      std::vector<IntExpr> indices, ScalarExpr otherwise);
/// `then` where the condition holds, `otherwise` elsewhere.
ScalarExpr select_where(const IndexCondition& condition, ScalarExpr then, ScalarExpr otherwise);

/// The number at schema position `i` in the given type, be it constant, an extent or known at run
/// time only.
ScalarExpr number_operand(const Call& call, std::size_t i, DType type);

/// 0 as a constant of the type.
ScalarExpr zero_of(DType type);

/// The least value of a type: minus infinity for floats.
Number lowest_value(DType type);

/// A pointwise, moving or generating expression: no reduction.
Compute elementwise(ComputeKind kind, DType type, std::vector<Symbol> vars,
                    std::vector<IntExpr> sizes, ScalarExpr body);

/// True where the two extents are the same in no run.
bool certainly_differ(const IntExpr& a, const IntExpr& b);
/// Index into a tensor of shape `sizes` that is broadcast to the shape `to`, over which `index`
/// runs. A dimension that has extent 1 in both keeps its index, so that equal shapes give the
/// identity.
std::vector<IntExpr> broadcast_index(const std::vector<IntExpr>& index,
                                     const std::vector<IntExpr>& to,
                                     const std::vector<IntExpr>& sizes);

/// \error W1208 unless the tensor at position `i` is floating
void require_floating(const Call& call, std::size_t i);
/// \error W1208 unless the tensor at position `i` holds int64 or int32
void require_index_type(const Call& call, std::size_t i);
/// \error W1208 unless both tensors have one type
void require_same_type(const Call& call, std::size_t i, std::size_t j);
/// \error W1207 unless the tensor at position `i` has the rank
void require_rank(const Call& call, std::size_t i, std::size_t rank);

}  // namespace weft::ir
