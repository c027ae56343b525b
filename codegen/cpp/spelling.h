/// \file C++ spellings: identifiers, types, literals, index expressions.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include <weft/ir/int_expr.h>
#include <weft/ir/scalar_expr.h>

namespace weft::codegen::cpp {

/// A C++ identifier close to `wanted`: other characters become `_`; keywords and names of the support
/// library get a trailing `_`; never a reserved form.
std::string identifier(std::string_view wanted);

/// Hands out identifiers of one scope, each once.
class NameScope {
 public:
  std::string unique(std::string_view wanted);

 private:
  std::set<std::string> used_;
};

/// The element type in memory: "float", "Half", "std::uint8_t".
std::string_view storage_type(DType type);
/// The type that computes on it, without lanes: float for the half types, int32_t for narrow ints.
std::string_view scalar_type(DType type);
/// The support library's name of the vector of it: "F32", "Mask".
std::string_view vector_type(DType type);

/// A literal of the scalar type: "0.5f", "-1", "true", "__builtin_inff()".
std::string literal(DType type, const ir::Number& value);

/// Names of loop variables and data-dependent indices.
using SymbolNames = std::unordered_map<const ir::SymbolInfo*, std::string>;

/// The index as an expression of type `integer`. `parenthesise` wraps sums.
std::string index_expression(const ir::IntExpr& index, const SymbolNames& names,
                             bool parenthesise = false, std::string_view integer = "int64_t");

/// The text without a pair of parentheses around all of it.
std::string without_parentheses(const std::string& text);

/// Text of the user in a comment: printable, no comment ends, at most `limit` characters.
std::string comment_text(std::string_view text, std::size_t limit = 110);

}  // namespace weft::codegen::cpp
