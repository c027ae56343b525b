// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/tensor/tensor.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor Tensor::view(const SizeList& size, where_t where) const {
  static const ir::Operator& op = ir::get_operator("view");
  return to_tensor(dispatch(op, {self_value(*this, "view", where), to_value(size)}, CallStyle::kMethod, where));
}
Tensor Tensor::view(DType dtype, where_t where) const {
  static const ir::Operator& op = ir::get_operator("view.dtype");
  return to_tensor(dispatch(op, {self_value(*this, "view", where), to_value(dtype)}, CallStyle::kMethod, where));
}
Tensor Tensor::view_as(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("view_as");
  return to_tensor(dispatch(op, {self_value(*this, "view_as", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::reshape(const SizeList& shape, where_t where) const {
  static const ir::Operator& op = ir::get_operator("reshape");
  return to_tensor(dispatch(op, {self_value(*this, "reshape", where), to_value(shape)}, CallStyle::kMethod, where));
}
Tensor Tensor::reshape_as(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("reshape_as");
  return to_tensor(dispatch(op, {self_value(*this, "reshape_as", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::flatten(std::int64_t start_dim, std::int64_t end_dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("flatten");
  return to_tensor(dispatch(op, {self_value(*this, "flatten", where), to_value(start_dim), to_value(end_dim)}, CallStyle::kMethod, where));
}
Tensor Tensor::ravel(where_t where) const {
  static const ir::Operator& op = ir::get_operator("ravel");
  return to_tensor(dispatch(op, {self_value(*this, "ravel", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::unflatten(std::int64_t dim, const SizeList& sizes, where_t where) const {
  static const ir::Operator& op = ir::get_operator("unflatten");
  return to_tensor(dispatch(op, {self_value(*this, "unflatten", where), to_value(dim), to_value(sizes)}, CallStyle::kMethod, where));
}
Tensor Tensor::transpose(std::int64_t dim0, std::int64_t dim1, where_t where) const {
  static const ir::Operator& op = ir::get_operator("transpose");
  return to_tensor(dispatch(op, {self_value(*this, "transpose", where), to_value(dim0), to_value(dim1)}, CallStyle::kMethod, where));
}
Tensor Tensor::swapaxes(std::int64_t axis0, std::int64_t axis1, where_t where) const {
  static const ir::Operator& op = ir::get_operator("swapaxes");
  return to_tensor(dispatch(op, {self_value(*this, "swapaxes", where), to_value(axis0), to_value(axis1)}, CallStyle::kMethod, where));
}
Tensor Tensor::swapdims(std::int64_t dim0, std::int64_t dim1, where_t where) const {
  static const ir::Operator& op = ir::get_operator("swapdims");
  return to_tensor(dispatch(op, {self_value(*this, "swapdims", where), to_value(dim0), to_value(dim1)}, CallStyle::kMethod, where));
}
Tensor Tensor::t(where_t where) const {
  static const ir::Operator& op = ir::get_operator("t");
  return to_tensor(dispatch(op, {self_value(*this, "t", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::mT(where_t where) const {
  static const ir::Operator& op = ir::get_operator("mT");
  return to_tensor(dispatch(op, {self_value(*this, "mT", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::permute(const SizeList& dims, where_t where) const {
  static const ir::Operator& op = ir::get_operator("permute");
  return to_tensor(dispatch(op, {self_value(*this, "permute", where), to_value(dims)}, CallStyle::kMethod, where));
}
Tensor Tensor::movedim(const SizeList& source, const SizeList& destination, where_t where) const {
  static const ir::Operator& op = ir::get_operator("movedim");
  return to_tensor(dispatch(op, {self_value(*this, "movedim", where), to_value(source), to_value(destination)}, CallStyle::kMethod, where));
}
Tensor Tensor::movedim(std::int64_t source, std::int64_t destination, where_t where) const {
  static const ir::Operator& op = ir::get_operator("movedim.int");
  return to_tensor(dispatch(op, {self_value(*this, "movedim", where), to_value(source), to_value(destination)}, CallStyle::kMethod, where));
}
Tensor Tensor::movedim(std::int64_t source, const SymInt& destination, where_t where) const {
  static const ir::Operator& op = ir::get_operator("movedim.int");
  return to_tensor(dispatch(op, {self_value(*this, "movedim", where), to_value(source), to_value(destination)}, CallStyle::kMethod, where));
}
Tensor Tensor::movedim(const SymInt& source, std::int64_t destination, where_t where) const {
  static const ir::Operator& op = ir::get_operator("movedim.int");
  return to_tensor(dispatch(op, {self_value(*this, "movedim", where), to_value(source), to_value(destination)}, CallStyle::kMethod, where));
}
Tensor Tensor::movedim(const SymInt& source, const SymInt& destination, where_t where) const {
  static const ir::Operator& op = ir::get_operator("movedim.int");
  return to_tensor(dispatch(op, {self_value(*this, "movedim", where), to_value(source), to_value(destination)}, CallStyle::kMethod, where));
}
Tensor Tensor::moveaxis(const SizeList& source, const SizeList& destination, where_t where) const {
  static const ir::Operator& op = ir::get_operator("moveaxis");
  return to_tensor(dispatch(op, {self_value(*this, "moveaxis", where), to_value(source), to_value(destination)}, CallStyle::kMethod, where));
}
Tensor Tensor::moveaxis(std::int64_t source, std::int64_t destination, where_t where) const {
  static const ir::Operator& op = ir::get_operator("moveaxis.int");
  return to_tensor(dispatch(op, {self_value(*this, "moveaxis", where), to_value(source), to_value(destination)}, CallStyle::kMethod, where));
}
Tensor Tensor::moveaxis(std::int64_t source, const SymInt& destination, where_t where) const {
  static const ir::Operator& op = ir::get_operator("moveaxis.int");
  return to_tensor(dispatch(op, {self_value(*this, "moveaxis", where), to_value(source), to_value(destination)}, CallStyle::kMethod, where));
}
Tensor Tensor::moveaxis(const SymInt& source, std::int64_t destination, where_t where) const {
  static const ir::Operator& op = ir::get_operator("moveaxis.int");
  return to_tensor(dispatch(op, {self_value(*this, "moveaxis", where), to_value(source), to_value(destination)}, CallStyle::kMethod, where));
}
Tensor Tensor::moveaxis(const SymInt& source, const SymInt& destination, where_t where) const {
  static const ir::Operator& op = ir::get_operator("moveaxis.int");
  return to_tensor(dispatch(op, {self_value(*this, "moveaxis", where), to_value(source), to_value(destination)}, CallStyle::kMethod, where));
}
Tensor Tensor::squeeze(where_t where) const {
  static const ir::Operator& op = ir::get_operator("squeeze");
  return to_tensor(dispatch(op, {self_value(*this, "squeeze", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::squeeze(std::int64_t dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("squeeze.dim");
  return to_tensor(dispatch(op, {self_value(*this, "squeeze", where), to_value(dim)}, CallStyle::kMethod, where));
}
Tensor Tensor::unsqueeze(std::int64_t dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("unsqueeze");
  return to_tensor(dispatch(op, {self_value(*this, "unsqueeze", where), to_value(dim)}, CallStyle::kMethod, where));
}
Tensor Tensor::expand(const SizeList& size, bool implicit, where_t where) const {
  static const ir::Operator& op = ir::get_operator("expand");
  return to_tensor(dispatch(op, {self_value(*this, "expand", where), to_value(size), to_value(implicit)}, CallStyle::kMethod, where));
}
Tensor Tensor::expand_as(TensorArg other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("expand_as");
  return to_tensor(dispatch(op, {self_value(*this, "expand_as", where), to_value(other)}, CallStyle::kMethod, where));
}
Tensor Tensor::broadcast_to(const SizeList& size, where_t where) const {
  static const ir::Operator& op = ir::get_operator("broadcast_to");
  return to_tensor(dispatch(op, {self_value(*this, "broadcast_to", where), to_value(size)}, CallStyle::kMethod, where));
}
Tensor Tensor::narrow(std::int64_t dim, const SizeItem& start, const SizeItem& length, where_t where) const {
  static const ir::Operator& op = ir::get_operator("narrow");
  return to_tensor(dispatch(op, {self_value(*this, "narrow", where), to_value(dim), to_value(start), to_value(length)}, CallStyle::kMethod, where));
}
Tensor Tensor::select(std::int64_t dim, const SizeItem& index, where_t where) const {
  static const ir::Operator& op = ir::get_operator("select");
  return to_tensor(dispatch(op, {self_value(*this, "select", where), to_value(dim), to_value(index)}, CallStyle::kMethod, where));
}
Tensor Tensor::slice(std::int64_t dim, const std::optional<SizeItem>& start, const std::optional<SizeItem>& end, const SizeItem& step, where_t where) const {
  static const ir::Operator& op = ir::get_operator("slice");
  return to_tensor(dispatch(op, {self_value(*this, "slice", where), to_value(dim), to_value(start), to_value(end), to_value(step)}, CallStyle::kMethod, where));
}
std::vector<Tensor> Tensor::chunk(std::int64_t chunks, std::int64_t dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("chunk");
  return to_tensors(dispatch(op, {self_value(*this, "chunk", where), to_value(chunks), to_value(dim)}, CallStyle::kMethod, where));
}
std::vector<Tensor> Tensor::split(std::int64_t split_size, std::int64_t dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("split.Tensor");
  return to_tensors(dispatch(op, {self_value(*this, "split", where), to_value(split_size), to_value(dim)}, CallStyle::kMethod, where));
}
std::vector<Tensor> Tensor::split(const SymInt& split_size, std::int64_t dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("split.Tensor");
  return to_tensors(dispatch(op, {self_value(*this, "split", where), to_value(split_size), to_value(dim)}, CallStyle::kMethod, where));
}
std::vector<Tensor> Tensor::split(const SizeList& split_size, std::int64_t dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("split.sizes");
  return to_tensors(dispatch(op, {self_value(*this, "split", where), to_value(split_size), to_value(dim)}, CallStyle::kMethod, where));
}
std::vector<Tensor> Tensor::tensor_split(std::int64_t sections, std::int64_t dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("tensor_split.sections");
  return to_tensors(dispatch(op, {self_value(*this, "tensor_split", where), to_value(sections), to_value(dim)}, CallStyle::kMethod, where));
}
std::vector<Tensor> Tensor::tensor_split(const SymInt& sections, std::int64_t dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("tensor_split.sections");
  return to_tensors(dispatch(op, {self_value(*this, "tensor_split", where), to_value(sections), to_value(dim)}, CallStyle::kMethod, where));
}
std::vector<Tensor> Tensor::tensor_split(const SizeList& indices, std::int64_t dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("tensor_split.indices");
  return to_tensors(dispatch(op, {self_value(*this, "tensor_split", where), to_value(indices), to_value(dim)}, CallStyle::kMethod, where));
}
std::vector<Tensor> Tensor::split_with_sizes(const SizeList& split_sizes, std::int64_t dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("split_with_sizes");
  return to_tensors(dispatch(op, {self_value(*this, "split_with_sizes", where), to_value(split_sizes), to_value(dim)}, CallStyle::kMethod, where));
}
std::vector<Tensor> Tensor::unbind(std::int64_t dim, where_t where) const {
  static const ir::Operator& op = ir::get_operator("unbind");
  return to_tensors(dispatch(op, {self_value(*this, "unbind", where), to_value(dim)}, CallStyle::kMethod, where));
}
Tensor Tensor::diagonal(const SizeItem& offset, std::int64_t dim1, std::int64_t dim2, where_t where) const {
  static const ir::Operator& op = ir::get_operator("diagonal");
  return to_tensor(dispatch(op, {self_value(*this, "diagonal", where), to_value(offset), to_value(dim1), to_value(dim2)}, CallStyle::kMethod, where));
}
Tensor Tensor::unfold(std::int64_t dimension, const SizeItem& size, const SizeItem& step, where_t where) const {
  static const ir::Operator& op = ir::get_operator("unfold");
  return to_tensor(dispatch(op, {self_value(*this, "unfold", where), to_value(dimension), to_value(size), to_value(step)}, CallStyle::kMethod, where));
}
Tensor Tensor::as_strided(const SizeList& size, const SizeList& stride, const std::optional<SizeItem>& storage_offset, where_t where) const {
  static const ir::Operator& op = ir::get_operator("as_strided");
  return to_tensor(dispatch(op, {self_value(*this, "as_strided", where), to_value(size), to_value(stride), to_value(storage_offset)}, CallStyle::kMethod, where));
}

}  // namespace weft

