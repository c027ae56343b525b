/// \file Adding to and removing from the list of a node's users.
#include <weft/ir/user_list.h>

#include <algorithm>

namespace weft::ir {
namespace {

// Up to this length a scan is quicker than a hash table.
constexpr std::size_t kScanLimit = 16;

}  // namespace

UserList::~UserList() {
  if (is_long()) delete many_;
}

Node* UserList::operator[](std::size_t i) const {
  Iterator it = begin();
  while (i-- > 0) ++it;
  return *it;
}

bool UserList::contains(const Node* user) const {
  return user != nullptr &&
         std::find(slots(), slots() + slot_count(), user) != slots() + slot_count();
}

void UserList::add(Node* user) {
  if (is_long()) return add_long(user);
  if (count_ == kInline && few_[0] == nullptr) {
    few_[0] = few_[1];
    --count_;
  }
  if (count_ < kInline) {
    few_[count_++] = user;
    ++live_;
    return;
  }
  auto many = std::make_unique<Many>();
  many->slots.assign(few_, few_ + count_);
  many_ = many.release();
  count_ = kLong;
  add_long(user);
}

void UserList::remove(const Node* user) {
  if (is_long()) return remove_long(user);
  for (std::uint32_t i = 0; i < count_; ++i) {
    if (few_[i] != user) continue;
    few_[i] = nullptr;
    --live_;
    while (count_ > 0 && few_[count_ - 1] == nullptr) --count_;
    return;
  }
}

std::uint32_t UserList::position(const Node* user) {
  const std::vector<Node*>& slots = many_->slots;
  if (!many_->index) {
    // Whoever began last or first is often the first to stop.
    const std::size_t size = slots.size();
    for (std::size_t i = size; i-- > many_->head && i + kScanLimit >= size;) {
      if (slots[i] == user) return static_cast<std::uint32_t>(i);
    }
    if (many_->head < size && slots[many_->head] == user) return many_->head;
    if (size <= kScanLimit) return kNowhere;
    many_->index = std::make_unique<std::unordered_map<const Node*, std::uint32_t>>();
    many_->index->reserve(live_);
    for (std::size_t i = many_->head; i < size; ++i) {
      if (slots[i] != nullptr) many_->index->emplace(slots[i], static_cast<std::uint32_t>(i));
    }
  }
  const auto it = many_->index->find(user);
  return it == many_->index->end() ? kNowhere : it->second;
}

void UserList::add_long(Node* user) {
  std::vector<Node*>& slots = many_->slots;
  if (slots.size() == slots.capacity() && slots.size() >= 2 * std::size_t{live_}) {
    slots.erase(std::remove(slots.begin(), slots.end(), nullptr), slots.end());
    many_->head = 0;
    many_->index.reset();
  }
  slots.push_back(user);
  ++live_;
  if (many_->index) {
    many_->index->emplace(user, static_cast<std::uint32_t>(slots.size() - 1));
  }
}

void UserList::remove_long(const Node* user) {
  const std::uint32_t at = position(user);
  if (at == kNowhere) return;
  std::vector<Node*>& slots = many_->slots;
  slots[at] = nullptr;
  if (many_->index) many_->index->erase(user);
  --live_;
  while (!slots.empty() && slots.back() == nullptr) slots.pop_back();
  while (many_->head < slots.size() && slots[many_->head] == nullptr) ++many_->head;
  if (slots.empty()) many_->head = 0;
}

}  // namespace weft::ir
