#include <weft/runtime/eager/matrix_product.h>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include <weft/runtime/deploy/thread_pool.h>
#include <weft/runtime/eager/isa_kernels.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/eager/index_function.h>
#include <weft/runtime/eager/parallel.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::eager {

namespace {

using ir::ScalarOp;
using Extents = std::vector<std::int64_t>;

weft_deploy::MatrixForm form_of(const MatrixOperand& b) {
  return b.column_stride == 1 ? weft_deploy::MatrixForm::kRows
         : b.row_stride == 1  ? weft_deploy::MatrixForm::kColumns
                              : weft_deploy::MatrixForm::kStrided;
}

/// A loop variable with its steps through the two operands.
struct Axis {
  std::size_t variable;  ///< position among the result's variables, or among the reduction's
  std::int64_t extent;
  std::int64_t step_a;
  std::int64_t step_b;
};

std::int64_t points(const std::vector<Axis>& axes) {
  std::int64_t count = 1;
  for (const Axis& axis : axes) count *= axis.extent;
  return count;
}

/// The load of a float32 or half tensor below an optional cast to float32.
const ir::ScalarNode* loaded(const ir::ScalarExpr& value) {
  if (value.type() != DType::kFloat32) return nullptr;
  const ir::ScalarNode* node = value.get();
  if (node->op == ScalarOp::kCast && ir::is_half(node->operands[0].type())) {
    node = node->operands[0].get();
  }
  return node->op == ScalarOp::kLoad && node->operands.empty() ? node : nullptr;
}

/// An input with its step for every loop variable, as float32: where the input has another type, a
/// dense copy.
struct LoadedOperand {
  std::size_t input = 0;
  std::int64_t start = 0;
  Extents steps;

  ir::TensorHandle tensor(const std::vector<ir::TensorHandle>& inputs) const {
    const ir::TensorHandle& given = inputs[input];
    return given->dtype == DType::kFloat32 ? given : dense_as(given, DType::kFloat32);
  }
};

std::optional<LoadedOperand> load_operand(const ir::ScalarNode& load, const IndexScope& scope,
                                          const std::vector<ir::TensorHandle>& inputs) {
  LoadedOperand operand;
  operand.input = static_cast<std::size_t>(load.input);
  const TensorImpl& given = *inputs[operand.input];
  const Extents strides =
      given.dtype == DType::kFloat32 ? given.strides : dense_strides(given.sizes);
  ir::IntExpr offset = 0;
  for (std::size_t d = 0; d < load.indices.size(); ++d) {
    offset += load.indices[d] * ir::IntExpr(strides[d]);
  }
  const IndexFunction function(offset, scope);
  if (!function.is_affine()) return std::nullopt;
  operand.start = function.base();
  operand.steps = function.coefficients();
  return operand;
}

/// The operand with dimensions batch, `first`, `second` as matrices. Where a group of axes is not
/// one step, the elements are copied together.
class Matrices {
 public:
  Matrices(const ir::TensorHandle& tensor, std::int64_t start, const std::vector<Axis>& batch,
           const std::vector<Axis>& first, const std::vector<Axis>& second,
           std::int64_t Axis::* step) {
    Extents sizes;
    Extents strides;
    for (const auto* axes : {&batch, &first, &second}) {
      for (const Axis& axis : *axes) {
        sizes.push_back(axis.extent);
        strides.push_back(axis.*step);
      }
    }
    ir::TensorHandle view =
        make_view(tensor, std::move(sizes), std::move(strides), tensor->offset + start);
    if (!one_step(first, step) || !one_step(second, step)) {
      view = contiguous(view);
    }
    storage_ = view;
    matrix_.data = view->data_as<float>();
    matrix_.row_stride = first.empty() ? 0 : view->strides[batch.size() + first.size() - 1];
    matrix_.column_stride = second.empty() ? 0 : view->strides.back();
    add_batches(batch.size(), 0, 0);
  }
  const MatrixOperand& get() const { return matrix_; }

 private:
  static bool one_step(const std::vector<Axis>& axes, std::int64_t Axis::* step) {
    for (std::size_t k = 1; k < axes.size(); ++k) {
      if (axes[k - 1].*step != axes[k].*step * axes[k].extent) return false;
    }
    return true;
  }

  void add_batches(std::size_t count, std::size_t d, std::int64_t offset) {
    if (d == count) {
      matrix_.batch_offsets.push_back(offset);
      return;
    }
    for (std::int64_t i = 0; i < storage_->sizes[d]; ++i) {
      add_batches(count, d + 1, offset + i * storage_->strides[d]);
    }
  }

  ir::TensorHandle storage_;
  MatrixOperand matrix_;
};

/// The axes of a product by what they mean; axes of extent 1 are left out.
struct Roles {
  std::vector<Axis> batch, rows, columns, depth;

  Roles(const ir::Compute& compute, const LoadedOperand& a, const LoadedOperand& b) {
    const std::size_t results = compute.vars.size();
    for (std::size_t d = 0; d < results + compute.reduce_vars.size(); ++d) {
      const bool reduced = d >= results;
      const Axis axis{d, (reduced ? compute.reduce_sizes[d - results] : compute.sizes[d]).value(),
                      a.steps[d], b.steps[d]};
      if (axis.extent == 1) continue;
      if (reduced) {
        depth.push_back(axis);
      } else if (axis.step_a != 0 && axis.step_b == 0) {
        rows.push_back(axis);
      } else if (axis.step_a == 0 && axis.step_b != 0) {
        columns.push_back(axis);
      } else {
        batch.push_back(axis);
      }
    }
  }
  /// True where the innermost dimension of the result comes from the first operand.
  bool ends_in_rows() const {
    return !rows.empty() && (columns.empty() || rows.back().variable > columns.back().variable);
  }
};

/// The product, whose elements lie as [batch, rows, columns], with those of the result's dimensions.
ir::TensorHandle arranged(const ir::TensorHandle& product, const Roles& roles,
                          const std::vector<Axis>& rows, const std::vector<Axis>& columns,
                          const Extents& sizes) {
  Extents strides(sizes.size(), 0);
  std::int64_t stride = 1;
  for (const auto* axes : {&columns, &rows, &roles.batch}) {
    for (std::size_t k = axes->size(); k-- > 0;) {
      strides[(*axes)[k].variable] = stride;
      stride *= (*axes)[k].extent;
    }
  }
  const ir::TensorHandle view = make_view(product, sizes, std::move(strides), 0);
  return view->is_contiguous() ? product : contiguous(view);
}

}  // namespace

void multiply_matrices(const MatrixOperand& a, const MatrixOperand& b, std::int64_t rows,
                       std::int64_t columns, std::int64_t depth, float* out) {
  const IsaKernels& kernels = isa_kernels();
  const weft_deploy::Executor executor = weft_deploy::default_executor();
  const auto count = static_cast<std::int64_t>(a.batch_offsets.size());
  const bool small = count * rows * columns * depth < kWorthThreads;
  const int threads = small ? 1 : executor.concurrency(executor.self);
  const weft_deploy::MatrixForm form = form_of(b);
  const weft_deploy::GemmPlan plan =
      weft_deploy::plan_gemm(kernels.lanes, rows, columns, depth, form, threads);
  const std::int64_t tiles = plan.tile_count();
  const std::int64_t scratch_floats =
      weft_deploy::gemm_scratch_floats(kernels.lanes, rows, columns, depth, form);
  WorkerScratch scratch(scratch_floats);
  scratch.run(count * tiles, small, [&](std::int64_t begin, std::int64_t end, float* own) {
    while (begin < end) {
      const std::int64_t matrix = begin / tiles;
      const std::int64_t last = std::min(end, (matrix + 1) * tiles);
      const auto i = static_cast<std::size_t>(matrix);
      const GemmTask task{plan,
                          a.data + a.batch_offsets[i],
                          a.row_stride,
                          a.column_stride,
                          b.data + b.batch_offsets[i],
                          b.row_stride,
                          b.column_stride,
                          out + matrix * rows * columns,
                          columns};
      kernels.gemm(task, begin - matrix * tiles, last - matrix * tiles, own);
      begin = last;
    }
  });
}

namespace {

class PreparedProduct : public PreparedCompute {
 public:
  PreparedProduct(const ir::Compute& compute, LoadedOperand a, LoadedOperand b, Roles roles)
      : dtype_(compute.dtype), roles_(std::move(roles)), swap_(roles_.ends_in_rows()),
        first_(swap_ ? std::move(b) : std::move(a)), second_(swap_ ? std::move(a) : std::move(b)) {
    for (const ir::IntExpr& size : compute.sizes) sizes_.push_back(size.value());
  }

  ir::TensorHandle run(const std::vector<ir::TensorHandle>& inputs,
                       SourceLocation) const override {
    ir::TensorHandle result = make_tensor(DType::kFloat32, sizes_);
    if (result->numel() > 0 && points(roles_.depth) > 0) {
      const auto& rows = swap_ ? roles_.columns : roles_.rows;
      const auto& columns = swap_ ? roles_.rows : roles_.columns;
      const auto step_first = swap_ ? &Axis::step_b : &Axis::step_a;
      const auto step_second = swap_ ? &Axis::step_a : &Axis::step_b;
      const Matrices first(first_.tensor(inputs), first_.start, roles_.batch, rows, roles_.depth,
                           step_first);
      const Matrices second(second_.tensor(inputs), second_.start, roles_.batch, roles_.depth,
                            columns, step_second);
      multiply_matrices(first.get(), second.get(), points(rows), points(columns),
                        points(roles_.depth), result->data_as<float>());
      result = arranged(result, roles_, rows, columns, sizes_);
    }
    return dense_as(result, dtype_);
  }

 private:
  DType dtype_;
  Roles roles_;
  bool swap_;
  LoadedOperand first_, second_;
  Extents sizes_;
};

}  // namespace

std::unique_ptr<const PreparedCompute> prepare_product(
    const ir::Compute& compute, const std::vector<ir::TensorHandle>& inputs) {
  if (compute.combine != ir::Combine::kSum || !compute.indirect.empty()) return nullptr;
  if (compute.body->op != ScalarOp::kMul) return nullptr;
  const ir::ScalarNode* left = loaded(compute.body->operands[0]);
  const ir::ScalarNode* right = loaded(compute.body->operands[1]);
  if (!left || !right) return nullptr;
  const bool rounds = ir::is_half(compute.dtype);
  if (static_cast<bool>(compute.finalize) != rounds) return nullptr;
  if (!rounds && compute.dtype != DType::kFloat32) return nullptr;

  IndexScope scope;
  scope.loops = compute.vars;
  scope.loops.insert(scope.loops.end(), compute.reduce_vars.begin(), compute.reduce_vars.end());
  std::optional<LoadedOperand> a = load_operand(*left, scope, inputs);
  std::optional<LoadedOperand> b = load_operand(*right, scope, inputs);
  if (!a || !b) return nullptr;
  Roles roles(compute, *a, *b);
  if (roles.rows.empty() && roles.columns.empty()) return nullptr;  // dot products
  return std::make_unique<PreparedProduct>(compute, std::move(*a), std::move(*b),
                                           std::move(roles));
}

}  // namespace weft::eager
