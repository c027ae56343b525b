/// \file From a core graph to a Program: lowering, fusion, memory plan.
#pragma once

#include <weft/codegen/loop/loop_ir.h>

namespace weft::codegen {

struct LowerOptions {
  bool fuse = true;          ///< off: one kernel per operator, for comparisons
  bool plan_memory = true;   ///< off: every buffer has its own place
  bool contractions = true;  ///< off: matmul and convolution as plain loop nests
};

/// `module` is at core level with metas on every node (ir::lower_to_core). Linear in nodes up to
/// logarithms.
/// \error W5xxx for operators without a lowering and for extents that no input decides
Program lower(const ir::GraphModule& module, const LowerOptions& options = {});

}  // namespace weft::codegen
