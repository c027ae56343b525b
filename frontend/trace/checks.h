/// \file Assertions that a captured graph makes when it runs.
#pragma once

#include <string>

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// Fails with the message unless all elements are true: at once on tensors with storage, when the
/// graph runs under capture.
/// \error W2103
/// \source torch._assert
void assert_true(TensorArg condition, const std::string& message = "the condition is false");

}  // namespace weft
