#include <weft/frontend/trace/merge_tails.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include <weft/frontend/trace/diagnostics.h>
#include <weft/frontend/trace/same_module.h>
#include <weft/ir/conditional.h>
#include <weft/ir/operators/operator.h>
#include <weft/runtime/dispatch.h>

namespace weft {

namespace {

using ir::Argument;
using ir::Node;
using ir::OpCode;

using NodePairs = std::unordered_map<const Node*, std::unordered_set<const Node*>>;

/// Calls `pair` for the leaves of two arguments of one structure, and builds an argument of what it
/// returns. Where the structures differ the whole is a leaf.
template <typename Pair>
Argument zip(const Argument& a, const Argument& b, const Pair& pair) {
  if (a.list() != nullptr && b.list() != nullptr && a.list()->size() == b.list()->size()) {
    std::vector<Argument> items;
    for (std::size_t i = 0; i < a.list()->size(); ++i) {
      items.push_back(zip((*a.list())[i], (*b.list())[i], pair));
    }
    return items;
  }
  if (a.dict() != nullptr && b.dict() != nullptr &&
      a.dict()->items().size() == b.dict()->items().size()) {
    bool same_keys = true;
    for (const ir::ArgumentItem& item : a.dict()->items()) {
      same_keys = same_keys && b.dict()->find(item.key) != nullptr;
    }
    if (same_keys) {
      std::vector<ir::ArgumentItem> items;
      for (const ir::ArgumentItem& item : a.dict()->items()) {
        items.push_back({item.key, zip(item.value, *b.dict()->find(item.key), pair)});
      }
      return ir::ArgumentDict(std::move(items));
    }
  }
  const auto* slice = std::get_if<ir::SliceArgument>(&a.variant());
  const auto* other = std::get_if<ir::SliceArgument>(&b.variant());
  if (slice != nullptr && other != nullptr) {
    std::vector<Argument> parts;
    for (std::size_t i = 0; i < 3; ++i) {
      parts.push_back(zip((*slice->parts)[i], (*other->parts)[i], pair));
    }
    return ir::SliceArgument(std::move(parts));
  }
  return pair(a, b);
}

class TailMerger {
 public:
  TailMerger(ir::GraphModule& into, const BranchTail& a, const BranchTail& b,
             const std::string& name)
      : into_(into), a_(a), b_(b), name_(name), rest_a_(steps(a)), rest_b_(steps(b)) {}

  Argument run(Node* predicate, SourceLocation where) {
    demand(a_.result, b_.result);
    while (!rest_a_.empty() && !rest_b_.empty() && same_step(*rest_a_.back(), *rest_b_.back())) {
      const Node* u = rest_a_.back();
      const Node* v = rest_b_.back();
      for_each_pair(*u, *v, [&](const Argument& x, const Argument& y) { demand(x, y); });
      tail_.emplace_back(u, v);
      rest_a_.pop_back();
      rest_b_.pop_back();
    }
    leave_lists_whole();
    collect_results();
    make_conditional(predicate, where);
    for (auto it = tail_.rbegin(); it != tail_.rend(); ++it) append(*it->first, *it->second);
    return joined(a_.result, b_.result);
  }

 private:
  static std::vector<const Node*> steps(const BranchTail& tail) {
    std::vector<const Node*> nodes;
    for (const Node* node : tail.module->graph) {
      if (node->opcode() != OpCode::kPlaceholder) nodes.push_back(node);
    }
    return nodes;
  }

  template <typename Visit>
  static void for_each_pair(const Node& u, const Node& v, const Visit& visit) {
    for (std::size_t i = 0; i < u.args().size(); ++i) visit(u.args()[i], v.args()[i]);
    for (std::size_t i = 0; i < u.kwargs().size(); ++i) {
      visit(u.kwargs()[i].second, v.kwargs()[i].second);
    }
  }

  /// A later step takes `a` on one path where it takes `b` on the other.
  void demand(const Argument& a, const Argument& b) {
    zip(a, b, [&](const Argument& x, const Argument& y) {
      ir::for_each_node(x, [&](Node* node) { partners_a_[node].insert(y.node()); });
      ir::for_each_node(y, [&](Node* node) { partners_b_[node].insert(x.node()); });
      return Argument();
    });
  }

  static bool only_partner(const NodePairs& partners, const Node& node, const Node& other) {
    const auto found = partners.find(&node);
    return found == partners.end() ||
           (found->second.size() == 1 && *found->second.begin() == &other);
  }

  bool same_step(const Node& u, const Node& v) const {
    if (u.opcode() != v.opcode() || u.target() != v.target() || !(u.meta.value == v.meta.value) ||
        u.args().size() != v.args().size() || u.kwargs().size() != v.kwargs().size()) {
      return false;
    }
    if (!only_partner(partners_a_, u, v) || !only_partner(partners_b_, v, u)) return false;
    if (u.opcode() == OpCode::kCallModule &&
        !same_module(a_.module->find_module(u.target()).get(),
                     b_.module->find_module(v.target()).get())) {
      return false;
    }
    for (std::size_t i = 0; i < u.kwargs().size(); ++i) {
      if (u.kwargs()[i].first != v.kwargs()[i].first) return false;
    }
    bool same = true;
    for_each_pair(u, v, [&](const Argument& x, const Argument& y) {
      zip(x, y, [&](const Argument& one, const Argument& other) {
        same = same && ((one.node() != nullptr && other.node() != nullptr) || one == other);
        return Argument();
      });
    });
    return same;
  }

  bool in_tail(const Argument& argument) const {
    return argument.node() != nullptr && positions_.count(argument.node()) != 0;
  }

  /// The same value from outside on both sides; null otherwise.
  Node* same_outside(const Argument& a, const Argument& b) const {
    const auto one = a_.outside.find(a.node());
    const auto other = b_.outside.find(b.node());
    const bool same =
        one != a_.outside.end() && other != b_.outside.end() && one->second == other->second;
    return same ? one->second : nullptr;
  }

  /// A list of results does not leave the conditional: what is taken from one that stays inside is
  /// taken there.
  void leave_lists_whole() {
    for (const auto& [u, v] : tail_) positions_.insert(u);
    std::vector<std::pair<const Node*, const Node*>> kept;  // first first
    for (auto it = tail_.rbegin(); it != tail_.rend(); ++it) {
      const auto [u, v] = *it;
      const bool stays = u->target() == "getitem" && u->opcode() == OpCode::kCallFunction &&
                         u->args()[0].node() != nullptr && !in_tail(u->args()[0]) &&
                         a_.outside.count(u->args()[0].node()) == 0;
      if (!stays) {
        kept.push_back(*it);
        continue;
      }
      positions_.erase(u);
      rest_a_.push_back(u);
      rest_b_.push_back(v);
    }
    tail_.assign(kept.rbegin(), kept.rend());
  }

  void collect_results() {
    const auto collect = [&](const Argument& a, const Argument& b) {
      zip(a, b, [&](const Argument& x, const Argument& y) {
        if (!in_tail(x) && same_outside(x, y) == nullptr && !is_constant(x, y) &&
            !position_of(x, y)) {
          if (x.node() != nullptr && y.node() != nullptr) {
            result_of_[x.node()].emplace(y.node(), results_.size());
          } else {
            mixed_results_.push_back(results_.size());
          }
          results_.emplace_back(x, y);
        }
        return Argument();
      });
    };
    for (auto it = tail_.rbegin(); it != tail_.rend(); ++it) {
      for_each_pair(*it->first, *it->second, collect);
    }
    collect(a_.result, b_.result);
  }

  static bool is_constant(const Argument& x, const Argument& y) {
    return x.node() == nullptr && y.node() == nullptr && x == y;
  }

  std::optional<std::size_t> position_of(const Argument& x, const Argument& y) const {
    if (x.node() != nullptr && y.node() != nullptr) {
      const auto of_x = result_of_.find(x.node());
      if (of_x == result_of_.end()) return std::nullopt;
      const auto found = of_x->second.find(y.node());
      return found != of_x->second.end() ? std::optional(found->second) : std::nullopt;
    }
    for (const std::size_t i : mixed_results_) {
      if (results_[i].first == x && results_[i].second == y) return i;
    }
    return std::nullopt;
  }

  Argument joined(const Argument& a, const Argument& b) {
    return zip(a, b, [&](const Argument& x, const Argument& y) {
      if (in_tail(x)) return Argument(made_.at(x.node()));
      if (Node* outside = same_outside(x, y)) return Argument(outside);
      if (is_constant(x, y)) return x;
      return Argument(items_.at(*position_of(x, y)));
    });
  }

  /// A side may change what it made itself; writes into other tensors would have to leave it.
  static void check_write(const BranchTail& tail, const Node& node) {
    if (node.op() == nullptr || !node.op()->writes()) return;
    const Node* target = node.args().empty() ? nullptr : node.args()[0].node();
    while (target != nullptr && target->op() != nullptr) {
      const ir::Operator& op = *target->op();
      const bool shares = op.is_view() || op.schema.name == "getitem" || op.writes() ||
                          (!op.schema.results.empty() && op.schema.results[0].aliased) ||
                          std::holds_alternative<ir::DecomposeRule>(op.meaning());
      if (!shares) return;
      target = target->args().empty() ? nullptr : target->args()[0].node();
    }
    if (target == nullptr || target->opcode() == OpCode::kCallModule) return;
    const auto outside = tail.outside.find(target);
    fail(diag::WriteInBranch, node.meta.location,
         {node.op()->schema.name,
          outside != tail.outside.end() ? outside->second->name() : target->name()});
  }

  /// A side as a graph with the given inputs.
  static ir::GraphModule side(const BranchTail& tail, const std::vector<const Node*>& steps,
                              const std::vector<Node*>& operands, std::vector<Argument> results) {
    ir::GraphModule module;
    module.name = tail.module->name;
    std::unordered_map<const Node*, Node*> input_of;  // by what it stands for outside
    for (Node* operand : operands) {
      Node* input = module.graph.placeholder(operand->name());
      input->meta.value = operand->meta.value;
      input->meta.location = operand->meta.location;
      input_of.emplace(operand, input);
    }
    std::unordered_map<const Node*, Argument> values;
    for (const auto& [placeholder, operand] : tail.outside) {
      const auto found = input_of.find(operand);
      if (found != input_of.end()) values.emplace(placeholder, found->second);
    }
    const auto map = [&](Node* node) { return values.at(node); };
    for (const Node* node : steps) {
      bring_target(module, *tail.module, *node);
      check_write(tail, *node);
      values.emplace(node, module.graph.node_copy(node, map));
    }
    for (Argument& result : results) result = ir::map_nodes(result, map);
    module.graph.output(std::move(results));
    return module;
  }

  static void bring_target(ir::GraphModule& to, const ir::GraphModule& from, const Node& node) {
    if (node.opcode() == OpCode::kCallModule && to.find_module(node.target()) == nullptr) {
      to.set_module(node.target(), from.find_module(node.target()));
    }
    if (node.opcode() != OpCode::kGetAttr || to.find_attribute(node.target()) != nullptr) return;
    if (const auto* attribute = from.find_attribute(node.target())) {
      to.set_attribute(node.target(), attribute->value, attribute->meta);
    }
  }

  /// Values from outside that a side uses without the common steps.
  void add_operands(const BranchTail& tail, const std::vector<const Node*>& steps, bool first,
                    std::vector<Node*>& operands, std::unordered_set<Node*>& known) const {
    const auto add = [&](const Node* node) {
      const auto found = tail.outside.find(node);
      if (found == tail.outside.end()) return;
      if (known.insert(found->second).second) operands.push_back(found->second);
    };
    for (const Node* node : steps) {
      for (const Node* input : node->all_input_nodes()) add(input);
    }
    for (const auto& [x, y] : results_) ir::for_each_node(first ? x : y, add);
  }

  /// Conditionals are numbered in the graph that calls them.
  std::string free_name() const {
    std::string path = name_;
    for (int i = 1; into_.find_module(path) != nullptr; ++i) path = name_ + "_" + std::to_string(i);
    return path;
  }

  void make_conditional(Node* predicate, SourceLocation where) {
    std::vector<Node*> operands;
    std::unordered_set<Node*> known;
    add_operands(a_, rest_a_, true, operands, known);
    add_operands(b_, rest_b_, false, operands, known);
    std::vector<Argument> results[2];
    for (const auto& [x, y] : results_) {
      results[0].push_back(x);
      results[1].push_back(y);
    }
    auto conditional = std::make_shared<ir::Conditional>(
        side(a_, rest_a_, operands, std::move(results[0])),
        side(b_, rest_b_, operands, std::move(results[1])), eager_executor());
    if (results_.empty() && conditional->is_pure()) return;
    std::vector<Argument> arguments{predicate};
    arguments.insert(arguments.end(), operands.begin(), operands.end());
    const std::string path = free_name();
    into_.set_module(path, conditional);
    Node* call = into_.graph.call_module(path, std::move(arguments));
    call->meta.location = where;
    call->meta.value = ir::infer_conditional(*conditional);
    for (std::size_t i = 0; i < results_.size(); ++i) {
      const Node* named = results_[i].first.node();
      Node* item = into_.graph.create_node(OpCode::kCallFunction, "getitem",
                                           {call, static_cast<std::int64_t>(i)}, {},
                                           named != nullptr ? named->name() : std::string_view());
      item->meta.value = (*call->meta.value.list())[i];
      item->meta.location = where;
      items_.push_back(item);
    }
  }

  void append(const Node& u, const Node& v) {
    std::vector<Argument> args;
    ir::KeywordArguments kwargs;
    for (std::size_t i = 0; i < u.args().size(); ++i) {
      args.push_back(joined(u.args()[i], v.args()[i]));
    }
    for (std::size_t i = 0; i < u.kwargs().size(); ++i) {
      kwargs.emplace_back(u.kwargs()[i].first, joined(u.kwargs()[i].second, v.kwargs()[i].second));
    }
    std::string target = u.target();
    if (ir::find_conditional(*a_.module, u) != nullptr) {
      target = free_name();
      into_.set_module(target, a_.module->find_module(u.target()));
    } else {
      bring_target(into_, *a_.module, u);
    }
    Node* node =
        into_.graph.create_node(u.opcode(), target, std::move(args), std::move(kwargs), u.name());
    node->meta = u.meta;
    made_.emplace(&u, node);
  }

  ir::GraphModule& into_;
  const BranchTail& a_;
  const BranchTail& b_;
  const std::string& name_;
  std::vector<const Node*> rest_a_, rest_b_;               // before the common steps
  std::vector<std::pair<const Node*, const Node*>> tail_;  // last first
  std::unordered_set<const Node*> positions_;              // of the tail in `a`
  NodePairs partners_a_, partners_b_;
  std::vector<std::pair<Argument, Argument>> results_;  // of the conditional
  std::unordered_map<const Node*, std::unordered_map<const Node*, std::size_t>> result_of_;
  std::vector<std::size_t> mixed_results_;  // with a constant on one side at least
  std::vector<Node*> items_;
  std::unordered_map<const Node*, Node*> made_;
};

}  // namespace

ir::Argument merge_tails(ir::GraphModule& into, const BranchTail& on_true,
                         const BranchTail& on_false, ir::Node* predicate, const std::string& name,
                         SourceLocation where) {
  return TailMerger(into, on_true, on_false, name).run(predicate, where);
}

}  // namespace weft
