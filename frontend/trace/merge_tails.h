/// \file merge_tails: the two sides of a branch as a conditional, and what both end with after it.
#pragma once

#include <string>
#include <unordered_map>

#include <weft/ir/graph_module.h>

namespace weft {

/// One side of a branch, without an output node.
struct BranchTail {
  ir::GraphModule* module;
  ir::Argument result;
  std::unordered_map<const ir::Node*, ir::Node*> outside;  ///< of its placeholders
};

/// Appends an ir::Conditional of both sides to the graph, under `name` or a free path like it, and
/// after it the steps at the end of both that are the same; returns the result. A conditional that
/// neither gives a value nor has an effect is left out.
ir::Argument merge_tails(ir::GraphModule& into, const BranchTail& on_true,
                         const BranchTail& on_false, ir::Node* predicate, const std::string& name,
                         SourceLocation where);

}  // namespace weft
