/// \file Tensors of weft and of the oracle for each other, and operator calls by name.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <weft/ir/graph.h>
#include <weft/ir/value.h>
#include <weft/runtime/tensor/tensor.h>
#include <weft/runtime/tensor/tensor_impl.h>

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

/// All tensors of a value, lists flattened.
std::vector<weft_oracle::OracleTensor> to_oracle(const ir::Value& value);

/// The same call as a node of a graph, its tensors as placeholders with their metas; `inputs` gets
/// their values in order.
ir::Node* add_call(ir::Graph& graph, const std::string& name,
                   const weft_oracle::OracleArguments& arguments,
                   std::vector<ir::TensorHandle>& inputs);

}  // namespace weft::testing
