/// \file Partitions of the nodes that some backend can take.
#pragma once

#include <functional>
#include <vector>

#include <weft/ir/partitioning/split_module.h>

namespace weft::ir {

/// The calls for which `is_supported` is true, put together in as few partitions as can be computed
/// one after the other without needing each other; each in graph order, the partitions in the order
/// in which they can run. No two of them could be joined. Takes linear time.
///
/// What has an effect keeps its place: nothing is joined across a node that may write, and random
/// draws and host effects keep their order.
/// \source torch.fx.passes.infra.partitioner.CapabilityBasedPartitioner
std::vector<std::vector<Node*>> partition_by_capability(
    const GraphModule& module, const std::function<bool(const Node& node)>& is_supported);

/// Moves each partition into a graph of its own (see split_module), the rest stays.
GraphModule fuse_partitions(const GraphModule& module,
                            const std::vector<std::vector<Node*>>& partitions, Executor& executor);

}  // namespace weft::ir
