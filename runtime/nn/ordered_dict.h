/// \file OrderedDict: a map that keeps the order of insertion.
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace weft {

/// \source torch::OrderedDict
template <typename Key, typename Value>
class OrderedDict {
 public:
  class Item {
   public:
    Item(Key key, Value value) : pair_(std::move(key), std::move(value)) {}
    const Key& key() const { return pair_.first; }
    Value& value() { return pair_.second; }
    const Value& value() const { return pair_.second; }
    const std::pair<Key, Value>& pair() const { return pair_; }
    Value& operator*() { return pair_.second; }
    const Value& operator*() const { return pair_.second; }
    Value* operator->() { return &pair_.second; }
    const Value* operator->() const { return &pair_.second; }

   private:
    std::pair<Key, Value> pair_;
  };
  using iterator = typename std::vector<Item>::iterator;
  using const_iterator = typename std::vector<Item>::const_iterator;

  OrderedDict() = default;
  explicit OrderedDict(std::string key_description) : description_(std::move(key_description)) {}
  OrderedDict(std::initializer_list<Item> items) {
    for (const Item& item : items) insert(item.key(), item.value());
  }

  Value& insert(Key key, Value value) {
    if (!index_.emplace(key, items_.size()).second) {
      throw std::runtime_error(description_ + " '" + std::string(key) + "' already defined");
    }
    items_.emplace_back(std::move(key), std::move(value));
    return items_.back().value();
  }
  void update(const OrderedDict& other) {
    for (const Item& item : other) insert(item.key(), item.value());
  }
  Value* find(const Key& key) {
    auto it = index_.find(key);
    return it == index_.end() ? nullptr : &items_[it->second].value();
  }
  const Value* find(const Key& key) const { return const_cast<OrderedDict*>(this)->find(key); }
  bool contains(const Key& key) const { return index_.count(key) != 0; }
  Value& operator[](const Key& key) {
    if (Value* found = find(key)) return *found;
    throw std::runtime_error(description_ + " '" + std::string(key) + "' is not defined");
  }
  const Value& operator[](const Key& key) const { return const_cast<OrderedDict&>(*this)[key]; }
  Item& operator[](std::size_t i) { return items_.at(i); }
  const Item& operator[](std::size_t i) const { return items_.at(i); }
  void erase(const Key& key) {
    const std::size_t at = index_.at(key);
    items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(at));
    index_.erase(key);
    for (auto& [name, position] : index_) position -= position > at;
  }
  void clear() {
    items_.clear();
    index_.clear();
  }
  void reserve(std::size_t n) { items_.reserve(n); }

  std::size_t size() const { return items_.size(); }
  bool is_empty() const { return items_.empty(); }
  Item& front() { return items_.front(); }
  Item& back() { return items_.back(); }
  iterator begin() { return items_.begin(); }
  iterator end() { return items_.end(); }
  const_iterator begin() const { return items_.begin(); }
  const_iterator end() const { return items_.end(); }
  const std::vector<Item>& items() const { return items_; }
  std::vector<Key> keys() const {
    std::vector<Key> keys;
    for (const Item& item : items_) keys.push_back(item.key());
    return keys;
  }
  std::vector<Value> values() const {
    std::vector<Value> values;
    for (const Item& item : items_) values.push_back(item.value());
    return values;
  }
  std::vector<std::pair<Key, Value>> pairs() const {
    std::vector<std::pair<Key, Value>> pairs;
    for (const Item& item : items_) pairs.push_back(item.pair());
    return pairs;
  }

 private:
  std::vector<Item> items_;
  std::unordered_map<Key, std::size_t> index_;
  std::string description_ = "Key";
};

}  // namespace weft
