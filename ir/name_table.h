/// \file NameTable: the nodes of a graph by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace weft::ir {

class Node;

/// Hash table whose keys are the nodes' own names: it stores no text, and an entry costs 16 bytes.
class NameTable {
 public:
  /// The node of this name; null if there is none.
  Node* find(std::string_view name) const;
  /// Enters a node under its name unless that is taken; returns whether it did.
  bool insert(Node* node);
  void erase(const Node* node);
  void clear();

 private:
  struct Slot {
    std::uint64_t hash = 0;
    Node* node = nullptr;
    bool used() const { return node != nullptr; }
  };
  static std::uint64_t hash_of(std::string_view name);
  void grow();

  std::vector<Slot> slots_;  // a power of two, at most three quarters full; probed linearly
  std::size_t size_ = 0;
};

}  // namespace weft::ir
