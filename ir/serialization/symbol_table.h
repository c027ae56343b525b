/// \file SymbolTable: the symbols in a graph's metas, numbered for a file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <weft/ir/graph.h>

namespace weft::ir::serialization {

/// The symbols in order of creation, so that the extent of an index comes before the index, and
/// expressions over the symbols that are read keep the order of their terms.
class SymbolTable {
 public:
  explicit SymbolTable(const Graph& graph);

  const std::vector<Symbol>& symbols() const { return symbols_; }
  std::size_t index(const Symbol& symbol) const { return indices_.at(symbol.get()); }
  /// An identifier that is unique in the graph, the symbol's name where it can be.
  const std::string& label(std::size_t index) const { return labels_[index]; }
  const std::string& label(const Symbol& symbol) const { return labels_[index(symbol)]; }

 private:
  void collect(const ValueMeta& meta);
  void collect(const IntExpr& expression);

  std::vector<Symbol> symbols_;
  std::unordered_map<const SymbolInfo*, std::size_t> indices_;
  std::vector<std::string> labels_;
};

/// Words that expressions use themselves.
bool is_expression_word(std::string_view name);
/// A letter or underscore and then letters, digits and underscores.
bool is_identifier(std::string_view name);

}  // namespace weft::ir::serialization
