/// \file Transformer: makes a new graph from a graph, node by node.
#pragma once

#include <unordered_map>
#include <vector>

#include <weft/ir/graph_module.h>

namespace weft::ir {

/// One overridable member per opcode, each making nodes in the new graph and returning what stands
/// there for the old node. The defaults copy, so that a Transformer without overrides is the
/// identity.
///
/// Placeholders come before everything else that overrides make, in the order of their making.
///
/// Every node that an override makes gets the user's line, the module stack and the attachments of
/// the node that is being transformed. Metas are concluded anew where the operator is known; a copy
/// whose operands changed loses a meta that cannot be concluded.
///
///     struct Swap : Transformer {
///       using Transformer::Transformer;
///       Argument call_function(const Node& node, std::vector<Argument> args,
///                              KeywordArguments kwargs) override {
///         if (node.target() != "relu") return copy(node, std::move(args), std::move(kwargs));
///         return graph().call_function("gelu", std::move(args));
///       }
///     };
///     GraphModule swapped = Swap(module).transform();
/// \source torch.fx.Transformer
class Transformer {
 public:
  explicit Transformer(const GraphModule& source) : source_(source) {}
  explicit Transformer(GraphModule&& source) = delete;  // it would not live long enough
  virtual ~Transformer() = default;

  /// Makes the new module. Attributes and modules are shared with the source.
  GraphModule transform();

  /// Sees every node; the default calls the member for the node's opcode.
  virtual Argument run_node(const Node& node);
  virtual Argument placeholder(const Node& node);
  virtual Argument get_attr(const Node& node);
  virtual Argument call_function(const Node& node, std::vector<Argument> args,
                                 KeywordArguments kwargs);
  virtual Argument call_module(const Node& node, std::vector<Argument> args,
                               KeywordArguments kwargs);
  virtual Argument call_method(const Node& node, std::vector<Argument> args,
                               KeywordArguments kwargs);
  /// `value` is the mapped argument of the output.
  virtual Argument output(const Node& node, Argument value);

 protected:
  const GraphModule& source() const { return source_; }
  /// The module that is being made.
  GraphModule& result() { return result_; }
  Graph& graph() { return result_.graph; }
  /// The same node with other arguments, under the same name.
  Node* copy(const Node& node, std::vector<Argument> args, KeywordArguments kwargs);
  /// What stands for an argument of the source in the new graph.
  Argument map(const Argument& argument) const;

 private:
  void finish_nodes(const Node& origin, Node* first);
  void gather_placeholders();

  const GraphModule& source_;
  GraphModule result_;
  std::unordered_map<const Node*, Argument> values_;
};

}  // namespace weft::ir
