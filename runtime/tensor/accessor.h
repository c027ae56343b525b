/// \file TensorAccessor: elements by index, for host code.
#pragma once

#include <cstdint>
#include <string>

#include <weft/runtime/diagnostics.h>
#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// A view of N dimensions of a tensor's data; `a[i]` is a view of one dimension less, and with one
/// dimension the element. The tensor must outlive it. Indices are not checked.
/// \source torch::TensorAccessor
template <typename T, std::size_t N>
class TensorAccessor {
 public:
  TensorAccessor(T* data, const std::int64_t* sizes, const std::int64_t* strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  IntArrayRef sizes() const { return {sizes_, N}; }
  IntArrayRef strides() const { return {strides_, N}; }
  std::int64_t size(std::int64_t dim) const { return sizes_[dim]; }
  std::int64_t stride(std::int64_t dim) const { return strides_[dim]; }
  T* data() const { return data_; }
  decltype(auto) operator[](std::int64_t i) const {
    if constexpr (N == 1) {
      return static_cast<T&>(data_[i * strides_[0]]);
    } else {
      return TensorAccessor<T, N - 1>(data_ + i * strides_[0], sizes_ + 1, strides_ + 1);
    }
  }

 private:
  T* data_;
  const std::int64_t* sizes_;
  const std::int64_t* strides_;
};

template <typename T, std::size_t N>
TensorAccessor<T, N> Tensor::accessor(where_t where) const {
  T* data = data_ptr<T>(where);
  const TensorImpl& impl = *handle();
  if (impl.sizes.size() != N) {
    fail(diag::TensorRankWrong, where,
         {"accessor", std::to_string(N), std::to_string(impl.sizes.size())});
  }
  return TensorAccessor<T, N>(data, impl.sizes.data(), impl.strides.data());
}

}  // namespace weft
