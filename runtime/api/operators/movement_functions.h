/// \file Free functions of the operators in movement_rows.cpp.
// Written by weft_generate_api from the operator table; change the table, not this file.
#pragma once

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// Tensors joined along a dimension.
/// \source cat(Tensor[] tensors, int dim=0) -> Tensor
Tensor cat(const TensorList& tensors, std::int64_t dim = 0);
/// Tensors joined along a dimension.
/// \source concat(Tensor[] tensors, int dim=0) -> Tensor
Tensor concat(const TensorList& tensors, std::int64_t dim = 0);
/// Tensors joined along a new dimension.
/// \source stack(Tensor[] tensors, int dim=0) -> Tensor
Tensor stack(const TensorList& tensors, std::int64_t dim = 0);
/// Tensors joined along the second dimension, vectors along the first.
/// \source hstack(Tensor[] tensors) -> Tensor
Tensor hstack(const TensorList& tensors);
/// Tensors joined along the third dimension, vectors and matrices with new ones.
/// \source dstack(Tensor[] tensors) -> Tensor
Tensor dstack(const TensorList& tensors);
/// Tensors joined along the first dimension, vectors as rows.
/// \source vstack(Tensor[] tensors) -> Tensor
Tensor vstack(const TensorList& tensors);
/// Tensors joined along the first dimension, vectors as rows.
/// \source row_stack(Tensor[] tensors) -> Tensor
Tensor row_stack(const TensorList& tensors);
/// Tensors joined along the second dimension, vectors as columns.
/// \source column_stack(Tensor[] tensors) -> Tensor
Tensor column_stack(const TensorList& tensors);
/// Tensors in the one shape that they broadcast to.
/// \source broadcast_tensors(Tensor[] tensors) -> Tensor[]
std::vector<Tensor> broadcast_tensors(const TensorList& tensors);
/// Quarter turns from the first to the second of two dimensions.
/// \source rot90(Tensor input, int k=1, int[] dims=[0, 1]) -> Tensor
Tensor rot90(TensorArg input, std::int64_t k = 1, const SizeList& dims = {0, 1});
/// Differences of neighbours along a dimension, `n` times.
/// \source diff(Tensor input, int n=1, int dim=-1) -> Tensor
Tensor diff(TensorArg input, const SizeItem& n = 1, std::int64_t dim = -1);
/// Elements added at the ends of the last dimensions, or cut off.
/// \source pad(Tensor input, int[] pad, str mode='constant', float? value=None) -> Tensor
Tensor pad(TensorArg input, const SizeList& pad, const TextArg& mode = "constant", std::optional<double> value = {});
/// A number added at the ends of the last dimensions.
/// \source constant_pad_nd(Tensor input, int[] pad, Scalar value=0) -> Tensor
Tensor constant_pad_nd(TensorArg input, const SizeList& pad, const Scalar& value = 0);
/// Elements shifted along dimensions, those pushed out come in at the other end.
/// \source roll(Tensor input, int[1] shifts, int[1] dims=[]) -> Tensor
Tensor roll(TensorArg input, const SizeList& shifts, const SizeList& dims = {});
/// Dimensions in reverse order.
/// \source flip(Tensor input, int[] dims) -> Tensor
Tensor flip(TensorArg input, const SizeList& dims);
/// The second dimension in reverse order.
/// \source fliplr(Tensor input) -> Tensor
Tensor fliplr(TensorArg input);
/// The first dimension in reverse order.
/// \source flipud(Tensor input) -> Tensor
Tensor flipud(TensorArg input);
/// The tensor repeated along the last dimensions.
/// \source tile(Tensor input, int[] dims) -> Tensor
Tensor tile(TensorArg input, const SizeList& dims);
/// Every element repeated along a dimension, or of the flat tensor.
/// \source repeat_interleave(Tensor input, int repeats, int? dim=None, *, int? output_size=None) -> Tensor
Tensor repeat_interleave(TensorArg input, const SizeItem& repeats, std::optional<std::int64_t> dim = {}, const std::optional<SizeItem>& output_size = {});
/// The lower triangle of matrices, 0 elsewhere.
/// \source tril(Tensor input, int diagonal=0) -> Tensor
Tensor tril(TensorArg input, const SizeItem& diagonal = 0);
/// The lower triangle of matrices, 0 elsewhere. The result is written into the first tensor.
/// \source tril_(Tensor(a!) input, int diagonal=0) -> Tensor(a!)
Tensor tril_(TensorArg input, const SizeItem& diagonal = 0);
/// The upper triangle of matrices, 0 elsewhere.
/// \source triu(Tensor input, int diagonal=0) -> Tensor
Tensor triu(TensorArg input, const SizeItem& diagonal = 0);
/// The upper triangle of matrices, 0 elsewhere. The result is written into the first tensor.
/// \source triu_(Tensor(a!) input, int diagonal=0) -> Tensor(a!)
Tensor triu_(TensorArg input, const SizeItem& diagonal = 0);
/// The last dimension as the diagonal of matrices.
/// \source diag_embed(Tensor input, int offset=0, int dim1=-2, int dim2=-1) -> Tensor
Tensor diag_embed(TensorArg input, const SizeItem& offset = 0, std::int64_t dim1 = -2, std::int64_t dim2 = -1);
/// The coordinates of the grid that vectors span.
/// \source meshgrid(Tensor[] tensors, str indexing='ij') -> Tensor[]
std::vector<Tensor> meshgrid(const TensorList& tensors, const TextArg& indexing = "ij");
/// Groups of channels spread over finer images.
/// \source pixel_shuffle(Tensor input, int upscale_factor) -> Tensor
Tensor pixel_shuffle(TensorArg input, std::int64_t upscale_factor);
/// Blocks of images gathered into channels.
/// \source pixel_unshuffle(Tensor input, int downscale_factor) -> Tensor
Tensor pixel_unshuffle(TensorArg input, std::int64_t downscale_factor);
/// Channels of groups interleaved.
/// \source channel_shuffle(Tensor input, int groups) -> Tensor
Tensor channel_shuffle(TensorArg input, std::int64_t groups);
/// Images resampled to a size by the nearest pixel.
/// \source upsample_nearest2d(Tensor input, int[2] output_size, float? scales_h=None, float? scales_w=None) -> Tensor
Tensor upsample_nearest2d(TensorArg input, const SizeList& output_size, std::optional<double> scales_h = {}, std::optional<double> scales_w = {});
/// Images resampled to a size by the four nearest pixels.
/// \source upsample_bilinear2d(Tensor input, int[2] output_size, bool align_corners, float? scales_h=None, float? scales_w=None) -> Tensor
Tensor upsample_bilinear2d(TensorArg input, const SizeList& output_size, bool align_corners, std::optional<double> scales_h = {}, std::optional<double> scales_w = {});
/// Images read at the places of a grid.
/// \source grid_sampler(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> Tensor
Tensor grid_sampler(TensorArg input, TensorArg grid, const SizeItem& interpolation_mode, const SizeItem& padding_mode, bool align_corners);
/// The windows of a convolution as columns.
/// \source im2col(Tensor input, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor
Tensor im2col(TensorArg input, const SizeList& kernel_size, const SizeList& dilation, const SizeList& padding, const SizeList& stride);
/// Columns added up at the places of their windows.
/// \source col2im(Tensor input, int[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor
Tensor col2im(TensorArg input, const SizeList& output_size, const SizeList& kernel_size, const SizeList& dilation, const SizeList& padding, const SizeList& stride);
/// `input` with one element of a dimension replaced by `src`.
/// \source select_scatter(Tensor input, Tensor src, int dim, int index) -> Tensor
Tensor select_scatter(TensorArg input, TensorArg src, std::int64_t dim, const SizeItem& index);
/// `input` with a slice replaced by `src`.
/// \source slice_scatter(Tensor input, Tensor src, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor
Tensor slice_scatter(TensorArg input, TensorArg src, std::int64_t dim = 0, const std::optional<SizeItem>& start = {}, const std::optional<SizeItem>& end = {}, const SizeItem& step = 1);
/// `input` with a diagonal replaced by `src`.
/// \source diagonal_scatter(Tensor input, Tensor src, int offset=0, int dim1=0, int dim2=1) -> Tensor
Tensor diagonal_scatter(TensorArg input, TensorArg src, const SizeItem& offset = 0, std::int64_t dim1 = 0, std::int64_t dim2 = 1);

}  // namespace weft

namespace weft::functional {

/// Images resampled to a size, or by factors.
/// \source interpolate(Tensor input, int[]? size=None, float[]? scale_factor=None, str mode='nearest', bool? align_corners=None, bool? recompute_scale_factor=None, bool antialias=False) -> Tensor
Tensor interpolate(TensorArg input, const OptionalSizeList& size = {}, const std::optional<std::vector<double>>& scale_factor = {}, const TextArg& mode = "nearest", std::optional<bool> align_corners = {}, std::optional<bool> recompute_scale_factor = {}, bool antialias = false);

}  // namespace weft::functional

