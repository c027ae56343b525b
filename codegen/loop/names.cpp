/// \file Valid and unique names.
#include <weft/codegen/loop/names.h>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace weft::codegen {
namespace {

constexpr std::string_view kReserved[] = {
    "alignas",  "alignof",  "and",      "asm",     "auto",    "bool",      "break",     "case",
    "catch",    "char",     "class",    "compl",   "const",   "continue",  "default",   "delete",
    "do",       "double",   "else",     "enum",    "exp",     "explicit",  "export",    "extern",
    "false",    "float",    "floor",    "for",     "friend",  "goto",      "if",        "inline",
    "int",      "log",      "long",     "main",    "mutable", "namespace", "new",       "noexcept",
    "not",      "nullptr",  "operator", "or",      "pow",     "private",   "protected", "public",
    "register", "requires", "restrict", "return",  "round",   "short",     "signed",    "sin",
    "sizeof",   "sqrt",     "static",   "std",     "struct",  "switch",    "tan",       "tanh",
    "template", "this",     "throw",    "true",    "try",     "typedef",   "typeid",    "typename",
    "union",    "unsigned", "using",    "virtual", "void",    "volatile",  "weft",      "while",
    "xor"};

}  // namespace

std::string identifier(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool valid = std::isalnum(static_cast<unsigned char>(c)) != 0;
    // No two underscores in a row: such names belong to the compiler.
    if (valid) {
      result += c;
    } else if (!result.empty() && result.back() != '_') {
      result += '_';
    }
  }
  while (!result.empty() && result.back() == '_') result.pop_back();
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result[0])) != 0) {
    result.insert(result.begin(), 't');
  }
  if (std::find(std::begin(kReserved), std::end(kReserved), result) != std::end(kReserved)) {
    result += "_t";
  }
  return result;
}

std::string NameTable::unique(std::string_view wanted) {
  const std::string base = identifier(wanted);
  std::string name = base;
  int& next = used_[base];
  if (next++ == 0) return name;
  for (;;) {
    name = fmt::format("{}_{}", base, used_[base] - 1);
    if (used_[name]++ == 0) return name;
    ++used_[base];
  }
}

}  // namespace weft::codegen
