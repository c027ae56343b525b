/// \file Pass: operators that have nothing left to do after the one before go away.
#include <weft/ir/passes/simplify/repeated_operations.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_set>

#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/view_map.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

using Names = std::set<std::string, std::less<>>;

bool is_one_of(const Node& node, const Names& names) {
  return node.op() != nullptr && names.count(node.op()->full_name()) != 0;
}

Node* operand_of(const Node& node) { return node.args().empty() ? nullptr : node.args()[0].node(); }

// Once is as good as twice, with the same further arguments.
bool repeats(const Node& node, const Node& before) {
  static const Names kSettled = {"relu",       "relu6", "abs",       "sign",      "floor",
                                 "ceil",       "round", "trunc",     "tril",      "triu",
                                 "nan_to_num", "clamp", "clamp_min", "clamp_max", "hardtanh"};
  static const Names kRounding = {"floor", "ceil", "round", "trunc"};
  if (is_one_of(node, kRounding) && is_one_of(before, kRounding)) return true;
  if (node.op() != before.op() || !is_one_of(node, kSettled)) return false;
  const auto constant = [](const Argument& a) { return a.is_none() || a.number().has_value(); };
  return node.args().size() == before.args().size() && node.kwargs().empty() &&
         before.kwargs().empty() &&
         std::equal(node.args().begin() + 1, node.args().end(), before.args().begin() + 1,
                    [&](const Argument& a, const Argument& b) { return a == b && constant(a); });
}

struct Bounds {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

// The constant bounds of a clamp that can be joined with another.
std::optional<Bounds> bounds_of(const Node& node) {
  const bool clamp = is_one_of(node, {"clamp"});
  const bool low = clamp || is_one_of(node, {"clamp_min"});
  if ((!low && !is_one_of(node, {"clamp_max"})) || !node.kwargs().empty()) return std::nullopt;
  Bounds bounds;
  for (std::size_t i = 1; i < node.args().size(); ++i) {
    if (node.args()[i].is_none()) continue;
    const std::optional<Number> number = node.args()[i].number();
    if (!number || std::isnan(number->as_double()) || number->as_double() == 0) return std::nullopt;
    (low && i == 1 ? bounds.low : bounds.high) = number->as_double();
  }
  return bounds.low <= bounds.high ? std::optional(bounds) : std::nullopt;
}

bool join_clamps(Node* node, Node* before) {
  const TensorMeta* meta = node->meta.value.tensor();
  const Node* start = operand_of(*before);
  // In other types bounds are rounded or promote the result.
  if (meta == nullptr || start == nullptr || meta->dtype < DType::kFloat32) return false;
  const TensorMeta* from = start->meta.value.tensor();
  if (from == nullptr || from->dtype != meta->dtype || before->users().size() != 1) return false;
  const auto first = bounds_of(*before);
  const auto second = bounds_of(*node);
  if (!first || !second) return false;
  const auto argument = [&](double bound) {
    return std::isinf(bound) ? Argument() : Argument(bound);
  };
  const double low = std::clamp(first->low, second->low, second->high);
  const double high = std::clamp(first->high, second->low, second->high);
  // A bound that is infinite in itself says something about infinities only where it is reached.
  if (std::isinf(low) && std::isinf(high)) return false;
  std::vector<Argument> args = {before->args()[0], argument(low)};
  if (std::isfinite(high)) args.push_back(argument(high));
  node->set_target("clamp");
  node->set_args(std::move(args));
  return true;
}

// Sizes that reshape takes, whatever it starts from.
bool join_reshapes(Node* node, const Node& before) {
  static const Names kReshapes = {"reshape", "view",        "flatten",   "ravel",      "unflatten",
                                  "squeeze", "squeeze.dim", "unsqueeze", "reshape_as", "view_as"};
  if (!is_one_of(*node, {"reshape"}) || !is_one_of(before, kReshapes)) return false;
  node->set_arg(0, before.args()[0]);
  return true;
}

// Where the view only orders dimensions anew: which dimension of the operand each one is.
std::optional<std::vector<std::int64_t>> order_of(const Node& node) {
  static const Names kPermutations = {"transpose", "swapaxes",    "swapdims", "t",
                                      "mT",        "permute",     "movedim",  "movedim.int",
                                      "moveaxis",  "moveaxis.int"};
  if (!is_one_of(node, kPermutations)) return std::nullopt;
  const std::optional<Call> call = call_of_node(node);
  if (!call) return std::nullopt;
  const ViewMap map = view_of(*call).front();
  std::vector<std::int64_t> order(map.vars.size(), -1);
  for (std::size_t to = 0; to < map.vars.size(); ++to) {
    for (std::size_t from = 0; from < map.index.size(); ++from) {
      if (map.index[from] == IntExpr(map.vars[to])) order[to] = static_cast<std::int64_t>(from);
    }
    if (order[to] < 0) return std::nullopt;
  }
  return order;
}

bool join_permutations(Node* node, Node* before) {
  const auto outer = order_of(*node);
  if (!outer) return false;
  const auto inner = order_of(*before);
  if (!inner || inner->size() != outer->size()) return false;
  std::vector<std::int64_t> order;
  for (const std::int64_t d : *outer) order.push_back((*inner)[static_cast<std::size_t>(d)]);
  node->set_target("permute");
  node->set_args({before->args()[0], Argument::ints(order)});
  node->set_kwargs({});
  return true;
}

}  // namespace

bool repeated_operations(GraphModule& module, PassContext&) {
  for (const Node* node : module.graph) {
    if (may_change_memory(module, *node)) return false;
  }
  const std::unordered_set<const Node*> escaping = escaping_nodes(module.graph);
  bool changed = false;
  for (Node* node : module.graph) {
    if (node->opcode() != OpCode::kCallFunction) continue;
    Node* before = operand_of(*node);
    if (before == nullptr || before->opcode() != OpCode::kCallFunction) continue;
    if (repeats(*node, *before)) {
      const bool both = escaping.count(node) != 0 && escaping.count(before) != 0;
      if (both || !(node->meta.value == before->meta.value)) continue;
      replace_node(node, before, false);
      changed = true;
      continue;
    }
    const bool joined = join_clamps(node, before) || join_permutations(node, before) ||
                        (escaping.count(node) == 0 && join_reshapes(node, *before));
    changed = changed || joined;
  }
  return changed;
}

}  // namespace weft::ir
