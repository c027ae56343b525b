/// \file Integer expressions: the canonical sum of terms, addition and multiplication.
#include <weft/ir/int_expr.h>

#include <algorithm>
#include <atomic>

#include <weft/ir/int_expr_internal.h>

namespace weft::ir {
namespace {

using Atom = IntExpr::Atom;
using Term = IntExpr::Term;

int compare_atoms(const Atom& a, const Atom& b) {
  if (a.kind != b.kind) return a.kind < b.kind ? -1 : 1;
  if (a.kind == IntExpr::AtomKind::kSymbol) {
    if (a.symbol->id == b.symbol->id) return 0;
    return a.symbol->id < b.symbol->id ? -1 : 1;
  }
  if (a.operands == b.operands) return 0;
  if (const int c = detail::compare(a.operands->first, b.operands->first); c != 0) return c;
  return detail::compare(a.operands->second, b.operands->second);
}

// Where one product is the beginning of the other, the longer one comes first: N*i + N.
int compare_products(const std::vector<Atom>& a, const std::vector<Atom>& b) {
  const std::size_t n = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < n; ++i) {
    if (const int c = compare_atoms(a[i], b[i]); c != 0) return c;
  }
  if (a.size() == b.size()) return 0;
  return a.size() > b.size() ? -1 : 1;
}

bool is_linear(const Term& term) {
  return std::all_of(term.atoms.begin(), term.atoms.end(),
                     [](const Atom& a) { return a.kind == IntExpr::AtomKind::kSymbol; });
}

int count_nonlinear(const IntExpr& e) {
  const auto& terms = e.terms();
  return static_cast<int>(
      std::count_if(terms.begin(), terms.end(), [](const Term& t) { return !is_linear(t); }));
}

// `a + sign * b` without looking for divisions that cancel.
IntExpr add_plain(const IntExpr& a, const IntExpr& b, int sign) {
  const std::int64_t constant = sign > 0
                                    ? detail::checked_add(a.constant_term(), b.constant_term())
                                    : detail::checked_sub(a.constant_term(), b.constant_term());
  if (b.is_constant()) return IntExprBuilder::with_constant(a, constant);
  if (a.is_constant() && sign > 0) return IntExprBuilder::with_constant(b, constant);
  const auto& x = a.terms();
  const auto& y = b.terms();
  std::vector<Term> sum;
  sum.reserve(x.size() + y.size());
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < x.size() || j < y.size()) {
    const int order = i == x.size()   ? 1
                      : j == y.size() ? -1
                                      : compare_products(x[i].atoms, y[j].atoms);
    if (order < 0) {
      sum.push_back(x[i++]);
      continue;
    }
    const std::int64_t c = order == 0 ? x[i].coefficient : 0;
    const std::int64_t total = sign > 0 ? detail::checked_add(c, y[j].coefficient)
                                        : detail::checked_sub(c, y[j].coefficient);
    if (total != 0) sum.push_back({total, y[j].atoms});
    if (order == 0) ++i;
    ++j;
  }
  return IntExprBuilder::make(constant, std::move(sum));
}

std::size_t find_mod(const Term& term) {
  for (std::size_t k = 0; k < term.atoms.size(); ++k) {
    if (term.atoms[k].kind == IntExpr::AtomKind::kMod) return k;
  }
  return term.atoms.size();
}

IntExpr without_atom(const Term& term, std::size_t k) {
  Term rest = term;
  rest.atoms.erase(rest.atoms.begin() + static_cast<std::ptrdiff_t>(k));
  if (rest.atoms.empty()) return rest.coefficient;
  return IntExprBuilder::make(0, {std::move(rest)});
}

// Undoes a delinearisation with respect to one modulo in the sum, R * mod(x, b):
//   R*b*floordiv(x, b) + R*mod(x, b)               =  R*x
//   R*b*mod(floordiv(x, b), a) + R*mod(x, b)       =  R*mod(x, a*b)
// Returns whether it did.
bool recombine_term(IntExpr& sum, const Term& term, std::size_t k) {
  const IntExpr x = term.atoms[k].operands->first;
  const IntExpr b = term.atoms[k].operands->second;
  const IntExpr rest = without_atom(term, k);
  const IntExpr self = IntExprBuilder::make(0, {term});
  const IntExpr quotient = floor_div(x, b);
  const IntExpr target = rest * b * quotient;
  const IntExpr whole = rest * x;
  const int expected = count_nonlinear(sum) - 1 - count_nonlinear(target) + count_nonlinear(whole);
  if (count_nonlinear(target) > 0) {
    IntExpr candidate = add_plain(add_plain(add_plain(sum, self, -1), target, -1), whole, 1);
    if (count_nonlinear(candidate) <= expected) {
      sum = std::move(candidate);
      return true;
    }
  }
  for (const Term& other : sum.terms()) {
    const std::size_t m = find_mod(other);
    if (m == other.atoms.size() || !(other.atoms[m].operands->first == quotient)) continue;
    if (!(without_atom(other, m) == rest * b)) continue;
    const IntExpr joined = rest * mod(x, other.atoms[m].operands->second * b);
    const IntExpr both = add_plain(self, IntExprBuilder::make(0, {other}), 1);
    sum = add_plain(add_plain(sum, both, -1), joined, 1);
    return true;
  }
  return false;
}

IntExpr recombine(IntExpr sum) {
  for (bool changed = true; changed;) {
    changed = false;
    if (count_nonlinear(sum) < 2) break;
    const IntExpr before = sum;  // keeps the terms alive while `sum` is rebuilt
    for (const Term& term : before.terms()) {
      const std::size_t k = find_mod(term);
      if (k == term.atoms.size()) continue;
      if (recombine_term(sum, term, k)) {
        changed = true;
        break;
      }
    }
  }
  return sum;
}

}  // namespace

namespace detail {

int compare(const IntExpr& a, const IntExpr& b) {
  const auto& x = a.terms();
  const auto& y = b.terms();
  if (&x != &y) {
    const std::size_t n = std::min(x.size(), y.size());
    for (std::size_t i = 0; i < n; ++i) {
      if (const int c = compare_products(x[i].atoms, y[i].atoms); c != 0) return c;
      if (x[i].coefficient != y[i].coefficient) {
        return x[i].coefficient < y[i].coefficient ? -1 : 1;
      }
    }
    if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
  }
  if (a.constant_term() == b.constant_term()) return 0;
  return a.constant_term() < b.constant_term() ? -1 : 1;
}

}  // namespace detail

IntExpr IntExprBuilder::make(std::int64_t constant, std::vector<Term> terms) {
  IntExpr e(constant);
  if (!terms.empty()) e.sum_ = std::make_shared<const std::vector<Term>>(std::move(terms));
  return e;
}

IntExpr IntExprBuilder::with_constant(const IntExpr& e, std::int64_t constant) {
  IntExpr result = e;
  result.constant_ = constant;
  return result;
}

IntExpr IntExprBuilder::atom(Atom atom) {
  Term term{1, {}};
  term.atoms.push_back(std::move(atom));
  std::vector<Term> terms;
  terms.push_back(std::move(term));
  return make(0, std::move(terms));
}

IntExpr IntExprBuilder::atom(IntExpr::AtomKind kind, const IntExpr& a, const IntExpr& b) {
  return atom(Atom{kind, nullptr, std::make_shared<const std::pair<IntExpr, IntExpr>>(a, b)});
}

Symbol make_symbol(std::string name, std::int64_t lower, std::int64_t upper) {
  static std::atomic<std::uint64_t> next_id{1};
  return std::make_shared<const SymbolInfo>(
      SymbolInfo{std::move(name), next_id.fetch_add(1), lower, upper, nullptr});
}

Symbol make_index(std::string name, const IntExpr& extent) {
  const std::int64_t last = extent.bounds().second;
  Symbol plain = make_symbol(std::move(name), 0, last == INT64_MAX ? last : last - 1);
  if (extent.is_constant()) return plain;
  SymbolInfo info = *plain;
  info.extent = std::make_shared<const IntExpr>(extent);
  return std::make_shared<const SymbolInfo>(std::move(info));
}

IntExpr::IntExpr(Symbol symbol)
    : IntExpr(IntExprBuilder::atom(Atom{AtomKind::kSymbol, std::move(symbol), nullptr})) {}

IntExpr operator+(const IntExpr& a, const IntExpr& b) {
  IntExpr sum = add_plain(a, b, 1);
  return a.is_constant() || b.is_constant() ? sum : recombine(std::move(sum));
}

IntExpr operator-(const IntExpr& a, const IntExpr& b) {
  IntExpr sum = add_plain(a, b, -1);
  return a.is_constant() || b.is_constant() ? sum : recombine(std::move(sum));
}

IntExpr operator*(const IntExpr& a, const IntExpr& b) {
  if (a.is_constant() && b.is_constant()) return detail::checked_mul(a.constant_, b.constant_);
  if (a.is_constant()) return b * a;
  if (b.is_constant()) {
    if (b.constant_ == 0) return 0;
    if (b.constant_ == 1) return a;
    std::vector<Term> terms = a.terms();
    for (Term& t : terms) t.coefficient = detail::checked_mul(t.coefficient, b.constant_);
    return IntExprBuilder::make(detail::checked_mul(a.constant_, b.constant_), std::move(terms));
  }
  std::vector<Term> products;
  products.reserve((a.terms().size() + 1) * (b.terms().size() + 1));
  const auto append_scaled = [&](const std::vector<Term>& terms, std::int64_t factor) {
    if (factor == 0) return;
    for (const Term& t : terms) {
      products.push_back({detail::checked_mul(t.coefficient, factor), t.atoms});
    }
  };
  append_scaled(a.terms(), b.constant_);
  append_scaled(b.terms(), a.constant_);
  for (const Term& x : a.terms()) {
    for (const Term& y : b.terms()) {
      Term t{detail::checked_mul(x.coefficient, y.coefficient), x.atoms};
      t.atoms.insert(t.atoms.end(), y.atoms.begin(), y.atoms.end());
      std::sort(t.atoms.begin(), t.atoms.end(),
                [](const Atom& p, const Atom& q) { return compare_atoms(p, q) < 0; });
      products.push_back(std::move(t));
    }
  }
  std::sort(products.begin(), products.end(),
            [](const Term& x, const Term& y) { return compare_products(x.atoms, y.atoms) < 0; });
  std::vector<Term> terms;
  for (Term& t : products) {
    if (!terms.empty() && compare_products(terms.back().atoms, t.atoms) == 0) {
      terms.back().coefficient = detail::checked_add(terms.back().coefficient, t.coefficient);
    } else {
      if (!terms.empty() && terms.back().coefficient == 0) terms.pop_back();
      terms.push_back(std::move(t));
    }
  }
  if (!terms.empty() && terms.back().coefficient == 0) terms.pop_back();
  return IntExprBuilder::make(detail::checked_mul(a.constant_, b.constant_), std::move(terms));
}

bool operator==(const IntExpr& a, const IntExpr& b) { return detail::compare(a, b) == 0; }

IntExpr product(const std::vector<IntExpr>& factors) {
  IntExpr result = 1;
  for (const IntExpr& f : factors) result *= f;
  return result;
}

}  // namespace weft::ir
