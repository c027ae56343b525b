/// \file The element types of tensors and PyTorch's rules for combining them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace weft {

/// Element type of a tensor. The order is PyTorch's promotion order within each category.
enum class DType : std::uint8_t {
  kBool,
  kUInt8,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kFloat16,
  kBFloat16,
  kFloat32,
  kFloat64,
};

inline constexpr int kDTypeCount = 10;

/// Category of a type in PyTorch's promotion lattice: a higher category wins over a lower one.
enum class DTypeCategory : std::uint8_t { kBool, kIntegral, kFloating };

namespace ir {

/// Size of one element in bytes.
constexpr std::size_t size_of(DType type) {
  switch (type) {
    case DType::kBool:
    case DType::kUInt8:
    case DType::kInt8:
      return 1;
    case DType::kInt16:
    case DType::kFloat16:
    case DType::kBFloat16:
      return 2;
    case DType::kInt32:
    case DType::kFloat32:
      return 4;
    case DType::kInt64:
    case DType::kFloat64:
      return 8;
  }
  return 0;
}

constexpr DTypeCategory category_of(DType type) {
  if (type == DType::kBool) return DTypeCategory::kBool;
  return type < DType::kFloat16 ? DTypeCategory::kIntegral : DTypeCategory::kFloating;
}

constexpr bool is_floating(DType type) { return category_of(type) == DTypeCategory::kFloating; }
/// True for the integer types, bool not included.
constexpr bool is_integral(DType type) { return category_of(type) == DTypeCategory::kIntegral; }
constexpr bool is_signed(DType type) { return type != DType::kBool && type != DType::kUInt8; }
constexpr bool is_half(DType type) { return type == DType::kFloat16 || type == DType::kBFloat16; }

/// The type in which one operator computes on `type`: float32 for the half types, else the type.
constexpr DType compute_type(DType type) { return is_half(type) ? DType::kFloat32 : type; }

/// The type in which sums over `type` accumulate: int64 for bool and the integers, float32 for the
/// half types, else the type itself.
constexpr DType accumulate_type(DType type) {
  return is_floating(type) ? compute_type(type) : DType::kInt64;
}

/// Common type of two tensors of one rank class.
/// \source torch.promote_types
DType promote_types(DType a, DType b);

/// PyTorch's long name: "float32".
std::string_view dtype_name(DType type);
/// The short name used in input specs and printed shapes: "f32".
std::string_view dtype_short_name(DType type);
/// The name in a safetensors header: "F32".
std::string_view dtype_safetensors_name(DType type);

/// Inverse of the three naming functions; any of the three spellings is accepted.
std::optional<DType> parse_dtype(std::string_view name);

}  // namespace ir
}  // namespace weft
