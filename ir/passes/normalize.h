/// \file Pass: one way to write each call.
#pragma once

#include <weft/ir/operators/schema.h>
#include <weft/ir/passes/pass.h>

namespace weft::ir {

/// Writes every call of an operator as call_function, arguments by position, keywords only where
/// the schema wants them, and nothing that is a default anyway.
///
///     %y = call_method[add](%x, %w, alpha=1)            %y = add(%x, %w)
///     %z = softmax(input=%y, dim=1)               ->    %z = softmax(%y, 1)
///
/// Needs shapes: a method whose overload is still open stays.
/// \error W1202, W1203, W1204 for a call that its operator does not accept
bool normalize(GraphModule& module, PassContext& context);

/// Bound arguments (one per parameter) in the form that `normalize` writes.
void split_bound_arguments(const Schema& schema, const std::vector<Argument>& bound,
                           std::vector<Argument>& args, KeywordArguments& kwargs);

}  // namespace weft::ir
