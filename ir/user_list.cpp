/// \file Adding to and removing from the list of a node's users.
#include <weft/ir/user_list.h>

#include <algorithm>

namespace weft::ir {
namespace {

// Up to this length a scan is quicker than a hash table.
constexpr std::size_t kScanLimit = 16;

}  // namespace

Node* UserList::operator[](std::size_t i) const {
  Iterator it = begin();
  while (i-- > 0) ++it;
  return *it;
}

std::uint32_t UserList::position(const Node* user) const {
  if (index_) {
    const auto it = index_->find(user);
    return it == index_->end() ? kNowhere : it->second;
  }
  // From the end: whoever began last is usually the first to stop.
  for (std::size_t i = slots_.size(); i-- > head_;) {
    if (slots_[i] == user) return static_cast<std::uint32_t>(i);
  }
  return kNowhere;
}

void UserList::compact() {
  slots_.erase(std::remove(slots_.begin(), slots_.end(), nullptr), slots_.end());
  head_ = 0;
  index_.reset();
}

void UserList::add(Node* user) {
  if (position(user) != kNowhere) return;
  if (slots_.size() == slots_.capacity() && slots_.size() >= 2 * std::size_t{live_}) compact();
  slots_.push_back(user);
  ++live_;
  if (index_) {
    index_->emplace(user, static_cast<std::uint32_t>(slots_.size() - 1));
  } else if (slots_.size() > kScanLimit) {
    index_ = std::make_unique<std::unordered_map<const Node*, std::uint32_t>>();
    for (std::size_t i = head_; i < slots_.size(); ++i) {
      if (slots_[i] != nullptr) index_->emplace(slots_[i], static_cast<std::uint32_t>(i));
    }
  }
}

void UserList::remove(const Node* user) {
  const std::uint32_t at = position(user);
  if (at == kNowhere) return;
  slots_[at] = nullptr;
  if (index_) index_->erase(user);
  --live_;
  while (!slots_.empty() && slots_.back() == nullptr) slots_.pop_back();
  while (head_ < slots_.size() && slots_[head_] == nullptr) ++head_;
  if (slots_.empty()) head_ = 0;
}

void UserList::clear() {
  slots_.clear();
  head_ = 0;
  live_ = 0;
  index_.reset();
}

}  // namespace weft::ir
