/// \file The form of a call: all that decides what it does, but for the values in its tensors.
#pragma once

#include <string>
#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/ir/value.h>

namespace weft::eager {

/// Writes the operator and its arguments into `form` as bytes: of tensors the type, extents and
/// strides, of everything else the value. Calls of equal forms differ in no other way.
void write_form(const ir::Operator& op, const std::vector<ir::Value>& arguments,
                std::string& form);

}  // namespace weft::eager
