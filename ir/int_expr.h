/// \file Integer expressions over symbols: extents of tensors, indices of loops.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace weft::ir {

class IntExpr;

/// A named unknown integer: an extent that the user declared (`N`), or the variable of a loop.
/// Two symbols are the same if they are the same object; names are for people.
struct SymbolInfo {
  std::string name;
  std::uint64_t id;        ///< unique in the process, in order of creation
  std::int64_t lower = 0;  ///< inclusive bounds of the value, as far as they are known
  std::int64_t upper = INT64_MAX;
  std::shared_ptr<const IntExpr> extent;  ///< where set, the value is below it (make_index)
};
using Symbol = std::shared_ptr<const SymbolInfo>;

/// Makes a fresh symbol with inclusive bounds.
Symbol make_symbol(std::string name, std::int64_t lower = 0, std::int64_t upper = INT64_MAX);
/// Makes a fresh symbol for an index: 0 <= value < extent. The extent may be symbolic, and is used
/// to simplify divisions by it: floor_div(N*i + j, N) = i for j = make_index("j", N).
Symbol make_index(std::string name, const IntExpr& extent);

/// An immutable integer expression in canonical form: a constant plus a sum of coefficient times
/// product of atoms; an atom is a symbol, or a floor division, modulo, min or max of two
/// expressions. Equal polynomials compare equal. Constants need no allocation.
///
/// Division rounds towards minus infinity and the modulo has the divisor's sign. Arithmetic that
/// overflows int64 on constants throws InternalError; it never wraps.
class IntExpr {
 public:
  IntExpr() = default;
  template <typename T>
    requires(std::is_integral_v<T> && !std::is_same_v<T, bool>)
  IntExpr(T value) : constant_(static_cast<std::int64_t>(value)) {}  // NOLINT
  IntExpr(Symbol symbol);  // NOLINT(google-explicit-constructor)

  bool is_constant() const { return sum_ == nullptr; }
  /// The value of a constant; InternalError for anything else.
  std::int64_t value() const;
  std::optional<std::int64_t> maybe_value() const;
  bool is(std::int64_t value) const { return is_constant() && constant_ == value; }
  /// The symbol where the expression is exactly one symbol, else null.
  Symbol as_symbol() const;

  /// Coefficient `c` of `symbol` where the expression is `c * symbol + rest` and neither `c` nor
  /// `rest` depends on the symbol; nothing where the symbol occurs in another way.
  /// A symbol that does not occur has coefficient 0.
  std::optional<IntExpr> coefficient(const Symbol& symbol) const;
  bool depends_on(const Symbol& symbol) const;
  /// The symbols that occur, each once, in order of id.
  std::vector<Symbol> symbols() const;

  /// Replaces symbols by expressions, all at once.
  IntExpr substitute(const std::vector<std::pair<Symbol, IntExpr>>& replacements) const;
  /// The value with every symbol looked up; the callback is asked once per occurrence.
  std::int64_t evaluate(const std::function<std::int64_t(const SymbolInfo&)>& lookup) const;
  /// Inclusive bounds, from the symbols' bounds; INT64_MIN/INT64_MAX where nothing is known.
  std::pair<std::int64_t, std::int64_t> bounds() const;

  friend IntExpr operator+(const IntExpr& a, const IntExpr& b);
  friend IntExpr operator-(const IntExpr& a, const IntExpr& b);
  friend IntExpr operator*(const IntExpr& a, const IntExpr& b);
  IntExpr& operator+=(const IntExpr& o) { return *this = *this + o; }
  IntExpr& operator-=(const IntExpr& o) { return *this = *this - o; }
  IntExpr& operator*=(const IntExpr& o) { return *this = *this * o; }
  /// Structural equality of the canonical forms; false does not prove that the values differ.
  friend bool operator==(const IntExpr& a, const IntExpr& b);

  std::size_t hash() const;
  /// "2*N + 1", "floordiv(N, 2)", "min(N, 4)".
  std::string str() const;

  // The canonical form, for printers.
  enum class AtomKind : std::uint8_t { kSymbol, kFloorDiv, kMod, kMin, kMax };
  struct Atom {
    AtomKind kind;
    Symbol symbol;                                                ///< kSymbol
    std::shared_ptr<const std::pair<IntExpr, IntExpr>> operands;  ///< the other kinds
  };
  struct Term {
    std::int64_t coefficient;
    std::vector<Atom> atoms;  ///< never empty, sorted
  };
  std::int64_t constant_term() const { return constant_; }
  /// The non-constant terms, sorted; empty for a constant.
  const std::vector<Term>& terms() const;

 private:
  friend struct IntExprBuilder;
  std::int64_t constant_ = 0;
  std::shared_ptr<const std::vector<Term>> sum_;
};

IntExpr floor_div(const IntExpr& a, const IntExpr& b);
IntExpr mod(const IntExpr& a, const IntExpr& b);
IntExpr min(const IntExpr& a, const IntExpr& b);
IntExpr max(const IntExpr& a, const IntExpr& b);
IntExpr ceil_div(const IntExpr& a, const IntExpr& b);

/// Product of extents; 1 for none.
IntExpr product(const std::vector<IntExpr>& factors);

/// "[2, N, 3*H]", as shapes are always printed.
std::string shape_str(const std::vector<IntExpr>& sizes);

}  // namespace weft::ir
