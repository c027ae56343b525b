/// \file Partitions by capability: numbering by the number of changes of backend on the way.
#include <weft/ir/partitioning/capability_partitioner.h>

#include <algorithm>
#include <unordered_map>

#include <weft/ir/diagnostics.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

// The partition that a value needs at least: a supported user may join partition `joined`, and an
// unsupported one has to come after it. Before all partitions it is -1.
struct Stage {
  int joined = -1;      ///< the last partition with a node that the value needs, or is in
  bool inside = false;  ///< the value is in partition `joined`
};

// A node needs `operand`. For a supported node, the partition that it has to be in at least.
void need(int& partition, const Stage& operand, bool supported) {
  const int least = supported && !operand.inside ? operand.joined + 1 : operand.joined;
  partition = std::max(partition, least);
}

}  // namespace

// Partition k+1 exists only because some node of it needs, through an unsupported node, a node of
// partition k. So no two partitions can be joined, and none is needed by an earlier one.
std::vector<std::vector<Node*>> partition_by_capability(
    const GraphModule& module, const std::function<bool(const Node& node)>& is_supported) {
  std::unordered_map<const Node*, Stage> stages;
  std::vector<std::vector<Node*>> partitions;
  // Stages that stand for all nodes up to here, for the last one that may write, and for the last
  // one with another effect: one for each kind of node, since both count.
  Stage all_supported{-1, true};
  Stage all_other{-1, false};
  Stage wall_supported{-1, true};
  Stage wall_other{-1, false};
  Stage effect_supported{-1, true};
  Stage effect_other{-1, false};
  const auto raise = [](Stage& to, const Stage& from) {
    to.joined = std::max(to.joined, from.joined);
  };

  for (Node* node : module.graph) {
    const bool call = node->opcode() == OpCode::kCallFunction ||
                      node->opcode() == OpCode::kCallModule ||
                      node->opcode() == OpCode::kCallMethod;
    if (!call) continue;
    const bool supported = is_supported(*node);
    const bool writes = may_change_memory(module, *node);
    const bool effect = !writes && module.is_impure(*node);
    int partition = supported ? 0 : -1;
    for (const Node* operand : node->all_input_nodes()) {
      const auto it = stages.find(operand);
      if (it != stages.end()) need(partition, it->second, supported);
    }
    need(partition, wall_supported, supported);
    need(partition, wall_other, supported);
    if (effect) {
      need(partition, effect_supported, supported);
      need(partition, effect_other, supported);
    }
    if (writes) {
      need(partition, all_supported, supported);
      need(partition, all_other, supported);
    }
    const Stage stage{partition, supported};
    stages.emplace(node, stage);
    raise(supported ? all_supported : all_other, stage);
    if (writes) raise(supported ? wall_supported : wall_other, stage);
    if (effect) raise(supported ? effect_supported : effect_other, stage);
    if (!supported) continue;
    const auto index = static_cast<std::size_t>(partition);
    if (index >= partitions.size()) partitions.resize(index + 1);
    partitions[index].push_back(node);
  }
  return partitions;
}

GraphModule fuse_partitions(const GraphModule& module,
                            const std::vector<std::vector<Node*>>& partitions, Executor& executor) {
  std::unordered_map<const Node*, int> partition_of;
  for (std::size_t i = 0; i < partitions.size(); ++i) {
    for (const Node* node : partitions[i]) {
      if (&node->graph() != &module.graph || node->erased()) {
        fail(diag::NodeOfOtherGraph, node->meta.location, {node->name()});
      }
      partition_of.emplace(node, static_cast<int>(i));
    }
  }
  return split_module(
      module,
      [&](const Node& node) -> std::optional<int> {
        const auto it = partition_of.find(&node);
        if (it == partition_of.end()) return std::nullopt;
        return it->second;
      },
      executor);
}

}  // namespace weft::ir
