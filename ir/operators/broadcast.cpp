/// \file Broadcasting of extents.
#include <weft/ir/operators/broadcast.h>

#include <algorithm>

namespace weft::ir {

void broadcast_into(const Call& call, std::vector<IntExpr>& sizes,
                    const std::vector<IntExpr>& operand) {
  const std::size_t common = std::min(sizes.size(), operand.size());
  const std::size_t skip_sizes = sizes.size() - common;
  const std::size_t skip_operand = operand.size() - common;
  // The whole of both shapes is looked at before anything changes, for the message.
  for (std::size_t d = 0; d < common; ++d) {
    const IntExpr& a = sizes[skip_sizes + d];
    const IntExpr& b = operand[skip_operand + d];
    if (!a.is(1) && !b.is(1) && !(a == b)) {
      call.fail(diag::ShapesDoNotBroadcast,
                {shape_str(sizes), shape_str(operand), a.str(), b.str()});
    }
  }
  for (std::size_t d = 0; d < common; ++d) {
    IntExpr& size = sizes[skip_sizes + d];
    if (size.is(1)) size = operand[skip_operand + d];
  }
  sizes.insert(sizes.begin(), operand.begin(),
               operand.begin() + static_cast<std::ptrdiff_t>(skip_operand));
}

std::vector<IntExpr> broadcast_sizes(const Call& call) {
  std::vector<IntExpr> sizes;
  bool first = true;
  const auto add = [&](const CallArgument& argument) {
    const auto* tensor = std::get_if<TensorMeta>(&argument.value);
    if (!tensor) return;
    if (first) {
      sizes = tensor->sizes;
    } else {
      broadcast_into(call, sizes, tensor->sizes);
    }
    first = false;
  };
  for (std::size_t i = 0; i < call.size(); ++i) {
    const CallArgument& argument = call.argument(i);
    if (const auto* list = std::get_if<std::vector<CallArgument>>(&argument.value)) {
      for (const CallArgument& item : *list) add(item);
    } else {
      add(argument);
    }
  }
  return sizes;
}

}  // namespace weft::ir
