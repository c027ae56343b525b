/// \file The loop nest of a pointwise or row group, before its loops are arranged.
#pragma once

#include <vector>

#include <weft/codegen/loop/buffer_table.h>
#include <weft/codegen/loop/fusion.h>

namespace weft::codegen {

/// `body` runs for every point of `outer`; iterations are independent. Inner loops are serial
/// nests.
struct Nest {
  std::vector<Axis> outer;
  std::vector<Statement> body;
  std::vector<BufferId> scratch;
};

/// Largest row that is kept in scratch memory, in bytes; longer ones, and those whose length a call
/// decides, go to the arena.
inline constexpr std::int64_t kMaxScratchBytes = 64 * 1024;

/// What the members of a group compute, in their order, with each value
///   - in memory, where another kernel or the caller needs it,
///   - as a Let or the accumulator of a Reduce, where it has no inner axes,
///   - computed again where it is needed, if that is cheap or happens once,
///   - else kept per row: in the row of a result of the same shape that is written last, or in
///     scratch memory.
Nest make_nest(const StageGraph& graph, const Group& group,
               const std::vector<std::vector<int>>& users, BufferTable& buffers);

}  // namespace weft::codegen
