/// \file SubgraphMatcher: matching upwards from a result, by a work list.
#include <weft/ir/rewriting/subgraph_matcher.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include <weft/ir/diagnostics.h>
#include <weft/ir/operators/bind.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

// Values are compared by identity: a constant of the pattern stands for one tensor or module.
bool same_object(const Value& a, const Value& b) {
  const TensorHandle* x = a.tensor();
  const TensorHandle* y = b.tensor();
  return x != nullptr && y != nullptr && *x == *y;
}

std::vector<Argument> bind(const Node& node) {
  std::vector<Argument> bound;
  try_bind(node.op()->schema, node.args(), node.kwargs(), UnknownNodes::kAnything, bound);
  return bound;
}

// A result of several that nobody uses: it is no computation of its own.
bool is_unused_element(const Node& node) {
  return node.opcode() == OpCode::kCallFunction && node.target() == "getitem" &&
         node.users().empty();
}

// Nodes that may write, by position; a match must have none between its nodes.
class Writers {
 public:
  explicit Writers(const GraphModule& module) {
    std::size_t position = 0;
    for (const Node* node : module.graph) {
      positions_.emplace(node, position);
      if (may_change_memory(module, *node)) writers_.push_back(position);
      ++position;
    }
  }
  std::size_t position(const Node* node) const { return positions_.at(node); }
  /// Writers after `first` and before `last`.
  std::size_t between(std::size_t first, std::size_t last) const {
    const auto begin = std::upper_bound(writers_.begin(), writers_.end(), first);
    const auto end = std::lower_bound(writers_.begin(), writers_.end(), last);
    return begin < end ? static_cast<std::size_t>(end - begin) : 0;
  }

 private:
  std::unordered_map<const Node*, std::size_t> positions_;
  std::vector<std::size_t> writers_;
};

}  // namespace

// One attempt to lay the pattern over the graph.
class SubgraphMatcher::Attempt {
 public:
  Attempt(const SubgraphMatcher& matcher, const GraphModule& module)
      : matcher_(matcher), module_(module), inputs_(matcher.inputs_.size()) {}

  // Lays the pattern's anchor on a node; the result is in `match` where it fits.
  bool run(Node* at, Match& match) {
    if (!lay(matcher_.anchor_, at)) return false;
    while (nodes_.size() < matcher_.calls_.size()) {
      if (!extend()) return false;
    }
    for (const Node* result : matcher_.results_) match.results.push_back(nodes_.at(result));
    std::unordered_set<const Node*> seen;
    for (const Node* call : matcher_.calls_) {
      Node* node = nodes_.at(call);
      if (seen.insert(node).second) {
        match.matched.push_back(node);
      } else if (module_.is_impure(*node)) {
        return false;  // two draws of the pattern are no one draw
      }
    }
    const Graph& graph = module_.graph;
    std::sort(match.matched.begin(), match.matched.end(),
              [&](const Node* a, const Node* b) { return graph.comes_before(a, b); });
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      match.inputs.push_back(inputs_[i].value_or(Argument()));
      if (Node* node = match.inputs.back().node()) nodes_.emplace(matcher_.inputs_[i], node);
    }
    match.nodes = std::move(nodes_);
    return true;
  }

 private:
  // Lays one pattern node, and all that it needs, on a node of the graph.
  bool lay(Node* pattern, Node* node) {
    std::vector<std::pair<Node*, Node*>> open = {{pattern, node}};
    while (!open.empty()) {
      const auto [p, n] = open.back();
      open.pop_back();
      const auto [it, fresh] = nodes_.emplace(p, n);
      if (!fresh) {
        if (it->second != n) return false;
        continue;
      }
      if (!same_call(*p, *n) || !arguments_fit(*p, *n, open)) return false;
    }
    return true;
  }

  // A pattern with several results: goes on from what is laid already to a node that uses it.
  bool extend() {
    // From the value with the fewest users: an input may have very many.
    Node* next = nullptr;
    const Node* start = nullptr;
    for (Node* call : matcher_.calls_) {
      if (nodes_.count(call) != 0) continue;
      for (const Node* operand : call->all_input_nodes()) {
        const Node* value = laid(operand);
        if (value == nullptr) continue;
        if (start != nullptr && start->users().size() <= value->users().size()) continue;
        start = value;
        next = call;
      }
    }
    if (start == nullptr) return false;
    for (Node* user : start->users()) {
      const NodeMap nodes = nodes_;
      const std::vector<std::optional<Argument>> inputs = inputs_;
      if (lay(next, user)) return true;
      nodes_ = nodes;
      inputs_ = inputs;
    }
    return false;
  }

  const Node* laid(const Node* pattern) const {
    const auto it = nodes_.find(pattern);
    if (it != nodes_.end()) return it->second;
    const auto input = matcher_.input_index_.find(pattern);
    if (input == matcher_.input_index_.end() || !inputs_[input->second]) return nullptr;
    return inputs_[input->second]->node();
  }

  bool same_call(const Node& p, const Node& n) const {
    if (p.op() != nullptr && n.op() != nullptr) return p.op() == n.op();
    if (p.opcode() != n.opcode()) return false;
    if (p.opcode() == OpCode::kGetAttr) {
      const GraphModule::Attribute* wanted = matcher_.pattern_.find_attribute(p.target());
      const GraphModule::Attribute* found = module_.find_attribute(n.target());
      if (wanted == nullptr || found == nullptr) return p.target() == n.target();
      return same_object(wanted->value, found->value);
    }
    if (p.opcode() == OpCode::kCallModule) {
      const auto wanted = matcher_.pattern_.find_module(p.target());
      const auto found = module_.find_module(n.target());
      if (wanted == nullptr || found == nullptr) return p.target() == n.target();
      if (matcher_.options_.modules_by_type) return wanted->module_type() == found->module_type();
      return wanted == found;
    }
    return p.target() == n.target();
  }

  bool arguments_fit(const Node& p, const Node& n, std::vector<std::pair<Node*, Node*>>& open) {
    if (p.op() != nullptr && n.op() != nullptr) {
      const std::vector<Argument>& wanted = matcher_.bound_.at(&p);
      const std::vector<Argument> found = bind(n);
      if (wanted.size() != found.size()) return false;
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (!fits(wanted[i], found[i], open)) return false;
      }
      return true;
    }
    if (!all_fit(p.args(), n.args(), open) || p.kwargs().size() != n.kwargs().size()) return false;
    for (const auto& [key, value] : p.kwargs()) {
      const auto it = std::find_if(n.kwargs().begin(), n.kwargs().end(),
                                   [&](const auto& entry) { return entry.first == key; });
      if (it == n.kwargs().end() || !fits(value, it->second, open)) return false;
    }
    return true;
  }

  bool all_fit(const std::vector<Argument>& wanted, const std::vector<Argument>& found,
               std::vector<std::pair<Node*, Node*>>& open) {
    if (wanted.size() != found.size()) return false;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (!fits(wanted[i], found[i], open)) return false;
    }
    return true;
  }

  bool fits(const Argument& wanted, const Argument& found,
            std::vector<std::pair<Node*, Node*>>& open) {
    if (Node* node = wanted.node()) {
      const auto input = matcher_.input_index_.find(node);
      if (input != matcher_.input_index_.end()) {
        std::optional<Argument>& value = inputs_[input->second];
        if (value) return *value == found;
        value = found;
        return true;
      }
      if (found.node() == nullptr) return false;
      open.emplace_back(node, found.node());
      return true;
    }
    if (found.node() != nullptr) return false;
    const auto& a = wanted.variant();
    const auto& b = found.variant();
    const auto* list = wanted.list();
    if (list != nullptr && found.list() != nullptr) {
      return all_fit(list->items(), found.list()->items(), open);
    }
    const auto* slice = std::get_if<SliceArgument>(&a);
    if (slice != nullptr && a.index() == b.index()) {
      return all_fit(*slice->parts, *std::get<SliceArgument>(b).parts, open);
    }
    const auto* dict = std::get_if<ArgumentDict>(&a);
    if (dict != nullptr && a.index() == b.index()) {
      const std::vector<ArgumentItem>& items = std::get<ArgumentDict>(b).items();
      if (dict->items().size() != items.size()) return false;
      for (std::size_t i = 0; i < items.size(); ++i) {
        if (dict->items()[i].key != items[i].key) return false;
        if (!fits(dict->items()[i].value, items[i].value, open)) return false;
      }
      return true;
    }
    return matcher_.options_.ignore_literals || wanted == found;
  }

  const SubgraphMatcher& matcher_;
  const GraphModule& module_;
  NodeMap nodes_;
  std::vector<std::optional<Argument>> inputs_;
};

SubgraphMatcher::SubgraphMatcher(const GraphModule& pattern, MatchOptions options)
    : pattern_(pattern), options_(options) {
  for (Node* node : pattern.graph) {
    if (node->opcode() == OpCode::kPlaceholder) {
      input_index_.emplace(node, inputs_.size());
      inputs_.push_back(node);
    } else if (node->opcode() == OpCode::kOutput) {
      for (const Argument& a : node->args()) {
        for_each_node(a, [this](Node* n) { results_.push_back(n); });
      }
    } else if (!is_unused_element(*node)) {
      calls_.push_back(node);
      if (node->op() != nullptr) bound_.emplace(node, bind(*node));
    }
  }
  check_pattern();
  for (Node* result : results_) {
    const bool sink = std::all_of(result->users().begin(), result->users().end(),
                                  [](Node* user) { return user->opcode() == OpCode::kOutput; });
    if (sink) {
      anchor_ = result;
      break;
    }
  }
}

void SubgraphMatcher::check_pattern() const {
  const auto refuse = [](const std::string& why) { fail(diag::PatternUnusable, {}, {why}); };
  if (calls_.empty()) refuse("it has no call");
  if (results_.empty()) refuse("it returns no node");
  for (const Node* result : results_) {
    if (result->opcode() == OpCode::kPlaceholder) {
      refuse(fmt::format("it returns its input `{}`", result->name()));
    }
  }
  for (const Node* call : calls_) {
    if (call->users().empty()) {
      refuse(fmt::format("its result does not need `{}`", call->name()));
    }
  }
  // All calls hang together, through inputs too.
  std::unordered_set<const Node*> reached = {calls_.front()};
  std::vector<const Node*> open = {calls_.front()};
  while (!open.empty()) {
    const Node* node = open.back();
    open.pop_back();
    const auto reach = [&](const Node* next) {
      if (next->opcode() != OpCode::kOutput && reached.insert(next).second) open.push_back(next);
    };
    for (const Node* operand : node->all_input_nodes()) reach(operand);
    for (const Node* user : node->users()) reach(user);
  }
  for (const Node* call : calls_) {
    if (reached.count(call) == 0) {
      refuse(fmt::format("`{}` and `{}` share nothing", calls_.front()->name(), call->name()));
    }
  }
}

// The matched nodes that the replacement takes the place of. Reads of tensors are not among them,
// unless they are results: they mean the same everywhere in the graph, and others may use them too.
std::vector<Node*> SubgraphMatcher::computed_nodes(const Match& match) {
  std::vector<Node*> computed;
  for (Node* node : match.matched) {
    const bool read =
        node->opcode() == OpCode::kGetAttr &&
        std::find(match.results.begin(), match.results.end(), node) == match.results.end();
    if (!read) computed.push_back(node);
  }
  return computed;
}

std::vector<Match> SubgraphMatcher::match(const GraphModule& module) const {
  const Writers writers(module);
  std::unordered_set<const Node*> taken;

  const auto is_free = [&](const std::vector<Node*>& computed) {
    return std::none_of(computed.begin(), computed.end(),
                        [&](const Node* node) { return taken.count(node) != 0; });
  };
  const auto is_closed = [&](const Match& match, const std::vector<Node*>& computed) {
    const std::unordered_set<const Node*> inside(match.matched.begin(), match.matched.end());
    const std::unordered_set<const Node*> results(match.results.begin(), match.results.end());
    for (const Node* node : computed) {
      if (results.count(node) != 0) continue;
      for (const Node* user : node->users()) {
        if (inside.count(user) == 0 && !is_unused_element(*user)) return false;
      }
    }
    // What is replaced cannot be an input of the replacement.
    const std::unordered_set<const Node*> replaced(computed.begin(), computed.end());
    for (const Argument& input : match.inputs) {
      bool outside = true;
      for_each_node(input, [&](Node* n) { outside = outside && replaced.count(n) == 0; });
      if (!outside) return false;
    }
    return true;
  };
  // Everything can be computed in one place: no write between, and no input that needs a result.
  const auto is_together = [&](const Match& match, const std::vector<Node*>& computed) {
    const std::size_t first = writers.position(computed.front());
    std::size_t last = writers.position(computed.back());
    const std::unordered_set<const Node*> inside(match.matched.begin(), match.matched.end());
    if (match.results.size() > 1) {
      std::size_t first_user = SIZE_MAX;
      for (const Node* result : match.results) {
        for (const Node* user : result->users()) {
          if (inside.count(user) == 0) first_user = std::min(first_user, writers.position(user));
        }
      }
      for (const Argument& input : match.inputs) {
        bool early = true;
        for_each_node(input, [&](Node* n) { early = early && writers.position(n) < first_user; });
        if (!early) return false;
      }
      if (first_user != SIZE_MAX) last = std::max(last, first_user);
    }
    // An effect stays where it is among all that could notice it.
    const bool has_effects = std::any_of(computed.begin(), computed.end(), [&](const Node* n) {
      return may_change_memory(module, *n) || module.is_impure(*n);
    });
    if (has_effects) {
      for (const Node* n = computed.front(); n != computed.back(); n = n->next()) {
        if (inside.count(n) == 0 && n->opcode() != OpCode::kGetAttr) return false;
      }
    }
    const auto own = std::count_if(computed.begin(), computed.end(), [&](const Node* n) {
      const std::size_t at = writers.position(n);
      return at > first && at < last && may_change_memory(module, *n);
    });
    return writers.between(first, last) == static_cast<std::size_t>(own);
  };

  std::vector<Match> found;
  for (Node* node : module.graph) {
    if (node->opcode() == OpCode::kPlaceholder || node->opcode() == OpCode::kOutput) continue;
    if (taken.count(node) != 0) continue;
    Match match;
    if (!Attempt(*this, module).run(node, match)) continue;
    const std::vector<Node*> computed = computed_nodes(match);
    if (!is_free(computed) || !is_closed(match, computed) || !is_together(match, computed))
      continue;
    taken.insert(computed.begin(), computed.end());
    found.push_back(std::move(match));
  }
  return found;
}

}  // namespace weft::ir
