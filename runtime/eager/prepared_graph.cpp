#include <weft/runtime/eager/prepared_graph.h>

#include <unordered_map>
#include <utility>

#include <weft/ir/diagnostics.h>
#include <weft/ir/graph.h>
#include <weft/runtime/api/named_call.h>
#include <weft/runtime/dispatch.h>
#include <weft/runtime/eager/call_values.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::eager {

namespace {

using Values = std::vector<ir::Value>;

/// Concrete arguments as graph arguments; tensors become inputs of the graph.
ir::Argument graph_argument(ir::Graph& graph, const ir::Value& value) {
  struct Visitor {
    ir::Graph& graph;
    ir::Argument operator()(std::monostate) const { return {}; }
    ir::Argument operator()(const ir::TensorHandle& v) const {
      ir::Node* node = graph.placeholder("input");
      node->meta.value = v->meta();
      return node;
    }
    ir::Argument operator()(bool v) const { return v; }
    ir::Argument operator()(std::int64_t v) const { return v; }
    ir::Argument operator()(double v) const { return v; }
    ir::Argument operator()(const std::string& v) const { return v; }
    ir::Argument operator()(DType v) const { return v; }
    ir::Argument operator()(const Values& v) const {
      std::vector<ir::Argument> items;
      for (const ir::Value& item : v) items.push_back(graph_argument(graph, item));
      return items;
    }
    ir::Argument operator()(const std::shared_ptr<const ir::ValueDict>& v) const {
      std::vector<ir::ArgumentItem> items;
      for (const auto& [key, item] : v->items) {
        items.push_back({key, graph_argument(graph, item)});
      }
      return ir::ArgumentDict(std::move(items));
    }
  };
  return std::visit(Visitor{graph}, value.value);
}

/// An operand of a step: a slot, a constant, or a list of operands that are not all constants.
struct Operand {
  static constexpr std::size_t kNoSlot = static_cast<std::size_t>(-1);
  std::size_t slot = kNoSlot;
  bool is_last_use = false;
  bool is_list = false;
  ir::Value constant;
  std::vector<Operand> items;
};

struct Step {
  const ir::Operator* op;
  std::vector<Operand> operands;
  std::size_t result;
};

class PreparedGraph : public PreparedCall {
 public:
  PreparedGraph(const ir::Operator& op, const ir::Graph& graph) : op_(op) {
    Slots slots;
    for (const ir::Node* node : graph) add(*node, slots);
    mark_last_uses();
  }

  ir::Value run(const Values& arguments, SourceLocation where) const override {
    Values slots(slot_count_);
    std::size_t next = 0;
    for (ir::TensorHandle& tensor : tensor_inputs(arguments)) slots[next++] = std::move(tensor);
    Values values;
    for (const Step& step : steps_) {
      values.clear();
      values.reserve(step.operands.size());
      for (const Operand& operand : step.operands) values.push_back(value_of(operand, slots));
      slots[step.result] = eager_call(*step.op, values, where);
    }
    Values results;
    results.reserve(results_.size());
    for (const Operand& operand : results_) results.push_back(value_of(operand, slots));
    return pack_results(op_, std::move(results));
  }

 private:
  using Slots = std::unordered_map<const ir::Node*, std::size_t>;

  void add(const ir::Node& node, Slots& slots) {
    switch (node.opcode()) {
      case ir::OpCode::kPlaceholder:
        slots.emplace(&node, slot_count_++);
        return;
      case ir::OpCode::kOutput:
        for (const ir::Argument& item : node.args().at(0).list()->items()) {
          results_.push_back(operand_of(item, slots));
        }
        return;
      case ir::OpCode::kCallFunction: {
        Step step{node.op(), {}, 0};
        for (const ir::Argument& argument :
             ir::bind_arguments(node.op()->schema, node.args(), node.kwargs())) {
          step.operands.push_back(operand_of(argument, slots));
        }
        step.result = slot_count_++;
        slots.emplace(&node, step.result);
        steps_.push_back(std::move(step));
        return;
      }
      default:
        weft::fail(diag::InternalError, node.meta.location,
                   {"a decomposition holds `" + node.format() + "`"});
    }
  }

  static Operand operand_of(const ir::Argument& argument, const Slots& slots) {
    Operand operand;
    if (const ir::Node* node = argument.node()) {
      operand.slot = slots.at(node);
      return operand;
    }
    bool has_nodes = false;
    ir::for_each_node(argument, [&](ir::Node*) { has_nodes = true; });
    if (!has_nodes) {
      operand.constant = api::value_of_constant(argument);
      return operand;
    }
    operand.is_list = true;
    const ir::ArgumentList* list = argument.list();
    const auto* slice = std::get_if<ir::SliceArgument>(&argument.variant());
    if (!list && !slice) {
      weft::fail(diag::InternalError, {}, {"a decomposition passes " + argument.str()});
    }
    for (const ir::Argument& item : list ? list->items() : *slice->parts) {
      operand.items.push_back(operand_of(item, slots));
    }
    return operand;
  }

  /// Values are dropped after their last use, backwards the first that is met.
  void mark_last_uses() {
    std::vector<bool> used(slot_count_, false);
    for (auto operand = results_.rbegin(); operand != results_.rend(); ++operand) {
      mark(*operand, used);
    }
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      for (auto operand = step->operands.rbegin(); operand != step->operands.rend(); ++operand) {
        mark(*operand, used);
      }
    }
  }
  static void mark(Operand& operand, std::vector<bool>& used) {
    for (auto item = operand.items.rbegin(); item != operand.items.rend(); ++item) {
      mark(*item, used);
    }
    if (operand.slot == Operand::kNoSlot) return;
    operand.is_last_use = !used[operand.slot];
    used[operand.slot] = true;
  }

  static ir::Value value_of(const Operand& operand, Values& slots) {
    if (operand.slot != Operand::kNoSlot) {
      return operand.is_last_use ? std::move(slots[operand.slot]) : slots[operand.slot];
    }
    if (!operand.is_list) return operand.constant;
    Values items;
    items.reserve(operand.items.size());
    for (const Operand& item : operand.items) items.push_back(value_of(item, slots));
    return items;
  }

  const ir::Operator& op_;
  std::size_t slot_count_ = 0;
  std::vector<Step> steps_;
  std::vector<Operand> results_;
};

}  // namespace

std::shared_ptr<const PreparedCall> prepare_decomposition(const ir::Call& call,
                                                          const Values& arguments) {
  ir::Graph graph;
  std::vector<ir::Argument> bound;
  for (const ir::Value& argument : arguments) bound.push_back(graph_argument(graph, argument));
  std::vector<ir::Argument> outputs;
  for (ir::Node* node : ir::decompose(graph, call, std::move(bound))) outputs.emplace_back(node);
  graph.output(ir::Argument(std::move(outputs)));
  return std::make_shared<PreparedGraph>(call.op(), graph);
}

}  // namespace weft::eager
