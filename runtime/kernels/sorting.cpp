/// \file Sorting along one dimension.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>

#include <weft/runtime/kernels/kernels.h>
#include <weft/runtime/kernels/lines.h>

namespace weft::kernels {

namespace {

using Values = std::vector<ir::Value>;

/// NaN counts as larger than every number.
template <typename T>
bool less(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::isnan(b) ? !std::isnan(a) : a < b;
  } else {
    return a < b;
  }
}

struct Sorted {
  ir::TensorHandle values;
  ir::TensorHandle indices;
};

/// The first `take` elements of every line in order, equal ones in the order in which they stood.
Sorted sort_lines(const ir::TensorHandle& input, std::int64_t dim, std::int64_t take,
                  bool descending) {
  const DType type = ir::compute_type(input->dtype);
  const ir::TensorHandle source = dense_as(input, type);
  std::vector<std::int64_t> sizes = source->sizes;
  if (!sizes.empty()) sizes[static_cast<std::size_t>(dim)] = take;
  Sorted result{make_tensor(type, sizes), make_tensor(DType::kInt64, sizes)};
  const Lines from(source->sizes, dim);
  const Lines to(sizes, dim);
  std::vector<std::int64_t> order(static_cast<std::size_t>(from.length));
  eager::with_type(type, [&]<typename T>(T*) {
    if constexpr (std::is_arithmetic_v<T>) {
      for (std::int64_t i = 0; i < to.count(); ++i) {
        const T* x = source->data_as<T>() + from.first(i);
        const auto before = [&](std::int64_t a, std::int64_t b) {
          return descending ? less(x[b * from.stride], x[a * from.stride])
                            : less(x[a * from.stride], x[b * from.stride]);
        };
        std::iota(order.begin(), order.end(), std::int64_t{0});
        std::stable_sort(order.begin(), order.end(), before);
        T* y = result.values->template data_as<T>() + to.first(i);
        auto* at = result.indices->template data_as<std::int64_t>() + to.first(i);
        for (std::int64_t k = 0; k < to.length; ++k) {
          y[k * to.stride] = x[order[static_cast<std::size_t>(k)] * from.stride];
          at[k * to.stride] = order[static_cast<std::size_t>(k)];
        }
      }
    }
  });
  result.values = dense_as(result.values, input->dtype);
  return result;
}

Values sort(const ir::Call& call, const Values& arguments) {
  const ir::TensorHandle& input = *arguments[0].tensor();
  const std::int64_t dim = dimension_argument(call, 1);
  const Sorted result = sort_lines(input, dim, Lines(input->sizes, dim).length, call.boolean(2));
  return {result.values, result.indices};
}

/// Of equal elements the first ones are taken; the result is sorted whatever `sorted` says.
Values topk(const ir::Call& call, const Values& arguments) {
  const std::int64_t dim = dimension_argument(call, 2);
  const bool whole = call.tensor(0).rank() == 0;
  const std::int64_t take = whole ? 1 : call.constant_integer(1);
  const Sorted result = sort_lines(*arguments[0].tensor(), dim, take, call.boolean(3));
  return {result.values, result.indices};
}

constexpr KernelRow kRows[] = {
    {"sort", sort},
    {"topk", topk},
};

}  // namespace

std::span<const KernelRow> sorting_kernels() { return kRows; }

}  // namespace weft::kernels
