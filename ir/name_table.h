/// \file NameTable: the nodes of a graph by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weft::ir {

class Node;
class NodePool;

/// Table whose keys are the nodes' own names: it stores no text of them.
///
/// Most names of a large graph are a base with a number, `add_12`, and are given in order. Those of
/// one base are an array by number, so that neighbours in the graph are neighbours in memory, and
/// take 4 bytes. All other names are in a hash table with slots of 8 bytes.
class NameTable {
 public:
  /// The node of this name; null if there is none.
  Node* find(const NodePool& nodes, std::string_view name) const;
  /// Enters a node under its name unless that is taken; returns whether it did.
  bool insert(const NodePool& nodes, const Node* node);
  /// Gives a node the base of its name with the next free number, and enters it.
  void insert_numbered(const NodePool& nodes, Node* node);
  void erase(const Node* node);
  void clear();

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t ordinal = kFree;
    bool used() const { return ordinal != kFree; }
  };
  // The names with one base.
  struct Family {
    std::uint32_t last_given = 0;
    std::uint32_t hashed = 0;  // how many are in the hash table: numbers far from the others
    std::vector<std::uint32_t> ordinals;  // by number
    bool holds(std::uint32_t number) const {
      return number < ordinals.size() && ordinals[number] != kFree;
    }
  };
  // "add_12" is "add" and 12.
  struct Parts {
    std::string_view base;
    std::uint32_t number;
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  static std::optional<Parts> parts_of(std::string_view name);
  static std::uint32_t hash_of(std::string_view name);
  void grow();
  Node* find_hashed(const NodePool& nodes, std::string_view name) const;
  bool insert_hashed(const NodePool& nodes, const Node* node);
  void erase_hashed(const Node* node);
  bool insert_into(Family& family, const NodePool& nodes, const Node* node, std::uint32_t number);
  Family& family(std::string_view base);

  std::vector<Slot> slots_;  // a power of two, at most seven eighths full; probed linearly
  std::size_t size_ = 0;     // of used slots
  std::unordered_map<std::string, Family, TextHash, std::equal_to<>> families_;
};

}  // namespace weft::ir
