#include <weft/codegen/cpp/spelling.h>

#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include <weft/ir/diagnostics.h>

namespace weft::codegen::cpp {

namespace {

/// Keywords, and names that a kernel's scope or the support library uses.
const std::set<std::string, std::less<>>& taken_words() {
  static const std::set<std::string, std::less<>> kWords = {
      "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break",
      "case", "catch", "char", "char8_t", "char16_t", "char32_t", "class", "compl", "concept",
      "const", "consteval", "constexpr", "constinit", "const_cast", "continue", "co_await",
      "co_return", "co_yield", "decltype", "default", "delete", "do", "double", "dynamic_cast",
      "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto",
      "if", "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq",
      "nullptr", "operator", "or", "or_eq", "private", "protected", "public", "register",
      "reinterpret_cast", "requires", "return", "short", "signed", "sizeof", "static",
      "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local",
      "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using",
      "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq", "main", "std", "linux",
      "unix", "errno",
      // Types and macros of the headers that generated code includes.
      "size_t", "ptrdiff_t", "intptr_t", "uintptr_t", "int8_t", "int16_t", "int32_t", "int64_t",
      "uint8_t", "uint16_t", "uint32_t", "uint64_t", "NULL", "EOF", "NAN", "INFINITY", "HUGE_VAL",
      "HUGE_VALF", "RAND_MAX", "SIZE_MAX", "PTRDIFF_MAX", "PTRDIFF_MIN", "assert", "M_E", "M_LOG2E",
      "M_LOG10E", "M_LN2", "M_LN10", "M_PI", "M_PI_2", "M_PI_4", "M_1_PI", "M_2_PI", "M_2_SQRTPI",
      "M_SQRT2", "M_SQRT1_2", "INT8_MIN", "INT16_MIN", "INT32_MIN", "INT64_MIN", "INT8_MAX",
      "INT16_MAX", "INT32_MAX", "INT64_MAX", "UINT8_MAX", "UINT16_MAX", "UINT32_MAX", "UINT64_MAX",
      "INT_MAX", "INT_MIN", "FLT_MAX", "FLT_MIN", "DBL_MAX", "DBL_MIN",
      // Of a kernel's scope.
      "part", "lanes", "Lanes", "lane", "first", "sums", "shape", "work", "iteration", "plan",
      "scratch", "room", "tile", "tiles", "One", "Lines", "arrivals", "index_sizes", "target_sizes",
      "source_sizes", "at", "Half", "BFloat16", "Extremum", "weft", "sum",
      // Functions of the support library: a local variable would hide them.
      "load", "store", "select", "gather", "keep_used", "for_each_vector", "for_each_element",
      "exp", "exp2", "expm1", "log", "log1p", "log2", "log10", "lgamma", "digamma", "erfinv",
      "sqrt", "rsqrt", "tanh", "sigmoid", "erf", "erfc", "abs", "floor", "ceil", "round", "trunc",
      "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh",
      "atan2", "hypot", "pow", "fmod", "remainder", "maximum", "minimum", "sign", "copysign",
      "is_nan", "is_inf", "is_finite", "all", "any", "div_floor", "div_trunc", "smaller", "larger",
      "round_up", "to_bool", "to_u8", "to_i8", "to_i16", "to_i32", "to_i64", "to_f32", "to_f64",
      "round_f16", "round_bf16", "wrap_add", "wrap_sub", "wrap_mul", "wrap_neg", "wrap_i8",
      "wrap_u8", "wrap_i16", "shift_left_by", "shift_right_by", "checked_index", "bounded_index",
      "checked_divisor", "iota_i64", "reduce_sum", "reduce_prod", "reduce_min", "reduce_max",
      "sort_lines", "scan_lines", "running_extreme_lines", "scatter_elements", "divide_by_arrivals",
      "report_bad", "Arrival", "ScatterShape", "RunningSum", "RunningProduct", "RunningLogSumExp",
      "recurrent_lines", "RecurrentShape", "solve_matrices", "invert_matrices", "determinants",
      "log_determinants", "cholesky_factors", "solve_triangles", "qr_factors"};
  return kWords;
}

std::string atom_text(const ir::IntExpr::Atom& atom, const SymbolNames& names,
                      std::string_view integer) {
  using Kind = ir::IntExpr::AtomKind;
  if (atom.kind == Kind::kSymbol) {
    const auto found = names.find(atom.symbol.get());
    if (found == names.end()) fail(diag::SymbolUnbound, {}, {atom.symbol->name});
    return found->second;
  }
  const auto& [a, b] = *atom.operands;
  const auto text = [&](const ir::IntExpr& e, bool parenthesise) {
    return index_expression(e, names, parenthesise, integer);
  };
  switch (atom.kind) {
    case Kind::kMin:
      return fmt::format("smaller({}, {})", text(a, false), text(b, false));
    case Kind::kMax:
      return fmt::format("larger({}, {})", text(a, false), text(b, false));
    default:
      break;
  }
  // C++ rounds towards zero, which is the same for a dividend that is not negative.
  const bool plain = a.bounds().first >= 0 && b.bounds().first > 0;
  const bool divides = atom.kind == Kind::kFloorDiv;
  if (plain) return fmt::format("({} {} {})", text(a, true), divides ? "/" : "%", text(b, true));
  return fmt::format("{0}({1}{{{2}}}, {1}{{{3}}})", divides ? "div_floor" : "remainder", integer,
                     text(a, false), text(b, false));
}

}  // namespace

std::string identifier(std::string_view wanted) {
  std::string name;
  for (const char c : wanted) {
    const bool fits = std::isalnum(static_cast<unsigned char>(c)) && (c & 0x80) == 0;
    if (fits) {
      name += c;
    } else if (name.empty() || name.back() != '_') {
      name += '_';
    }
  }
  while (!name.empty() && name.front() == '_') name.erase(0, 1);
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty()) name = "value";
  if (std::isdigit(static_cast<unsigned char>(name[0]))) name = "v" + name;
  if (taken_words().count(name) != 0 || name.rfind("WEFT_", 0) == 0) name += "_";
  return name;
}

std::string NameScope::unique(std::string_view wanted) {
  const std::string base = identifier(wanted);
  std::string name = base;
  for (int i = 1; !used_.insert(name).second; ++i) {
    name = fmt::format("{}{}{}", base, base.back() == '_' ? "" : "_", i);
  }
  return name;
}

std::string_view storage_type(DType type) {
  switch (type) {
    case DType::kBool:
      return "bool";
    case DType::kUInt8:
      return "uint8_t";
    case DType::kInt8:
      return "int8_t";
    case DType::kInt16:
      return "int16_t";
    case DType::kInt32:
      return "int32_t";
    case DType::kInt64:
      return "int64_t";
    case DType::kFloat16:
      return "Half";
    case DType::kBFloat16:
      return "BFloat16";
    case DType::kFloat32:
      return "float";
    case DType::kFloat64:
      return "double";
  }
  return "";
}

std::string_view scalar_type(DType type) {
  if (ir::is_half(type)) return "float";
  if (ir::is_integral(type) && ir::size_of(type) < 4) return "int32_t";
  return storage_type(type);
}

std::string_view vector_type(DType type) {
  switch (type) {
    case DType::kBool:
      return "Mask";
    case DType::kInt64:
      return "I64";
    case DType::kFloat64:
      return "F64";
    case DType::kFloat16:
    case DType::kBFloat16:
    case DType::kFloat32:
      return "F32";
    default:
      return "I32";
  }
}

std::string literal(DType type, const ir::Number& value) {
  if (type == DType::kBool) return value.as_bool() ? "true" : "false";
  if (ir::is_floating(type)) {
    const bool wide = type == DType::kFloat64;
    const double number =
        wide ? value.as_double() : static_cast<double>(static_cast<float>(value.as_double()));
    if (std::isnan(number)) return wide ? "__builtin_nan(\"\")" : "__builtin_nanf(\"\")";
    if (std::isinf(number)) {
      return std::string(number < 0 ? "-" : "") + (wide ? "__builtin_inf()" : "__builtin_inff()");
    }
    std::string text =
        wide ? fmt::format("{}", number) : fmt::format("{}", static_cast<float>(number));
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return wide ? text : text + "f";
  }
  const std::int64_t number = value.as_int();
  if (type == DType::kInt64) {
    return number == INT64_MIN ? "INT64_MIN" : fmt::format("int64_t{{{}}}", number);
  }
  return number == INT32_MIN ? "INT32_MIN" : fmt::format("int32_t{{{}}}", number);
}

std::string index_expression(const ir::IntExpr& index, const SymbolNames& names, bool parenthesise,
                             std::string_view integer) {
  if (index.is_constant()) return fmt::format("{}", index.value());
  std::string text;
  for (const ir::IntExpr::Term& term : index.terms()) {
    std::string product;
    for (const ir::IntExpr::Atom& atom : term.atoms) {
      if (!product.empty()) product += " * ";
      product += atom_text(atom, names, integer);
    }
    const std::int64_t c = term.coefficient;
    const bool first = text.empty();
    text += first ? (c < 0 ? "-" : "") : (c < 0 ? " - " : " + ");
    text += product;
    if (c != 1 && c != -1) text += fmt::format(" * {}", c < 0 ? -c : c);
  }
  const std::int64_t rest = index.constant_term();
  if (rest != 0) text += fmt::format(" {} {}", rest < 0 ? "-" : "+", rest < 0 ? -rest : rest);
  const bool is_sum = index.terms().size() > 1 || rest != 0;
  const bool is_product = text.find(" * ") != std::string::npos || text[0] == '-';
  return parenthesise && (is_sum || is_product) ? "(" + text + ")" : text;
}

std::string without_parentheses(const std::string& text) {
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') return text;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return text;  // the first one closes before the end
  }
  return text.substr(1, text.size() - 2);
}

std::string comment_text(std::string_view text, std::size_t limit) {
  std::string result;
  for (const char c : text) {
    if (result.size() >= limit) break;
    const bool printable = std::isprint(static_cast<unsigned char>(c)) && (c & 0x80) == 0;
    result += printable && c != '\\' ? c : ' ';
  }
  return result;
}

}  // namespace weft::codegen::cpp
