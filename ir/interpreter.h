/// \file Interpreter: runs a graph node by node on concrete values.
#pragma once

#include <unordered_map>
#include <vector>

#include <weft/ir/graph_module.h>

namespace weft::ir {

/// Runs operators on concrete values; runtime/eager implements it.
class Executor {
 public:
  virtual ~Executor() = default;
  /// `arguments` are bound: one per schema parameter, defaults filled in. Returns the result;
  /// several results come as one list.
  virtual Value call_operator(const Operator& op, const std::vector<Value>& arguments,
                              SourceLocation where) = 0;
};

/// One overridable member per opcode, as torch.fx.Interpreter has.
///
/// Seeded values stand for their nodes, which are not run then; a seeded placeholder takes no
/// input. Seeds hold for one run, also when it fails.
/// \source torch.fx.Interpreter
class Interpreter {
 public:
  Interpreter(const GraphModule& module, Executor& executor);
  Interpreter(GraphModule&& module, Executor& executor) = delete;  // it would not live long enough
  virtual ~Interpreter() = default;

  /// Runs the graph and returns the output; none for a graph without one. Missing inputs take the
  /// placeholder's default. Values are dropped after their last use; the output's stays. Where the
  /// module has a CodeGen, inputs and result are in its form.
  /// \error W1005 for a wrong number of inputs; errors of a node carry its line and name it and
  /// its module in a note, exceptions that are no weft::Error become W1060
  Value run(std::vector<Value> inputs);

  /// Gives a node a value for the next run.
  void seed(const Node* node, Value value);

  /// Sees every node that is run; the default calls the member for the node's opcode.
  virtual Value run_node(const Node& node);
  virtual Value placeholder(const Node& node);
  virtual Value get_attr(const Node& node);
  virtual Value call_function(const Node& node);
  virtual Value call_module(const Node& node);
  virtual Value call_method(const Node& node);
  virtual Value output(const Node& node);

 protected:
  /// An argument with every node replaced by its value.
  Value evaluate(const Argument& argument) const;
  const GraphModule& module_;
  Executor& executor_;
  std::unordered_map<const Node*, Value> environment_;
  std::vector<Value> inputs_;
  std::size_t next_input_ = 0;

 private:
  void take_inputs(std::vector<Value> inputs);
  Value run_nodes();
  Value run_located(const Node& node);
};

}  // namespace weft::ir
