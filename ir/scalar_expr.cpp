/// \file Construction, traversal and printing of scalar expressions.
#include <weft/ir/scalar_expr.h>

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <weft/ir/diagnostics.h>

namespace weft::ir {
namespace {

[[noreturn]] void type_error(std::string what) { fail(diag::InternalError, {}, {std::move(what)}); }

ScalarExpr make(ScalarNode node) {
  return ScalarExpr(std::make_shared<const ScalarNode>(std::move(node)));
}

// What the operands of an operation may be.
enum class Domain { kNumeric, kFloating, kIntegral, kBool, kBits, kAny };

Domain domain_of(ScalarOp op) {
  switch (op) {
    case ScalarOp::kNot:
    case ScalarOp::kAnd:
    case ScalarOp::kOr:
    case ScalarOp::kXor:
      return Domain::kBool;
    case ScalarOp::kBitNot:
    case ScalarOp::kBitAnd:
    case ScalarOp::kBitOr:
    case ScalarOp::kBitXor:
      return Domain::kBits;
    case ScalarOp::kShiftLeft:
    case ScalarOp::kShiftRight:
      return Domain::kIntegral;
    case ScalarOp::kNeg:
    case ScalarOp::kAbs:
    case ScalarOp::kSign:
    case ScalarOp::kFloor:
    case ScalarOp::kCeil:
    case ScalarOp::kRound:
    case ScalarOp::kTrunc:
    case ScalarOp::kSub:
    case ScalarOp::kDiv:
    case ScalarOp::kFloorDiv:
    case ScalarOp::kRemainder:
    case ScalarOp::kFmod:
    case ScalarOp::kPow:
      return Domain::kNumeric;
    case ScalarOp::kAdd:
    case ScalarOp::kMul:
    case ScalarOp::kMin:
    case ScalarOp::kMax:
    case ScalarOp::kEq:
    case ScalarOp::kNe:
    case ScalarOp::kLt:
    case ScalarOp::kLe:
    case ScalarOp::kGt:
    case ScalarOp::kGe:
    case ScalarOp::kIsNan:
    case ScalarOp::kIsInf:
      return Domain::kAny;
    default:
      return Domain::kFloating;
  }
}

bool accepts(Domain domain, DType type) {
  if (is_half(type)) return false;
  switch (domain) {
    case Domain::kNumeric:
      return type != DType::kBool;
    case Domain::kFloating:
      return is_floating(type);
    case Domain::kIntegral:
      return is_integral(type);
    case Domain::kBool:
      return type == DType::kBool;
    case Domain::kBits:
      return !is_floating(type);
    case Domain::kAny:
      return true;
  }
  return false;
}

bool is_unary(ScalarOp op) { return op >= ScalarOp::kNeg && op <= ScalarOp::kIsInf; }
bool is_binary(ScalarOp op) { return op >= ScalarOp::kAdd; }

bool gives_bool(ScalarOp op) {
  return (op >= ScalarOp::kEq && op <= ScalarOp::kGe) || op == ScalarOp::kIsNan ||
         op == ScalarOp::kIsInf;
}

void require(const ScalarExpr& e, std::string_view where) {
  if (e.get() == nullptr) type_error(fmt::format("{}: empty operand", where));
}

void require_type(const ScalarExpr& e, DType type, std::string_view where) {
  require(e, where);
  if (e.type() != type) {
    type_error(fmt::format("{}: operand has type {}, not {}", where, dtype_name(e.type()),
                           dtype_name(type)));
  }
}

}  // namespace

std::string_view scalar_op_name(ScalarOp op) {
  switch (op) {
#define WEFT_SCALAR_OP(op, name) \
  case ScalarOp::op:             \
    return name;
    WEFT_SCALAR_OP(kConstant, "constant")
    WEFT_SCALAR_OP(kLoad, "load")
    WEFT_SCALAR_OP(kIndex, "index")
    WEFT_SCALAR_OP(kCheckedIndex, "checked_index")
    WEFT_SCALAR_OP(kBoundedIndex, "bounded_index")
    WEFT_SCALAR_OP(kAccumulator, "acc")
    WEFT_SCALAR_OP(kCast, "cast")
    WEFT_SCALAR_OP(kSelect, "select")
    WEFT_SCALAR_OP(kNeg, "neg")
    WEFT_SCALAR_OP(kAbs, "abs")
    WEFT_SCALAR_OP(kSign, "sign")
    WEFT_SCALAR_OP(kNot, "not")
    WEFT_SCALAR_OP(kBitNot, "bit_not")
    WEFT_SCALAR_OP(kSqrt, "sqrt")
    WEFT_SCALAR_OP(kRsqrt, "rsqrt")
    WEFT_SCALAR_OP(kExp, "exp")
    WEFT_SCALAR_OP(kExp2, "exp2")
    WEFT_SCALAR_OP(kExpm1, "expm1")
    WEFT_SCALAR_OP(kLog, "log")
    WEFT_SCALAR_OP(kLog1p, "log1p")
    WEFT_SCALAR_OP(kLog2, "log2")
    WEFT_SCALAR_OP(kLog10, "log10")
    WEFT_SCALAR_OP(kSin, "sin")
    WEFT_SCALAR_OP(kCos, "cos")
    WEFT_SCALAR_OP(kTan, "tan")
    WEFT_SCALAR_OP(kAsin, "asin")
    WEFT_SCALAR_OP(kAcos, "acos")
    WEFT_SCALAR_OP(kAtan, "atan")
    WEFT_SCALAR_OP(kSinh, "sinh")
    WEFT_SCALAR_OP(kCosh, "cosh")
    WEFT_SCALAR_OP(kTanh, "tanh")
    WEFT_SCALAR_OP(kAsinh, "asinh")
    WEFT_SCALAR_OP(kAcosh, "acosh")
    WEFT_SCALAR_OP(kAtanh, "atanh")
    WEFT_SCALAR_OP(kErf, "erf")
    WEFT_SCALAR_OP(kErfc, "erfc")
    WEFT_SCALAR_OP(kSigmoid, "sigmoid")
    WEFT_SCALAR_OP(kFloor, "floor")
    WEFT_SCALAR_OP(kCeil, "ceil")
    WEFT_SCALAR_OP(kRound, "round")
    WEFT_SCALAR_OP(kTrunc, "trunc")
    WEFT_SCALAR_OP(kIsNan, "isnan")
    WEFT_SCALAR_OP(kIsInf, "isinf")
    WEFT_SCALAR_OP(kAdd, "add")
    WEFT_SCALAR_OP(kSub, "sub")
    WEFT_SCALAR_OP(kMul, "mul")
    WEFT_SCALAR_OP(kDiv, "div")
    WEFT_SCALAR_OP(kFloorDiv, "floor_div")
    WEFT_SCALAR_OP(kRemainder, "remainder")
    WEFT_SCALAR_OP(kFmod, "fmod")
    WEFT_SCALAR_OP(kPow, "pow")
    WEFT_SCALAR_OP(kAtan2, "atan2")
    WEFT_SCALAR_OP(kHypot, "hypot")
    WEFT_SCALAR_OP(kMin, "min")
    WEFT_SCALAR_OP(kMax, "max")
    WEFT_SCALAR_OP(kEq, "eq")
    WEFT_SCALAR_OP(kNe, "ne")
    WEFT_SCALAR_OP(kLt, "lt")
    WEFT_SCALAR_OP(kLe, "le")
    WEFT_SCALAR_OP(kGt, "gt")
    WEFT_SCALAR_OP(kGe, "ge")
    WEFT_SCALAR_OP(kAnd, "and")
    WEFT_SCALAR_OP(kOr, "or")
    WEFT_SCALAR_OP(kXor, "xor")
    WEFT_SCALAR_OP(kBitAnd, "bit_and")
    WEFT_SCALAR_OP(kBitOr, "bit_or")
    WEFT_SCALAR_OP(kBitXor, "bit_xor")
    WEFT_SCALAR_OP(kShiftLeft, "shift_left")
    WEFT_SCALAR_OP(kShiftRight, "shift_right")
#undef WEFT_SCALAR_OP
  }
  return "?";
}

std::string ScalarExpr::str() const {
  if (!node_) return "<empty>";
  const ScalarNode& n = *node_;
  switch (n.op) {
    case ScalarOp::kConstant:
      return n.constant.str();
    case ScalarOp::kAccumulator:
      return "acc";
    case ScalarOp::kIndex:
      return fmt::format("index({})", n.indices[0].str());
    case ScalarOp::kCheckedIndex:
    case ScalarOp::kBoundedIndex:
      return fmt::format("{}({}, {})", scalar_op_name(n.op), n.operands[0].str(),
                         n.indices[0].str());
    case ScalarOp::kCast:
      return fmt::format("{}({})", dtype_short_name(n.type), n.operands[0].str());
    case ScalarOp::kLoad: {
      const std::string element = fmt::format("x{}{}", n.input, shape_str(n.indices));
      if (n.operands.empty()) return element;
      return fmt::format("load_if({}, {}, {})", n.operands[0].str(), element, n.operands[1].str());
    }
    default:
      break;
  }
  std::string text(scalar_op_name(n.op));
  text += "(";
  for (std::size_t i = 0; i < n.operands.size(); ++i) {
    if (i > 0) text += ", ";
    text += n.operands[i].str();
  }
  return text + ")";
}

ScalarExpr constant(DType type, Number value) {
  // The constant has the category of its type, so that equal constants look equal.
  switch (category_of(type)) {
    case DTypeCategory::kBool:
      value = Number(value.as_bool());
      break;
    case DTypeCategory::kIntegral:
      value = Number(value.as_int());
      break;
    case DTypeCategory::kFloating:
      value = Number(value.as_double());
      break;
  }
  return make({ScalarOp::kConstant, type, {}, value, 0, {}});
}

ScalarExpr load(DType type, int input, std::vector<IntExpr> indices) {
  return make({ScalarOp::kLoad, type, {}, Number(), input, std::move(indices)});
}

ScalarExpr load_if(DType type, int input, std::vector<IntExpr> indices, ScalarExpr condition,
                   ScalarExpr otherwise) {
  require_type(condition, DType::kBool, "load_if");
  require_type(otherwise, type, "load_if");
  return make({ScalarOp::kLoad,
               type,
               {std::move(condition), std::move(otherwise)},
               Number(),
               input,
               std::move(indices)});
}

ScalarExpr index_value(IntExpr index) {
  return make({ScalarOp::kIndex, DType::kInt64, {}, Number(), 0, {std::move(index)}});
}

ScalarExpr checked_index(ScalarExpr value, IntExpr extent) {
  require_type(value, DType::kInt64, "checked_index");
  return make({ScalarOp::kCheckedIndex,
               DType::kInt64,
               {std::move(value)},
               Number(),
               0,
               {std::move(extent)}});
}

ScalarExpr bounded_index(ScalarExpr value, IntExpr extent) {
  require_type(value, DType::kInt64, "bounded_index");
  return make({ScalarOp::kBoundedIndex,
               DType::kInt64,
               {std::move(value)},
               Number(),
               0,
               {std::move(extent)}});
}

ScalarExpr accumulator(DType type) {
  return make({ScalarOp::kAccumulator, type, {}, Number(), 0, {}});
}

ScalarExpr cast(ScalarExpr value, DType type) {
  require(value, "cast");
  if (value.type() == type) return value;
  return make({ScalarOp::kCast, type, {std::move(value)}, Number(), 0, {}});
}

ScalarExpr select(ScalarExpr condition, ScalarExpr then, ScalarExpr otherwise) {
  require_type(condition, DType::kBool, "select");
  require(then, "select");
  require_type(otherwise, then.type(), "select");
  const DType type = then.type();
  return make({ScalarOp::kSelect,
               type,
               {std::move(condition), std::move(then), std::move(otherwise)},
               Number(),
               0,
               {}});
}

ScalarExpr unary(ScalarOp op, ScalarExpr a) {
  const std::string_view name = scalar_op_name(op);
  require(a, name);
  if (!is_unary(op)) type_error(fmt::format("{} is no unary operation", name));
  if (!accepts(domain_of(op), a.type())) {
    type_error(fmt::format("{} does not take {}", name, dtype_name(a.type())));
  }
  const DType type = gives_bool(op) ? DType::kBool : a.type();
  return make({op, type, {std::move(a)}, Number(), 0, {}});
}

ScalarExpr binary(ScalarOp op, ScalarExpr a, ScalarExpr b) {
  const std::string_view name = scalar_op_name(op);
  require(a, name);
  if (!is_binary(op)) type_error(fmt::format("{} is no binary operation", name));
  require_type(b, a.type(), name);
  if (!accepts(domain_of(op), a.type())) {
    type_error(fmt::format("{} does not take {}", name, dtype_name(a.type())));
  }
  const DType type = gives_bool(op) ? DType::kBool : a.type();
  return make({op, type, {std::move(a), std::move(b)}, Number(), 0, {}});
}

#define WEFT_SCALAR_BINARY(symbol, op)                       \
  ScalarExpr operator symbol(ScalarExpr a, ScalarExpr b) {   \
    return binary(ScalarOp::op, std::move(a), std::move(b)); \
  }
WEFT_SCALAR_BINARY(+, kAdd)
WEFT_SCALAR_BINARY(-, kSub)
WEFT_SCALAR_BINARY(*, kMul)
WEFT_SCALAR_BINARY(/, kDiv)
WEFT_SCALAR_BINARY(==, kEq)
WEFT_SCALAR_BINARY(!=, kNe)
WEFT_SCALAR_BINARY(<, kLt)
WEFT_SCALAR_BINARY(<=, kLe)
WEFT_SCALAR_BINARY(>, kGt)
WEFT_SCALAR_BINARY(>=, kGe)
WEFT_SCALAR_BINARY(&&, kAnd)
WEFT_SCALAR_BINARY(||, kOr)
#undef WEFT_SCALAR_BINARY

ScalarExpr operator-(ScalarExpr a) { return unary(ScalarOp::kNeg, std::move(a)); }
ScalarExpr operator!(ScalarExpr a) { return unary(ScalarOp::kNot, std::move(a)); }

ScalarExpr same(const ScalarExpr& like, Number value) {
  require(like, "constant");
  return constant(like.type(), value);
}

void for_each_node(const ScalarExpr& root, const std::function<void(const ScalarExpr&)>& visit) {
  if (root.get() == nullptr) return;
  // An explicit stack: fused expressions can be deeper than the call stack.
  struct Frame {
    const ScalarExpr* expr;
    std::size_t next_operand;
  };
  std::unordered_set<const ScalarNode*> seen;
  std::vector<Frame> stack{{&root, 0}};
  seen.insert(root.get());
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const auto& operands = (*frame.expr)->operands;
    if (frame.next_operand < operands.size()) {
      const ScalarExpr& operand = operands[frame.next_operand++];
      if (seen.insert(operand.get()).second) stack.push_back({&operand, 0});
      continue;
    }
    visit(*frame.expr);
    stack.pop_back();
  }
}

ScalarExpr transform(const ScalarExpr& root,
                     const std::function<ScalarExpr(const ScalarNode& node)>& replace) {
  std::unordered_map<const ScalarNode*, ScalarExpr> result;
  for_each_node(root, [&](const ScalarExpr& expr) {
    bool changed = false;
    std::vector<ScalarExpr> operands;
    operands.reserve(expr->operands.size());
    for (const ScalarExpr& operand : expr->operands) {
      operands.push_back(result.at(operand.get()));
      changed = changed || operands.back().get() != operand.get();
    }
    ScalarExpr current = expr;
    if (changed) {
      ScalarNode copy = *expr;
      copy.operands = std::move(operands);
      current = make(std::move(copy));
    }
    ScalarExpr replacement = replace(*current);
    result.emplace(expr.get(), replacement ? std::move(replacement) : std::move(current));
  });
  return root ? result.at(root.get()) : ScalarExpr();
}

}  // namespace weft::ir
