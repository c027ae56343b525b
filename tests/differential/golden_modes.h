/// \file The ways of computing golden cases: eagerly, as a core graph, by generated code.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <weft/ir/graph_module.h>
#include <weft/ir/value.h>

#include "tests/oracle/golden_runner.h"

namespace weft::differential {

/// A graph and values for its placeholders.
struct GraphCase {
  ir::GraphModule module;
  std::vector<ir::TensorHandle> inputs;
};

/// One call of the case's operator as a graph. `core` lowers it to core operators.
GraphCase case_graph(const weft_oracle::GoldenCase& golden, bool core);

/// "eager", "graph" or "bundle". For the last one all cases are compiled at once, so the mode must
/// be asked for these cases only.
/// \throws std::runtime_error for another name
std::unique_ptr<weft_oracle::OperatorMode> make_mode(
    const std::string& name, const std::vector<weft_oracle::GoldenCase>& cases);

}  // namespace weft::differential
