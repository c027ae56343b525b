#include <weft/runtime/nn/module.h>

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <unordered_set>
#include <utility>

#include <weft/runtime/diagnostics.h>
#include <weft/runtime/eager/call_values.h>
#include <weft/runtime/nn/module_holder.h>

namespace weft::nn {

namespace {

std::string demangled(const char* mangled) {
  int status = 0;
  char* text = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  std::string result = status == 0 ? text : mangled;
  std::free(text);
  return result;
}

/// "Conv2d" from "weft::nn::Conv2dImpl".
std::string class_name(std::string name) {
  const std::size_t arguments = name.find('<');
  const std::size_t colon = name.rfind("::", arguments);
  if (colon != std::string::npos) name.erase(0, colon + 2);
  const std::string suffix = "Impl";
  if (name.size() > suffix.size() && name.ends_with(suffix)) {
    name.resize(name.size() - suffix.size());
  }
  return name;
}

void check_new_name(const std::string& name, bool taken, const char* what) {
  const char* problem = name.empty()                          ? "is empty"
                        : name.find('.') != std::string::npos ? "contains a dot"
                        : taken                               ? "is taken already"
                                                              : nullptr;
  if (problem) fail(diag::ModuleNameWrong, {}, {what, name, problem});
}

std::string join(const std::string& prefix, const std::string& name) {
  return prefix.empty() ? name : prefix + "." + name;
}

void visit(Module& module, const std::string& path, std::unordered_set<const Module*>& seen,
           const std::function<void(const std::string&, Module&)>& visitor) {
  if (!seen.insert(&module).second) return;
  visitor(path, module);
  for (const auto& child : module.named_children()) {
    if (child.value()) visit(*child.value(), join(path, child.key()), seen, visitor);
  }
}

/// Every module under every path that it has, as libtorch lists them; one that holds itself is not
/// entered again.
template <typename Visitor>
void visit_paths(Module& module, const std::string& path, std::vector<const Module*>& open,
                 const Visitor& visitor) {
  if (std::find(open.begin(), open.end(), &module) != open.end()) return;
  open.push_back(&module);
  visitor(path, module);
  for (const auto& child : module.named_children()) {
    if (child.value()) visit_paths(*child.value(), join(path, child.key()), open, visitor);
  }
  open.pop_back();
}

template <typename Visitor>
void visit_paths(const Module& root, const Visitor& visitor) {
  std::vector<const Module*> open;
  visit_paths(const_cast<Module&>(root), "", open, visitor);
}

void convert(const Tensor& tensor, DType dtype) {
  TensorImpl& impl = *tensor.handle();
  if (!ir::is_floating(impl.dtype) || impl.dtype == dtype) return;
  const ir::TensorHandle converted = make_tensor(dtype, impl.sizes);
  eager::copy_into(tensor.handle(), converted);
  impl.storage = converted->storage;
  impl.strides = converted->strides;
  impl.offset = 0;
  impl.dtype = dtype;
}

}  // namespace

bool call_as_leaf(Module& module, const std::vector<ir::Value>& arguments, SourceLocation where,
                  ir::Value& result) {
  if (module.is_library_module()) return false;
  OperatorHandler* handler = current_handler();
  return handler && handler->call_module(module, arguments, where, result);
}

void throw_empty_holder(const char* mangled_type) {
  fail(diag::ModuleHolderEmpty, {}, {class_name(demangled(mangled_type))});
}

const std::string& Module::name() const {
  if (name_.empty()) name_ = class_name(demangled(typeid(*this).name()));
  return name_;
}

std::string Module::module_type() const { return class_name(demangled(typeid(*this).name())); }

void Module::train(bool on) {
  for (const auto& child : children_) {
    if (child.value()) child.value()->train(on);
  }
  training_ = on;
}

Tensor& Module::register_parameter(std::string name, Tensor tensor, bool requires_grad) {
  check_new_name(name, parameters_.contains(name) || buffers_.contains(name), "parameter");
  if (tensor.defined()) tensor.requires_grad_(requires_grad);
  return parameters_.insert(std::move(name), std::move(tensor));
}

Tensor& Module::register_buffer(std::string name, Tensor tensor) {
  check_new_name(name, parameters_.contains(name) || buffers_.contains(name), "buffer");
  return buffers_.insert(std::move(name), std::move(tensor));
}

void Module::add_child(std::string name, std::shared_ptr<Module> module) {
  check_new_name(name, children_.contains(name), "submodule");
  children_.insert(std::move(name), std::move(module));
}

void Module::visit_modules(const std::function<void(const std::string&, Module&)>& visitor) {
  std::unordered_set<const Module*> seen;
  visit(*this, "", seen, visitor);
}

OrderedDict<std::string, Tensor> Module::named_parameters(bool recurse) const {
  OrderedDict<std::string, Tensor> result("Parameter");
  const auto add = [&](const std::string& path, const Module& module) {
    for (const auto& item : module.parameters_) {
      if (item.value().defined()) result.insert(join(path, item.key()), item.value());
    }
  };
  if (recurse)
    visit_paths(*this, add);
  else
    add("", *this);
  return result;
}

OrderedDict<std::string, Tensor> Module::named_buffers(bool recurse) const {
  OrderedDict<std::string, Tensor> result("Buffer");
  const auto add = [&](const std::string& path, const Module& module) {
    for (const auto& item : module.buffers_) {
      if (item.value().defined()) result.insert(join(path, item.key()), item.value());
    }
  };
  if (recurse)
    visit_paths(*this, add);
  else
    add("", *this);
  return result;
}

std::vector<Tensor> Module::parameters(bool recurse) const {
  return named_parameters(recurse).values();
}

std::vector<Tensor> Module::buffers(bool recurse) const { return named_buffers(recurse).values(); }

std::vector<std::shared_ptr<Module>> Module::modules(bool include_self) const {
  return named_modules({}, include_self).values();
}

OrderedDict<std::string, std::shared_ptr<Module>> Module::named_modules(const std::string& prefix,
                                                                        bool include_self) const {
  OrderedDict<std::string, std::shared_ptr<Module>> result("Module");
  visit_paths(*this, [&](const std::string& path, Module& module) {
    if (path.empty() && !include_self) return;
    result.insert(path.empty() ? prefix : join(prefix, path), module.shared_from_this());
  });
  return result;
}

std::vector<std::shared_ptr<Module>> Module::children() const { return children_.values(); }

void Module::apply(const std::function<void(Module&)>& function) {
  visit_paths(*this, [&](const std::string&, Module& module) { function(module); });
}

void Module::apply(const std::function<void(const std::string&, Module&)>& function,
                   const std::string& prefix) {
  visit_paths(*this, [&](const std::string& path, Module& module) {
    function(path.empty() ? prefix : join(prefix, path), module);
  });
}

void Module::to(Device device, DType dtype, bool) {
  to(device);
  to(dtype);
}

void Module::to(DType dtype, bool) {
  visit_modules([&](const std::string&, Module& module) {
    for (const auto& item : module.parameters_) {
      if (item.value().defined()) convert(item.value(), dtype);
    }
    for (const auto& item : module.buffers_) {
      if (item.value().defined()) convert(item.value(), dtype);
    }
  });
}

void Module::to(Device device, bool) {
  if (!device.is_cpu()) fail(diag::DeviceUnavailable, {}, {device.str()});
}

void Module::zero_grad(bool) { fail(diag::TrainingUnsupported, {}, {"zero_grad"}); }

std::shared_ptr<Module> Module::clone(const std::optional<Device>&) const {
  fail(diag::ModuleNotCloneable, {}, {name()});
}

void Module::pretty_print(std::ostream& stream) const { stream << name(); }

namespace {
void print_tree(std::ostream& stream, const Module& module, const std::string& indentation) {
  module.pretty_print(stream);
  const auto children = module.named_children();
  if (children.is_empty()) return;
  stream << "(\n";
  for (const auto& child : children) {
    stream << indentation << "  (" << child.key() << "): ";
    print_tree(stream, *child.value(), indentation + "  ");
    stream << "\n";
  }
  stream << indentation << ")";
}
}  // namespace

std::ostream& operator<<(std::ostream& stream, const Module& module) {
  print_tree(stream, module, {});
  return stream;
}

ir::Value Module::call_forward(const std::vector<ir::Value>& arguments) {
  if (forward_call_) return forward_call_(*this, arguments, {});
  fail(diag::InternalError, {}, {"a module of type " + name() + " is called as a leaf"});
}

}  // namespace weft::nn
