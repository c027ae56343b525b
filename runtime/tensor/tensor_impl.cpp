#include <weft/runtime/tensor/tensor_impl.h>

#include <cstring>
#include <new>
#include <utility>

namespace weft {

namespace {

constexpr std::size_t kAlignment = 64;

}  // namespace

std::vector<std::int64_t> dense_strides(const std::vector<std::int64_t>& sizes) {
  std::vector<std::int64_t> strides(sizes.size(), 1);
  for (std::size_t d = sizes.size(); d-- > 1;) {
    strides[d - 1] = strides[d] * std::max<std::int64_t>(sizes[d], 1);
  }
  return strides;
}

Storage::Storage(std::byte* data, std::size_t bytes, std::shared_ptr<void> owner)
    : data_(data), bytes_(bytes), owner_(std::move(owner)) {}

Storage::~Storage() = default;

std::shared_ptr<Storage> Storage::allocate(std::size_t bytes) {
  const std::size_t rounded = (bytes / kAlignment + 1) * kAlignment;
  auto* data = static_cast<std::byte*>(::operator new(rounded, std::align_val_t(kAlignment)));
  std::shared_ptr<void> owner(data,
                              [](void* p) { ::operator delete(p, std::align_val_t(kAlignment)); });
  std::memset(data, 0, rounded);
  return std::shared_ptr<Storage>(new Storage(data, bytes, std::move(owner)));
}

std::shared_ptr<Storage> Storage::wrap(void* data, std::size_t bytes, std::shared_ptr<void> owner) {
  std::shared_ptr<Storage> storage(
      new Storage(static_cast<std::byte*>(data), bytes, std::move(owner)));
  storage->is_borrowed_ = true;
  return storage;
}

std::int64_t TensorImpl::numel() const {
  std::int64_t count = 1;
  for (std::int64_t size : sizes) count *= size;
  return count;
}

bool TensorImpl::is_contiguous() const {
  std::int64_t expected = 1;
  for (std::size_t d = sizes.size(); d-- > 0;) {
    if (sizes[d] == 0) return true;
    if (sizes[d] != 1 && strides[d] != expected) return false;
    expected *= sizes[d];
  }
  return true;
}

ir::ValueMeta TensorImpl::meta() const {
  if (is_proxy()) return node ? node->meta.value.get() : ir::ValueMeta{};
  ir::TensorMeta meta;
  meta.dtype = dtype;
  meta.sizes.assign(sizes.begin(), sizes.end());
  meta.strides.assign(strides.begin(), strides.end());
  return ir::ValueMeta{std::move(meta)};
}

ir::TensorHandle make_tensor(DType dtype, std::vector<std::int64_t> sizes) {
  auto impl = std::make_shared<TensorImpl>();
  impl->dtype = dtype;
  impl->strides = dense_strides(sizes);
  impl->sizes = std::move(sizes);
  impl->storage = Storage::allocate(static_cast<std::size_t>(impl->numel()) * ir::size_of(dtype));
  return impl;
}

ir::TensorHandle make_view(const ir::TensorHandle& base, std::vector<std::int64_t> sizes,
                           std::vector<std::int64_t> strides, std::int64_t offset) {
  auto impl = std::make_shared<TensorImpl>();
  impl->storage = base->storage;
  impl->dtype = base->dtype;
  impl->sizes = std::move(sizes);
  impl->strides = std::move(strides);
  impl->offset = offset;
  return impl;
}

ir::TensorHandle make_proxy(ir::Node* node, OperatorHandler* handler) {
  auto impl = std::make_shared<TensorImpl>();
  impl->node = node;
  impl->handler = handler;
  return impl;
}

}  // namespace weft
