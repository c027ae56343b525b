// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/api/operators/movement_functions.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor cat(const TensorList& tensors, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("cat");
  return to_tensor(dispatch(op, {to_value(tensors), to_value(dim)}, CallStyle::kFunction, tensors.where()));
}
Tensor concat(const TensorList& tensors, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("concat");
  return to_tensor(dispatch(op, {to_value(tensors), to_value(dim)}, CallStyle::kFunction, tensors.where()));
}
Tensor stack(const TensorList& tensors, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("stack");
  return to_tensor(dispatch(op, {to_value(tensors), to_value(dim)}, CallStyle::kFunction, tensors.where()));
}
Tensor hstack(const TensorList& tensors) {
  static const ir::Operator& op = ir::get_operator("hstack");
  return to_tensor(dispatch(op, {to_value(tensors)}, CallStyle::kFunction, tensors.where()));
}
Tensor dstack(const TensorList& tensors) {
  static const ir::Operator& op = ir::get_operator("dstack");
  return to_tensor(dispatch(op, {to_value(tensors)}, CallStyle::kFunction, tensors.where()));
}
Tensor vstack(const TensorList& tensors) {
  static const ir::Operator& op = ir::get_operator("vstack");
  return to_tensor(dispatch(op, {to_value(tensors)}, CallStyle::kFunction, tensors.where()));
}
Tensor row_stack(const TensorList& tensors) {
  static const ir::Operator& op = ir::get_operator("row_stack");
  return to_tensor(dispatch(op, {to_value(tensors)}, CallStyle::kFunction, tensors.where()));
}
Tensor column_stack(const TensorList& tensors) {
  static const ir::Operator& op = ir::get_operator("column_stack");
  return to_tensor(dispatch(op, {to_value(tensors)}, CallStyle::kFunction, tensors.where()));
}
std::vector<Tensor> broadcast_tensors(const TensorList& tensors) {
  static const ir::Operator& op = ir::get_operator("broadcast_tensors");
  return to_tensors(dispatch(op, {to_value(tensors)}, CallStyle::kFunction, tensors.where()));
}
Tensor rot90(TensorArg input, std::int64_t k, const SizeList& dims) {
  static const ir::Operator& op = ir::get_operator("rot90");
  return to_tensor(dispatch(op, {to_value(input), to_value(k), to_value(dims)}, CallStyle::kFunction, input.where()));
}
Tensor diff(TensorArg input, const SizeItem& n, std::int64_t dim) {
  static const ir::Operator& op = ir::get_operator("diff");
  return to_tensor(dispatch(op, {to_value(input), to_value(n), to_value(dim)}, CallStyle::kFunction, input.where()));
}
Tensor pad(TensorArg input, const SizeList& pad, const TextArg& mode, std::optional<double> value) {
  static const ir::Operator& op = ir::get_operator("pad");
  return to_tensor(dispatch(op, {to_value(input), to_value(pad), to_value(mode), to_value(value)}, CallStyle::kFunction, input.where()));
}
Tensor constant_pad_nd(TensorArg input, const SizeList& pad, const Scalar& value) {
  static const ir::Operator& op = ir::get_operator("constant_pad_nd");
  return to_tensor(dispatch(op, {to_value(input), to_value(pad), to_value(value)}, CallStyle::kFunction, input.where()));
}
Tensor roll(TensorArg input, const SizeList& shifts, const SizeList& dims) {
  static const ir::Operator& op = ir::get_operator("roll");
  return to_tensor(dispatch(op, {to_value(input), to_value(shifts, 1), to_value(dims, 1)}, CallStyle::kFunction, input.where()));
}
Tensor flip(TensorArg input, const SizeList& dims) {
  static const ir::Operator& op = ir::get_operator("flip");
  return to_tensor(dispatch(op, {to_value(input), to_value(dims)}, CallStyle::kFunction, input.where()));
}
Tensor fliplr(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("fliplr");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor flipud(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("flipud");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor tile(TensorArg input, const SizeList& dims) {
  static const ir::Operator& op = ir::get_operator("tile");
  return to_tensor(dispatch(op, {to_value(input), to_value(dims)}, CallStyle::kFunction, input.where()));
}
Tensor repeat_interleave(TensorArg input, const SizeItem& repeats, std::optional<std::int64_t> dim, const std::optional<SizeItem>& output_size) {
  static const ir::Operator& op = ir::get_operator("repeat_interleave");
  return to_tensor(dispatch(op, {to_value(input), to_value(repeats), to_value(dim), to_value(output_size)}, CallStyle::kFunction, input.where()));
}
Tensor tril(TensorArg input, const SizeItem& diagonal) {
  static const ir::Operator& op = ir::get_operator("tril");
  return to_tensor(dispatch(op, {to_value(input), to_value(diagonal)}, CallStyle::kFunction, input.where()));
}
Tensor tril_(TensorArg input, const SizeItem& diagonal) {
  static const ir::Operator& op = ir::get_operator("tril_");
  return to_tensor(dispatch(op, {to_value(input), to_value(diagonal)}, CallStyle::kFunction, input.where()));
}
Tensor triu(TensorArg input, const SizeItem& diagonal) {
  static const ir::Operator& op = ir::get_operator("triu");
  return to_tensor(dispatch(op, {to_value(input), to_value(diagonal)}, CallStyle::kFunction, input.where()));
}
Tensor triu_(TensorArg input, const SizeItem& diagonal) {
  static const ir::Operator& op = ir::get_operator("triu_");
  return to_tensor(dispatch(op, {to_value(input), to_value(diagonal)}, CallStyle::kFunction, input.where()));
}
Tensor diag_embed(TensorArg input, const SizeItem& offset, std::int64_t dim1, std::int64_t dim2) {
  static const ir::Operator& op = ir::get_operator("diag_embed");
  return to_tensor(dispatch(op, {to_value(input), to_value(offset), to_value(dim1), to_value(dim2)}, CallStyle::kFunction, input.where()));
}
std::vector<Tensor> meshgrid(const TensorList& tensors, const TextArg& indexing) {
  static const ir::Operator& op = ir::get_operator("meshgrid");
  return to_tensors(dispatch(op, {to_value(tensors), to_value(indexing)}, CallStyle::kFunction, tensors.where()));
}
Tensor pixel_shuffle(TensorArg input, std::int64_t upscale_factor) {
  static const ir::Operator& op = ir::get_operator("pixel_shuffle");
  return to_tensor(dispatch(op, {to_value(input), to_value(upscale_factor)}, CallStyle::kFunction, input.where()));
}
Tensor pixel_unshuffle(TensorArg input, std::int64_t downscale_factor) {
  static const ir::Operator& op = ir::get_operator("pixel_unshuffle");
  return to_tensor(dispatch(op, {to_value(input), to_value(downscale_factor)}, CallStyle::kFunction, input.where()));
}
Tensor channel_shuffle(TensorArg input, std::int64_t groups) {
  static const ir::Operator& op = ir::get_operator("channel_shuffle");
  return to_tensor(dispatch(op, {to_value(input), to_value(groups)}, CallStyle::kFunction, input.where()));
}
Tensor upsample_nearest2d(TensorArg input, const SizeList& output_size, std::optional<double> scales_h, std::optional<double> scales_w) {
  static const ir::Operator& op = ir::get_operator("upsample_nearest2d");
  return to_tensor(dispatch(op, {to_value(input), to_value(output_size, 2), to_value(scales_h), to_value(scales_w)}, CallStyle::kFunction, input.where()));
}
Tensor upsample_bilinear2d(TensorArg input, const SizeList& output_size, bool align_corners, std::optional<double> scales_h, std::optional<double> scales_w) {
  static const ir::Operator& op = ir::get_operator("upsample_bilinear2d");
  return to_tensor(dispatch(op, {to_value(input), to_value(output_size, 2), to_value(align_corners), to_value(scales_h), to_value(scales_w)}, CallStyle::kFunction, input.where()));
}
Tensor grid_sampler(TensorArg input, TensorArg grid, const SizeItem& interpolation_mode, const SizeItem& padding_mode, bool align_corners) {
  static const ir::Operator& op = ir::get_operator("grid_sampler");
  return to_tensor(dispatch(op, {to_value(input), to_value(grid), to_value(interpolation_mode), to_value(padding_mode), to_value(align_corners)}, CallStyle::kFunction, input.where()));
}
Tensor im2col(TensorArg input, const SizeList& kernel_size, const SizeList& dilation, const SizeList& padding, const SizeList& stride) {
  static const ir::Operator& op = ir::get_operator("im2col");
  return to_tensor(dispatch(op, {to_value(input), to_value(kernel_size, 2), to_value(dilation, 2), to_value(padding, 2), to_value(stride, 2)}, CallStyle::kFunction, input.where()));
}
Tensor col2im(TensorArg input, const SizeList& output_size, const SizeList& kernel_size, const SizeList& dilation, const SizeList& padding, const SizeList& stride) {
  static const ir::Operator& op = ir::get_operator("col2im");
  return to_tensor(dispatch(op, {to_value(input), to_value(output_size, 2), to_value(kernel_size, 2), to_value(dilation, 2), to_value(padding, 2), to_value(stride, 2)}, CallStyle::kFunction, input.where()));
}
Tensor select_scatter(TensorArg input, TensorArg src, std::int64_t dim, const SizeItem& index) {
  static const ir::Operator& op = ir::get_operator("select_scatter");
  return to_tensor(dispatch(op, {to_value(input), to_value(src), to_value(dim), to_value(index)}, CallStyle::kFunction, input.where()));
}
Tensor slice_scatter(TensorArg input, TensorArg src, std::int64_t dim, const std::optional<SizeItem>& start, const std::optional<SizeItem>& end, const SizeItem& step) {
  static const ir::Operator& op = ir::get_operator("slice_scatter");
  return to_tensor(dispatch(op, {to_value(input), to_value(src), to_value(dim), to_value(start), to_value(end), to_value(step)}, CallStyle::kFunction, input.where()));
}
Tensor diagonal_scatter(TensorArg input, TensorArg src, const SizeItem& offset, std::int64_t dim1, std::int64_t dim2) {
  static const ir::Operator& op = ir::get_operator("diagonal_scatter");
  return to_tensor(dispatch(op, {to_value(input), to_value(src), to_value(offset), to_value(dim1), to_value(dim2)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft

namespace weft::functional {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor interpolate(TensorArg input, const OptionalSizeList& size, const std::optional<std::vector<double>>& scale_factor, const TextArg& mode, std::optional<bool> align_corners, std::optional<bool> recompute_scale_factor, bool antialias) {
  static const ir::Operator& op = ir::get_operator("interpolate");
  return to_tensor(dispatch(op, {to_value(input), to_value(size), to_value(scale_factor), to_value(mode), to_value(align_corners), to_value(recompute_scale_factor), to_value(antialias)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft::functional

