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
  std::int64_t stride = 1;
  std::int64_t extent = 1;
};

std::optional<Digit> digit_of_atom(const IntExpr::Atom& atom, const std::vector<Axis>& axes);

std::optional<Digit> digit_of(const IntExpr& e, const std::vector<Axis>& axes) {
  const auto& terms = e.terms();
  if (e.constant_term() != 0 || terms.size() != 1) return std::nullopt;
  if (terms[0].coefficient != 1 || terms[0].atoms.size() != 1) return std::nullopt;
  return digit_of_atom(terms[0].atoms[0], axes);
}

std::optional<Digit> digit_of_atom(const IntExpr::Atom& atom, const std::vector<Axis>& axes) {
  if (atom.kind == IntExpr::AtomKind::kSymbol) {
    for (std::size_t k = 0; k < axes.size(); ++k) {
      if (axes[k].var->id == atom.symbol->id) return Digit{k, 1, axes[k].extent.value()};
    }
    return std::nullopt;
  }
  const bool divides = atom.kind == IntExpr::AtomKind::kFloorDiv;
  if (!divides && atom.kind != IntExpr::AtomKind::kMod) return std::nullopt;
  const auto by = atom.operands->second.maybe_value();
  auto digit = digit_of(atom.operands->first, axes);
  if (!digit || !by || *by <= 0 || digit->extent % *by != 0) return std::nullopt;
  if (divides) {
    digit->stride *= *by;
    digit->extent /= *by;
  } else {
    digit->extent = *by;
  }
  return digit;
}

/// A digit and its value in terms of the position.
struct Placed {
  Digit digit;
  IntExpr value;
};

/// Reads an index of a dimension of extent `size` as digits that fill it exactly.
bool place_digits(const IntExpr& index, std::int64_t size, const IntExpr& position,
                  const std::vector<Axis>& axes, std::vector<Placed>& placed) {
  if (size == 1) return true;  // whatever it is, it is 0
  if (index.constant_term() != 0) return false;
  std::vector<std::pair<std::int64_t, Digit>> digits;
  for (const IntExpr::Term& term : index.terms()) {
    if (term.atoms.size() != 1 || term.coefficient <= 0) return false;
    const auto digit = digit_of_atom(term.atoms[0], axes);
    if (!digit) return false;
    if (digit->extent > 1) digits.emplace_back(term.coefficient, *digit);
  }
  std::sort(digits.begin(), digits.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::int64_t filled = 1;
  for (const auto& [stride, digit] : digits) {
    if (stride != filled) return false;
    filled *= digit.extent;
    placed.push_back({digit, ir::mod(ir::floor_div(position, stride), digit.extent)});
    // The modulo of the leading digit is redundant, which bounds do not always tell.
    if (filled == size) placed.back().value = ir::floor_div(position, stride);
  }
  return filled == size;
}

/// Puts the digits of one axis together; gaps between them become fresh axes.
bool assemble(const Axis& axis, std::size_t k, const std::vector<Placed>& placed, Inverse& result) {
  std::vector<Placed> own;
  for (const Placed& p : placed) {
    if (p.digit.axis == k) own.push_back(p);
  }
  if (own.empty()) {
    result.rest.push_back(axis);
    return true;
  }
  std::sort(own.begin(), own.end(),
            [](const Placed& a, const Placed& b) { return a.digit.stride < b.digit.stride; });
  IntExpr value = 0;
  std::int64_t filled = 1;
  std::vector<Axis> fresh;
  const auto fill_to = [&](std::int64_t stride) {
    if (stride == filled) return true;
    if (stride < filled || stride % filled != 0) return false;
    const std::int64_t extent = stride / filled;
    fresh.push_back({ir::make_index(axis.var->name, extent), extent});
    value += IntExpr(fresh.back().var) * filled;
    filled = stride;
    return true;
  };
  for (const Placed& p : own) {
    if (!fill_to(p.digit.stride)) return false;
    value += p.value * p.digit.stride;
    filled *= p.digit.extent;
  }
  if (!fill_to(axis.extent.value())) return false;
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
    if (!place_digits(index[d], sizes[d].value(), position[d], axes, placed)) return std::nullopt;
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
