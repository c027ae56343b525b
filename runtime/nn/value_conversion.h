/// \file Conversion of forward's arguments and results between C++ types and values.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <weft/ir/value.h>
#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// What a parameter of forward takes.
enum class ValueKind : std::uint8_t {
  kTensor,
  kOptionalTensor,
  kTensorList,
  kInteger,
  kFloat,
  kBool,
  kOther,
};

/// How a C++ type is read from and written to values. Specialise it for a struct of your own to let
/// forward take or return it; `flatten` gives its members from left to right.
template <typename T, typename = void>
struct ValueConversion {
  static constexpr ValueKind kKind = ValueKind::kOther;
};

template <>
struct ValueConversion<Tensor> {
  static constexpr ValueKind kKind = ValueKind::kTensor;
  static ir::Value flatten(const Tensor& tensor) {
    return tensor.defined() ? ir::Value(tensor.handle()) : ir::Value();
  }
  static Tensor build(const ir::Value& value) {
    const ir::TensorHandle* handle = value.tensor();
    return handle ? Tensor(*handle) : Tensor();
  }
};

template <typename T>
struct ValueConversion<T, std::enable_if_t<std::is_arithmetic_v<T>>> {
  static constexpr ValueKind kKind = std::is_same_v<T, bool>       ? ValueKind::kBool
                                     : std::is_floating_point_v<T> ? ValueKind::kFloat
                                                                   : ValueKind::kInteger;
  static ir::Value flatten(T value) {
    if constexpr (std::is_same_v<T, bool>) return value;
    else if constexpr (std::is_floating_point_v<T>) return static_cast<double>(value);
    else return static_cast<std::int64_t>(value);
  }
  static T build(const ir::Value& value) {
    if (const auto* flag = std::get_if<bool>(&value.value)) return static_cast<T>(*flag);
    if (const auto* i = std::get_if<std::int64_t>(&value.value)) return static_cast<T>(*i);
    return static_cast<T>(std::get<double>(value.value));
  }
};

template <typename T>
struct ValueConversion<std::optional<T>> {
  static constexpr ValueKind kKind = std::is_same_v<T, Tensor> ? ValueKind::kOptionalTensor
                                                               : ValueConversion<T>::kKind;
  static ir::Value flatten(const std::optional<T>& value) {
    return value ? ValueConversion<T>::flatten(*value) : ir::Value();
  }
  static std::optional<T> build(const ir::Value& value) {
    if (value.is_none()) return std::nullopt;
    return ValueConversion<T>::build(value);
  }
};

template <typename T>
struct ValueConversion<std::vector<T>> {
  static constexpr ValueKind kKind =
      std::is_same_v<T, Tensor> ? ValueKind::kTensorList : ValueKind::kOther;
  static ir::Value flatten(const std::vector<T>& items) {
    std::vector<ir::Value> values;
    for (const auto& item : items) values.push_back(ValueConversion<T>::flatten(item));
    return values;
  }
  static std::vector<T> build(const ir::Value& value) {
    std::vector<T> items;
    for (const ir::Value& item : *value.list()) items.push_back(ValueConversion<T>::build(item));
    return items;
  }
};

template <typename T, std::size_t N>
struct ValueConversion<std::array<T, N>> {
  static constexpr ValueKind kKind = ValueKind::kOther;
  static ir::Value flatten(const std::array<T, N>& items) {
    return ValueConversion<std::vector<T>>::flatten({items.begin(), items.end()});
  }
};

template <typename... T>
struct ValueConversion<std::tuple<T...>> {
  static constexpr ValueKind kKind = ValueKind::kOther;
  static ir::Value flatten(const std::tuple<T...>& items) {
    return std::apply(
        [](const T&... item) {
          return ir::Value(std::vector<ir::Value>{ValueConversion<T>::flatten(item)...});
        },
        items);
  }
};

template <typename A, typename B>
struct ValueConversion<std::pair<A, B>> {
  static constexpr ValueKind kKind = ValueKind::kOther;
  static ir::Value flatten(const std::pair<A, B>& pair) {
    return std::vector<ir::Value>{ValueConversion<A>::flatten(pair.first),
                                  ValueConversion<B>::flatten(pair.second)};
  }
};

template <typename T>
struct ValueConversion<std::map<std::string, T>> {
  static constexpr ValueKind kKind = ValueKind::kOther;
  static ir::Value flatten(const std::map<std::string, T>& items) {
    std::vector<ir::Value> values;
    for (const auto& [key, item] : items) values.push_back(ValueConversion<T>::flatten(item));
    return values;
  }
};

/// The leaves of a nested value from left to right; nothing (an empty optional) is left out.
std::vector<ir::Value> flatten_value(const ir::Value& value);

}  // namespace weft
