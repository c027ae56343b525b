#include <weft/ir/operators/memory_order.h>

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <utility>

#include <weft/ir/operators/operator.h>

namespace weft::ir {
namespace {

/// A number that stands for an expression where expressions are compared.
std::int64_t typical(const IntExpr& value) {
  if (const auto constant = value.maybe_value()) return *constant;
  return value.evaluate([](const SymbolInfo& symbol) {
    constexpr std::int64_t kExtent = 13;
    return std::clamp(kExtent, symbol.lower, std::max(symbol.lower, symbol.upper));
  });
}

std::vector<IntExpr> strides_in_order(const std::vector<IntExpr>& sizes,
                                      const std::vector<std::size_t>& inner_to_outer) {
  std::vector<IntExpr> strides(sizes.size());
  IntExpr step = 1;
  for (const std::size_t d : inner_to_outer) {
    strides[d] = step;
    step *= sizes[d];
  }
  return strides;
}

/// What the order depends on of one operand: 0 for a dimension along which it is repeated.
std::vector<std::int64_t> steps_of(const TensorMeta& operand, const std::vector<IntExpr>& sizes) {
  std::vector<std::int64_t> steps(sizes.size(), 0);
  const std::size_t skip = sizes.size() - operand.rank();
  for (std::size_t d = 0; d < operand.rank(); ++d) {
    const bool repeated = operand.sizes[d].is(1) && !sizes[skip + d].is(1);
    if (!repeated) steps[skip + d] = typical(operand.strides[d]);
  }
  return steps;
}

/// Positive if dimension `a`, which is taken for the inner one, has to lie outside of `b`, negative
/// if not, 0 if no operand tells.
int compare(const std::vector<std::vector<std::int64_t>>& operands,
            const std::vector<std::int64_t>& extents, std::size_t a, std::size_t b) {
  for (const std::vector<std::int64_t>& steps : operands) {
    if (steps[a] == 0 || steps[b] == 0) continue;
    if (steps[a] != steps[b]) return steps[a] < steps[b] ? -1 : 1;
    if (extents[a] > extents[b]) return 1;
  }
  return 0;
}

std::vector<IntExpr> ordered_strides(const std::vector<const TensorMeta*>& operands,
                                     const std::vector<IntExpr>& sizes) {
  std::vector<std::vector<std::int64_t>> steps;
  steps.reserve(operands.size());
  for (const TensorMeta* operand : operands) steps.push_back(steps_of(*operand, sizes));
  std::vector<std::int64_t> extents;
  extents.reserve(sizes.size());
  for (const IntExpr& size : sizes) extents.push_back(typical(size));

  // From the innermost dimension out. Dimensions that nothing tells apart are passed over, which
  // makes the outcome depend on the way of sorting; it is PyTorch's.
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.rbegin(), order.rend(), std::size_t{0});
  const std::vector<std::size_t> row_major = order;
  for (std::size_t i = 1; i < order.size(); ++i) {
    std::size_t moving = i;
    for (std::size_t k = i; k-- > 0;) {
      const int relation = compare(steps, extents, order[k], order[moving]);
      if (relation < 0) break;
      if (relation == 0) continue;
      std::swap(order[k], order[moving]);
      moving = k;
    }
  }
  return order == row_major ? contiguous_strides(sizes) : strides_in_order(sizes, order);
}

/// True if the elements fill their memory and each has a place of its own.
bool is_dense(const TensorMeta& meta) {
  std::vector<std::pair<std::int64_t, std::int64_t>> dimensions;  // stride, extent
  for (std::size_t d = 0; d < meta.rank(); ++d) {
    const std::int64_t extent = typical(meta.sizes[d]);
    if (extent > 1) dimensions.emplace_back(typical(meta.strides[d]), extent);
  }
  std::sort(dimensions.begin(), dimensions.end());
  std::int64_t expected = 1;
  for (const auto& [stride, extent] : dimensions) {
    if (stride != expected) return false;
    expected *= extent;
  }
  return true;
}

bool all_contiguous(const std::vector<const TensorMeta*>& operands) {
  return std::all_of(operands.begin(), operands.end(),
                     [](const TensorMeta* meta) { return meta->is_contiguous(); });
}

/// From the innermost dimension out.
std::vector<std::size_t> channels_last_order(std::size_t rank) {
  std::vector<std::size_t> order = {1};
  for (std::size_t d = rank - 1; d > 1; --d) order.push_back(d);
  order.push_back(0);
  return order;
}

std::vector<IntExpr> channels_last_strides(const Call& call, const std::vector<IntExpr>& sizes,
                                           std::size_t rank) {
  if (sizes.size() != rank) {
    call.fail(
        diag::ValueOutOfDomain,
        {fmt::format("channels last needs {} dimensions, got shape {}", rank, shape_str(sizes))});
  }
  return strides_in_order(sizes, channels_last_order(rank));
}

/// True if the strides of a tensor of that rank grow from the channels over the image to the batch,
/// gaps allowed. A tensor in which this is as true of row-major memory is not meant.
bool steps_like_channels_last(const TensorMeta& meta, std::size_t rank) {
  if (meta.rank() != rank || typical(meta.strides[1]) == 0) return false;
  std::int64_t least = 0;
  for (const std::size_t d : channels_last_order(rank)) {
    const std::int64_t stride = typical(meta.strides[d]);
    const std::int64_t extent = typical(meta.sizes[d]);
    if (extent == 0 || stride < least) return false;
    if (d == 0 && least == typical(meta.strides[1])) return false;
    least = stride * std::max<std::int64_t>(extent, 1);
  }
  return true;
}

/// The name that `memory_format` has in a call; empty without one.
std::string_view format_of(const Call& call) {
  const auto position = call.op().schema.find("memory_format");
  if (!position) return {};
  const CallArgument& format = call.argument(*position);
  if (const auto* value = std::get_if<EnumValue>(&format.value)) return value->name.str();
  // Values have no enumerations, and hold the name.
  if (const auto* name = std::get_if<std::string>(&format.value)) return *name;
  return {};
}

}  // namespace

std::vector<IntExpr> pointwise_strides(const Call& call, const std::vector<IntExpr>& sizes,
                                       std::optional<DType> type) {
  // PyTorch's kernel of this one takes row-major memory and gives it.
  const std::string& name = call.op().schema.name;
  const bool row_major = name == "log_sigmoid" || name == "logsigmoid";
  if (sizes.size() < 2 || row_major) return contiguous_strides(sizes);
  std::vector<const TensorMeta*> operands;
  std::deque<TensorMeta> converted;
  bool one_shape = true;
  const auto add = [&](const CallArgument& argument, const SchemaParameter& parameter) {
    const auto* tensor = std::get_if<TensorMeta>(&argument.value);
    if (!tensor) return;
    operands.push_back(tensor);
    const bool converts = type && tensor->dtype != *type && parameter.name != "condition";
    if (converts && !is_dense(*tensor)) {
      const std::vector<IntExpr> strides = ordered_strides({tensor}, tensor->sizes);
      operands.back() = &converted.emplace_back(*type, tensor->sizes, strides);
    }
    one_shape = one_shape && tensor->sizes == sizes;
  };
  const std::vector<SchemaParameter>& parameters = call.op().schema.parameters;
  for (std::size_t i = 0; i < call.size(); ++i) {
    const CallArgument& argument = call.argument(i);
    if (const auto* list = std::get_if<std::vector<CallArgument>>(&argument.value)) {
      for (const CallArgument& item : *list) add(item, parameters[i]);
    } else {
      add(argument, parameters[i]);
      // A number in the place of a tensor is a tensor without dimensions.
      const bool number =
          parameters[i].type == SchemaType::kTensorOrNumber && call.has(i) && !call.is_tensor(i);
      one_shape = one_shape && !number;
    }
  }
  if (operands.empty()) return contiguous_strides(sizes);
  if (one_shape) {
    if (all_contiguous(operands)) return contiguous_strides(sizes);
    const TensorMeta& first = *operands.front();
    const bool one_layout =
        std::all_of(operands.begin(), operands.end(),
                    [&](const TensorMeta* meta) { return meta->strides == first.strides; });
    if (one_layout && is_dense(first)) return first.strides;
  }
  return ordered_strides(operands, sizes);
}

std::vector<IntExpr> copy_strides(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  const std::string_view format = format_of(call);
  if (format == "contiguous_format") return contiguous_strides(input.sizes);
  if (format == "channels_last") return channels_last_strides(call, input.sizes, 4);
  if (format == "channels_last_3d") return channels_last_strides(call, input.sizes, 5);
  if (is_dense(input)) return input.strides;
  return ordered_strides({&input}, input.sizes);
}

bool is_taken_for_format(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  const std::string_view suggested = steps_like_channels_last(input, 4)   ? "channels_last"
                                     : steps_like_channels_last(input, 5) ? "channels_last_3d"
                                                                          : "contiguous_format";
  const std::string_view format = format_of(call);
  return format.empty() || format == "preserve_format" || format == suggested;
}

bool has_strides(const TensorMeta& meta, const std::vector<IntExpr>& strides) {
  bool same = true;
  for (std::size_t d = 0; d < meta.rank(); ++d) {
    if (meta.sizes[d].is(0)) return true;
    same = same && (meta.sizes[d].is(1) || meta.strides[d] == strides[d]);
  }
  return same;
}

std::vector<std::size_t> memory_order(const std::vector<IntExpr>& sizes,
                                      const std::vector<IntExpr>& strides) {
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Extents of 1 may have any stride, and go where they are.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return typical(strides[a]) > typical(strides[b]);
  });
  return order;
}

}  // namespace weft::ir
