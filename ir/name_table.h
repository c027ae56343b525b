/// \file NameTable: the nodes of a graph by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace weft::ir {

class Node;
class NodePool;

/// Hash table whose keys are the nodes' own names: it stores no text, and a slot takes 8 bytes.
class NameTable {
 public:
  /// The node of this name; null if there is none.
  Node* find(const NodePool& nodes, std::string_view name) const;
  /// Enters a node under its name unless that is taken; returns whether it did.
  bool insert(const NodePool& nodes, const Node* node);
  void erase(const Node* node);
  void clear();

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t ordinal = kFree;
    bool used() const { return ordinal != kFree; }
  };
  static std::uint32_t hash_of(std::string_view name);
  void grow();

  std::vector<Slot> slots_;  // a power of two, at most seven eighths full; probed linearly
  std::size_t size_ = 0;
};

}  // namespace weft::ir
