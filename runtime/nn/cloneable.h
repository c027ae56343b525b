/// \file Cloneable: modules that can be copied because they build themselves in reset().
#pragma once

#include <memory>
#include <optional>

#include <weft/runtime/diagnostics.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/nn/module.h>
#include <weft/runtime/nn/module_holder.h>

namespace weft::nn {

/// \source torch::nn::Cloneable
template <typename Derived>
class Cloneable : public Module {
 public:
  using Module::Module;
  /// Makes parameters, buffers and submodules afresh.
  virtual void reset() = 0;

  std::shared_ptr<Module> clone(
      const std::optional<Device>& device = std::nullopt) const override {
    if (device) const_cast<Cloneable*>(this)->to(*device);
    auto copy = std::make_shared<Derived>(static_cast<const Derived&>(*this));
    copy->parameters_.clear();
    copy->buffers_.clear();
    copy->children_.clear();
    copy->reset();
    copy_entries(parameters_, copy->parameters_);
    copy_entries(buffers_, copy->buffers_);
    for (const auto& child : children_) {
      if (auto* target = copy->children_.find(child.key())) {
        copy_state(*child.value(), **target);
      }
    }
    return copy;
  }

 private:
  static void copy_entries(const OrderedDict<std::string, Tensor>& from,
                           OrderedDict<std::string, Tensor>& to) {
    for (const auto& item : from) {
      Tensor* target = to.find(item.key());
      if (target && target->defined() && item.value().defined()) {
        eager::copy_into(item.value().handle(), target->handle());
      }
    }
  }
  static void copy_state(const Module& from, Module& to) {
    OrderedDict<std::string, Tensor> parameters = to.named_parameters();
    OrderedDict<std::string, Tensor> buffers = to.named_buffers();
    copy_entries(from.named_parameters(), parameters);
    copy_entries(from.named_buffers(), buffers);
  }
};

}  // namespace weft::nn
