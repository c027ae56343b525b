#include <weft/frontend/trace/proxy.h>

#include <algorithm>
#include <utility>
#include <vector>

#include <weft/frontend/trace/diagnostics.h>
#include <weft/frontend/trace/ended_capture.h>
#include <weft/ir/operators/operator.h>

namespace weft {

namespace {

/// The first node among arguments; null if there is none.
ir::Node* first_node(const std::vector<ir::Argument>& args, const ir::KeywordArguments& kwargs) {
  ir::Node* found = nullptr;
  const auto keep = [&](ir::Node* node) {
    if (!found) found = node;
  };
  for (const ir::Argument& argument : args) ir::for_each_node(argument, keep);
  for (const auto& [name, argument] : kwargs) ir::for_each_node(argument, keep);
  return found;
}

class NodeProxies;
NodeProxies& any_graph();

class NodeProxies : public Recorder {
 public:
  NodeProxies(ir::Graph* graph, ir::GraphModule* module,
              ProxyScope::Proxies proxies = ProxyScope::Proxies::kKept)
      : graph_(graph), module_(module), after_(proxies) {}

  ~NodeProxies() override {
    for (const auto& weak : proxies_) {
      const ir::TensorHandle proxy = weak.lock();
      if (!proxy) continue;
      if (after_ == ProxyScope::Proxies::kEnded) {
        end_proxy(*proxy);
      } else {
        proxy->handler = &any_graph();
      }
    }
  }

  bool records_into(const ir::Graph& graph) const { return graph_ == &graph; }

  ir::TensorHandle proxy(ir::Node* node) override {
    ir::TensorHandle result = Recorder::proxy(node);
    if (graph_) keep(result);
    return result;
  }

  ir::Value call_operator(const ir::Operator& op, std::vector<ir::Value> arguments, CallStyle style,
                          SourceLocation where) override {
    // A proxy does not know of an open scope, which knows more.
    auto* open = dynamic_cast<NodeProxies*>(current_handler());
    if (!graph_ && open && open->graph_) {
      return open->Recorder::call_operator(op, std::move(arguments), style, where);
    }
    return Recorder::call_operator(op, std::move(arguments), style, where);
  }

  ir::Node* create_node(ir::OpCode opcode, const std::string& target,
                        std::vector<ir::Argument> args, ir::KeywordArguments kwargs,
                        SourceLocation where) override {
    ir::Node* first = first_node(args, kwargs);
    ir::Graph& graph = graph_ ? *graph_ : first->graph();
    ir::Node* node = with_location(where, [&] {
      return graph.create_node(opcode, target, std::move(args), std::move(kwargs));
    });
    node->meta.location = where;
    if (first) node->meta.module_stack = first->meta.module_stack;
    return node;
  }

  bool call_module(nn::Module&, const std::vector<ir::Value>&, SourceLocation,
                   ir::Value&) override {
    return false;  // its operators are recorded
  }

 protected:
  ir::Node* operand_node(const TensorImpl& proxy, SourceLocation where) override {
    if (!dynamic_cast<NodeProxies*>(proxy.handler)) {
      const bool ended = proxy.handler == &ended_capture();
      fail(ended ? diag::ProxyEscaped : diag::ProxyOfOtherCapture, where, {"operator argument"});
    }
    return proxy.node;
  }

  ir::Argument constant_argument(const ir::TensorHandle& tensor, SourceLocation where) override {
    if (!module_) fail(diag::ConstantWithoutModule, where, {graph_ ? "the graph" : "a node"});
    std::string path;
    for (const ir::GraphModule::Attribute& attribute : module_->attributes()) {
      const ir::TensorHandle* known = attribute.value.tensor();
      if (known && *known == tensor) path = attribute.path;
    }
    const ir::TensorMeta meta = *tensor->meta().tensor();
    for (std::size_t i = 0; path.empty(); ++i) {
      const std::string free = "_tensor_constant" + std::to_string(i);
      if (!module_->find_attribute(free)) path = free;
    }
    module_->set_attribute(path, tensor, meta);
    ir::Node* node = create_node(ir::OpCode::kGetAttr, path, {}, {}, where);
    node->meta.value = {meta};
    return node;
  }

 private:
  // Most proxies are gone long before the scope ends.
  void keep(const ir::TensorHandle& proxy) {
    if (proxies_.size() >= most_proxies_) {
      std::erase_if(proxies_, [](const auto& weak) { return weak.expired(); });
      most_proxies_ = std::max<std::size_t>(1024, 2 * proxies_.size());
    }
    proxies_.push_back(proxy);
  }

  ir::Graph* graph_;
  ir::GraphModule* module_;
  ProxyScope::Proxies after_;
  std::vector<std::weak_ptr<TensorImpl>> proxies_;
  std::size_t most_proxies_ = 1024;
};

NodeProxies& any_graph() {
  static NodeProxies proxies(nullptr, nullptr);
  return proxies;
}

}  // namespace

namespace {

ir::Node* checked(ir::Node* node) {
  if (node == nullptr || node->erased()) fail(diag::NotAProxy, {}, {"null or erased node"});
  return node;
}

// A scope that is open for the node's graph says how long its proxies last.
ir::TensorHandle proxy_of(ir::Node* node) {
  checked(node);
  auto* open = dynamic_cast<NodeProxies*>(current_handler());
  return open && open->records_into(node->graph()) ? open->proxy(node) : any_graph().proxy(node);
}

}  // namespace

Tensor proxy(ir::Node* node) { return Tensor(proxy_of(node)); }

SymInt int_proxy(ir::Node* node) { return SymInt(proxy_of(node)); }

ir::Node* node_of(const Tensor& tensor, where_t where) {
  if (!tensor.is_proxy() || !tensor.handle()->node) fail(diag::NotAProxy, where, {"tensor"});
  return tensor.handle()->node;
}

ir::Node* node_of(const SymInt& number, where_t where) {
  if (!number.is_symbolic()) fail(diag::NotAProxy, where, {"integer"});
  return number.proxy()->node;
}

ProxyScope::ProxyScope(ir::GraphModule& module)
    : recorder_(std::make_unique<NodeProxies>(&module.graph, &module)), scope_(recorder_.get()) {}

ProxyScope::ProxyScope(ir::Graph& graph, Proxies proxies)
    : recorder_(std::make_unique<NodeProxies>(&graph, nullptr, proxies)), scope_(recorder_.get()) {}

ProxyScope::~ProxyScope() = default;

}  // namespace weft
