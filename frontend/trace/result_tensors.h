/// \file The results of forward as a list of tensors.
#pragma once

#include <vector>

#include <weft/ir/graph.h>
#include <weft/ir/value.h>

namespace weft {

/// The leaves of a result from left to right. Numbers become tensors without dimensions: integers
/// int64, floating-point numbers float32, flags bool.
/// \error W1000 for a leaf that is neither tensor nor number
std::vector<ir::TensorHandle> result_tensors(const ir::Value& result);

/// For the results of a core graph: takes off what the inputs hold at the end that the program
/// writes (ir::written_inputs), and writes it into them.
void write_back(const ir::Graph& core, const std::vector<ir::TensorHandle>& inputs,
                std::vector<ir::TensorHandle>& results);

}  // namespace weft
