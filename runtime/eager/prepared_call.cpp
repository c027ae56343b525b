#include <weft/runtime/eager/prepared_call.h>

#include <optional>
#include <utility>

#include <weft/ir/operators/compute.h>
#include <weft/ir/operators/memory_order.h>
#include <weft/ir/operators/view_map.h>
#include <weft/runtime/diagnostics.h>
#include <weft/runtime/eager/call_values.h>
#include <weft/runtime/eager/contraction.h>
#include <weft/runtime/eager/evaluate.h>
#include <weft/runtime/eager/joining.h>
#include <weft/runtime/eager/pooling.h>
#include <weft/runtime/eager/prepared_graph.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::eager {

namespace {

using Values = std::vector<ir::Value>;

/// A conversion whose result is its operand.
class PreparedIdentity : public PreparedCall {
 public:
  ir::Value run(const Values& arguments, SourceLocation) const override { return arguments[0]; }
};

bool is_operand_itself(const ir::Call& call) {
  const auto* pointwise = std::get_if<ir::Pointwise>(&call.op().meaning());
  return pointwise && ir::gives_operand(call, *pointwise);
}

std::vector<std::int64_t> constants(const std::vector<ir::IntExpr>& values) {
  std::vector<std::int64_t> result;
  result.reserve(values.size());
  for (const ir::IntExpr& value : values) result.push_back(value.value());
  return result;
}

/// An expression that is computed as if its dimensions were in the order in which its result lies
/// in memory.
class PreparedInMemoryOrder : public PreparedCompute {
 public:
  PreparedInMemoryOrder(ir::Compute compute, const ir::TensorMeta& result,
                        const std::vector<ir::TensorHandle>& inputs, const std::string& name)
      : sizes_(constants(result.sizes)), strides_(constants(result.strides)) {
    const std::vector<ir::IntExpr> sizes = compute.sizes;
    const std::vector<ir::Symbol> vars = compute.vars;
    const std::vector<std::size_t> order = ir::memory_order(result.sizes, result.strides);
    for (std::size_t k = 0; k < order.size(); ++k) {
      compute.sizes[k] = sizes[order[k]];
      compute.vars[k] = vars[order[k]];
    }
    dense_ = prepare_evaluation(std::move(compute), inputs, name);
  }

  ir::TensorHandle run(const std::vector<ir::TensorHandle>& inputs,
                       SourceLocation where) const override {
    ir::TensorHandle result = dense_->run(inputs, where);
    result->sizes = sizes_;
    result->strides = strides_;
    return result;
  }

 private:
  std::vector<std::int64_t> sizes_;
  std::vector<std::int64_t> strides_;
  std::unique_ptr<const PreparedCompute> dense_;
};

/// Tensor expressions, one per result.
class PreparedComputes : public PreparedCall {
 public:
  PreparedComputes(const ir::Call& call, const Values& arguments) : op_(call.op()) {
    const std::vector<ir::TensorHandle> inputs = tensor_inputs(arguments);
    const ir::ValueMeta metas = ir::infer(call);
    for (ir::Compute& compute : ir::compute_of(call)) {
      const ir::ValueMeta* const meta = metas.list() ? &metas.list()->at(results_.size()) : &metas;
      results_.push_back(prepare_result(call, std::move(compute), *meta->tensor(), inputs));
    }
  }

  ir::Value run(const Values& arguments, SourceLocation where) const override {
    const std::vector<ir::TensorHandle> inputs = tensor_inputs(arguments);
    Values values;
    values.reserve(results_.size());
    for (const auto& result : results_) values.emplace_back(result->run(inputs, where));
    return pack_results(op_, std::move(values));
  }

 private:
  static std::unique_ptr<const PreparedCompute> prepare_result(
      const ir::Call& call, ir::Compute compute, const ir::TensorMeta& meta,
      const std::vector<ir::TensorHandle>& inputs) {
    const std::string& name = call.op().schema.name;
    if (meta.strides != ir::contiguous_strides(meta.sizes)) {
      return std::make_unique<PreparedInMemoryOrder>(std::move(compute), meta, inputs, name);
    }
    if (auto contraction = prepare_contraction(compute, call, inputs)) return contraction;
    if (auto pooling = prepare_pooling(compute, inputs)) return pooling;
    if (auto joining = prepare_joining(compute, call, inputs)) return joining;
    return prepare_evaluation(std::move(compute), inputs, name);
  }

  const ir::Operator& op_;
  std::vector<std::unique_ptr<const PreparedCompute>> results_;
};

/// Views of the first tensor, or of a dense copy of it.
class PreparedViews : public PreparedCall {
 public:
  PreparedViews(const ir::Call& call, const ir::View& view) : op_(call.op()) {
    const ir::TensorMeta& meta = call.tensor(0);
    for (const ir::ViewMap& map : view.rule(call)) {
      Result result{constants(map.sizes), {}, 0, Source::kInput};
      if (view.dense) {  // contiguous: the tensor itself where it has the order already
        const std::vector<ir::IntExpr> strides = ir::copy_strides(call);
        result.source = ir::has_strides(meta, strides) ? Source::kItself : Source::kOrderedCopy;
        result.strides = constants(strides);
      } else if (const auto layout = ir::layout_of(map, meta.sizes, meta.strides)) {
        result.strides = constants(layout->strides);
        result.offset = layout->offset.value();
      } else if (view.may_copy) {
        result.source = Source::kCopy;
        result.strides = constants(ir::contiguous_strides(map.sizes));
      } else {
        call.fail(diag::ViewNotPossible, {ir::shape_str(meta.sizes), ir::shape_str(meta.strides),
                                          ir::shape_str(map.sizes)});
      }
      results_.push_back(std::move(result));
    }
  }

  ir::Value run(const Values& arguments, SourceLocation) const override {
    const ir::TensorHandle& input = *arguments[0].tensor();
    Values values;
    values.reserve(results_.size());
    for (const Result& result : results_) {
      if (result.source == Source::kItself) {
        values.emplace_back(input);
      } else if (result.source == Source::kOrderedCopy) {
        values.emplace_back(copy_with_strides(input, result.strides));
      } else if (result.source == Source::kCopy) {
        values.emplace_back(make_view(contiguous(input), result.sizes, result.strides, 0));
      } else {
        values.emplace_back(
            make_view(input, result.sizes, result.strides, input->offset + result.offset));
      }
    }
    return pack_results(op_, std::move(values));
  }

 private:
  enum class Source { kInput, kItself, kOrderedCopy, kCopy };
  struct Result {
    std::vector<std::int64_t> sizes, strides;
    std::int64_t offset;  ///< from the input's, in elements
    Source source;
  };
  const ir::Operator& op_;
  std::vector<Result> results_;
};

}  // namespace

std::shared_ptr<const PreparedCall> prepare(const ir::Call& call, const Values& arguments) {
  const ir::Meaning& meaning = call.op().meaning();
  if (is_operand_itself(call)) return std::make_shared<PreparedIdentity>();
  if (const auto* view = std::get_if<ir::View>(&meaning)) {
    return std::make_shared<PreparedViews>(call, *view);
  }
  if (std::holds_alternative<ir::DecomposeRule>(meaning)) {
    return prepare_decomposition(call, arguments);
  }
  return std::make_shared<PreparedComputes>(call, arguments);
}

}  // namespace weft::eager
