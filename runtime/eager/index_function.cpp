#include <weft/runtime/eager/index_function.h>

#include <algorithm>

#include <weft/ir/diagnostics.h>
#include <weft/runtime/eager/block.h>

namespace weft::eager {

namespace {

using Kind = ir::IntExpr::AtomKind;

std::size_t variable_of(const ir::Symbol& symbol, const IndexScope& scope) {
  for (std::size_t i = 0; i < scope.loops.size(); ++i) {
    if (scope.loops[i] == symbol) return i;
  }
  for (std::size_t i = 0; i < scope.indirect.size(); ++i) {
    if (scope.indirect[i] == symbol) return scope.loops.size() + i;
  }
  fail(diag::SymbolUnbound, {}, {symbol->name});
}

std::int64_t floor_division(std::int64_t a, std::int64_t b) {
  const std::int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

std::int64_t apply(Kind kind, std::int64_t a, std::int64_t b) {
  switch (kind) {
    case Kind::kFloorDiv:
      return floor_division(a, b);
    case Kind::kMod:
      return a - floor_division(a, b) * b;
    case Kind::kMin:
      return std::min(a, b);
    case Kind::kMax:
      return std::max(a, b);
    case Kind::kSymbol:
      break;
  }
  return 0;
}

}  // namespace

IndexFunction::IndexFunction(const ir::IntExpr& expression, const IndexScope& scope)
    : base_(expression.constant_term()),
      coefficients_(scope.loops.size() + scope.indirect.size(), 0),
      loops_(scope.loops.size()) {
  if (expression.is_constant()) return;
  for (const ir::IntExpr::Term& term : expression.terms()) {
    if (term.atoms.size() == 1 && term.atoms[0].kind == Kind::kSymbol) {
      coefficients_[variable_of(term.atoms[0].symbol, scope)] += term.coefficient;
      continue;
    }
    Term compiled{term.coefficient, {}};
    for (const ir::IntExpr::Atom& atom : term.atoms) {
      Atom a{atom.kind, 0, {}};
      if (atom.kind == Kind::kSymbol) {
        a.variable = variable_of(atom.symbol, scope);
      } else {
        a.operands.emplace_back(atom.operands->first, scope);
        a.operands.emplace_back(atom.operands->second, scope);
      }
      compiled.atoms.push_back(std::move(a));
    }
    general_.push_back(std::move(compiled));
  }
  bent_.assign(coefficients_.size(), false);
  for (std::size_t i = 0; i < coefficients_.size(); ++i) {
    for (const Term& term : general_) bent_[i] = bent_[i] || term.depends_on(i);
    uses_indirect_ = uses_indirect_ || (i >= loops_ && depends_on(i));
  }
}

std::int64_t IndexFunction::operator()(const std::int64_t* values) const {
  std::int64_t result = base_;
  for (std::size_t i = 0; i < coefficients_.size(); ++i) {
    if (coefficients_[i] != 0) result += coefficients_[i] * values[i];
  }
  for (const Term& term : general_) {
    std::int64_t product = term.coefficient;
    for (const Atom& atom : term.atoms) {
      product *= atom.kind == Kind::kSymbol
                     ? values[atom.variable]
                     : apply(atom.kind, atom.operands[0](values), atom.operands[1](values));
    }
    result += product;
  }
  return result;
}

bool IndexFunction::Term::depends_on(std::size_t variable) const {
  for (const Atom& atom : atoms) {
    if (atom.kind == Kind::kSymbol) {
      if (atom.variable == variable) return true;
    } else if (atom.operands[0].depends_on(variable) || atom.operands[1].depends_on(variable)) {
      return true;
    }
  }
  return false;
}

void IndexFunction::evaluate(const std::int64_t* values, std::size_t variable, std::size_t count,
                             const std::vector<const std::int64_t*>& indirect,
                             std::int64_t* out) const {
  std::int64_t start = base_;
  for (std::size_t i = 0; i < loops_ && i < coefficients_.size(); ++i) {
    start += coefficients_[i] * values[i];
  }
  const std::int64_t step = coefficients_.empty() ? 0 : coefficients_[variable];
  for (std::size_t i = 0; i < count; ++i) out[i] = start + static_cast<std::int64_t>(i) * step;
  for (std::size_t k = loops_; k < coefficients_.size(); ++k) {
    const std::int64_t along = coefficients_[k];
    if (along == 0) continue;
    const std::int64_t* x = indirect[k - loops_];
    for (std::size_t i = 0; i < count; ++i) out[i] += along * x[i];
  }
  if (general_.empty()) return;
  std::int64_t product[kBlock], left[kBlock], right[kBlock];
  for (const Term& term : general_) {
    std::fill_n(product, count, term.coefficient);
    for (const Atom& atom : term.atoms) {
      if (atom.kind == Kind::kSymbol) {
        const std::size_t v = atom.variable;
        for (std::size_t i = 0; i < count; ++i) {
          product[i] *= v >= loops_     ? indirect[v - loops_][i]
                        : v == variable ? values[v] + static_cast<std::int64_t>(i)
                                        : values[v];
        }
        continue;
      }
      atom.operands[0].evaluate(values, variable, count, indirect, left);
      atom.operands[1].evaluate(values, variable, count, indirect, right);
      for (std::size_t i = 0; i < count; ++i) product[i] *= apply(atom.kind, left[i], right[i]);
    }
    for (std::size_t i = 0; i < count; ++i) out[i] += product[i];
  }
}

}  // namespace weft::eager
