/// \file Steps that passes share when they replace nodes.
#pragma once

#include <unordered_set>
#include <utility>
#include <vector>

#include <weft/ir/graph_module.h>

namespace weft::ir {

/// Gives `to` the user's line, the module stack and the attachments of `from`, where it has none.
void copy_origin(const Node& from, Node& to);

/// Extents that stand for each other: what has the first is given the second.
using ExtentPairs = std::vector<std::pair<Symbol, IntExpr>>;

/// The symbols of `from` that have another extent in their place in `to`. Numbers of results that
/// the data decides are new symbols each time a meta is inferred.
ExtentPairs differing_extents(const ValueMeta& from, const ValueMeta& to);
/// The meta with the symbols replaced.
ValueMeta with_extents(const ValueMeta& meta, const ExtentPairs& extents);

/// Sets the meta of a call from the metas of its operands; leaves it where one of them is missing.
/// Keeps
/// the symbols that stand for numbers of results. Returns whether the meta changed.
bool infer_meta(Node& node);

/// Makes the users of `node` use `replacement`, erases `node`, and gives its name to the
/// replacement if that is `fresh` (made for this purpose).
void replace_node(Node* node, Node* replacement, bool fresh);

/// Turns `view` and `view_as` into `reshape` and `reshape_as`, which see the same elements of a
/// tensor with any strides. Returns whether it did.
bool drop_stride_promise(Node* node);

/// True if the node may write into a tensor that another node can see: in-place operators, methods
/// without a known operator, calls of impure modules.
bool may_write(const GraphModule& module, const Node& node);
/// The same, and true for functions of the user's with an effect on the host too: nothing says what
/// memory they change, so nothing may be moved past them or merged across them.
bool may_change_memory(const GraphModule& module, const Node& node);

/// The nodes whose storage the graph may return: operands of the output, and what they are views
/// of.
std::unordered_set<const Node*> escaping_nodes(const Graph& graph);

/// Replaces nodes in all arguments of `user`.
void map_arguments(Node* user, const std::function<Argument(Node*)>& map);

}  // namespace weft::ir
