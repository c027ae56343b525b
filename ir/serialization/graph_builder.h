/// \file GraphBuilder: what the readers of all forms share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <weft/ir/graph.h>

namespace weft::ir::serialization {

/// Deepest nesting of lists, dictionaries, metas and expressions in a file. Readers recurse over
/// them, and a file must not be able to exhaust the stack.
inline constexpr int kDeepest = 64;
/// Deepest nesting of modules: the sides of branches one inside another are some too.
inline constexpr int kDeepestModule = 256;

/// One node as a file has it; operands are nodes of the graph that is being built.
struct NodeRecord {
  OpCode opcode = OpCode::kPlaceholder;
  std::string name;
  std::string target;
  std::vector<Argument> args;
  KeywordArguments kwargs;
  NodeMeta meta;
};

/// Builds a graph node by node and refuses what a graph cannot hold. `where` is the place in the
/// file, for messages.
class GraphBuilder {
 public:
  /// Declares the next symbol. With an extent it is an index below it, and the bounds do not count.
  /// \error W1405 if the bounds are empty
  Symbol symbol(const std::string& name, std::int64_t lower, std::int64_t upper,
                const std::optional<IntExpr>& extent, SourceLocation where);
  const std::vector<Symbol>& symbols() const { return symbols_; }

  /// \error W1402 if the name is taken or no name, W1201 for an unknown operator
  Node* node(NodeRecord record, SourceLocation where);
  /// The node that was read under this name.
  /// \error W1403 if there is none
  Node* operand(std::string_view name, SourceLocation where) const;

  Graph take() { return std::move(graph_); }

 private:
  Graph graph_;
  std::vector<Symbol> symbols_;
};

std::optional<OpCode> parse_opcode(std::string_view name);
/// `kind` of two operands: floor division, modulo, min or max.
/// \error W1405 where it has no value
IntExpr combine(IntExpr::AtomKind kind, const IntExpr& a, const IntExpr& b, SourceLocation where);
/// `sum + coefficient * product`, with overflow reported as W1405.
IntExpr add_term(const IntExpr& sum, std::int64_t coefficient, const IntExpr& product,
                 SourceLocation where);
IntExpr multiply(const IntExpr& a, const IntExpr& b, SourceLocation where);

/// Checks that a graph can be stored: operands precede their users, attachments hold no nodes, and
/// nothing is nested too deeply.
/// \error W1406
void check_storable(const Graph& graph);

}  // namespace weft::ir::serialization
