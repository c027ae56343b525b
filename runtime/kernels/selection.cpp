/// \file Kernels whose results have as many elements as the data says.
#include <algorithm>
#include <vector>

#include <weft/runtime/kernels/kernels.h>
#include <weft/runtime/kernels/lines.h>

namespace weft::kernels {

namespace {

using Values = std::vector<ir::Value>;

Values nonzero(const ir::Call&, const Values& arguments) {
  const ir::TensorHandle flags = dense_as(*arguments[0].tensor(), DType::kBool);
  const bool* flag = flags->data_as<bool>();
  const std::vector<std::int64_t>& sizes = flags->sizes;
  const auto rank = static_cast<std::int64_t>(sizes.size());
  const auto count = std::count(flag, flag + flags->numel(), true);
  const ir::TensorHandle result = make_tensor(DType::kInt64, {count, rank});
  auto* row = result->data_as<std::int64_t>();
  for (std::int64_t i = 0; i < flags->numel(); ++i) {
    if (!flag[i]) continue;
    std::int64_t rest = i;
    for (std::int64_t d = rank; d-- > 0;) {
      row[d] = rest % sizes[static_cast<std::size_t>(d)];
      rest /= sizes[static_cast<std::size_t>(d)];
    }
    row += rank;
  }
  return {result};
}

Values masked_select(const ir::Call& call, const Values& arguments) {
  const std::vector<std::int64_t> sizes =
      broadcast_sizes(call, (*arguments[0].tensor())->sizes, (*arguments[1].tensor())->sizes);
  const ir::TensorHandle input = eager::contiguous(broadcast_to(*arguments[0].tensor(), sizes));
  const ir::TensorHandle mask = dense_as(broadcast_to(*arguments[1].tensor(), sizes), DType::kBool);
  const bool* flag = mask->data_as<bool>();
  const ir::TensorHandle result =
      make_tensor(input->dtype, {std::count(flag, flag + mask->numel(), true)});
  eager::with_type(input->dtype, [&]<typename T>(T*) {
    const T* x = input->data_as<T>();
    T* y = result->data_as<T>();
    for (std::int64_t i = 0; i < mask->numel(); ++i) {
      if (flag[i]) *y++ = x[i];
    }
  });
  return {result};
}

constexpr KernelRow kRows[] = {
    {"nonzero", nonzero},
    {"masked_select", masked_select},
};

}  // namespace

std::span<const KernelRow> selection_kernels() { return kRows; }

}  // namespace weft::kernels
