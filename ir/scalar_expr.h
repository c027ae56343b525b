/// \file Typed scalar expressions: the meaning of one element of an operator's result.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <weft/ir/dtype.h>
#include <weft/ir/int_expr.h>
#include <weft/ir/scalar.h>

namespace weft::ir {

/// Operations of a scalar expression. Operands of a binary operation have one type, which is also
/// the type of the result except for comparisons and predicates (bool).
///
/// Integer arithmetic wraps in the width of its type. Floating arithmetic is IEEE in the type of
/// the node, without contraction or reassociation. Half types never compute: they are cast first.
/// On bool, kAdd and kMax are "or", kMul and kMin are "and".
enum class ScalarOp : std::uint8_t {
  kConstant,  ///< `constant`
  kLoad,      ///< element of input `input` at `indices`; with two operands (condition, other): the
              ///< element is read only where the condition holds, and `other` is taken elsewhere
  kIndex,     ///< int64 value of `indices[0]`
  kCheckedIndex,  ///< operand 0 (int64) if it lies in [0, indices[0]), plus the extent if it lies
                  ///< in [-indices[0], 0); anything else is an error when the value is used
  kBoundedIndex,  ///< operand 0 (int64) if it lies in [0, indices[0]); anything else, negative
                  ///< values too, is an error when the value is used
  kAccumulator,   ///< the finished accumulator, in `Compute::finalize` only
  kCast,          ///< value conversion as static_cast does it, bool is `x != 0`
  kSelect,        ///< operand 0 (bool) ? operand 1 : operand 2
  // unary
  kNeg,
  kAbs,
  kSign,
  kNot,
  kBitNot,
  kSqrt,
  kRsqrt,
  kExp,
  kExp2,
  kExpm1,
  kLog,
  kLog1p,
  kLog2,
  kLog10,
  kSin,
  kCos,
  kTan,
  kAsin,
  kAcos,
  kAtan,
  kSinh,
  kCosh,
  kTanh,
  kAsinh,
  kAcosh,
  kAtanh,
  kErf,
  kErfc,
  kSigmoid,
  kFloor,
  kCeil,
  kRound /* half to even */,
  kTrunc,
  kIsNan,
  kIsInf,
  // binary
  kAdd,
  kSub,
  kMul,
  kDiv,        ///< floating division; on integers truncating division
  kFloorDiv,   ///< rounds towards minus infinity (torch.floor_divide)
  kRemainder,  ///< sign of the divisor (torch.remainder)
  kFmod,       ///< sign of the dividend (torch.fmod)
  kPow,
  kAtan2,
  kHypot,
  kMin,
  kMax,  ///< NaN if either operand is NaN (torch.minimum)
  kEq,
  kNe,
  kLt,
  kLe,
  kGt,
  kGe,
  kAnd,
  kOr,
  kXor,  ///< on bool
  kBitAnd,
  kBitOr,
  kBitXor,
  kShiftLeft,
  kShiftRight,
};

/// "add", "exp", ... as printed.
std::string_view scalar_op_name(ScalarOp op);

class ScalarExpr;

struct ScalarNode {
  ScalarOp op;
  DType type;
  std::vector<ScalarExpr> operands;
  Number constant;               ///< kConstant
  int input = 0;                 ///< kLoad: ordinal among the operator's tensor inputs
  std::vector<IntExpr> indices;  ///< kLoad: one per dimension of the input; kIndex, kCheckedIndex,
                                 ///< kBoundedIndex: one
};

/// Immutable handle on a node; copies share it. Default constructed it is empty.
class ScalarExpr {
 public:
  ScalarExpr() = default;
  explicit ScalarExpr(std::shared_ptr<const ScalarNode> node) : node_(std::move(node)) {}
  explicit operator bool() const { return node_ != nullptr; }
  const ScalarNode& operator*() const { return *node_; }
  const ScalarNode* operator->() const { return node_.get(); }
  const ScalarNode* get() const { return node_.get(); }
  DType type() const { return node_->type; }
  /// "select(gt(x0[i0], 0), x0[i0], 0)", for tests and dumps.
  std::string str() const;

 private:
  std::shared_ptr<const ScalarNode> node_;
};

// Constructors. Each checks the operand types and folds nothing: what is written is what is meant.
ScalarExpr constant(DType type, Number value);
ScalarExpr load(DType type, int input, std::vector<IntExpr> indices);
ScalarExpr load_if(DType type, int input, std::vector<IntExpr> indices, ScalarExpr condition,
                   ScalarExpr otherwise);
ScalarExpr index_value(IntExpr index);
ScalarExpr checked_index(ScalarExpr value, IntExpr extent);
ScalarExpr bounded_index(ScalarExpr value, IntExpr extent);
ScalarExpr accumulator(DType type);
/// Returns `value` itself if it has the type already.
ScalarExpr cast(ScalarExpr value, DType type);
ScalarExpr select(ScalarExpr condition, ScalarExpr then, ScalarExpr otherwise);
ScalarExpr unary(ScalarOp op, ScalarExpr a);
ScalarExpr binary(ScalarOp op, ScalarExpr a, ScalarExpr b);

// Operators between two expressions of one type, and between an expression and a constant of it.
ScalarExpr operator+(ScalarExpr a, ScalarExpr b);
ScalarExpr operator-(ScalarExpr a, ScalarExpr b);
ScalarExpr operator*(ScalarExpr a, ScalarExpr b);
ScalarExpr operator/(ScalarExpr a, ScalarExpr b);
ScalarExpr operator-(ScalarExpr a);
ScalarExpr operator==(ScalarExpr a, ScalarExpr b);
ScalarExpr operator!=(ScalarExpr a, ScalarExpr b);
ScalarExpr operator<(ScalarExpr a, ScalarExpr b);
ScalarExpr operator<=(ScalarExpr a, ScalarExpr b);
ScalarExpr operator>(ScalarExpr a, ScalarExpr b);
ScalarExpr operator>=(ScalarExpr a, ScalarExpr b);
ScalarExpr operator&&(ScalarExpr a, ScalarExpr b);
ScalarExpr operator||(ScalarExpr a, ScalarExpr b);
ScalarExpr operator!(ScalarExpr a);
/// A constant of the type of `like`.
ScalarExpr same(const ScalarExpr& like, Number value);

/// Rebuilds the expression bottom-up, each distinct node once. `replace` may return an empty
/// expression to keep a node with its new operands.
ScalarExpr transform(const ScalarExpr& root,
                     const std::function<ScalarExpr(const ScalarNode& node)>& replace);
/// Calls `visit` for each distinct node, operands before users.
void for_each_node(const ScalarExpr& root, const std::function<void(const ScalarExpr&)>& visit);

/// How contributions along the reduction variables combine.
enum class Combine : std::uint8_t {
  kNone,  ///< no reduction
  kSum,
  kProduct,
  kMin,
  kMax /* NaN wins */,
  kAnd,
  kOr,
  kArgMin,
  kArgMax,  ///< linear reduction index (int64) of the first extremum; NaN is the extremum
};

/// A data-dependent index: `symbol` stands in IntExprs for the int64 value of `value`.
struct IndirectIndex {
  Symbol symbol;
  ScalarExpr value;
};

/// Hint for schedulers and fast paths; it never changes what is computed.
enum class ComputeKind : std::uint8_t {
  kPointwise,
  kReduction,
  kMatmul,
  kConvolution,
  kPooling,
  kGather,
  kFactory,
  kMove,
};

/// One result of an operator as a tensor expression:
/// `out[vars] = finalize(combine over reduce_vars of body)`.
struct Compute {
  ComputeKind kind = ComputeKind::kPointwise;
  DType dtype = DType::kFloat32;  ///< type of the result; body or finalize end in it
  std::vector<Symbol> vars;       ///< one per dimension of the result
  std::vector<IntExpr> sizes;     ///< extents of the result
  Combine combine = Combine::kNone;
  std::vector<Symbol> reduce_vars;  ///< outermost first
  std::vector<IntExpr> reduce_sizes;
  ScalarExpr body;                      ///< contribution; with kNone, the result itself
  ScalarExpr finalize;                  ///< of the accumulator; empty: the accumulator itself
  std::vector<IndirectIndex> indirect;  ///< in the order in which they depend on each other
};

}  // namespace weft::ir
