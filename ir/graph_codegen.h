/// \file CodeGen: how a graph module is called and how its code is written.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <weft/ir/graph_module.h>

namespace weft::ir {

/// One line of code and the node that it stands for; null for a line that stands for none.
struct CodeLine {
  std::string text;
  const Node* node = nullptr;
};

/// The code of a module, line by line.
struct GeneratedCode {
  std::vector<CodeLine> lines;

  std::string text() const;
  /// The node on a line, counted from 1; null for a line without a node or outside the code.
  const Node* node_at(std::size_t line) const;
  /// The line of a node, counted from 1; 0 for a node that has none of its own (a placeholder).
  std::size_t line_of(const Node* node) const;
};

/// The calling convention of a graph module and the form of its code. The default takes one
/// argument per placeholder. A module, its clones, Interpreter and Transformer follow it.
/// \source torch.fx.graph.CodeGen
class CodeGen {
 public:
  virtual ~CodeGen() = default;

  /// Lines before the function, such as includes and globals.
  virtual std::vector<std::string> globals(const Graph& graph) const;
  /// The lines that open the function; `plain` is the line of the default form.
  virtual std::vector<std::string> open_function(const Graph& graph, std::string plain) const;
  /// The line that returns; `plain` is the line of the default form.
  virtual std::string return_line(std::string plain) const;
  /// May insert, change or drop lines of the whole code; the line map follows.
  virtual std::vector<CodeLine> transform(std::vector<CodeLine> lines) const;

  /// From the arguments of a call to one value per placeholder.
  virtual std::vector<Value> process_inputs(std::vector<Value> inputs) const;
  /// From the value of the output node to what the call returns.
  virtual Value process_outputs(Value result) const;
};

/// The code of a module in the form of its CodeGen.
GeneratedCode generate_code(const GraphModule& module);

}  // namespace weft::ir
