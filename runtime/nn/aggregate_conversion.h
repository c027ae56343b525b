/// \file Structs of the user's that nobody registered: an aggregate is flattened like a tuple.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <weft/runtime/nn/value_conversion.h>

namespace weft::detail {

/// Initialises any member of `Struct`; only declared. Neither the struct itself, which would be a
/// copy, nor a base, which structured bindings do not reach.
template <typename Struct>
struct AnyMember {
  template <typename T>
    requires(!std::is_base_of_v<T, Struct>)
  operator T() const;  // NOLINT(google-explicit-constructor)
};
template <typename Struct>
struct AnyBase {
  template <typename T>
    requires(std::is_base_of_v<T, Struct> && !std::same_as<T, Struct>)
  operator T() const;  // NOLINT(google-explicit-constructor)
};

template <typename Struct, std::size_t>
using AnyMemberAt = AnyMember<Struct>;

template <typename Struct, std::size_t... I>
constexpr bool takes_members(std::index_sequence<I...>) {
  return requires { Struct{AnyMemberAt<Struct, I>{}...}; };
}

inline constexpr std::size_t kMostMembers = 12;

/// The number of members of an aggregate; 0 if there are more than `kMostMembers`.
template <typename Struct, std::size_t Count = kMostMembers + 1>
constexpr std::size_t member_count() {
  if constexpr (Count == 0)
    return 0;
  else if constexpr (takes_members<Struct>(std::make_index_sequence<Count>())) {
    return Count > kMostMembers ? 0 : Count;
  } else {
    return member_count<Struct, Count - 1>();
  }
}

/// References to all members, in the order of their declaration.
template <typename Struct>
constexpr auto tie_members(Struct& item) {
  constexpr std::size_t kCount = member_count<std::remove_const_t<Struct>>();
#define WEFT_TIE(count, ...)       \
  if constexpr (kCount == count) { \
    auto& [__VA_ARGS__] = item;    \
    return std::tie(__VA_ARGS__);  \
  } else
  WEFT_TIE(1, a)
  WEFT_TIE(2, a, b)
  WEFT_TIE(3, a, b, c)
  WEFT_TIE(4, a, b, c, d)
  WEFT_TIE(5, a, b, c, d, e)
  WEFT_TIE(6, a, b, c, d, e, f)
  WEFT_TIE(7, a, b, c, d, e, f, g)
  WEFT_TIE(8, a, b, c, d, e, f, g, h)
  WEFT_TIE(9, a, b, c, d, e, f, g, h, i)
  WEFT_TIE(10, a, b, c, d, e, f, g, h, i, j)
  WEFT_TIE(11, a, b, c, d, e, f, g, h, i, j, k)
  WEFT_TIE(12, a, b, c, d, e, f, g, h, i, j, k, l)
  return std::tuple<>();
#undef WEFT_TIE
}

/// The tuple of an aggregate's member types; `void` where the members cannot be told.
template <typename Struct>
constexpr auto member_types() {
  if constexpr (member_count<Struct>() == 0 || requires { Struct{AnyBase<Struct>{}}; }) {
    return;
  } else {
    return []<typename... T>(std::tuple<T&...>*) {
      return static_cast<std::tuple<T...>*>(nullptr);
    }(static_cast<decltype(tie_members(std::declval<Struct&>()))*>(nullptr));
  }
}

template <typename T>
constexpr bool kConvertibleMembers = false;
template <typename... T>
constexpr bool kConvertibleMembers<std::tuple<T...>*> = (ConvertibleValue<T> && ...);

template <typename T>
concept ConvertibleAggregate =
    requires { sizeof(T); } && std::is_class_v<T> && std::is_aggregate_v<T> &&
    !std::is_empty_v<T> && kConvertibleMembers<decltype(member_types<T>())>;

}  // namespace weft::detail

namespace weft {

/// A struct with public members of convertible types and without bases. Its parts have no names;
/// WEFT_REGISTER_STRUCT gives them some.
template <typename T>
  requires detail::ConvertibleAggregate<T>
struct ValueConversion<T> {
  using Members = std::remove_pointer_t<decltype(detail::member_types<T>())>;
  static constexpr ValueKind kKind = ValueKind::kStructure;
  static constexpr std::size_t kArity = std::tuple_size_v<Members>;
  static ir::Value flatten(const T& item) {
    return std::apply(
        [](const auto&... member) {
          return ir::Value(std::vector<ir::Value>{
              ValueConversion<std::remove_cvref_t<decltype(member)>>::flatten(member)...});
        },
        detail::tie_members(item));
  }
  static T build(const ir::Value& value) {
    return std::apply([](auto&&... member) { return T{std::move(member)...}; },
                      ValueConversion<Members>::build(value));
  }
};

}  // namespace weft
