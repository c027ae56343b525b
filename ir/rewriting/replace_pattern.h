/// \file replace_pattern: puts one piece of graph in place of another, wherever it occurs.
#pragma once

#include <functional>
#include <vector>

#include <weft/ir/rewriting/subgraph_matcher.h>

namespace weft::ir {

/// True for a match that is to be replaced.
using MatchFilter =
    std::function<bool(const Match& match, const GraphModule& module, const GraphModule& pattern)>;
/// Makes the replacement of one match. It has as many placeholders and results as the pattern.
using ReplacementBuilder = std::function<GraphModule(const Match& match)>;

struct ReplaceOptions {
  MatchOptions matching;
  std::vector<MatchFilter> filters;  ///< all have to agree
};

/// A match that was replaced. The nodes that it names are erased and stay readable while the graph
/// lives; the entries of `inputs` that were themselves replaced name what stands there now.
struct ReplacedPattern {
  Match match;
  std::vector<Node*> replacements;  ///< the new nodes, in order; none where an input is returned
};

/// Replaces every match of `pattern` (see SubgraphMatcher for what matches) by `replacement`.
///
///     pattern       return relu(add(a, b))
///     replacement   return gelu(add(a, b))
///
/// New nodes get the user's line, the module stack and the attachments of the replaced result, and
/// metas where they can be concluded. A single new result takes the replaced one's name. Tensors
/// and modules of the replacement are added to the module, at a free path (`act_1`) where another
/// one has theirs; a path that the replacement has nothing at means what the module has there.
/// Modules that nothing calls any more are deleted.
/// \error W1340 for a pattern that cannot be searched for, W1341 for a replacement that takes or
/// gives another number of values; the operators' own checks where a replacement does not fit what
/// the placeholders stand for. Earlier matches are replaced then, that one and later ones are not
/// \source torch.fx.replace_pattern, replace_pattern_with_filters
std::vector<ReplacedPattern> replace_pattern(GraphModule& module, const GraphModule& pattern,
                                             const GraphModule& replacement,
                                             const ReplaceOptions& options = {});

/// The same with a replacement that is made for each match.
std::vector<ReplacedPattern> replace_pattern(GraphModule& module, const GraphModule& pattern,
                                             const ReplacementBuilder& build,
                                             const ReplaceOptions& options = {});

}  // namespace weft::ir
