/// \file Simplifying scalar expressions without changing a bit of what they give.
#include <weft/ir/passes/simplify/exact_scalar.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace weft::ir {
namespace {

// Bits of a value without its sign that a type holds exactly; of floats those of the significand.
int exact_bits(DType type) {
  switch (type) {
    case DType::kBool:
      return 1;
    case DType::kInt8:
      return 7;
    case DType::kUInt8:
    case DType::kBFloat16:
      return 8;
    case DType::kFloat16:
      return 11;
    case DType::kInt16:
      return 15;
    case DType::kFloat32:
      return 24;
    case DType::kInt32:
      return 31;
    case DType::kFloat64:
      return 53;
    case DType::kInt64:
      return 63;
  }
  return 0;
}

bool is_number(const ScalarExpr& e, double value) {
  return e->op == ScalarOp::kConstant && e->constant.as_double() == value;
}

bool is_zero(const ScalarExpr& e, bool negative) {
  return is_number(e, 0) && std::signbit(e->constant.as_double()) == negative;
}

std::optional<bool> truth(const ScalarExpr& e) {
  if (e->op != ScalarOp::kConstant) return std::nullopt;
  return e->constant.as_bool();
}

// An index, or a constant in its place.
std::optional<IntExpr> as_index(const ScalarExpr& e) {
  if (e->op == ScalarOp::kIndex) return e->indices[0];
  if (e->op == ScalarOp::kConstant && e->constant.is_integer()) return e->constant.as_int();
  return std::nullopt;
}

// Expressions that are not negative where the one at hand counts.
using Facts = std::vector<IntExpr>;

// Bounds of an expression, from those of its symbols and from the facts.
std::pair<std::int64_t, std::int64_t> bounds_under(const Facts& facts, const IntExpr& e) {
  auto [low, high] = e.bounds();
  for (const IntExpr& fact : facts) {
    low = std::max(low, (e - fact).bounds().first);
    high = std::min(high, (e + fact).bounds().second);
  }
  return {low, high};
}

// What bounds say about a comparison of indices.
std::optional<bool> decide(const ScalarNode& node, const Facts& facts) {
  const auto a = as_index(node.operands[0]);
  const auto b = as_index(node.operands[1]);
  if (!a || !b) return std::nullopt;
  const auto [low, high] = bounds_under(facts, *a - *b);
  const auto answer = [](bool yes, bool no) -> std::optional<bool> {
    if (yes) return true;
    if (no) return false;
    return std::nullopt;
  };
  switch (node.op) {
    case ScalarOp::kGe:
      return answer(low >= 0, high < 0);
    case ScalarOp::kGt:
      return answer(low > 0, high <= 0);
    case ScalarOp::kLt:
      return answer(high < 0, low >= 0);
    case ScalarOp::kLe:
      return answer(high <= 0, low > 0);
    case ScalarOp::kEq:
      return answer(low == 0 && high == 0, low > 0 || high < 0);
    case ScalarOp::kNe:
      return answer(low > 0 || high < 0, low == 0 && high == 0);
    default:
      return std::nullopt;
  }
}

ScalarExpr simplify_cast(const ScalarNode& node) {
  const ScalarExpr& middle = node.operands[0];
  if (middle->op != ScalarOp::kCast) return {};
  const ScalarExpr& start = middle->operands[0];
  if (start.type() == node.type && keeps_values(node.type, middle.type())) return start;
  return {};
}

// Arithmetic with a constant that gives the other operand.
ScalarExpr simplify_arithmetic(const ScalarNode& node) {
  const ScalarExpr& a = node.operands[0];
  const ScalarExpr& b = node.operands[1];
  const bool floating = is_floating(node.type);
  switch (node.op) {
    case ScalarOp::kMul:
      if (is_number(b, 1)) return a;
      if (is_number(a, 1)) return b;
      break;
    case ScalarOp::kDiv:
    case ScalarOp::kPow:
      if (is_number(b, 1)) return a;
      break;
    case ScalarOp::kAdd:
      // -0 + 0 is 0, and only -0 keeps every number.
      if (is_zero(b, floating)) return a;
      if (is_zero(a, floating)) return b;
      break;
    case ScalarOp::kSub:
      if (is_zero(b, false) && node.type != DType::kBool) return a;
      break;
    default:
      break;
  }
  return {};
}

ScalarExpr simplify_logic(const ScalarNode& node) {
  const bool neutral = node.op == ScalarOp::kAnd;
  for (const std::size_t k : {0u, 1u}) {
    const auto value = truth(node.operands[k]);
    if (value) return *value == neutral ? node.operands[1 - k] : node.operands[k];
  }
  return {};
}

ScalarExpr simplify_node(const ScalarNode& node, const Facts& facts) {
  switch (node.op) {
    case ScalarOp::kCast:
      return simplify_cast(node);
    case ScalarOp::kNeg:
    case ScalarOp::kNot:
    case ScalarOp::kBitNot:
      if (node.operands[0]->op == node.op) return node.operands[0]->operands[0];
      return {};
    case ScalarOp::kAnd:
    case ScalarOp::kOr:
      return simplify_logic(node);
    case ScalarOp::kSelect: {
      const auto value = truth(node.operands[0]);
      if (value) return node.operands[*value ? 1 : 2];
      if (same_meaning(node.operands[1], node.operands[2])) return node.operands[1];
      return {};
    }
    case ScalarOp::kLoad: {
      if (node.operands.empty()) return {};
      const auto value = truth(node.operands[0]);
      if (value) return *value ? load(node.type, node.input, node.indices) : node.operands[1];
      // Elsewhere the same element is read anyway.
      const ScalarExpr& other = node.operands[1];
      const bool same = other->op == ScalarOp::kLoad && other->operands.empty() &&
                        other->input == node.input && other->indices == node.indices;
      return same ? other : ScalarExpr();
    }
    case ScalarOp::kEq:
    case ScalarOp::kNe:
    case ScalarOp::kLt:
    case ScalarOp::kLe:
    case ScalarOp::kGt:
    case ScalarOp::kGe: {
      const auto value = decide(node, facts);
      return value ? constant(DType::kBool, *value) : ScalarExpr();
    }
    default:
      return node.operands.size() == 2 ? simplify_arithmetic(node) : ScalarExpr();
  }
}

// What holds where a comparison of indices does not.
std::optional<IntExpr> fact_without(const ScalarExpr& condition) {
  if (condition->op != ScalarOp::kLt && condition->op != ScalarOp::kGe) return std::nullopt;
  const auto a = as_index(condition->operands[0]);
  const auto b = as_index(condition->operands[1]);
  if (!a || !b) return std::nullopt;
  return condition->op == ScalarOp::kLt ? *a - *b : *b - *a - 1;
}

ScalarExpr simplify_under(Facts facts, const ScalarExpr& expression) {
  ScalarExpr e =
      transform(expression, [&](const ScalarNode& node) { return simplify_node(node, facts); });
  const bool decides =
      e->op == ScalarOp::kSelect || (e->op == ScalarOp::kLoad && !e->operands.empty());
  if (!decides) return e;
  const auto fact = fact_without(e->operands.front());
  if (!fact) return e;
  facts.push_back(*fact);
  ScalarNode copy = *e;
  copy.operands.back() = simplify_under(std::move(facts), copy.operands.back());
  ScalarExpr simpler = simplify_node(copy, {});
  return simpler ? simpler : ScalarExpr(std::make_shared<const ScalarNode>(std::move(copy)));
}

}  // namespace

bool same_meaning(const ScalarExpr& a, const ScalarExpr& b) {
  if (a.get() == b.get()) return true;
  if (a.get() == nullptr || b.get() == nullptr) return false;
  if (a->op != b->op || a->type != b->type || a->input != b->input) return false;
  if (a->op == ScalarOp::kConstant && !(a->constant == b->constant)) return false;
  if (a->indices != b->indices || a->operands.size() != b->operands.size()) return false;
  return std::equal(a->operands.begin(), a->operands.end(), b->operands.begin(), same_meaning);
}

bool keeps_values(DType from, DType through) {
  if (from == through || from == DType::kBool) return true;
  if (through == DType::kBool || (is_signed(from) && !is_signed(through))) return false;
  if (exact_bits(from) > exact_bits(through)) return false;
  if (!is_floating(from)) return true;  // no integer type leaves the range of float16 and above
  // Integers have no fractions, and float16 has not the range of bfloat16.
  return is_floating(through) && !(from == DType::kBFloat16 && through == DType::kFloat16);
}

ScalarExpr simplify_exactly(const ScalarExpr& expression) {
  return expression ? simplify_under({}, expression) : expression;
}

}  // namespace weft::ir
