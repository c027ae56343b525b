/// \file Rewriting, comparing and weighing scalar expressions.
#include <weft/codegen/loop/expression.h>

#include <algorithm>

namespace weft::codegen {
namespace {

using ir::IntExpr;
using ir::ScalarExpr;
using ir::ScalarNode;
using ir::ScalarOp;

ScalarExpr make(ScalarNode node) {
  return ScalarExpr(std::make_shared<const ScalarNode>(std::move(node)));
}

std::size_t mix(std::size_t seed, std::size_t value) {
  return (seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2))) *
         0xff51afd7ed558ccdULL;
}

std::size_t hash_node(const ScalarNode& node) {
  std::size_t h = mix(static_cast<std::size_t>(node.op), static_cast<std::size_t>(node.type));
  h = mix(h, static_cast<std::size_t>(node.input));
  for (const ScalarExpr& operand : node.operands) {
    h = mix(h, reinterpret_cast<std::uintptr_t>(operand.get()));
  }
  for (const IntExpr& index : node.indices) h = mix(h, index.hash());
  if (node.op == ScalarOp::kConstant) {
    h = mix(h, std::hash<double>()(node.constant.as_double()));
  }
  return h;
}

// Operands are compared by identity: they have been shared before their users.
bool same_node(const ScalarNode& a, const ScalarNode& b) {
  if (a.op != b.op || a.type != b.type || a.input != b.input) return false;
  if (a.op == ScalarOp::kConstant && !(a.constant == b.constant)) return false;
  if (!(a.indices == b.indices) || a.operands.size() != b.operands.size()) return false;
  return std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(),
                    [](const ScalarExpr& x, const ScalarExpr& y) { return x.get() == y.get(); });
}

}  // namespace

std::vector<IntExpr> substitute(const std::vector<IntExpr>& expressions,
                                const Substitution& replacements) {
  std::vector<IntExpr> result;
  result.reserve(expressions.size());
  for (const IntExpr& e : expressions) result.push_back(e.substitute(replacements));
  return result;
}

ScalarExpr substitute(const ScalarExpr& expression, const Substitution& replacements) {
  if (expression.get() == nullptr || replacements.empty()) return expression;
  return ir::transform(expression, [&](const ScalarNode& node) -> ScalarExpr {
    if (node.indices.empty()) return {};
    std::vector<IntExpr> indices = substitute(node.indices, replacements);
    if (indices == node.indices) return {};
    ScalarNode copy = node;
    copy.indices = std::move(indices);
    return make(std::move(copy));
  });
}

ScalarExpr rewrite_loads(const ScalarExpr& expression,
                         const std::function<ScalarExpr(const ScalarNode&)>& replace) {
  if (expression.get() == nullptr) return expression;
  return ir::transform(expression, [&](const ScalarNode& node) -> ScalarExpr {
    return node.op == ScalarOp::kLoad ? replace(node) : ScalarExpr();
  });
}

void for_each_load(const ScalarExpr& expression,
                   const std::function<void(const ScalarNode&)>& visit) {
  ir::for_each_node(expression, [&](const ScalarExpr& node) {
    if (node->op == ScalarOp::kLoad) visit(*node);
  });
}

void for_each_index(const ScalarExpr& expression,
                    const std::function<void(const IntExpr&)>& visit) {
  ir::for_each_node(expression, [&](const ScalarExpr& node) {
    for (const IntExpr& index : node->indices) visit(index);
  });
}

bool depends_on(const ScalarExpr& expression, const ir::Symbol& symbol) {
  bool found = false;
  for_each_index(expression, [&](const IntExpr& e) { found = found || e.depends_on(symbol); });
  return found;
}

ScalarExpr fold_constants(const ScalarExpr& expression) {
  if (expression.get() == nullptr) return expression;
  return ir::transform(expression, [](const ScalarNode& node) -> ScalarExpr {
    if (node.op != ScalarOp::kCast || node.operands[0]->op != ScalarOp::kIndex) return {};
    const auto value = node.operands[0]->indices[0].maybe_value();
    // Half types and narrow integers would have to be rounded here: they are left to the compiler.
    if (!value || (node.type != DType::kFloat32 && node.type != DType::kFloat64)) return {};
    const double converted = node.type == DType::kFloat32
                                 ? static_cast<double>(static_cast<float>(*value))
                                 : static_cast<double>(*value);
    return ir::constant(node.type, ir::Number(converted));
  });
}

ScalarExpr accumulator_value(DType type, int id) {
  return make({ScalarOp::kAccumulator, type, {}, ir::Number(), id, {}});
}

ScalarExpr replace_accumulator(const ScalarExpr& finalize, const ScalarExpr& value) {
  if (finalize.get() == nullptr) return value;
  return ir::transform(finalize, [&](const ScalarNode& node) {
    return node.op == ScalarOp::kAccumulator ? value : ScalarExpr();
  });
}

ScalarExpr guard_loads(const ScalarExpr& expression, const ScalarExpr& condition) {
  return rewrite_loads(expression, [&](const ScalarNode& node) {
    ScalarNode copy = node;
    if (copy.operands.empty()) {
      copy.operands = {condition, ir::constant(node.type, ir::Number(0))};
    } else {
      copy.operands[0] = condition && copy.operands[0];
    }
    return make(std::move(copy));
  });
}

int weight(ScalarOp op) {
  switch (op) {
    case ScalarOp::kConstant:
    case ScalarOp::kLoad:
    case ScalarOp::kIndex:
    case ScalarOp::kAccumulator:
      return 0;
    case ScalarOp::kSqrt:
    case ScalarOp::kRsqrt:
    case ScalarOp::kDiv:
    case ScalarOp::kFloorDiv:
    case ScalarOp::kRemainder:
    case ScalarOp::kFmod:
    case ScalarOp::kHypot:
      return 4;
    case ScalarOp::kExp:
    case ScalarOp::kExp2:
    case ScalarOp::kExpm1:
    case ScalarOp::kLog:
    case ScalarOp::kLog1p:
    case ScalarOp::kLog2:
    case ScalarOp::kLog10:
    case ScalarOp::kSin:
    case ScalarOp::kCos:
    case ScalarOp::kTan:
    case ScalarOp::kAsin:
    case ScalarOp::kAcos:
    case ScalarOp::kAtan:
    case ScalarOp::kSinh:
    case ScalarOp::kCosh:
    case ScalarOp::kTanh:
    case ScalarOp::kAsinh:
    case ScalarOp::kAcosh:
    case ScalarOp::kAtanh:
    case ScalarOp::kErf:
    case ScalarOp::kErfc:
    case ScalarOp::kSigmoid:
      return 12;
    case ScalarOp::kPow:
    case ScalarOp::kAtan2:
      return 20;
    default:
      return 1;
  }
}

Cost cost(const ScalarExpr& expression) {
  Cost result;
  ir::for_each_node(expression, [&](const ScalarExpr& node) {
    const int w = weight(node->op);
    result.total += w;
    result.heaviest = std::max(result.heaviest, w);
    ++result.nodes;
    if (node->op == ScalarOp::kLoad) ++result.loads;
  });
  return result;
}

bool may_trap(const ScalarExpr& expression) {
  bool found = false;
  ir::for_each_node(expression, [&](const ScalarExpr& node) {
    const bool divides = node->op == ScalarOp::kDiv || node->op == ScalarOp::kFloorDiv ||
                         node->op == ScalarOp::kRemainder || node->op == ScalarOp::kFmod ||
                         node->op == ScalarOp::kPow;
    found = found || (divides && !ir::is_floating(node->type));
  });
  return found;
}

ScalarExpr ExpressionPool::share(const ScalarExpr& expression) {
  if (expression.get() == nullptr) return expression;
  return ir::transform(expression, [&](const ScalarNode& node) -> ScalarExpr {
    const std::size_t h = hash_node(node);
    const auto [first, last] = nodes_.equal_range(h);
    for (auto it = first; it != last; ++it) {
      if (same_node(*it->second, node)) return it->second;
    }
    ScalarExpr kept = make(node);
    nodes_.emplace(h, kept);
    return kept;
  });
}

}  // namespace weft::codegen
