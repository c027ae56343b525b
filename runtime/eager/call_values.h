/// \file Concrete values as a Call, and views, copies and numbers on them.
#pragma once

#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/ir/value.h>
#include <weft/runtime/eager/copy.h>

namespace weft::eager {

/// The call with the metas of concrete arguments (one per schema parameter).
ir::Call make_call(const ir::Operator& op, const std::vector<ir::Value>& arguments,
                   SourceLocation where);

/// The tensors that a Compute of this call loads from, in the order of Call::inputs; numbers that are
/// not part of the call's constants do not occur in eager calls.
std::vector<ir::TensorHandle> tensor_inputs(const std::vector<ir::Value>& arguments);

/// Several results as one value: the result itself where the schema names one.
ir::Value pack_results(const ir::Operator& op, std::vector<ir::Value> results);

}  // namespace weft::eager
