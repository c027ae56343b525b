/// \file Fast path for joining tensors.
#pragma once

#include <memory>
#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/runtime/eager/evaluate.h>

namespace weft::eager {

/// `cat` of tensors of one type and rank by copies of whole runs, or null for anything else; the
/// general evaluator then does it.
std::unique_ptr<const PreparedCompute> prepare_joining(const ir::Compute& compute,
                                                       const ir::Call& call,
                                                       const std::vector<ir::TensorHandle>& inputs);

}  // namespace weft::eager
