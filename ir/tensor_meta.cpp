/// \file Strides and printing of tensor metas.
#include <weft/ir/tensor_meta.h>

#include <fmt/format.h>

namespace weft::ir {

bool TensorMeta::is_contiguous() const {
  for (const IntExpr& size : sizes) {
    if (size.is(0)) return true;
  }
  IntExpr expected = 1;
  for (std::size_t i = sizes.size(); i-- > 0;) {
    if (sizes[i].is(1)) continue;
    if (!(strides[i] == expected)) return false;
    expected *= sizes[i];
  }
  return true;
}

std::string TensorMeta::str() const {
  return fmt::format("{}{}", dtype_short_name(dtype), shape_str(sizes));
}

std::vector<IntExpr> contiguous_strides(const std::vector<IntExpr>& sizes) {
  std::vector<IntExpr> strides(sizes.size());
  IntExpr stride = 1;
  for (std::size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    // As in PyTorch, an extent of 0 counts as 1, so that strides stay positive.
    if (!sizes[i].is(0)) stride *= sizes[i];
  }
  return strides;
}

TensorMeta dense(DType dtype, std::vector<IntExpr> sizes) {
  TensorMeta meta;
  meta.dtype = dtype;
  meta.strides = contiguous_strides(sizes);
  meta.sizes = std::move(sizes);
  return meta;
}

std::string ValueMeta::str() const {
  if (const TensorMeta* t = tensor()) return t->str();
  if (const IntExpr* i = integer()) return i->str();
  if (const UnknownNumber* n = number()) {
    switch (n->category) {
      case DTypeCategory::kBool:
        return "bool";
      case DTypeCategory::kIntegral:
        return "int";
      case DTypeCategory::kFloating:
        return "float";
    }
  }
  if (const ValueMetaList* l = list()) {
    std::string text = "(";
    for (std::size_t i = 0; i < l->size(); ++i) {
      if (i > 0) text += ", ";
      text += (*l)[i].str();
    }
    return text + ")";
  }
  return "?";
}

}  // namespace weft::ir
