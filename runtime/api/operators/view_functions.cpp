// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/api/operators/view_functions.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor reshape(TensorArg input, const SizeList& shape) {
  static const ir::Operator& op = ir::get_operator("reshape");
  return to_tensor(dispatch(op, {to_value(input), to_value(shape)}, CallStyle::kFunction, input.where()));
}
Tensor flatten(TensorArg input, std::int64_t start_dim, std::int64_t end_dim) {
  static const ir::Operator& op = ir::get_operator("flatten");
  return to_tensor(dispatch(op, {to_value(input), to_value(start_dim), to_value(end_dim)}, CallStyle::kFunction, input.where()));
}
Tensor ravel(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("ravel");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor unflatten(TensorArg input, std::int64_t dim, const SizeList& sizes) {
  static const ir::Operator& op = ir::get_operator("unflatten");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(sizes)}, CallStyle::kFunction, input.where()));
}
Tensor transpose(TensorArg input, std::int64_t dim0, std::int64_t dim1) {
  static const ir::Operator& op = ir::get_operator("transpose");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim0), to_value(dim1)}, CallStyle::kFunction, input.where()));
}
Tensor swapaxes(TensorArg input, std::int64_t axis0, std::int64_t axis1) {
  static const ir::Operator& op = ir::get_operator("swapaxes");
  return to_tensor(dispatch(op, {to_value(input), to_value(axis0), to_value(axis1)}, CallStyle::kFunction, input.where()));
}
Tensor swapdims(TensorArg input, std::int64_t dim0, std::int64_t dim1) {
  static const ir::Operator& op = ir::get_operator("swapdims");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim0), to_value(dim1)}, CallStyle::kFunction, input.where()));
}
Tensor t(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("t");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor permute(TensorArg input, const SizeList& dims) {
  static const ir::Operator& op = ir::get_operator("permute");
  return to_tensor(dispatch(op, {to_value(input), to_value(dims)}, CallStyle::kFunction, input.where()));
}
Tensor movedim(TensorArg input, const SizeList& source, const SizeList& destination) {
  static const ir::Operator& op = ir::get_operator("movedim");
  return to_tensor(dispatch(op, {to_value(input), to_value(source), to_value(destination)}, CallStyle::kFunction, input.where()));
}
Tensor movedim(TensorArg input, std::int64_t source, std::int64_t destination) {
  static const ir::Operator& op = ir::get_operator("movedim.int");
  return to_tensor(dispatch(op, {to_value(input), to_value(source), to_value(destination)}, CallStyle::kFunction, input.where()));
}
Tensor movedim(TensorArg input, std::int64_t source, const SymInt& destination) {
  static const ir::Operator& op = ir::get_operator("movedim.int");
  return to_tensor(dispatch(op, {to_value(input), to_value(source), to_value(destination)}, CallStyle::kFunction, input.where()));
}
Tensor movedim(TensorArg input, const SymInt& source, std::int64_t destination) {
  static const ir::Operator& op = ir::get_operator("movedim.int");
  return to_tensor(dispatch(op, {to_value(input), to_value(source), to_value(destination)}, CallStyle::kFunction, input.where()));
}
Tensor movedim(TensorArg input, const SymInt& source, const SymInt& destination) {
  static const ir::Operator& op = ir::get_operator("movedim.int");
  return to_tensor(dispatch(op, {to_value(input), to_value(source), to_value(destination)}, CallStyle::kFunction, input.where()));
}
Tensor moveaxis(TensorArg input, const SizeList& source, const SizeList& destination) {
  static const ir::Operator& op = ir::get_operator("moveaxis");
  return to_tensor(dispatch(op, {to_value(input), to_value(source), to_value(destination)}, CallStyle::kFunction, input.where()));
}
Tensor moveaxis(TensorArg input, std::int64_t source, std::int64_t destination) {
  static const ir::Operator& op = ir::get_operator("moveaxis.int");
  return to_tensor(dispatch(op, {to_value(input), to_value(source), to_value(destination)}, CallStyle::kFunction, input.where()));
}
Tensor moveaxis(TensorArg input, std::int64_t source, const SymInt& destination) {
  static const ir::Operator& op = ir::get_operator("moveaxis.int");
  return to_tensor(dispatch(op, {to_value(input), to_value(source), to_value(destination)}, CallStyle::kFunction, input.where()));
}
Tensor moveaxis(TensorArg input, const SymInt& source, std::int64_t destination) {
  static const ir::Operator& op = ir::get_operator("moveaxis.int");
  return to_tensor(dispatch(op, {to_value(input), to_value(source), to_value(destination)}, CallStyle::kFunction, input.where()));
}
Tensor moveaxis(TensorArg input, const SymInt& source, const SymInt& destination) {
  static const ir::Operator& op = ir::get_operator("moveaxis.int");
  return to_tensor(dispatch(op, {to_value(input), to_value(source), to_value(destination)}, CallStyle::kFunction, input.where()));
}
Tensor squeeze(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("squeeze");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor squeeze(TensorArg input, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("squeeze.dim");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim)}, CallStyle::kFunction, input.where()));
}
Tensor unsqueeze(TensorArg input, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("unsqueeze");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim)}, CallStyle::kFunction, input.where()));
}
Tensor broadcast_to(TensorArg input, const SizeList& size) {
  static const ir::Operator& op = ir::get_operator("broadcast_to");
  return to_tensor(dispatch(op, {to_value(input), to_value(size)}, CallStyle::kFunction, input.where()));
}
Tensor narrow(TensorArg input, std::int64_t dim, const SizeItem& start, const SizeItem& length) {
  static const ir::Operator& op = ir::get_operator("narrow");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(start), to_value(length)}, CallStyle::kFunction, input.where()));
}
Tensor select(TensorArg input, std::int64_t dim, const SizeItem& index) {
  static const ir::Operator& op = ir::get_operator("select");
  return to_tensor(dispatch(op, {to_value(input), to_value(dim), to_value(index)}, CallStyle::kFunction, input.where()));
}
std::vector<Tensor> chunk(TensorArg input, std::int64_t chunks, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("chunk");
  return to_tensors(dispatch(op, {to_value(input), to_value(chunks), to_value(dim)}, CallStyle::kFunction, input.where()));
}
std::vector<Tensor> split(TensorArg input, std::int64_t split_size, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("split.Tensor");
  return to_tensors(dispatch(op, {to_value(input), to_value(split_size), to_value(dim)}, CallStyle::kFunction, input.where()));
}
std::vector<Tensor> split(TensorArg input, const SymInt& split_size, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("split.Tensor");
  return to_tensors(dispatch(op, {to_value(input), to_value(split_size), to_value(dim)}, CallStyle::kFunction, input.where()));
}
std::vector<Tensor> split(TensorArg input, const SizeList& split_size, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("split.sizes");
  return to_tensors(dispatch(op, {to_value(input), to_value(split_size), to_value(dim)}, CallStyle::kFunction, input.where()));
}
std::vector<Tensor> tensor_split(TensorArg input, std::int64_t sections, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("tensor_split.sections");
  return to_tensors(dispatch(op, {to_value(input), to_value(sections), to_value(dim)}, CallStyle::kFunction, input.where()));
}
std::vector<Tensor> tensor_split(TensorArg input, const SymInt& sections, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("tensor_split.sections");
  return to_tensors(dispatch(op, {to_value(input), to_value(sections), to_value(dim)}, CallStyle::kFunction, input.where()));
}
std::vector<Tensor> tensor_split(TensorArg input, const SizeList& indices, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("tensor_split.indices");
  return to_tensors(dispatch(op, {to_value(input), to_value(indices), to_value(dim)}, CallStyle::kFunction, input.where()));
}
std::vector<Tensor> split_with_sizes(TensorArg input, const SizeList& split_sizes, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("split_with_sizes");
  return to_tensors(dispatch(op, {to_value(input), to_value(split_sizes), to_value(dim)}, CallStyle::kFunction, input.where()));
}
std::vector<Tensor> unbind(TensorArg input, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("unbind");
  return to_tensors(dispatch(op, {to_value(input), to_value(dim)}, CallStyle::kFunction, input.where()));
}
Tensor diagonal(TensorArg input, const SizeItem& offset, std::int64_t dim1, std::int64_t dim2) {
  static const ir::Operator& op = ir::get_operator("diagonal");
  return to_tensor(dispatch(op, {to_value(input), to_value(offset), to_value(dim1), to_value(dim2)}, CallStyle::kFunction, input.where()));
}
Tensor as_strided(TensorArg input, const SizeList& size, const SizeList& stride, const std::optional<SizeItem>& storage_offset) {
  static const ir::Operator& op = ir::get_operator("as_strided");
  return to_tensor(dispatch(op, {to_value(input), to_value(size), to_value(stride), to_value(storage_offset)}, CallStyle::kFunction, input.where()));
}
Tensor alias(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("alias");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft

