/// \file Names that weft lacks: using one is a compile error with the reason and a way out.
#pragma once

#include <weft/runtime/weft.h>

namespace torch::not_there {
template <typename...>
inline constexpr bool kNever = false;
}  // namespace torch::not_there

/// Any construction is an error. The class is complete, so that a type may be named in code that is
/// not used.
#define WEFT_NOT_THERE(Name, reason)                                   \
  struct Name {                                                        \
    template <typename... Arguments>                                   \
    explicit Name(Arguments&&...) {                                    \
      static_assert(::torch::not_there::kNever<Arguments...>, reason); \
    }                                                                  \
  }

/// Any call is an error. A tensor is the result, so that nothing else is said about the line.
#define WEFT_NO_FUNCTION(name, reason)                               \
  template <typename... Arguments>                                   \
  ::weft::Tensor name(Arguments&&...) {                              \
    static_assert(::torch::not_there::kNever<Arguments...>, reason); \
    return {};                                                       \
  }
