/// \file Modules that hold modules: Sequential, ModuleList, ModuleDict, ParameterList, Functional.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <weft/runtime/nn/any_module.h>
#include <weft/runtime/nn/cloneable.h>

namespace weft::nn {

/// Runs modules one after the other, each on the result of the one before.
/// \source torch::nn::Sequential
class SequentialImpl : public Cloneable<SequentialImpl> {
 public:
  using Iterator = std::vector<AnyModule>::iterator;
  using ConstIterator = std::vector<AnyModule>::const_iterator;

  SequentialImpl() = default;
  SequentialImpl(std::initializer_list<NamedAnyModule> named) {
    for (const NamedAnyModule& item : named) push_back(item.name(), item.module());
  }
  explicit SequentialImpl(const OrderedDict<std::string, AnyModule>& named) {
    for (const auto& item : named) push_back(item.key(), item.value());
  }
  template <typename Head, typename... Tail>
    requires std::is_constructible_v<AnyModule, Head>
  explicit SequentialImpl(Head&& head, Tail&&... tail) {
    push_back(std::forward<Head>(head));
    (push_back(std::forward<Tail>(tail)), ...);
  }
  void reset() override {}
  std::shared_ptr<Module> clone(const std::optional<Device>& device = std::nullopt) const override;

  template <typename Result = Tensor>
  Result forward(TensorArg input) {
    return ValueConversion<Result>::build(
        run({ValueConversion<Tensor>::flatten(input.get())}, input.where()));
  }
  template <typename Result = Tensor, typename... Inputs>
    requires(sizeof...(Inputs) > 1)
  Result forward(const Inputs&... inputs) {
    return ValueConversion<Result>::build(run({ValueConversion<Inputs>::flatten(inputs)...}, {}));
  }
  /// The values through all modules; the first takes several arguments where several are given.
  ir::Value run(std::vector<ir::Value> arguments, SourceLocation where);

  void push_back(std::string name, AnyModule module);
  template <typename M>
    requires std::is_constructible_v<AnyModule, M>
  void push_back(M&& module) {
    push_back(std::to_string(modules_.size()), AnyModule(std::forward<M>(module)));
  }
  template <typename M>
    requires std::is_constructible_v<AnyModule, M>
  void push_back(std::string name, M&& module) {
    push_back(std::move(name), AnyModule(std::forward<M>(module)));
  }
  void push_back(const NamedAnyModule& item) { push_back(item.name(), item.module()); }
  template <typename Container>
  void extend(const Container& container) {
    for (const auto& module : container) push_back(module);
  }

  std::size_t size() const { return modules_.size(); }
  bool is_empty() const { return modules_.empty(); }
  Iterator begin() { return modules_.begin(); }
  Iterator end() { return modules_.end(); }
  ConstIterator begin() const { return modules_.begin(); }
  ConstIterator end() const { return modules_.end(); }
  std::shared_ptr<Module> ptr(std::size_t i) const { return modules_.at(i).ptr(); }
  template <typename M>
  std::shared_ptr<M> ptr(std::size_t i) const {
    return std::dynamic_pointer_cast<M>(ptr(i));
  }
  template <typename M>
  M& at(std::size_t i) {
    return dynamic_cast<M&>(*ptr(i));
  }
  std::shared_ptr<Module> operator[](std::size_t i) const { return ptr(i); }

 private:
  std::vector<AnyModule> modules_;
};

/// The handle on a SequentialImpl.
class Sequential : public ModuleHolder<SequentialImpl> {
 public:
  using ModuleHolder<SequentialImpl>::ModuleHolder;
  using Impl = SequentialImpl;
  Sequential() = default;
  Sequential(std::initializer_list<NamedAnyModule> named)
      : ModuleHolder(std::make_shared<SequentialImpl>(named)) {}
};

/// A list of modules without a forward of its own.
/// \source torch::nn::ModuleList
class ModuleListImpl : public Cloneable<ModuleListImpl> {
 public:
  using Iterator = std::vector<std::shared_ptr<Module>>::iterator;
  using ConstIterator = std::vector<std::shared_ptr<Module>>::const_iterator;

  ModuleListImpl() = default;
  template <typename Head, typename... Tail>
    requires std::is_constructible_v<AnyModule, Head>
  explicit ModuleListImpl(Head&& head, Tail&&... tail) {
    push_back(std::forward<Head>(head));
    (push_back(std::forward<Tail>(tail)), ...);
  }
  void reset() override {}
  std::shared_ptr<Module> clone(const std::optional<Device>& device = std::nullopt) const override;

  void push_back(std::shared_ptr<Module> module);
  template <typename M>
    requires std::is_base_of_v<Module, M>
  void push_back(const ModuleHolder<M>& holder) {
    push_back(std::shared_ptr<Module>(holder.ptr()));
  }
  template <typename M>
    requires std::is_base_of_v<Module, std::remove_cvref_t<M>>
  void push_back(M&& module) {
    push_back(
        std::shared_ptr<Module>(std::make_shared<std::remove_cvref_t<M>>(std::forward<M>(module))));
  }
  template <typename Container>
  void extend(const Container& container) {
    for (const auto& module : container) push_back(module);
  }
  /// A module before the one at `index`; those behind it get other names.
  void insert(std::size_t index, std::shared_ptr<Module> module);
  template <typename M>
    requires std::is_base_of_v<Module, M>
  void insert(std::size_t index, const ModuleHolder<M>& holder) {
    insert(index, std::shared_ptr<Module>(holder.ptr()));
  }

  std::size_t size() const { return modules_.size(); }
  bool is_empty() const { return modules_.empty(); }
  Iterator begin() { return modules_.begin(); }
  Iterator end() { return modules_.end(); }
  ConstIterator begin() const { return modules_.begin(); }
  ConstIterator end() const { return modules_.end(); }
  std::shared_ptr<Module> ptr(std::size_t i) const { return modules_.at(i); }
  template <typename M>
  std::shared_ptr<M> ptr(std::size_t i) const {
    return std::dynamic_pointer_cast<M>(ptr(i));
  }
  template <typename M>
  M& at(std::size_t i) {
    return dynamic_cast<M&>(*ptr(i));
  }
  std::shared_ptr<Module> operator[](std::size_t i) const { return ptr(i); }

 private:
  std::vector<std::shared_ptr<Module>> modules_;
};
TORCH_MODULE(ModuleList);

/// A function as a module, with further arguments bound.
/// \source torch::nn::Functional
class FunctionalImpl : public Cloneable<FunctionalImpl> {
 public:
  using Function = std::function<Tensor(TensorArg)>;
  /// `function` takes a tensor and the bound arguments.
  template <typename F, typename... Bound>
    requires std::is_invocable_v<F, TensorArg, Bound...> ||
             std::is_invocable_v<F, const Tensor&, Bound...> ||
             std::is_invocable_v<F, Tensor&, Bound...>
  explicit FunctionalImpl(F function, Bound... bound)
      : function_([function, ... bound = std::move(bound)](TensorArg input) -> Tensor {
          if constexpr (std::is_invocable_v<F, TensorArg, Bound...>) {
            return function(input, bound...);
          } else {
            Tensor tensor = input.get();
            return function(tensor, bound...);
          }
        }) {}
  void reset() override {}
  Tensor forward(TensorArg input) { return function_(input); }
  bool is_serializable() const override { return false; }

 private:
  Function function_;
};
TORCH_MODULE(Functional);

template <typename M>
Module::ForwardCall AnyModule::caller() {
  if constexpr (requires { &M::forward; }) {
    return &detail::ForwardSignature<decltype(&M::forward)>::template call<M>;
  } else {
    static_assert(std::is_base_of_v<SequentialImpl, M>,
                  "a module in a container needs one forward that is no template");
    return [](Module& module, const std::vector<ir::Value>& arguments, SourceLocation where) {
      return dynamic_cast<SequentialImpl&>(module).run(arguments, where);
    };
  }
}

}  // namespace weft::nn
