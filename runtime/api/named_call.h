/// \file Calls of operators with arguments by name, for hand-written functions.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include <weft/runtime/dispatch.h>

namespace weft::api {

using NamedValue = std::pair<std::string_view, ir::Value>;

/// A constant argument (a schema default) as a value; nodes have none.
ir::Value value_of_constant(const ir::Argument& argument);

/// One value per schema parameter: the given ones, defaults for the rest.
/// \error W1202, W1203
std::vector<ir::Value> bind_named(const ir::Operator& op, const std::vector<NamedValue>& given,
                                  SourceLocation where);

/// Dispatches the operator `full_name` with these arguments.
ir::Value call_named(std::string_view full_name, const std::vector<NamedValue>& given,
                     CallStyle style, SourceLocation where);

}  // namespace weft::api
