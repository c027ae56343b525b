/// \file Arranging the loops of a nest: fewer of them, one for vectors, one for threads.
#pragma once

#include <vector>

#include <weft/codegen/loop/row_nest.h>

namespace weft::codegen {

/// Work below this many operations stays on one thread.
inline constexpr double kParallelOperations = 20000;
/// With fewer iterations than this, the parallel loop takes in the next one.
inline constexpr std::int64_t kParallelIterations = 16;

/// The statements of a kernel:
///   - adjacent loops whose variables occur as `i * extent + j` only become one;
///   - the loop with the most accesses at stride 0 or 1 becomes kVector: the innermost of the inner
///     loops, or an outer one, which is then moved inwards;
///   - the outermost loop becomes kParallel where the work is worth it; short ones are joined for
///     that, with chunks of the vector loop if they are not enough; a vector loop that is alone is
///     left to be distributed as it is;
///   - Let and LetIndex are put where everything that they need is known.
std::vector<Statement> schedule(Nest nest);

}  // namespace weft::codegen
