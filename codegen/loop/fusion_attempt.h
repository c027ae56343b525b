/// \file One attempt to put two groups into one kernel: finding axes that both can run over.
#pragma once

#include <optional>
#include <vector>

#include <weft/codegen/loop/fusion.h>

namespace weft::codegen {

/// What two groups become together; `members` holds their stages rewritten, in the order of
/// `group.stages`. The position is left to the caller.
struct FusedGroup {
  Group group;
  std::vector<Stage> members;
};

/// Joins `producer` and `consumer`, where some member of the second loads values of the first.
std::optional<FusedGroup> join(const StageGraph& graph, const Group& producer,
                               const Group& consumer);

/// Joins two groups without such loads that run over equal axes and read a value in common.
std::optional<FusedGroup> join_siblings(const StageGraph& graph, const Group& first,
                                        const Group& second);

}  // namespace weft::codegen
