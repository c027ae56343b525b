/// \file NodeList: a short sequence of nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace weft::ir {

class Node;

/// A sequence of nodes in 24 bytes; up to two need no memory of their own.
class NodeList {
 public:
  using value_type = Node*;
  using const_iterator = Node* const*;
  using iterator = const_iterator;

  NodeList() = default;
  NodeList(NodeList&& other) noexcept { *this = std::move(other); }
  NodeList& operator=(NodeList&& other) noexcept {
    if (this == &other) return *this;
    release();
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, kInline);
    few_[0] = other.few_[0];
    few_[1] = other.few_[1];
    return *this;
  }
  ~NodeList() { release(); }

  const_iterator begin() const { return data(); }
  const_iterator end() const { return data() + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Node* operator[](std::size_t i) const { return data()[i]; }
  Node* front() const { return data()[0]; }
  Node* back() const { return data()[size_ - 1]; }
  operator std::vector<Node*>() const {  // NOLINT(google-explicit-constructor)
    return std::vector<Node*>(begin(), end());
  }

  void push_back(Node* node) {
    if (size_ == capacity_) grow();
    (capacity_ == kInline ? few_ : many_)[size_++] = node;
  }

 private:
  static constexpr std::uint32_t kInline = 2;

  Node* const* data() const { return capacity_ == kInline ? few_ : many_; }
  void grow() {
    Node** nodes = new Node*[2 * std::size_t{capacity_}];
    for (std::uint32_t i = 0; i < size_; ++i) nodes[i] = data()[i];
    release();
    many_ = nodes;
    capacity_ *= 2;
  }
  void release() {
    if (capacity_ != kInline) delete[] many_;
  }

  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = kInline;
  union {
    Node* few_[kInline] = {nullptr, nullptr};
    Node** many_;
  };
};

}  // namespace weft::ir
