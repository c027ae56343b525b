/// \file ModuleDict, ParameterList and ParameterDict.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <weft/runtime/nn/cloneable.h>

namespace weft::nn {

/// Modules under names, without a forward of its own.
/// \source torch::nn::ModuleDict
class ModuleDictImpl : public Cloneable<ModuleDictImpl> {
 public:
  using Items = OrderedDict<std::string, std::shared_ptr<Module>>;

  ModuleDictImpl() = default;
  explicit ModuleDictImpl(
      const std::vector<std::pair<std::string, std::shared_ptr<Module>>>& modules) {
    update(modules);
  }
  void reset() override {}
  std::shared_ptr<Module> clone(const std::optional<Device>& device = std::nullopt) const override {
    auto copy = std::make_shared<ModuleDictImpl>();
    for (const auto& item : children_) copy->insert(item.key(), item.value()->clone(device));
    copy->train(is_training());
    return copy;
  }

  /// A new entry, or another module under a name that is there.
  void insert(const std::string& key, std::shared_ptr<Module> module) {
    if (contains(key)) {
      children_[key] = std::move(module);
    } else {
      register_module(key, std::move(module));
    }
  }
  template <typename M>
  void insert(const std::string& key, const ModuleHolder<M>& holder) {
    insert(key, std::shared_ptr<Module>(holder.ptr()));
  }
  template <typename Container>
  void update(const Container& modules) {
    for (const auto& [key, module] : modules) insert(key, module);
  }
  std::shared_ptr<Module> pop(const std::string& key) {
    std::shared_ptr<Module> module = children_[key];
    children_.erase(key);
    return module;
  }
  void clear() { children_.clear(); }

  bool contains(const std::string& key) const { return children_.contains(key); }
  bool empty() const { return children_.is_empty(); }
  std::size_t size() const { return children_.size(); }
  std::shared_ptr<Module> operator[](const std::string& key) const { return children_[key]; }
  template <typename M>
  M& at(const std::string& key) {
    return dynamic_cast<M&>(*children_[key]);
  }
  std::vector<std::string> keys() const {
    std::vector<std::string> result;
    for (const auto& item : children_) result.push_back(item.key());
    return result;
  }
  std::vector<std::shared_ptr<Module>> values() const { return children(); }
  std::vector<std::pair<std::string, std::shared_ptr<Module>>> items() const {
    std::vector<std::pair<std::string, std::shared_ptr<Module>>> result;
    for (const auto& item : children_) result.emplace_back(item.key(), item.value());
    return result;
  }
  Items::iterator begin() { return children_.begin(); }
  Items::iterator end() { return children_.end(); }
};
TORCH_MODULE(ModuleDict);

/// Parameters under the names "0", "1", ...
/// \source torch::nn::ParameterList
class ParameterListImpl : public Cloneable<ParameterListImpl> {
 public:
  ParameterListImpl() = default;
  template <typename... Tensors>
    requires(sizeof...(Tensors) > 0 && (std::is_same_v<Tensors, Tensor> && ...))
  explicit ParameterListImpl(const Tensors&... tensors) {
    (append(tensors), ...);
  }
  void reset() override {}
  void append(const Tensor& tensor) {
    register_parameter(std::to_string(parameters_.size()), tensor);
  }
  template <typename Container>
  void extend(const Container& tensors) {
    for (const Tensor& tensor : tensors) append(tensor);
  }
  std::size_t size() const { return parameters_.size(); }
  bool is_empty() const { return parameters_.is_empty(); }
  Tensor& at(std::size_t i) { return parameters_[i].value(); }
  Tensor& operator[](std::size_t i) { return at(i); }
  auto begin() { return parameters_.begin(); }
  auto end() { return parameters_.end(); }
};
TORCH_MODULE(ParameterList);

/// Parameters under names.
/// \source torch::nn::ParameterDict
class ParameterDictImpl : public Cloneable<ParameterDictImpl> {
 public:
  ParameterDictImpl() = default;
  explicit ParameterDictImpl(const OrderedDict<std::string, Tensor>& tensors) {
    for (const auto& item : tensors) insert(item.key(), item.value());
  }
  void reset() override {}
  Tensor& insert(const std::string& key, const Tensor& tensor) {
    return register_parameter(key, tensor);
  }
  bool contains(const std::string& key) const { return parameters_.contains(key); }
  std::size_t size() const { return parameters_.size(); }
  bool empty() const { return parameters_.is_empty(); }
  Tensor& get(const std::string& key) { return parameters_[key]; }
  Tensor& operator[](const std::string& key) { return get(key); }
  std::vector<std::string> keys() const {
    std::vector<std::string> result;
    for (const auto& item : parameters_) result.push_back(item.key());
    return result;
  }
  std::vector<Tensor> values() const { return parameters(/*recurse=*/false); }
  auto begin() { return parameters_.begin(); }
  auto end() { return parameters_.end(); }
};
TORCH_MODULE(ParameterDict);

}  // namespace weft::nn
