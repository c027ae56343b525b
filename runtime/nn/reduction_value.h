/// \file How a loss is reduced, as the operators take it.
#pragma once

#include <string>
#include <type_traits>
#include <variant>

#include <weft/ir/value.h>
#include <weft/runtime/nn/enum_types.h>

namespace weft::nn::operators {

template <typename Reduction>
std::string reduction_value(const Reduction& reduction) {
  return std::visit(
      [](auto tag) {
        using Tag = decltype(tag);
        if constexpr (std::is_same_v<Tag, enumtype::kNone>)
          return std::string("none");
        else if constexpr (std::is_same_v<Tag, enumtype::kMean>)
          return std::string("mean");
        else if constexpr (std::is_same_v<Tag, enumtype::kSum>)
          return std::string("sum");
        else
          return std::string("batchmean");
      },
      reduction);
}

}  // namespace weft::nn::operators
