/// \file Parallel loops with scratch memory for each worker.
#pragma once

#include <cstdint>
#include <memory>
#include <new>

#include <weft/runtime/deploy/thread_pool.h>

namespace weft::eager {

/// Multiplications below which waking other threads costs more than they save.
inline constexpr std::int64_t kWorthThreads = std::int64_t{1} << 18;

/// Scratch memory for every worker of the shared thread team.
class WorkerScratch {
 public:
  explicit WorkerScratch(std::int64_t floats)
      : executor_(weft_deploy::default_executor()),
        floats_((floats + 15) / 16 * 16),
        memory_(static_cast<float*>(::operator new(
            static_cast<std::size_t>(floats_ * executor_.concurrency(executor_.self)) *
                sizeof(float),
            std::align_val_t(64)))) {}

  /// Calls `f(begin, end, scratch)` so that [0, count) is covered once; `whole` asks for one call.
  template <typename F>
  void run(std::int64_t count, bool whole, const F& f) {
    float* memory = memory_.get();
    const std::int64_t floats = floats_;
    weft_deploy::run_parallel(
        executor_, count, whole ? count : 1, [&](std::int64_t begin, std::int64_t end, std::int32_t worker) {
          f(begin, end, memory + worker * floats);
        });
  }

 private:
  struct Free {
    void operator()(float* memory) const { ::operator delete(memory, std::align_val_t(64)); }
  };
  weft_deploy::Executor executor_;
  std::int64_t floats_;
  std::unique_ptr<float, Free> memory_;
};

}  // namespace weft::eager
