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
/// \source torch::GradMode
struct GradMode {
  static bool is_enabled() { return false; }
  static void set_enabled(bool) {}
};
/// The number of threads that eager execution uses; a model cannot change it.
/// \source torch::get_num_threads
int get_num_threads();
inline void set_num_threads(int) {}

namespace cuda {
/// Eager execution is on the CPU.
inline bool is_available() { return false; }
inline int device_count() { return 0; }
inline void synchronize(int = -1) {}
inline void manual_seed(unsigned long) {}
inline void manual_seed_all(unsigned long) {}
}  // namespace cuda

/// Writes "warning: " and the message to the standard error stream.
void warn(const std::string& message);

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

#define TORCH_INTERNAL_ASSERT(condition, ...) TORCH_CHECK(condition __VA_OPT__(, ) __VA_ARGS__)
#define AT_ASSERT(condition) TORCH_CHECK(condition)
#define AT_ASSERTM(condition, ...) TORCH_CHECK(condition __VA_OPT__(, ) __VA_ARGS__)
#define AT_ERROR(...) TORCH_CHECK(false __VA_OPT__(, ) __VA_ARGS__)
#define TORCH_CHECK_EQ(a, b) TORCH_CHECK((a) == (b))
#define TORCH_CHECK_NE(a, b) TORCH_CHECK((a) != (b))
#define TORCH_CHECK_LT(a, b) TORCH_CHECK((a) < (b))
#define TORCH_CHECK_LE(a, b) TORCH_CHECK((a) <= (b))
#define TORCH_CHECK_GT(a, b) TORCH_CHECK((a) > (b))
#define TORCH_CHECK_GE(a, b) TORCH_CHECK((a) >= (b))

/// Writes the message parts to the standard error stream.
#define TORCH_WARN(...) ::weft::warn(::weft::detail::concatenate(__VA_ARGS__))
/// The same, the first time that the line is reached.
#define TORCH_WARN_ONCE(...)                                       \
  do {                                                             \
    static const bool weft_warned = (TORCH_WARN(__VA_ARGS__), true); \
    static_cast<void>(weft_warned);                                \
  } while (false)
