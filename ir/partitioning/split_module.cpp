/// \file split_module: units in an order that keeps dependencies and effects, and their graphs.
#include <weft/ir/partitioning/split_module.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <queue>
#include <unordered_map>
#include <utility>

#include <weft/ir/diagnostics.h>
#include <weft/ir/graph_submodule.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

// What is placed as one: a partition, or a node that stays.
struct Unit {
  std::optional<int> partition;
  std::vector<Node*> nodes = {};  ///< in graph order
  std::vector<std::size_t> next = {};
  std::size_t waits_for = 0;
};

bool is_call(const Node& node) {
  switch (node.opcode()) {
    case OpCode::kCallFunction:
    case OpCode::kCallModule:
    case OpCode::kCallMethod:
      return true;
    default:
      return false;
  }
}

class Splitter {
 public:
  Splitter(const GraphModule& source, const PartitionOf& partition_of, Executor& executor)
      : source_(source), executor_(executor) {
    std::map<int, std::size_t> unit_of_partition;
    for (Node* node : source.graph) {
      if (!is_call(*node)) continue;
      const std::optional<int> partition = partition_of(*node);
      std::size_t unit = units_.size();
      if (partition) unit = unit_of_partition.emplace(*partition, unit).first->second;
      if (unit == units_.size()) units_.push_back({.partition = partition});
      units_[unit].nodes.push_back(node);
      unit_of_.emplace(node, unit);
    }
  }

  GraphModule run() {
    connect_operands();
    check_order([this](std::size_t a, std::size_t b) { fail_cycle(a, b); });
    connect_effects();
    const std::vector<std::size_t> order =
        check_order([this](std::size_t a, std::size_t b) { fail_effects(a, b); });

    result_.name = source_.name;
    result_.codegen = source_.codegen;
    result_.custom = source_.custom;
    for (const Node* node : source_.graph) {
      if (node->opcode() == OpCode::kPlaceholder) copy_to_parent(node);
    }
    for (const std::size_t unit : order) {
      if (units_[unit].partition) {
        call_partition(units_[unit], unit);
      } else {
        copy_to_parent(units_[unit].nodes.front());
      }
    }
    if (const Node* output = source_.graph.output_node()) copy_to_parent(output);
    return std::move(result_);
  }

 private:
  void connect(std::size_t from, std::size_t to) {
    if (from == to) return;
    units_[from].next.push_back(to);
    ++units_[to].waits_for;
  }

  void connect_operands() {
    for (const Node* node : source_.graph) {
      if (!is_call(*node)) continue;
      for (const Node* operand : node->all_input_nodes()) {
        const auto it = unit_of_.find(operand);
        if (it != unit_of_.end()) connect(it->second, unit_of_.at(node));
      }
    }
  }

  // A node that may write is not passed by any other; other effects keep their order.
  void connect_effects() {
    std::optional<std::size_t> wall;
    std::optional<std::size_t> last_effect;
    std::vector<std::size_t> since;
    for (const Node* node : source_.graph) {
      if (!is_call(*node)) continue;
      const std::size_t unit = unit_of_.at(node);
      if (wall) connect(*wall, unit);
      if (may_change_memory(source_, *node)) {
        for (const std::size_t other : since) connect(other, unit);
        since.clear();
        wall = unit;
      } else if (source_.is_impure(*node)) {
        if (last_effect) connect(*last_effect, unit);
        last_effect = unit;
      }
      if (since.empty() || since.back() != unit) since.push_back(unit);
    }
  }

  // The order of the units: whatever may come next and begins first in the graph. Where there is
  // none, calls `fail` with two units that wait for each other, the second for the first too.
  template <typename Fail>
  std::vector<std::size_t> check_order(const Fail& fail_between) const {
    std::vector<std::size_t> waits;
    for (const Unit& unit : units_) waits.push_back(unit.waits_for);
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t i = 0; i < units_.size(); ++i) {
      if (waits[i] == 0) ready.push(i);  // units are numbered by their first nodes
    }
    std::vector<std::size_t> order;
    while (!ready.empty()) {
      const std::size_t unit = ready.top();
      ready.pop();
      order.push_back(unit);
      for (const std::size_t next : units_[unit].next) {
        if (--waits[next] == 0) ready.push(next);
      }
    }
    if (order.size() == units_.size()) return order;
    // Among what is left, every unit waits for another one that is left: going back finds a circle.
    std::vector<std::optional<std::size_t>> left_before(units_.size());
    for (std::size_t i = 0; i < units_.size(); ++i) {
      if (waits[i] == 0) continue;
      for (const std::size_t next : units_[i].next) {
        if (waits[next] != 0 && !left_before[next]) left_before[next] = i;
      }
    }
    std::size_t at = 0;
    while (waits[at] == 0) ++at;
    for (std::size_t i = 0; i < units_.size(); ++i) at = *left_before[at];
    fail_between(*left_before[at], at);
    return order;
  }

  std::string unit_name(std::size_t unit) const {
    if (units_[unit].partition) return std::to_string(*units_[unit].partition);
    return "`" + units_[unit].nodes.front()->name() + "`";
  }

  [[noreturn]] void fail_cycle(std::size_t a, std::size_t b) const {
    const Node* needed = units_[a].nodes.front();
    for (const Node* node : units_[a].nodes) {
      for (const Node* user : node->users()) {
        const auto it = unit_of_.find(user);
        if (it != unit_of_.end() && it->second == b) needed = node;
      }
    }
    fail(diag::PartitionCycle, needed->meta.location, {unit_name(b), unit_name(a), needed->name()});
  }

  [[noreturn]] void fail_effects(std::size_t a, std::size_t b) const {
    const auto effect = [this](std::size_t unit) -> const Node* {
      for (const Node* node : units_[unit].nodes) {
        if (source_.is_impure(*node)) return node;
      }
      return nullptr;
    };
    const Node* fixed = effect(a);
    const std::size_t other = fixed != nullptr ? b : a;
    if (fixed == nullptr) fixed = effect(b);
    if (fixed == nullptr) fixed = units_[b].nodes.front();
    const Node* moved = units_[other].nodes.back();
    fail(diag::PartitionEffects, moved->meta.location, {moved->name(), fixed->name()});
  }

  static void adopt(const GraphModule& from, GraphModule& to, const Node& node) {
    if (node.opcode() == OpCode::kGetAttr) {
      const GraphModule::Attribute* attribute = from.find_attribute(node.target());
      if (attribute != nullptr && to.find_attribute(node.target()) == nullptr) {
        to.set_attribute(attribute->path, attribute->value, attribute->meta);
      }
    } else if (node.opcode() == OpCode::kCallModule && to.find_module(node.target()) == nullptr) {
      if (auto called = from.find_module(node.target())) {
        to.set_module(node.target(), std::move(called));
      }
    }
  }

  Node* parent_value(Node* node) {
    const auto it = in_parent_.find(node);
    if (it != in_parent_.end()) return it->second;
    return copy_to_parent(node);  // a get_attr, where it is first used
  }

  Node* copy_to_parent(const Node* node) {
    // Operands first, since a get_attr is copied on its first use.
    for (Node* operand : node->all_input_nodes()) parent_value(operand);
    Node* copy = result_.graph.node_copy(node, [&](Node* n) { return in_parent_.at(n); });
    adopt(source_, result_, *node);
    in_parent_.emplace(node, copy);
    return copy;
  }

  // A graph that was split before has modules of these names.
  std::string free_name(const std::string& wanted) const {
    std::string name = wanted;
    for (int i = 1; source_.find_module(name) || result_.find_module(name); ++i) {
      name = fmt::format("{}_{}", wanted, i);
    }
    return name;
  }

  void call_partition(const Unit& unit, std::size_t number) {
    GraphModule part;
    part.name = free_name(fmt::format("submod_{}", *unit.partition));
    NodeMap inside;
    std::vector<Argument> arguments;
    // Placeholders come first, so that they are found before anything is copied.
    for (const Node* node : unit.nodes) {
      for (Node* operand : node->all_input_nodes()) {
        const auto it = unit_of_.find(operand);
        const bool own = it != unit_of_.end() && it->second == number;
        if (own || operand->opcode() == OpCode::kGetAttr || inside.count(operand) != 0) continue;
        Node* input = part.graph.placeholder(operand->name());
        input->meta = operand->meta;
        inside.emplace(operand, input);
        arguments.push_back(in_parent_.at(operand));
      }
    }
    std::vector<Node*> results;
    for (Node* node : unit.nodes) {
      for (const Node* operand : node->all_input_nodes()) {
        if (operand->opcode() != OpCode::kGetAttr || inside.count(operand) != 0) continue;
        inside.emplace(operand, part.graph.node_copy(operand, nullptr));
        adopt(source_, part, *operand);
      }
      inside.emplace(node, part.graph.node_copy(node, [&](Node* n) { return inside.at(n); }));
      adopt(source_, part, *node);
      const bool leaves =
          std::any_of(node->users().begin(), node->users().end(), [&](const Node* user) {
            const auto it = unit_of_.find(user);
            return it == unit_of_.end() || it->second != number;
          });
      if (leaves) results.push_back(node);
    }
    Argument returned;
    if (results.size() == 1) {
      returned = inside.at(results.front());
    } else if (results.size() > 1) {
      std::vector<Argument> items;
      for (const Node* node : results) items.emplace_back(inside.at(node));
      returned = Argument(std::move(items));
    }
    part.graph.output(std::move(returned));
    connect_results(std::move(part), std::move(arguments), results, *unit.nodes.front());
  }

  void connect_results(GraphModule part, std::vector<Argument> arguments,
                       const std::vector<Node*>& results, const Node& first) {
    const std::string path = part.name;
    result_.set_module(path, std::make_shared<GraphSubmodule>(std::move(part), executor_));
    Node* call = result_.graph.call_module(path, std::move(arguments));
    call->meta.location = first.meta.location;
    if (results.size() == 1) {
      call->meta.value = results.front()->meta.value;
      in_parent_.emplace(results.front(), call);
      return;
    }
    ValueMetaList metas;
    for (std::size_t i = 0; i < results.size(); ++i) {
      Node* item =
          result_.graph.create_node(OpCode::kCallFunction, "getitem",
                                    {call, static_cast<std::int64_t>(i)}, {}, results[i]->name());
      item->meta = results[i]->meta;
      metas.push_back(results[i]->meta.value);
      in_parent_.emplace(results[i], item);
    }
    call->meta.value = {std::move(metas)};
  }

  const GraphModule& source_;
  Executor& executor_;
  std::vector<Unit> units_;
  std::unordered_map<const Node*, std::size_t> unit_of_;
  GraphModule result_;
  NodeMap in_parent_;
};

}  // namespace

GraphModule split_module(const GraphModule& module, const PartitionOf& partition_of,
                         Executor& executor) {
  module.graph.lint();
  return Splitter(module, partition_of, executor).run();
}

}  // namespace weft::ir
