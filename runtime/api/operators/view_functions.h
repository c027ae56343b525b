/// \file Free functions of the operators in view_rows.cpp.
// Written by weft_generate_api from the operator table; change the table, not this file.
#pragma once

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// The same elements in another shape, copied where no strides exist for it.
/// \source reshape(Tensor(a) input, int[] shape) -> Tensor(a)
Tensor reshape(TensorArg input, const SizeList& shape);
/// A run of dimensions merged into one.
/// \source flatten(Tensor(a) input, int start_dim=0, int end_dim=-1) -> Tensor(a)
Tensor flatten(TensorArg input, std::int64_t start_dim = 0, std::int64_t end_dim = -1);
/// All dimensions merged into one.
/// \source ravel(Tensor(a) input) -> Tensor(a)
Tensor ravel(TensorArg input);
/// One dimension split into several.
/// \source unflatten(Tensor(a) input, int dim, int[] sizes) -> Tensor(a)
Tensor unflatten(TensorArg input, std::int64_t dim, const SizeList& sizes);
/// Two dimensions exchanged.
/// \source transpose(Tensor(a) input, int dim0, int dim1) -> Tensor(a)
Tensor transpose(TensorArg input, std::int64_t dim0, std::int64_t dim1);
/// Two dimensions exchanged.
/// \source swapaxes(Tensor(a) input, int axis0, int axis1) -> Tensor(a)
Tensor swapaxes(TensorArg input, std::int64_t axis0, std::int64_t axis1);
/// Two dimensions exchanged.
/// \source swapdims(Tensor(a) input, int dim0, int dim1) -> Tensor(a)
Tensor swapdims(TensorArg input, std::int64_t dim0, std::int64_t dim1);
/// A matrix transposed; fewer dimensions stay as they are.
/// \source t(Tensor(a) input) -> Tensor(a)
Tensor t(TensorArg input);
/// The dimensions in another order.
/// \source permute(Tensor(a) input, int[] dims) -> Tensor(a)
Tensor permute(TensorArg input, const SizeList& dims);
/// Dimensions moved to other positions, the others in their order.
/// \source movedim(Tensor(a) input, int[] source, int[] destination) -> Tensor(a)
Tensor movedim(TensorArg input, const SizeList& source, const SizeList& destination);
/// One dimension moved to another position.
/// \source movedim.int(Tensor(a) input, int source, int destination) -> Tensor(a)
Tensor movedim(TensorArg input, std::int64_t source, std::int64_t destination);
Tensor movedim(TensorArg input, std::int64_t source, const SymInt& destination);
Tensor movedim(TensorArg input, const SymInt& source, std::int64_t destination);
Tensor movedim(TensorArg input, const SymInt& source, const SymInt& destination);
/// Dimensions moved to other positions, the others in their order.
/// \source moveaxis(Tensor(a) input, int[] source, int[] destination) -> Tensor(a)
Tensor moveaxis(TensorArg input, const SizeList& source, const SizeList& destination);
/// One dimension moved to another position.
/// \source moveaxis.int(Tensor(a) input, int source, int destination) -> Tensor(a)
Tensor moveaxis(TensorArg input, std::int64_t source, std::int64_t destination);
Tensor moveaxis(TensorArg input, std::int64_t source, const SymInt& destination);
Tensor moveaxis(TensorArg input, const SymInt& source, std::int64_t destination);
Tensor moveaxis(TensorArg input, const SymInt& source, const SymInt& destination);
/// All dimensions of extent 1 removed.
/// \source squeeze(Tensor(a) input) -> Tensor(a)
Tensor squeeze(TensorArg input);
/// A dimension removed if its extent is 1.
/// \source squeeze.dim(Tensor(a) input, int dim) -> Tensor(a)
Tensor squeeze(TensorArg input, std::int64_t dim);
/// A dimension of extent 1 inserted.
/// \source unsqueeze(Tensor(a) input, int dim) -> Tensor(a)
Tensor unsqueeze(TensorArg input, std::int64_t dim);
/// Extents of 1 repeated to a larger shape.
/// \source broadcast_to(Tensor(a) input, int[] size) -> Tensor(a)
Tensor broadcast_to(TensorArg input, const SizeList& size);
/// A run of elements of one dimension.
/// \source narrow(Tensor(a) input, int dim, int start, int length) -> Tensor(a)
Tensor narrow(TensorArg input, std::int64_t dim, const SizeItem& start, const SizeItem& length);
/// One element of a dimension, which is removed.
/// \source select(Tensor(a) input, int dim, int index) -> Tensor(a)
Tensor select(TensorArg input, std::int64_t dim, const SizeItem& index);
/// At most `chunks` parts of one dimension, equally long but for the last.
/// \source chunk(Tensor(a) input, int chunks, int dim=0) -> Tensor(a)[]
std::vector<Tensor> chunk(TensorArg input, std::int64_t chunks, std::int64_t dim = 0);
/// Parts of `split_size` of one dimension, the last may be shorter.
/// \source split.Tensor(Tensor(a) input, int split_size, int dim=0) -> Tensor(a)[]
std::vector<Tensor> split(TensorArg input, std::int64_t split_size, std::int64_t dim = 0);
std::vector<Tensor> split(TensorArg input, const SymInt& split_size, std::int64_t dim = 0);
/// Parts of one dimension with the given lengths.
/// \source split.sizes(Tensor(a) input, int[] split_size, int dim=0) -> Tensor(a)[]
std::vector<Tensor> split(TensorArg input, const SizeList& split_size, std::int64_t dim = 0);
/// `sections` parts of one dimension, the first ones longer by one where it does not divide.
/// \source tensor_split.sections(Tensor(a) input, int sections, int dim=0) -> Tensor(a)[]
std::vector<Tensor> tensor_split(TensorArg input, std::int64_t sections, std::int64_t dim = 0);
std::vector<Tensor> tensor_split(TensorArg input, const SymInt& sections, std::int64_t dim = 0);
/// Parts of one dimension that begin at the given positions.
/// \source tensor_split.indices(Tensor(a) input, int[] indices, int dim=0) -> Tensor(a)[]
std::vector<Tensor> tensor_split(TensorArg input, const SizeList& indices, std::int64_t dim = 0);
/// Parts of one dimension with the given lengths.
/// \source split_with_sizes(Tensor(a) input, int[] split_sizes, int dim=0) -> Tensor(a)[]
std::vector<Tensor> split_with_sizes(TensorArg input, const SizeList& split_sizes, std::int64_t dim = 0);
/// The elements of a dimension, one tensor each.
/// \source unbind(Tensor(a) input, int dim=0) -> Tensor(a)[]
std::vector<Tensor> unbind(TensorArg input, std::int64_t dim = 0);
/// A diagonal of two dimensions as the last dimension.
/// \source diagonal(Tensor(a) input, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)
Tensor diagonal(TensorArg input, const SizeItem& offset = 0, std::int64_t dim1 = 0, std::int64_t dim2 = 1);
/// Elements of a dense tensor at any strides from its first one.
/// \source as_strided(Tensor(a) input, int[] size, int[] stride, int? storage_offset=None) -> Tensor(a)
Tensor as_strided(TensorArg input, const SizeList& size, const SizeList& stride, const std::optional<SizeItem>& storage_offset = {});
/// The tensor itself.
/// \source alias(Tensor(a) input) -> Tensor(a)
Tensor alias(TensorArg input);

}  // namespace weft

