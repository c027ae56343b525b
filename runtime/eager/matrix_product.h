/// \file Blocked matrix products in float32.
#pragma once

#include <cstdint>
#include <vector>

#include <weft/ir/scalar_expr.h>
#include <weft/ir/value.h>

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

/// The result of a sum of products of two tensors in float32 (or a half type, which computes in
/// float32), or null where the compute has another form.
ir::TensorHandle evaluate_product(const ir::Compute& compute,
                                  const std::vector<ir::TensorHandle>& inputs);

}  // namespace weft::eager
