/// \file Sorting along one dimension.
#include <type_traits>

#include <weft/runtime/deploy/sort.h>
#include <weft/runtime/kernels/kernels.h>
#include <weft/runtime/kernels/lines.h>

namespace weft::kernels {

namespace {

using Values = std::vector<ir::Value>;

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
  const Lines from = lines_of(source->sizes, dim);
  const Lines to = lines_of(sizes, dim);
  std::vector<std::int64_t> scratch(2 * static_cast<std::size_t>(from.length));
  eager::with_type(type, [&]<typename T>(T*) {
    if constexpr (std::is_arithmetic_v<T>) {
      const auto sorted =
          descending ? weft_deploy::sort_lines<true, T> : weft_deploy::sort_lines<false, T>;
      sorted(0, to.count(), from, to, source->data_as<T>(), result.values->template data_as<T>(),
             result.indices->template data_as<std::int64_t>(), scratch.data());
    }
  });
  result.values = dense_as(result.values, input->dtype);
  return result;
}

Values sort(const ir::Call& call, const Values& arguments) {
  const ir::TensorHandle& input = *arguments[0].tensor();
  const std::int64_t dim = dimension_argument(call, 1);
  const Sorted result = sort_lines(input, dim, lines_of(input->sizes, dim).length, call.boolean(2));
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
