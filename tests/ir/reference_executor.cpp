#include "reference_executor.h"

#include <cmath>
#include <map>
#include <stdexcept>

#include <weft/ir/operators/view_map.h>

namespace weft::ir::testing {
namespace {

using Index = std::vector<std::int64_t>;
using Inputs = std::vector<const TensorImpl*>;

Index constant_sizes(const std::vector<IntExpr>& sizes) {
  Index result;
  for (const IntExpr& s : sizes) result.push_back(s.value());
  return result;
}

// Evaluates one element of a tensor expression.
class Evaluator {
 public:
  explicit Evaluator(const Inputs& inputs) : inputs_(inputs) {}

  void set(const std::vector<Symbol>& vars, const Index& index) {
    for (std::size_t d = 0; d < vars.size(); ++d) values_[vars[d]->id] = index[d];
  }
  std::int64_t integer(const IntExpr& e) const {
    return e.evaluate([this](const SymbolInfo& s) { return values_.at(s.id); });
  }
  double scalar(const ScalarExpr& e) const {
    const ScalarNode& n = *e;
    const auto operand = [&](std::size_t i) { return scalar(n.operands[i]); };
    switch (n.op) {
      case ScalarOp::kConstant:
        return n.constant.as_double();
      case ScalarOp::kAccumulator:
        return accumulator;
      case ScalarOp::kIndex:
        return static_cast<double>(integer(n.indices[0]));
      case ScalarOp::kLoad: {
        if (!n.operands.empty() && operand(0) == 0) return operand(1);
        Index index;
        for (const IntExpr& i : n.indices) index.push_back(integer(i));
        return inputs_.at(static_cast<std::size_t>(n.input))->at(index);
      }
      case ScalarOp::kCast:
        return operand(0);
      case ScalarOp::kSelect:
        return operand(0) != 0 ? operand(1) : operand(2);
      case ScalarOp::kNeg:
        return -operand(0);
      case ScalarOp::kNot:
        return operand(0) == 0;
      case ScalarOp::kExp:
        return std::exp(operand(0));
      case ScalarOp::kAbs:
        return std::abs(operand(0));
      case ScalarOp::kSin:
        return std::sin(operand(0));
      case ScalarOp::kCos:
        return std::cos(operand(0));
      case ScalarOp::kTanh:
        return std::tanh(operand(0));
      case ScalarOp::kIsNan:
        return std::isnan(operand(0));
      case ScalarOp::kAdd:
        return operand(0) + operand(1);
      case ScalarOp::kSub:
        return operand(0) - operand(1);
      case ScalarOp::kMul:
        return operand(0) * operand(1);
      case ScalarOp::kDiv:
        return operand(0) / operand(1);
      case ScalarOp::kMin:
        return std::min(operand(0), operand(1));
      case ScalarOp::kMax:
        return std::max(operand(0), operand(1));
      case ScalarOp::kEq:
        return operand(0) == operand(1);
      case ScalarOp::kNe:
        return operand(0) != operand(1);
      case ScalarOp::kLt:
        return operand(0) < operand(1);
      case ScalarOp::kLe:
        return operand(0) <= operand(1);
      case ScalarOp::kGt:
        return operand(0) > operand(1);
      case ScalarOp::kGe:
        return operand(0) >= operand(1);
      case ScalarOp::kAnd:
        return operand(0) != 0 && operand(1) != 0;
      case ScalarOp::kOr:
        return operand(0) != 0 || operand(1) != 0;
      default:
        throw std::logic_error("reference executor: no " + std::string(scalar_op_name(n.op)));
    }
  }

  double accumulator = 0;

 private:
  const Inputs& inputs_;
  std::map<std::uint64_t, std::int64_t> values_;
};

double combine(Combine how, double a, double b) {
  switch (how) {
    case Combine::kSum:
      return a + b;
    case Combine::kMax:
      return std::max(a, b);
    default:
      throw std::logic_error("reference executor: no such reduction");
  }
}

/// The elements of a dense tensor put at the strides of another.
TensorHandle in_memory_order_of(const TensorMeta& meta, const TensorHandle& tensor) {
  TensorHandle result = make_tensor(constant_sizes(meta.sizes), *tensor->storage);
  result->meta = meta;
  for_each_index(constant_sizes(meta.sizes),
                 [&](const Index& index) { result->at(index) = tensor->at(index); });
  return result;
}

TensorHandle run_compute(const Compute& compute, const TensorMeta& meta, const Inputs& inputs) {
  Evaluator evaluator(inputs);
  std::vector<double> result;
  for_each_index(constant_sizes(compute.sizes), [&](const Index& index) {
    evaluator.set(compute.vars, index);
    if (compute.combine == Combine::kNone) {
      result.push_back(evaluator.scalar(compute.body));
      return;
    }
    double total = compute.combine == Combine::kSum ? 0 : -INFINITY;
    for_each_index(constant_sizes(compute.reduce_sizes), [&](const Index& r) {
      evaluator.set(compute.reduce_vars, r);
      total = combine(compute.combine, total, evaluator.scalar(compute.body));
    });
    evaluator.accumulator = total;
    result.push_back(compute.finalize ? evaluator.scalar(compute.finalize) : total);
  });
  return in_memory_order_of(meta, make_tensor(constant_sizes(compute.sizes), std::move(result)));
}

TensorHandle run_view(const View& view, const ViewMap& map, const TensorHandle& input) {
  const auto layout = layout_of(map, input->meta.sizes, input->meta.strides);
  const bool copies = !layout || (view.dense && !input->meta.is_contiguous());
  if (!copies) {
    auto result = std::make_shared<TensorImpl>(*input);
    result->offset += layout->offset.value();
    result->meta.sizes = map.sizes;
    result->meta.strides = layout->strides;
    return result;
  }
  if (!view.may_copy) throw std::logic_error("reference executor: this view does not exist");
  Evaluator evaluator({});
  std::vector<double> result;
  for_each_index(constant_sizes(map.sizes), [&](const Index& index) {
    evaluator.set(map.vars, index);
    Index from;
    for (const IntExpr& i : map.index) from.push_back(evaluator.integer(i));
    result.push_back(input->at(from));
  });
  TensorHandle tensor = make_tensor(constant_sizes(map.sizes), std::move(result));
  tensor->meta.dtype = input->meta.dtype;
  return tensor;
}

CallArgument call_argument_of(const Value& value, Inputs& inputs) {
  CallArgument result;
  if (const auto* tensor = value.tensor()) {
    inputs.push_back(tensor->get());
    result.value = (*tensor)->meta;
  } else if (const auto* list = value.list()) {
    std::vector<CallArgument> items;
    for (const Value& item : *list) items.push_back(call_argument_of(item, inputs));
    result.value = std::move(items);
  } else if (const auto* b = std::get_if<bool>(&value.value)) {
    result.value = Number(*b);
  } else if (const auto* i = std::get_if<std::int64_t>(&value.value)) {
    result.value = Number(*i);
  } else if (const auto* d = std::get_if<double>(&value.value)) {
    result.value = Number(*d);
  } else if (const auto* text = std::get_if<std::string>(&value.value)) {
    result.value = *text;
  } else if (const auto* type = std::get_if<DType>(&value.value)) {
    result.value = *type;
  }
  return result;
}

bool shares_operand(const Operator& op, const Call& call) {
  return op.schema.name == "to" && call.tensor(0).dtype == call.dtype(1) && !call.boolean(3);
}

}  // namespace

TensorHandle make_tensor(std::vector<std::int64_t> sizes, std::vector<double> elements) {
  auto tensor = std::make_shared<TensorImpl>();
  tensor->meta = dense(DType::kFloat32, std::vector<IntExpr>(sizes.begin(), sizes.end()));
  tensor->storage = std::make_shared<std::vector<double>>(std::move(elements));
  return tensor;
}

std::vector<double> elements(const TensorImpl& tensor) {
  std::vector<double> result;
  for_each_index(constant_sizes(tensor.meta.sizes),
                 [&](const Index& index) { result.push_back(tensor.at(index)); });
  return result;
}

void for_each_index(const Index& sizes, const std::function<void(const Index&)>& visit) {
  for (const std::int64_t size : sizes) {
    if (size == 0) return;
  }
  Index index(sizes.size(), 0);
  for (;;) {
    visit(index);
    std::size_t d = sizes.size();
    while (d > 0 && ++index[d - 1] == sizes[d - 1]) index[--d] = 0;
    if (d == 0) return;
  }
}

Value ReferenceExecutor::call_operator(const Operator& op, const std::vector<Value>& arguments,
                                       SourceLocation where) {
  if (op.functional != nullptr) {
    const Value result = call_operator(*op.functional, arguments, where);
    const TensorImpl& source = **result.tensor();
    const TensorImpl& target = **arguments.at(0).tensor();
    for_each_index(constant_sizes(target.meta.sizes),
                   [&](const Index& index) { target.at(index) = source.at(index); });
    return arguments[0];
  }
  if (op.schema.name == "getitem") {
    const auto& items = *arguments.at(0).list();
    std::int64_t index = std::get<std::int64_t>(arguments.at(1).value);
    if (index < 0) index += static_cast<std::int64_t>(items.size());
    return items.at(static_cast<std::size_t>(index));
  }
  Inputs inputs;
  std::vector<CallArgument> call_arguments;
  for (const Value& a : arguments) call_arguments.push_back(call_argument_of(a, inputs));
  const Call call(op, std::move(call_arguments), where);
  std::vector<Value> results;
  if (const auto* view = std::get_if<View>(&op.meaning())) {
    for (const ViewMap& map : view_of(call)) {
      results.emplace_back(run_view(*view, map, *arguments.at(0).tensor()));
    }
  } else if (shares_operand(op, call)) {
    return arguments[0];
  } else {
    const ValueMeta metas = infer(call);
    for (const Compute& compute : compute_of(call)) {
      const ValueMeta& meta = metas.list() ? metas.list()->at(results.size()) : metas;
      results.emplace_back(run_compute(compute, *meta.tensor(), inputs));
    }
  }
  if (op.schema.results.size() == 1 && !op.schema.results[0].list) return results.at(0);
  return Value(std::move(results));
}

}  // namespace weft::ir::testing
