/// \file Structural hash and equality of graphs.
#include <algorithm>

#include <weft/ir/graph.h>
#include <weft/ir/stable_hash.h>

namespace weft::ir {
namespace {

KeywordArguments sorted_by_key(KeywordArguments kwargs) {
  std::stable_sort(kwargs.begin(), kwargs.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  return kwargs;
}

// The targets of placeholders and outputs are names.
bool target_counts(const Node* node) {
  return node->opcode() != OpCode::kPlaceholder && node->opcode() != OpCode::kOutput;
}

}  // namespace

std::uint64_t Graph::structural_hash() const {
  NodeOrdinals ordinals;
  ordinals.reserve(size_);
  for (const Node* node : *this) ordinals.emplace(node, ordinals.size());
  StableHasher hasher(ordinals);
  for (const Node* node : *this) {
    hasher.add(static_cast<std::uint64_t>(node->opcode()));
    if (target_counts(node)) hasher.add(std::string_view(node->target()));
    hasher.add(static_cast<std::uint64_t>(node->args().size()));
    for (const Argument& a : node->args()) hasher.add(a);
    hasher.add(static_cast<std::uint64_t>(node->kwargs().size()));
    for (const auto& [key, value] : sorted_by_key(node->kwargs())) {
      hasher.add(std::string_view(key));
      hasher.add(value);
    }
  }
  return hasher.value();
}

bool structurally_equal(const Graph& a, const Graph& b) {
  if (a.size() != b.size()) return false;
  NodeMap values;  // of `a` to `b`
  values.reserve(a.size());
  for (Graph::Iterator x = a.begin(), y = b.begin(); x != a.end(); ++x, ++y) {
    values.emplace(*x, *y);
  }
  const auto map = [&values](Node* node) {
    const auto it = values.find(node);
    return Argument(it == values.end() ? node : it->second);
  };
  for (Graph::Iterator x = a.begin(), y = b.begin(); x != a.end(); ++x, ++y) {
    const Node* p = *x;
    const Node* q = *y;
    if (p->opcode() != q->opcode()) return false;
    if (target_counts(p) && p->target() != q->target()) return false;
    if (p->args().size() != q->args().size() || p->kwargs().size() != q->kwargs().size()) {
      return false;
    }
    for (std::size_t i = 0; i < p->args().size(); ++i) {
      if (!(map_nodes(p->args()[i], map) == q->args()[i])) return false;
    }
    const KeywordArguments pk = sorted_by_key(p->kwargs());
    const KeywordArguments qk = sorted_by_key(q->kwargs());
    for (std::size_t i = 0; i < pk.size(); ++i) {
      if (pk[i].first != qk[i].first) return false;
      if (!(map_nodes(pk[i].second, map) == qk[i].second)) return false;
    }
  }
  return true;
}

}  // namespace weft::ir
