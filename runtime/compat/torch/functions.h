/// \file Functions of torch:: that are methods of weft's Tensor only.
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include <weft/runtime/weft.h>

namespace torch {

/// \source torch.diag
inline weft::Tensor diag(weft::TensorArg input, std::int64_t diagonal = 0) {
  return input.get().diag(diagonal, input.where());
}
/// \source torch.clone
inline weft::Tensor clone(weft::TensorArg input, std::optional<weft::MemoryFormat> format = {}) {
  return input.get().clone(format, input.where());
}
/// \source torch.equal
inline bool equal(weft::TensorArg input, const weft::Tensor& other) {
  return input.get().equal(other, input.where());
}
/// \source torch.allclose
inline bool allclose(weft::TensorArg input, const weft::Tensor& other, double rtol = 1e-05,
                     double atol = 1e-08, bool equal_nan = false) {
  return input.get().allclose(other, rtol, atol, equal_nan, input.where());
}
inline bool is_floating_point(weft::TensorArg input) {
  return input.get().is_floating_point(input.where());
}
inline bool is_complex(weft::TensorArg input) { return input.get().is_complex(); }
inline weft::Tensor& zero_(weft::Tensor& input) { return input.zero_(); }
inline weft::Tensor& fill_(weft::Tensor& input, const weft::Scalar& value) {
  return input.fill_(value);
}
/// The indices of the elements that are not 0, by dimension. \source torch.where
inline std::vector<weft::Tensor> where(weft::TensorArg condition) {
  return condition.get().nonzero(condition.where()).unbind(1, condition.where());
}
using weft::where;
/// \source torch.adaptive_max_pool2d, which gives the positions too
inline std::tuple<weft::Tensor, weft::Tensor> adaptive_max_pool1d(weft::TensorArg input,
                                                                  const weft::SizeList& size) {
  return weft::adaptive_max_pool1d_with_indices(input, size);
}
inline std::tuple<weft::Tensor, weft::Tensor> adaptive_max_pool2d(weft::TensorArg input,
                                                                  const weft::SizeList& size) {
  return weft::adaptive_max_pool2d_with_indices(input, size);
}
inline std::tuple<weft::Tensor, weft::Tensor> adaptive_max_pool3d(weft::TensorArg input,
                                                                  const weft::SizeList& size) {
  return weft::adaptive_max_pool3d_with_indices(input, size);
}

/// Padding with the elements mirrored at the edge. \source torch.nn.functional.pad(mode="reflect")
inline weft::Tensor reflection_pad1d(weft::TensorArg input, const weft::SizeList& padding) {
  return weft::pad(input, padding, "reflect");
}
inline weft::Tensor reflection_pad2d(weft::TensorArg input, const weft::SizeList& padding) {
  return weft::pad(input, padding, "reflect");
}
inline weft::Tensor reflection_pad3d(weft::TensorArg input, const weft::SizeList& padding) {
  return weft::pad(input, padding, "reflect");
}
/// Padding with the edge repeated. \source torch.nn.functional.pad(mode="replicate")
inline weft::Tensor replication_pad1d(weft::TensorArg input, const weft::SizeList& padding) {
  return weft::pad(input, padding, "replicate");
}
inline weft::Tensor replication_pad2d(weft::TensorArg input, const weft::SizeList& padding) {
  return weft::pad(input, padding, "replicate");
}
inline weft::Tensor replication_pad3d(weft::TensorArg input, const weft::SizeList& padding) {
  return weft::pad(input, padding, "replicate");
}

/// Resampling to a size, by the number of dimensions. \source torch.nn.functional.interpolate
inline weft::Tensor upsample_nearest1d(weft::TensorArg input, const weft::SizeList& output_size) {
  return weft::functional::interpolate(input, output_size, {}, "nearest");
}
inline weft::Tensor upsample_nearest3d(weft::TensorArg input, const weft::SizeList& output_size) {
  return weft::functional::interpolate(input, output_size, {}, "nearest");
}
inline weft::Tensor upsample_linear1d(weft::TensorArg input, const weft::SizeList& output_size,
                                      bool align_corners) {
  return weft::functional::interpolate(input, output_size, {}, "linear", align_corners);
}
inline weft::Tensor upsample_bicubic2d(weft::TensorArg input, const weft::SizeList& output_size,
                                       bool align_corners) {
  return weft::functional::interpolate(input, output_size, {}, "bicubic", align_corners);
}
inline weft::Tensor upsample_trilinear3d(weft::TensorArg input, const weft::SizeList& output_size,
                                         bool align_corners) {
  return weft::functional::interpolate(input, output_size, {}, "trilinear", align_corners);
}
inline std::int64_t numel(weft::TensorArg input) { return input.get().numel(input.where()); }

}  // namespace torch
