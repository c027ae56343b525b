/// \file Calling a module's forward with values, whatever its parameter types are.
#pragma once

#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <weft/runtime/nn/module.h>
#include <weft/runtime/nn/struct_conversion.h>

namespace weft::detail {

template <typename T, typename = void>
struct ModuleClass {
  using type = T;
};
template <typename T>
struct ModuleClass<T, std::void_t<typename T::ContainedType>> {
  using type = typename T::ContainedType;
};

/// A library module takes TensorArg, which is a tensor with the line of the call.
template <typename T>
using ArgumentType = std::conditional_t<std::is_same_v<std::remove_cvref_t<T>, TensorArg>, Tensor,
                                        std::remove_cvref_t<T>>;

template <typename Signature>
struct ForwardSignature;

template <typename Class, typename Result, typename... Args>
struct ForwardSignature<Result (Class::*)(Args...)> {
  /// Forward can be called with values.
  static constexpr bool kConvertible = (ConvertibleValue<ArgumentType<Args>> && ...) &&
                                       ConvertibleValue<std::remove_cvref_t<Result>>;

  static std::vector<ValueKind> parameters() {
    return {ValueConversion<ArgumentType<Args>>::kKind...};
  }
  static std::vector<std::string> parameter_types() { return {type_name<ArgumentType<Args>>()...}; }

  template <typename Model>
  static ir::Value call(nn::Module& module, const std::vector<ir::Value>& arguments,
                        SourceLocation where) {
    return call_with<Model>(module, arguments, where, std::index_sequence_for<Args...>());
  }

 private:
  template <typename Model, std::size_t... I>
  static ir::Value call_with(nn::Module& module, const std::vector<ir::Value>& arguments,
                             [[maybe_unused]] SourceLocation where, std::index_sequence<I...>) {
    auto& model = dynamic_cast<Model&>(module);
    // Named, because forward may take references.
    std::tuple<ArgumentType<Args>...> values{
        ValueConversion<ArgumentType<Args>>::build(arguments.at(I))...};
    return ValueConversion<std::remove_cvref_t<Result>>::flatten(
        model.forward(pass<Args>(std::get<I>(values), where)...));
  }

  template <typename T>
  static decltype(auto) pass(ArgumentType<T>& value, [[maybe_unused]] const SourceLocation& where) {
    if constexpr (std::is_same_v<std::remove_cvref_t<T>, TensorArg>) {
      return TensorArg(value, where);
    } else if constexpr (std::is_lvalue_reference_v<T>) {
      return static_cast<ArgumentType<T>&>(value);
    } else {
      return static_cast<ArgumentType<T>&&>(value);
    }
  }
};

template <typename Class, typename Result, typename... Args>
struct ForwardSignature<Result (Class::*)(Args...) const>
    : ForwardSignature<Result (Class::*)(Args...)> {};

template <typename M>
concept CallableWithValues =
    requires { requires ForwardSignature<decltype(&M::forward)>::kConvertible; };

/// Forward of a module of this class with values.
template <CallableWithValues M>
ir::Value call_forward_of(nn::Module& module, const std::vector<ir::Value>& arguments,
                          SourceLocation where) {
  return ForwardSignature<decltype(&M::forward)>::template call<M>(module, arguments, where);
}

}  // namespace weft::detail
