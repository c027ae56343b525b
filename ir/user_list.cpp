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

bool UserList::contains(const Node* user) const {
  return user != nullptr && std::find(slots_.begin(), slots_.end(), user) != slots_.end();
}

std::uint32_t UserList::position(const Node* user) {
  if (!index_) {
    // Whoever began last or first is often the first to stop.
    const std::size_t size = slots_.size();
    for (std::size_t i = size; i-- > head_ && i + kScanLimit >= size;) {
      if (slots_[i] == user) return static_cast<std::uint32_t>(i);
    }
    if (head_ < size && slots_[head_] == user) return head_;
    if (size <= kScanLimit) return kNowhere;
    index_ = std::make_unique<std::unordered_map<const Node*, std::uint32_t>>();
    index_->reserve(live_);
    for (std::size_t i = head_; i < size; ++i) {
      if (slots_[i] != nullptr) index_->emplace(slots_[i], static_cast<std::uint32_t>(i));
    }
  }
  const auto it = index_->find(user);
  return it == index_->end() ? kNowhere : it->second;
}

void UserList::compact() {
  slots_.erase(std::remove(slots_.begin(), slots_.end(), nullptr), slots_.end());
  head_ = 0;
  index_.reset();
}

void UserList::add(Node* user) {
  if (slots_.size() == slots_.capacity() && slots_.size() >= 2 * std::size_t{live_}) compact();
  slots_.push_back(user);
  ++live_;
  if (index_) index_->emplace(user, static_cast<std::uint32_t>(slots_.size() - 1));
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
