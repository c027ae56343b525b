/// \file Attributes and modules of a graph module.
#include <weft/ir/graph_module.h>

#include <unordered_set>

#include <weft/ir/conditional.h>
#include <weft/ir/diagnostics.h>

namespace weft::ir {
namespace {

// Calls `visit` for "a.b.c", "a.b", "a".
template <typename Visit>
void for_each_prefix(std::string_view path, const Visit& visit) {
  for (;;) {
    visit(path);
    const std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos) return;
    path = path.substr(0, dot);
  }
}

}  // namespace

void GraphModule::set_attribute(std::string path, Value value, TensorMeta meta) {
  const auto [it, fresh] = attribute_index_.emplace(path, attributes_.size());
  if (fresh) {
    attributes_.push_back({std::move(path), std::move(value), std::move(meta)});
  } else {
    Attribute& attribute = attributes_[it->second];
    attribute.value = std::move(value);
    attribute.meta = std::move(meta);
  }
}

void GraphModule::set_module(std::string path, std::shared_ptr<ModuleInterface> module) {
  const auto [it, fresh] = module_index_.emplace(path, modules_.size());
  if (fresh) {
    modules_.emplace_back(std::move(path), std::move(module));
  } else {
    modules_[it->second].second = std::move(module);
  }
}

const GraphModule::Attribute* GraphModule::find_attribute(std::string_view path) const {
  const auto it = attribute_index_.find(std::string(path));
  return it == attribute_index_.end() ? nullptr : &attributes_[it->second];
}

std::shared_ptr<ModuleInterface> GraphModule::find_module(std::string_view path) const {
  const auto it = module_index_.find(std::string(path));
  return it == module_index_.end() ? nullptr : modules_[it->second].second;
}

std::string GraphModule::missed(std::string_view kind, std::string_view path) const {
  std::string text(kind);
  if (kind == "tensor" && find_module(path) != nullptr) text += " (but a module)";
  if (kind == "module" && find_attribute(path) != nullptr) text += " (but a tensor)";
  return text;
}

Node* GraphModule::get_attr(std::string_view path) {
  if (find_attribute(path) == nullptr) {
    fail(diag::TargetNotFound, {}, {"get_attr", missed("tensor", path), std::string(path)});
  }
  return graph.get_attr(path);
}

Node* GraphModule::call_module(std::string_view path, std::vector<Argument> args,
                               KeywordArguments kwargs) {
  if (find_module(path) == nullptr) {
    fail(diag::TargetNotFound, {}, {"call_module", missed("module", path), std::string(path)});
  }
  return graph.call_module(path, std::move(args), std::move(kwargs));
}

void GraphModule::index_modules() {
  module_index_.clear();
  for (std::size_t i = 0; i < modules_.size(); ++i) module_index_.emplace(modules_[i].first, i);
}

bool GraphModule::delete_module(std::string_view path) {
  const std::size_t removed = std::erase_if(modules_, [&](const auto& entry) {
    bool inside = false;
    for_each_prefix(entry.first, [&](std::string_view p) { inside = inside || p == path; });
    return inside;
  });
  if (removed > 0) index_modules();
  return removed > 0;
}

bool GraphModule::is_impure(const Node& node) const {
  if (node.opcode() != OpCode::kCallModule) return node.is_impure();
  const std::shared_ptr<ModuleInterface> module = find_module(node.target());
  return module == nullptr || !module->is_pure();
}

void GraphModule::delete_unused_modules() {
  // Views of the targets, which do not change here.
  std::unordered_set<std::string_view> called;
  std::unordered_set<std::string_view> around_used;
  for (const Node* node : graph) {
    if (node->opcode() == OpCode::kCallModule) called.insert(node->target());
    if (node->opcode() == OpCode::kCallModule || node->opcode() == OpCode::kGetAttr) {
      for_each_prefix(node->target(), [&](std::string_view p) { around_used.insert(p); });
    }
  }
  std::vector<std::pair<std::string, std::shared_ptr<ModuleInterface>>> kept;
  for (auto& entry : modules_) {
    bool used = around_used.count(entry.first) != 0;
    for_each_prefix(entry.first, [&](std::string_view p) { used = used || called.count(p) != 0; });
    if (used) kept.push_back(std::move(entry));
  }
  modules_ = std::move(kept);
  index_modules();
}

void GraphModule::lint() const {
  graph.lint();
  for (const Node* node : graph) {
    const bool attribute = node->opcode() == OpCode::kGetAttr;
    if (attribute && find_attribute(node->target()) == nullptr) {
      fail(diag::TargetNotFound, node->meta.location,
           {node->name(), missed("tensor", node->target()), node->target()});
    }
    if (node->opcode() == OpCode::kCallModule && find_module(node->target()) == nullptr) {
      fail(diag::TargetNotFound, node->meta.location,
           {node->name(), missed("module", node->target()), node->target()});
    }
  }
}

namespace {

// Graphs inside are copied too, so that an edit of the copy stays there; what is no graph is
// shared.
std::shared_ptr<ModuleInterface> copy_of(const std::shared_ptr<ModuleInterface>& module) {
  if (const auto* one = dynamic_cast<const GraphSubmodule*>(module.get())) {
    return std::make_shared<GraphSubmodule>(one->graph_module().clone(), one->executor());
  }
  if (const auto* two = dynamic_cast<const Conditional*>(module.get())) {
    return std::make_shared<Conditional>(two->true_graph().graph_module().clone(),
                                         two->false_graph().graph_module().clone(),
                                         two->executor());
  }
  return module;
}

}  // namespace

GraphModule GraphModule::clone() const {
  GraphModule copy;
  copy.graph = graph.clone();
  copy.name = name;
  copy.codegen = codegen;
  copy.custom = custom;
  copy.attributes_ = attributes_;
  copy.modules_ = modules_;
  std::unordered_map<const ModuleInterface*, std::shared_ptr<ModuleInterface>> copies;
  for (auto& [path, module] : copy.modules_) {
    std::shared_ptr<ModuleInterface>& made = copies[module.get()];
    if (!made) made = copy_of(module);
    module = made;
  }
  copy.attribute_index_ = attribute_index_;
  copy.module_index_ = module_index_;
  return copy;
}

}  // namespace weft::ir
