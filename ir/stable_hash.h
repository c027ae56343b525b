/// \file A hash of arguments and texts that is the same in every process.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>

#include <weft/ir/node.h>

namespace weft::ir {

/// The numbers that stand for nodes in a hash.
using NodeOrdinals = std::unordered_map<const Node*, std::uint64_t>;

/// FNV-1a over bytes: the hash is the same in every process and on every machine.
class StableHasher {
 public:
  explicit StableHasher(const NodeOrdinals& ordinals) : ordinals_(ordinals) {}

  void add(std::uint64_t v) {
    for (int i = 0; i < 8; ++i) {
      add_byte(static_cast<unsigned char>(v >> (8 * i)));
    }
  }
  void add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
  }
  void add(const Argument& a) {
    add(static_cast<std::uint64_t>(a.variant().index()));
    std::visit([this](const auto& v) { add_value(v); }, a.variant());
  }
  std::uint64_t value() const { return hash_; }

 private:
  void add_byte(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3ULL; }

  void add_value(std::monostate) {}
  void add_value(Node* node) {
    const auto it = ordinals_.find(node);
    add(it == ordinals_.end() ? UINT64_MAX : it->second);
  }
  void add_value(bool v) { add(std::uint64_t{v}); }
  void add_value(std::int64_t v) { add(static_cast<std::uint64_t>(v)); }
  void add_value(double v) {
    if (std::isnan(v)) v = std::copysign(std::nan(""), v);  // NaNs of one sign are equal
    std::uint64_t bits = 0;
    std::memcpy(&bits, &v, sizeof(bits));
    add(bits);
  }
  void add_value(const Text& v) { add(std::string_view(v.str())); }
  void add_value(DType v) { add(static_cast<std::uint64_t>(v)); }
  void add_value(const Device& v) { add(std::string_view(v.name.str())); }
  void add_value(const EnumValue& v) {
    add(std::string_view(v.type.str()));
    add(std::string_view(v.name.str()));
  }
  void add_value(EllipsisArgument) {}
  void add_value(const SliceArgument& v) { add_items(*v.parts); }
  void add_value(const ArgumentList& v) { add_items(v.items()); }
  void add_value(const ArgumentDict& v) {
    add(static_cast<std::uint64_t>(v.items().size()));
    for (const ArgumentItem& item : v.items()) {
      add(std::string_view(item.key));
      add(item.value);
    }
  }
  void add_items(const std::vector<Argument>& items) {
    add(static_cast<std::uint64_t>(items.size()));
    for (const Argument& item : items) add(item);
  }

  const NodeOrdinals& ordinals_;
  std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

}  // namespace weft::ir
