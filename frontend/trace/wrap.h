/// \file wrap: functions that a capture records as one step instead of looking into them.
#pragma once

#include <string>
#include <type_traits>
#include <typeindex>
#include <utility>

#include <weft/frontend/trace/custom_operator.h>

namespace weft {

enum class WrapScope : std::uint8_t {
  kAlways,     ///< every capture records the function as one step
  kOnRequest,  ///< only tracers that name it in `autowrap_functions` do
};

struct WrapOptions {
  WrapScope scope = WrapScope::kAlways;
  /// Dtype and extents of the result; without it nothing is known about it during capture.
  std::function<std::vector<ir::ValueMeta>(const ir::Call&)> shape = {};
  /// Code that weft does not look into is taken to have an effect on the host, so that it is never
  /// merged or dropped; say kPure where it has none.
  ir::Effect effect = ir::Effect::kHost;
};

namespace detail {

/// The operator of a wrapped function, made by the first call for this name.
/// \error W4106 if another function has the name, W1222 if an operator of weft has it
const ir::Operator& wrapped_operator(const std::string& name, std::type_index type,
                                     const void* address, ir::OperatorDefinition definition,
                                     SourceLocation where);
/// A schema for C++ types: `name(Tensor input, float arg_1) -> (Tensor, int)`.
std::string schema_of(const std::string& name, const std::vector<ValueKind>& parameters,
                      const std::vector<ValueKind>& results);

template <typename F>
struct CallableSignature : CallableSignature<decltype(&F::operator())> {};
template <typename R, typename... Args>
struct CallableSignature<R (*)(Args...)> {
  using type = R(Args...);
};
template <typename C, typename R, typename... Args>
struct CallableSignature<R (C::*)(Args...) const> {
  using type = R(Args...);
};

}  // namespace detail

template <typename Signature, typename F>
class WrappedFunction;

/// A function that runs normally on values, and is recorded as call_function on its name where an
/// argument is a proxy.
template <typename R, typename... Args, typename F>
class WrappedFunction<R(Args...), F> {
 public:
  WrappedFunction(std::string name, F function, WrapOptions options, SourceLocation where)
      : name_(std::move(name)), function_(std::move(function)), scope_(options.scope) {
    static_assert((ConvertibleValue<std::remove_cvref_t<Args>> && ...) && ConvertibleValue<R>,
                  "wrapped functions take and return tensors, numbers, strings and structures");
    ir::OperatorDefinition definition;
    definition.schema =
        detail::schema_of(name_, {ValueConversion<std::remove_cvref_t<Args>>::kKind...},
                          detail::signature_types<R, Args...>().results);
    definition.shape = std::move(options.shape);
    definition.effect = options.effect;
    definition.run = detail::OperatorMaker<R(Args...)>::run(function_);
    const void* address = nullptr;
    if constexpr (std::is_pointer_v<F>) address = reinterpret_cast<const void*>(function_);
    op_ = &detail::wrapped_operator(name_, typeid(F), address, std::move(definition), where);
  }

  const std::string& name() const { return name_; }
  R operator()(detail::CallParameter<Args>... args,
               where_t where = std::source_location::current()) const {
    std::vector<ir::Value> values{detail::call_value(args)...};
    OperatorHandler* handler = handler_of(values);
    if (!handler || !handler->records_function(name_, scope_ == WrapScope::kAlways)) {
      return detail::call_with_values<R, Args...>(function_, values);
    }
    return ValueConversion<R>::build(
        handler->call_operator(*op_, std::move(values), CallStyle::kFunction, where));
  }

 private:
  std::string name_;
  F function_;
  WrapScope scope_;
  const ir::Operator* op_;
};

/// `inline const auto scale_by = weft::wrap("scale_by", [](const Tensor& x, double k) { ... });`
/// Wrapping one function twice under its name is the same as once.
/// \source torch.fx.wrap
template <typename F>
auto wrap(std::string name, F function, WrapOptions options = {},
          SourceLocation where = std::source_location::current()) {
  return WrappedFunction<typename detail::CallableSignature<F>::type, F>(
      std::move(name), std::move(function), std::move(options), where);
}
template <typename Signature, typename F>
WrappedFunction<Signature, F> wrap(const std::string&, WrappedFunction<Signature, F> function) {
  return function;
}

}  // namespace weft
