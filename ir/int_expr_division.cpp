/// \file Simplification of floor division, modulo, minimum and maximum of integer expressions.
#include <algorithm>
#include <numeric>

#include <weft/ir/int_expr.h>
#include <weft/ir/int_expr_internal.h>

namespace weft::ir {
namespace {

using Atom = IntExpr::Atom;
using AtomKind = IntExpr::AtomKind;
using Term = IntExpr::Term;
using detail::floor_divide;

bool same_atom(const Atom& a, const Atom& b) {
  if (a.kind != b.kind) return false;
  if (a.kind == AtomKind::kSymbol) return a.symbol->id == b.symbol->id;
  return a.operands == b.operands ||
         (a.operands->first == b.operands->first && a.operands->second == b.operands->second);
}

// Removes each of `factors` once from `atoms`; false if one is missing.
bool remove_atoms(std::vector<Atom>& atoms, const std::vector<Atom>& factors) {
  for (const Atom& f : factors) {
    const auto it =
        std::find_if(atoms.begin(), atoms.end(), [&](const Atom& a) { return same_atom(a, f); });
    if (it == atoms.end()) return false;
    atoms.erase(it);
  }
  return true;
}

struct Split {
  IntExpr quotient;
  IntExpr remainder;
};

// a = b * quotient + remainder, where the quotient takes every term that the product
// `coefficient * atoms` (= b) divides exactly.
Split split(const IntExpr& a, std::int64_t coefficient, const std::vector<Atom>& atoms) {
  std::int64_t constant_quotient = 0;
  std::int64_t constant_rest = a.constant_term();
  if (atoms.empty()) {
    constant_quotient = floor_divide(constant_rest, coefficient);
    constant_rest = detail::floor_modulo(constant_rest, coefficient);
  }
  IntExpr quotient = constant_quotient;
  std::vector<Term> rest;
  for (const Term& t : a.terms()) {
    Term q = t;
    if (t.coefficient % coefficient == 0 && remove_atoms(q.atoms, atoms)) {
      q.coefficient /= coefficient;
      quotient += q.atoms.empty() ? IntExpr(q.coefficient) : IntExprBuilder::make(0, {q});
    } else {
      rest.push_back(t);
    }
  }
  return {quotient, IntExprBuilder::make(constant_rest, std::move(rest))};
}

// Splits by a constant, a product, or a sum of which `a` holds a multiple.
Split split(const IntExpr& a, const IntExpr& b) {
  if (b.is_constant()) return split(a, b.value(), {});
  const Term& lead = b.terms().front();
  if (b.terms().size() == 1 && b.constant_term() == 0) {
    return split(a, lead.coefficient, lead.atoms);
  }
  for (const Term& t : a.terms()) {
    std::vector<Atom> rest = t.atoms;
    if (t.coefficient % lead.coefficient != 0 || !remove_atoms(rest, lead.atoms)) continue;
    const std::int64_t c = t.coefficient / lead.coefficient;
    const IntExpr factor =
        rest.empty() ? IntExpr(c) : IntExprBuilder::make(0, {Term{c, std::move(rest)}});
    const IntExpr remainder = a - factor * b;
    if (remainder.terms().size() >= a.terms().size()) continue;
    Split inner = split(remainder, b);
    return {inner.quotient + factor, inner.remainder};
  }
  return {0, a};
}

// An expression that is nowhere below `e`, with indices replaced by the last value of their extent;
// `e` itself where nothing better is known.
IntExpr symbolic_upper(const IntExpr& e) {
  IntExpr result = e.constant_term();
  for (const Term& t : e.terms()) {
    IntExpr product = t.coefficient;
    bool nonnegative = true;
    for (const Atom& a : t.atoms) {
      const IntExpr atom = IntExprBuilder::atom(a);
      nonnegative = nonnegative && atom.bounds().first >= 0;
      const bool index = t.coefficient > 0 && a.kind == AtomKind::kSymbol && a.symbol->extent;
      product *= index ? *a.symbol->extent - 1 : atom;
    }
    if (nonnegative && t.coefficient > 0) {
      result += product;
    } else {
      result += IntExprBuilder::make(0, {t});
    }
  }
  return result;
}

// True if 0 <= r < b is certain.
bool in_range(const IntExpr& r, const IntExpr& b) {
  if (r.bounds().first < 0) return false;
  if (r.bounds().second < b.bounds().first) return true;
  if (b.is_constant()) return false;
  return (b - symbolic_upper(r)).bounds().first >= 1;
}

// The quotient where the bounds leave a single one.
std::optional<std::int64_t> certain_quotient(const IntExpr& r, const IntExpr& b) {
  const auto [lo, hi] = detail::divide(r.bounds(), b.bounds());
  if (lo == hi && lo != INT64_MIN && lo != INT64_MAX) return lo;
  if (in_range(r, b)) return 0;
  return std::nullopt;
}

// Greatest product that divides all terms of both expressions.
Term common_factor(const IntExpr& r, const IntExpr& b) {
  std::int64_t g = std::gcd(r.constant_term(), b.constant_term());
  for (const Term& t : r.terms()) g = std::gcd(g, t.coefficient);
  for (const Term& t : b.terms()) g = std::gcd(g, t.coefficient);
  Term common{g, {}};
  if (r.constant_term() != 0 || b.constant_term() != 0) return common;
  if (r.terms().empty() || b.terms().empty()) return common;
  for (const Atom& a : b.terms().front().atoms) {
    std::vector<Atom> trial = common.atoms;
    trial.push_back(a);
    const auto holds = [&](const Term& t) {
      std::vector<Atom> atoms = t.atoms;
      return remove_atoms(atoms, trial);
    };
    const bool all = std::all_of(r.terms().begin(), r.terms().end(), holds) &&
                     std::all_of(b.terms().begin(), b.terms().end(), holds);
    if (all) common.atoms = std::move(trial);
  }
  return common;
}

bool is_one(const Term& t) { return t.coefficient == 1 && t.atoms.empty(); }

IntExpr as_expression(const Term& t) {
  return t.atoms.empty() ? IntExpr(t.coefficient) : IntExprBuilder::make(0, {t});
}

IntExpr divide_exactly(const IntExpr& e, const Term& factor) {
  return split(e, factor.coefficient, factor.atoms).quotient;
}

// r = g * high + low, where floor(low / g) is certain to be `carry`.
struct Decomposed {
  std::int64_t g;
  IntExpr high;
  IntExpr low;
  std::int64_t carry;
};

// Looks for the largest factor g of b that takes r apart, so that
// floor_div(r, b) = floor_div(high + carry, b / g).
std::optional<Decomposed> decompose_by_factor(const IntExpr& r, std::int64_t b) {
  std::vector<std::int64_t> factors;
  for (const Term& t : r.terms()) {
    const std::int64_t g = std::gcd(t.coefficient, b);
    if (g > 1 && g < b) factors.push_back(g);
  }
  std::sort(factors.begin(), factors.end(), std::greater<>());
  factors.erase(std::unique(factors.begin(), factors.end()), factors.end());
  for (const std::int64_t g : factors) {
    Split s = split(r, g, {});
    const auto [lo, hi] = detail::divide(s.remainder.bounds(), {g, g});
    if (lo != hi || lo == INT64_MIN || lo == INT64_MAX) continue;
    return Decomposed{g, std::move(s.quotient), std::move(s.remainder), lo};
  }
  return std::nullopt;
}

// The atom where `e` is exactly one atom plus a constant.
const Atom* single_atom(const IntExpr& e, AtomKind kind) {
  if (e.terms().size() != 1) return nullptr;
  const Term& t = e.terms().front();
  return t.coefficient == 1 && t.atoms.size() == 1 && t.atoms[0].kind == kind ? &t.atoms[0]
                                                                              : nullptr;
}

// floor_div of a remainder by a positive constant.
IntExpr floor_div_constant(const IntExpr& r, std::int64_t b) {
  if (const auto d = decompose_by_factor(r, b)) return floor_div(d->high + d->carry, b / d->g);
  for (const Term& t : r.terms()) {
    // floordiv(floordiv(x, a) + y, b) = floordiv(x + a*y, a*b) for a, b > 0
    if (t.coefficient != 1 || t.atoms.size() != 1) continue;
    if (t.atoms[0].kind != AtomKind::kFloorDiv) continue;
    const auto a = t.atoms[0].operands->second.maybe_value();
    std::int64_t ab = 0;
    if (!a || *a <= 0 || __builtin_mul_overflow(*a, b, &ab)) continue;
    const IntExpr others = r - IntExprBuilder::make(0, {t});
    return floor_div(t.atoms[0].operands->first + others * *a, ab);
  }
  if (const Atom* inner = single_atom(r, AtomKind::kMod); inner && r.constant_term() == 0) {
    // floordiv(mod(x, a*b), b) = mod(floordiv(x, b), a)
    const auto m = inner->operands->second.maybe_value();
    if (m && *m > 0 && *m % b == 0) return mod(floor_div(inner->operands->first, b), *m / b);
  }
  return IntExprBuilder::atom(AtomKind::kFloorDiv, r, b);
}

// Replaces c*mod(x, m) by c*x where b divides c*m; returns whether anything changed.
bool drop_inner_mods(IntExpr& r, std::int64_t b) {
  IntExpr result = r.constant_term();
  bool changed = false;
  for (const Term& t : r.terms()) {
    if (t.atoms.size() == 1 && t.atoms[0].kind == AtomKind::kMod) {
      const auto m = t.atoms[0].operands->second.maybe_value();
      std::int64_t product = 0;
      if (m && *m > 0 && !__builtin_mul_overflow(t.coefficient, *m, &product) && product % b == 0) {
        result += t.coefficient * t.atoms[0].operands->first;
        changed = true;
        continue;
      }
    }
    result += IntExprBuilder::make(0, {t});
  }
  if (changed) r = std::move(result);
  return changed;
}

// Whether one of min(p, q) or max(p, q) as an operand decides against `b` on its own.
IntExpr extremum(const IntExpr& a, const IntExpr& b, AtomKind kind) {
  const auto decided = [kind](const IntExpr& x, const IntExpr& y) -> const IntExpr* {
    const auto [lo, hi] = (x - y).bounds();
    if (hi <= 0) return kind == AtomKind::kMin ? &x : &y;
    if (lo >= 0) return kind == AtomKind::kMin ? &y : &x;
    return nullptr;
  };
  if (const IntExpr* winner = decided(a, b)) return *winner;
  const auto absorb = [&](const IntExpr& outer, const IntExpr& other) -> std::optional<IntExpr> {
    const Atom* atom = single_atom(outer, kind);
    if (atom == nullptr || outer.constant_term() != 0) return std::nullopt;
    const auto& [p, q] = *atom->operands;
    if (const IntExpr* w = decided(p, other)) return extremum(q, *w, kind);
    if (const IntExpr* w = decided(q, other)) return extremum(p, *w, kind);
    return std::nullopt;
  };
  if (auto r = absorb(a, b)) return *r;
  if (auto r = absorb(b, a)) return *r;
  const bool ordered = detail::compare(a, b) <= 0;
  return IntExprBuilder::atom(kind, ordered ? a : b, ordered ? b : a);
}

}  // namespace

IntExpr floor_div(const IntExpr& a, const IntExpr& b) {
  if (b.is_constant()) {
    if (b.is(0)) detail::int_expr_error("an extent is divided by zero");
    if (b.is(1)) return a;
    if (b.value() < 0) return floor_div(0 - a, 0 - b);
    if (a.is_constant()) return floor_divide(a.value(), b.value());
  }
  const Split s = split(a, b);
  const IntExpr& r = s.remainder;
  if (r.is(0)) return s.quotient;
  if (const auto q = certain_quotient(r, b)) return s.quotient + *q;
  if (b.is_constant()) return s.quotient + floor_div_constant(r, b.value());
  const Term f = common_factor(r, b);
  if (!is_one(f)) return s.quotient + floor_div(divide_exactly(r, f), divide_exactly(b, f));
  return s.quotient + IntExprBuilder::atom(AtomKind::kFloorDiv, r, b);
}

IntExpr mod(const IntExpr& a, const IntExpr& b) {
  if (b.is_constant()) {
    if (b.is(0)) detail::int_expr_error("an extent is divided by zero");
    if (b.value() < 0) return 0 - mod(0 - a, 0 - b);
    if (b.is(1)) return 0;
    if (a.is_constant()) return detail::floor_modulo(a.value(), b.value());
  }
  IntExpr r = split(a, b).remainder;
  if (r.is(0)) return 0;
  if (b.is_constant() && drop_inner_mods(r, b.value())) return mod(r, b);
  if (const auto q = certain_quotient(r, b)) return r - *q * b;
  if (b.is_constant()) {
    if (const auto d = decompose_by_factor(r, b.value())) {
      return d->g * mod(d->high + d->carry, b.value() / d->g) + (d->low - d->g * IntExpr(d->carry));
    }
    return IntExprBuilder::atom(AtomKind::kMod, r, b);
  }
  const Term f = common_factor(r, b);
  if (!is_one(f)) return as_expression(f) * mod(divide_exactly(r, f), divide_exactly(b, f));
  return IntExprBuilder::atom(AtomKind::kMod, r, b);
}

IntExpr min(const IntExpr& a, const IntExpr& b) { return extremum(a, b, AtomKind::kMin); }
IntExpr max(const IntExpr& a, const IntExpr& b) { return extremum(a, b, AtomKind::kMax); }

IntExpr ceil_div(const IntExpr& a, const IntExpr& b) {
  // For a positive divisor this form has smaller numbers and one division.
  if (b.bounds().first >= 0) return floor_div(a + b - 1, b);
  return 0 - floor_div(0 - a, b);
}

}  // namespace weft::ir
