/// \file Questions about integer expressions: substitution, evaluation, bounds, printing.
#include <fmt/format.h>

#include <algorithm>

#include <weft/ir/diagnostics.h>
#include <weft/ir/int_expr.h>
#include <weft/ir/int_expr_internal.h>

namespace weft::ir {
namespace {

using Atom = IntExpr::Atom;
using AtomKind = IntExpr::AtomKind;
using Term = IntExpr::Term;
using detail::Interval;

constexpr std::int64_t kLowest = INT64_MIN;
constexpr std::int64_t kHighest = INT64_MAX;
constexpr Interval kUnbounded{kLowest, kHighest};

bool unbounded(std::int64_t v) { return v == kLowest || v == kHighest; }

// Product of two interval ends, where an unbounded end stays unbounded and 0 wins.
std::int64_t multiply_ends(std::int64_t a, std::int64_t b) {
  if (a == 0 || b == 0) return 0;
  std::int64_t r = 0;
  if (unbounded(a) || unbounded(b) || __builtin_mul_overflow(a, b, &r)) {
    return (a < 0) != (b < 0) ? kLowest : kHighest;
  }
  return r;
}

Interval multiply(Interval a, Interval b) {
  const std::int64_t ends[] = {multiply_ends(a.first, b.first), multiply_ends(a.first, b.second),
                               multiply_ends(a.second, b.first), multiply_ends(a.second, b.second)};
  return {*std::min_element(ends, ends + 4), *std::max_element(ends, ends + 4)};
}

std::int64_t add_ends(std::int64_t a, std::int64_t b, std::int64_t open) {
  std::int64_t r = 0;
  if (a == open || b == open || __builtin_add_overflow(a, b, &r)) return open;
  return r;
}

Interval add(Interval a, Interval b) {
  return {add_ends(a.first, b.first, kLowest), add_ends(a.second, b.second, kHighest)};
}

Interval modulo(Interval a, Interval b) {
  if (b.first >= 0) {
    const std::int64_t last = b.second == kHighest ? kHighest : b.second - 1;
    if (a.first < 0) return {0, last};
    const bool below = !unbounded(a.second) && a.second < std::max<std::int64_t>(b.first, 1);
    return {below ? a.first : 0, std::min(last, a.second)};
  }
  if (b.second <= 0) return {b.first == kLowest ? kLowest : b.first + 1, 0};
  return kUnbounded;
}

Interval bounds_of(const Atom& atom) {
  if (atom.kind == AtomKind::kSymbol) return {atom.symbol->lower, atom.symbol->upper};
  const Interval a = atom.operands->first.bounds();
  const Interval b = atom.operands->second.bounds();
  switch (atom.kind) {
    case AtomKind::kFloorDiv:
      return detail::divide(a, b);
    case AtomKind::kMod:
      return modulo(a, b);
    case AtomKind::kMin:
      return {std::min(a.first, b.first), std::min(a.second, b.second)};
    default:
      return {std::max(a.first, b.first), std::max(a.second, b.second)};
  }
}

IntExpr combine(AtomKind kind, const IntExpr& a, const IntExpr& b) {
  switch (kind) {
    case AtomKind::kFloorDiv:
      return floor_div(a, b);
    case AtomKind::kMod:
      return mod(a, b);
    case AtomKind::kMin:
      return min(a, b);
    default:
      return max(a, b);
  }
}

std::int64_t combine_values(AtomKind kind, std::int64_t a, std::int64_t b) {
  switch (kind) {
    case AtomKind::kFloorDiv:
    case AtomKind::kMod:
      if (b == 0) detail::int_expr_error("an extent is divided by zero");
      if (b == -1) return kind == AtomKind::kMod ? 0 : detail::checked_sub(0, a);
      return kind == AtomKind::kMod ? detail::floor_modulo(a, b) : detail::floor_divide(a, b);
    case AtomKind::kMin:
      return std::min(a, b);
    default:
      return std::max(a, b);
  }
}

std::string_view function_name(AtomKind kind) {
  switch (kind) {
    case AtomKind::kFloorDiv:
      return "floordiv";
    case AtomKind::kMod:
      return "mod";
    case AtomKind::kMin:
      return "min";
    default:
      return "max";
  }
}

// A symbol named "N/8" is the eighth part of an extent that 8 is known to divide: 8 times it is
// printed as "N", so the divisor is taken out of the coefficient where it divides that.
std::string atom_str(const Atom& atom, std::uint64_t& coefficient) {
  if (atom.kind == AtomKind::kSymbol) {
    const std::string& name = atom.symbol->name;
    const std::size_t slash = name.find('/');
    if (slash == std::string::npos) return name;
    const std::uint64_t divisor = std::stoull(name.substr(slash + 1));
    if (coefficient % divisor != 0) return fmt::format("({})", name);
    coefficient /= divisor;
    return name.substr(0, slash);
  }
  return fmt::format("{}({}, {})", function_name(atom.kind), atom.operands->first.str(),
                     atom.operands->second.str());
}

bool atom_depends(const Atom& atom, const Symbol& symbol) {
  if (atom.kind == AtomKind::kSymbol) return atom.symbol->id == symbol->id;
  return atom.operands->first.depends_on(symbol) || atom.operands->second.depends_on(symbol);
}

void collect(const IntExpr& e, std::vector<Symbol>& out) {
  for (const Term& t : e.terms()) {
    for (const Atom& a : t.atoms) {
      if (a.kind == AtomKind::kSymbol) {
        out.push_back(a.symbol);
      } else {
        collect(a.operands->first, out);
        collect(a.operands->second, out);
      }
    }
  }
}

std::size_t mix(std::size_t seed, std::size_t value) {
  return (seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2))) *
         0xff51afd7ed558ccdULL;
}

}  // namespace

namespace detail {

void int_expr_error(std::string_view what) { fail(diag::InternalError, {}, {std::string(what)}); }

Interval divide(Interval a, Interval b) {
  if (b.first == 0) b.first = 1;
  if (b.first < 1 || b.second < b.first) return kUnbounded;
  Interval r = kUnbounded;
  if (a.first != kLowest) {
    if (a.first < 0) {
      r.first = floor_divide(a.first, b.first);
    } else {
      r.first = b.second == kHighest ? 0 : a.first / b.second;
    }
  }
  if (a.second != kHighest) {
    if (a.second >= 0) {
      r.second = a.second / b.first;
    } else {
      r.second = b.second == kHighest ? -1 : floor_divide(a.second, b.second);
    }
  }
  return r;
}

}  // namespace detail

const std::vector<Term>& IntExpr::terms() const {
  static const std::vector<Term> kNone;
  return sum_ ? *sum_ : kNone;
}

std::int64_t IntExpr::value() const {
  if (!is_constant()) detail::int_expr_error(fmt::format("extent `{}` is no constant", str()));
  return constant_;
}

std::optional<std::int64_t> IntExpr::maybe_value() const {
  if (!is_constant()) return std::nullopt;
  return constant_;
}

Symbol IntExpr::as_symbol() const {
  if (constant_ != 0 || terms().size() != 1) return nullptr;
  const Term& t = terms().front();
  return t.coefficient == 1 && t.atoms.size() == 1 ? t.atoms[0].symbol : nullptr;
}

std::optional<IntExpr> IntExpr::coefficient(const Symbol& symbol) const {
  IntExpr result = 0;
  for (const Term& t : terms()) {
    const auto uses = std::count_if(t.atoms.begin(), t.atoms.end(),
                                    [&](const Atom& a) { return atom_depends(a, symbol); });
    if (uses == 0) continue;
    const auto it = std::find_if(t.atoms.begin(), t.atoms.end(), [&](const Atom& a) {
      return a.kind == AtomKind::kSymbol && a.symbol->id == symbol->id;
    });
    if (uses != 1 || it == t.atoms.end()) return std::nullopt;
    Term rest = t;
    rest.atoms.erase(rest.atoms.begin() + (it - t.atoms.begin()));
    result +=
        rest.atoms.empty() ? IntExpr(rest.coefficient) : IntExprBuilder::make(0, {std::move(rest)});
  }
  return result;
}

bool IntExpr::depends_on(const Symbol& symbol) const {
  for (const Term& t : terms()) {
    for (const Atom& a : t.atoms) {
      if (atom_depends(a, symbol)) return true;
    }
  }
  return false;
}

std::vector<Symbol> IntExpr::symbols() const {
  std::vector<Symbol> found;
  collect(*this, found);
  std::sort(found.begin(), found.end(),
            [](const Symbol& a, const Symbol& b) { return a->id < b->id; });
  found.erase(std::unique(found.begin(), found.end(),
                          [](const Symbol& a, const Symbol& b) { return a->id == b->id; }),
              found.end());
  return found;
}

IntExpr IntExpr::substitute(const std::vector<std::pair<Symbol, IntExpr>>& replacements) const {
  const bool any = std::any_of(replacements.begin(), replacements.end(),
                               [&](const auto& r) { return depends_on(r.first); });
  if (!any) return *this;
  IntExpr sum = constant_;
  for (const Term& t : terms()) {
    IntExpr product = t.coefficient;
    for (const Atom& a : t.atoms) {
      if (a.kind == AtomKind::kSymbol) {
        const auto it = std::find_if(replacements.begin(), replacements.end(),
                                     [&](const auto& r) { return r.first->id == a.symbol->id; });
        product *= it != replacements.end() ? it->second : IntExpr(a.symbol);
      } else {
        product *= combine(a.kind, a.operands->first.substitute(replacements),
                           a.operands->second.substitute(replacements));
      }
    }
    sum += product;
  }
  return sum;
}

std::int64_t IntExpr::evaluate(const std::function<std::int64_t(const SymbolInfo&)>& lookup) const {
  std::int64_t sum = constant_;
  for (const Term& t : terms()) {
    std::int64_t product = t.coefficient;
    for (const Atom& a : t.atoms) {
      const std::int64_t v = a.kind == AtomKind::kSymbol
                                 ? lookup(*a.symbol)
                                 : combine_values(a.kind, a.operands->first.evaluate(lookup),
                                                  a.operands->second.evaluate(lookup));
      product = detail::checked_mul(product, v);
    }
    sum = detail::checked_add(sum, product);
  }
  return sum;
}

std::pair<std::int64_t, std::int64_t> IntExpr::bounds() const {
  Interval sum{constant_, constant_};
  for (const Term& t : terms()) {
    Interval product{t.coefficient, t.coefficient};
    for (const Atom& a : t.atoms) product = multiply(product, bounds_of(a));
    sum = add(sum, product);
  }
  return sum;
}

std::size_t IntExpr::hash() const {
  std::size_t h = mix(17, static_cast<std::size_t>(constant_));
  for (const Term& t : terms()) {
    h = mix(h, static_cast<std::size_t>(t.coefficient));
    for (const Atom& a : t.atoms) {
      h = mix(h, static_cast<std::size_t>(a.kind));
      if (a.kind == AtomKind::kSymbol) {
        h = mix(h, a.symbol->id);
      } else {
        h = mix(mix(h, a.operands->first.hash()), a.operands->second.hash());
      }
    }
  }
  return h;
}

std::string IntExpr::str() const {
  std::string text;
  const auto append_sign = [&](bool negative) {
    if (text.empty()) {
      if (negative) text += "-";
    } else {
      text += negative ? " - " : " + ";
    }
  };
  // Magnitudes as unsigned, so that the lowest integer prints too.
  const auto magnitude = [](std::int64_t v) {
    return v < 0 ? 0 - static_cast<std::uint64_t>(v) : static_cast<std::uint64_t>(v);
  };
  for (const Term& t : terms()) {
    append_sign(t.coefficient < 0);
    std::uint64_t coefficient = magnitude(t.coefficient);
    std::string atoms;
    for (const Atom& a : t.atoms) {
      if (!atoms.empty()) atoms += "*";
      atoms += atom_str(a, coefficient);
    }
    text += coefficient == 1 ? atoms : fmt::format("{}*{}", coefficient, atoms);
  }
  if (constant_ != 0 || text.empty()) {
    append_sign(constant_ < 0);
    text += fmt::format("{}", magnitude(constant_));
  }
  return text;
}

std::string shape_str(const std::vector<IntExpr>& sizes) {
  std::string text = "[";
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (i > 0) text += ", ";
    text += sizes[i].str();
  }
  return text + "]";
}

}  // namespace weft::ir
