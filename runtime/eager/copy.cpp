#include <weft/runtime/eager/copy.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include <weft/runtime/eager/block.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::eager {

namespace {

void store_block(DType type, const void* values, std::int64_t step, void* target, std::size_t n) {
  with_type(type, [&]<typename T>(T*) {
    const T* x = static_cast<const T*>(values);
    T* y = static_cast<T*>(target);
    for (std::size_t i = 0; i < n; ++i) y[static_cast<std::int64_t>(i) * step] = x[i];
  });
}

/// Copies along the last dimension for every point of the others.
void copy_rows(const TensorImpl& source, const TensorImpl& target) {
  alignas(64) std::byte read[kBlock * 8];
  alignas(64) std::byte converted[kBlock * 8];
  const std::size_t rank = source.sizes.size();
  const std::int64_t length = rank == 0 ? 1 : source.sizes[rank - 1];
  const std::int64_t read_step = rank == 0 ? 1 : source.strides[rank - 1];
  const std::int64_t write_step = rank == 0 ? 1 : target.strides[rank - 1];
  const auto read_width = static_cast<std::int64_t>(ir::size_of(source.dtype));
  const auto write_width = static_cast<std::int64_t>(ir::size_of(target.dtype));
  std::vector<std::int64_t> at(rank == 0 ? 0 : rank - 1, 0);
  for (bool more = source.numel() > 0; more;) {
    std::int64_t from = 0;
    std::int64_t to = 0;
    for (std::size_t d = 0; d < at.size(); ++d) {
      from += at[d] * source.strides[d];
      to += at[d] * target.strides[d];
    }
    for (std::int64_t i = 0; i < length; i += kBlock) {
      const auto n = static_cast<std::size_t>(std::min<std::int64_t>(kBlock, length - i));
      load_block(source.dtype, source.data() + (from + i * read_step) * read_width, read_step, read,
                 n);
      const bool same = source.dtype == target.dtype;
      if (!same) cast_block(source.dtype, read, target.dtype, converted, n);
      store_block(target.dtype, same ? read : converted, write_step,
                  target.data() + (to + i * write_step) * write_width, n);
    }
    more = false;
    for (std::size_t d = at.size(); d-- > 0 && !more;) {
      more = ++at[d] < source.sizes[d];
      if (!more) at[d] = 0;
    }
  }
}

}  // namespace

ir::TensorHandle contiguous(const ir::TensorHandle& tensor) {
  if (tensor->is_contiguous()) return tensor;
  ir::TensorHandle copy = make_tensor(tensor->dtype, tensor->sizes);
  copy_rows(*tensor, *copy);
  return copy;
}

void copy_into(const ir::TensorHandle& source, const ir::TensorHandle& target) {
  if (source->storage != target->storage) return copy_rows(*source, *target);
  ir::TensorHandle copy = make_tensor(source->dtype, source->sizes);
  copy_rows(*source, *copy);
  copy_rows(*copy, *target);
}

ir::TensorHandle dense_copy_as(const ir::TensorHandle& tensor, DType type) {
  ir::TensorHandle copy = make_tensor(type, tensor->sizes);
  copy_rows(*tensor, *copy);
  return copy;
}

ir::TensorHandle copy_with_strides(const ir::TensorHandle& tensor,
                                   std::vector<std::int64_t> strides) {
  ir::TensorHandle copy = make_tensor(tensor->dtype, tensor->sizes);
  copy->strides = std::move(strides);
  copy_rows(*tensor, *copy);
  return copy;
}

ir::TensorHandle dense_as(const ir::TensorHandle& tensor, DType type) {
  return tensor->dtype == type ? contiguous(tensor) : dense_copy_as(tensor, type);
}

}  // namespace weft::eager
