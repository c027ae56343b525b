/// \file Operations on blocks: short runs of elements of one type.
#pragma once

#include <cstddef>
#include <cstdint>

#include <weft/ir/scalar_expr.h>
#include <weft/runtime/deploy/half.h>

namespace weft::eager {

/// Elements per block: ten or so intermediate blocks of float64 stay in the first-level cache.
inline constexpr std::size_t kBlock = 256;

/// Calls `f` with a null pointer of the C++ type that stores `type`.
template <typename F>
decltype(auto) with_type(DType type, F&& f) {
  switch (type) {
    case DType::kBool:
      return f(static_cast<bool*>(nullptr));
    case DType::kUInt8:
      return f(static_cast<std::uint8_t*>(nullptr));
    case DType::kInt8:
      return f(static_cast<std::int8_t*>(nullptr));
    case DType::kInt16:
      return f(static_cast<std::int16_t*>(nullptr));
    case DType::kInt32:
      return f(static_cast<std::int32_t*>(nullptr));
    case DType::kInt64:
      return f(static_cast<std::int64_t*>(nullptr));
    case DType::kFloat16:
      return f(static_cast<weft_deploy::Half*>(nullptr));
    case DType::kBFloat16:
      return f(static_cast<weft_deploy::BFloat16*>(nullptr));
    case DType::kFloat64:
      return f(static_cast<double*>(nullptr));
    case DType::kFloat32:
      break;
  }
  return f(static_cast<float*>(nullptr));
}

/// `out[i] = op(a[i])`; `type` is that of the operand, the result's follows from the operation.
void unary_block(ir::ScalarOp op, DType type, const void* a, void* out, std::size_t n);
/// `out[i] = op(a[i], b[i])` on operands of one type.
/// \return false if an integer division met a zero divisor
bool binary_block(ir::ScalarOp op, DType type, const void* a, const void* b, void* out,
                  std::size_t n);
void select_block(DType type, const bool* condition, const void* a, const void* b, void* out,
                  std::size_t n);
void cast_block(DType from, const void* a, DType to, void* out, std::size_t n);
void fill_block(DType type, const ir::Number& value, void* out, std::size_t n);
/// `out[i] = source[i * step]`
void load_block(DType type, const void* source, std::int64_t step, void* out, std::size_t n);

}  // namespace weft::eager
