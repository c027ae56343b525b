/// \file Eager execution of one operator call, by the kind of its meaning.
#include <optional>
#include <string>
#include <utility>

#include <weft/ir/operators/view_map.h>
#include <weft/runtime/diagnostics.h>
#include <weft/runtime/dispatch.h>
#include <weft/runtime/eager/call_values.h>
#include <weft/runtime/eager/contraction.h>
#include <weft/runtime/eager/evaluate.h>
#include <weft/runtime/kernels/kernels.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {

namespace {

using eager::pack_results;
using Values = std::vector<ir::Value>;

ir::Value run_compute(const ir::Call& call, const Values& arguments) {
  const std::vector<ir::TensorHandle> inputs = eager::tensor_inputs(arguments);
  Values results;
  for (const ir::Compute& compute : ir::compute_of(call)) {
    ir::TensorHandle result = eager::evaluate_contraction(compute, call, inputs);
    if (!result) {
      result = eager::evaluate(compute, inputs, call.op().schema.name, call.location());
    }
    results.emplace_back(std::move(result));
  }
  return pack_results(call.op(), std::move(results));
}

std::vector<std::int64_t> constants(const std::vector<ir::IntExpr>& values) {
  std::vector<std::int64_t> result;
  result.reserve(values.size());
  for (const ir::IntExpr& value : values) result.push_back(value.value());
  return result;
}

ir::Value run_view(const ir::Call& call, const ir::View& view, const Values& arguments) {
  const ir::TensorHandle& input = *arguments[0].tensor();
  const ir::TensorMeta& meta = call.tensor(0);
  Values results;
  for (const ir::ViewMap& map : view.rule(call)) {
    const std::vector<std::int64_t> sizes = constants(map.sizes);
    if (view.dense) {  // contiguous: the tensor itself where it is dense
      results.emplace_back(eager::contiguous(input));
    } else if (const auto layout = ir::layout_of(map, meta.sizes, meta.strides)) {
      results.emplace_back(make_view(input, sizes, constants(layout->strides),
                                     input->offset + layout->offset.value()));
    } else if (view.may_copy) {
      const ir::TensorHandle copy = eager::contiguous(input);
      results.emplace_back(make_view(copy, sizes, constants(ir::contiguous_strides(map.sizes)), 0));
    } else {
      call.fail(diag::ViewNotPossible,
                {ir::shape_str(meta.sizes), ir::shape_str(meta.strides), ir::shape_str(map.sizes)});
    }
  }
  return pack_results(call.op(), std::move(results));
}

/// Concrete arguments as graph arguments; tensors become inputs of the graph.
ir::Argument graph_argument(ir::Graph& graph, const ir::Value& value, Values& inputs) {
  struct Visitor {
    ir::Graph& graph;
    Values& inputs;
    ir::Argument operator()(std::monostate) const { return {}; }
    ir::Argument operator()(const ir::TensorHandle& v) const {
      ir::Node* node = graph.placeholder("input");
      node->meta.value = v->meta();
      inputs.emplace_back(v);
      return node;
    }
    ir::Argument operator()(bool v) const { return v; }
    ir::Argument operator()(std::int64_t v) const { return v; }
    ir::Argument operator()(double v) const { return v; }
    ir::Argument operator()(const std::string& v) const { return v; }
    ir::Argument operator()(DType v) const { return v; }
    ir::Argument operator()(const Values& v) const {
      std::vector<ir::Argument> items;
      for (const ir::Value& item : v) items.push_back(graph_argument(graph, item, inputs));
      return items;
    }
    ir::Argument operator()(const std::shared_ptr<const ir::ValueDict>& v) const {
      std::vector<ir::ArgumentItem> items;
      for (const auto& [key, item] : v->items) {
        items.push_back({key, graph_argument(graph, item, inputs)});
      }
      return ir::ArgumentDict(std::move(items));
    }
  };
  return std::visit(Visitor{graph, inputs}, value.value);
}

ir::Value run_decomposition(const ir::Call& call, const Values& arguments) {
  ir::GraphModule module;
  Values inputs;
  std::vector<ir::Argument> bound;
  for (const ir::Value& argument : arguments) {
    bound.push_back(graph_argument(module.graph, argument, inputs));
  }
  std::vector<ir::Argument> outputs;
  for (ir::Node* node : ir::decompose(module.graph, call, std::move(bound))) {
    outputs.emplace_back(node);
  }
  module.graph.output(ir::Argument(std::move(outputs)));
  ir::Interpreter interpreter(module, eager_executor());
  ir::Value results = interpreter.run(std::move(inputs));
  return pack_results(call.op(), std::get<Values>(std::move(results.value)));
}

ir::Value run_query(const ir::Call& call, const ir::ShapeQuery& query, const Values& arguments) {
  const std::string& name = call.op().schema.name;
  if (name == "item") return kernels::item(*arguments[0].tensor(), call.location());
  const ir::ValueMeta result = query.rule(call);
  if (name == "getitem") {
    const std::int64_t index = call.constant_integer(1);
    const Values& list = *arguments[0].list();
    const auto count = static_cast<std::int64_t>(list.size());
    return list.at(static_cast<std::size_t>(index < 0 ? index + count : index));
  }
  if (const ir::IntExpr* integer = result.integer()) return integer->value();
  Values values;
  for (const ir::ValueMeta& item : *result.list()) values.emplace_back(item.integer()->value());
  return values;
}

/// True for a conversion whose result is its operand: the type is the same, and no copy is asked
/// for.
bool is_operand_itself(const ir::Call& call) {
  const ir::Schema& schema = call.op().schema;
  if (!std::holds_alternative<ir::Pointwise>(call.op().meaning())) return false;
  if (schema.results.size() != 1 || !schema.results[0].aliased) return false;
  const std::optional<std::size_t> copy = schema.find("copy");
  if (copy && call.boolean(*copy)) return false;
  return ir::infer(call).tensor()->dtype == call.tensor(0).dtype;
}

ir::Value run_functional(const ir::Call& call, const Values& arguments) {
  const ir::Meaning& meaning = call.op().meaning();
  if (is_operand_itself(call)) return arguments[0];
  if (const auto* view = std::get_if<ir::View>(&meaning)) return run_view(call, *view, arguments);
  if (const auto* query = std::get_if<ir::ShapeQuery>(&meaning)) {
    return run_query(call, *query, arguments);
  }
  if (std::holds_alternative<ir::DecomposeRule>(meaning)) return run_decomposition(call, arguments);
  if (std::holds_alternative<ir::Structured>(meaning)) return kernels::run(call, arguments);
  return run_compute(call, arguments);
}

/// Refuses to write into a tensor several of whose elements are one place in memory.
void require_writable(const ir::Call& call, const TensorImpl& target) {
  for (std::size_t d = 0; d < target.sizes.size(); ++d) {
    if (target.sizes[d] > 1 && target.strides[d] == 0) {
      call.fail(diag::WriteOverlaps, {call.tensor(0).str()});
    }
  }
}

class EagerExecutor : public ir::Executor {
 public:
  ir::Value call_operator(const ir::Operator& op, const Values& arguments,
                          SourceLocation where) override {
    return eager_call(op, arguments, where);
  }
};

}  // namespace

ir::Value eager_call(const ir::Operator& op, const std::vector<ir::Value>& arguments,
                     SourceLocation where) {
  const ir::Call call = eager::make_call(op, arguments, where);
  if (!op.functional) return run_functional(call, arguments);
  ir::infer(call);  // the checks of in-place forms: shape and type of the target
  require_writable(call, **arguments[0].tensor());
  const ir::Call functional(*op.functional, call.arguments(), where);
  const ir::Value result = run_functional(functional, arguments);
  eager::copy_into(*result.tensor(), *arguments[0].tensor());
  return arguments[0];
}

ir::Executor& eager_executor() {
  static EagerExecutor executor;
  return executor;
}

}  // namespace weft
