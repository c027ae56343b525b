#pragma once
/// \file Register-tile kernels of the f32 matrix product.
///
/// The accumulators are separate named variables, written out by macros: compilers keep those in
/// registers, which they do not reliably do for arrays. The kernels are functions of their own and
/// hand their sums over in memory that is hot in the first-level cache; so they are compiled once
/// per file, whatever epilogues the products of that file have.

#include "tiling.h"
#include "vector_native.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

constexpr int kMicroRows = micro_rows(WEFT_LANES);
constexpr int kMicroColumns = micro_columns(WEFT_LANES);

/// c[r * c_row + j] (+)= sum over p of a[r * a_row + p * a_step] * b[p * b_step + j]
/// for R rows and V vectors of columns. With `more` the sums start from c, otherwise from zero.
template <int R, int V>
WEFT_NOINLINE void micro_kernel(int64_t k, const float* WEFT_RESTRICT a, int64_t a_row,
                                int64_t a_step, const float* WEFT_RESTRICT b, int64_t b_step,
                                float* WEFT_RESTRICT c, int64_t c_row, bool more) {
  static_assert(R <= 12 && V <= 2, "more rows need more names below");
#define WEFT_EACH_ROW(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11)
#define WEFT_DECLARE(r) [[maybe_unused]] NF32 s##r = {}, t##r = {};
  WEFT_EACH_ROW(WEFT_DECLARE);
  if (more) {
#define WEFT_RESUME(r)                                                    \
  if constexpr (R > r) {                                                  \
    s##r = n_load<NF32>(c + r * c_row);                                   \
    if constexpr (V > 1) t##r = n_load<NF32>(c + r * c_row + WEFT_LANES); \
  }
    WEFT_EACH_ROW(WEFT_RESUME);
  }
  // Three rows per pointer: their distances are what x86 addressing can scale by itself.
  const float* a0 = a;
  [[maybe_unused]] const float* a1 = a + (R > 3 ? 3 * a_row : 0);
  [[maybe_unused]] const float* a2 = a + (R > 6 ? 6 * a_row : 0);
  [[maybe_unused]] const float* a3 = a + (R > 9 ? 9 * a_row : 0);
  for (int64_t p = 0; p < k; ++p) {
    const NF32 b0 = n_load<NF32>(b);
    [[maybe_unused]] NF32 b1 = {};
    if constexpr (V > 1) b1 = n_load<NF32>(b + WEFT_LANES);
#define WEFT_STEP(r, base)                                   \
  if constexpr (R > r) {                                     \
    const NF32 x = n_splat(base[(r % 3) * a_row]);           \
    s##r = n_multiply_add(x, b0, s##r);                      \
    if constexpr (V > 1) t##r = n_multiply_add(x, b1, t##r); \
  }
    WEFT_STEP(0, a0);
    WEFT_STEP(1, a0);
    WEFT_STEP(2, a0);
    WEFT_STEP(3, a1);
    WEFT_STEP(4, a1);
    WEFT_STEP(5, a1);
    WEFT_STEP(6, a2);
    WEFT_STEP(7, a2);
    WEFT_STEP(8, a2);
    WEFT_STEP(9, a3);
    WEFT_STEP(10, a3);
    WEFT_STEP(11, a3);
    a0 += a_step;
    if constexpr (R > 3) a1 += a_step;
    if constexpr (R > 6) a2 += a_step;
    if constexpr (R > 9) a3 += a_step;
    b += b_step;
  }
#define WEFT_FINISH(r)                                              \
  if constexpr (R > r) {                                            \
    n_store(c + r * c_row, s##r);                                   \
    if constexpr (V > 1) n_store(c + r * c_row + WEFT_LANES, t##r); \
  }
  WEFT_EACH_ROW(WEFT_FINISH);
#undef WEFT_DECLARE
#undef WEFT_RESUME
#undef WEFT_STEP
#undef WEFT_FINISH
#undef WEFT_EACH_ROW
}

/// One row: four parts of K at once, because a single row has too few sums to hide the latency of
/// the addition.
template <int V>
WEFT_NOINLINE void micro_kernel_row(int64_t k, const float* WEFT_RESTRICT a, int64_t a_step,
                                    const float* WEFT_RESTRICT b, int64_t b_step,
                                    float* WEFT_RESTRICT c, bool more) {
  NF32 s0 = {}, s1 = {}, s2 = {}, s3 = {};
  [[maybe_unused]] NF32 t0 = {}, t1 = {}, t2 = {}, t3 = {};
  int64_t p = 0;
#define WEFT_STEP(i)                                                                     \
  {                                                                                      \
    const NF32 x = n_splat(a[(p + i) * a_step]);                                         \
    const float* row = b + (p + i) * b_step;                                             \
    s##i = n_multiply_add(x, n_load<NF32>(row), s##i);                                   \
    if constexpr (V > 1) t##i = n_multiply_add(x, n_load<NF32>(row + WEFT_LANES), t##i); \
  }
  for (; p + 4 <= k; p += 4) {
    WEFT_STEP(0);
    WEFT_STEP(1);
    WEFT_STEP(2);
    WEFT_STEP(3);
  }
  for (; p < k; ++p) WEFT_STEP(0);
#undef WEFT_STEP
  s0 = (s0 + s1) + (s2 + s3);
  if (more) s0 += n_load<NF32>(c);
  n_store(c, s0);
  if constexpr (V > 1) {
    t0 = (t0 + t1) + (t2 + t3);
    if (more) t0 += n_load<NF32>(c + WEFT_LANES);
    n_store(c + WEFT_LANES, t0);
  }
}

/// Runs the kernel for `rows` (1 .. kMicroRows) and one or two vectors of columns.
template <int V, int R = kMicroRows>
WEFT_INLINE void micro_rows_of(int rows, int64_t k, const float* a, int64_t a_row, int64_t a_step,
                               const float* b, int64_t b_step, float* c, int64_t c_row, bool more) {
  if constexpr (R == 1) {
    micro_kernel_row<V>(k, a, a_step, b, b_step, c, more);
  } else {
    if (rows == R) {
      micro_kernel<R, V>(k, a, a_row, a_step, b, b_step, c, c_row, more);
    } else {
      micro_rows_of<V, R - 1>(rows, k, a, a_row, a_step, b, b_step, c, c_row, more);
    }
  }
}
WEFT_NOINLINE inline void micro_tile(int rows, int64_t columns, int64_t k, const float* a,
                                     int64_t a_row, int64_t a_step, const float* b, int64_t b_step,
                                     float* c, int64_t c_row, bool more) {
  if (columns > WEFT_LANES) {
    micro_rows_of<2>(rows, k, a, a_row, a_step, b, b_step, c, c_row, more);
  } else {
    micro_rows_of<1>(rows, k, a, a_row, a_step, b, b_step, c, c_row, more);
  }
}

/// c[j] = sum over p of a[p * a_step] * b[p * b_step + j] for 8 vectors of columns: one row of A
/// against a B that lies in rows. Reads whole cache lines of B in order.
WEFT_NOINLINE inline void row_times_rows(int64_t k, const float* WEFT_RESTRICT a, int64_t a_step,
                                         const float* WEFT_RESTRICT b, int64_t b_step,
                                         float* WEFT_RESTRICT c) {
#define WEFT_EACH(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7)
#define WEFT_DECLARE(i) NF32 s##i = {};
  WEFT_EACH(WEFT_DECLARE);
  for (int64_t p = 0; p < k; ++p) {
    const NF32 x = n_splat(a[p * a_step]);
#define WEFT_STEP(i) s##i = n_multiply_add(x, n_load<NF32>(b + i * WEFT_LANES), s##i);
    WEFT_EACH(WEFT_STEP);
    b += b_step;
  }
#define WEFT_FINISH(i) n_store(c + i * WEFT_LANES, s##i);
  WEFT_EACH(WEFT_FINISH);
#undef WEFT_EACH
#undef WEFT_DECLARE
#undef WEFT_STEP
#undef WEFT_FINISH
}

/// to[i * to_row + j] = from[j * from_row + i] for i, j < kLanes. Interleaving row i with row
/// i + kLanes / 2 rotates the bits of every element's position by one; as many rounds as there are
/// bits in a row number exchange rows and columns.
// clang-format off
WEFT_INLINE void transpose_square(const float* from, int64_t from_row, float* to, int64_t to_row) {
#define WEFT_LOAD(i) const NI32 x##i = n_load<NI32>(from + i * from_row);
#define WEFT_ZIP(z, x, lo, hi, i, j)                \
  const NI32 z##lo = (NI32)n_zip_low(x##i, x##j);   \
  const NI32 z##hi = (NI32)n_zip_high(x##i, x##j);
#define WEFT_STORE(z, i) n_store(to + i * to_row, z##i);
#if WEFT_LANES == 4
#define WEFT_ROUND_OF_ZIPS(z, x) WEFT_ZIP(z, x, 0, 1, 0, 2) WEFT_ZIP(z, x, 2, 3, 1, 3)
#define WEFT_EACH(f) f(0) f(1) f(2) f(3)
#define WEFT_STORES(z) WEFT_STORE(z, 0) WEFT_STORE(z, 1) WEFT_STORE(z, 2) WEFT_STORE(z, 3)
#elif WEFT_LANES == 8
#define WEFT_ROUND_OF_ZIPS(z, x)                             \
  WEFT_ZIP(z, x, 0, 1, 0, 4) WEFT_ZIP(z, x, 2, 3, 1, 5)      \
  WEFT_ZIP(z, x, 4, 5, 2, 6) WEFT_ZIP(z, x, 6, 7, 3, 7)
#define WEFT_EACH(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7)
#define WEFT_STORES(z)                                                      \
  WEFT_STORE(z, 0) WEFT_STORE(z, 1) WEFT_STORE(z, 2) WEFT_STORE(z, 3)       \
  WEFT_STORE(z, 4) WEFT_STORE(z, 5) WEFT_STORE(z, 6) WEFT_STORE(z, 7)
#else
#define WEFT_ROUND_OF_ZIPS(z, x)                                    \
  WEFT_ZIP(z, x, 0, 1, 0, 8) WEFT_ZIP(z, x, 2, 3, 1, 9)             \
  WEFT_ZIP(z, x, 4, 5, 2, 10) WEFT_ZIP(z, x, 6, 7, 3, 11)           \
  WEFT_ZIP(z, x, 8, 9, 4, 12) WEFT_ZIP(z, x, 10, 11, 5, 13)         \
  WEFT_ZIP(z, x, 12, 13, 6, 14) WEFT_ZIP(z, x, 14, 15, 7, 15)
#define WEFT_EACH(f)                                                                        \
  f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11) f(12) f(13) f(14) f(15)
#define WEFT_STORES(z)                                                      \
  WEFT_STORE(z, 0) WEFT_STORE(z, 1) WEFT_STORE(z, 2) WEFT_STORE(z, 3)       \
  WEFT_STORE(z, 4) WEFT_STORE(z, 5) WEFT_STORE(z, 6) WEFT_STORE(z, 7)       \
  WEFT_STORE(z, 8) WEFT_STORE(z, 9) WEFT_STORE(z, 10) WEFT_STORE(z, 11)     \
  WEFT_STORE(z, 12) WEFT_STORE(z, 13) WEFT_STORE(z, 14) WEFT_STORE(z, 15)
#endif
  WEFT_EACH(WEFT_LOAD)
  WEFT_ROUND_OF_ZIPS(y, x)
  WEFT_ROUND_OF_ZIPS(z, y)
#if WEFT_LANES == 4
  WEFT_STORES(z)
#else
  WEFT_ROUND_OF_ZIPS(u, z)
#if WEFT_LANES == 8
  WEFT_STORES(u)
#else
  WEFT_ROUND_OF_ZIPS(w, u)
  WEFT_STORES(w)
#endif
#endif
#undef WEFT_LOAD
#undef WEFT_ZIP
#undef WEFT_STORE
#undef WEFT_STORES
#undef WEFT_EACH
#undef WEFT_ROUND_OF_ZIPS
}  // clang-format on

WEFT_INLINE float sum_of_lanes(NF32 a) {
  float t[WEFT_LANES];
  n_store(t, a);
  for (int h = WEFT_LANES / 2; h > 0; h /= 2) {
    for (int i = 0; i < h; ++i) t[i] += t[i + h];
  }
  return t[0];
}

/// c[i] = sum over p of a[p] * b[i * b_row + p] for i < 4: one contiguous row of A against four
/// rows of a B that lies in columns.
WEFT_NOINLINE inline void row_times_columns4(int64_t k, const float* WEFT_RESTRICT a,
                                             const float* WEFT_RESTRICT b, int64_t b_row,
                                             float* WEFT_RESTRICT c) {
#define WEFT_EACH(f) f(0) f(1) f(2) f(3)
#define WEFT_DECLARE(i)      \
  NF32 s##i = {}, t##i = {}; \
  const float* b##i = b + i * b_row;
  WEFT_EACH(WEFT_DECLARE);
  int64_t p = 0;
  for (; p + 2 * WEFT_LANES <= k; p += 2 * WEFT_LANES) {
    const NF32 x = n_load<NF32>(a + p);
    const NF32 y = n_load<NF32>(a + p + WEFT_LANES);
#define WEFT_STEP(i)                                      \
  s##i = n_multiply_add(x, n_load<NF32>(b##i + p), s##i); \
  t##i = n_multiply_add(y, n_load<NF32>(b##i + p + WEFT_LANES), t##i);
    WEFT_EACH(WEFT_STEP);
  }
#define WEFT_FINISH(i)                                     \
  {                                                        \
    float sum = sum_of_lanes(s##i + t##i);                 \
    for (int64_t q = p; q < k; ++q) sum += a[q] * b##i[q]; \
    c[i] = sum;                                            \
  }
  WEFT_EACH(WEFT_FINISH);
#undef WEFT_EACH
#undef WEFT_DECLARE
#undef WEFT_STEP
#undef WEFT_FINISH
}
WEFT_NOINLINE inline float row_times_column(int64_t k, const float* WEFT_RESTRICT a,
                                            const float* WEFT_RESTRICT b) {
  NF32 s = {}, t = {};
  int64_t p = 0;
  for (; p + 2 * WEFT_LANES <= k; p += 2 * WEFT_LANES) {
    s = n_multiply_add(n_load<NF32>(a + p), n_load<NF32>(b + p), s);
    t = n_multiply_add(n_load<NF32>(a + p + WEFT_LANES), n_load<NF32>(b + p + WEFT_LANES), t);
  }
  float sum = sum_of_lanes(s + t);
  for (; p < k; ++p) sum += a[p] * b[p];
  return sum;
}

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
