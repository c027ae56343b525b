/// \file Names of the element types and PyTorch's promotion of two of them.
#include <weft/ir/dtype.h>

#include <array>
#include <utility>

namespace weft::ir {
namespace {

struct Names {
  std::string_view full;
  std::string_view brief;
  std::string_view safetensors;
};

constexpr std::array<Names, kDTypeCount> kNames = {{
    {"bool", "bool", "BOOL"},
    {"uint8", "u8", "U8"},
    {"int8", "i8", "I8"},
    {"int16", "i16", "I16"},
    {"int32", "i32", "I32"},
    {"int64", "i64", "I64"},
    {"float16", "f16", "F16"},
    {"bfloat16", "bf16", "BF16"},
    {"float32", "f32", "F32"},
    {"float64", "f64", "F64"},
}};

const Names& names_of(DType type) { return kNames[static_cast<std::size_t>(type)]; }

}  // namespace

DType promote_types(DType a, DType b) {
  if (a == b) return a;
  if (category_of(a) != category_of(b)) return category_of(a) > category_of(b) ? a : b;
  if (a > b) std::swap(a, b);
  // Neither of these pairs holds the values of the other.
  if (a == DType::kUInt8 && b == DType::kInt8) return DType::kInt16;
  if (a == DType::kFloat16 && b == DType::kBFloat16) return DType::kFloat32;
  return b;
}

std::string_view dtype_name(DType type) { return names_of(type).full; }
std::string_view dtype_short_name(DType type) { return names_of(type).brief; }
std::string_view dtype_safetensors_name(DType type) { return names_of(type).safetensors; }

std::optional<DType> parse_dtype(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const Names& n = kNames[i];
    if (name == n.full || name == n.brief || name == n.safetensors) return static_cast<DType>(i);
  }
  return std::nullopt;
}

}  // namespace weft::ir
