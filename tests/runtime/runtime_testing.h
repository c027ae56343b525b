/// \file Elements of tensors, and expected errors.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <weft/runtime/tensor/factories.h>
#include <weft/runtime/tensor/tensor.h>

#include "oracle_values.h"

namespace weft::testing {

/// The elements as doubles, in row-major order.
std::vector<double> values_of(const Tensor& tensor);

/// Expects a weft::Error with this id whose text holds `part`.
void expect_error(std::string_view id, const std::function<void()>& action,
                  std::string_view part = "");

}  // namespace weft::testing
