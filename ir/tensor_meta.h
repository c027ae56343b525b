/// \file What is known about a value without running: dtype, extents, strides, integer expressions.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include <weft/ir/dtype.h>
#include <weft/ir/int_expr.h>
#include <weft/ir/scalar.h>

namespace weft::ir {

/// Dtype, extents and strides (in elements) of a tensor.
struct TensorMeta {
  DType dtype = DType::kFloat32;
  std::vector<IntExpr> sizes;
  std::vector<IntExpr> strides;

  std::size_t rank() const { return sizes.size(); }
  IntExpr numel() const { return product(sizes); }
  /// True where the strides are those of a dense row-major tensor, up to extents of 1.
  bool is_contiguous() const;
  /// "f32[2, 3]".
  std::string str() const;
  friend bool operator==(const TensorMeta&, const TensorMeta&) = default;
};

/// Row-major strides of a dense tensor.
std::vector<IntExpr> contiguous_strides(const std::vector<IntExpr>& sizes);
/// A dense row-major tensor.
TensorMeta dense(DType dtype, std::vector<IntExpr> sizes);

struct ValueMeta;
using ValueMetaList = std::vector<ValueMeta>;

/// A number that is known only when the graph runs; its category takes part in type promotion.
struct UnknownNumber {
  DTypeCategory category = DTypeCategory::kFloating;
  friend bool operator==(const UnknownNumber&, const UnknownNumber&) = default;
};

/// Meta of any value: nothing known, a tensor, an integer expression, a run-time number, several.
struct ValueMeta {
  std::variant<std::monostate, TensorMeta, IntExpr, UnknownNumber, ValueMetaList> value;

  bool known() const { return value.index() != 0; }
  const TensorMeta* tensor() const { return std::get_if<TensorMeta>(&value); }
  const IntExpr* integer() const { return std::get_if<IntExpr>(&value); }
  const UnknownNumber* number() const { return std::get_if<UnknownNumber>(&value); }
  const ValueMetaList* list() const { return std::get_if<ValueMetaList>(&value); }
  std::string str() const;
  friend bool operator==(const ValueMeta&, const ValueMeta&) = default;
};

}  // namespace weft::ir
