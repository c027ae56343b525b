/// \file Kernels whose results have as many elements as the data says.
#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <weft/runtime/deploy/selection.h>
#include <weft/runtime/deploy/unique.h>
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
  weft_deploy::nonzero_rows(flag, static_cast<int>(rank), sizes.data(),
                            result->data_as<std::int64_t>());
  return {result};
}

/// Distinct slices along `dim`, or distinct elements of the flat tensor without one. The results
/// that were not asked for are empty.
Values unique(const ir::TensorHandle& input, std::optional<std::int64_t> dim, bool sorted,
              bool wants_inverse, bool wants_counts) {
  const DType type = ir::compute_type(input->dtype);
  const ir::TensorHandle source = dense_as(input, type);
  const std::int64_t numel = source->numel();
  const Lines lines = dim ? lines_of(source->sizes, *dim) : Lines{1, numel, 1};
  std::vector<std::int64_t> inverse_sizes = {0};
  if (wants_inverse) inverse_sizes = dim ? std::vector<std::int64_t>{lines.length} : source->sizes;
  const ir::TensorHandle inverse = make_tensor(DType::kInt64, inverse_sizes);
  std::vector<std::int64_t> counts(static_cast<std::size_t>(lines.length));
  std::vector<std::int64_t> scratch(2 * counts.size());
  const ir::TensorHandle held = make_tensor(type, {numel});
  std::int64_t found = 0;
  eager::with_type(type, [&]<typename T>(T*) {
    if constexpr (std::is_arithmetic_v<T>) {
      found = weft_deploy::unique_slices(sorted, lines, source->data_as<T>(), held->data_as<T>(),
                                         wants_inverse ? inverse->data_as<std::int64_t>() : nullptr,
                                         counts.data(), scratch.data());
    }
  });
  std::vector<std::int64_t> sizes = dim ? source->sizes : std::vector<std::int64_t>{found};
  if (dim) sizes[static_cast<std::size_t>(*dim)] = found;
  const ir::TensorHandle values = make_tensor(type, sizes);
  std::copy_n(held->data(), static_cast<std::size_t>(values->numel()) * ir::size_of(type),
              values->data());
  const ir::TensorHandle times = make_tensor(DType::kInt64, {wants_counts ? found : 0});
  std::copy_n(counts.data(), times->numel(), times->data_as<std::int64_t>());
  return {dense_as(values, input->dtype), inverse, times};
}

Values unique_of_all(const ir::Call& call, const Values& arguments) {
  return unique(*arguments[0].tensor(), std::nullopt, true, call.boolean(2), call.boolean(3));
}

Values unique_dim(const ir::Call& call, const Values& arguments) {
  return unique(*arguments[0].tensor(), dimension_argument(call, 1), true, call.boolean(3),
                call.boolean(4));
}

Values unique_consecutive(const ir::Call& call, const Values& arguments) {
  std::optional<std::int64_t> dim;
  if (call.has(3)) dim = dimension_argument(call, 3);
  return unique(*arguments[0].tensor(), dim, false, call.boolean(1), call.boolean(2));
}

Values repeated_positions(const ir::Call& call, const Values& arguments) {
  const ir::TensorHandle repeats = dense_as(*arguments[0].tensor(), DType::kInt64);
  const auto* numbers = repeats->data_as<std::int64_t>();
  const std::int64_t total = weft_deploy::repeated_count(repeats->numel(), numbers);
  if (total < 0) call.fail(diag::ValueOutOfDomain, {"negative `repeats`"});
  if (call.has(1) && call.constant_integer(1) != total) {
    call.fail(diag::ValueOutOfDomain,
              {"`output_size` is " + std::to_string(call.constant_integer(1)) +
               ", and the repeats add up to " + std::to_string(total)});
  }
  const ir::TensorHandle result = make_tensor(DType::kInt64, {total});
  weft_deploy::repeat_positions(repeats->numel(), numbers, result->data_as<std::int64_t>());
  return {result};
}

Values bins(const ir::Call& call, const Values& arguments) {
  const ir::TensorHandle numbers = dense_as(*arguments[0].tensor(), DType::kInt64);
  const std::int64_t count = weft_deploy::bins_of(
      numbers->numel(), numbers->data_as<std::int64_t>(), call.constant_integer(1));
  if (count < 0) call.fail(diag::ValueOutOfDomain, {"`input` holds a number that is no bin"});
  const ir::TensorHandle result = make_tensor(DType::kInt64, {count});
  std::fill_n(result->data_as<std::int64_t>(), count, 0);
  return {result};
}

constexpr KernelRow kRows[] = {
    {"_unique2", unique_of_all},
    {"unique_dim", unique_dim},
    {"unique_consecutive", unique_consecutive},
    {"repeat_interleave.Tensor", repeated_positions},
    {"nonzero", nonzero},
    {"bincount.bins", bins},
};

}  // namespace

std::span<const KernelRow> selection_kernels() { return kRows; }

}  // namespace weft::kernels
