/// \file Values for the placeholders of random graphs.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

#include <weft/ir/tensor_meta.h>
#include <weft/runtime/eager/block.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor_impl.h>

#include "tests/differential/random_graph.h"

namespace weft::differential {

namespace {

/// The elements of a dense tensor at other strides: columns first, rows with gaps, behind an
/// offset.
ir::TensorHandle strided(const ir::TensorHandle& dense, std::uint64_t bits) {
  const std::vector<std::int64_t>& sizes = dense->sizes;
  std::vector<std::int64_t> strides(sizes.size(), 1);
  const std::int64_t gap = 1 + static_cast<std::int64_t>(bits / 4 % 3);
  std::int64_t next = gap;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const std::size_t d = bits % 2 == 0 ? k : sizes.size() - 1 - k;
    strides[d] = next;
    next *= std::max<std::int64_t>(sizes[d], 1);
  }
  const auto offset = static_cast<std::int64_t>(bits / 16 % 3);
  const ir::TensorHandle base = make_tensor(dense->dtype, {next + offset});
  const ir::TensorHandle view = make_view(base, sizes, strides, offset);
  eager::copy_into(dense, view);
  return view;
}

}  // namespace

std::vector<ir::TensorHandle> random_inputs(const ir::GraphModule& module, std::uint64_t seed,
                                            bool special) {
  std::mt19937_64 random(seed);
  std::vector<ir::TensorHandle> inputs;
  for (const ir::Node* node : module.graph.placeholders()) {
    const ir::TensorMeta& meta = *node->meta.value.tensor();
    std::vector<std::int64_t> sizes;
    for (const ir::IntExpr& size : meta.sizes) sizes.push_back(size.value());
    const ir::TensorHandle tensor = make_tensor(meta.dtype, sizes);
    const std::size_t width = ir::size_of(meta.dtype);
    for (std::int64_t i = 0; i < tensor->numel(); ++i) {
      const std::uint64_t bits = random();
      std::byte* to = tensor->data() + static_cast<std::size_t>(i) * width;
      const bool extreme = special && bits % 8 == 0;
      if (ir::is_floating(meta.dtype)) {
        static constexpr double kSpecial[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 1e30, 1e-40};
        const double value =
            extreme ? kSpecial[(bits >> 8) % 7] : static_cast<double>((bits >> 8) % 49) / 8 - 3;
        eager::cast_block(DType::kFloat64, &value, meta.dtype, to, 1);
      } else {
        std::int64_t value = static_cast<std::int64_t>((bits >> 8) % 9) - 4;
        if (meta.dtype == DType::kUInt8 || meta.dtype == DType::kBool) value = std::abs(value);
        if (extreme) {
          value = bits & 256 ? std::numeric_limits<std::int64_t>::min()
                             : std::numeric_limits<std::int64_t>::max();
          const int unused = 64 - 8 * static_cast<int>(width);
          if (meta.dtype != DType::kBool) value >>= unused;
        }
        eager::cast_block(DType::kInt64, &value, meta.dtype, to, 1);
      }
    }
    // A third of them do not lie densely.
    const std::uint64_t layout = random();
    inputs.push_back(layout % 3 == 0 ? strided(tensor, layout / 3) : tensor);
  }
  return inputs;
}

}  // namespace weft::differential
