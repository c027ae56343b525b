/// \file Kernels that write at positions along one dimension: scatter and its reductions.
#include <functional>
#include <vector>

#include <weft/runtime/kernels/arrival.h>
#include <weft/runtime/kernels/kernels.h>
#include <weft/runtime/kernels/lines.h>

namespace weft::kernels {

namespace {

using Values = std::vector<ir::Value>;

/// Where each element of the index sends its element of the source, in row-major order of the index.
/// The source may be larger than the index.
struct Routes {
  std::vector<std::int64_t> to;    ///< position in the dense target
  std::vector<std::int64_t> from;  ///< position in the dense source
};

std::vector<std::int64_t> dense_strides(const std::vector<std::int64_t>& sizes) {
  std::vector<std::int64_t> strides(sizes.size(), 1);
  for (std::size_t d = sizes.size(); d-- > 1;) strides[d - 1] = strides[d] * sizes[d];
  return strides;
}

Routes routes(const ir::Call& call, const ir::TensorHandle& index_tensor,
              const std::vector<std::int64_t>& target, const std::vector<std::int64_t>& source,
              std::int64_t dim) {
  const ir::TensorHandle index = dense_as(index_tensor, DType::kInt64);
  const std::vector<std::int64_t>& sizes = index->sizes;
  const std::vector<std::int64_t> to_strides = dense_strides(target);
  const std::vector<std::int64_t> from_strides = dense_strides(source);
  const auto d = static_cast<std::size_t>(dim);
  Routes result;
  const std::int64_t count = index->numel();
  result.to.reserve(static_cast<std::size_t>(count));
  result.from.reserve(static_cast<std::size_t>(count));
  std::vector<std::int64_t> at(sizes.size(), 0);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t position = checked(call, index->data_as<std::int64_t>()[i], target[d]);
    std::int64_t to = 0;
    std::int64_t from = 0;
    for (std::size_t k = 0; k < at.size(); ++k) {
      to += (k == d ? position : at[k]) * to_strides[k];
      if (!source.empty()) from += at[k] * from_strides[k];
    }
    result.to.push_back(to);
    result.from.push_back(from);
    for (std::size_t k = at.size(); k-- > 0;) {
      if (++at[k] < sizes[k]) break;
      at[k] = 0;
    }
  }
  return result;
}

/// A scatter whose elements combine by `how`. `first` says what the first arrival at a place does.
struct Scatter {
  ir::TensorHandle target;
  std::vector<std::int64_t> arrivals;

  Scatter(const ir::Call& call, const Values& arguments, Arrival how, Arrival first) {
    const DType type = ir::compute_type(call.tensor(0).dtype);
    target = dense_copy_as(*arguments[0].tensor(), type);
    const ir::TensorHandle source = dense_as(*arguments[3].tensor(), type);
    const Routes all = routes(call, *arguments[2].tensor(), target->sizes, source->sizes,
                              dimension_argument(call, 1));
    arrivals.assign(static_cast<std::size_t>(target->numel()), 0);
    eager::with_type(type, [&]<typename T>(T*) {
      if constexpr (std::is_arithmetic_v<T>) {
        T* y = target->data_as<T>();
        const T* x = source->data_as<T>();
        for (std::size_t i = 0; i < all.to.size(); ++i) {
          const bool begins = arrivals[static_cast<std::size_t>(all.to[i])]++ == 0;
          arrive(y[all.to[i]], x[all.from[i]], begins ? first : how);
        }
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

/// Sums to means; integer means round towards minus infinity.
void divide_by_counts(const Scatter& scatter, std::int64_t self) {
  eager::with_type(scatter.target->dtype, [&]<typename T>(T*) {
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
      T* y = scatter.target->data_as<T>();
      for (std::size_t i = 0; i < scatter.arrivals.size(); ++i) {
        const std::int64_t count = scatter.arrivals[i] + self;
        if (scatter.arrivals[i] == 0 || count == 1) continue;
        if constexpr (std::is_floating_point_v<T>) {
          y[i] /= static_cast<T>(count);
        } else {
          y[i] = static_cast<T>(
              weft_deploy::div_floor(static_cast<std::int64_t>(y[i]), count));
        }
      }
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
