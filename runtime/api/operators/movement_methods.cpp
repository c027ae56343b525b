// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/tensor/tensor.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor Tensor::rot90(std::int64_t k, const SizeList& dims, where_t where) const {
  static const ir::Operator& op = ir::get_operator("rot90");
  return to_tensor(dispatch(op, {self_value(*this, "rot90", where), to_value(k), to_value(dims)}, CallStyle::kMethod, where));
}
Tensor Tensor::diff(const SizeItem& n, std::int64_t dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("diff");
  return to_tensor(dispatch(op, {self_value(*this, "diff", where), to_value(n), to_value(dim)}, CallStyle::kMethod, where));
}
Tensor Tensor::roll(const SizeList& shifts, const SizeList& dims, where_t where) const {
  static const ir::Operator& op = ir::get_operator("roll");
  return to_tensor(dispatch(op, {self_value(*this, "roll", where), to_value(shifts, 1), to_value(dims, 1)}, CallStyle::kMethod, where));
}
Tensor Tensor::flip(const SizeList& dims, where_t where) const {
  static const ir::Operator& op = ir::get_operator("flip");
  return to_tensor(dispatch(op, {self_value(*this, "flip", where), to_value(dims)}, CallStyle::kMethod, where));
}
Tensor Tensor::fliplr(where_t where) const {
  static const ir::Operator& op = ir::get_operator("fliplr");
  return to_tensor(dispatch(op, {self_value(*this, "fliplr", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::flipud(where_t where) const {
  static const ir::Operator& op = ir::get_operator("flipud");
  return to_tensor(dispatch(op, {self_value(*this, "flipud", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::repeat(const SizeList& repeats, where_t where) const {
  static const ir::Operator& op = ir::get_operator("repeat");
  return to_tensor(dispatch(op, {self_value(*this, "repeat", where), to_value(repeats)}, CallStyle::kMethod, where));
}
Tensor Tensor::tile(const SizeList& dims, where_t where) const {
  static const ir::Operator& op = ir::get_operator("tile");
  return to_tensor(dispatch(op, {self_value(*this, "tile", where), to_value(dims)}, CallStyle::kMethod, where));
}
Tensor Tensor::repeat_interleave(const SizeItem& repeats, std::optional<std::int64_t> dim, const std::optional<SizeItem>& output_size, where_t where) const {
  static const ir::Operator& op = ir::get_operator("repeat_interleave");
  return to_tensor(dispatch(op, {self_value(*this, "repeat_interleave", where), to_value(repeats), to_value(dim), to_value(output_size)}, CallStyle::kMethod, where));
}
Tensor Tensor::tril(const SizeItem& diagonal, where_t where) const {
  static const ir::Operator& op = ir::get_operator("tril");
  return to_tensor(dispatch(op, {self_value(*this, "tril", where), to_value(diagonal)}, CallStyle::kMethod, where));
}
Tensor& Tensor::tril_(const SizeItem& diagonal, where_t where) const {
  static const ir::Operator& op = ir::get_operator("tril_");
  return written(*this, dispatch(op, {self_value(*this, "tril_", where), to_value(diagonal)}, CallStyle::kMethod, where));
}
Tensor Tensor::triu(const SizeItem& diagonal, where_t where) const {
  static const ir::Operator& op = ir::get_operator("triu");
  return to_tensor(dispatch(op, {self_value(*this, "triu", where), to_value(diagonal)}, CallStyle::kMethod, where));
}
Tensor& Tensor::triu_(const SizeItem& diagonal, where_t where) const {
  static const ir::Operator& op = ir::get_operator("triu_");
  return written(*this, dispatch(op, {self_value(*this, "triu_", where), to_value(diagonal)}, CallStyle::kMethod, where));
}
Tensor Tensor::diag(const SizeItem& diagonal, where_t where) const {
  static const ir::Operator& op = ir::get_operator("diag");
  return to_tensor(dispatch(op, {self_value(*this, "diag", where), to_value(diagonal)}, CallStyle::kMethod, where));
}
Tensor Tensor::diag_embed(const SizeItem& offset, std::int64_t dim1, std::int64_t dim2, where_t where) const {
  static const ir::Operator& op = ir::get_operator("diag_embed");
  return to_tensor(dispatch(op, {self_value(*this, "diag_embed", where), to_value(offset), to_value(dim1), to_value(dim2)}, CallStyle::kMethod, where));
}
Tensor Tensor::select_scatter(TensorArg src, std::int64_t dim, const SizeItem& index, where_t where) const {
  static const ir::Operator& op = ir::get_operator("select_scatter");
  return to_tensor(dispatch(op, {self_value(*this, "select_scatter", where), to_value(src), to_value(dim), to_value(index)}, CallStyle::kMethod, where));
}
Tensor Tensor::slice_scatter(TensorArg src, std::int64_t dim, const std::optional<SizeItem>& start, const std::optional<SizeItem>& end, const SizeItem& step, where_t where) const {
  static const ir::Operator& op = ir::get_operator("slice_scatter");
  return to_tensor(dispatch(op, {self_value(*this, "slice_scatter", where), to_value(src), to_value(dim), to_value(start), to_value(end), to_value(step)}, CallStyle::kMethod, where));
}
Tensor Tensor::diagonal_scatter(TensorArg src, const SizeItem& offset, std::int64_t dim1, std::int64_t dim2, where_t where) const {
  static const ir::Operator& op = ir::get_operator("diagonal_scatter");
  return to_tensor(dispatch(op, {self_value(*this, "diagonal_scatter", where), to_value(src), to_value(offset), to_value(dim1), to_value(dim2)}, CallStyle::kMethod, where));
}

}  // namespace weft

