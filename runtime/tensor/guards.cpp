#include <weft/runtime/tensor/guards.h>

#include <cstdio>

#include <weft/runtime/deploy/thread_pool.h>
#include <weft/runtime/diagnostics.h>

namespace weft {

namespace {
thread_local int open_checks = 0;
}  // namespace

namespace detail {
CheckScope::CheckScope() { ++open_checks; }
CheckScope::~CheckScope() { --open_checks; }
bool CheckScope::active() { return open_checks > 0; }
}  // namespace detail

void warn(const std::string& message) {
  std::fprintf(stderr, "warning: %s\n", message.c_str());
}

int get_num_threads() {
  const weft_deploy::Executor executor = weft_deploy::default_executor();
  return executor.concurrency(executor.self);
}

void check_failed(const char* condition, const std::string& message, SourceLocation where) {
  fail(diag::CheckFailed, where,
       {message.empty() ? "expected " + std::string(condition) : message});
}

}  // namespace weft
