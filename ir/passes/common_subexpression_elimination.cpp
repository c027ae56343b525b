/// \file Pass: equal computations are done once.
#include <weft/ir/passes/common_subexpression_elimination.h>

#include <bit>
#include <functional>
#include <unordered_set>

#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

// Hashes of arguments within one run of the pass: nodes count by their addresses. Equal arguments
// have equal hashes; what is rare as a difference between calls does not count.
std::size_t combine(std::size_t hash, std::size_t value) {
  return std::rotl(hash ^ value, 23) * std::size_t{0x9e3779b97f4a7c15};
}

std::size_t hash_of(const Argument& argument);

std::size_t hash_of(const std::vector<Argument>& items) {
  std::size_t hash = items.size();
  for (const Argument& item : items) hash = combine(hash, hash_of(item));
  return hash;
}

std::size_t hash_of(const Argument& argument) {
  const std::size_t kind = argument.variant().index();
  if (const Node* node = argument.node()) return std::hash<const Node*>()(node);
  if (const auto* integer = std::get_if<std::int64_t>(&argument.variant())) {
    return combine(kind, static_cast<std::size_t>(*integer));
  }
  if (const auto* number = std::get_if<double>(&argument.variant())) {
    return combine(kind, std::hash<double>()(*number));
  }
  if (const ArgumentList* list = argument.list()) return hash_of(list->items());
  if (const auto* slice = std::get_if<SliceArgument>(&argument.variant())) {
    return combine(kind, hash_of(*slice->parts));
  }
  if (const std::string* text = argument.text()) {
    return combine(kind, std::hash<std::string>()(*text));
  }
  return kind;
}

// The first call or read of each kind.
class KnownNodes {
 public:
  explicit KnownNodes(std::size_t at_most) : slots_(std::bit_ceil(2 * at_most + 2), kFree) {}

  // Calls `is_wanted` for the nodes of this hash in the order in which they were entered, until it
  // returns true; null if it never did.
  template <typename IsWanted>
  Node* find(std::size_t hash, const IsWanted& is_wanted) const {
    for (std::size_t at = first_slot(hash); slots_[at] != kFree; at = next(at)) {
      const Entry& entry = entries_[slots_[at]];
      if (entry.hash == hash && is_wanted(entry.node)) return entry.node;
    }
    return nullptr;
  }

  void enter(std::size_t hash, Node* node) {
    std::size_t at = first_slot(hash);
    while (slots_[at] != kFree) at = next(at);
    slots_[at] = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({hash, node});
  }

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;
  struct Entry {
    std::size_t hash;
    Node* node;
  };
  std::size_t first_slot(std::size_t hash) const {
    return (hash ^ (hash >> 32)) & (slots_.size() - 1);
  }
  std::size_t next(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }

  std::vector<std::uint32_t> slots_;  // a power of two, at most half full; probed linearly
  std::vector<Entry> entries_;
};

class Eliminator {
 public:
  explicit Eliminator(GraphModule& module) : module_(module), known_(module.graph.size()) {}

  bool run() {
    for (const Node* node : module_.graph) {
      if (may_change_memory(module_, *node)) return false;
    }
    escaping_ = escaping_nodes(module_.graph);
    bool changed = false;
    for (Node* node : module_.graph) {
      if (node->opcode() != OpCode::kGetAttr && (node->op() == nullptr || node->is_impure())) {
        continue;
      }
      changed |= merge(node);
    }
    return changed;
  }

 private:
  // A call's arguments as its schema orders them, so that spellings of one call are equal.
  static std::vector<Argument> bind(const Node& node) {
    if (node.op() == nullptr) return {};
    return bind_arguments(node.op()->schema, node.args(), node.kwargs(), node.meta.location);
  }

  static bool is_same(const Node& a, const Node& b) {
    if (a.op() != b.op()) return false;
    if (a.op() != nullptr) return true;
    return a.opcode() == b.opcode() && a.target() == b.target();  // reads of attributes
  }

  // Merges the node into an equal one before it, or enters it as the first of its kind.
  bool merge(Node* node) {
    const std::vector<Argument> bound = bind(*node);
    const std::size_t what = node->op() != nullptr ? std::hash<const Operator*>()(node->op())
                                                   : std::hash<std::string>()(node->target());
    const std::size_t hash = combine(what, hash_of(bound));
    Node* first = known_.find(hash, [&](Node* other) {
      return is_same(*other, *node) && bind(*other) == bound && may_merge(*other, *node);
    });
    if (first == nullptr) {
      known_.enter(hash, node);
      return false;
    }
    const ExtentPairs extents = differing_extents(node->meta.value, first->meta.value);
    // Numbers of results that the data decides have one symbol from here on.
    for (Node* later = node; !extents.empty() && later != nullptr; later = later->next()) {
      later->meta.value = with_extents(later->meta.value, extents);
    }
    replace_node(node, first, false);
    return true;
  }

  bool may_merge(const Node& first, const Node& second) const {
    // Two reads of an attribute are one tensor already.
    if (first.opcode() == OpCode::kGetAttr) return true;
    return escaping_.count(&first) == 0 || escaping_.count(&second) == 0;
  }

  GraphModule& module_;
  std::unordered_set<const Node*> escaping_;
  KnownNodes known_;
};

}  // namespace

bool common_subexpression_elimination(GraphModule& module, PassContext&) {
  return Eliminator(module).run();
}

}  // namespace weft::ir
