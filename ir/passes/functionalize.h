/// \file Pass: in-place operators become functional ones.
#pragma once

#include <cstddef>
#include <vector>

#include <weft/ir/passes/pass.h>

namespace weft::ir {

/// Expresses every write as a new value, and lets everybody who sees the written storage see it.
///
///     %a = mul(%x, 2)                      %a = mul(%x, 2)
///     %v = select(%a, 0, 1)                %add = add(%a, 1)
///     %w = add_(%a, 1)              ->     %v_1 = select(%add, 0, 1)
///     %r = relu(%v)                        %r = relu(%v_1)
///     return [%a, %w, %r]                  return [%add, %add, %r]
///
/// Every tensor belongs to a storage, whose current value is tracked. A view that was taken before
/// a write is taken again when it is used after it; a write through a view puts the written part
/// into a new value of the whole (`select_scatter`, `slice_scatter`, the inverse of a reshape or of
/// a permutation).
///
/// A write into an input cannot be left out: what the input holds at the end becomes a further
/// result of the graph, and whoever runs it writes that back (`written_inputs`).
///
/// New values do not keep the strides of what they replace, so `view` becomes `reshape`.
///
/// Needs shapes and normalised, decomposed calls: whether `reshape`, `contiguous` and `to` share
/// storage follows from strides and dtypes.
/// \error W1301, at the write, where that cannot be told, and for writes into parameters and
/// buffers, through views that show an element twice, and by modules. The graph is half
/// rewritten then.
bool functionalize(GraphModule& module, PassContext& context);

/// Positions, among the placeholders, of the inputs that a functional graph's program writes. The
/// last results of the graph are what they hold at the end, one each, in this order.
std::vector<std::size_t> written_inputs(const Graph& graph);

}  // namespace weft::ir
