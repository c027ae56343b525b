#pragma once
/// \file The thread team that bundles use unless the host program brings its own Executor.
///
/// One loop runs at a time. The calling thread works too and takes worker number 0. Parts are taken
/// from an atomic counter, so a thread that is slow or comes late just takes fewer; and the caller
/// never waits for a thread that has not begun: it closes the loop when the parts are gone. A team
/// whose threads the system has put aside therefore costs little more than no team at all.
///
/// Threads start with the first parallel loop, spin for about 50 microseconds after each, then
/// sleep. A loop inside a loop, or started while another thread uses the team, runs on its calling
/// thread, with worker number 0. The process may fork; the child works without a team.

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif
#if defined(__linux__)
#include <sched.h>
#endif

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#include "executor.h"

namespace weft_deploy {
inline namespace WEFT_HOST_SPACE {

class ThreadPool {
 public:
  static constexpr int kMostThreads = 256;

  /// `threads` counts the caller; 0 asks for default_threads().
  explicit ThreadPool(int threads = 0) : wanted_(clamp(threads)) {}
  ~ThreadPool() { stop(); }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Environment variable WEFT_THREADS if it is a positive number, else the processors this process
  /// may use.
  static int default_threads() {
    if (const char* text = std::getenv("WEFT_THREADS")) {
      char* end = nullptr;
      const long n = std::strtol(text, &end, 10);
      if (end != text && *end == '\0' && n > 0) return n < kMostThreads ? int(n) : kMostThreads;
    }
#if defined(__linux__)
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof(set), &set) == 0 && CPU_COUNT(&set) > 0) {
      return CPU_COUNT(&set) < kMostThreads ? CPU_COUNT(&set) : kMostThreads;
    }
#endif
    const unsigned n = std::thread::hardware_concurrency();
    return n < 1 ? 1 : n < unsigned{kMostThreads} ? static_cast<int>(n) : kMostThreads;
  }

  /// Changes the size of the team, between loops of this pool. Memory that was sized by
  /// `concurrency` must be sized anew.
  void set_threads(int threads) {
    std::lock_guard<std::mutex> lock(use_);
    stop();
    wanted_.store(clamp(threads), std::memory_order_relaxed);
  }
  int threads() const { return wanted_.load(std::memory_order_relaxed); }

  /// This pool as an Executor; valid while the pool lives.
  Executor executor() noexcept {
    Executor e;
    e.parallel_for = [](void* self, int64_t count, int64_t grain, LoopBody body, void* context) {
      static_cast<ThreadPool*>(self)->parallel_for(count, grain, body, context);
    };
    e.concurrency = [](void* self) -> int32_t { return static_cast<ThreadPool*>(self)->threads(); };
    e.self = this;
    return e;
  }

  /// See Executor::parallel_for.
  void parallel_for(int64_t count, int64_t grain, LoopBody body, void* context) {
    if (count <= 0) return;
    if (grain < 1) grain = 1;
    if (count <= grain || threads() < 2 || inside_loop()) return body(context, 0, count, 0);
    std::unique_lock<std::mutex> lock(use_, std::try_to_lock);
    if (!lock.owns_lock()) return body(context, 0, count, 0);
    if (!start()) return body(context, 0, count, 0);

    body_ = body;
    context_ = context;
    count_ = count;
    grain_ = grain;
    next_.store(0, std::memory_order_relaxed);
    const uint64_t ticket = ((gate_.load(std::memory_order_relaxed) >> kTicketShift) + 1)
                            << kTicketShift;
    // Publishes the job. Sequentially consistent against `sleepers_`: either a thread that is about
    // to sleep sees the open gate, or it is seen here and woken.
    gate_.store(ticket | kOpen, std::memory_order_seq_cst);
    if (sleepers_.load(std::memory_order_seq_cst) > 0) {
      team_->wake_all();
    }
    inside_loop() = true;
    take_parts(0);
    inside_loop() = false;
    // Nobody enters any more; those inside finish their last part.
    gate_.fetch_and(~kOpen, std::memory_order_acq_rel);
    for (int spins = 0; (gate_.load(std::memory_order_acquire) & kInsideMask) != 0; ++spins) {
      if (spins < kSpinsBeforeYield) {
        pause();
      } else {
        std::this_thread::yield();
      }
    }
  }

 private:
  // gate_ = ticket number, open flag, number of threads inside.
  static constexpr uint64_t kInsideMask = 0x7FFF;
  static constexpr uint64_t kOpen = 0x8000;
  static constexpr int kTicketShift = 16;
  static constexpr int kSpinsBeforeYield = 2000;
  static constexpr auto kSpinTime = std::chrono::microseconds(50);

  /// What does not survive a fork: in the child it is left alone, never destroyed, because threads
  /// that no longer exist may hold the mutex or wait for the condition.
  struct Team {
    std::vector<std::thread> threads;
    std::mutex sleep;
    std::condition_variable wake;
    void wake_all() {
      {
        std::lock_guard<std::mutex> lock(sleep);
      }
      wake.notify_all();
    }
  };

  /// How often this process, or an ancestor since the first pool, was forked off.
  static std::atomic<unsigned>& fork_count() {
    static std::atomic<unsigned> count{0};
    return count;
  }
  static void watch_forks() {
#if defined(__unix__) || defined(__APPLE__)
    static const int registered =
        pthread_atfork(nullptr, nullptr, [] { fork_count().fetch_add(1); });
    static_cast<void>(registered);
#endif
  }

  static int clamp(int threads) {
    if (threads < 1) return default_threads();
    return threads < kMostThreads ? threads : kMostThreads;
  }
  static bool& inside_loop() {
    static thread_local bool inside = false;
    return inside;
  }
  static void pause() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
  }

  void take_parts(int32_t worker) {
    for (;;) {
      const int64_t begin = next_.fetch_add(grain_, std::memory_order_relaxed);
      if (begin >= count_) return;
      const int64_t left = count_ - begin;
      body_(context_, begin, left < grain_ ? count_ : begin + grain_, worker);
    }
  }

  /// Enters the open loop whose ticket is not `seen`, works, leaves. False if there is none.
  bool join_loop(uint64_t& seen, int32_t worker) {
    uint64_t gate = gate_.load(std::memory_order_acquire);
    while ((gate & kOpen) != 0 && (gate >> kTicketShift) != seen) {
      if (!gate_.compare_exchange_weak(gate, gate + 1, std::memory_order_acq_rel,
                                       std::memory_order_acquire)) {
        continue;
      }
      seen = gate >> kTicketShift;
      take_parts(worker);
      gate_.fetch_sub(1, std::memory_order_release);
      return true;
    }
    return false;
  }

  bool work_waits(uint64_t seen) const {
    const uint64_t gate = gate_.load(std::memory_order_seq_cst);
    return ((gate & kOpen) != 0 && (gate >> kTicketShift) != seen) ||
           stopping_.load(std::memory_order_seq_cst);
  }

  void serve(Team& team, int32_t worker) {
    inside_loop() = true;  // a loop started from a body runs on this thread
    uint64_t seen = 0;
    auto idle_since = std::chrono::steady_clock::now();
    for (int spins = 0; !stopping_.load(std::memory_order_acquire); ++spins) {
      if (join_loop(seen, worker)) {
        idle_since = std::chrono::steady_clock::now();
        continue;
      }
      pause();
      if (spins % 64 != 0 || std::chrono::steady_clock::now() - idle_since < kSpinTime) continue;
      std::unique_lock<std::mutex> lock(team.sleep);
      sleepers_.fetch_add(1, std::memory_order_seq_cst);
      team.wake.wait(lock, [&] { return work_waits(seen); });
      sleepers_.fetch_sub(1, std::memory_order_seq_cst);
      idle_since = std::chrono::steady_clock::now();
    }
  }

  /// Starts the threads if there are none. False if there is no team. With `use_` held.
  bool start() {
    if (team_ != nullptr) {
      if (fork_count().load(std::memory_order_relaxed) != forks_) team_ = nullptr;
      return team_ != nullptr;
    }
    if (started_) return false;  // tried before, or this process is a fork of the one that did
    started_ = true;
    try {
      watch_forks();
      forks_ = fork_count().load(std::memory_order_relaxed);
      team_ = new Team;
      team_->threads.reserve(static_cast<size_t>(threads() - 1));
      for (int32_t worker = 1; worker < threads(); ++worker) {
        team_->threads.emplace_back([this, team = team_, worker] { serve(*team, worker); });
      }
    } catch (...) {
      // A smaller team does the same work.
    }
    return team_ != nullptr;
  }
  /// Ends the threads. With `use_` held, or from the destructor.
  void stop() {
    if (team_ == nullptr || fork_count().load(std::memory_order_relaxed) != forks_) return;
    stopping_.store(true, std::memory_order_seq_cst);
    team_->wake_all();
    for (std::thread& thread : team_->threads) thread.join();
    delete team_;
    team_ = nullptr;
    started_ = false;
    stopping_.store(false, std::memory_order_seq_cst);
  }

  std::atomic<int> wanted_;
  std::mutex use_;  // held by the thread whose loop runs
  Team* team_ = nullptr;
  bool started_ = false;
  unsigned forks_ = 0;

  // The job: written while the gate is closed and nobody is inside, read by those inside.
  LoopBody body_ = nullptr;
  void* context_ = nullptr;
  int64_t count_ = 0;
  int64_t grain_ = 1;
  alignas(64) std::atomic<int64_t> next_{0};
  alignas(64) std::atomic<uint64_t> gate_{0};
  std::atomic<bool> stopping_{false};
  std::atomic<int> sleepers_{0};
};

/// The pool that all bundles of this version in a process share.
inline ThreadPool& default_pool() {
  static ThreadPool pool;
  return pool;
}
inline Executor default_executor() { return default_pool().executor(); }

}  // namespace WEFT_HOST_SPACE
}  // namespace weft_deploy
