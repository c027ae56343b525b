/// \file join_paths: captures of one forward that went different ways become one graph.
#pragma once

#include <cstddef>
#include <vector>

#include <weft/frontend/trace/tracer.h>
#include <weft/ir/graph_module.h>

namespace weft {

/// A capture of forward along one path.
struct CapturedPath {
  ir::GraphModule module;
  std::vector<BranchDecision> decisions;  ///< in the order in which they were made
};

/// Joins the captures of all paths, which agree up to the first decision in which they differ. What
/// comes before a decision is recorded once. What comes after it goes into the two graphs of an
/// ir::Conditional, but for the steps at the end that are the same in both:
///
///     if ((x.sum() > 0).item<bool>()) y = relu(x); else y = tanh(x);
///     return y * 2;
///
///     %sum = sum(%x)   %gt = gt(%sum, 0)   %cond = call_module[cond](%gt, %x)
///     %y = getitem(%cond, 0)   %mul = mul(%y, 2)   return mul
///
/// \error W4101 where the captures differ before a decision, W4012 for a write in a branch into
/// something that was there before
ir::GraphModule join_paths(std::vector<CapturedPath> paths);

}  // namespace weft
