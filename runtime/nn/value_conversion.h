/// \file Conversion of forward's arguments and results between C++ types and values.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <typeinfo>
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
  kString,
  kNumber,     ///< a number that may be symbolic: Scalar, SymInt
  kStructure,  ///< a tuple, pair, array, vector, map or registered struct
  kOther,
};

/// How a C++ type is read from and written to values. A struct of your own needs one line, see
/// WEFT_REGISTER_STRUCT in struct_conversion.h.
template <typename T, typename = void>
struct ValueConversion {
  static constexpr ValueKind kKind = ValueKind::kOther;
};

/// Types that can be arguments and results of captured functions.
template <typename T>
concept ConvertibleValue = requires(const T& item, const ir::Value& value) {
  { ValueConversion<T>::flatten(item) } -> std::convertible_to<ir::Value>;
  { ValueConversion<T>::build(value) } -> std::convertible_to<T>;
};

namespace detail {
/// \error W3005
[[noreturn]] void throw_wrong_value(const std::string& type, const ir::Value& value);
/// The elements of a list or the values of a mapping.
/// \error W3005 unless there are `count` (any number if negative)
std::vector<ir::Value> elements_of(const ir::Value& value, const std::string& type,
                                   std::int64_t count = -1);
std::string demangled_name(const char* mangled);
}  // namespace detail

/// The type as users spell it, for printed graphs: "Tensor", "std::vector<Tensor>".
template <typename T>
std::string type_name() {
  if constexpr (requires { ValueConversion<T>::type_name(); }) {
    return ValueConversion<T>::type_name();
  } else {
    return detail::demangled_name(typeid(T).name());
  }
}

template <>
struct ValueConversion<Tensor> {
  static constexpr ValueKind kKind = ValueKind::kTensor;
  static std::string type_name() { return "Tensor"; }
  static ir::Value flatten(const Tensor& tensor) {
    return tensor.defined() ? ir::Value(tensor.handle()) : ir::Value();
  }
  static Tensor build(const ir::Value& value) {
    const ir::TensorHandle* handle = value.tensor();
    if (!handle && !value.is_none()) detail::throw_wrong_value(type_name(), value);
    return handle ? Tensor(*handle) : Tensor();
  }
};

template <typename T>
struct ValueConversion<T, std::enable_if_t<std::is_arithmetic_v<T>>> {
  static constexpr ValueKind kKind = std::is_same_v<T, bool>       ? ValueKind::kBool
                                     : std::is_floating_point_v<T> ? ValueKind::kFloat
                                                                   : ValueKind::kInteger;
  static std::string type_name() {
    if constexpr (std::is_same_v<T, std::int64_t>)
      return "int64_t";
    else
      return detail::demangled_name(typeid(T).name());
  }
  static ir::Value flatten(T value) {
    if constexpr (std::is_same_v<T, bool>)
      return value;
    else if constexpr (std::is_floating_point_v<T>)
      return static_cast<double>(value);
    else
      return static_cast<std::int64_t>(value);
  }
  static T build(const ir::Value& value) {
    if (const auto* flag = std::get_if<bool>(&value.value)) return static_cast<T>(*flag);
    if (const auto* i = std::get_if<std::int64_t>(&value.value)) return static_cast<T>(*i);
    if (const auto* number = std::get_if<double>(&value.value)) return static_cast<T>(*number);
    detail::throw_wrong_value(type_name(), value);
  }
};

/// An enumeration is its number.
template <typename T>
struct ValueConversion<T, std::enable_if_t<std::is_enum_v<T>>> {
  static constexpr ValueKind kKind = ValueKind::kInteger;
  static ir::Value flatten(T value) { return static_cast<std::int64_t>(value); }
  static T build(const ir::Value& value) {
    return static_cast<T>(ValueConversion<std::int64_t>::build(value));
  }
};

template <>
struct ValueConversion<DType> {
  static constexpr ValueKind kKind = ValueKind::kOther;
  static ir::Value flatten(DType value) { return value; }
  static DType build(const ir::Value& value) {
    if (const auto* dtype = std::get_if<DType>(&value.value)) return *dtype;
    detail::throw_wrong_value("DType", value);
  }
};

/// A device is its name.
template <>
struct ValueConversion<Device> {
  static constexpr ValueKind kKind = ValueKind::kString;
  static ir::Value flatten(const Device& value) { return value.str(); }
  static Device build(const ir::Value& value) {
    if (const auto* text = std::get_if<std::string>(&value.value)) return Device(*text);
    detail::throw_wrong_value("Device", value);
  }
};

template <>
struct ValueConversion<std::string> {
  static constexpr ValueKind kKind = ValueKind::kString;
  static std::string type_name() { return "std::string"; }
  static ir::Value flatten(const std::string& value) { return value; }
  static std::string build(const ir::Value& value) {
    if (const auto* text = std::get_if<std::string>(&value.value)) return *text;
    detail::throw_wrong_value(type_name(), value);
  }
};

/// Numbers that stay symbolic under capture.
template <>
struct ValueConversion<Scalar> {
  static constexpr ValueKind kKind = ValueKind::kNumber;
  static std::string type_name() { return "Scalar"; }
  static ir::Value flatten(const Scalar& value) { return value.to_value(); }
  static Scalar build(const ir::Value& value) {
    if (const ir::TensorHandle* proxy = value.tensor()) return Scalar(*proxy);
    if (const auto* flag = std::get_if<bool>(&value.value)) return *flag;
    if (const auto* integer = std::get_if<std::int64_t>(&value.value)) return *integer;
    if (const auto* number = std::get_if<double>(&value.value)) return *number;
    detail::throw_wrong_value(type_name(), value);
  }
};

template <>
struct ValueConversion<SymInt> {
  static constexpr ValueKind kKind = ValueKind::kNumber;
  static std::string type_name() { return "SymInt"; }
  static ir::Value flatten(const SymInt& value) { return value.to_value(); }
  static SymInt build(const ir::Value& value) {
    if (const ir::TensorHandle* proxy = value.tensor()) return SymInt(*proxy);
    return SymInt(ValueConversion<std::int64_t>::build(value));
  }
};

template <typename T>
struct ValueConversion<std::optional<T>> {
  static constexpr ValueKind kKind =
      std::is_same_v<T, Tensor> ? ValueKind::kOptionalTensor : ValueConversion<T>::kKind;
  static std::string type_name() { return "std::optional<" + weft::type_name<T>() + ">"; }
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
      std::is_same_v<T, Tensor> ? ValueKind::kTensorList : ValueKind::kStructure;
  static std::string type_name() { return "std::vector<" + weft::type_name<T>() + ">"; }
  static ir::Value flatten(const std::vector<T>& items) {
    std::vector<ir::Value> values;
    for (const auto& item : items) values.push_back(ValueConversion<T>::flatten(item));
    return values;
  }
  static std::vector<T> build(const ir::Value& value) {
    std::vector<T> items;
    for (const ir::Value& item : detail::elements_of(value, type_name())) {
      items.push_back(ValueConversion<T>::build(item));
    }
    return items;
  }
};

template <typename T, std::size_t N>
struct ValueConversion<std::array<T, N>> {
  static constexpr ValueKind kKind = ValueKind::kStructure;
  static constexpr std::size_t kArity = N;
  static std::string type_name() {
    return "std::array<" + weft::type_name<T>() + ", " + std::to_string(N) + ">";
  }
  static ir::Value flatten(const std::array<T, N>& items) {
    return ValueConversion<std::vector<T>>::flatten({items.begin(), items.end()});
  }
  static std::array<T, N> build(const ir::Value& value) {
    const std::vector<ir::Value> items =
        detail::elements_of(value, type_name(), static_cast<std::int64_t>(N));
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::array<T, N>{ValueConversion<T>::build(items[I])...};
    }(std::make_index_sequence<N>());
  }
};

template <typename... T>
struct ValueConversion<std::tuple<T...>> {
  static constexpr ValueKind kKind = ValueKind::kStructure;
  static constexpr std::size_t kArity = sizeof...(T);
  static std::string type_name() {
    std::string text;
    ((text += (text.empty() ? "" : ", ") + weft::type_name<T>()), ...);
    return "std::tuple<" + text + ">";
  }
  static ir::Value flatten(const std::tuple<T...>& items) {
    return std::apply(
        [](const T&... item) {
          return ir::Value(std::vector<ir::Value>{ValueConversion<T>::flatten(item)...});
        },
        items);
  }
  static std::tuple<T...> build(const ir::Value& value) {
    const std::vector<ir::Value> items =
        detail::elements_of(value, type_name(), static_cast<std::int64_t>(sizeof...(T)));
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::tuple<T...>{ValueConversion<T>::build(items[I])...};
    }(std::index_sequence_for<T...>());
  }
};

template <typename A, typename B>
struct ValueConversion<std::pair<A, B>> {
  static constexpr ValueKind kKind = ValueKind::kStructure;
  static constexpr std::size_t kArity = 2;
  static std::string type_name() {
    return "std::pair<" + weft::type_name<A>() + ", " + weft::type_name<B>() + ">";
  }
  static ir::Value flatten(const std::pair<A, B>& pair) {
    return std::vector<ir::Value>{ValueConversion<A>::flatten(pair.first),
                                  ValueConversion<B>::flatten(pair.second)};
  }
  static std::pair<A, B> build(const ir::Value& value) {
    const std::vector<ir::Value> items = detail::elements_of(value, type_name(), 2);
    return {ValueConversion<A>::build(items[0]), ValueConversion<B>::build(items[1])};
  }
};

/// A map with keys that are strings or integers.
template <typename K, typename T>
  requires(std::integral<K> || std::same_as<K, std::string>)
struct ValueConversion<std::map<K, T>> {
  static constexpr ValueKind kKind = ValueKind::kStructure;
  static std::string type_name() {
    return "std::map<" + weft::type_name<K>() + ", " + weft::type_name<T>() + ">";
  }
  static ir::Value flatten(const std::map<K, T>& items) {
    auto dict = std::make_shared<ir::ValueDict>();
    for (const auto& [key, item] : items) {
      ir::Value value = ValueConversion<T>::flatten(item);
      if constexpr (std::integral<K>)
        dict->items.emplace_back(std::to_string(key), std::move(value));
      else
        dict->items.emplace_back(key, std::move(value));
    }
    return std::shared_ptr<const ir::ValueDict>(std::move(dict));
  }
  static std::map<K, T> build(const ir::Value& value) {
    const ir::ValueDict* dict = value.dict();
    if (!dict) detail::throw_wrong_value(type_name(), value);
    std::map<K, T> items;
    for (const auto& [text, item] : dict->items) {
      K key{};
      if constexpr (std::integral<K>) {
        const auto read = std::from_chars(text.data(), text.data() + text.size(), key);
        if (read.ec != std::errc()) detail::throw_wrong_value(type_name(), value);
      } else {
        key = text;
      }
      items.emplace(std::move(key), ValueConversion<T>::build(item));
    }
    return items;
  }
};

/// A map without an order: its values go in the order of their keys.
template <typename K, typename T>
  requires(std::integral<K> || std::same_as<K, std::string>)
struct ValueConversion<std::unordered_map<K, T>> {
  using Ordered = std::map<K, T>;
  static constexpr ValueKind kKind = ValueKind::kStructure;
  static std::string type_name() {
    return "std::unordered_map<" + weft::type_name<K>() + ", " + weft::type_name<T>() + ">";
  }
  static ir::Value flatten(const std::unordered_map<K, T>& items) {
    return ValueConversion<Ordered>::flatten(Ordered(items.begin(), items.end()));
  }
  static std::unordered_map<K, T> build(const ir::Value& value) {
    const Ordered items = ValueConversion<Ordered>::build(value);
    return {items.begin(), items.end()};
  }
};

/// The leaves of a nested value from left to right; nothing (an empty optional) is left out.
std::vector<ir::Value> flatten_value(const ir::Value& value);

}  // namespace weft
