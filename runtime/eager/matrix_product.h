/// \file Blocked matrix products in float32.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <weft/runtime/eager/evaluate.h>

namespace weft::eager {

/// One operand: element (row, column) of matrix `batch` is data[batch + row * row_stride + ...].
struct MatrixOperand {
  const float* data;
  std::int64_t row_stride;
  std::int64_t column_stride;
  std::vector<std::int64_t> batch_offsets;  ///< one per matrix
};

/// out[i] (dense [rows, columns], one after the other) = a[i] * b[i], in parallel.
void multiply_matrices(const MatrixOperand& a, const MatrixOperand& b, std::int64_t rows,
                       std::int64_t columns, std::int64_t depth, float* out);

/// A sum of products of two tensors in float32 (or a half type, which computes in float32), or null
/// where the compute has another form.
std::unique_ptr<const PreparedCompute> prepare_product(
    const ir::Compute& compute, const std::vector<ir::TensorHandle>& inputs);

}  // namespace weft::eager
