/// \file Kernels that write slices or elements at positions that come from tensors: index_add,
/// index_copy, index_put, masked_scatter.
#include <algorithm>
#include <vector>

#include <weft/runtime/deploy/selection.h>
#include <weft/runtime/kernels/arrival.h>
#include <weft/runtime/kernels/kernels.h>
#include <weft/runtime/kernels/lines.h>

namespace weft::kernels {

namespace {

using Values = std::vector<ir::Value>;

/// Source slice k of one dimension arrives at target slice `positions[k]`.
/// \param alpha factor of the source; 1 for all but index_add
Values slices(const ir::Call& call, const Values& arguments, Arrival how, const ir::Number& alpha) {
  const DType own = call.tensor(0).dtype;
  const DType type = ir::compute_type(own);
  const ir::TensorHandle target = dense_copy_as(*arguments[0].tensor(), type);
  const ir::TensorHandle index = dense_as(*arguments[2].tensor(), DType::kInt64);
  const ir::TensorHandle source = dense_as(*arguments[3].tensor(), type);
  const std::int64_t dim = dimension_argument(call, 1);
  const Lines to = lines_of(target->sizes, dim);
  const Lines from = lines_of(source->sizes, dim);
  eager::with_type(type, [&]<typename T>(T*) {
    if constexpr (std::is_arithmetic_v<T>) {
      T factor{};
      eager::fill_block(type, alpha, &factor, 1);
      T* y = target->data_as<T>();
      const T* x = source->data_as<T>();
      for (std::int64_t k = 0; k < index->numel(); ++k) {
        const std::int64_t slot = checked(call, index->data_as<std::int64_t>()[k], to.length);
        for (std::int64_t line = 0; line < to.count(); ++line) {
          T value = x[from.first(line) + k * from.stride];
          if (how == Arrival::kAdd) arrive(value, factor, Arrival::kMultiply);
          arrive(y[to.first(line) + slot * to.stride], value, how);
        }
      }
    }
  });
  return {dense_as(target, own)};
}

Values index_add(const ir::Call& call, const Values& arguments) {
  return slices(call, arguments, Arrival::kAdd, call.number(4));
}

Values index_copy(const ir::Call& call, const Values& arguments) {
  return slices(call, arguments, Arrival::kReplace, ir::Number(1));
}

/// The index tensors of index_put, broadcast together, and where they stand.
struct IndexTensors {
  std::vector<std::size_t> dims;
  std::vector<ir::TensorHandle> positions;  ///< dense int64 of the common shape
  std::vector<std::int64_t> shape;

  IndexTensors(const ir::Call& call, const Values& items) {
    for (std::size_t d = 0; d < items.size(); ++d) {
      if (const ir::TensorHandle* tensor = items[d].tensor()) {
        dims.push_back(d);
        shape = broadcast_sizes(call, shape, (*tensor)->sizes);
      }
    }
    for (std::size_t d : dims) {
      positions.push_back(dense_as(broadcast_to(*items[d].tensor(), shape), DType::kInt64));
    }
  }
  bool are_neighbours() const { return dims.back() - dims.front() + 1 == dims.size(); }
};

/// Positions of all elements that are written, in row-major order of the indexed shape. With the
/// index tensors moved to the front or standing where the first of them was.
std::vector<std::int64_t> written_positions(const ir::Call& call, const IndexTensors& indices,
                                            const std::vector<std::int64_t>& target,
                                            std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> strides(target.size(), 1);
  for (std::size_t d = target.size(); d-- > 1;) strides[d - 1] = strides[d] * target[d];
  const std::size_t place = indices.are_neighbours() ? indices.dims.front() : 0;
  std::vector<std::int64_t> kept_strides;
  for (std::size_t d = 0; d < target.size(); ++d) {
    if (std::count(indices.dims.begin(), indices.dims.end(), d) != 0) continue;
    shape.push_back(target[d]);
    kept_strides.push_back(strides[d]);
  }
  const auto at_place = static_cast<std::ptrdiff_t>(place);
  shape.insert(shape.begin() + at_place, indices.shape.begin(), indices.shape.end());

  // Offset that each element of the index tensors adds.
  const std::int64_t count = indices.positions.front()->numel();
  std::vector<std::int64_t> start(static_cast<std::size_t>(count), 0);
  for (std::size_t k = 0; k < indices.dims.size(); ++k) {
    const std::size_t d = indices.dims[k];
    const auto* x = indices.positions[k]->data_as<std::int64_t>();
    for (std::int64_t i = 0; i < count; ++i) {
      start[static_cast<std::size_t>(i)] += checked_from_end(call, x[i], target[d]) * strides[d];
    }
  }

  std::int64_t total = 1;
  for (std::int64_t size : shape) total *= size;
  std::vector<std::int64_t> result;
  result.reserve(static_cast<std::size_t>(total));
  std::vector<std::int64_t> at(shape.size(), 0);
  for (std::int64_t i = 0; i < total; ++i) {
    std::int64_t entry = 0;
    std::int64_t position = 0;
    for (std::size_t k = 0; k < shape.size(); ++k) {
      if (k >= place && k < place + indices.shape.size()) {
        entry = entry * shape[k] + at[k];
      } else {
        position += at[k] * kept_strides[k < place ? k : k - indices.shape.size()];
      }
    }
    result.push_back(position + start[static_cast<std::size_t>(entry)]);
    for (std::size_t k = at.size(); k-- > 0;) {
      if (++at[k] < shape[k]) break;
      at[k] = 0;
    }
  }
  return result;
}

Values index_put(const ir::Call& call, const Values& arguments) {
  const DType own = call.tensor(0).dtype;
  const DType type = ir::compute_type(own);
  const ir::TensorHandle target = dense_copy_as(*arguments[0].tensor(), type);
  const IndexTensors indices(call, *arguments[1].list());
  std::vector<std::int64_t> shape;
  const std::vector<std::int64_t> positions =
      written_positions(call, indices, target->sizes, shape);
  const ir::TensorHandle& given = *arguments[2].tensor();
  if (broadcast_sizes(call, shape, given->sizes) != shape) {
    call.fail(diag::ShapeMismatch,
              {"values of shape " + ir::shape_str({given->sizes.begin(), given->sizes.end()}) +
               " do not expand to " + ir::shape_str({shape.begin(), shape.end()})});
  }
  const ir::TensorHandle values = dense_as(broadcast_to(given, shape), type);
  const Arrival how = call.boolean(3) ? Arrival::kAdd : Arrival::kReplace;
  eager::with_type(type, [&]<typename T>(T*) {
    if constexpr (std::is_arithmetic_v<T>) {
      T* y = target->data_as<T>();
      const T* x = values->data_as<T>();
      for (std::size_t i = 0; i < positions.size(); ++i) arrive(y[positions[i]], x[i], how);
    }
  });
  return {dense_as(target, own)};
}

Values masked_scatter(const ir::Call& call, const Values& arguments) {
  const ir::TensorHandle& input = *arguments[0].tensor();
  const std::vector<std::int64_t> sizes =
      broadcast_sizes(call, input->sizes, (*arguments[1].tensor())->sizes);
  const ir::TensorHandle kept = dense_as(broadcast_to(input, sizes), input->dtype);
  const ir::TensorHandle result = make_tensor(input->dtype, sizes);
  const ir::TensorHandle mask = dense_as(broadcast_to(*arguments[1].tensor(), sizes), DType::kBool);
  const ir::TensorHandle source = dense_as(*arguments[2].tensor(), input->dtype);
  const auto wanted =
      std::count(mask->data_as<bool>(), mask->data_as<bool>() + mask->numel(), true);
  if (wanted > source->numel()) {
    call.fail(diag::ShapeMismatch,
              {"`source` has " + std::to_string(source->numel()) + " elements for " +
               std::to_string(wanted) + " places under the mask"});
  }
  eager::with_type(input->dtype, [&]<typename T>(T*) {
    weft_deploy::scatter_under_mask(mask->numel(), kept->data_as<T>(), mask->data_as<bool>(),
                                    source->numel(), source->data_as<T>(), result->data_as<T>());
  });
  return {result};
}

constexpr KernelRow kRows[] = {
    {"index_add", index_add},
    {"index_copy", index_copy},
    {"index_put.Tensor", index_put},
    {"masked_scatter", masked_scatter},
};

}  // namespace

std::span<const KernelRow> index_write_kernels() { return kRows; }

}  // namespace weft::kernels
