#include <weft/runtime/tensor/sizes.h>

#include <algorithm>
#include <string>

#include <weft/runtime/diagnostics.h>
#include <weft/runtime/dispatch.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {

namespace {

/// The extent of a dimension: a number where the capture knows it, else a node.
SymInt extent_of(const ir::TensorHandle& proxy, std::size_t dimension, SourceLocation where) {
  if (proxy->node) {
    const ir::TensorMeta* meta = proxy->node->meta.value.tensor();
    if (meta && dimension < meta->rank() && meta->sizes[dimension].is_constant()) {
      return SymInt(meta->sizes[dimension].value());
    }
  }
  static const ir::Operator& op = ir::get_operator("size.int");
  return SymInt(
      *dispatch(op, {proxy, static_cast<std::int64_t>(dimension)}, CallStyle::kMethod, where)
           .tensor());
}

}  // namespace

SizeList::SizeList(const Sizes& values) : items_(values.begin(), values.end()) {}

SymInt Sizes::at(std::size_t i) const {
  if (i >= size_) {
    fail(diag::DimensionOutOfRange, where_,
         {"sizes().at", std::to_string(i), std::to_string(size_)});
  }
  return (*this)[i];
}

SymInt Sizes::recorded(std::size_t i) const { return extent_of(proxy_, first_ + i, where_); }

SymInt Sizes::const_iterator::operator[](difference_type n) const {
  const auto i = static_cast<std::size_t>(at_ + n);
  return proxy_ ? extent_of(proxy_, first_ + i, where_) : SymInt(values_[i]);
}

Sizes Sizes::slice(std::size_t from, std::size_t count) const {
  if (!proxy_) return values_.slice(from, count);
  Sizes part = *this;
  part.first_ += from;
  part.size_ = count;
  return part;
}

// A proxy has no extents of its own, so its impl keeps the numbers that references see.
IntArrayRef Sizes::numbers() const {
  if (!proxy_) return values_;
  std::vector<std::int64_t> all;
  for (std::size_t i = 0; i < first_ + size_; ++i) {
    all.push_back(i < first_ ? 0 : extent_of(proxy_, i, where_).value());
  }
  proxy_->sizes = std::move(all);
  return {proxy_->sizes.data() + first_, size_};
}

bool Sizes::equals(const Sizes& other) const {
  return size_ == other.size_ && std::equal(begin(), end(), other.begin());
}

bool Sizes::equals(std::initializer_list<SizeItem> other) const {
  return size_ == other.size() && std::equal(begin(), end(), other.begin());
}

}  // namespace weft
