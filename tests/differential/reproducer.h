/// \file A graph with inputs in one file: what a disagreement is shrunk to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <weft/ir/graph_module.h>
#include <weft/ir/value.h>

#include "tests/differential/compiled_batch.h"

namespace weft::differential {

struct Reproducer {
  ir::GraphModule module;
  std::vector<std::vector<ir::TensorHandle>> inputs;  ///< several sets
  std::vector<bool> exact;                            ///< per result: see RandomGraph
};

/// A graph file of weft. Its comments hold the inputs, bit for bit and with their strides.
std::string to_text(const Reproducer& reproducer);
/// \throws std::runtime_error for a damaged comment; \error W14xx for a damaged graph
Reproducer read_reproducer(std::string_view text);

/// Where the core graph or the generated code disagree with the graph, one line each; empty if they
/// agree.
std::string replay(const Reproducer& reproducer, const BatchOptions& options);

}  // namespace weft::differential
