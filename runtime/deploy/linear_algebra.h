#pragma once
/// \file Factors, determinants, inverses and solutions of small dense matrices, for float and
/// double. Matrices are row-major, one after the other; all work is in the type of the elements.

#include "isa.h"
#include "scalar_math.h"
#include "scalar_ops.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

/// Room for one matrix of rows x columns elements and for as many integers as rows.
template <class T>
struct MatrixScratch {
  int64_t* rows;
  T* elements;

  MatrixScratch(void* scratch, int64_t row_count)
      : rows(static_cast<int64_t*>(scratch)), elements(reinterpret_cast<T*>(rows + row_count)) {}
};

template <class T>
void copy_matrix(int64_t count, const T* from, T* to) {
  for (int64_t i = 0; i < count; ++i) to[i] = from[i];
}

template <class T>
void exchange_rows(int64_t columns, T* a, int64_t first, int64_t second) {
  if (first == second) return;
  for (int64_t j = 0; j < columns; ++j) {
    const T held = a[first * columns + j];
    a[first * columns + j] = a[second * columns + j];
    a[second * columns + j] = held;
  }
}

/// Replaces an n x n matrix by its factors: L with ones on its diagonal below, U on and above it,
/// after row k and row rows[k] were exchanged for each k in turn. The pivot is the first of the
/// largest elements of a column. Returns how many pivots are zero.
template <class T>
int64_t factor_with_pivots(int64_t n, T* a, int64_t* rows) {
  int64_t zeros = 0;
  for (int64_t k = 0; k < n; ++k) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < n; ++i) {
      if (abs(a[i * n + k]) > abs(a[pivot * n + k])) pivot = i;
    }
    rows[k] = pivot;
    if (a[pivot * n + k] == T(0)) {
      ++zeros;
      continue;
    }
    exchange_rows(n, a, k, pivot);
    for (int64_t i = k + 1; i < n; ++i) {
      const T factor = a[i * n + k] / a[k * n + k];
      a[i * n + k] = factor;
      for (int64_t j = k + 1; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
    }
  }
  return zeros;
}

/// Solves t x = b in place, for the n x columns matrix x and the triangle of t on one side of its
/// diagonal; the other side is not read, and the diagonal counts as ones where `unit` says so.
template <class T>
void solve_triangle(bool upper, bool unit, int64_t n, int64_t columns, const T* t, T* x) {
  for (int64_t step = 0; step < n; ++step) {
    const int64_t i = upper ? n - 1 - step : step;
    const int64_t first = upper ? i + 1 : 0;
    const int64_t last = upper ? n : i;
    for (int64_t k = first; k < last; ++k) {
      for (int64_t j = 0; j < columns; ++j) {
        x[i * columns + j] -= t[i * n + k] * x[k * columns + j];
      }
    }
    for (int64_t j = 0; j < columns && !unit; ++j) x[i * columns + j] /= t[i * n + i];
  }
}

/// The matrices [begin, end) of `x` from a x = b. `scratch` has room for n integers and n * n
/// elements. False if one of the matrices is singular.
template <class T>
bool solve_matrices(int64_t begin, int64_t end, int64_t n, int64_t columns, const T* a, const T* b,
                    T* x, void* scratch) {
  const MatrixScratch<T> work(scratch, n);
  bool regular = true;
  for (int64_t m = begin; m < end; ++m) {
    copy_matrix(n * n, a + m * n * n, work.elements);
    T* const solution = x + m * n * columns;
    copy_matrix(n * columns, b + m * n * columns, solution);
    if (factor_with_pivots(n, work.elements, work.rows) != 0) regular = false;
    for (int64_t k = 0; k < n; ++k) exchange_rows(columns, solution, k, work.rows[k]);
    solve_triangle(false, true, n, columns, work.elements, solution);
    solve_triangle(true, false, n, columns, work.elements, solution);
  }
  return regular;
}

/// The inverses of the matrices [begin, end), with the scratch of `solve_matrices`. False if one of
/// them is singular.
template <class T>
bool invert_matrices(int64_t begin, int64_t end, int64_t n, const T* a, T* inverse, void* scratch) {
  const MatrixScratch<T> work(scratch, n);
  bool regular = true;
  for (int64_t m = begin; m < end; ++m) {
    copy_matrix(n * n, a + m * n * n, work.elements);
    T* const result = inverse + m * n * n;
    for (int64_t i = 0; i < n * n; ++i) result[i] = i / n == i % n ? T(1) : T(0);
    if (factor_with_pivots(n, work.elements, work.rows) != 0) regular = false;
    for (int64_t k = 0; k < n; ++k) exchange_rows(n, result, k, work.rows[k]);
    solve_triangle(false, true, n, n, work.elements, result);
    solve_triangle(true, false, n, n, work.elements, result);
  }
  return regular;
}

/// -1 for an odd number of exchanges, else 1.
template <class T>
T sign_of_exchanges(int64_t n, const int64_t* rows) {
  T sign = 1;
  for (int64_t k = 0; k < n; ++k) {
    if (rows[k] != k) sign = -sign;
  }
  return sign;
}

/// The determinants of the matrices [begin, end), with the scratch of `solve_matrices`.
template <class T>
void determinants(int64_t begin, int64_t end, int64_t n, const T* a, T* result, void* scratch) {
  const MatrixScratch<T> work(scratch, n);
  for (int64_t m = begin; m < end; ++m) {
    copy_matrix(n * n, a + m * n * n, work.elements);
    factor_with_pivots(n, work.elements, work.rows);
    T product = sign_of_exchanges<T>(n, work.rows);
    for (int64_t k = 0; k < n; ++k) product *= work.elements[k * n + k];
    result[m] = product;
  }
}

/// The signs of the determinants of the matrices [begin, end), and the logarithms of their
/// magnitudes: 0 and minus infinity for a singular one.
template <class T>
void log_determinants(int64_t begin, int64_t end, int64_t n, const T* a, T* signs, T* logarithms,
                      void* scratch) {
  const MatrixScratch<T> work(scratch, n);
  for (int64_t m = begin; m < end; ++m) {
    copy_matrix(n * n, a + m * n * n, work.elements);
    factor_with_pivots(n, work.elements, work.rows);
    T sign = sign_of_exchanges<T>(n, work.rows);
    T sum = 0;
    for (int64_t k = 0; k < n; ++k) {
      const T pivot = work.elements[k * n + k];
      sign = pivot < T(0) ? -sign : pivot > T(0) ? sign : T(0);
      sum += log(abs(pivot));
    }
    signs[m] = sign;
    logarithms[m] = sum;
  }
}

/// The factors L of a = L L^T of the matrices [begin, end), from the elements on and below the
/// diagonal; where `upper`, the transposed factors, from those on and above it. False if one of the
/// matrices is not positive definite.
template <class T>
bool cholesky_factors(int64_t begin, int64_t end, bool upper, int64_t n, const T* a, T* factors) {
  const int64_t down = upper ? 1 : n;
  const int64_t along = upper ? n : 1;
  bool definite = true;
  for (int64_t m = begin; m < end; ++m) {
    const T* const from = a + m * n * n;
    T* const factor = factors + m * n * n;
    for (int64_t j = 0; j < n; ++j) {
      for (int64_t i = 0; i < n; ++i) {
        T sum = i < j ? T(0) : from[i * down + j * along];
        for (int64_t k = 0; k < j && i >= j; ++k) {
          sum -= factor[i * down + k * along] * factor[j * down + k * along];
        }
        factor[i * down + j * along] = sum;
      }
      const T square = factor[j * down + j * along];
      if (!(square > T(0))) definite = false;
      const T root = sqrt(square);
      factor[j * down + j * along] = root;
      for (int64_t i = j + 1; i < n; ++i) factor[i * down + j * along] /= root;
    }
  }
  return definite;
}

/// The solutions x of t x = b for the triangles of the matrices [begin, end).
template <class T>
void solve_triangles(int64_t begin, int64_t end, bool upper, bool unit, int64_t n, int64_t columns,
                     const T* t, const T* b, T* x) {
  for (int64_t m = begin; m < end; ++m) {
    copy_matrix(n * columns, b + m * n * columns, x + m * n * columns);
    solve_triangle(upper, unit, n, columns, t + m * n * n, x + m * n * columns);
  }
}

/// Subtracts from the columns [first, columns) of `a` what the reflector `v` (ones at its own
/// row `k`, kept below it in column `k` of `r`) with factor `tau` takes away.
template <class T>
void reflect(int64_t rows, int64_t columns, int64_t first, int64_t k, int64_t width, const T* r,
             T tau, T* a) {
  for (int64_t j = first; j < columns; ++j) {
    T sum = a[k * columns + j];
    for (int64_t i = k + 1; i < rows; ++i) sum += r[i * width + k] * a[i * columns + j];
    sum *= tau;
    a[k * columns + j] -= sum;
    for (int64_t i = k + 1; i < rows; ++i) a[i * columns + j] -= r[i * width + k] * sum;
  }
}

/// Factors q r of the rows x columns matrices [begin, end) by reflections: q has `rank` columns
/// (none: it is not wanted) and r has `kept` rows. `scratch` has room for rows * columns + columns
/// elements.
template <class T>
void qr_factors(int64_t begin, int64_t end, int64_t rows, int64_t columns, int64_t rank,
                int64_t kept, const T* a, T* q, T* r, void* scratch) {
  T* const work = static_cast<T*>(scratch);
  T* const factors = work + rows * columns;
  const int64_t steps = rows < columns ? rows : columns;
  for (int64_t m = begin; m < end; ++m) {
    copy_matrix(rows * columns, a + m * rows * columns, work);
    for (int64_t k = 0; k < steps; ++k) {
      // The largest element is taken out, so that no square overflows.
      T largest = 0;
      for (int64_t i = k + 1; i < rows; ++i) {
        const T size = abs(work[i * columns + k]);
        if (!(size <= largest)) largest = size;
      }
      factors[k] = 0;
      if (largest == T(0)) continue;
      const T head = work[k * columns + k];
      if (abs(head) > largest) largest = abs(head);
      T sum = 0;
      for (int64_t i = k; i < rows; ++i) {
        const T scaled = work[i * columns + k] / largest;
        sum += scaled * scaled;
      }
      const T norm = -copysign(largest * sqrt(sum), head);
      factors[k] = (norm - head) / norm;
      for (int64_t i = k + 1; i < rows; ++i) work[i * columns + k] /= head - norm;
      work[k * columns + k] = norm;
      reflect(rows, columns, k + 1, k, columns, work, factors[k], work);
    }
    T* const triangle = r + m * kept * columns;
    for (int64_t i = 0; i < kept * columns; ++i) {
      triangle[i] = i / columns > i % columns ? T(0) : work[i];
    }
    T* const basis = q + m * rows * rank;
    for (int64_t i = 0; i < rows * rank; ++i) basis[i] = i / rank == i % rank ? T(1) : T(0);
    for (int64_t k = steps - 1; k >= 0 && rank > 0; --k) {
      reflect(rows, rank, 0, k, columns, work, factors[k], basis);
    }
  }
}

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
