#include <weft/runtime/eager/prepared_call.h>

#include <optional>
#include <utility>

#include <weft/ir/operators/view_map.h>
#include <weft/runtime/diagnostics.h>
#include <weft/runtime/eager/call_values.h>
#include <weft/runtime/eager/contraction.h>
#include <weft/runtime/eager/evaluate.h>
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

/// The type is the same, and no copy is asked for.
bool is_operand_itself(const ir::Call& call) {
  const ir::Schema& schema = call.op().schema;
  if (!std::holds_alternative<ir::Pointwise>(call.op().meaning())) return false;
  if (schema.results.size() != 1 || !schema.results[0].aliased) return false;
  const std::optional<std::size_t> copy = schema.find("copy");
  if (copy && call.boolean(*copy)) return false;
  return ir::infer(call).tensor()->dtype == call.tensor(0).dtype;
}

/// Tensor expressions, one per result.
class PreparedComputes : public PreparedCall {
 public:
  PreparedComputes(const ir::Call& call, const Values& arguments) : op_(call.op()) {
    const std::vector<ir::TensorHandle> inputs = tensor_inputs(arguments);
    for (ir::Compute& compute : ir::compute_of(call)) {
      results_.push_back(prepare_contraction(compute, call, inputs));
      if (!results_.back()) {
        results_.back() = prepare_evaluation(std::move(compute), inputs, call.op().schema.name);
      }
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
  const ir::Operator& op_;
  std::vector<std::unique_ptr<const PreparedCompute>> results_;
};

std::vector<std::int64_t> constants(const std::vector<ir::IntExpr>& values) {
  std::vector<std::int64_t> result;
  result.reserve(values.size());
  for (const ir::IntExpr& value : values) result.push_back(value.value());
  return result;
}

/// Views of the first tensor, or of a dense copy of it.
class PreparedViews : public PreparedCall {
 public:
  PreparedViews(const ir::Call& call, const ir::View& view) : op_(call.op()) {
    const ir::TensorMeta& meta = call.tensor(0);
    for (const ir::ViewMap& map : view.rule(call)) {
      Result result{constants(map.sizes), {}, 0, Source::kInput};
      if (view.dense) {  // contiguous: the tensor itself where it is dense
        result.source = Source::kDenseInput;
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
      if (result.source == Source::kDenseInput) {
        values.emplace_back(contiguous(input));
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
  enum class Source { kInput, kDenseInput, kCopy };
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
