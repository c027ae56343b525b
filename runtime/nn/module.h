/// \file nn::Module: the base of every model and layer.
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <weft/ir/graph_module.h>
#include <weft/runtime/nn/ordered_dict.h>
#include <weft/runtime/tensor/tensor.h>

namespace weft::serialize {
class InputArchive;
class OutputArchive;
}  // namespace weft::serialize

namespace weft::nn {

template <typename Contained>
class ModuleHolder;

class Module;
/// What pretty_print writes.
std::ostream& operator<<(std::ostream& stream, const Module& module);

/// Owns parameters, buffers and submodules under names; the names of a whole model are dotted
/// paths.
/// \source torch::nn::Module
class Module : public std::enable_shared_from_this<Module>, public ir::ModuleInterface {
 public:
  Module() = default;
  explicit Module(std::string name) : name_(std::move(name)) {}
  ~Module() override = default;
  Module(const Module&) = default;
  Module& operator=(const Module&) = default;

  /// The class name without namespaces, or the name given to the constructor.
  const std::string& name() const;
  bool is_training() const noexcept { return training_; }
  virtual void train(bool on = true);
  void eval() { train(false); }

  // Registration. A name must be new, not empty and without dots (W3001).
  Tensor& register_parameter(std::string name, Tensor tensor, bool requires_grad = true);
  Tensor& register_buffer(std::string name, Tensor tensor);
  template <typename M>
  std::shared_ptr<M> register_module(std::string name, std::shared_ptr<M> module) {
    add_child(std::move(name), module);
    return module;
  }
  template <typename M>
  std::shared_ptr<M> register_module(std::string name, ModuleHolder<M> holder) {
    return register_module(std::move(name), holder.ptr());
  }
  template <typename M>
  std::shared_ptr<M> replace_module(const std::string& name, std::shared_ptr<M> module) {
    children_[name] = module;
    return module;
  }
  template <typename M>
  std::shared_ptr<M> replace_module(const std::string& name, ModuleHolder<M> holder) {
    return replace_module(name, holder.ptr());
  }
  void unregister_module(const std::string& name) { children_.erase(name); }

  // Walking, in order of registration, own entries before those of submodules.
  std::vector<Tensor> parameters(bool recurse = true) const;
  OrderedDict<std::string, Tensor> named_parameters(bool recurse = true) const;
  std::vector<Tensor> buffers(bool recurse = true) const;
  OrderedDict<std::string, Tensor> named_buffers(bool recurse = true) const;
  std::vector<std::shared_ptr<Module>> modules(bool include_self = true) const;
  OrderedDict<std::string, std::shared_ptr<Module>> named_modules(const std::string& prefix = {},
                                                                  bool include_self = true) const;
  std::vector<std::shared_ptr<Module>> children() const;
  OrderedDict<std::string, std::shared_ptr<Module>> named_children() const { return children_; }
  /// Every module of the tree once with its path, also where it is a plain member whose owner is
  /// not held by a shared_ptr. The root has path "".
  void visit_modules(const std::function<void(const std::string& path, Module&)>& visit);

  void apply(const std::function<void(Module&)>& function);
  void apply(const std::function<void(const std::string&, Module&)>& function,
             const std::string& prefix = {});

  // Conversion of all parameters and buffers, in place.
  virtual void to(Device device, DType dtype, bool non_blocking = false);
  virtual void to(DType dtype, bool non_blocking = false);
  virtual void to(Device device, bool non_blocking = false);
  virtual void zero_grad(bool set_to_none = false);
  virtual std::shared_ptr<Module> clone(const std::optional<Device>& device = std::nullopt) const;

  // Archives ([archive.h](archive.h)). libtorch lets a class override the two; here they are final,
  // because torch::load puts all tensors of a model in place or none.
  virtual void save(serialize::OutputArchive& archive) const final;
  /// Takes what has the names of the module's tensors. \error W3006 where one is missing
  virtual void load(serialize::InputArchive& archive) final;
  /// False for modules that archives leave out.
  virtual bool is_serializable() const { return true; }

  template <typename M>
  auto* as() noexcept {
    if constexpr (requires { typename M::ContainedType; }) {
      return dynamic_cast<typename M::ContainedType*>(this);
    } else {
      return dynamic_cast<M*>(this);
    }
  }
  template <typename M>
  const auto* as() const noexcept {
    return const_cast<Module*>(this)->as<M>();
  }
  virtual void pretty_print(std::ostream& stream) const;

  /// How forward is called with values; told where a module's type is known, so that a module of
  /// the user's can be a leaf of a capture.
  using ForwardCall = ir::Value (*)(Module& module, const std::vector<ir::Value>& arguments,
                                    SourceLocation where);
  void set_forward_call(ForwardCall call) { forward_call_ = call; }

  // ir::ModuleInterface
  std::string module_type() const override;
  ir::Value call_forward(const std::vector<ir::Value>& arguments) override;
  /// True for the modules of this library whose forward is one step of a captured graph.
  virtual bool is_library_module() const { return false; }
  /// False for a module of the user's, whose forward may do anything; override it where it does
  /// nothing but compute its result.
  bool is_pure() const override { return is_library_module(); }

 protected:
  OrderedDict<std::string, Tensor> parameters_{"Parameter"};
  OrderedDict<std::string, Tensor> buffers_{"Buffer"};
  OrderedDict<std::string, std::shared_ptr<Module>> children_{"Submodule"};

 private:
  void add_child(std::string name, std::shared_ptr<Module> module);
  bool training_ = true;
  ForwardCall forward_call_ = nullptr;
  mutable std::string name_;
};

}  // namespace weft::nn
