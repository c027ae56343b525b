/// \file Shared: an immutable value behind one pointer, which copies share.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace weft::ir {

/// Nothing, or a value that all copies share. It takes eight bytes where std::shared_ptr takes 16,
/// which counts in a graph of a million nodes. Counting is atomic: threads may hold copies.
template <typename T>
class Shared {
 public:
  Shared() = default;
  explicit Shared(T value) : block_(new Block{std::move(value)}) {}
  Shared(const Shared& other) noexcept : block_(other.block_) {
    if (block_ != nullptr) block_->count.fetch_add(1, std::memory_order_relaxed);
  }
  Shared(Shared&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  Shared& operator=(Shared other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~Shared() {
    if (block_ == nullptr) return;
    if (block_->count.fetch_sub(1, std::memory_order_acq_rel) == 1) delete block_;
  }

  explicit operator bool() const { return block_ != nullptr; }
  const T* get() const { return block_ != nullptr ? &block_->value : nullptr; }
  const T& operator*() const { return block_->value; }
  const T* operator->() const { return &block_->value; }

  /// The value for writing, after a copy where others share it; an empty one where there is none.
  T& edit() {
    if (block_ == nullptr) {
      *this = Shared(T());
    } else if (block_->count.load(std::memory_order_acquire) != 1) {
      *this = Shared(T(block_->value));
    }
    return block_->value;
  }

 private:
  struct Block {
    explicit Block(T v) : value(std::move(v)) {}
    T value;
    std::atomic<std::uint32_t> count = 1;
  };
  Block* block_ = nullptr;
};

}  // namespace weft::ir
