/// \file The statements of a contraction group: batch loops around a Matmul or Convolution.
#pragma once

#include <vector>

#include <weft/codegen/loop/buffer_table.h>
#include <weft/codegen/loop/fusion.h>

namespace weft::codegen {

/// Members after the contraction become stores of its epilogue. A batch loop is kParallel where
/// there are enough batches of small products; otherwise the statement itself is left to be split.
std::vector<Statement> contraction_nest(const StageGraph& graph, const Group& group,
                                        const std::vector<std::vector<int>>& users,
                                        BufferTable& buffers);

}  // namespace weft::codegen
