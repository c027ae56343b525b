/// \file SubgraphMatcher: finds the places of a graph that look like a pattern.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <weft/ir/graph_module.h>

namespace weft::ir {

/// One place that looks like the pattern.
struct Match {
  /// What each placeholder of the pattern stands for, in their order: a node, a constant or a list.
  /// None for a placeholder that the pattern does not use.
  std::vector<Argument> inputs;
  /// Nodes of the pattern to nodes of the graph; placeholders that stand for nodes are in it.
  NodeMap nodes;
  /// The nodes of the graph that stand for the pattern's results, in the order of its output.
  std::vector<Node*> results;
  /// The matched nodes, in graph order, without what placeholders stand for. Reads of tensors
  /// (get_attr) are among them, and may have users outside.
  std::vector<Node*> matched;
};

struct MatchOptions {
  /// A constant of the pattern stands for any constant.
  bool ignore_literals = false;
  /// A module call stands for a call of any module of the same type. Otherwise it stands for a call
  /// of the same module, or, where the pattern has no module at the path, for a call of that path.
  bool modules_by_type = false;
};

/// How a pattern is read. A placeholder stands for anything, equally in all places. A call stands
/// for a call of the same operator, spelled as function or method, with defaults counted in; all
/// its other arguments have to be equal. A get_attr stands for a read of the same tensor, or, where
/// the pattern has no tensor at the path, of the same path.
///
/// The nodes between must not be used outside the match; results and reads of tensors may be. A
/// placeholder does not stand for a node of the match itself. A result of several that nothing uses
/// (`std::get<0>(x.max(0))` has one) is part of neither pattern nor match. A match is also refused
/// if something that may write lies between its nodes, because its nodes could not be computed
/// together then. Matches do not overlap: they are taken in graph order of the first result, and
/// the first one wins.
///
/// Takes time in proportion to nodes of the graph times nodes of the pattern; a pattern with
/// several results also looks at the users of what its nodes share. There is no backtracking: of
/// several users that would do, the first is taken.
/// \source torch.fx.passes.utils.matcher_utils.SubgraphMatcher
class SubgraphMatcher {
 public:
  /// \error W1340 for a pattern without calls, with a node that its result does not need, with a
  /// result that is a placeholder or a constant, or with parts that share nothing
  explicit SubgraphMatcher(const GraphModule& pattern, MatchOptions options = {});
  explicit SubgraphMatcher(GraphModule&& pattern, MatchOptions options = {}) = delete;

  /// The matches of a graph, in graph order of their first results.
  std::vector<Match> match(const GraphModule& module) const;

  /// The nodes that the pattern returns, in the order of its output.
  const std::vector<Node*>& results() const { return results_; }
  const std::vector<Node*>& inputs() const { return inputs_; }

 private:
  class Attempt;
  void check_pattern() const;
  static std::vector<Node*> computed_nodes(const Match& match);

  const GraphModule& pattern_;
  MatchOptions options_;
  std::vector<Node*> inputs_;
  std::vector<Node*> results_;
  std::vector<Node*> calls_;  ///< get_attr and calls, in order
  Node* anchor_ = nullptr;    ///< the first result that no other node of the pattern uses
  std::unordered_map<const Node*, std::size_t> input_index_;
  std::unordered_map<const Node*, std::vector<Argument>> bound_;  ///< of calls of known operators
};

}  // namespace weft::ir
