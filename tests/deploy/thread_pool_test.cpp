// The thread team: every index once, from one caller, from many, nested, resized and forked.

#include "weft_deploy/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#if defined(__unix__)
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace {

using weft_deploy::Executor;
using weft_deploy::run_parallel;
using weft_deploy::ThreadPool;

/// Runs one loop and checks that each index came once, that parts have the grain, and that no two
/// running bodies shared a worker number.
void check_loop(const Executor& executor, int64_t count, int64_t grain) {
  std::vector<std::atomic<int>> visits(static_cast<size_t>(count > 0 ? count : 1));
  std::vector<std::atomic<int>> busy(static_cast<size_t>(executor.concurrency(executor.self)));
  std::atomic<int> faults{0};
  run_parallel(executor, count, grain, [&](int64_t begin, int64_t end, int32_t worker) {
    if (worker < 0 || worker >= static_cast<int32_t>(busy.size()) ||
        busy[static_cast<size_t>(worker)].fetch_add(1) != 0 || begin >= end ||
        (end - begin < grain && end != count)) {
      ++faults;
      return;
    }
    for (int64_t i = begin; i < end; ++i) ++visits[static_cast<size_t>(i)];
    busy[static_cast<size_t>(worker)].fetch_sub(1);
  });
  EXPECT_EQ(faults.load(), 0);
  for (int64_t i = 0; i < count; ++i) ASSERT_EQ(visits[static_cast<size_t>(i)].load(), 1) << i;
}

TEST(ThreadPool, VisitsEveryIndexOnce) {
  for (const int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    for (const int64_t count : {0, 1, 2, 7, 64, 1001}) {
      for (const int64_t grain : {1, 3, 64, 5000, 0}) {
        check_loop(pool.executor(), count, grain < 1 ? 1 : grain);
      }
    }
  }
}

TEST(ThreadPool, ManyShortLoops) {
  ThreadPool pool(4);
  // Plain, not atomic: what one loop writes, the next must see.
  std::vector<int64_t> values(64, 0);
  for (int round = 0; round < 5000; ++round) {
    run_parallel(pool.executor(), 64, 4, [&](int64_t begin, int64_t end, int32_t) {
      for (int64_t i = begin; i < end; ++i) ++values[static_cast<size_t>(63 - i)];
    });
  }
  for (const int64_t v : values) EXPECT_EQ(v, 5000);
}

TEST(ThreadPool, WakesThreadsThatSleep) {
  ThreadPool pool(3);
  for (int round = 0; round < 30; ++round) {
    check_loop(pool.executor(), 50, 1);
    std::this_thread::sleep_for(std::chrono::microseconds(300));
  }
}

TEST(ThreadPool, LoopsInsideLoopsRunInline) {
  ThreadPool pool(3);
  std::atomic<int> total{0};
  run_parallel(pool.executor(), 20, 1, [&](int64_t, int64_t, int32_t) {
    run_parallel(pool.executor(), 10, 1, [&](int64_t begin, int64_t end, int32_t worker) {
      EXPECT_EQ(worker, 0);
      total += static_cast<int>(end - begin);
    });
  });
  EXPECT_EQ(total.load(), 200);
}

TEST(ThreadPool, ServesManyCallersAtOnce) {
  ThreadPool pool(3);
  std::vector<std::thread> callers;
  for (int c = 0; c < 8; ++c) {
    callers.emplace_back([&pool] {
      for (int round = 0; round < 200; ++round) check_loop(pool.executor(), 40, 3);
    });
  }
  for (std::thread& caller : callers) caller.join();
}

TEST(ThreadPool, ChangesItsSize) {
  ThreadPool pool(2);
  for (const int threads : {3, 1, 5, 2}) {
    check_loop(pool.executor(), 100, 1);
    pool.set_threads(threads);
    EXPECT_EQ(pool.threads(), threads);
    EXPECT_EQ(pool.executor().concurrency(&pool), threads);
    check_loop(pool.executor(), 100, 1);
  }
}

TEST(ThreadPool, ClampsTheThreadCount) {
  EXPECT_EQ(ThreadPool(100000).threads(), ThreadPool::kMostThreads);
  EXPECT_GE(ThreadPool(0).threads(), 1);
  EXPECT_GE(ThreadPool(-3).threads(), 1);
}

TEST(ThreadPool, ReadsTheEnvironment) {
  const char* before = std::getenv("WEFT_THREADS");
  const std::string saved = before == nullptr ? "" : before;
  setenv("WEFT_THREADS", "7", 1);
  EXPECT_EQ(ThreadPool::default_threads(), 7);
  for (const char* bad : {"", "0", "-2", "4x", "many"}) {
    setenv("WEFT_THREADS", bad, 1);
    EXPECT_NE(ThreadPool::default_threads(), 7);
    EXPECT_GE(ThreadPool::default_threads(), 1);
  }
  if (before == nullptr) {
    unsetenv("WEFT_THREADS");
  } else {
    setenv("WEFT_THREADS", saved.c_str(), 1);
  }
}

TEST(SerialExecutor, RunsOnTheCaller) { check_loop(weft_deploy::serial_executor(), 10, 3); }

#if defined(__unix__) && !defined(__SANITIZE_THREAD__)
TEST(ThreadPool, WorksAloneAfterAFork) {
  ThreadPool* pool = new ThreadPool(3);
  check_loop(pool->executor(), 100, 1);
  for (const int pause_us : {0, 2000}) {  // threads spinning, threads asleep
    std::this_thread::sleep_for(std::chrono::microseconds(pause_us));
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      int64_t sum = 0;  // not atomic: nobody else is there
      run_parallel(pool->executor(), 100, 1, [&](int64_t begin, int64_t end, int32_t) {
        for (int64_t i = begin; i < end; ++i) sum += i;
      });
      delete pool;
      _exit(sum == 4950 ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  check_loop(pool->executor(), 100, 1);
  delete pool;
}
#endif

}  // namespace
