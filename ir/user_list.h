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

/// Ordered set of nodes in 24 bytes; up to two need no memory of their own. Adding and removing
/// take amortised constant time, also for a node with a million users. Removing while iterating is
/// allowed, adding is not.
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
    Iterator(const UserList* list, std::size_t at) : list_(list), at_(at) { skip(); }
    Node* operator*() const { return list_->slots()[at_]; }
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
      return list_ == nullptr || at_ >= list_->slot_count() ? SIZE_MAX : at_;
    }
    void skip() {
      while (at_ < list_->slot_count() && list_->slots()[at_] == nullptr) ++at_;
    }
    const UserList* list_ = nullptr;
    std::size_t at_ = 0;
  };
  using value_type = Node*;
  using const_iterator = Iterator;
  using iterator = Iterator;

  UserList() = default;
  UserList(const UserList&) = delete;
  UserList& operator=(const UserList&) = delete;
  ~UserList();

  Iterator begin() const { return Iterator(this, is_long() ? many_->head : 0); }
  Iterator end() const { return Iterator(this, slot_count()); }
  std::size_t size() const { return live_; }
  bool empty() const { return live_ == 0; }
  /// The first and the last user; the list must not be empty.
  Node* front() const { return *begin(); }
  Node* back() const { return slots()[slot_count() - 1]; }
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
  static constexpr std::uint32_t kInline = 2;
  static constexpr std::uint32_t kLong = UINT32_MAX;

  struct Many {
    std::vector<Node*> slots;
    std::uint32_t head = 0;  // everything before it is null
    // Positions; made when a user in the middle of a long list goes.
    std::unique_ptr<std::unordered_map<const Node*, std::uint32_t>> index;
  };

  // Removed users leave null, but never at the end.
  bool is_long() const { return count_ == kLong; }
  Node* const* slots() const { return is_long() ? many_->slots.data() : few_; }
  std::size_t slot_count() const { return is_long() ? many_->slots.size() : count_; }

  /// Adds at the end a user that is not in the list.
  void add(Node* user);
  void remove(const Node* user);
  void add_long(Node* user);
  void remove_long(const Node* user);
  std::uint32_t position(const Node* user);

  std::uint32_t live_ = 0;
  std::uint32_t count_ = 0;  // of slots in `few_`, or kLong
  union {
    Node* few_[kInline] = {nullptr, nullptr};
    Many* many_;
  };
};

}  // namespace weft::ir
