#pragma once
/// \file Matrix product with a fused epilogue: C[M, N] = epilogue(A[M, K] * B[K, N]).
///
///   const GemmPlan plan = plan_gemm(kLanes, M, N, K, MatrixForm::kPacked, threads);
///   gemm_tiles(plan, GemmA{a, K, 1}, GemmB{packed, 0, 0}, begin, end, scratch,
///              [&](int64_t m, int64_t n, F32 acc, auto lanes) {
///                store(lanes, c + m * N + n, maximum(acc + load(lanes, bias + n), F32(0.0f)));
///              });
///
/// runs tiles begin .. end - 1 of plan.tile_count(); a kernel gives that range to parallel_for and
/// loops over batches itself. The epilogue gets each element of the product exactly once, after all
/// of K, as vectors of `lanes.count()` neighbouring columns of row m (lanes is Full or Part). It
/// may read and write anything that belongs to those elements. K = 0 gives zeros.
///
/// \numerics f32 sums, in blocks of K in a fixed order; fused multiply-add where the instruction
/// set
///           has it, so results differ in rounding between instruction sets, and between M = 1 and
///           larger M, but not with the number of threads.

#include "gemm_kernel.h"
#include "lanes.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

/// Element (m, k) is data[m * row_stride + k * k_stride].
struct GemmA {
  const float* data;
  int64_t row_stride;
  int64_t k_stride;
};
/// Element (k, n) is data[k * k_stride + n * n_stride]; strides are ignored for packed panels.
struct GemmB {
  const float* data;
  int64_t k_stride;
  int64_t n_stride;
};

/// The form that describes an unpacked B.
WEFT_INLINE MatrixForm matrix_form(const GemmB& b) {
  return b.n_stride == 1   ? MatrixForm::kRows
         : b.k_stride == 1 ? MatrixForm::kColumns
                           : MatrixForm::kStrided;
}

/// Copies rows k0 .. k0 + count - 1 of `columns` (1 .. kMicroColumns) columns from n0 on into a
/// panel: panel[p * kMicroColumns + j], missing columns zero.
inline void pack_panel(const GemmB& b, int64_t k0, int64_t count, int64_t n0, int64_t columns,
                       float* WEFT_RESTRICT panel) {
  const float* from = b.data + k0 * b.k_stride + n0 * b.n_stride;
  if (b.n_stride == 1 && columns == kMicroColumns) {
    for (int64_t p = 0; p < count; ++p, from += b.k_stride, panel += kMicroColumns) {
      n_store(panel, n_load<NF32>(from));
      n_store(panel + kLanes, n_load<NF32>(from + kLanes));
    }
    return;
  }
  if (columns < kMicroColumns) {
    for (int64_t i = 0; i < count * kMicroColumns; ++i) panel[i] = 0.0f;
  }
  if (b.n_stride == 1) {
    for (int64_t p = 0; p < count; ++p) {
      for (int64_t j = 0; j < columns; ++j) panel[p * kMicroColumns + j] = from[p * b.k_stride + j];
    }
    return;
  }
  if (b.k_stride == 1 && columns == kMicroColumns) {
    int64_t p = 0;
    for (; p + kLanes <= count; p += kLanes) {
      transpose_square(from + p, b.n_stride, panel + p * kMicroColumns, kMicroColumns);
      transpose_square(from + p + kLanes * b.n_stride, b.n_stride,
                       panel + p * kMicroColumns + kLanes, kMicroColumns);
    }
    for (; p < count; ++p) {
      for (int64_t j = 0; j < columns; ++j) panel[p * kMicroColumns + j] = from[j * b.n_stride + p];
    }
    return;
  }
  // Blocks of a few rows of the panel keep the lines being written in the first-level cache.
  constexpr int64_t kStrip = 32;
  for (int64_t p0 = 0; p0 < count; p0 += kStrip) {
    const int64_t p1 = smaller(count, p0 + kStrip);
    for (int64_t j = 0; j < columns; ++j) {
      const float* column = from + j * b.n_stride;
      for (int64_t p = p0; p < p1; ++p) panel[p * kMicroColumns + j] = column[p * b.k_stride];
    }
  }
}

/// Writes panels [panel_begin, panel_end) of divide_up(n, kMicroColumns) in the order that
/// MatrixForm::kPacked reads: packed_b_floats(kLanes, k, n) floats in all. Weights are packed once,
/// when a model is loaded, for the instruction set in use.
inline void pack_b(const GemmB& b, int64_t k, int64_t n, int64_t panel_begin, int64_t panel_end,
                   float* packed) {
  for (int64_t i = panel_begin; i < panel_end; ++i) {
    const int64_t n0 = i * kMicroColumns;
    pack_panel(b, 0, k, n0, smaller(n - n0, kMicroColumns), packed + i * k * kMicroColumns);
  }
}

/// Where a tile takes its panels of B from: `panel(...)` gives the address of `count` rows of a
/// panel, packing them into `space` if need be.
struct PackedPanels {
  static constexpr bool kCopies = false;
  const float* data;
  int64_t k;
  WEFT_INLINE const float* panel(int64_t k0, int64_t, int64_t n0, int64_t, float*) const {
    return data + n0 * k + k0 * kMicroColumns;
  }
};
struct StridedPanels {
  static constexpr bool kCopies = true;
  GemmB b;
  WEFT_INLINE const float* panel(int64_t k0, int64_t count, int64_t n0, int64_t columns,
                                 float* space) const {
    pack_panel(b, k0, count, n0, columns, space);
    return space;
  }
};

/// Hands rows of finished sums to the epilogue.
template <class Epilogue>
WEFT_INLINE void finish_rows(const float* sums, int64_t sums_row, int64_t m0, int64_t rows,
                             int64_t n0, int64_t columns, const Epilogue& epilogue) {
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = sums + r * sums_row;
    int64_t j = 0;
    for (; j + kLanes <= columns; j += kLanes) {
      epilogue(m0 + r, n0 + j, load(Full{}, row + j), Full{});
    }
    if (j < columns) {
      // The buffer holds whole vectors, so only the epilogue needs to know that lanes are missing.
      epilogue(m0 + r, n0 + j, load(Full{}, row + j), Part{static_cast<int>(columns - j)});
    }
  }
}

/// One tile: rows [m0, m1) and columns [n0, n1) over all of K. `scratch` as gemm_scratch_floats.
static_assert(kBlockM % kMicroRows == 0, "register tiles must not straddle blocks of rows");
template <class Panels, class Epilogue>
void gemm_tile(const GemmPlan& plan, const GemmA& a, const Panels& panels, int64_t m0, int64_t m1,
               int64_t n0, int64_t n1, float* scratch, const Epilogue& epilogue) {
  const bool keep = plan.block_k < plan.k;
  const int64_t width = round_up(n1 - n0, kMicroColumns);
  float* const sums = scratch;
  float* const space =
      scratch + (keep ? plan.tile_m * plan.tile_n : int64_t{kMicroRows} * kMicroColumns);
  int64_t k0 = 0;
  do {
    const int64_t count = smaller(plan.block_k, plan.k - k0);
    const bool last = k0 + count >= plan.k;
    for (int64_t mb = m0; mb < m1; mb += kBlockM) {
      const int64_t mb_end = smaller(m1, mb + kBlockM);
      for (int64_t n = n0; n < n1; n += kMicroColumns) {
        const int64_t columns = smaller(kMicroColumns, n1 - n);
        float* const own = space + (n - n0) * plan.block_k;
        const float* b = own;
        if (!Panels::kCopies || mb == m0) b = panels.panel(k0, count, n, columns, own);
        for (int64_t m = mb; m < mb_end; m += kMicroRows) {
          const int64_t rows = smaller(kMicroRows, mb_end - m);
          float* const c = keep ? sums + (m - m0) * width + (n - n0) : sums;
          const int64_t c_row = keep ? width : kMicroColumns;
          micro_tile(static_cast<int>(rows), columns, count,
                     a.data + m * a.row_stride + k0 * a.k_stride, a.row_stride, a.k_stride, b,
                     kMicroColumns, c, c_row, k0 > 0);
          if (last) finish_rows(c, c_row, m, rows, n, columns, epilogue);
        }
      }
    }
    k0 += count;
  } while (k0 < plan.k);
}

/// A few rows against a B that is read where it lies (plan.thin).
template <class Epilogue>
void gemm_thin_tile(const GemmPlan& plan, const GemmA& a, const GemmB& b, int64_t m0, int64_t m1,
                    int64_t n0, int64_t n1, float* scratch, const Epilogue& epilogue) {
  constexpr int64_t kWide = 8 * kLanes;
  alignas(64) float sums[kWide];
  const bool dots = b.n_stride != 1 && b.k_stride == 1 && a.k_stride == 1;
  const StridedPanels panels{b};
  for (int64_t n = n0; n < n1;) {
    const int64_t left = n1 - n;
    const int64_t columns = smaller(left, dots || left >= kWide ? kWide : kMicroColumns);
    for (int64_t m = m0; m < m1; ++m) {
      const float* row = a.data + m * a.row_stride;
      const float* from = b.data + n * b.n_stride;
      if (dots) {
        int64_t j = 0;
        for (; j + 4 <= columns; j += 4) {
          row_times_columns4(plan.k, row, from + j * b.n_stride, b.n_stride, sums + j);
        }
        for (; j < columns; ++j) sums[j] = row_times_column(plan.k, row, from + j * b.n_stride);
      } else if (columns == kWide) {
        row_times_rows(plan.k, row, a.k_stride, from, b.k_stride, sums);
      } else {
        // The last few columns, through a panel, a block of K at a time.
        int64_t k0 = 0;
        do {
          const int64_t count = smaller(plan.block_k, plan.k - k0);
          const float* panel = panels.panel(k0, count, n, columns, scratch);
          micro_tile(1, columns, count, row + k0 * a.k_stride, 0, a.k_stride, panel, kMicroColumns,
                     sums, kMicroColumns, k0 > 0);
          k0 += count;
        } while (k0 < plan.k);
      }
      finish_rows(sums, kWide, m, 1, n, columns, epilogue);
    }
    n += columns;
  }
}

/// Runs tiles [tile_begin, tile_end) of `plan`. `packed` says that b holds panels of `pack_b`.
/// `scratch`: gemm_scratch_floats(...) floats, 64-byte aligned, of this worker alone.
template <class Epilogue>
void gemm_tiles(const GemmPlan& plan, const GemmA& a, const GemmB& b, bool packed,
                int64_t tile_begin, int64_t tile_end, float* scratch, const Epilogue& epilogue) {
  for (int64_t t = tile_begin; t < tile_end; ++t) {
    const int64_t m0 = t % plan.tiles_m * plan.tile_m, n0 = t / plan.tiles_m * plan.tile_n;
    const int64_t m1 = smaller(plan.m, m0 + plan.tile_m), n1 = smaller(plan.n, n0 + plan.tile_n);
    if (packed) {
      gemm_tile(plan, a, PackedPanels{b.data, plan.k}, m0, m1, n0, n1, scratch, epilogue);
    } else if (plan.thin) {
      gemm_thin_tile(plan, a, b, m0, m1, n0, n1, scratch, epilogue);
    } else {
      gemm_tile(plan, a, StridedPanels{b}, m0, m1, n0, n1, scratch, epilogue);
    }
  }
}

WEFT_INLINE double multiply_add_plain(double a, double b, double sum) { return sum + a * b; }
WEFT_INLINE float multiply_add_plain(float a, float b, float sum) { return sum + a * b; }
template <class T>
WEFT_INLINE T multiply_add_plain(T a, T b, T sum) {
  return wrap_add(sum, wrap_mul(a, b));
}

/// Product of any element type by plain loops, for f64 and integers (which wrap). Rows
/// [m_begin, m_end); strides in elements; epilogue(m, n, T sum) for each element.
template <class T, class Epilogue>
void gemm_plain(int64_t m_begin, int64_t m_end, int64_t n, int64_t k, const T* a, int64_t a_row,
                int64_t a_k, const T* b, int64_t b_k, int64_t b_n, const Epilogue& epilogue) {
  constexpr int64_t kStrip = 32;
  T sums[kStrip];
  for (int64_t m = m_begin; m < m_end; ++m) {
    for (int64_t n0 = 0; n0 < n; n0 += kStrip) {
      const int64_t columns = smaller(kStrip, n - n0);
      for (int64_t j = 0; j < columns; ++j) sums[j] = T(0);
      for (int64_t p = 0; p < k; ++p) {
        const T x = a[m * a_row + p * a_k];
        const T* row = b + p * b_k + n0 * b_n;
        for (int64_t j = 0; j < columns; ++j) {
          sums[j] = multiply_add_plain(x, row[j * b_n], sums[j]);
        }
      }
      for (int64_t j = 0; j < columns; ++j) epilogue(m, n0 + j, sums[j]);
    }
  }
}

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
