/// \file Kernels that write at positions along one dimension: scatter and its reductions.
#include <type_traits>
#include <vector>

#include <weft/runtime/kernels/arrival.h>
#include <weft/runtime/kernels/kernels.h>
#include <weft/runtime/kernels/lines.h>

namespace weft::kernels {

namespace {

using Values = std::vector<ir::Value>;

/// A scatter whose elements combine by `how`. `first` says what the first arrival at a place does.
struct Scatter {
  ir::TensorHandle target;
  std::vector<std::int64_t> arrivals;

  Scatter(const ir::Call& call, const Values& arguments, Arrival how, Arrival first) {
    const DType type = ir::compute_type(call.tensor(0).dtype);
    target = dense_copy_as(*arguments[0].tensor(), type);
    const ir::TensorHandle source = dense_as(*arguments[3].tensor(), type);
    const ir::TensorHandle index = dense_as(*arguments[2].tensor(), DType::kInt64);
    const weft_deploy::ScatterShape shape = {
        static_cast<int>(index->sizes.size()), static_cast<int>(dimension_argument(call, 1)),
        index->sizes.data(), target->sizes.data(), source->sizes.data()};
    std::vector<std::int64_t> at(index->sizes.size());
    arrivals.assign(static_cast<std::size_t>(target->numel()), 0);
    eager::with_type(type, [&]<typename T>(T*) {
      if constexpr (std::is_arithmetic_v<T>) {
        weft_deploy::scatter_elements(
            shape, how, first, index->data_as<std::int64_t>(), source->data_as<T>(),
            target->data_as<T>(), arrivals.data(), at.data(),
            [&](std::int64_t position, std::int64_t extent) { checked(call, position, extent); });
      }
    });
  }
};

Values scattered(const ir::Call& call, const Values& arguments, Arrival how) {
  const Scatter result(call, arguments, how, how);
  return {dense_as(result.target, call.tensor(0).dtype)};
}

Values scatter(const ir::Call& call, const Values& arguments) {
  return scattered(call, arguments, Arrival::kReplace);
}

Values scatter_add(const ir::Call& call, const Values& arguments) {
  return scattered(call, arguments, Arrival::kAdd);
}

Arrival arrival_of(const std::string& reduce) {
  if (reduce == "multiply" || reduce == "prod") return Arrival::kMultiply;
  if (reduce == "amax") return Arrival::kLargest;
  if (reduce == "amin") return Arrival::kSmallest;
  return Arrival::kAdd;
}

Values scatter_with_reduce(const ir::Call& call, const Values& arguments) {
  return scattered(call, arguments, arrival_of(call.text(4)));
}

void divide_by_counts(const Scatter& scatter, std::int64_t self) {
  eager::with_type(scatter.target->dtype, [&]<typename T>(T*) {
    if constexpr (std::is_arithmetic_v<T>) {
      weft_deploy::divide_by_arrivals(scatter.target->numel(), self, scatter.arrivals.data(),
                                      scatter.target->data_as<T>());
    }
  });
}

Values scatter_reduce(const ir::Call& call, const Values& arguments) {
  const std::string& reduce = call.text(4);
  const bool include_self = call.boolean(5);
  const Arrival how = arrival_of(reduce);
  const Scatter result(call, arguments, how, include_self ? how : Arrival::kReplace);
  if (reduce == "mean") divide_by_counts(result, include_self ? 1 : 0);
  return {dense_as(result.target, call.tensor(0).dtype)};
}

constexpr KernelRow kRows[] = {
    {"scatter.src", scatter},
    {"scatter.reduce", scatter_with_reduce},
    {"scatter_add", scatter_add},
    {"scatter_reduce", scatter_reduce},
};

}  // namespace

std::span<const KernelRow> scatter_kernels() { return kRows; }

}  // namespace weft::kernels
