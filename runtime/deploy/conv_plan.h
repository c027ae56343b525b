#pragma once
/// \file Shape of a 2-d convolution, and how it is cut into tiles.

#include "tiling.h"

namespace weft_deploy {
inline namespace WEFT_HOST_SPACE {

/// A convolution of contiguous planes: out[n, oc, y, x] = sum over ic, kh, kw of
/// weight[oc, ic, kh, kw] * in[n, group(oc) * in_channels / groups + ic,
///                             y * stride_h - pad_h + kh * dilation_h,
///                             x * stride_w - pad_w + kw * dilation_w], outside of the plane 0.
/// A 1-d convolution has height 1. Only the padding before the first row and column is needed: the
/// padding behind the last follows from out_h and out_w.
struct ConvShape {
  int64_t batch, in_channels, in_h, in_w;
  int64_t out_channels, out_h, out_w;
  int64_t groups;
  int64_t kernel_h, kernel_w;
  int64_t stride_h, stride_w;
  int64_t pad_h, pad_w;
  int64_t dilation_h, dilation_w;
  /// Distances in floats between images and between channels of the input; rows are contiguous.
  int64_t in_batch_stride, in_channel_stride;

  WEFT_INLINE constexpr int64_t taps() const { return kernel_h * kernel_w; }
  WEFT_INLINE constexpr int64_t group_inputs() const { return in_channels / groups; }
  WEFT_INLINE constexpr int64_t group_outputs() const { return out_channels / groups; }
  WEFT_INLINE constexpr int64_t pixels() const { return out_h * out_w; }
  /// The kernel reads every input plane as it lies: a plain matrix product.
  WEFT_INLINE constexpr bool is_pointwise() const {
    return taps() == 1 && stride_h == 1 && stride_w == 1 && pad_h == 0 && pad_w == 0 &&
           out_h == in_h && out_w == in_w;
  }
  /// Too few channels per group for a matrix product.
  WEFT_INLINE constexpr bool is_depthwise() const {
    return group_inputs() == 1 && group_outputs() < 4;
  }
};

/// Extent of the output for symmetric padding.
WEFT_INLINE constexpr int64_t conv_output_size(int64_t in, int64_t kernel, int64_t stride,
                                               int64_t pad, int64_t dilation) {
  return (in + 2 * pad - dilation * (kernel - 1) - 1) / stride + 1;
}

struct ConvPlan {
  ConvShape shape;
  GemmPlan gemm;  ///< one group of one image: weights times unfolded input
  bool depthwise;
  int64_t rows;         ///< depthwise: output rows of a tile
  int64_t row_tiles;    ///< depthwise: tiles of a plane
  int64_t padded_rows;  ///< depthwise: rows and columns of the padded copy of the input
  int64_t padded_columns;
  WEFT_INLINE constexpr int64_t tile_count() const {
    return depthwise ? shape.batch * shape.out_channels * row_tiles
                     : shape.batch * shape.groups * gemm.tile_count();
  }
};

/// As plan_gemm: results do not depend on `threads`.
WEFT_INLINE constexpr ConvPlan plan_conv(int lanes, const ConvShape& s, int threads) {
  ConvPlan p = {s, {}, s.is_depthwise(), 0, 0, 0, 0};
  if (p.depthwise) {
    // The slack lets the last vector of a row be read whole, whatever the stride.
    p.padded_columns = (s.out_w - 1) * s.stride_w + (s.kernel_w - 1) * s.dilation_w + 1 +
                       lanes * larger(s.stride_w, 2);
    const int64_t reach = (s.kernel_h - 1) * s.dilation_h + 1;
    constexpr int64_t kCopyFloats = 6144;  // three quarters of a 32 KiB first-level cache
    int64_t rows = (kCopyFloats / larger(p.padded_columns, 1) - reach) / s.stride_h + 1;
    rows = larger(smaller(rows, s.out_h), smaller(s.out_h, 8));
    p.rows = larger(1, rows);
    p.padded_rows = (p.rows - 1) * s.stride_h + reach;
    p.row_tiles = divide_up(s.out_h, p.rows);
    return p;
  }
  const int64_t images = larger(1, s.batch * s.groups);
  const int64_t share = threads > 1 ? divide_up(threads, images) : 1;
  const int64_t k = s.group_inputs() * s.taps();
  p.gemm = plan_gemm(lanes, s.group_outputs(), s.pixels(), k, MatrixForm::kStrided,
                     static_cast<int>(share));
  if (!s.is_pointwise()) {
    // Blocks of K are whole channels.
    p.gemm.block_k =
        s.taps() * equal_blocks(s.group_inputs(), larger(1, kBlockK / larger(1, s.taps())), 1);
  }
  return p;
}

/// Floats of scratch per worker.
WEFT_INLINE constexpr int64_t conv_scratch_floats(int lanes, const ConvShape& s) {
  const ConvPlan p = plan_conv(lanes, s, 1);
  if (p.depthwise) return round_up(p.padded_rows * p.padded_columns, 16) + 16;
  const int64_t sums = p.gemm.block_k < p.gemm.k
                           ? p.gemm.tile_m * p.gemm.tile_n
                           : int64_t{micro_rows(lanes)} * micro_columns(lanes);
  return round_up(sums + p.gemm.block_k * p.gemm.tile_n, 16) + 16;
}
/// Largest over the instruction sets, in bytes.
WEFT_INLINE constexpr int64_t conv_scratch_bytes(const ConvShape& s) {
  return 4 * larger(conv_scratch_floats(4, s),
                    larger(conv_scratch_floats(8, s), conv_scratch_floats(16, s)));
}

}  // namespace WEFT_HOST_SPACE
}  // namespace weft_deploy
