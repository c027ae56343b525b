/// \file What the extents that a call decides have to satisfy.
#include <fmt/format.h>

#include <algorithm>

#include <weft/codegen/loop/index_map.h>
#include <weft/codegen/loop/stage_builder.h>

namespace weft::codegen {

using ir::IntExpr;
using ir::Symbol;

namespace {

/// "N >= 3" for N - 3.
std::string condition_text(const IntExpr& value) {
  const std::int64_t constant = value.constant_term();
  if (constant >= 0) return fmt::format("{} >= 0", value.str());
  return fmt::format("{} >= {}", (value - constant).str(), -constant);
}

}  // namespace

bool StageBuilder::is_extent(const Symbol& symbol) const {
  return std::any_of(graph_.extents.begin(), graph_.extents.end(),
                     [&](const Extent& extent) { return extent.symbol->id == symbol->id; });
}

// `value` must not be negative. What its bounds say already needs no check.
void StageBuilder::demand(const Node& node, const IntExpr& value, std::string text) {
  if (value.bounds().first >= 0) return;
  const bool known = std::any_of(graph_.conditions.begin(), graph_.conditions.end(),
                                 [&](const Condition& c) { return c.value == value; });
  if (known) return;
  const std::string reason = !text.empty()          ? "the model"
                             : node.op() != nullptr ? node.op()->full_name()
                                                    : node.name();
  if (text.empty()) text = condition_text(value);
  graph_.conditions.push_back({value, std::move(text), reason, node.meta.location});
}

// Every element that is loaded without a condition has to exist. Indices with divisions come from
// reshapes, which visit each element once.
void StageBuilder::demand_loads_in_range(const Stage& stage) {
  if (graph_.extents.empty()) return;
  std::vector<Axis> axes = stage.axes;
  axes.insert(axes.end(), stage.reduce.begin(), stage.reduce.end());
  const auto extreme = [&](IntExpr e, bool largest) -> std::optional<IntExpr> {
    for (const Axis& axis : axes) {
      auto next = extreme_over(e, axis.var, axis.extent, largest);
      if (!next) return std::nullopt;
      e = std::move(*next);
    }
    const std::vector<Symbol> left = e.symbols();
    const bool decided = std::all_of(left.begin(), left.end(),
                                     [&](const Symbol& symbol) { return is_extent(symbol); });
    return decided ? std::optional<IntExpr>(std::move(e)) : std::nullopt;
  };
  for_each_load(stage, [&](const ir::ScalarNode& load, bool) {
    if (!load.operands.empty()) return;
    const std::vector<IntExpr>& sizes = graph_.values[load.input].sizes;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      const IntExpr& index = load.indices[d];
      if (sizes[d].is_constant() && index.is_constant()) continue;
      if (const auto first = extreme(index, false)) demand(*stage.node, *first);
      if (const auto last = extreme(index, true)) demand(*stage.node, sizes[d] - 1 - *last);
    }
  });
}

}  // namespace weft::codegen
