/// \file Rows of linear algebra: inverses, determinants, factors and solutions of matrices in the
/// last two dimensions. What comes before these is a batch.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include <weft/ir/graph.h>
#include <weft/ir/operators/broadcast.h>
#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/operand_checks.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir {
namespace {

using Metas = std::vector<ValueMeta>;
using Nodes = std::vector<Node*>;
using Sizes = std::vector<IntExpr>;

/// float32 and float64, as in PyTorch: factors of half types would be noise.
/// \error W1207, W1208
void require_matrices(const Call& call, std::size_t i) {
  const TensorMeta& meta = call.tensor(i);
  if (meta.dtype != DType::kFloat32 && meta.dtype != DType::kFloat64) {
    call.fail(diag::DTypeMismatch, {fmt::format("the matrices need float32 or float64, got {}",
                                                dtype_name(meta.dtype))});
  }
  if (meta.rank() < 2) {
    call.fail(
        diag::ShapeMismatch,
        {fmt::format("a matrix needs at least 2 dimensions, got shape {}", shape_str(meta.sizes))});
  }
}

/// \error W1207, W1208
void require_square(const Call& call, std::size_t i) {
  require_matrices(call, i);
  const Sizes& sizes = call.tensor(i).sizes;
  if (sizes.back() == sizes[sizes.size() - 2]) return;
  call.fail(diag::ShapeMismatch,
            {fmt::format("the matrices have to be square, got shape {}", shape_str(sizes))});
}

Sizes batch_of(const TensorMeta& meta) { return {meta.sizes.begin(), meta.sizes.end() - 2}; }

Metas square_rule(const Call& call) {
  require_square(call, 0);
  return {{dense(call.tensor(0).dtype, call.tensor(0).sizes)}};
}

Metas number_rule(const Call& call) {
  require_square(call, 0);
  return {{dense(call.tensor(0).dtype, batch_of(call.tensor(0)))}};
}

Metas sign_and_logarithm_rule(const Call& call) {
  Metas one = number_rule(call);
  return {one[0], one[0]};
}

/// The operator of the same meaning in torch.linalg.
template <const char* const& name>
Nodes renamed(Decomposition& d) {
  return {d.op(name, {d.argument(0)})};
}
constexpr const char* kInverse = "linalg_inv";
constexpr const char* kDeterminant = "linalg_det";

Nodes slogdet_rule(Decomposition& d) {
  Node* both = d.op("linalg_slogdet", {d.argument(0)});
  return {d.op("getitem", {both, 0}), d.op("getitem", {both, 1})};
}

/// NaN where the determinant is negative.
Nodes logdet_rule(Decomposition& d) {
  Node* both = d.op("linalg_slogdet", {d.argument(0)});
  Node* negative = d.op("lt", {d.op("getitem", {both, 0}), 0});
  return {d.op("masked_fill",
               {d.op("getitem", {both, 1}), negative, std::numeric_limits<double>::quiet_NaN()})};
}

Nodes cholesky_rule(Decomposition& d) {
  return {d.op("linalg_cholesky", {d.argument(0)}, {{"upper", d.argument(1)}})};
}

/// A x = B for matrices of equal batches.
Metas solution_rule(const Call& call) {
  require_square(call, 0);
  require_matrices(call, 1);
  need_same_type(call, 0, 1);
  const TensorMeta& a = call.tensor(0);
  const TensorMeta& b = call.tensor(1);
  if (batch_of(a) != batch_of(b) || !(a.sizes.back() == b.sizes[b.rank() - 2])) {
    call.fail(diag::ShapeMismatch, {fmt::format("matrices {} and right sides {} do not fit",
                                                shape_str(a.sizes), shape_str(b.sizes))});
  }
  return {{dense(b.dtype, b.sizes)}};
}

/// The matrices, repeated where a batch of `other` has other extents than theirs.
Argument stretched(Decomposition& d, const Argument& matrices, const Argument& other) {
  const Sizes own = batch_of(d.meta(matrices));
  const Sizes theirs = batch_of(d.meta(other));
  Sizes batch = own;
  broadcast_into(d.call(), batch, theirs);
  if (batch == own) return matrices;
  std::vector<Argument> sizes;
  for (std::size_t k = 0; k < batch.size(); ++k) {
    if (const auto constant = batch[k].maybe_value()) {
      sizes.emplace_back(*constant);
      continue;
    }
    // An extent is taken from the operand that has it.
    const std::size_t skipped = batch.size() - own.size();
    const bool mine = k >= skipped && own[k - skipped] == batch[k];
    const std::size_t at = mine ? k - skipped : k + theirs.size() - batch.size();
    sizes.emplace_back(d.op("size.int", {mine ? matrices : other, static_cast<std::int64_t>(at)}));
  }
  sizes.emplace_back(-1);
  sizes.emplace_back(-1);
  return d.op("expand", {matrices, std::move(sizes)});
}

/// A x = B or x A = B through `solve`, which gets matrices of equal batches.
template <typename Solve>
Node* solved(Decomposition& d, Argument a, Argument b, bool left, const Solve& solve) {
  const auto turned = [&](const Argument& x) { return d.op("transpose", {x, -2, -1}); };
  const Argument matrices = stretched(d, a, b);
  b = stretched(d, b, a);
  a = matrices;
  if (left) return solve(a, b);
  Node* solution = solve(turned(a), turned(b));
  return d.op("clone", {turned(solution)}, {});
}

/// As in PyTorch a B of one dimension less, with the extents of A without the last, is a batch of
/// vectors.
Nodes solve_rule(Decomposition& d) {
  const Call& call = d.call();
  require_square(call, 0);
  need_same_type(call, 0, 1);
  const TensorMeta& a = call.tensor(0);
  const TensorMeta& b = call.tensor(1);
  const bool left = call.boolean(2);
  const bool vectors =
      b.rank() == 1 || (b.rank() + 1 == a.rank() && std::equal(b.sizes.begin(), b.sizes.end(),
                                                               a.sizes.begin(), a.sizes.end() - 1));
  if (vectors && !left) {
    call.fail(diag::ValueOutOfDomain, {"`left` has to be true where B is a vector"});
  }
  Argument right = d.argument(1);
  if (vectors) right = d.op("unsqueeze", {right, -1});
  if (!vectors) require_matrices(call, 1);
  Node* solution = solved(d, d.argument(0), right, left, [&](const Argument& x, const Argument& y) {
    return d.op("linalg_solve.matrices", {x, y});
  });
  if (vectors) solution = d.op("squeeze.dim", {solution, -1});
  return {solution};
}

Node* solve_with_triangle(Decomposition& d, const Argument& a, const Argument& b, bool upper,
                          bool left, bool unit) {
  // Turned around for x A = B, an upper triangle is a lower one.
  const bool is_upper = upper == left;
  return solved(d, a, b, left, [&](const Argument& x, const Argument& y) {
    return d.op("linalg_solve_triangular.matrices", {x, y, is_upper, unit});
  });
}

/// (A, B, *, upper, left, unitriangular)
Nodes solve_triangular_rule(Decomposition& d) {
  const Call& call = d.call();
  require_square(call, 0);
  require_matrices(call, 1);
  need_same_type(call, 0, 1);
  return {solve_with_triangle(d, d.argument(0), d.argument(1), call.boolean(2), call.boolean(3),
                              call.boolean(4))};
}

/// (input, A, upper, transpose, unitriangular)
Nodes triangular_solve_rule(Decomposition& d) {
  const Call& call = d.call();
  require_square(call, 1);
  require_matrices(call, 0);
  need_same_type(call, 0, 1);
  const bool transposed = call.boolean(3);
  Argument a = d.argument(1);
  if (transposed) a = d.op("transpose", {a, -2, -1});
  Node* solution = solve_with_triangle(d, a, d.argument(0), call.boolean(2) != transposed, true,
                                       call.boolean(4));
  return {solution, d.op("clone", {stretched(d, d.argument(1), d.argument(0))})};
}

/// reduced: Q [m, k] and R [k, n] with k = min(m, n); complete: Q [m, m] and R [m, n]; r: as
/// reduced, without Q.
Metas qr_rule(const Call& call) {
  require_matrices(call, 0);
  const std::string& mode = call.text(1);
  if (mode != "reduced" && mode != "complete" && mode != "r") {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("`mode` is 'reduced', 'complete' or 'r', got '{}'", mode)});
  }
  const TensorMeta& a = call.tensor(0);
  const IntExpr rows = a.sizes[a.rank() - 2];
  const IntExpr columns = a.sizes.back();
  const IntExpr rank = mode == "complete" ? rows : min(rows, columns);
  Sizes q = batch_of(a);
  Sizes r = q;
  q.insert(q.end(), {rows, rank});
  r.insert(r.end(), {rank, columns});
  if (mode == "r") q = {0};
  return {{dense(a.dtype, std::move(q))}, {dense(a.dtype, std::move(r))}};
}

Nodes old_qr_rule(Decomposition& d) {
  Node* both = d.op("linalg_qr", {d.argument(0), d.call().boolean(1) ? "reduced" : "complete"});
  return {d.op("getitem", {both, 0}), d.op("getitem", {both, 1})};
}

constexpr OperatorRow kRows[] = {
    {"linalg_inv(Tensor A) -> Tensor", "The inverses of square matrices.", Structured{square_rule},
     kFunction},
    {"inverse(Tensor input) -> Tensor", "The inverses of square matrices.", renamed<kInverse>},
    {"linalg_det(Tensor A) -> Tensor", "The determinants of square matrices.",
     Structured{number_rule}, kFunction},
    {"det(Tensor input) -> Tensor", "The determinants of square matrices.", renamed<kDeterminant>},
    {"linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet)",
     "The signs of the determinants of square matrices, and the logarithms of their magnitudes.",
     Structured{sign_and_logarithm_rule}, kFunction},
    {"slogdet(Tensor input) -> (Tensor sign, Tensor logabsdet)",
     "The signs of the determinants of square matrices, and the logarithms of their magnitudes.",
     slogdet_rule},
    {"logdet(Tensor input) -> Tensor",
     "The logarithms of the determinants of square matrices; NaN where one is negative.",
     logdet_rule},
    {"linalg_cholesky(Tensor input, *, bool upper=False) -> Tensor",
     "The triangles L of the positive definite matrices L L^T, or their transposes.",
     Structured{square_rule}, kFunction},
    {"cholesky(Tensor input, bool upper=False) -> Tensor",
     "The triangles L of the positive definite matrices L L^T, or their transposes.",
     cholesky_rule},
    {"linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor",
     "The solutions X of A X = B, or of X A = B.", solve_rule, kFunction},
    {"linalg_solve.matrices(Tensor A, Tensor B) -> Tensor",
     "The solutions X of A X = B for matrices of equal batches.", Structured{solution_rule}, 0},
    {"linalg_solve_triangular(Tensor input, Tensor B, *, bool upper, bool left=True, bool "
     "unitriangular=False) -> Tensor",
     "The solutions X of A X = B, or of X A = B, for triangles A.", solve_triangular_rule,
     kFunction},
    {"linalg_solve_triangular.matrices(Tensor input, Tensor B, bool upper, bool unitriangular) -> "
     "Tensor",
     "The solutions X of A X = B for triangles A of equal batches.", Structured{solution_rule}, 0},
    {"triangular_solve(Tensor input, Tensor A, bool upper=True, bool transpose=False, bool "
     "unitriangular=False) -> (Tensor solution, Tensor cloned_coefficient)",
     "The solutions X of A X = input for triangles A, and a copy of A.", triangular_solve_rule},
    {"linalg_qr(Tensor A, str mode='reduced') -> (Tensor Q, Tensor R)",
     "Matrices as products of orthogonal columns and an upper triangle.", Structured{qr_rule},
     kFunction},
    {"qr(Tensor input, bool some=True) -> (Tensor Q, Tensor R)",
     "Matrices as products of orthogonal columns and an upper triangle.", old_qr_rule},
};

}  // namespace

std::span<const OperatorRow> linear_algebra_rows() { return kRows; }

}  // namespace weft::ir
