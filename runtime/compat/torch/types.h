/// \file libtorch's names of element types, and questions about them.
#pragma once

#include <cstddef>
#include <optional>

#include <weft/ir/operators/promotion.h>
#include <weft/runtime/weft.h>

namespace torch {

using weft::DType;

/// An element type under libtorch's enumerators, `torch::ScalarType::Float`; otherwise a DType.
/// \source c10::ScalarType
class ScalarType {
 public:
  ScalarType(DType type) : type_(type) {}   // NOLINT(google-explicit-constructor)
  operator DType() const { return type_; }  // NOLINT(google-explicit-constructor)
  static constexpr DType Byte = DType::kUInt8;
  static constexpr DType Char = DType::kInt8;
  static constexpr DType Short = DType::kInt16;
  static constexpr DType Int = DType::kInt32;
  static constexpr DType Long = DType::kInt64;
  static constexpr DType Half = DType::kFloat16;
  static constexpr DType BFloat16 = DType::kBFloat16;
  static constexpr DType Float = DType::kFloat32;
  static constexpr DType Double = DType::kFloat64;
  static constexpr DType Bool = DType::kBool;

 private:
  DType type_;
};

/// An element type as `caffe2::TypeMeta`, which libtorch's `dtype()` gives; otherwise a DType.
/// \source caffe2::TypeMeta
class TypeMeta {
 public:
  TypeMeta(DType type) : type_(type) {}  // NOLINT(google-explicit-constructor)
  template <weft::Arithmetic T>
  static TypeMeta Make() {
    return weft::dtype_of<T>();
  }
  static TypeMeta fromScalarType(DType type) { return type; }
  DType toScalarType() const { return type_; }
  bool isScalarType() const { return true; }
  bool isScalarType(DType type) const { return type_ == type; }
  std::size_t itemsize() const { return weft::ir::size_of(type_); }
  // As in libtorch it is an argument of factories, `to` and `TensorOptions::dtype`, and no DType.
  operator weft::TensorOptions() const { return type_; }   // NOLINT(google-explicit-constructor)
  operator std::optional<DType>() const { return type_; }  // NOLINT(google-explicit-constructor)
  friend bool operator==(TypeMeta a, TypeMeta b) { return a.type_ == b.type_; }

 private:
  DType type_;
};
inline DType typeMetaToScalarType(TypeMeta type) { return type.toScalarType(); }
inline TypeMeta scalarTypeToTypeMeta(DType type) { return type; }

/// How losses are reduced, as numbers. \source at::Reduction
namespace Reduction {
enum Reduction { None, Mean, Sum, END };
}  // namespace Reduction

/// "Float", "Long", ... \source c10::toString
inline const char* toString(DType type) { return weft::libtorch_name(type); }

inline std::size_t elementSize(DType type) { return weft::ir::size_of(type); }
inline bool isFloatingType(DType type) { return weft::ir::is_floating(type); }
inline bool isComplexType(DType) { return false; }
inline bool isIntegralType(DType type, bool includeBool) {
  return weft::ir::is_integral(type) || (includeBool && type == DType::kBool);
}
/// The type that holds the values of both. \source torch.promote_types
inline DType promote_types(DType a, DType b) { return weft::ir::promote_types(a, b); }
/// \source torch.can_cast
inline bool can_cast(DType from, DType to) { return weft::ir::can_cast(from, to); }
/// The type that an operator on both would have. \source torch.result_type
inline DType result_type(const weft::Tensor& a, const weft::Tensor& b) {
  weft::ir::ResultType type;
  type.add_tensor(a.scalar_type(), static_cast<std::size_t>(a.dim()));
  type.add_tensor(b.scalar_type(), static_cast<std::size_t>(b.dim()));
  return type.get();
}
inline DType get_default_dtype() { return DType::kFloat32; }

}  // namespace torch
