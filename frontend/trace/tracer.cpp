#include <weft/frontend/trace/tracer.h>

#include <utility>

#include <weft/frontend/trace/diagnostics.h>
#include <weft/frontend/trace/module_meta.h>
#include <weft/ir/operators/operator.h>
#include <weft/runtime/api/named_call.h>

namespace weft {

namespace {

/// Refuses every use of a proxy whose capture has ended.
class EndedCapture : public OperatorHandler {
 public:
  ir::Value call_operator(const ir::Operator& op, std::vector<ir::Value>, CallStyle,
                          SourceLocation where) override {
    fail(diag::ProxyEscaped, where, {op.schema.name});
  }
  bool call_module(nn::Module& module, const std::vector<ir::Value>&, SourceLocation where,
                   ir::Value&) override {
    fail(diag::ProxyEscaped, where, {module.module_type()});
  }
  std::int64_t require_int(const TensorImpl&, SourceLocation where) override {
    fail(diag::ProxyEscaped, where, {"a size"});
  }
  double require_float(const TensorImpl&, SourceLocation where) override {
    fail(diag::ProxyEscaped, where, {"item"});
  }
  bool require_bool(const TensorImpl&, SourceLocation where) override {
    fail(diag::ProxyEscaped, where, {"a condition"});
  }
  void require_data(const TensorImpl&, std::string_view what, SourceLocation where) override {
    fail(diag::ProxyEscaped, where, {std::string(what)});
  }
};

EndedCapture ended_capture;

/// Drops arguments at the end that equal the schema's defaults, and puts keyword-only ones aside, so
/// that the graph shows what the user wrote.
void split_arguments(const ir::Operator& op, std::vector<ir::Argument>& args,
                     ir::KeywordArguments& kwargs) {
  const auto& parameters = op.schema.parameters;
  std::size_t positional = 0;
  while (positional < parameters.size() && !parameters[positional].keyword_only) ++positional;
  const auto is_default = [&](std::size_t i) {
    const ir::SchemaParameter& parameter = parameters[i];
    if (!parameter.default_value) return parameter.optional && args[i].is_none();
    // Values hold no memory formats and the like: none stands for the default where none is not
    // a choice of its own.
    return args[i] == *parameter.default_value || (args[i].is_none() && !parameter.optional);
  };
  for (std::size_t i = positional; i < parameters.size(); ++i) {
    if (!is_default(i)) kwargs.emplace_back(parameters[i].name, args[i]);
  }
  while (positional > 0 && is_default(positional - 1)) --positional;
  args.resize(positional);
}

}  // namespace

Tracer::~Tracer() {
  for (const auto& weak : proxies_) {
    if (const ir::TensorHandle proxy = weak.lock()) {
      proxy->node = nullptr;
      proxy->handler = &ended_capture;
    }
  }
}

void Tracer::begin(nn::Module* root) {
  root_ = root;
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

ir::TensorHandle Tracer::proxy(ir::Node* node) {
  ir::TensorHandle result = make_proxy(node, this);
  proxies_.push_back(result);
  return result;
}

ir::Value Tracer::placeholder(const std::string& name, ir::ValueMeta meta) {
  ir::Node* node = graph().placeholder(name);
  node->meta.value = std::move(meta);
  return proxy(node);
}

ir::GraphModule Tracer::finish(const ir::Value& result) {
  graph().output(create_arg(result, {}));
  module_.lint();
  return std::move(module_);
}

bool Tracer::is_leaf_module(const nn::Module& module, const std::string&) {
  return module.is_library_module();
}

ir::Node* Tracer::create_node(ir::OpCode opcode, const std::string& target,
                              std::vector<ir::Argument> args, ir::KeywordArguments kwargs,
                              SourceLocation where) {
  ir::Node* node = graph().create_node(opcode, target, std::move(args), std::move(kwargs));
  node->meta.location = where;
  node->meta.module_stack = module_stack_;
  return node;
}

ir::Node* Tracer::attribute_node(const ir::TensorHandle& tensor, SourceLocation where) {
  auto [entry, is_new] = tensor_paths_.emplace(tensor.get(), "");
  if (is_new) {
    entry->second = "_tensor_constant" + std::to_string(constants_.size());
    constants_.push_back(tensor);
  }
  const std::string& path = entry->second;
  ir::Node*& node = attribute_nodes_[path];
  if (!node) {
    ir::TensorMeta meta = *tensor->meta().tensor();
    module_.set_attribute(path, tensor, meta);
    node = create_node(ir::OpCode::kGetAttr, path, {}, {}, where);
    node->meta.value = {std::move(meta)};
  }
  return node;
}

ir::Argument Tracer::create_arg(const ir::Value& value, SourceLocation where) {
  if (const ir::TensorHandle* tensor = value.tensor()) {
    if (!(*tensor)->is_proxy()) return attribute_node(*tensor, where);
    if ((*tensor)->handler != this) {
      const bool ended = (*tensor)->handler == &ended_capture;
      fail(ended ? diag::ProxyEscaped : diag::ProxyOfOtherCapture, where, {"operator argument"});
    }
    return (*tensor)->node;
  }
  if (const auto* list = value.list()) {
    std::vector<ir::Argument> items;
    items.reserve(list->size());
    for (const ir::Value& item : *list) items.push_back(create_arg(item, where));
    return items;
  }
  if (const auto* flag = std::get_if<bool>(&value.value)) return *flag;
  if (const auto* integer = std::get_if<std::int64_t>(&value.value)) return *integer;
  if (const auto* number = std::get_if<double>(&value.value)) return *number;
  if (const auto* text = std::get_if<std::string>(&value.value)) return *text;
  if (const auto* dtype = std::get_if<DType>(&value.value)) return *dtype;
  return {};
}

void Tracer::refuse_write_to_constant(const ir::Operator& op, const ir::Value& target,
                                      SourceLocation where) {
  const ir::TensorHandle* tensor = target.tensor();
  if (tensor && !(*tensor)->is_proxy() && !tensor_paths_.count(tensor->get())) {
    fail(diag::WriteToConstant, where, {op.schema.name});
  }
}

ir::Value Tracer::call_operator(const ir::Operator& op, std::vector<ir::Value> arguments,
                                CallStyle style, SourceLocation where) {
  if (op.schema.name == "item") {
    const ir::TensorHandle& tensor = *arguments[0].tensor();
    if (!tensor->is_proxy()) return eager_call(op, arguments, where);
    if (!tensor->node) fail(diag::ProxyEscaped, where, {"item"});
    break_on(*tensor, "the value", where);
  }
  if (op.writes()) refuse_write_to_constant(op, arguments[0], where);
  std::vector<ir::Argument> args;
  args.reserve(arguments.size());
  for (const ir::Value& argument : arguments) args.push_back(create_arg(argument, where));
  ir::KeywordArguments kwargs;
  split_arguments(op, args, kwargs);
  const bool method = style == CallStyle::kMethod;
  ir::Node* node =
      create_node(method ? ir::OpCode::kCallMethod : ir::OpCode::kCallFunction,
                  method ? op.schema.name : op.full_name(), std::move(args), std::move(kwargs),
                  where);
  if (const std::optional<ir::Call> call = ir::call_of_node(*node)) {
    node->meta.value = ir::infer(*call);
  }
  if (op.functional) {
    const ir::TensorHandle& target = *arguments[0].tensor();
    if (target->is_proxy()) target->node = node;
    return target;
  }
  return wrap_results(node, op, where);
}

ir::Value Tracer::wrap_results(ir::Node* node, const ir::Operator& op, SourceLocation where) {
  const auto& results = op.schema.results;
  if (results.size() == 1 && !results[0].list) return proxy(node);
  std::size_t count = results.size();
  if (results.size() == 1) {
    const ir::ValueMetaList* metas = node->meta.value.list();
    if (!metas) fail(diag::ExtentUnknown, where, {"number of results of " + op.schema.name});
    count = metas->size();
  }
  std::vector<ir::Value> items;
  for (std::size_t i = 0; i < count; ++i) {
    ir::Node* item = create_node(ir::OpCode::kCallFunction, "getitem",
                                 {node, static_cast<std::int64_t>(i)}, {}, where);
    if (const auto* metas = node->meta.value.list()) item->meta.value = (*metas)[i];
    items.emplace_back(proxy(item));
  }
  return items;
}

bool Tracer::call_module(nn::Module& module, const std::vector<ir::Value>& arguments,
                         SourceLocation where, ir::Value& result) {
  const auto found = module_paths_.find(&module);
  if (found == module_paths_.end()) {
    const bool has_state =
        !module.named_parameters().is_empty() || !module.named_buffers().is_empty();
    if (has_state) fail(diag::ModuleNotRegistered, where, {module.module_type()});
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
  const ir::ValueMetaList* metas = node->meta.value.list();
  if (!metas) {
    result = proxy(node);
    return true;
  }
  std::vector<ir::Value> items;
  for (std::size_t i = 0; i < metas->size(); ++i) {
    ir::Node* item = create_node(ir::OpCode::kCallFunction, "getitem",
                                 {node, static_cast<std::int64_t>(i)}, {}, where);
    item->meta.value = (*metas)[i];
    items.emplace_back(proxy(item));
  }
  result = std::move(items);
  return true;
}

void Tracer::enter_module(nn::Module& module) {
  const auto found = module_paths_.find(&module);
  module_stack_.push_back({found == module_paths_.end() ? "" : found->second,
                           module.module_type()});
}

void Tracer::exit_module() { module_stack_.pop_back(); }

void Tracer::break_on(const TensorImpl& proxy, std::string_view wanted, SourceLocation where) {
  fail(diag::BreakOnData, where.known() ? where : proxy.node->meta.location,
       {std::string(wanted), proxy.node->name()});
}

std::int64_t Tracer::require_int(const TensorImpl& proxy, SourceLocation where) {
  if (const ir::IntExpr* integer = proxy.node->meta.value.integer()) {
    if (integer->is_constant()) return integer->value();
    fail(diag::BreakOnExtent, where.known() ? where : proxy.node->meta.location,
         {integer->str()});
  }
  if (!proxy.node->meta.value.known()) {
    fail(diag::ExtentUnknown, where.known() ? where : proxy.node->meta.location, {"extent"});
  }
  break_on(proxy, "an integer", where);
}

double Tracer::require_float(const TensorImpl& proxy, SourceLocation where) {
  if (proxy.node->meta.value.integer()) return static_cast<double>(require_int(proxy, where));
  break_on(proxy, "the number", where);
}

bool Tracer::require_bool(const TensorImpl& proxy, SourceLocation where) {
  if (proxy.node->meta.value.integer()) return require_int(proxy, where) != 0;
  break_on(proxy, "the truth value", where);
}

void Tracer::require_data(const TensorImpl& proxy, std::string_view what, SourceLocation where) {
  fail(diag::BreakOnHostRead, where.known() ? where : proxy.node->meta.location,
       {std::string(what), proxy.node->name()});
}

}  // namespace weft
