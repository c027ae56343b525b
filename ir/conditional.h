/// \file Conditional: two graphs as one module, of which a value decides at run time which one
/// runs.
#pragma once

#include <string>
#include <vector>

#include <weft/ir/graph_submodule.h>

namespace weft::ir {

/// What a `cond` node calls: `call_module[cond](predicate, operands...)`. The predicate is a tensor
/// with one element; where that is not 0 the operands go to `true_graph`, else to `false_graph`.
/// Both take the operands as placeholders, in order, and return a list of as many results of the
/// same kinds; that list is the result.
///
///     %cond = call_module[cond](%gt, %h)
///     %result = getitem(%cond, 0)
///
/// Pure if both graphs are: a value that the branch is not taken for is not computed.
/// \source torch.cond
class Conditional : public ModuleInterface {
 public:
  Conditional(GraphModule true_graph, GraphModule false_graph, Executor& executor);

  GraphSubmodule& true_graph() { return true_graph_; }
  const GraphSubmodule& true_graph() const { return true_graph_; }
  GraphSubmodule& false_graph() { return false_graph_; }
  const GraphSubmodule& false_graph() const { return false_graph_; }
  Executor& executor() const { return executor_; }

  std::string module_type() const override { return "Conditional"; }
  Value call_forward(const std::vector<Value>& arguments) override;
  bool is_pure() const override;

 private:
  GraphSubmodule true_graph_;
  GraphSubmodule false_graph_;
  Executor& executor_;
};

/// The conditional that a node calls; null for every other node.
Conditional* find_conditional(const GraphModule& module, const Node& node);

/// What is known of the results: the metas in which both graphs agree, nothing for the others.
ValueMeta infer_conditional(const Conditional& conditional);

}  // namespace weft::ir
