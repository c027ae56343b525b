#include <weft/runtime/tensor/guards.h>

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

void check_failed(const char* condition, const std::string& message, SourceLocation where) {
  fail(diag::CheckFailed, where,
       {message.empty() ? "expected " + std::string(condition) : message});
}

}  // namespace weft
