/// \file ModuleHolder: the value-like handle `Linear` on a `LinearImpl`, and TORCH_MODULE.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include <weft/runtime/dispatch.h>
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

  /// Calls forward. The single-tensor form carries the user's line to the module.
  template <typename M = Contained>
    requires requires(M& m, const Tensor& t) { m.forward(t); }
  auto operator()(TensorArg input) const {
    M& module = *get();
    const ModuleCallScope scope(module);
    if constexpr (requires { module.forward(input); }) {
      return module.forward(input);
    } else {
      return module.forward(input.get());
    }
  }
  template <typename... Args, typename M = Contained>
    requires(sizeof...(Args) != 1 ||
             !(std::is_convertible_v<Args, const Tensor&> && ...))
  auto operator()(Args&&... args) const
      -> decltype(std::declval<M&>().forward(std::forward<Args>(args)...)) {
    M& module = *get();
    const ModuleCallScope scope(module);
    return module.forward(std::forward<Args>(args)...);
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
  [[noreturn]] static void throw_empty() { throw_empty_holder(typeid(Contained).name()); }
};

}  // namespace weft::nn

/// Defines the holder class `Name` for an existing class `ImplType`.
#define TORCH_MODULE_IMPL(Name, ImplType)                              \
  class Name : public ::weft::nn::ModuleHolder<ImplType> {             \
   public:                                                             \
    using ::weft::nn::ModuleHolder<ImplType>::ModuleHolder;            \
    using Impl = ImplType;                                             \
  }
/// Defines the holder class `Name` for `NameImpl`.
#define TORCH_MODULE(Name) TORCH_MODULE_IMPL(Name, Name##Impl)
