/// \file TensorImpl: what a Tensor handle points at, either strided storage or a proxy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <weft/ir/node.h>
#include <weft/ir/tensor_meta.h>
#include <weft/ir/value.h>

namespace weft {

class OperatorHandler;

/// Bytes that tensors share, aligned to 64.
class Storage {
 public:
  static std::shared_ptr<Storage> allocate(std::size_t bytes);  ///< zero-filled
  /// Borrows memory of the caller (from_blob); `owner` keeps it alive.
  static std::shared_ptr<Storage> wrap(void* data, std::size_t bytes, std::shared_ptr<void> owner);
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  bool is_borrowed() const { return is_borrowed_; }  ///< made by `wrap`

 private:
  Storage(std::byte* data, std::size_t bytes, std::shared_ptr<void> owner);
  std::byte* data_;
  std::size_t bytes_;
  bool is_borrowed_ = false;
  std::shared_ptr<void> owner_;
};

/// Copies of a Tensor share one TensorImpl; views share its storage.
class TensorImpl {
 public:
  // Concrete state.
  std::shared_ptr<Storage> storage;
  std::int64_t offset = 0;  ///< in elements
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> strides;  ///< in elements
  DType dtype = DType::kFloat32;
  bool requires_grad = false;

  // Proxy state: stands for the value of `node` in the graph that `handler` records. The node may be
  // a tensor or a number (see its meta). In-place operators rebind `node` to their result. After the
  // capture has ended the node is null and the handler refuses every use.
  ir::Node* node = nullptr;
  OperatorHandler* handler = nullptr;

  bool is_proxy() const { return handler != nullptr; }
  std::int64_t numel() const;
  bool is_contiguous() const;
  std::byte* data() const {
    return storage->data() + offset * static_cast<std::int64_t>(ir::size_of(dtype));
  }
  template <typename T>
  T* data_as() const {
    return reinterpret_cast<T*>(data());
  }
  /// Dtype, sizes and strides as constants; a proxy's meta for a proxy (may be unknown).
  ir::ValueMeta meta() const;
};

/// Row-major strides of a dense tensor.
std::vector<std::int64_t> dense_strides(const std::vector<std::int64_t>& sizes);
/// A dense tensor with its own zero-filled storage.
ir::TensorHandle make_tensor(DType dtype, std::vector<std::int64_t> sizes);
/// A view of the same storage.
ir::TensorHandle make_view(const ir::TensorHandle& base, std::vector<std::int64_t> sizes,
                           std::vector<std::int64_t> strides, std::int64_t offset);
/// A proxy for a node.
ir::TensorHandle make_proxy(ir::Node* node, OperatorHandler* handler);

}  // namespace weft
