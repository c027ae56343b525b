/// \file Inverses, determinants, factors and solutions of matrices.
#include <string>
#include <type_traits>
#include <vector>

#include <weft/ir/diagnostics.h>
#include <weft/runtime/deploy/linear_algebra.h>
#include <weft/runtime/kernels/kernels.h>
#include <weft/runtime/kernels/lines.h>

namespace weft::kernels {

namespace {

using Values = std::vector<ir::Value>;
using Sizes = std::vector<std::int64_t>;

/// Dense matrices with what their shape says.
struct Matrices {
  ir::TensorHandle tensor;
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t count = 1;

  explicit Matrices(const ir::Value& value)
      : tensor(dense_as(*value.tensor(), (*value.tensor())->dtype)),
        rows(tensor->sizes[tensor->sizes.size() - 2]),
        columns(tensor->sizes.back()) {
    for (const std::int64_t size : batch()) count *= size;
  }
  Sizes batch() const { return {tensor->sizes.begin(), tensor->sizes.end() - 2}; }
  ir::TensorHandle with_batch(std::initializer_list<std::int64_t> last) const {
    Sizes sizes = batch();
    sizes.insert(sizes.end(), last);
    return make_tensor(tensor->dtype, sizes);
  }
};

/// Calls `work` with a null pointer of the element type, which is float or double.
template <typename Work>
void with_elements(const Matrices& matrices, const Work& work) {
  eager::with_type(matrices.tensor->dtype, [&]<typename T>(T* none) {
    if constexpr (std::is_floating_point_v<T>) work(none);
  });
}

/// Room for a matrix, and for an integer and an element more in each of its rows and columns.
std::vector<std::int64_t> scratch_for(const Matrices& matrices) {
  return std::vector<std::int64_t>(static_cast<std::size_t>(matrices.rows * matrices.columns +
                                                            matrices.rows + matrices.columns));
}

void require_regular(const ir::Call& call, bool regular) {
  if (!regular) call.fail(diag::ValueOutOfDomain, {"a matrix is singular"});
}

Values inverse(const ir::Call& call, const Values& arguments) {
  const Matrices a(arguments[0]);
  const ir::TensorHandle result = a.with_batch({a.rows, a.rows});
  std::vector<std::int64_t> scratch = scratch_for(a);
  with_elements(a, [&]<typename T>(T*) {
    require_regular(call, weft_deploy::invert_matrices(0, a.count, a.rows, a.tensor->data_as<T>(),
                                                       result->data_as<T>(), scratch.data()));
  });
  return {result};
}

Values determinant(const ir::Call&, const Values& arguments) {
  const Matrices a(arguments[0]);
  const ir::TensorHandle result = a.with_batch({});
  std::vector<std::int64_t> scratch = scratch_for(a);
  with_elements(a, [&]<typename T>(T*) {
    weft_deploy::determinants(0, a.count, a.rows, a.tensor->data_as<T>(), result->data_as<T>(),
                              scratch.data());
  });
  return {result};
}

Values log_determinant(const ir::Call&, const Values& arguments) {
  const Matrices a(arguments[0]);
  const ir::TensorHandle signs = a.with_batch({});
  const ir::TensorHandle logarithms = a.with_batch({});
  std::vector<std::int64_t> scratch = scratch_for(a);
  with_elements(a, [&]<typename T>(T*) {
    weft_deploy::log_determinants(0, a.count, a.rows, a.tensor->data_as<T>(), signs->data_as<T>(),
                                  logarithms->data_as<T>(), scratch.data());
  });
  return {signs, logarithms};
}

Values cholesky(const ir::Call& call, const Values& arguments) {
  const Matrices a(arguments[0]);
  const ir::TensorHandle result = a.with_batch({a.rows, a.rows});
  with_elements(a, [&]<typename T>(T*) {
    if (!weft_deploy::cholesky_factors(0, a.count, call.boolean(1), a.rows, a.tensor->data_as<T>(),
                                       result->data_as<T>())) {
      call.fail(diag::ValueOutOfDomain, {"a matrix is not positive definite"});
    }
  });
  return {result};
}

Values solve(const ir::Call& call, const Values& arguments) {
  const Matrices a(arguments[0]);
  const Matrices b(arguments[1]);
  const ir::TensorHandle result = b.with_batch({b.rows, b.columns});
  std::vector<std::int64_t> scratch = scratch_for(a);
  with_elements(a, [&]<typename T>(T*) {
    require_regular(call, weft_deploy::solve_matrices(
                              0, a.count, a.rows, b.columns, a.tensor->data_as<T>(),
                              b.tensor->data_as<T>(), result->data_as<T>(), scratch.data()));
  });
  return {result};
}

Values solve_triangular(const ir::Call& call, const Values& arguments) {
  const Matrices a(arguments[0]);
  const Matrices b(arguments[1]);
  const ir::TensorHandle result = b.with_batch({b.rows, b.columns});
  with_elements(a, [&]<typename T>(T*) {
    weft_deploy::solve_triangles(0, a.count, call.boolean(2), call.boolean(3), a.rows, b.columns,
                                 a.tensor->data_as<T>(), b.tensor->data_as<T>(),
                                 result->data_as<T>());
  });
  return {result};
}

Values qr(const ir::Call& call, const Values& arguments) {
  const Matrices a(arguments[0]);
  const std::string& mode = call.text(1);
  const std::int64_t rank = mode == "complete" ? a.rows : std::min(a.rows, a.columns);
  const bool wants_basis = mode != "r";
  const ir::TensorHandle q =
      wants_basis ? a.with_batch({a.rows, rank}) : make_tensor(a.tensor->dtype, {0});
  const ir::TensorHandle r = a.with_batch({rank, a.columns});
  std::vector<std::int64_t> scratch = scratch_for(a);
  with_elements(a, [&]<typename T>(T*) {
    weft_deploy::qr_factors(0, a.count, a.rows, a.columns, wants_basis ? rank : 0, rank,
                            a.tensor->data_as<T>(), q->data_as<T>(), r->data_as<T>(),
                            static_cast<void*>(scratch.data()));
  });
  return {q, r};
}

constexpr KernelRow kRows[] = {
    {"linalg_inv", inverse},
    {"linalg_det", determinant},
    {"linalg_slogdet", log_determinant},
    {"linalg_cholesky", cholesky},
    {"linalg_solve.matrices", solve},
    {"linalg_solve_triangular.matrices", solve_triangular},
    {"linalg_qr", qr},
};

}  // namespace

std::span<const KernelRow> linear_algebra_kernels() { return kRows; }

}  // namespace weft::kernels
