/// \file Extents that a call decides.
#include <weft/codegen/loop/extents.h>

#include <algorithm>

#include <weft/codegen/diagnostics.h>

namespace weft::codegen {
namespace {

using ir::IntExpr;
using ir::Symbol;

/// What an extent without an upper bound counts as: enough to be worth vectors and threads.
constexpr std::int64_t kTypicalExtent = 64;

bool known(const std::vector<Extent>& extents, const Symbol& symbol) {
  return std::any_of(extents.begin(), extents.end(),
                     [&](const Extent& e) { return e.symbol->id == symbol->id; });
}

/// The extent that `size` decides where it is factor * symbol + offset.
std::optional<Extent> decided_by(const IntExpr& size) {
  if (size.terms().size() != 1) return std::nullopt;
  const IntExpr::Term& term = size.terms().front();
  if (term.atoms.size() != 1 || term.atoms[0].kind != IntExpr::AtomKind::kSymbol) {
    return std::nullopt;
  }
  if (term.coefficient <= 0) return std::nullopt;
  Extent extent;
  extent.symbol = term.atoms[0].symbol;
  extent.factor = term.coefficient;
  extent.offset = size.constant_term();
  const std::size_t slash = extent.symbol->name.find('/');
  extent.name = extent.symbol->name.substr(0, slash);
  if (slash != std::string::npos)
    extent.divisor = std::stoll(extent.symbol->name.substr(slash + 1));
  return extent;
}

}  // namespace

std::vector<Extent> find_extents(const std::vector<std::vector<IntExpr>>& input_sizes,
                                 const std::vector<std::string>& input_names) {
  std::vector<Extent> extents;
  // A dimension that is the symbol alone is read without a division.
  for (const bool alone : {true, false}) {
    for (std::size_t k = 0; k < input_sizes.size(); ++k) {
      for (std::size_t d = 0; d < input_sizes[k].size(); ++d) {
        std::optional<Extent> extent = decided_by(input_sizes[k][d]);
        if (!extent || known(extents, extent->symbol)) continue;
        if (alone && (extent->factor != extent->divisor || extent->offset != 0)) continue;
        extent->input = static_cast<int>(k);
        extent->dimension = static_cast<int>(d);
        extents.push_back(*extent);
      }
    }
  }
  for (std::size_t k = 0; k < input_sizes.size(); ++k) {
    for (const IntExpr& size : input_sizes[k]) {
      for (const Symbol& symbol : size.symbols()) {
        if (known(extents, symbol)) continue;
        fail(diag::ExtentNotConstant, {},
             {input_names[k], symbol->name, ir::shape_str(input_sizes[k])});
      }
    }
  }
  return extents;
}

IntExpr at_most(const IntExpr& e, const std::vector<Extent>& extents) {
  std::vector<std::pair<Symbol, IntExpr>> replacements;
  for (const Extent& extent : extents) {
    if (extent.is_found()) replacements.emplace_back(extent.symbol, extent.most);
  }
  return replacements.empty() ? e : e.substitute(replacements);
}

bool depends_on_data(const IntExpr& e, const std::vector<Extent>& extents) {
  return std::any_of(extents.begin(), extents.end(), [&](const Extent& extent) {
    return extent.is_found() && e.depends_on(extent.symbol);
  });
}

double expected_value(const IntExpr& e) {
  if (const auto value = e.maybe_value()) return static_cast<double>(*value);
  const auto [lower, upper] = e.bounds();
  if (upper != INT64_MAX) return static_cast<double>(upper);
  try {
    const std::int64_t value = e.evaluate([](const ir::SymbolInfo& symbol) {
      return symbol.upper != INT64_MAX ? symbol.upper : std::max(symbol.lower, kTypicalExtent);
    });
    return static_cast<double>(std::max(lower, value));
  } catch (const Error& error) {
    // Declared ranges may be so wide that a product of extents at their ends fits no integer.
    if (error.id() != diag::InternalError.id) throw;
    return static_cast<double>(INT64_MAX);
  }
}

std::optional<IntExpr> extreme_over(const IntExpr& e, const Symbol& var, const IntExpr& extent,
                                    bool largest) {
  const auto factor = e.coefficient(var);
  if (!factor) return std::nullopt;
  if (factor->is(0)) return e;
  const auto [lower, upper] = factor->bounds();
  if (lower < 0 && upper > 0) return std::nullopt;
  const bool at_end = (lower >= 0) == largest;
  return e.substitute({{var, at_end ? extent - 1 : IntExpr(0)}});
}

}  // namespace weft::codegen
