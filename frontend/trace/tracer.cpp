#include <weft/frontend/trace/tracer.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include <weft/frontend/trace/call_frames.h>
#include <weft/frontend/trace/diagnostics.h>
#include <weft/frontend/trace/ended_capture.h>
#include <weft/frontend/trace/module_meta.h>
#include <weft/ir/operators/operator.h>
#include <weft/runtime/eager/copy.h>

namespace weft {

Tracer::~Tracer() {
  for (const auto& weak : proxies_) {
    if (const ir::TensorHandle proxy = weak.lock()) end_proxy(*proxy);
  }
}

void Tracer::begin(nn::Module* root) {
  if (!root) return;
  module_.name = root->name();
  root->visit_modules([&](const std::string& path, nn::Module& module) {
    module_paths_.emplace(&module, path);
    const std::string prefix = path.empty() ? path : path + ".";
    for (const auto& item : module.named_parameters(false)) {
      tensor_paths_.emplace(item.value().handle().get(), prefix + item.key());
    }
    for (const auto& item : module.named_buffers(false)) {
      tensor_paths_.emplace(item.value().handle().get(), prefix + item.key());
    }
  });
}

void Tracer::begin(const ir::GraphModule& root) {
  module_.name = root.name;
  for (const auto& [path, module] : root.modules()) {
    if (const auto* found = dynamic_cast<const nn::Module*>(module.get())) {
      module_paths_.emplace(found, path);
    }
  }
  for (const ir::GraphModule::Attribute& attribute : root.attributes()) {
    if (const ir::TensorHandle* tensor = attribute.value.tensor()) {
      tensor_paths_.emplace(tensor->get(), attribute.path);
    }
  }
}

ir::TensorHandle Tracer::proxy(ir::Node* node) {
  // Most proxies are gone long before the capture ends, and their memory is kept by what refers to
  // them from here.
  if (proxies_.size() >= most_proxies_) {
    std::erase_if(proxies_, [](const auto& weak) { return weak.expired(); });
    most_proxies_ = std::max<std::size_t>(1024, 2 * proxies_.size());
  }
  ir::TensorHandle result = make_proxy(node, this);
  proxies_.push_back(result);
  return result;
}

ir::Value Tracer::placeholder(const std::string& name, ir::ValueMeta meta,
                              std::optional<ir::Argument> default_value, SourceLocation where) {
  std::vector<ir::Argument> args;
  if (default_value) args.push_back(std::move(*default_value));
  ir::Node* node = create_node(ir::OpCode::kPlaceholder, name, std::move(args), {}, where);
  node->meta.value = std::move(meta);
  return proxy(node);
}

ir::GraphModule Tracer::finish(const ir::Value& result) {
  // User code may have caught it; what it did then is not what it does with data.
  if (refusal_) throw *refusal_;
  create_node(ir::OpCode::kOutput, "output", {create_arg(result, {})}, {}, {});
  module_.lint();
  return std::move(module_);
}

bool Tracer::is_leaf_module(const nn::Module& module, const std::string&) {
  return module.is_library_module();
}

bool Tracer::is_leaf_function(const std::string& name, bool by_default) {
  return by_default || autowrap_functions.count(name) != 0;
}

bool Tracer::records_function(std::string_view name, bool by_default) {
  return is_leaf_function(std::string(name), by_default);
}

std::string Tracer::path_of_module(const nn::Module& module, SourceLocation where) {
  const auto found = module_paths_.find(&module);
  if (found == module_paths_.end()) fail(diag::ModuleNotRegistered, where, {module.module_type()});
  return found->second;
}

ir::Node* Tracer::create_node(ir::OpCode opcode, const std::string& target,
                              std::vector<ir::Argument> args, ir::KeywordArguments kwargs,
                              SourceLocation where) {
  ir::Node* node = with_location(where, [&] {
    return graph().create_node(opcode, target, std::move(args), std::move(kwargs));
  });
  node->meta.location = where;
  node->meta.module_stack = shared_stack_;
  if (record_stack_traces) {
    std::string frames = user_frames();
    if (!frames.empty()) node->meta.custom["stack_trace"] = std::move(frames);
  }
  return node;
}

/// The program may change memory that it lent (from_blob), or free it, while the graph is there.
static bool is_lent(const TensorImpl& tensor, const std::string& path) {
  return tensor.storage->is_borrowed() && path.starts_with(kConstantPrefix);
}

static ir::TensorHandle copy_of(const ir::TensorHandle& tensor) {
  ir::TensorHandle copy = make_tensor(tensor->dtype, tensor->sizes);
  eager::copy_into(tensor, copy);
  return copy;
}

/// Whether `kept` has the bytes that lent memory has now.
static bool is_unchanged(const ir::TensorHandle& lent, const TensorImpl& kept) {
  const ir::TensorHandle now = copy_of(lent);
  return std::memcmp(now->storage->data(), kept.storage->data(), now->storage->bytes()) == 0;
}

ir::Argument Tracer::constant_argument(const ir::TensorHandle& tensor, SourceLocation where) {
  auto [entry, is_new] = tensor_paths_.emplace(tensor.get(), "");
  if (!is_new && is_lent(*tensor, entry->second)) {
    is_new = !is_unchanged(tensor, **module_.find_attribute(entry->second)->value.tensor());
  }
  if (is_new) {
    entry->second = kConstantPrefix + std::to_string(constants_.size());
    constants_.push_back(tensor);
  }
  const std::string& path = entry->second;
  ir::Node*& node = attribute_nodes_[path];
  if (!node) {
    const ir::TensorHandle kept = is_lent(*tensor, path) ? copy_of(tensor) : tensor;
    ir::TensorMeta meta = *kept->meta().tensor();
    module_.set_attribute(path, kept, meta);
    node = create_node(ir::OpCode::kGetAttr, path, {}, {}, where);
    node->meta.value = {std::move(meta)};
  }
  return node;
}

ir::Node* Tracer::operand_node(const TensorImpl& proxy, SourceLocation where) {
  if (proxy.handler != this) {
    const bool ended = proxy.handler == &ended_capture();
    fail(ended ? diag::ProxyEscaped : diag::ProxyOfOtherCapture, where, {"operator argument"});
  }
  return proxy.node;
}

ir::Argument Tracer::create_arg(const ir::Value& value, SourceLocation where) {
  return Recorder::create_arg(value, where);
}

void Tracer::check_write(const ir::Operator& op, const std::vector<ir::Value>& arguments,
                         SourceLocation where) {
  if (check_mutable_operations) fail(diag::WriteRefused, where, {op.schema.str()});
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const ir::TensorHandle* tensor = arguments[i].tensor();
    if (!op.schema.parameters[i].written || !tensor) continue;
    if (!(*tensor)->is_proxy() && !tensor_paths_.count(tensor->get())) {
      fail(diag::WriteToConstant, where, {op.schema.name});
    }
  }
}

void Tracer::need_extent(const TensorImpl& proxy, const std::string& what) {
  std::vector<Specialisation> found;
  for (const ir::Symbol& symbol : proxy.node->meta.value.integer()->symbols()) {
    const auto typical = std::find_if(typical_extents.begin(), typical_extents.end(),
                                      [&](const auto& t) { return t.first->id == symbol->id; });
    if (typical == typical_extents.end()) return;
    found.push_back({symbol, typical->second, what, proxy.node->meta.location});
  }
  needed = std::move(found);
  throw CaptureAgain();
}

// The graph is valid for this number alone, which it checks when it runs. One check is enough for
// all reads of a size.
void Tracer::note_number(const TensorImpl& proxy, std::int64_t value) {
  ir::Node* node = proxy.node;
  if (node == nullptr) return;
  const bool is_size = node->opcode() == ir::OpCode::kCallMethod && node->target() == "size" &&
                       node->args().size() == 2 && node->args()[0].node() != nullptr;
  ir::Node* const source = is_size ? node->args()[0].node() : node;
  const std::string dimension = is_size ? node->args()[1].str() : "";
  if (!noted_numbers_.emplace(source, dimension).second) return;
  const std::string name = is_size ? source->name() + ".size(" + dimension + ")" : node->name();
  create_node(ir::OpCode::kCallFunction, "check_argument", {node, value, name}, {},
              node->meta.location);
}

bool Tracer::require_bool(const TensorImpl& proxy, SourceLocation where) {
  const ir::Node* node = proxy.node;
  const bool read = node != nullptr && node->target() == "item" && !node->args().empty();
  if (max_decisions == 0 || !read) return Recorder::require_bool(proxy, where);
  if (!where.known()) where = node->meta.location;
  const std::size_t count = decisions.size();
  if (count == max_decisions) {
    refuse(Error(make_diagnostic(diag::TooManyPaths, where,
                                 {std::to_string(max_decisions + 1), std::to_string(count + 1)})));
  }
  const bool taken = count >= forced_decisions.size() || forced_decisions[count];
  decisions.push_back({proxy.node, taken, graph().size(), where});
  return taken;
}

bool Tracer::call_module(nn::Module& module, const std::vector<ir::Value>& arguments,
                         SourceLocation where, ir::Value& result) {
  const auto found = module_paths_.find(&module);
  if (found == module_paths_.end()) {
    if (!module.is_library_module()) return false;
    const bool has_state =
        !module.named_parameters().is_empty() || !module.named_buffers().is_empty();
    if (has_state) path_of_module(module, where);  // refuses
    return false;
  }
  const std::string& path = found->second;
  if (path.empty() || !is_leaf_module(module, path)) return false;
  std::vector<ir::Argument> args;
  for (const ir::Value& argument : arguments) args.push_back(create_arg(argument, where));
  while (!args.empty() && args.back().is_none()) args.pop_back();
  ir::Node* node = create_node(ir::OpCode::kCallModule, path, args, {}, where);
  // A call through a holder has opened the module's own frame already.
  std::vector<ir::ModuleFrame>& stack = node->meta.module_stack;
  if (!stack.empty() && stack.back().path == path) stack.pop_back();
  module_.set_module(path, module.shared_from_this());
  node->meta.value = infer_module(module, args, where);
  if (node->meta.value.list())
    result = wrap_results(node, 0, where);
  else
    result = proxy(node);
  return true;
}

ir::Value Tracer::record_call(const std::string& path, std::shared_ptr<ir::ModuleInterface> module,
                              const std::vector<ir::Value>& arguments, ir::ValueMeta meta,
                              SourceLocation where) {
  std::vector<ir::Argument> args;
  for (const ir::Value& argument : arguments) args.push_back(create_arg(argument, where));
  module_.set_module(path, std::move(module));
  ir::Node* node = create_node(ir::OpCode::kCallModule, path, std::move(args), {}, where);
  node->meta.value = std::move(meta);
  if (node->meta.value.list()) return wrap_results(node, 0, where);
  return proxy(node);
}

void Tracer::enter_module(nn::Module& module) {
  const auto found = module_paths_.find(&module);
  module_stack_.push_back(
      {found == module_paths_.end() ? "" : found->second, module.module_type()});
  shared_stack_ = module_stack_;
}

void Tracer::exit_module() {
  module_stack_.pop_back();
  shared_stack_ = module_stack_;
}

}  // namespace weft
