/// \file Arguments of library calls as names and integers.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <weft/ir/operators/call.h>

namespace weft::codegen {

/// Everything that a call says besides its tensors:
///
/// | argument              | parameter                                                         |
/// |-----------------------|-------------------------------------------------------------------|
/// | integer, bool, extent | its value under the schema's name                                 |
/// | float                 | the bits of the double under `name:f64`                           |
/// | dtype                 | the DType as an integer                                           |
/// | string, enumeration   | 1 under `name=text`                                               |
/// | list                  | `name.0`, `name.1`, ...; 1 for a tensor in it, 0 for None          |
/// | tensor, None, device  | nothing: tensors are inputs, in order                             |
///
/// The size of what random operators fill is left out: the result's shape says it.
///
/// \error W5001 for an argument that is none of these, W5002 for an extent that is not constant
std::vector<std::pair<std::string, std::int64_t>> library_parameters(const ir::Call& call);

}  // namespace weft::codegen
