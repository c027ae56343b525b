/// \file The steps of a decomposed call.
#pragma once

#include <memory>
#include <vector>

#include <weft/runtime/eager/prepared_call.h>

namespace weft::eager {

/// Decomposes a call into calls of other operators, which run one after the other.
/// \error those of the operator's rule, with the call's location
std::shared_ptr<const PreparedCall> prepare_decomposition(const ir::Call& call,
                                                          const std::vector<ir::Value>& arguments);

}  // namespace weft::eager
