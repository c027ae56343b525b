/// \file Tensors of weft and of the oracle for each other, and operator calls by name.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <weft/ir/value.h>
#include <weft/runtime/tensor/factories.h>
#include <weft/runtime/tensor/tensor.h>

#include "tests/oracle/arguments.h"

namespace weft::testing {

weft_oracle::Kind kind_of(DType type);
DType dtype_of_kind(weft_oracle::Kind kind);

/// The elements of a tensor of any strides.
weft_oracle::OracleTensor to_oracle(const Tensor& tensor);
Tensor from_oracle(const weft_oracle::OracleTensor& tensor);

/// Runs an operator with arguments by PyTorch's names through eager_call; the overload is chosen as
/// graphs choose it. Tensors are dense unless `prepare` replaces them.
std::vector<weft_oracle::OracleTensor> run_operator(
    const std::string& name, const weft_oracle::OracleArguments& arguments,
    const std::function<ir::TensorHandle(ir::TensorHandle)>& prepare = nullptr);

/// The elements as doubles, in row-major order.
std::vector<double> values_of(const Tensor& tensor);

/// Expects a weft::Error with this id whose text holds `part`.
void expect_error(std::string_view id, const std::function<void()>& action,
                  std::string_view part = "");

}  // namespace weft::testing
