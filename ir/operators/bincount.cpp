#include <weft/ir/operators/bincount.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include <weft/ir/graph.h>
#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/operand_checks.h>

namespace weft::ir {
namespace {

/// More than any number of the type of the input, where that is a short one.
std::optional<std::int64_t> bin_limit(DType type) {
  if (type == DType::kUInt8) return 256;
  if (type == DType::kInt8) return 128;
  if (type == DType::kInt16) return 32768;
  return std::nullopt;
}

}  // namespace

std::vector<ValueMeta> bins_rule(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  need_integers(call, input.dtype);
  require_rank(call, 0, 1);
  const std::int64_t least = call.constant_integer(1);
  if (least < 0) call.fail(diag::ValueOutOfDomain, {fmt::format("`minlength` is {}", least)});
  constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();
  const std::int64_t most = std::max(least, bin_limit(input.dtype).value_or(kAny));
  return {{dense(DType::kInt64, {make_symbol("bins", least, most)})}};
}

std::vector<Node*> bincount_rule(Decomposition& d) {
  const Call& call = d.call();
  Node* bins = d.op("bincount.bins", {d.argument(0), d.argument(2)});
  Node* places = d.op("to.dtype", {d.argument(0), DType::kInt64});
  if (!call.has(1)) {
    return {d.op("scatter_add", {bins, 0, places, d.op("ones_like", {places})})};
  }
  const TensorMeta& weights = call.tensor(1);
  if (weights.sizes != call.tensor(0).sizes) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("`weights` {} has to have the shape of `input` {}",
                           shape_str(weights.sizes), shape_str(call.tensor(0).sizes))});
  }
  const DType type = weights.dtype == DType::kFloat32 ? DType::kFloat32 : DType::kFloat64;
  return {d.op("scatter_add", {d.op("to.dtype", {bins, type}), 0, places,
                               d.op("to.dtype", {d.argument(1), type})})};
}

}  // namespace weft::ir
