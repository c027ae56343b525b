/// \file ModelEntry: a model of unknown type, how to make one and how to call its forward.
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <weft/runtime/nn/forward_signature.h>
#include <weft/runtime/nn/module.h>

namespace weft {

struct ModelEntry {
  /// Default-constructs the model; null where it cannot be.
  std::shared_ptr<nn::Module> (*make)() = nullptr;
  /// Calls forward with one value per parameter (tensors may be proxies) and returns the result,
  /// nested as the user's type is.
  ir::Value (*forward)(nn::Module& model, const std::vector<ir::Value>& arguments) = nullptr;
  /// What each parameter of forward takes.
  std::vector<ValueKind> parameters;
  std::vector<std::string> parameter_types;
  std::string type_name;
  std::string result_type;
};

namespace detail {
template <typename Method>
struct ResultOf;
template <typename R, typename C, typename... Args>
struct ResultOf<R (C::*)(Args...)> {
  using type = std::remove_cvref_t<R>;
};
template <typename R, typename C, typename... Args>
struct ResultOf<R (C::*)(Args...) const> : ResultOf<R (C::*)(Args...)> {};
}  // namespace detail

/// The entry of a module class or holder.
template <typename Model>
ModelEntry make_model_entry(std::string type_name) {
  using Class = typename detail::ModuleClass<Model>::type;
  using Signature = detail::ForwardSignature<decltype(&Class::forward)>;
  static_assert(Signature::kConvertible,
                "a parameter or the result of forward has a type that cannot be captured: register "
                "the struct with WEFT_REGISTER_STRUCT");
  ModelEntry entry;
  if constexpr (std::is_default_constructible_v<Class>) {
    entry.make = [] { return std::shared_ptr<nn::Module>(std::make_shared<Class>()); };
  }
  entry.forward = [](nn::Module& model, const std::vector<ir::Value>& arguments) {
    return Signature::template call<Class>(model, arguments, SourceLocation());
  };
  entry.parameters = Signature::parameters();
  entry.parameter_types = Signature::parameter_types();
  entry.type_name = std::move(type_name);
  entry.result_type = weft::type_name<typename detail::ResultOf<decltype(&Class::forward)>::type>();
  return entry;
}

}  // namespace weft
