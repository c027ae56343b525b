/// \file ModuleHolder: the value-like handle `Linear` on a `LinearImpl`, and TORCH_MODULE.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include <weft/runtime/dispatch.h>
#include <weft/runtime/nn/forward_signature.h>
#include <weft/runtime/nn/module.h>

namespace weft::nn {

/// Tells an active capture that a module's forward runs while the scope is open.
class ModuleCallScope {
 public:
  explicit ModuleCallScope(Module& module) : handler_(current_handler()) {
    if (handler_) handler_->enter_module(module);
  }
  ~ModuleCallScope() {
    if (handler_) handler_->exit_module();
  }
  ModuleCallScope(const ModuleCallScope&) = delete;
  ModuleCallScope& operator=(const ModuleCallScope&) = delete;

 private:
  OperatorHandler* handler_;
};

/// True if the active capture takes the call of a module of the user's as one step; `result` is its
/// result then. The library's own modules ask in their forward.
bool call_as_leaf(Module& module, const std::vector<ir::Value>& arguments, SourceLocation where,
                  ir::Value& result);

/// Throws W3002 for the use of an empty handle.
[[noreturn]] void throw_empty_holder(const char* mangled_type);

/// Shared handle on a module. Default construction makes the module, `nullptr` an empty handle.
/// \source torch::nn::ModuleHolder
template <typename Contained>
class ModuleHolder {
 public:
  using ContainedType = Contained;

  ModuleHolder() : impl_(default_construct()) {}
  ModuleHolder(std::nullptr_t) {}  // NOLINT(google-explicit-constructor)
  template <typename Head, typename... Tail>
    requires(!(std::is_base_of_v<ModuleHolder, std::remove_cvref_t<Head>> &&
               sizeof...(Tail) == 0) &&
             !std::is_convertible_v<Head, std::shared_ptr<Contained>>)
  explicit ModuleHolder(Head&& head, Tail&&... tail)
      : impl_(std::make_shared<Contained>(std::forward<Head>(head), std::forward<Tail>(tail)...)) {}
  ModuleHolder(std::shared_ptr<Contained> module)  // NOLINT(google-explicit-constructor)
      : impl_(std::move(module)) {}

  explicit operator bool() const noexcept { return impl_ != nullptr; }
  bool is_empty() const noexcept { return impl_ == nullptr; }
  Contained* operator->() const { return get(); }
  Contained& operator*() const { return *get(); }
  const std::shared_ptr<Contained>& ptr() const {
    get();
    return impl_;
  }
  Contained* get() const {
    if (!impl_) throw_empty();
    return impl_.get();
  }

 private:
  /// Only asked whether it fits: what the first form of the call takes.
  template <typename... Rest, typename M = Contained>
    requires requires(M& m, const Tensor& t, Rest&&... rest) {
      m.forward(t, std::forward<Rest>(rest)...);
    }
  void call_with_line(TensorArg, Rest&&...) const;

 public:
  /// Calls forward. Where the first argument is a tensor, the user's line goes with it.
  template <typename... Rest, typename M = Contained>
    requires requires(M& m, const Tensor& t, Rest&&... rest) {
      m.forward(t, std::forward<Rest>(rest)...);
    }
  auto operator()(TensorArg input, Rest&&... rest) const {
    if constexpr (requires(M& m) { m.forward(input, std::forward<Rest>(rest)...); }) {
      return invoke(input.where(), input, std::forward<Rest>(rest)...);
    } else {
      return invoke(input.where(), input.get(), std::forward<Rest>(rest)...);
    }
  }
  template <typename... Args, typename M = Contained>
    requires(!requires(const ModuleHolder& holder, Args&&... args) {
      holder.call_with_line(std::forward<Args>(args)...);
    })
  auto operator()(Args&&... args) const
      -> decltype(std::declval<M&>().forward(std::forward<Args>(args)...)) {
    return invoke({}, std::forward<Args>(args)...);
  }

  template <typename Key>
    requires requires(Contained& m, Key&& key) { m[std::forward<Key>(key)]; }
  decltype(auto) operator[](Key&& key) const {
    return (*get())[std::forward<Key>(key)];
  }

 protected:
  std::shared_ptr<Contained> impl_;

 private:
  static std::shared_ptr<Contained> default_construct() {
    if constexpr (std::is_default_constructible_v<Contained>) {
      return std::make_shared<Contained>();
    } else {
      return nullptr;
    }
  }
  template <typename... Args>
  decltype(auto) invoke(SourceLocation where, Args&&... args) const {
    Contained& module = *get();
    using Result = decltype(module.forward(std::forward<Args>(args)...));
    if constexpr (detail::CallableWithValues<Contained> && ConvertibleValue<Result> &&
                  (ConvertibleValue<detail::ArgumentType<Args>> && ...)) {
      if (!module.is_library_module() && current_handler()) {
        module.set_forward_call(&detail::call_forward_of<Contained>);
        ir::Value result;
        if (call_as_leaf(module,
                         {ValueConversion<detail::ArgumentType<Args>>::flatten(value_of(args))...},
                         where, result)) {
          return ValueConversion<Result>::build(result);
        }
      }
    }
    const ModuleCallScope scope(module);
    return module.forward(std::forward<Args>(args)...);
  }
  template <typename T>
  static const T& value_of(const T& argument) {
    return argument;
  }
  static const Tensor& value_of(const TensorArg& argument) { return argument.get(); }

  [[noreturn]] static void throw_empty() { throw_empty_holder(typeid(Contained).name()); }
};

/// What pretty_print writes.
template <typename Contained>
std::ostream& operator<<(std::ostream& stream, const ModuleHolder<Contained>& holder) {
  return stream << *holder;
}

}  // namespace weft::nn

/// Defines the holder class `Name` for an existing class `ImplType`.
#define TORCH_MODULE_IMPL(Name, ImplType)                   \
  class Name : public ::weft::nn::ModuleHolder<ImplType> {  \
   public:                                                  \
    using ::weft::nn::ModuleHolder<ImplType>::ModuleHolder; \
    using Impl = ImplType;                                  \
  }
/// Defines the holder class `Name` for `NameImpl`.
#define TORCH_MODULE(Name) TORCH_MODULE_IMPL(Name, Name##Impl)
