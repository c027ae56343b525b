/// \file UserList: the users of a node, in the order in which they began to use it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <unordered_map>
#include <vector>

namespace weft::ir {

class Node;

/// Ordered set of nodes. Adding and removing take amortised constant time, also for a node with a
/// million users. Removing while iterating is allowed, adding is not.
class UserList {
 public:
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Node*;
    using difference_type = std::ptrdiff_t;
    using pointer = Node* const*;
    using reference = Node*;
    Iterator() = default;
    Iterator(const std::vector<Node*>* slots, std::size_t at) : slots_(slots), at_(at) { skip(); }
    Node* operator*() const { return (*slots_)[at_]; }
    Iterator& operator++() {
      ++at_;
      skip();
      return *this;
    }
    Iterator operator++(int) {
      Iterator old = *this;
      ++*this;
      return old;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) {
      return a.clamped() == b.clamped();
    }

   private:
    // The list may shrink under a loop over it; any place behind its end counts as the end.
    std::size_t clamped() const {
      return slots_ == nullptr || at_ >= slots_->size() ? SIZE_MAX : at_;
    }
    void skip() {
      while (at_ < slots_->size() && (*slots_)[at_] == nullptr) ++at_;
    }
    const std::vector<Node*>* slots_ = nullptr;
    std::size_t at_ = 0;
  };
  using value_type = Node*;
  using const_iterator = Iterator;
  using iterator = Iterator;

  Iterator begin() const { return Iterator(&slots_, head_); }
  Iterator end() const { return Iterator(&slots_, slots_.size()); }
  std::size_t size() const { return live_; }
  bool empty() const { return live_ == 0; }
  /// The first and the last user; the list must not be empty.
  Node* front() const { return *begin(); }
  Node* back() const { return slots_.back(); }
  /// The user number `i`, counted from 0, in linear time.
  Node* operator[](std::size_t i) const;
  /// In linear time.
  bool contains(const Node* user) const;
  operator std::vector<Node*>() const {  // NOLINT(google-explicit-constructor)
    return std::vector<Node*>(begin(), end());
  }

 private:
  friend class Node;
  friend class Graph;
  static constexpr std::uint32_t kNowhere = UINT32_MAX;

  /// Adds at the end a user that is not in the list.
  void add(Node* user);
  void remove(const Node* user);
  void clear();
  std::uint32_t position(const Node* user);
  void compact();

  std::vector<Node*> slots_;  // removed users leave null, but never at the end
  std::uint32_t head_ = 0;    // everything before it is null
  std::uint32_t live_ = 0;
  // Positions; made when a user in the middle of a long list goes.
  std::unique_ptr<std::unordered_map<const Node*, std::uint32_t>> index_;
};

}  // namespace weft::ir
