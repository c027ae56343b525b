#pragma once
/// \file f32 convolution of NCHW tensors with a fused epilogue.
///
///   const ConvPlan plan = plan_conv(kLanes, shape, threads);
///   conv_tiles(plan, in, weight, begin, end, scratch,
///              [&](int64_t n, int64_t oc, int64_t pixel, F32 acc, auto lanes) {
///                store(lanes, out + (n * OC + oc) * OH * OW + pixel,
///                      maximum(acc + F32(bias[oc]), F32(0.0f)));
///              });
///
/// runs tiles begin .. end - 1 of plan.tile_count(). The epilogue gets every output element exactly
/// once: `lanes.count()` neighbouring pixels (pixel = y * OW + x) of channel oc of image n; they
/// may reach over the end of a row, never over the end of a plane.
///
/// Channels are a matrix product of the weights with the unfolded input, of which only the panel at
/// hand exists; depthwise convolutions run directly on a padded copy of a few rows.
///
/// \numerics as gemm.h; sums run over (ic, kh, kw) in that order

#include "conv_plan.h"
#include "gemm.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

/// Panels of the unfolded input of one group of one image: rows are (channel, kh, kw), columns are
/// output pixels.
struct ConvPanels {
  static constexpr bool kCopies = true;
  const ConvShape& s;
  const float* in;

  /// Output pixels of one row that the panel holds, and the input position of the first of them.
  struct Segment {
    int64_t first, length, y, x;
  };
  /// Columns whose inputs for one tap lie inside of the plane, at distance stride_w.
  struct Run {
    int64_t first, length, offset;
  };

  const float* panel(int64_t k0, int64_t count, int64_t n0, int64_t columns, float* space) const {
    Segment segments[kMicroColumns];
    int64_t segment_count = 0;
    int64_t oy = n0 / s.out_w, ox = n0 % s.out_w;
    for (int64_t j = 0; j < columns; ++oy, ox = 0) {
      const int64_t length = smaller(columns - j, s.out_w - ox);
      segments[segment_count++] =
          Segment{j, length, oy * s.stride_h - s.pad_h, ox * s.stride_w - s.pad_w};
      j += length;
    }
    const int64_t taps = s.taps(), channels = count / taps;
    const float* first = in + k0 / taps * s.in_channel_stride;
    Run runs[kMicroColumns];
    for (int64_t tap = 0; tap < taps; ++tap) {
      const int64_t dy = tap / s.kernel_w * s.dilation_h, dx = tap % s.kernel_w * s.dilation_w;
      int64_t run_count = 0, covered = 0;
      for (int64_t i = 0; i < segment_count; ++i) {
        const Segment& segment = segments[i];
        const int64_t iy = segment.y + dy, ix = segment.x + dx;
        if (iy < 0 || iy >= s.in_h || ix >= s.in_w) continue;
        const int64_t step = s.stride_w;
        const int64_t low = ix >= 0 ? 0 : step == 1 ? -ix : (-ix + step - 1) / step;
        const int64_t room = step == 1 ? s.in_w - ix : (s.in_w - 1 - ix) / step + 1;
        const int64_t length = smaller(segment.length, room) - low;
        if (length <= 0) continue;
        runs[run_count++] = Run{segment.first + low, length, iy * s.in_w + ix + low * step};
        covered += length;
      }
      const bool whole = run_count == 1 && covered == kMicroColumns && s.stride_w == 1;
      float* row = space + tap * kMicroColumns;
      const float* plane = first;
      for (int64_t c = 0; c < channels; ++c) {
        if (whole) {
          n_store(row, n_load<NF32>(plane + runs[0].offset));
          n_store(row + kLanes, n_load<NF32>(plane + runs[0].offset + kLanes));
        } else {
          copy_runs(runs, run_count, covered, plane, row);
        }
        row += taps * kMicroColumns;
        plane += s.in_channel_stride;
      }
    }
    return space;
  }

  static void copy_every_second(const float* from, bool has_before, int64_t* left, float* to);

  WEFT_INLINE void copy_runs(const Run* runs, int64_t run_count, int64_t covered,
                             const float* plane, float* row) const {
    if (covered < kMicroColumns) {
      n_store(row, NF32{});
      n_store(row + kLanes, NF32{});
    }
    for (int64_t i = 0; i < run_count; ++i) {
      const float* from = plane + runs[i].offset;
      float* to = row + runs[i].first;
      int64_t left = runs[i].length;
      if (s.stride_w != 1) {
        if (s.stride_w == 2) copy_every_second(from, runs[i].offset > 0, &left, to);
        const int64_t done = runs[i].length - left;
        for (int64_t j = done; j < runs[i].length; ++j) to[j] = from[j * s.stride_w];
        continue;
      }
      for (; left >= kLanes; left -= kLanes, from += kLanes, to += kLanes) {
        n_store(to, n_load<NF32>(from));
      }
      copy_some(to, from, static_cast<int>(left));
    }
  }
};

/// Takes whole vectors of `*left` elements at distance 2, as far as no element outside of the run
/// is read but the one before it (`has_before`).
WEFT_INLINE void ConvPanels::copy_every_second(const float* from, bool has_before, int64_t* left,
                                               float* to) {
  for (; *left > kLanes; *left -= kLanes, from += 2 * kLanes, to += kLanes) {
    n_store(to, n_even(n_load<NI64>(from), n_load<NI64>(from + kLanes)));
  }
  if (*left == kLanes && has_before) {
    // The last vector ends with the run, so it is taken as the second of each pair.
    const NU64 low = n_load<NU64>(from - 1), high = n_load<NU64>(from - 1 + kLanes);
    n_store(to, n_even((NI64)(low >> 32), (NI64)(high >> 32)));
    *left = 0;
  }
}

/// Copies the input rows that output rows [y0, y1) need into `to`, with the padding as zeros. What
/// lies behind the last column that is used stays as it is.
inline void copy_padded_rows(const ConvPlan& plan, const float* plane, int64_t y0, int64_t y1,
                             float* to) {
  const ConvShape& s = plan.shape;
  const int64_t rows = (y1 - 1 - y0) * s.stride_h + (s.kernel_h - 1) * s.dilation_h + 1;
  const int64_t used = (s.out_w - 1) * s.stride_w + (s.kernel_w - 1) * s.dilation_w + 1;
  const int64_t before = smaller(s.pad_w, used);
  const int64_t width = smaller(s.in_w, used - before);
  for (int64_t r = 0; r < rows; ++r, to += plan.padded_columns) {
    const int64_t iy = y0 * s.stride_h - s.pad_h + r;
    const bool inside = iy >= 0 && iy < s.in_h;
    const int64_t zeros = inside ? before : used;
    for (int64_t j = 0; j < zeros; ++j) to[j] = 0.0f;
    if (!inside) continue;
    const float* from = plane + iy * s.in_w;
    float* at = to + before;
    int64_t left = width;
    for (; left >= kLanes; left -= kLanes, from += kLanes, at += kLanes) {
      n_store(at, n_load<NF32>(from));
    }
    copy_some(at, from, static_cast<int>(left));
    for (int64_t j = before + width; j < used; ++j) to[j] = 0.0f;
  }
}

/// kLanes values at distance Stride; Stride 0 stands for the run-time value `stride`.
template <int Stride>
WEFT_INLINE NF32 load_step(const float* p, int64_t stride) {
  if constexpr (Stride == 1) {
    return n_load<NF32>(p);
  } else if constexpr (Stride == 2) {
    return (NF32)n_even(n_load<NI64>(p), n_load<NI64>(p + kLanes));
  } else {
    return load(Full{}, p, stride).v;
  }
}

/// Output rows of one channel from the padded copy, four rows at a time. Width is the width of the
/// kernel, 0 for any.
template <int Stride, int Width, class Epilogue>
void depthwise_rows(const ConvPlan& plan, const float* copy, const float* weight, int64_t n,
                    int64_t oc, int64_t y0, int64_t y1, const Epilogue& epilogue) {
  const ConvShape& s = plan.shape;
  const int64_t line = plan.padded_columns, step = s.stride_h * line;
  for (int64_t y = y0; y < y1; y += 4) {
    // Rows past the end repeat the last one, so that the loop below has no branches.
    const int64_t rows = smaller(4, y1 - y);
    const float* top = copy + (y - y0) * step;
    const int64_t d1 = smaller(1, rows - 1) * step, d2 = smaller(2, rows - 1) * step,
                  d3 = smaller(3, rows - 1) * step;
    for (int64_t x = 0; x < s.out_w; x += kLanes) {
      NF32 s0 = {}, s1 = {}, s2 = {}, s3 = {};
      const float* w = weight;
      for (int64_t kh = 0; kh < s.kernel_h; ++kh) {
        const float* from = top + kh * s.dilation_h * line + x * s.stride_w;
        const int64_t width = Width > 0 ? Width : s.kernel_w;
        for (int64_t kw = 0; kw < width; ++kw, from += s.dilation_w, ++w) {
          const NF32 tap = n_splat(*w);
          s0 = n_multiply_add(tap, load_step<Stride>(from, s.stride_w), s0);
          s1 = n_multiply_add(tap, load_step<Stride>(from + d1, s.stride_w), s1);
          s2 = n_multiply_add(tap, load_step<Stride>(from + d2, s.stride_w), s2);
          s3 = n_multiply_add(tap, load_step<Stride>(from + d3, s.stride_w), s3);
        }
      }
      const auto finish = [&](int64_t row, NF32 sum) {
        if (row >= rows) return;
        const int64_t pixel = (y + row) * s.out_w + x;
        if (x + kLanes <= s.out_w) {
          epilogue(n, oc, pixel, F32(sum), Full{});
        } else {
          epilogue(n, oc, pixel, F32(sum), Part{static_cast<int>(s.out_w - x)});
        }
      };
      finish(0, s0);
      finish(1, s1);
      finish(2, s2);
      finish(3, s3);
    }
  }
}

template <class Epilogue>
void depthwise_tile(const ConvPlan& plan, const float* in, const float* weight, int64_t tile,
                    float* scratch, const Epilogue& epilogue) {
  const ConvShape& s = plan.shape;
  const int64_t plane = tile / plan.row_tiles;
  const int64_t n = plane / s.out_channels, oc = plane % s.out_channels;
  const int64_t y0 = tile % plan.row_tiles * plan.rows, y1 = smaller(s.out_h, y0 + plan.rows);
  const int64_t ic = oc / s.group_outputs();
  copy_padded_rows(plan, in + n * s.in_batch_stride + ic * s.in_channel_stride, y0, y1, scratch);
  const float* w = weight + oc * s.taps();
  if (s.stride_w == 1 && s.kernel_w == 3) {
    depthwise_rows<1, 3>(plan, scratch, w, n, oc, y0, y1, epilogue);
  } else if (s.stride_w == 1) {
    depthwise_rows<1, 0>(plan, scratch, w, n, oc, y0, y1, epilogue);
  } else if (s.stride_w == 2) {
    depthwise_rows<2, 0>(plan, scratch, w, n, oc, y0, y1, epilogue);
  } else {
    depthwise_rows<0, 0>(plan, scratch, w, n, oc, y0, y1, epilogue);
  }
}

/// Runs tiles [tile_begin, tile_end) of `plan`. `weight` is contiguous [OC, IC / groups, KH, KW].
/// `scratch`: conv_scratch_floats(kLanes, shape) floats, 64-byte aligned, of this worker alone.
template <class Epilogue>
void conv_tiles(const ConvPlan& plan, const float* in, const float* weight, int64_t tile_begin,
                int64_t tile_end, float* scratch, const Epilogue& epilogue) {
  const ConvShape& s = plan.shape;
  if (plan.depthwise) {
    for (int64_t t = tile_begin; t < tile_end; ++t) {
      depthwise_tile(plan, in, weight, t, scratch, epilogue);
    }
    return;
  }
  const GemmPlan& g = plan.gemm;
  for (int64_t t = tile_begin; t < tile_end; ++t) {
    const int64_t image = t / g.tile_count(), tile = t % g.tile_count();
    const int64_t n = image / s.groups, group = image % s.groups;
    const int64_t m0 = tile % g.tiles_m * g.tile_m, n0 = tile / g.tiles_m * g.tile_n;
    const int64_t m1 = smaller(g.m, m0 + g.tile_m), n1 = smaller(g.n, n0 + g.tile_n);
    const float* from = in + n * s.in_batch_stride + group * s.group_inputs() * s.in_channel_stride;
    const GemmA a = {weight + group * g.m * g.k, g.k, 1};
    const auto finish = [&](int64_t m, int64_t pixel, F32 acc, auto lanes) {
      epilogue(n, group * g.m + m, pixel, acc, lanes);
    };
    if (s.is_pointwise()) {
      gemm_tile(g, a, StridedPanels{GemmB{from, s.in_channel_stride, 1}}, m0, m1, n0, n1, scratch,
                finish);
    } else {
      gemm_tile(g, a, ConvPanels{s, from}, m0, m1, n0, n1, scratch, finish);
    }
  }
}

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
