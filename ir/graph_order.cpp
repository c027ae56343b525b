/// \file The list of a graph's nodes and the numbers that order them; names of nodes.
#include <algorithm>
#include <cctype>

#include <weft/ir/graph.h>

namespace weft::ir {
namespace {

constexpr std::uint64_t kStart = std::uint64_t{1} << 40;
constexpr std::uint64_t kStep = std::uint64_t{1} << 20;
constexpr int kPositionBits = 62;

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::string Graph::snake_case(std::string_view text) {
  std::string result;
  result.reserve(text.size() + 4);
  char previous = '_';
  for (const char c : text) {
    if (is_upper(c) && is_name_character(previous) && previous != '_' && !is_upper(previous)) {
      result += '_';
    }
    result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    previous = c;
  }
  return result;
}

std::string Graph::identifier(std::string_view wanted) {
  std::string name;
  name.reserve(wanted.size() + 1);
  if (wanted.empty() || std::isdigit(static_cast<unsigned char>(wanted[0])) != 0) name += '_';
  for (const char c : wanted) name += is_name_character(c) ? c : '_';
  return name;
}

void Graph::take_name(Node* node, std::string_view wanted) {
  take_identifier(node, identifier(wanted));
}

void Graph::take_identifier(Node* node, std::string_view wanted) {
  node->name_ = wanted;
  if (!by_name_.insert(nodes_, node)) by_name_.insert_numbered(nodes_, node);
}

void Graph::release_name(const Node* node) { by_name_.erase(node); }

Node* Graph::find_by_name(std::string_view name) const { return by_name_.find(nodes_, name); }

void Graph::link_before(Node* node, Node* anchor) {
  node->next_ = anchor;
  node->prev_ = anchor != nullptr ? anchor->prev_ : last_;
  (node->prev_ != nullptr ? node->prev_->next_ : first_) = node;
  (anchor != nullptr ? anchor->prev_ : last_) = node;
  number(node);
}

void Graph::unlink(Node* node) {
  (node->prev_ != nullptr ? node->prev_->next_ : first_) = node->next_;
  (node->next_ != nullptr ? node->next_->prev_ : last_) = node->prev_;
}

void Graph::number(Node* node) {
  const Node* before = node->prev_;
  const Node* after = node->next_;
  if (after == nullptr) {
    node->position_ = before == nullptr ? kStart : before->position_ + kStep;
    if ((node->position_ >> kPositionBits) == 0) return;
    node->position_ = before->position_;
  } else if (before == nullptr) {
    node->position_ = after->position_ > kStep ? after->position_ - kStep : after->position_ / 2;
    if (node->position_ < after->position_) return;
  } else {
    node->position_ = before->position_ + (after->position_ - before->position_) / 2;
    if (node->position_ > before->position_) return;
  }
  make_room(node);
}

// Order maintenance after Bender et al., "Two simplified algorithms for maintaining order in a
// list" (2002): the smallest aligned range of numbers that is thin enough is numbered anew, which
// costs amortised logarithmic time.
void Graph::make_room(Node* node) {
  constexpr double kThinning = 1.3;
  Node* left = node;
  Node* right = node;
  std::uint64_t count = 1;
  double capacity = 1;
  for (int bits = 1; bits <= kPositionBits; ++bits) {
    capacity *= 2 / kThinning;
    const std::uint64_t width = std::uint64_t{1} << bits;
    const std::uint64_t low = node->position_ & ~(width - 1);
    const std::uint64_t high = low + (width - 1);
    while (left->prev_ != nullptr && left->prev_->position_ >= low) {
      left = left->prev_;
      ++count;
    }
    while (right->next_ != nullptr && right->next_->position_ <= high) {
      right = right->next_;
      ++count;
    }
    const std::uint64_t spacing = width / count;
    if (bits < kPositionBits && (static_cast<double>(count) > capacity || spacing < 2)) continue;
    std::uint64_t position = low;
    for (Node* n = left;; n = n->next_) {
      n->position_ = position;
      position += spacing;
      if (n == right) break;
    }
    return;
  }
}

}  // namespace weft::ir
