/// \file Scopes and checks of user code that mean nothing or little without training.
#pragma once

#include <sstream>
#include <string>

#include <weft/ir/source_location.h>

namespace weft {

/// There are no gradients here, so the scopes that turn them off do nothing.
/// \source torch::NoGradGuard, torch::InferenceMode, torch::AutoGradMode
class NoGradGuard {
 public:
  NoGradGuard() {}  // not defaulted: an unused guard must not be an unused variable
};
class InferenceMode {
 public:
  explicit InferenceMode(bool = true) {}
};
class AutoGradMode {
 public:
  explicit AutoGradMode(bool) {}
};

namespace cuda {
/// Eager execution is on the CPU.
inline bool is_available() { return false; }
inline int device_count() { return 0; }
}  // namespace cuda

/// Throws W2007 with the user's message.
[[noreturn]] void check_failed(const char* condition, const std::string& message,
                               SourceLocation where);

namespace detail {
/// While it lives, comparisons of extents that nothing decides are taken to hold, and the captured
/// graph checks them: the user has said that nothing else is meant.
class CheckScope {
 public:
  CheckScope();
  ~CheckScope();
  CheckScope(const CheckScope&) = delete;
  CheckScope& operator=(const CheckScope&) = delete;
  static bool active();
};

template <typename... Parts>
std::string concatenate(const Parts&... parts) {
  std::ostringstream stream;
  (stream << ... << parts);
  return stream.str();
}
}  // namespace detail

}  // namespace weft

/// Throws weft::Error with the message parts if the condition is false. Under capture a condition on
/// extents becomes a check of the graph.
#define TORCH_CHECK(condition, ...)                                                    \
  do {                                                                                 \
    if (!(::weft::detail::CheckScope(), static_cast<bool>(condition))) {               \
      ::weft::check_failed(#condition, ::weft::detail::concatenate("" __VA_OPT__(, ) __VA_ARGS__), \
                           ::std::source_location::current());                         \
    }                                                                                  \
  } while (false)
