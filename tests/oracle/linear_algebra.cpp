/// \file Inverses, determinants, factors and solutions, each by another way than elimination with
/// row pivots: expansion by minors, Gauss-Jordan with full pivots, reflections as whole matrices.
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "tests/oracle/layout.h"
#include "tests/oracle/oracle.h"

namespace weft_oracle {
namespace {

using Number = long double;
using Matrix = std::vector<std::vector<Number>>;

Matrix matrix(int64_t rows, int64_t columns) {
  return Matrix(static_cast<size_t>(rows), std::vector<Number>(static_cast<size_t>(columns)));
}
size_t rows_of(const Matrix& a) { return a.size(); }

Matrix product(const Matrix& a, const Matrix& b, size_t columns) {
  Matrix out(a.size(), std::vector<Number>(columns));
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t k = 0; k < b.size(); ++k)
      for (size_t j = 0; j < columns; ++j) out[i][j] += a[i][k] * b[k][j];
  return out;
}

Number determinant(const Matrix& a) {
  if (a.empty()) return 1;
  Number sum = 0;
  for (size_t column = 0; column < a.size(); ++column) {
    Matrix minor;
    for (size_t i = 1; i < a.size(); ++i) {
      std::vector<Number> row;
      for (size_t j = 0; j < a.size(); ++j)
        if (j != column) row.push_back(a[i][j]);
      minor.push_back(row);
    }
    sum += (column % 2 ? -1 : 1) * a[0][column] * determinant(minor);
  }
  return sum;
}

/// Gauss-Jordan: the largest element that is left becomes the pivot.
Matrix inverse(Matrix a) {
  const size_t n = a.size();
  std::vector<std::pair<size_t, size_t>> pivots;
  std::vector<bool> row_used(n), column_used(n);
  for (size_t i = 0; i < n; ++i) a[i].resize(2 * n), a[i][n + i] = 1;
  for (size_t step = 0; step < n; ++step) {
    size_t r = n, c = n;
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j)
        if (!row_used[i] && !column_used[j] && (r == n || std::fabs(a[i][j]) > std::fabs(a[r][c])))
          r = i, c = j;
    if (a[r][c] == 0) throw OracleError("a matrix is singular");
    row_used[r] = column_used[c] = true;
    pivots.emplace_back(r, c);
    const Number pivot = a[r][c];
    for (Number& x : a[r]) x /= pivot;
    for (size_t i = 0; i < n; ++i) {
      const Number factor = a[i][c];
      for (size_t j = 0; j < 2 * n && i != r; ++j) a[i][j] -= factor * a[r][j];
    }
  }
  Matrix out(n, std::vector<Number>(n));
  for (const auto& [r, c] : pivots)
    for (size_t j = 0; j < n; ++j) out[c][j] = a[r][n + j];
  return out;
}

/// A x = b for a triangle; a zero on the diagonal gives infinities as division does.
Matrix triangle_solution(const Matrix& t, const Matrix& b, size_t columns, bool upper, bool unit) {
  Matrix x = b;
  for (size_t step = 0; step < rows_of(t); ++step) {
    const size_t i = upper ? t.size() - 1 - step : step;
    for (size_t j = 0; j < columns; ++j) {
      for (size_t k = 0; k < t.size(); ++k)
        if (upper ? k > i : k < i) x[i][j] -= t[i][k] * x[k][j];
      if (!unit) x[i][j] /= t[i][i];
    }
  }
  return x;
}

Matrix transposed(const Matrix& a, size_t columns) {
  Matrix out(columns, std::vector<Number>(a.size()));
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t j = 0; j < columns; ++j) out[j][i] = a[i][j];
  return out;
}

Matrix cholesky(const Matrix& a) {
  Matrix l(a.size(), std::vector<Number>(a.size()));
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j <= i; ++j) {
      Number sum = 0;
      for (size_t k = 0; k < j; ++k) sum += l[i][k] * l[j][k];
      if (i == j && !(a[i][i] - sum > 0)) throw OracleError("a matrix is not positive definite");
      l[i][j] = i == j ? std::sqrt(a[i][i] - sum) : (a[i][j] - sum) / l[j][j];
    }
  }
  return l;
}

/// Q (square) and R, by I - 2 v v^T / v^T v with the sign that does not cancel; a column that is
/// zero below the diagonal stays as it is.
std::pair<Matrix, Matrix> reflections(Matrix r, size_t columns) {
  const size_t rows = r.size();
  Matrix q(rows, std::vector<Number>(rows));
  for (size_t i = 0; i < rows; ++i) q[i][i] = 1;
  for (size_t k = 0; k < std::min(rows, columns); ++k) {
    std::vector<Number> v(rows);
    Number below = 0, square = 0;
    for (size_t i = k; i < rows; ++i) {
      v[i] = r[i][k];
      if (i > k) below += v[i] * v[i];
    }
    if (below == 0) continue;
    const Number norm = std::sqrt(below + v[k] * v[k]);
    v[k] += std::signbit(v[k]) ? -norm : norm;
    for (const Number x : v) square += x * x;
    Matrix h(rows, std::vector<Number>(rows));
    for (size_t i = 0; i < rows; ++i)
      for (size_t j = 0; j < rows; ++j) h[i][j] = (i == j ? 1 : 0) - 2 * v[i] * v[j] / square;
    r = product(h, r, columns);
    q = product(q, h, rows);
    for (size_t i = k + 1; i < rows; ++i) r[i][k] = 0;
  }
  return {q, r};
}

const OracleTensor& matrices(const Reader& reader, const std::string& name, bool square) {
  const OracleTensor& a = reader.tensor(name);
  if (a.kind != Kind::kF32 && a.kind != Kind::kF64) throw OracleError("not float32 or float64");
  if (a.rank() < 2 || (square && a.sizes.back() != a.sizes[a.sizes.size() - 2]))
    throw OracleError("no matrices: " + describe(a));
  return a;
}
Sizes batch_of(const OracleTensor& a) { return {a.sizes.begin(), a.sizes.end() - 2}; }
int64_t rows_of(const OracleTensor& a) { return a.sizes[a.sizes.size() - 2]; }
int64_t columns_of(const OracleTensor& a) { return a.sizes.back(); }
int64_t count_of(const OracleTensor& a) {
  int64_t count = 1;
  for (int64_t size : batch_of(a)) count *= size;
  return count;
}
OracleTensor shaped(const OracleTensor& like, Sizes batch, std::initializer_list<int64_t> last) {
  batch.insert(batch.end(), last);
  return OracleTensor(like.kind, batch);
}

Matrix matrix_at(const OracleTensor& a, int64_t number) {
  Matrix out = matrix(rows_of(a), columns_of(a));
  int64_t at = number * rows_of(a) * columns_of(a);
  for (auto& row : out)
    for (Number& x : row) x = a.real(at++);
  return out;
}
/// Writes as many rows and columns as `out` has.
void set_matrix(OracleTensor& out, int64_t number, const Matrix& values) {
  int64_t at = number * rows_of(out) * columns_of(out);
  for (int64_t i = 0; i < rows_of(out); ++i)
    for (int64_t j = 0; j < columns_of(out); ++j)
      out.set(at++, static_cast<double>(values[static_cast<size_t>(i)][static_cast<size_t>(j)]));
}

Function each_matrix(const std::string& name, const std::function<Matrix(Matrix, bool)>& compute) {
  return [=](const Reader& reader) -> Results {
    const OracleTensor& a = matrices(reader, name, true);
    const bool upper = reader.flag("upper", false);
    OracleTensor out(a.kind, a.sizes);
    for (int64_t k = 0; k < count_of(a); ++k) set_matrix(out, k, compute(matrix_at(a, k), upper));
    return {out};
  };
}

Function each_determinant(const std::string& name,
                          const std::vector<std::function<Number(Number)>>& parts) {
  return [=](const Reader& reader) {
    const OracleTensor& a = matrices(reader, name, true);
    Results out;
    for (const auto& part : parts) {
      out.emplace_back(a.kind, batch_of(a));
      for (int64_t k = 0; k < count_of(a); ++k)
        out.back().set(k, static_cast<double>(part(determinant(matrix_at(a, k)))));
    }
    return out;
  };
}

using Solver = std::function<Matrix(const Matrix& a, const Matrix& b, size_t columns)>;

/// Both in one batch, one solution after the other.
Results solutions(const OracleTensor& given_a, const OracleTensor& given_b, bool left,
                  const Solver& solve) {
  if (given_a.kind != given_b.kind) throw OracleError("kinds differ");
  const Sizes batch = broadcast_sizes(batch_of(given_a), batch_of(given_b));
  const auto with = [&](const OracleTensor& x) {
    Sizes sizes = batch;
    sizes.insert(sizes.end(), {rows_of(x), columns_of(x)});
    return broadcast_to(x, sizes);
  };
  const OracleTensor a = with(given_a), b = with(given_b);
  if (columns_of(a) != (left ? rows_of(b) : columns_of(b))) throw OracleError("extents differ");
  OracleTensor out(b.kind, b.sizes);
  for (int64_t k = 0; k < count_of(b); ++k) {
    const Matrix m = matrix_at(a, k), right = matrix_at(b, k);
    const auto rows = static_cast<size_t>(rows_of(b)), columns = static_cast<size_t>(columns_of(b));
    if (left) {
      set_matrix(out, k, solve(m, right, columns));
    } else {
      const Matrix x = solve(transposed(m, m.size()), transposed(right, columns), rows);
      set_matrix(out, k, transposed(x, rows));
    }
  }
  return {out};
}

Matrix general_solution(const Matrix& a, const Matrix& b, size_t columns) {
  return product(inverse(a), b, columns);
}

Results solve(const Reader& reader) {
  const OracleTensor& a = matrices(reader, "A", true);
  const OracleTensor& b = reader.tensor("B");
  const bool left = reader.flag("left", true);
  Sizes rows = a.sizes;
  rows.pop_back();
  if (b.rank() != 1 && b.sizes != rows) return solutions(a, b, left, general_solution);
  if (!left) throw OracleError("vectors on the left only");
  Sizes column = b.sizes;
  column.push_back(1);
  OracleTensor x = solutions(a, b.with_sizes(column), true, general_solution)[0];
  Sizes sizes = x.sizes;
  sizes.pop_back();
  return {x.with_sizes(sizes)};
}

Results solve_triangular(const Reader& reader) {
  const bool left = reader.flag("left", true), upper = reader.flag("upper", false);
  const bool unit = reader.flag("unitriangular", false);
  return solutions(matrices(reader, "input", true), matrices(reader, "B", false), left,
                   [&](const Matrix& a, const Matrix& b, size_t columns) {
                     return triangle_solution(a, b, columns, upper == left, unit);
                   });
}

Results triangular_solve(const Reader& reader) {
  const OracleTensor& a = matrices(reader, "A", true);
  const OracleTensor& b = matrices(reader, "input", false);
  const bool upper = reader.flag("upper", true), turns = reader.flag("transpose", false);
  const bool unit = reader.flag("unitriangular", false);
  const OracleTensor x =
      solutions(a, b, true, [&](const Matrix& m, const Matrix& right, size_t columns) {
        return triangle_solution(turns ? transposed(m, m.size()) : m, right, columns,
                                 upper != turns, unit);
      })[0];
  Sizes sizes = batch_of(x);
  sizes.insert(sizes.end(), {rows_of(a), columns_of(a)});
  return {x, broadcast_to(a, sizes)};
}

Results qr(const OracleTensor& a, const std::string& mode) {
  const int64_t rows = rows_of(a), columns = columns_of(a);
  const int64_t rank = mode == "complete" ? rows : std::min(rows, columns);
  OracleTensor q = shaped(a, batch_of(a), {rows, rank});
  OracleTensor r = shaped(a, batch_of(a), {rank, columns});
  for (int64_t k = 0; k < count_of(a); ++k) {
    const auto factors = reflections(matrix_at(a, k), static_cast<size_t>(columns));
    set_matrix(q, k, factors.first);
    set_matrix(r, k, factors.second);
  }
  if (mode == "r") q = OracleTensor(a.kind, {0});
  return {q, r};
}

}  // namespace

void add_linear_algebra(Registry& registry) {
  const auto sign = [](Number x) -> Number { return x < 0 ? -1 : x > 0 ? 1 : 0; };
  const auto magnitude = [](Number x) { return std::log(std::fabs(x)); };
  const auto logarithm = [](Number x) { return std::log(x == 0 ? 0 : x); };
  const auto same = [](Number x) { return x; };
  const auto invert = [](const Matrix& a, bool) { return inverse(a); };
  const auto factor = [](const Matrix& a, bool upper) {
    return upper ? transposed(cholesky(transposed(a, a.size())), a.size()) : cholesky(a);
  };
  registry["linalg_inv"] = each_matrix("A", invert);
  registry["inverse"] = each_matrix("input", invert);
  registry["linalg_cholesky"] = registry["cholesky"] = each_matrix("input", factor);
  registry["linalg_det"] = each_determinant("A", {same});
  registry["det"] = each_determinant("input", {same});
  registry["linalg_slogdet"] = each_determinant("A", {sign, magnitude});
  registry["slogdet"] = each_determinant("input", {sign, magnitude});
  registry["logdet"] = each_determinant("input", {logarithm});
  registry["linalg_solve"] = solve;
  registry["linalg_solve_triangular"] = solve_triangular;
  registry["triangular_solve"] = triangular_solve;
  registry["linalg_qr"] = [](const Reader& r) {
    return qr(matrices(r, "A", false), r.text("mode", "reduced"));
  };
  registry["qr"] = [](const Reader& r) {
    return qr(matrices(r, "input", false), r.flag("some", true) ? "reduced" : "complete");
  };
}

}  // namespace weft_oracle
