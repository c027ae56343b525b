/// \file Prints scalar expressions as C++ over the lanes of a vector or over single elements.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <weft/codegen/cpp/spelling.h>
#include <weft/codegen/loop/loop_ir.h>

namespace weft::codegen::cpp {

/// What a kernel's expressions refer to by name.
struct ExpressionScope {
  const Program* program = nullptr;
  std::map<BufferId, std::string> buffers;
  SymbolNames symbols;
  std::map<int, std::string> accumulators;      ///< Reduce and Let ids, kHotTile
  std::unordered_set<int> lane_accumulators;    ///< those that hold one value per lane
  ir::Symbol lane_variable;                     ///< null outside a vector loop
  bool single = true;                           ///< lanes are single elements (One), or none
};

/// True if all of these can be computed on whole vectors over `variable`: every index moves linearly,
/// no load is conditional on the lane, nothing is checked per lane.
bool is_vectorisable(const std::vector<ir::ScalarExpr>& roots, const ir::Symbol& variable);

/// Prints expressions of one block of code; values that are used more than once get a name and a
/// line of their own, in `lines`.
class ExpressionPrinter {
 public:
  ExpressionPrinter(const ExpressionScope& scope, NameScope& names) : scope_(scope), names_(names) {}

  /// Counts the uses in these roots; call once with everything that the block prints.
  void prepare(const std::vector<ir::ScalarExpr>& roots);
  /// The value as an expression. In lanes where the value depends on them.
  std::string print(const ir::ScalarExpr& root);
  /// The value in the vector type of the lanes in use, also where it is the same in all.
  std::string print_lanes(const ir::ScalarExpr& root);
  bool depends_on_lanes(const ir::ScalarExpr& root);
  std::vector<std::string> take_lines() { return std::move(lines_); }

 private:
  std::string build(const ir::ScalarExpr& node);
  std::string load(const ir::ScalarNode& node, bool in_lanes);
  std::string index(const ir::ScalarNode& node, bool in_lanes);
  std::string cast(const ir::ScalarNode& node);
  std::string unary(const ir::ScalarNode& node);
  std::string binary(const ir::ScalarNode& node);
  std::string wrapped(DType type, std::string text) const;

  const ExpressionScope& scope_;
  NameScope& names_;
  std::unordered_map<const ir::ScalarNode*, int> uses_;
  std::unordered_map<const ir::ScalarNode*, bool> in_lanes_;
  std::unordered_map<const ir::ScalarNode*, std::string> named_;
  std::vector<std::string> lines_;
};

}  // namespace weft::codegen::cpp
