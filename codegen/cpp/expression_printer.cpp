#include <weft/codegen/cpp/expression_printer.h>

#include <fmt/format.h>

#include <weft/ir/diagnostics.h>

namespace weft::codegen::cpp {

namespace {

using ir::ScalarOp;

/// Longer values get a line of their own.
constexpr std::size_t kLongestInline = 64;

bool is_narrow(DType type) { return ir::is_integral(type) && ir::size_of(type) < 4; }

/// Integer arithmetic of narrow types is cut to their width.
std::string cut(DType type, std::string text) {
  switch (type) {
    case DType::kInt8:
      return fmt::format("wrap_i8({})", text);
    case DType::kUInt8:
      return fmt::format("wrap_u8({})", text);
    case DType::kInt16:
      return fmt::format("wrap_i16({})", text);
    default:
      return text;
  }
}

const char* function_of(ScalarOp op) {
  switch (op) {
    case ScalarOp::kAbs:
      return "abs";
    case ScalarOp::kSign:
      return "sign";
    case ScalarOp::kSqrt:
      return "sqrt";
    case ScalarOp::kRsqrt:
      return "rsqrt";
    case ScalarOp::kExp:
      return "exp";
    case ScalarOp::kExp2:
      return "exp2";
    case ScalarOp::kExpm1:
      return "expm1";
    case ScalarOp::kLog:
      return "log";
    case ScalarOp::kLog1p:
      return "log1p";
    case ScalarOp::kLog2:
      return "log2";
    case ScalarOp::kLog10:
      return "log10";
    case ScalarOp::kSin:
      return "sin";
    case ScalarOp::kCos:
      return "cos";
    case ScalarOp::kTan:
      return "tan";
    case ScalarOp::kAsin:
      return "asin";
    case ScalarOp::kAcos:
      return "acos";
    case ScalarOp::kAtan:
      return "atan";
    case ScalarOp::kSinh:
      return "sinh";
    case ScalarOp::kCosh:
      return "cosh";
    case ScalarOp::kTanh:
      return "tanh";
    case ScalarOp::kAsinh:
      return "asinh";
    case ScalarOp::kAcosh:
      return "acosh";
    case ScalarOp::kAtanh:
      return "atanh";
    case ScalarOp::kErf:
      return "erf";
    case ScalarOp::kErfc:
      return "erfc";
    case ScalarOp::kSigmoid:
      return "sigmoid";
    case ScalarOp::kFloor:
      return "floor";
    case ScalarOp::kCeil:
      return "ceil";
    case ScalarOp::kRound:
      return "round";
    case ScalarOp::kTrunc:
      return "trunc";
    case ScalarOp::kIsNan:
      return "is_nan";
    case ScalarOp::kIsInf:
      return "is_inf";
    case ScalarOp::kFmod:
      return "fmod";
    case ScalarOp::kRemainder:
      return "remainder";
    case ScalarOp::kPow:
      return "pow";
    case ScalarOp::kAtan2:
      return "atan2";
    case ScalarOp::kHypot:
      return "hypot";
    case ScalarOp::kMin:
      return "minimum";
    case ScalarOp::kMax:
      return "maximum";
    case ScalarOp::kFloorDiv:
      return "div_floor";
    default:
      return nullptr;
  }
}

const char* sign_of(ScalarOp op) {
  switch (op) {
    case ScalarOp::kAdd:
      return "+";
    case ScalarOp::kSub:
      return "-";
    case ScalarOp::kMul:
      return "*";
    case ScalarOp::kDiv:
      return "/";
    case ScalarOp::kEq:
      return "==";
    case ScalarOp::kNe:
      return "!=";
    case ScalarOp::kLt:
      return "<";
    case ScalarOp::kLe:
      return "<=";
    case ScalarOp::kGt:
      return ">";
    case ScalarOp::kGe:
      return ">=";
    case ScalarOp::kAnd:
    case ScalarOp::kBitAnd:
      return "&";
    case ScalarOp::kOr:
    case ScalarOp::kBitOr:
      return "|";
    case ScalarOp::kXor:
    case ScalarOp::kBitXor:
      return "^";
    default:
      return nullptr;
  }
}

/// Arithmetic and order of bool, which lanes have no signs for.
const char* bool_form(ScalarOp op) {
  switch (op) {
    case ScalarOp::kAdd: return "({} | {})";
    case ScalarOp::kMul: return "({} & {})";
    case ScalarOp::kLt: return "(!{} & {})";
    case ScalarOp::kLe: return "(!{} | {})";
    case ScalarOp::kGt: return "({} & !{})";
    case ScalarOp::kGe: return "({} | !{})";
    default: return nullptr;
  }
}

bool divides(ScalarOp op) {
  return op == ScalarOp::kDiv || op == ScalarOp::kFloorDiv || op == ScalarOp::kRemainder ||
         op == ScalarOp::kFmod;
}

bool needs_single_lanes(const ir::ScalarNode& node) {
  if (node.op == ScalarOp::kCheckedIndex || node.op == ScalarOp::kBoundedIndex) return true;
  if (node.operands.size() != 2 || node.op == ScalarOp::kLoad) return false;
  const DType type = node.operands[1].type();
  const bool integers = !ir::is_floating(type) && type != DType::kBool;
  return integers && (divides(node.op) || node.op == ScalarOp::kPow ||
                      node.op == ScalarOp::kShiftLeft || node.op == ScalarOp::kShiftRight);
}

}  // namespace

bool is_vectorisable(const std::vector<ir::ScalarExpr>& roots, const ir::Symbol& variable) {
  bool fits = true;
  for (const ir::ScalarExpr& root : roots) {
    ir::for_each_node(root, [&](const ir::ScalarExpr& node) {
      if (needs_single_lanes(*node)) fits = false;
      for (const ir::IntExpr& index : node->indices) {
        const auto coefficient = index.coefficient(variable);
        if (!coefficient || !coefficient->is_constant()) fits = false;
      }
      if (node->op == ScalarOp::kLoad && !node->operands.empty()) {
        bool varies = false;
        ir::for_each_node(node->operands[0], [&](const ir::ScalarExpr& part) {
          for (const ir::IntExpr& index : part->indices) {
            varies = varies || index.depends_on(variable);
          }
        });
        if (varies) fits = false;
      }
    });
  }
  return fits;
}

void ExpressionPrinter::prepare(const std::vector<ir::ScalarExpr>& roots) {
  for (const ir::ScalarExpr& root : roots) {
    ++uses_[root.get()];
    ir::for_each_node(root, [&](const ir::ScalarExpr& node) {
      for (const ir::ScalarExpr& operand : node->operands) ++uses_[operand.get()];
    });
  }
}

bool ExpressionPrinter::depends_on_lanes(const ir::ScalarExpr& root) {
  if (!scope_.lane_variable) return false;
  bool result = false;
  ir::for_each_node(root, [&](const ir::ScalarExpr& node) {
    auto [entry, is_new] = in_lanes_.emplace(node.get(), false);
    if (is_new) {
      bool varies =
          node->op == ScalarOp::kAccumulator && scope_.lane_accumulators.count(node->input) != 0;
      for (const ir::IntExpr& index : node->indices) {
        varies = varies || index.depends_on(scope_.lane_variable);
      }
      for (const ir::ScalarExpr& operand : node->operands) {
        varies = varies || in_lanes_.at(operand.get());
      }
      in_lanes_[node.get()] = varies;
    }
    result = in_lanes_.at(node.get());  // the root comes last
  });
  return result;
}

std::string ExpressionPrinter::print(const ir::ScalarExpr& root) {
  const auto named = named_.find(root.get());
  if (named != named_.end()) return named->second;
  std::string text = build(root);
  const bool leaf = root->op == ScalarOp::kConstant || root->op == ScalarOp::kAccumulator;
  const auto uses = uses_.find(root.get());
  const bool shared = uses != uses_.end() && uses->second > 1;
  if (leaf || (!shared && text.size() <= kLongestInline)) return text;
  const char* hint = root->op == ScalarOp::kLoad ? nullptr : function_of(root->op);
  std::string wanted = "t";
  if (root->op == ScalarOp::kLoad) {
    const auto buffer = scope_.buffers.find(root->input);
    if (buffer != scope_.buffers.end()) wanted = buffer->second + "_value";
  } else if (hint) {
    wanted = std::string(hint) + "_value";
  }
  const std::string name = names_.unique(wanted);
  lines_.push_back(fmt::format("const auto {} = {};", name, without_parentheses(text)));
  named_[root.get()] = name;
  return name;
}

std::string ExpressionPrinter::print_lanes(const ir::ScalarExpr& root) {
  const bool varies = depends_on_lanes(root);
  std::string text = print(root);
  if (!scope_.lane_variable || (varies && root->op != ScalarOp::kConstant)) return text;
  return wrapped(root.type(), std::move(text));
}

std::string ExpressionPrinter::wrapped(DType type, std::string text) const {
  return fmt::format("typename Lanes::{}({})", vector_type(type), text);
}

std::string ExpressionPrinter::build(const ir::ScalarExpr& node) {
  const bool varies = depends_on_lanes(node);
  switch (node->op) {
    case ScalarOp::kConstant:
      return literal(node->type, node->constant);
    case ScalarOp::kLoad:
      return load(*node, varies);
    case ScalarOp::kIndex:
      return index(*node, varies);
    case ScalarOp::kCheckedIndex:
      return fmt::format("checked_index({}, {}, part.bad)", print(node->operands[0]),
                         index_expression(node->indices[0], scope_.symbols));
    case ScalarOp::kBoundedIndex:
      return fmt::format("bounded_index({}, {}, part.bad)", print(node->operands[0]),
                         index_expression(node->indices[0], scope_.symbols));
    case ScalarOp::kAccumulator:
      return scope_.accumulators.at(node->input);
    case ScalarOp::kCast:
      return cast(*node);
    case ScalarOp::kSelect:
      // Two plain numbers would leave open which vector they are to become.
      return fmt::format("select({}, {}, {})",
                         varies ? print_lanes(node->operands[0]) : print(node->operands[0]),
                         varies ? print_lanes(node->operands[1]) : print(node->operands[1]),
                         varies ? print_lanes(node->operands[2]) : print(node->operands[2]));
    default:
      break;
  }
  return node->operands.size() == 1 ? unary(*node) : binary(*node);
}

std::string ExpressionPrinter::load(const ir::ScalarNode& node, bool in_lanes) {
  const std::string& buffer = scope_.buffers.at(node.input);
  const ir::IntExpr& offset = node.indices.at(0);
  const std::string address =
      offset.is(0) ? buffer : buffer + " + " + index_expression(offset, scope_.symbols);
  std::string text;
  if (!in_lanes) {
    const bool direct = !ir::is_half(node.type) && !is_narrow(node.type);
    text = direct ? fmt::format("{}[{}]", buffer, index_expression(offset, scope_.symbols))
                  : fmt::format("load(One{{}}, {})", address);
  } else {
    ir::IntExpr step = 1;
    if (!scope_.single) step = *offset.coefficient(scope_.lane_variable);
    text = step.is(1) ? fmt::format("load(lanes, {})", address)
                      : fmt::format("load(lanes, {}, {})", address, step.value());
    if (scope_.single) text = fmt::format("load(One{{}}, {})", address);
  }
  if (node.operands.empty()) return text;
  // Read only where the condition holds.
  return fmt::format("({} ? {} : {})", print(node.operands[0]), text, print(node.operands[1]));
}

std::string ExpressionPrinter::index(const ir::ScalarNode& node, bool in_lanes) {
  const ir::IntExpr& value = node.indices.at(0);
  if (!in_lanes || scope_.single) {
    return fmt::format("int64_t{{{}}}", index_expression(value, scope_.symbols));
  }
  const ir::IntExpr step = *value.coefficient(scope_.lane_variable);
  const std::string first = index_expression(value, scope_.symbols);
  if (step.is(1)) return fmt::format("iota_i64(lanes, {})", first);
  return fmt::format("(typename Lanes::I64({}) + iota_i64(lanes, 0) * int64_t{{{}}})", first,
                     step.value());
}

std::string ExpressionPrinter::cast(const ir::ScalarNode& node) {
  const ir::ScalarExpr& operand = node.operands[0];
  const DType from = operand.type();
  const std::string value = print(operand);
  switch (node.type) {
    case DType::kBool:
      return fmt::format("to_bool({})", value);
    case DType::kUInt8:
      return fmt::format("to_u8({})", value);
    case DType::kInt8:
      return fmt::format("to_i8({})", value);
    case DType::kInt16:
      return fmt::format("to_i16({})", value);
    case DType::kInt32:
      return is_narrow(from) ? value : fmt::format("to_i32({})", value);
    case DType::kInt64:
      return fmt::format("to_i64({})", value);
    case DType::kFloat16:
      return fmt::format("round_f16(to_f32({}))", value);
    case DType::kBFloat16:
      return fmt::format("round_bf16(to_f32({}))", value);
    case DType::kFloat32:
      return ir::is_half(from) ? value : fmt::format("to_f32({})", value);
    case DType::kFloat64:
      return fmt::format("to_f64({})", value);
  }
  return value;
}

std::string ExpressionPrinter::unary(const ir::ScalarNode& node) {
  const DType type = node.operands[0].type();
  const std::string a = print(node.operands[0]);
  const bool integer = ir::is_integral(type);
  switch (node.op) {
    case ScalarOp::kNeg:
      return integer ? cut(type, fmt::format("wrap_neg({})", a)) : fmt::format("(-({}))", a);
    case ScalarOp::kNot:
      return fmt::format("!{}", a);
    case ScalarOp::kBitNot:
      return type == DType::kBool ? fmt::format("!{}", a) : cut(type, fmt::format("~{}", a));
    case ScalarOp::kFloor:
    case ScalarOp::kCeil:
    case ScalarOp::kRound:
    case ScalarOp::kTrunc:
      if (integer) return a;
      break;
    case ScalarOp::kIsNan:
    case ScalarOp::kIsInf:
      if (!ir::is_floating(type)) return fmt::format("({0} != {0})", a);
      break;
    case ScalarOp::kAbs:
      if (integer) return cut(type, fmt::format("abs({})", a));
      break;
    default:
      break;
  }
  const char* function = function_of(node.op);
  if (!function) {
    fail(diag::InternalError, {},
         {fmt::format("no C++ for scalar operation {}", ir::scalar_op_name(node.op))});
  }
  return fmt::format("{}({})", function, a);
}

std::string ExpressionPrinter::binary(const ir::ScalarNode& node) {
  const DType type = node.operands[0].type();
  const std::string a = print(node.operands[0]);
  std::string b = print(node.operands[1]);
  const bool integer = ir::is_integral(type);
  if (integer) {
    if (divides(node.op)) b = fmt::format("checked_divisor({}, part.bad)", b);
    switch (node.op) {
      case ScalarOp::kAdd:
        return cut(type, fmt::format("wrap_add({}, {})", a, b));
      case ScalarOp::kSub:
        return cut(type, fmt::format("wrap_sub({}, {})", a, b));
      case ScalarOp::kMul:
        return cut(type, fmt::format("wrap_mul({}, {})", a, b));
      case ScalarOp::kDiv:
        return cut(type, fmt::format("div_trunc({}, {})", a, b));
      case ScalarOp::kPow:
        return cut(type, fmt::format("pow({}, {})", a, b));
      case ScalarOp::kShiftLeft:
        return cut(type, fmt::format("shift_left_by<{}>({}, {})", 8 * ir::size_of(type), a, b));
      case ScalarOp::kShiftRight:
        // The largest count that has a meaning: of a signed type it leaves the sign.
        return fmt::format("shift_right_by<{}>({}, {})",
                           8 * ir::size_of(type) - (type == DType::kUInt8 ? 0 : 1), a, b);
      default:
        break;
    }
  }
  if (type == DType::kBool) {
    if (const char* form = bool_form(node.op)) return fmt::format(fmt::runtime(form), a, b);
  }
  if (const char* function = function_of(node.op)) {
    return fmt::format("{}({}, {})", function, a, b);
  }
  if (const char* sign = sign_of(node.op)) return fmt::format("({} {} {})", a, sign, b);
  fail(diag::InternalError, {},
       {fmt::format("no C++ for scalar operation {}", ir::scalar_op_name(node.op))});
}

}  // namespace weft::codegen::cpp
