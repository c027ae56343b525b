/// \file WEFT_REGISTER_STRUCT: structs of the user's as arguments and results of captured
/// functions.
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <weft/runtime/nn/aggregate_conversion.h>
#include <weft/runtime/nn/value_conversion.h>

namespace weft::detail {

/// "a, b" as its words.
std::vector<std::string> split_names(std::string_view names);

/// The conversion of a struct whose members `Self::members` ties together.
template <typename Struct, typename Self>
struct StructConversion {
  static constexpr ValueKind kKind = ValueKind::kStructure;

  static ir::Value flatten(const Struct& item) {
    const std::vector<std::string> names = split_names(Self::kMembers);
    auto dict = std::make_shared<ir::ValueDict>();
    std::apply(
        [&](const auto&... member) {
          std::size_t i = 0;
          ((dict->items.emplace_back(
               names[i++],
               ValueConversion<std::remove_cvref_t<decltype(member)>>::flatten(member))),
           ...);
        },
        Self::members(item));
    return std::shared_ptr<const ir::ValueDict>(std::move(dict));
  }
  static Struct build(const ir::Value& value) {
    using Members = decltype(Self::members(std::declval<Struct&>()));
    constexpr std::size_t kCount = std::tuple_size_v<Members>;
    const std::vector<ir::Value> items =
        elements_of(value, Self::type_name(), static_cast<std::int64_t>(kCount));
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return Struct{ValueConversion<std::remove_cvref_t<std::tuple_element_t<I, Members>>>::build(
          items[I])...};
    }(std::make_index_sequence<kCount>());
  }
};

}  // namespace weft::detail

/// Lets captured functions take and return an aggregate: `WEFT_REGISTER_STRUCT(Pair, left, right);`
/// in the global namespace, with all members in the order of their declaration. A member may be a
/// tensor, a number, a string, a container or another registered struct.
#define WEFT_REGISTER_STRUCT(Type, ...)                                     \
  template <>                                                               \
  struct weft::ValueConversion<Type>                                        \
      : weft::detail::StructConversion<Type, weft::ValueConversion<Type>> { \
    static constexpr const char* kMembers = #__VA_ARGS__;                   \
    static std::string type_name() { return #Type; }                        \
    template <typename Struct>                                              \
    static auto members(Struct& item) {                                     \
      auto& [__VA_ARGS__] = item;                                           \
      return std::tie(__VA_ARGS__);                                         \
    }                                                                       \
  }
