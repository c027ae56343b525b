/// \file Windows that slide over a dimension.
#include <weft/ir/operators/sliding_window.h>

#include <fmt/format.h>

#include <weft/ir/operators/operator.h>

namespace weft::ir {

IntExpr window_count(const IntExpr& extent, const SlidingWindow& window, bool ceil_mode) {
  const IntExpr free = extent + 2 * window.padding - window.reach();
  if (!ceil_mode) return floor_div(free, window.stride) + 1;
  // The limit leaves out a window that would begin in the padding after the end.
  return min(ceil_div(free, window.stride) + 1, ceil_div(extent + window.padding, window.stride));
}

void require_within(IndexCondition& condition, const SlidingWindow& window, const IntExpr& position,
                    const IntExpr& extent, bool ceil_mode) {
  if (window.padding > 0) condition.at_least(position, 0);
  // Without padding the number of windows was chosen so that none leaves the dimension; bounds of
  // single variables would not show that for a symbolic extent.
  if (window.padding > 0 || ceil_mode) condition.below(position, extent);
}

std::vector<std::int64_t> spatial_values(const Call& call, std::size_t i, std::size_t count,
                                         std::int64_t fallback, std::int64_t least) {
  std::vector<std::int64_t> values;
  if (call.has(i)) values = call.constant_integers(i);
  if (values.empty()) values.assign(count, fallback);
  if (values.size() == 1) values.assign(count, values[0]);
  const std::string& name = call.op().schema.parameters[i].name;
  if (values.size() != count) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("`{}` needs {} values, got {}", name, count, values.size())});
  }
  for (const std::int64_t value : values) {
    if (value >= least) continue;
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("`{}` has to be at least {}, got {}", name, least, value)});
  }
  return values;
}

}  // namespace weft::ir
