#include <weft/runtime/nn/containers.h>

#include <weft/runtime/diagnostics.h>

namespace weft::nn {

ir::Value SequentialImpl::run(std::vector<ir::Value> arguments, SourceLocation where) {
  if (modules_.empty()) {
    fail(diag::ModuleOptionWrong, where, {"Sequential", "forward needs at least one module"});
  }
  const ModuleCallScope scope(*this);
  for (const AnyModule& module : modules_) arguments = {module.call(arguments, where)};
  return arguments[0];
}

void SequentialImpl::push_back(std::string name, AnyModule module) {
  register_module(std::move(name), module.ptr());
  modules_.push_back(std::move(module));
}

std::shared_ptr<Module> SequentialImpl::clone(const std::optional<Device>&) const {
  fail(diag::ModuleNotCloneable, {}, {name()});
}

void ModuleListImpl::push_back(std::shared_ptr<Module> module) {
  modules_.push_back(register_module(std::to_string(modules_.size()), std::move(module)));
}

std::shared_ptr<Module> ModuleListImpl::clone(const std::optional<Device>&) const {
  fail(diag::ModuleNotCloneable, {}, {name()});
}

}  // namespace weft::nn
