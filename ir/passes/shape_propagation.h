/// \file Pass: dtypes and extents of all values.
#pragma once

#include <weft/ir/passes/pass.h>

namespace weft::ir {

/// Fills `meta.value` of every node from the metas of the placeholders and of the attributes.
///
///     %x                                   # f32[N, 8], given
///     %fc_weight = get_attr                # -> f32[4, 8]
///     %linear = linear(%x, %fc_weight)     # -> f32[N, 4]
///
/// The output gets the metas of what it returns, nested as it is. A placeholder without meta keeps
/// what it has, and so does a module call unless `context.infer_module` knows more; nothing is
/// concluded from what is unknown. A method whose overload was open is resolved once its operands
/// are known.
/// \error the operators' own checks, at the user's line
/// \source torch.fx.passes.shape_prop.ShapeProp, without running anything
bool shape_propagation(GraphModule& module, PassContext& context);

}  // namespace weft::ir
