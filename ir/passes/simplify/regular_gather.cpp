/// \file Pass: gathers whose positions follow a rule become slices.
#include <weft/ir/passes/simplify/regular_gather.h>

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include <weft/ir/interpreter.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

constexpr std::int64_t kMostPositions = 4096;  // that are read one by one

std::vector<Argument> bound(const Node& node) {
  return bind_arguments(node.op()->schema, node.args(), node.kwargs(), node.meta.location);
}

// start, start + step, ...; all of them >= 0.
struct Positions {
  std::int64_t start = 0;
  std::int64_t step = 1;
  std::int64_t count = 0;
};

// The number of positions in a vector of them; nothing for another tensor.
std::optional<std::int64_t> count_of(const Node& node) {
  const TensorMeta* meta = node.meta.value.tensor();
  if (meta == nullptr || meta->rank() != 1 || !is_integral(meta->dtype)) return std::nullopt;
  return meta->sizes[0].maybe_value();
}

std::optional<Positions> positions_of_range(const Node& node, std::int64_t count) {
  const bool from_zero = node.op() != nullptr && node.op()->full_name() == "arange";
  if (node.op() == nullptr || node.op()->schema.name != "arange") return std::nullopt;
  const std::vector<Argument> args = bound(node);
  const bool has_step = node.op()->full_name() == "arange.start_step";
  Positions positions;
  positions.count = count;
  const auto integer = [](const Argument& argument) -> std::optional<std::int64_t> {
    const std::optional<Number> number = argument.number();
    if (!number || !number->is_integer()) return std::nullopt;
    return number->as_int();
  };
  const std::optional<std::int64_t> start = from_zero ? 0 : integer(args[0]);
  const std::optional<std::int64_t> step = has_step ? integer(args[2]) : 1;
  if (!start || !step) return std::nullopt;
  positions.start = *start;
  positions.step = *step;
  return positions;
}

std::optional<Positions> positions_of_tensor(const GraphModule& module, const Node& node,
                                             std::int64_t count, Executor* executor) {
  if (executor == nullptr || node.opcode() != OpCode::kGetAttr || count > kMostPositions) {
    return std::nullopt;
  }
  const GraphModule::Attribute* attribute = module.find_attribute(node.target());
  if (attribute == nullptr || attribute->value.tensor() == nullptr) return std::nullopt;
  Positions positions;
  positions.count = count;
  std::int64_t before = 0;
  for (std::int64_t k = 0; k < count; ++k) {
    const Value element =
        executor->call_operator(get_operator("select"), {attribute->value, std::int64_t{0}, k}, {});
    const Value number = executor->call_operator(get_operator("item"), {element}, {});
    const auto* value = std::get_if<std::int64_t>(&number.value);
    if (value == nullptr || *value < 0) return std::nullopt;
    if (k == 0) positions.start = *value;
    if (k == 1) positions.step = *value - before;
    if (k > 1 && *value - before != positions.step) return std::nullopt;
    before = *value;
  }
  return positions;
}

struct Gather {
  Node* input = nullptr;
  std::int64_t dim = 0;
  Node* index = nullptr;
};

std::optional<Gather> gather_of(const Node& node) {
  if (node.opcode() != OpCode::kCallFunction || node.op() == nullptr) return std::nullopt;
  const std::string name = node.op()->full_name();
  if (name == "embedding") {
    const std::vector<Argument> args = bound(node);
    return Gather{args[0].node(), 0, args[1].node()};
  }
  if (name == "index_select") {
    const std::vector<Argument> args = bound(node);
    const std::optional<Number> dim = args[1].number();
    if (!dim) return std::nullopt;
    return Gather{args[0].node(), dim->as_int(), args[2].node()};
  }
  if (name != "index.Tensor") return std::nullopt;
  const std::vector<Argument> args = bound(node);
  const ArgumentList* indices = args[1].list();
  if (indices == nullptr) return std::nullopt;
  Gather gather{args[0].node(), -1, nullptr};
  for (std::size_t d = 0; d < indices->size(); ++d) {
    if ((*indices)[d].is_none()) continue;
    if (gather.index != nullptr || (*indices)[d].node() == nullptr) return std::nullopt;
    gather.dim = static_cast<std::int64_t>(d);
    gather.index = (*indices)[d].node();
  }
  return gather;
}

bool rewrite(GraphModule& module, Node* node, Executor* executor) {
  const std::optional<Gather> gather = gather_of(*node);
  if (!gather || gather->input == nullptr || gather->index == nullptr) return false;
  const TensorMeta* input = gather->input->meta.value.tensor();
  const TensorMeta* result = node->meta.value.tensor();
  const std::optional<std::int64_t> count = count_of(*gather->index);
  if (input == nullptr || result == nullptr || input->rank() == 0 || !count || *count < 1) {
    return false;
  }
  const auto rank = static_cast<std::int64_t>(input->rank());
  const std::int64_t dim = gather->dim < 0 ? gather->dim + rank : gather->dim;
  const auto extent = input->sizes[static_cast<std::size_t>(dim)].maybe_value();
  std::optional<Positions> p = positions_of_range(*gather->index, *count);
  if (!p) p = positions_of_tensor(module, *gather->index, *count, executor);
  if (!p || !extent || p->start < 0 || p->start >= *extent || p->step < 1) return false;
  if ((*extent - 1 - p->start) / p->step < p->count - 1) return false;
  const std::int64_t end = p->start + (p->count - 1) * p->step + 1;
  Node* slice = nullptr;
  {
    const auto scope = InsertionScope::before(node);
    slice = module.graph.call_function(
        "slice", p->step == 1 ? std::vector<Argument>{gather->input, dim, p->start, end}
                              : std::vector<Argument>{gather->input, dim, p->start, end, p->step});
  }
  copy_origin(*node, *slice);
  infer_meta(*slice);
  const TensorMeta* made = slice->meta.value.tensor();
  if (made == nullptr || made->dtype != result->dtype || made->sizes != result->sizes) {
    module.graph.erase_node(slice);
    return false;
  }
  replace_node(node, slice, true);
  return true;
}

}  // namespace

bool regular_gather(GraphModule& module, PassContext& context) {
  for (const Node* node : module.graph) {
    if (may_change_memory(module, *node)) return false;
  }
  const std::unordered_set<const Node*> escaping = escaping_nodes(module.graph);
  bool changed = false;
  for (Node* node : module.graph) {
    // Slices have other strides than copies.
    if (changed) drop_stride_promise(node);
    if (escaping.count(node) == 0) changed |= rewrite(module, node, context.executor);
  }
  return changed;
}

}  // namespace weft::ir
