/// \file Proxies of existing nodes: transforms are written as tensor code.
#pragma once

#include <cstdint>
#include <memory>

#include <weft/frontend/trace/recorder.h>
#include <weft/ir/graph_module.h>
#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// A tensor that stands for a node. Operators on it add nodes to the node's graph, at its insertion
/// point: `Tensor y = proxy(node) * 2 + 1;`. It must not outlive the graph.
/// \source torch.fx.Proxy
Tensor proxy(ir::Node* node);
/// The same for a node that is an integer, such as a size.
SymInt int_proxy(ir::Node* node);
/// The node of a proxy.
/// \error W4010 for a tensor with storage
ir::Node* node_of(const Tensor& tensor, where_t where = std::source_location::current());
ir::Node* node_of(const SymInt& number, where_t where = std::source_location::current());

/// Records what has no proxy among its operands too (factories, random draws) while it is open, and
/// keeps tensors that are operands as attributes of the module.
class ProxyScope {
 public:
  /// What becomes of the proxies of the graph that were made while the scope was open.
  enum class Proxies : std::uint8_t {
    kKept,   ///< they go on standing for their nodes
    kEnded,  ///< they refuse to be used (W4004), for graphs that do not last
  };
  explicit ProxyScope(ir::GraphModule& module);
  /// Without a module: tensors with storage are refused (W4009).
  explicit ProxyScope(ir::Graph& graph, Proxies proxies = Proxies::kKept);
  ~ProxyScope();
  ProxyScope(const ProxyScope&) = delete;
  ProxyScope& operator=(const ProxyScope&) = delete;

 private:
  std::unique_ptr<Recorder> recorder_;
  HandlerScope scope_;
};

}  // namespace weft
