/// \file Pass: equal computations are done once.
#include <weft/ir/passes/common_subexpression_elimination.h>

#include <unordered_set>

#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>
#include <weft/ir/stable_hash.h>

namespace weft::ir {
namespace {

// A call with its arguments bound, so that spellings of one call are equal.
struct Candidate {
  Node* node;
  std::vector<Argument> bound;
};

class Eliminator {
 public:
  explicit Eliminator(GraphModule& module) : module_(module) {}

  bool run() {
    for (const Node* node : module_.graph) {
      if (may_change_memory(module_, *node)) return false;
    }
    escaping_ = escaping_nodes(module_.graph);
    bool changed = false;
    std::uint64_t ordinal = 0;
    for (Node* node : module_.graph) {
      ordinals_.emplace(node, ordinal++);
      if (node->opcode() != OpCode::kGetAttr && (node->op() == nullptr || node->is_impure())) {
        continue;
      }
      changed |= merge(node);
    }
    return changed;
  }

 private:
  // Merges the node into an equal one before it, or enters it as the first of its kind.
  bool merge(Node* node) {
    Candidate candidate{node, {}};
    if (node->op() != nullptr) {
      candidate.bound =
          bind_arguments(node->op()->schema, node->args(), node->kwargs(), node->meta.location);
    }
    StableHasher hasher(ordinals_);
    hasher.add(std::string_view(node->target()));
    hasher.add(static_cast<std::uint64_t>(node->opcode() == OpCode::kGetAttr));
    for (const Argument& a : candidate.bound) hasher.add(a);
    std::vector<Candidate>& bucket = seen_[hasher.value()];
    for (const Candidate& other : bucket) {
      if (!equal(other, candidate) || !may_merge(*other.node, *node)) continue;
      const ExtentPairs extents = differing_extents(node->meta.value, other.node->meta.value);
      // Numbers of results that the data decides have one symbol from here on.
      for (Node* later = node; !extents.empty() && later != nullptr; later = later->next()) {
        later->meta.value = with_extents(later->meta.value, extents);
      }
      replace_node(node, other.node, false);
      return true;
    }
    bucket.push_back(std::move(candidate));
    return false;
  }

  static bool equal(const Candidate& a, const Candidate& b) {
    const bool attribute = a.node->opcode() == OpCode::kGetAttr;
    if (attribute != (b.node->opcode() == OpCode::kGetAttr)) return false;
    if (attribute) return a.node->target() == b.node->target();
    return a.node->op() == b.node->op() && a.bound == b.bound;
  }

  bool may_merge(const Node& first, const Node& second) const {
    // Two reads of an attribute are one tensor already.
    if (first.opcode() == OpCode::kGetAttr) return true;
    return escaping_.count(&first) == 0 || escaping_.count(&second) == 0;
  }

  GraphModule& module_;
  NodeOrdinals ordinals_;
  std::unordered_set<const Node*> escaping_;
  std::unordered_map<std::uint64_t, std::vector<Candidate>> seen_;
};

}  // namespace

bool common_subexpression_elimination(GraphModule& module, PassContext&) {
  return Eliminator(module).run();
}

}  // namespace weft::ir
