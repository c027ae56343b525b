/// \file NodePool: the memory of a graph's nodes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <weft/ir/node.h>

namespace weft::ir {

/// Nodes side by side in blocks that never move. Each has an ordinal, in the order in which they
/// were made; a node lives as long as the pool.
class NodePool {
 public:
  NodePool() = default;
  NodePool(NodePool&& other) noexcept { *this = std::move(other); }
  NodePool& operator=(NodePool&& other) noexcept {
    std::swap(blocks_, other.blocks_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~NodePool() {
    for (std::uint32_t i = 0; i < size_; ++i) at(i)->~Node();
  }

  /// A new node; its ordinal is size() before the call.
  Node* make() {
    const Place place = place_of(size_);
    if (place.block == blocks_.size()) {
      const std::size_t bytes = sizeof(Node) * std::size_t{block_size(place.block)};
      blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(bytes));
    }
    Node* node = new (blocks_[place.block].get() + sizeof(Node) * place.offset) Node();
    node->ordinal_ = size_++;
    return node;
  }
  Node* at(std::uint32_t ordinal) const {
    const Place place = place_of(ordinal);
    return std::launder(
        reinterpret_cast<Node*>(blocks_[place.block].get() + sizeof(Node) * place.offset));
  }
  std::uint32_t size() const { return size_; }

 private:
  static_assert(alignof(Node) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  struct Place {
    std::uint32_t block;
    std::uint32_t offset;
  };
  // Blocks of 8, 16, ... 256, and then all of 512: small graphs are many, big ones have little
  // slack.
  static constexpr std::uint32_t kFirst = 8;
  static constexpr std::uint32_t kDoublings = 6;
  static constexpr std::uint32_t kFull = kFirst << kDoublings;
  static constexpr std::uint32_t kGrowing = kFull - kFirst;

  static std::uint32_t block_size(std::uint32_t block) {
    return block < kDoublings ? kFirst << block : kFull;
  }
  static Place place_of(std::uint32_t ordinal) {
    if (ordinal >= kGrowing) {
      return {kDoublings + (ordinal - kGrowing) / kFull, (ordinal - kGrowing) % kFull};
    }
    const auto block = static_cast<std::uint32_t>(std::bit_width(ordinal / kFirst + 1) - 1);
    return {block, ordinal - kFirst * ((std::uint32_t{1} << block) - 1)};
  }

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::uint32_t size_ = 0;
};

}  // namespace weft::ir
