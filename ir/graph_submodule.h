/// \file GraphSubmodule: a graph module that another graph calls as one of its modules.
#pragma once

#include <string>
#include <vector>

#include <weft/ir/graph_module.h>
#include <weft/ir/interpreter.h>

namespace weft::ir {

/// Runs its graph with an executor when it is called. It is pure if its nodes are.
class GraphSubmodule : public ModuleInterface {
 public:
  GraphSubmodule(GraphModule module, Executor& executor)
      : module_(std::move(module)), executor_(executor) {}

  const GraphModule& graph_module() const { return module_; }
  GraphModule& graph_module() { return module_; }
  Executor& executor() const { return executor_; }

  std::string module_type() const override { return module_.name; }
  Value call_forward(const std::vector<Value>& arguments) override;
  bool is_pure() const override;

 private:
  GraphModule module_;
  Executor& executor_;
};

/// The graph submodule at a path; null where there is none or another kind of module.
GraphSubmodule* find_graph_submodule(const GraphModule& module, std::string_view path);

/// Code of the module as a class, with the classes of the graph modules that it calls inside it.
/// No line ends in blanks. \source torch.fx.GraphModule.print_readable
std::string readable(const GraphModule& module);

}  // namespace weft::ir
