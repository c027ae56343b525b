#pragma once
/// \file The interface through which generated kernels run in parallel, which a host program can
/// implement with its own threads.

#include <stdint.h>

#include "isa.h"

namespace weft_deploy {
inline namespace WEFT_HOST_SPACE {

/// Part [begin, end) of a parallel loop. `worker` is below the executor's `concurrency`, and no two
/// calls of one loop that run at the same time have the same: kernels index scratch memory by it.
/// A body never throws.
using LoopBody = void (*)(void* context, int64_t begin, int64_t end, int32_t worker);

/// A plain struct, so that it can cross a C interface. All members are set; both functions may be
/// called from several threads at once.
struct Executor {
  /// Calls `body` so that every index of [0, count) is covered once, in parts of at least `grain`
  /// (but for the last), and returns when all calls have returned. Everything written before is
  /// visible to the bodies and everything they write is visible after.
  void (*parallel_for)(void* self, int64_t count, int64_t grain, LoopBody body, void* context);
  /// Upper limit on workers, at least 1 and constant while a model runs.
  int32_t (*concurrency)(void* self);
  void* self;
};

/// Runs everything on the calling thread.
inline Executor serial_executor() noexcept {
  Executor e;
  e.parallel_for = [](void*, int64_t count, int64_t, LoopBody body, void* context) {
    if (count > 0) body(context, 0, count, 0);
  };
  e.concurrency = [](void*) -> int32_t { return 1; };
  e.self = nullptr;
  return e;
}

/// parallel_for over a callable `f(begin, end, worker)`, without allocating.
template <class F>
WEFT_INLINE void run_parallel(const Executor& executor, int64_t count, int64_t grain, const F& f) {
  executor.parallel_for(
      executor.self, count, grain,
      [](void* context, int64_t begin, int64_t end, int32_t worker) {
        (*static_cast<const F*>(context))(begin, end, worker);
      },
      const_cast<void*>(static_cast<const void*>(&f)));
}

}  // namespace WEFT_HOST_SPACE
}  // namespace weft_deploy
