#include <weft/runtime/kernels/lines.h>

#include <utility>

#include <weft/ir/operators/broadcast.h>

namespace weft::kernels {

ir::TensorHandle broadcast_to(const ir::TensorHandle& tensor,
                              const std::vector<std::int64_t>& sizes) {
  std::vector<std::int64_t> strides(sizes.size(), 0);
  const std::size_t skip = sizes.size() - tensor->sizes.size();
  for (std::size_t d = 0; d < tensor->sizes.size(); ++d) {
    if (tensor->sizes[d] != 1) strides[skip + d] = tensor->strides[d];
  }
  return make_view(tensor, sizes, std::move(strides), tensor->offset);
}

Lines lines_of(const std::vector<std::int64_t>& sizes, std::int64_t dim) {
  Lines lines;
  if (sizes.empty()) return lines;
  const auto d = static_cast<std::size_t>(dim);
  for (std::size_t k = 0; k < d; ++k) lines.outer *= sizes[k];
  lines.length = sizes[d];
  for (std::size_t k = d + 1; k < sizes.size(); ++k) lines.stride *= sizes[k];
  return lines;
}

std::vector<std::int64_t> broadcast_sizes(const ir::Call& call, const std::vector<std::int64_t>& a,
                                          const std::vector<std::int64_t>& b) {
  std::vector<ir::IntExpr> sizes(a.begin(), a.end());
  ir::broadcast_into(call, sizes, {b.begin(), b.end()});
  std::vector<std::int64_t> result;
  result.reserve(sizes.size());
  for (const ir::IntExpr& size : sizes) result.push_back(size.value());
  return result;
}

std::int64_t dimension_argument(const ir::Call& call, std::size_t i) {
  return call.dimension(call.constant_integer(i), call.tensor(0).rank());
}

}  // namespace weft::kernels
