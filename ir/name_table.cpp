/// \file NameTable: the nodes of a graph by name.
#include <weft/ir/name_table.h>

#include <charconv>
#include <utility>

#include <weft/ir/node_pool.h>

namespace weft::ir {

namespace {

// Numbers with more digits are part of the name.
constexpr std::size_t kMostDigits = 9;
// A number up to so far behind the array's end extends it.
constexpr std::size_t kGap = 64;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::optional<NameTable::Parts> NameTable::parts_of(std::string_view name) {
  std::size_t start = name.size();
  while (start > 0 && is_digit(name[start - 1])) --start;
  const std::size_t digits = name.size() - start;
  if (digits == 0 || digits > kMostDigits || start < 2 || name[start - 1] != '_') return {};
  if (digits > 1 && name[start] == '0') return {};
  std::uint32_t number = 0;
  for (std::size_t i = start; i < name.size(); ++i) {
    number = number * 10 + static_cast<std::uint32_t>(name[i] - '0');
  }
  return Parts{name.substr(0, start - 1), number};
}

std::uint32_t NameTable::hash_of(std::string_view name) {
  const std::uint64_t hash = std::hash<std::string_view>{}(name);
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

Node* NameTable::find_hashed(const NodePool& nodes, std::string_view name) const {
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

bool NameTable::insert_hashed(const NodePool& nodes, const Node* node) {
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

void NameTable::erase_hashed(const Node* node) {
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

Node* NameTable::find(const NodePool& nodes, std::string_view name) const {
  if (const std::optional<Parts> parts = parts_of(name)) {
    const auto found = families_.find(parts->base);
    if (found == families_.end()) return nullptr;
    const Family& family = found->second;
    if (family.holds(parts->number)) return nodes.at(family.ordinals[parts->number]);
    if (family.hashed == 0) return nullptr;
  }
  return find_hashed(nodes, name);
}

NameTable::Family& NameTable::family(std::string_view base) {
  const auto found = families_.find(base);
  return found != families_.end() ? found->second : families_[std::string(base)];
}

bool NameTable::insert(const NodePool& nodes, const Node* node) {
  const std::optional<Parts> parts = parts_of(node->name());
  if (!parts) return insert_hashed(nodes, node);
  return insert_into(family(parts->base), nodes, node, parts->number);
}

bool NameTable::insert_into(Family& family, const NodePool& nodes, const Node* node,
                            std::uint32_t number) {
  if (family.holds(number)) return false;
  if (family.hashed != 0 && find_hashed(nodes, node->name()) != nullptr) return false;
  std::vector<std::uint32_t>& ordinals = family.ordinals;
  if (number >= ordinals.size()) {
    if (number >= 2 * ordinals.size() + kGap) {
      ++family.hashed;
      return insert_hashed(nodes, node);
    }
    ordinals.resize(number + std::size_t{1}, kFree);
  }
  ordinals[number] = node->ordinal_;
  return true;
}

void NameTable::insert_numbered(const NodePool& nodes, Node* node) {
  // "relu_12" -> "relu"; a name without number is its own base.
  std::string& name = node->name_;
  std::size_t end = name.size();
  while (end > 0 && is_digit(name[end - 1])) --end;
  if (end > 1 && end < name.size() && name[end - 1] == '_') name.resize(end - 1);
  Family& numbered = family(name);
  name += '_';
  const std::size_t size = name.size();
  char digits[12];
  do {
    const std::uint32_t number = ++numbered.last_given;
    const auto last = std::to_chars(digits, digits + sizeof(digits), number).ptr;
    name.resize(size);
    name.append(digits, last);
    if (insert_into(numbered, nodes, node, number)) return;
  } while (true);
}

void NameTable::erase(const Node* node) {
  if (const std::optional<Parts> parts = parts_of(node->name())) {
    Family& family = this->family(parts->base);
    if (family.holds(parts->number) && family.ordinals[parts->number] == node->ordinal_) {
      family.ordinals[parts->number] = kFree;
      return;
    }
    --family.hashed;
  }
  erase_hashed(node);
}

void NameTable::clear() {
  families_.clear();
  slots_.clear();
  size_ = 0;
}

}  // namespace weft::ir
