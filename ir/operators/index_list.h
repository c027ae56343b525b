/// \file Indexing with a list of integers, slices, None, ellipsis and tensors: x[0, 1:, mask].
#pragma once

#include <vector>

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// `index(input, indices)`: integers, slices and None become views, tensors one gather. A mask of
/// bool stands for the positions where it is true.
/// \source torch.Tensor.index
std::vector<Node*> index_rule(Decomposition& d);

/// `index_put(input, indices, values, accumulate)`: `input` with the elements that `index` would
/// read replaced by `values`, or increased by them.
/// \source torch.Tensor.index_put
std::vector<Node*> index_put_rule(Decomposition& d);

/// `index.Tensor(input, indices)`: integer tensors and None only. The tensors broadcast; their
/// dimensions stand where the first tensor was, or in front where the tensors are not neighbours.
std::vector<Compute> gather_by_tensors_rule(const Call& call);

/// `index_put.Tensor(input, indices, values, accumulate)`: the kernel, integer tensors and None
/// only.
std::vector<ValueMeta> put_by_tensors_rule(const Call& call);

/// Row-major positions in the first tensor of the elements that index_put.Tensor writes, in the
/// order in which it writes them.
Compute written_positions(const Call& call);

}  // namespace weft::ir
