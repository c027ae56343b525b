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

std::shared_ptr<Module> SequentialImpl::clone(const std::optional<Device>& device) const {
  auto copy = std::make_shared<SequentialImpl>();
  const auto children = named_children();
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    copy->push_back(children[i].key(), modules_[i].clone(device));
  }
  copy->train(is_training());
  return copy;
}

void ModuleListImpl::push_back(std::shared_ptr<Module> module) {
  modules_.push_back(register_module(std::to_string(modules_.size()), std::move(module)));
}

void ModuleListImpl::insert(std::size_t index, std::shared_ptr<Module> module) {
  if (index > modules_.size()) {
    fail(diag::ModuleOptionWrong, {},
         {"ModuleList", "insert at " + std::to_string(index) + " into a list of " +
                            std::to_string(modules_.size())});
  }
  std::vector<std::shared_ptr<Module>> all = modules_;
  all.insert(all.begin() + static_cast<std::ptrdiff_t>(index), std::move(module));
  modules_.clear();
  children_.clear();
  for (std::shared_ptr<Module>& one : all) push_back(std::move(one));
}

std::shared_ptr<Module> ModuleListImpl::clone(const std::optional<Device>& device) const {
  auto copy = std::make_shared<ModuleListImpl>();
  for (const std::shared_ptr<Module>& module : modules_) copy->push_back(module->clone(device));
  copy->train(is_training());
  return copy;
}

}  // namespace weft::nn
