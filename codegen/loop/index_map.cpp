/// \file Inverting index maps.
#include <weft/codegen/loop/index_map.h>

#include <algorithm>

#include <weft/ir/operators/reshape.h>

namespace weft::codegen {
namespace {

using ir::IntExpr;
using ir::Symbol;

/// floordiv(axis, stride) % extent: one digit of an axis in a mixed radix notation.
struct Digit {
  std::size_t axis = 0;
  IntExpr stride = 1;
  IntExpr extent = 1;
};

std::optional<Digit> digit_of_atom(const IntExpr::Atom& atom, const std::vector<Axis>& axes);

std::optional<Digit> digit_of(const IntExpr& e, const std::vector<Axis>& axes) {
  const auto& terms = e.terms();
  if (e.constant_term() != 0 || terms.size() != 1) return std::nullopt;
  if (terms[0].coefficient != 1 || terms[0].atoms.size() != 1) return std::nullopt;
  return digit_of_atom(terms[0].atoms[0], axes);
}

bool depends_on_axes(const IntExpr& e, const std::vector<Axis>& axes) {
  return std::any_of(axes.begin(), axes.end(),
                     [&](const Axis& axis) { return e.depends_on(axis.var); });
}

std::optional<Digit> digit_of_atom(const IntExpr::Atom& atom, const std::vector<Axis>& axes) {
  if (atom.kind == IntExpr::AtomKind::kSymbol) {
    for (std::size_t k = 0; k < axes.size(); ++k) {
      if (axes[k].var->id == atom.symbol->id) return Digit{k, 1, axes[k].extent};
    }
    return std::nullopt;
  }
  const bool divides = atom.kind == IntExpr::AtomKind::kFloorDiv;
  if (!divides && atom.kind != IntExpr::AtomKind::kMod) return std::nullopt;
  const IntExpr& by = atom.operands->second;
  if (by.bounds().first < (by.is_constant() ? 1 : 0) || depends_on_axes(by, axes)) {
    return std::nullopt;
  }
  auto digit = digit_of(atom.operands->first, axes);
  if (!digit) return std::nullopt;
  const auto rest = ir::exact_quotient(digit->extent, by);
  if (!rest) return std::nullopt;
  if (divides) {
    digit->stride *= by;
    digit->extent = *rest;
  } else {
    digit->extent = by;
  }
  return digit;
}

/// A digit and its value in terms of the position.
struct Placed {
  Digit digit;
  IntExpr value;
};

/// A term as factor times digit.
std::optional<std::pair<IntExpr, Digit>> scaled_digit(const IntExpr::Term& term,
                                                      const std::vector<Axis>& axes) {
  IntExpr factor = term.coefficient;
  std::optional<Digit> digit;
  for (const IntExpr::Atom& atom : term.atoms) {
    if (auto found = digit_of_atom(atom, axes); found && !digit) {
      digit = std::move(found);
    } else if (atom.kind == IntExpr::AtomKind::kSymbol && !found) {
      factor *= atom.symbol;
    } else {
      return std::nullopt;
    }
  }
  if (!digit || factor.bounds().first < 0) return std::nullopt;
  return std::pair(std::move(factor), std::move(*digit));
}

/// Reads an index of a dimension of extent `size` as digits that fill it exactly.
bool place_digits(const IntExpr& index, const IntExpr& size, const IntExpr& position,
                  const std::vector<Axis>& axes, std::vector<Placed>& placed) {
  if (size.is(1)) return true;  // whatever it is, it is 0
  if (index.constant_term() != 0) return false;
  std::vector<std::pair<IntExpr, Digit>> digits;
  for (const IntExpr::Term& term : index.terms()) {
    auto digit = scaled_digit(term, axes);
    if (!digit) return false;
    const IntExpr& extent = digit->second.extent;
    if (!extent.is(1) && !extent.is(0)) digits.push_back(std::move(*digit));
  }
  // From the last digit on, each begins where the ones before it end.
  IntExpr filled = 1;
  while (!digits.empty()) {
    const auto next = std::find_if(digits.begin(), digits.end(),
                                   [&](const auto& digit) { return digit.first == filled; });
    if (next == digits.end()) return false;
    const auto [stride, digit] = *next;
    digits.erase(next);
    filled *= digit.extent;
    placed.push_back({digit, ir::mod(ir::floor_div(position, stride), digit.extent)});
    // The modulo of the leading digit is redundant, which bounds do not always tell.
    if (filled == size) placed.back().value = ir::floor_div(position, stride);
  }
  return filled == size;
}

/// Puts the digits of one axis together; gaps between them become fresh axes.
bool assemble(const Axis& axis, std::size_t k, const std::vector<Placed>& placed, Inverse& result) {
  std::vector<const Placed*> own;
  for (const Placed& p : placed) {
    if (p.digit.axis == k) own.push_back(&p);
  }
  if (own.empty()) {
    result.rest.push_back(axis);
    return true;
  }
  IntExpr value = 0;
  IntExpr filled = 1;
  std::vector<Axis> fresh;
  const auto fill_to = [&](const IntExpr& stride) {
    if (stride == filled) return true;
    const auto extent = ir::exact_quotient(stride, filled);
    if (!extent || extent->is(0)) return false;
    fresh.push_back({ir::make_index(axis.var->name, *extent), *extent});
    value += IntExpr(fresh.back().var) * filled;
    filled = stride;
    return true;
  };
  while (!own.empty()) {
    // The digit that follows: the one whose stride divides all others that are left.
    const auto next = std::find_if(own.begin(), own.end(), [&](const Placed* p) {
      return std::all_of(own.begin(), own.end(), [&](const Placed* other) {
        return ir::exact_quotient(other->digit.stride, p->digit.stride).has_value();
      });
    });
    if (next == own.end() || !fill_to((*next)->digit.stride)) return false;
    value += (*next)->value * (*next)->digit.stride;
    filled *= (*next)->digit.extent;
    own.erase(next);
  }
  if (!fill_to(axis.extent)) return false;
  result.splits = result.splits || !fresh.empty();
  result.rest.insert(result.rest.end(), fresh.rbegin(), fresh.rend());
  result.axes.emplace_back(axis.var, value);
  return true;
}

std::optional<Inverse> invert_digits(const std::vector<IntExpr>& index,
                                     const std::vector<IntExpr>& sizes,
                                     const std::vector<Axis>& axes,
                                     const std::vector<IntExpr>& position) {
  std::vector<Placed> placed;
  for (std::size_t d = 0; d < index.size(); ++d) {
    if (!place_digits(index[d], sizes[d], position[d], axes, placed)) return std::nullopt;
  }
  Inverse result;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    if (!assemble(axes[k], k, placed, result)) return std::nullopt;
  }
  return result;
}

}  // namespace

std::optional<Inverse> invert(const std::vector<IntExpr>& index, const std::vector<IntExpr>& sizes,
                              const std::vector<Axis>& axes, const std::vector<IntExpr>& position) {
  if (auto result = invert_digits(index, sizes, axes, position)) return result;
  // A reshape whose dimensions do not divide each other still visits all elements in order.
  std::vector<IntExpr> extents;
  std::vector<IntExpr> vars;
  for (const Axis& axis : axes) {
    extents.push_back(axis.extent);
    vars.emplace_back(axis.var);
  }
  if (!(ir::product(extents) == ir::product(sizes)) || ir::product(sizes).is(0)) {
    return std::nullopt;
  }
  if (!(ir::linearise(index, sizes) == ir::linearise(vars, extents))) return std::nullopt;
  const std::vector<IntExpr> values = ir::delinearise(ir::linearise(position, sizes), extents);
  Inverse result;
  for (std::size_t k = 0; k < axes.size(); ++k) result.axes.emplace_back(axes[k].var, values[k]);
  return result;
}

bool is_bijection(const std::vector<IntExpr>& index, const std::vector<IntExpr>& sizes,
                  const std::vector<Axis>& axes) {
  const auto inverse = invert(index, sizes, axes, index);
  return inverse && inverse->rest.empty();
}

bool is_polynomial(const IntExpr& expression) {
  const auto& terms = expression.terms();
  return std::all_of(terms.begin(), terms.end(), [](const IntExpr::Term& term) {
    return std::all_of(term.atoms.begin(), term.atoms.end(), [](const IntExpr::Atom& atom) {
      return atom.kind == IntExpr::AtomKind::kSymbol;
    });
  });
}

bool is_polynomial(const Substitution& replacements) {
  return std::all_of(replacements.begin(), replacements.end(),
                     [](const auto& r) { return is_polynomial(r.second); });
}

}  // namespace weft::codegen
