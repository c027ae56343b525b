/// \file AnyModule: a module of any type whose forward is called with values.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <weft/runtime/nn/forward_signature.h>
#include <weft/runtime/nn/module_holder.h>

namespace weft::nn {

class SequentialImpl;

/// \source torch::nn::AnyModule
class AnyModule {
 public:
  AnyModule() = default;
  template <typename M>
    requires std::is_base_of_v<Module, M>
  AnyModule(std::shared_ptr<M> module)  // NOLINT(google-explicit-constructor)
      : module_(module), call_(caller<M>()) {
    module_->set_forward_call(call_);
  }
  template <typename M>
    requires std::is_base_of_v<Module, M>
  AnyModule(const ModuleHolder<M>& holder) : AnyModule(holder.ptr()) {}  // NOLINT
  template <typename M>
    requires std::is_base_of_v<Module, std::remove_cvref_t<M>>
  AnyModule(M&& module)  // NOLINT(google-explicit-constructor)
      : AnyModule(std::make_shared<std::remove_cvref_t<M>>(std::forward<M>(module))) {}

  bool is_empty() const { return module_ == nullptr; }
  /// A copy with a module of its own.
  AnyModule clone(const std::optional<Device>& device = std::nullopt) const {
    AnyModule copy;
    copy.call_ = call_;
    copy.module_ = module_ ? module_->clone(device) : nullptr;
    if (copy.module_) copy.module_->set_forward_call(call_);
    return copy;
  }
  const std::shared_ptr<Module>& ptr() const { return module_; }
  /// The module as its class, or a holder of it. Throws std::bad_cast for another class.
  template <typename M>
  decltype(auto) get() const {
    if constexpr (requires { typename M::ContainedType; }) {
      using Contained = typename M::ContainedType;
      return M(std::shared_ptr<Contained>(module_, &dynamic_cast<Contained&>(*module_)));
    } else {
      return dynamic_cast<M&>(*module_);
    }
  }
  const std::type_info& type_info() const { return typeid(*module_); }

  /// Calls forward with values and the line that nodes of library modules get.
  ir::Value call(const std::vector<ir::Value>& arguments, SourceLocation where) const {
    ir::Value result;
    if (call_as_leaf(*module_, arguments, where, result)) return result;
    const ModuleCallScope scope(*module_);
    return call_(*module_, arguments, where);
  }
  template <typename Result = Tensor, typename... Args>
  Result forward(const Args&... args) const {
    return ValueConversion<Result>::build(call({ValueConversion<Args>::flatten(args)...}, {}));
  }

 private:
  template <typename M>
  static Module::ForwardCall caller();

  std::shared_ptr<Module> module_;
  Module::ForwardCall call_ = nullptr;
};

/// A module with the name that it gets in a container.
class NamedAnyModule {
 public:
  template <typename M>
  NamedAnyModule(std::string name, M&& module)
      : name_(std::move(name)), module_(std::forward<M>(module)) {}
  const std::string& name() const { return name_; }
  const AnyModule& module() const { return module_; }

 private:
  std::string name_;
  AnyModule module_;
};

}  // namespace weft::nn
