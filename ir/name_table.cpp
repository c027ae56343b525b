/// \file NameTable: the nodes of a graph by name.
#include <weft/ir/name_table.h>

#include <functional>
#include <utility>

#include <weft/ir/node_pool.h>

namespace weft::ir {

std::uint32_t NameTable::hash_of(std::string_view name) {
  const std::uint64_t hash = std::hash<std::string_view>{}(name);
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

Node* NameTable::find(const NodePool& nodes, std::string_view name) const {
  if (slots_.empty()) return nullptr;
  const std::uint32_t hash = hash_of(name);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = hash & mask; slots_[i].used(); i = (i + 1) & mask) {
    if (slots_[i].hash != hash) continue;
    Node* node = nodes.at(slots_[i].ordinal);
    if (node->name() == name) return node;
  }
  return nullptr;
}

void NameTable::grow() {
  std::vector<Slot> old(slots_.empty() ? 16 : slots_.size() * 2);
  std::swap(old, slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (!slot.used()) continue;
    std::size_t i = slot.hash & mask;
    while (slots_[i].used()) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

bool NameTable::insert(const NodePool& nodes, const Node* node) {
  if (8 * (size_ + 1) > 7 * slots_.size()) grow();
  const std::string_view name = node->name();
  const std::uint32_t hash = hash_of(name);
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = hash & mask;
  for (; slots_[i].used(); i = (i + 1) & mask) {
    if (slots_[i].hash == hash && nodes.at(slots_[i].ordinal)->name() == name) return false;
  }
  slots_[i] = {hash, node->ordinal_};
  ++size_;
  return true;
}

void NameTable::erase(const Node* node) {
  if (slots_.empty()) return;
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = hash_of(node->name()) & mask;
  while (slots_[i].used() && slots_[i].ordinal != node->ordinal_) i = (i + 1) & mask;
  if (!slots_[i].used()) return;
  --size_;
  // Entries behind the hole move up, so that no search ends at it too early.
  for (std::size_t j = i;;) {
    j = (j + 1) & mask;
    if (!slots_[j].used()) break;
    const std::size_t home = slots_[j].hash & mask;
    if (((j - home) & mask) < ((j - i) & mask)) continue;
    slots_[i] = slots_[j];
    i = j;
  }
  slots_[i] = {};
}

void NameTable::clear() {
  slots_.clear();
  size_ = 0;
}

}  // namespace weft::ir
