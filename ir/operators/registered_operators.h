/// \file The part of the operator table that grows while the program runs.
#pragma once

#include <memory>

#include <weft/ir/operators/register_operator.h>

namespace weft::ir {

/// Adds a checked definition, and its in-place form where it has one.
/// \error W1222
const Operator& add_registered_operator(std::unique_ptr<const OperatorDefinition> definition,
                                        const Schema& schema, SourceLocation where);

}  // namespace weft::ir
