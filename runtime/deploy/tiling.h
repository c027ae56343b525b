#pragma once
/// \file How matrix products and convolutions are cut into tiles, and the scratch memory they need.
///
/// Everything is constexpr and takes the lane count of the kernels (4 baseline, 8 AVX2, 16 AVX-512)
/// as an argument, so that the memory plan of a bundle can be made without knowing the processor:
/// reserve the largest result over the three counts.

#include "isa.h"

namespace weft_deploy {
inline namespace WEFT_HOST_SPACE {

WEFT_INLINE constexpr int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }
WEFT_INLINE constexpr int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
WEFT_INLINE constexpr int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }
WEFT_INLINE constexpr int64_t round_up(int64_t a, int64_t b) { return divide_up(a, b) * b; }

/// Rows of the register tile: rows * 2 accumulators, 2 vectors of B and one broadcast of A must fit
/// in the registers (16, and 32 for AVX-512 and AArch64).
WEFT_INLINE constexpr int micro_rows(int lanes) {
#if defined(__aarch64__)
  return lanes == 4 ? 8 : 12;
#else
  return lanes == 4 ? 4 : lanes == 8 ? 6 : 12;
#endif
}
/// Columns of the register tile, and so the width of a packed panel of B: two vectors.
WEFT_INLINE constexpr int micro_columns(int lanes) { return 2 * lanes; }

/// How the second operand lies in memory.
enum class MatrixForm {
  kPacked,   ///< panels written by `pack_b`
  kRows,     ///< B[k][n], n contiguous
  kColumns,  ///< B[n][k], k contiguous: the weight of a linear layer
  kStrided,  ///< anything else
};

/// Up to this many rows an unpacked B is read where it lies: packing would cost more than it saves.
constexpr int64_t kThinRows = 4;
/// Longest part of K in one pass over a panel.
constexpr int64_t kBlockK = 1024;
/// Rows of A that stay in the second-level cache while the panels of a tile pass by. A multiple of
/// every micro_rows.
constexpr int64_t kBlockM = 48;
/// Largest tiles. A B that must be packed gets narrower tiles, to bound the scratch memory, and
/// taller ones, because all rows of a tile share the packing.
constexpr int64_t kTileColumnsPacked = 256;
constexpr int64_t kTileRowsPacked = 192;
constexpr int64_t kTileColumns = 128;
constexpr int64_t kTileRows = 384;

/// The tiles of one product. Results do not depend on `threads`: it only changes the tile sizes,
/// and every element of C is summed over k in the same order whatever tile it is in.
struct GemmPlan {
  int64_t m, n, k;
  int64_t tile_m, tile_n;  ///< multiples of the register tile
  int64_t block_k;
  bool thin;  ///< B is read where it lies
  int64_t tiles_m, tiles_n;
  WEFT_INLINE constexpr int64_t tile_count() const { return tiles_m * tiles_n; }
};

/// Blocks of K of nearly equal length, a multiple of `unit`.
WEFT_INLINE constexpr int64_t equal_blocks(int64_t k, int64_t longest, int64_t unit) {
  return k <= 0 ? unit : round_up(divide_up(k, divide_up(k, longest)), unit);
}

WEFT_INLINE constexpr GemmPlan plan_gemm(int lanes, int64_t m, int64_t n, int64_t k,
                                         MatrixForm form, int threads) {
  GemmPlan p = {m, n, k, 0, 0, equal_blocks(k, kBlockK, 8), false, 0, 0};
  p.thin = form != MatrixForm::kPacked && form != MatrixForm::kStrided && m <= kThinRows;
  // A thin product treats the last columns of a tile apart; which those are must not depend on the
  // tiles, so that results do not.
  const int64_t mr = micro_rows(lanes), nr = p.thin ? 8 * lanes : micro_columns(lanes);
  const bool packed = form == MatrixForm::kPacked;
  p.tile_m = equal_blocks(m, packed ? kTileRowsPacked : kTileRows, mr);
  p.tile_n = equal_blocks(n, packed ? kTileColumnsPacked : kTileColumns, nr);
  // Some tiles per thread, so that a thread which started late or is slower finds less to do.
  const int64_t wanted = threads > 1 ? 4 * int64_t{threads} : 1;
  while (divide_up(m, p.tile_m) * divide_up(n, p.tile_n) < wanted) {
    // Narrow first: rows share the packing of B.
    if (p.tile_n > 4 * nr || (p.tile_n > nr && p.tile_m <= 4 * mr)) {
      p.tile_n = round_up(p.tile_n / 2, nr);
    } else if (p.tile_m > 4 * mr) {
      p.tile_m = round_up(p.tile_m / 2, mr);
    } else {
      break;
    }
  }
  p.tiles_m = divide_up(m, p.tile_m);
  p.tiles_n = divide_up(n, p.tile_n);
  return p;
}

/// Floats of scratch per worker for any plan of this product: partial sums of a tile when K has
/// several blocks, and the packed part of B.
WEFT_INLINE constexpr int64_t gemm_scratch_floats(int lanes, int64_t m, int64_t n, int64_t k,
                                                  MatrixForm form) {
  const GemmPlan p = plan_gemm(lanes, m, n, k, form, 1);
  const int64_t sums =
      p.block_k < k ? p.tile_m * p.tile_n : int64_t{micro_rows(lanes)} * micro_columns(lanes);
  const int64_t packed = form == MatrixForm::kPacked ? 0 : p.block_k * p.tile_n;
  return round_up(sums + packed, 16) + 16;
}
/// Largest over the instruction sets, in bytes.
WEFT_INLINE constexpr int64_t gemm_scratch_bytes(int64_t m, int64_t n, int64_t k, MatrixForm form) {
  return 4 * larger(gemm_scratch_floats(4, m, n, k, form),
                    larger(gemm_scratch_floats(8, m, n, k, form),
                           gemm_scratch_floats(16, m, n, k, form)));
}
/// Floats that `pack_b` writes for B of K x N.
WEFT_INLINE constexpr int64_t packed_b_floats(int lanes, int64_t k, int64_t n) {
  return round_up(n, micro_columns(lanes)) * k;
}
WEFT_INLINE constexpr int64_t packed_b_bytes(int64_t k, int64_t n) {
  return 4 * packed_b_floats(16, k, n);  // the widest panels pad most
}

}  // namespace WEFT_HOST_SPACE
}  // namespace weft_deploy
