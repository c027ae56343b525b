/// \file The rules that a well-formed graph keeps.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_set>

#include <weft/ir/diagnostics.h>
#include <weft/ir/graph.h>

namespace weft::ir {
namespace {

// Up to this many operands a scan finds repeats quicker than a hash set.
constexpr std::size_t kScanLimit = 16;

[[noreturn]] void broken(const Node* node, std::string rule) {
  fail(diag::LintFailed, node != nullptr ? node->meta.location : SourceLocation{},
       {std::move(rule)});
}

void check_argument_counts(const Node* node) {
  const std::size_t n = node->args().size();
  const bool kwargs = !node->kwargs().empty();
  switch (node->opcode()) {
    case OpCode::kPlaceholder:
      if (n > 1 || kwargs) {
        broken(node, fmt::format("placeholder `{}` has more than a default", node->name()));
      }
      break;
    case OpCode::kGetAttr:
      if (n > 0 || kwargs) broken(node, fmt::format("get_attr `{}` has arguments", node->name()));
      break;
    case OpCode::kOutput:
      if (n != 1 || kwargs) {
        broken(node, fmt::format("output `{}` must have one argument", node->name()));
      }
      break;
    case OpCode::kCallMethod:
      if (n == 0) {
        broken(node, fmt::format("call_method `{}` has no argument to call it on", node->name()));
      }
      break;
    case OpCode::kCallFunction:
      if (node->op() == nullptr) {
        broken(node, fmt::format("call_function `{}` has no operator", node->name()));
      }
      break;
    case OpCode::kCallModule:
      break;
  }
}

void check_operands(const Graph& graph, const Node* node) {
  for (const Node* operand : node->all_input_nodes()) {
    if (&operand->graph() != &graph) {
      broken(node, fmt::format("operand `{}` of `{}` does not belong to this graph",
                               operand->name(), node->name()));
    }
    if (operand->erased()) {
      broken(node, fmt::format("operand `{}` of `{}` was erased", operand->name(), node->name()));
    }
    if (!graph.comes_before(operand, node)) {
      broken(node, fmt::format("`{}` is used by `{}` before it is defined", operand->name(),
                               node->name()));
    }
  }
  // The recorded operands are those of the arguments, each where it is first used.
  const NodeList& inputs = node->all_input_nodes();
  std::size_t found = 0;
  std::unordered_set<const Node*> seen;  // of long lists, which take too long to search
  const auto check = [&](Node* operand) {
    if (found < inputs.size() && inputs[found] == operand && inputs.size() <= kScanLimit) {
      ++found;
      return;
    }
    const auto end = inputs.begin() + found;
    const bool is_known = inputs.size() > kScanLimit
                              ? !seen.insert(operand).second
                              : std::find(inputs.begin(), end, operand) != end;
    if (is_known) return;
    if (found == inputs.size() || inputs[found] != operand) {
      broken(node, fmt::format("the operands recorded for `{}` are not those of its arguments",
                               node->name()));
    }
    ++found;
  };
  const std::function<void(Node*)> check_inside = check;
  const auto check_all = [&](const Argument& argument) {
    if (Node* operand = argument.node()) {
      check(operand);
    } else {
      for_each_node(argument, check_inside);
    }
  };
  for (const Argument& a : node->args()) check_all(a);
  for (const auto& [key, value] : node->kwargs()) check_all(value);
  if (found != inputs.size()) {
    broken(node, fmt::format("`{}` records operands that its arguments do not have", node->name()));
  }
}

// Stands for one use; sums of it are equal where two sets of uses are.
std::uint64_t use_hash(const Node* user, const Node* operand) {
  const auto a = reinterpret_cast<std::uintptr_t>(user);
  const auto b = reinterpret_cast<std::uintptr_t>(operand);
  return (a * 0x9e3779b97f4a7c15ULL) ^ (b * 0xc2b2ae3d27d4eb4fULL + (a >> 7));
}

}  // namespace

void Graph::lint() const {
  const Node* output = nullptr;
  const Node* past_placeholders = nullptr;
  const Node* previous = nullptr;
  std::size_t count = 0;
  std::uint64_t uses = 0;
  std::uint64_t users = 0;
  for (const Node* node : *this) {
    if (node->graph_ != this) {
      broken(node, fmt::format("`{}` does not belong to this graph", node->name()));
    }
    if (previous != nullptr && !comes_before(previous, node)) {
      broken(node, fmt::format("`{}` and `{}` are out of order", previous->name(), node->name()));
    }
    if (find_by_name(node->name()) != node) {
      broken(node, fmt::format("the name `{}` is taken twice", node->name()));
    }
    if (output != nullptr) {
      broken(node,
             node->opcode() == OpCode::kOutput
                 ? fmt::format("there are two outputs, `{}` and `{}`", output->name(), node->name())
                 : fmt::format("`{}` comes after the output", node->name()));
    }
    if (node->opcode() == OpCode::kPlaceholder) {
      if (past_placeholders != nullptr) {
        broken(node, fmt::format("placeholder `{}` comes after `{}`, which is none", node->name(),
                                 past_placeholders->name()));
      }
    } else if (past_placeholders == nullptr) {
      past_placeholders = node;
    }
    if (node->opcode() == OpCode::kOutput) output = node;
    for (const auto& [key, value] : node->meta.custom) {
      for_each_node(value, [&, &name = key](Node*) {
        broken(node, fmt::format("attachment `{}` of `{}` holds a node", name, node->name()));
      });
    }
    check_argument_counts(node);
    check_operands(*this, node);
    for (const Node* operand : node->all_input_nodes()) uses += use_hash(node, operand);
    for (const Node* user : node->users()) users += use_hash(user, node);
    previous = node;
    ++count;
  }
  if (output == nullptr) broken(nullptr, "there is no output");
  if (uses != users) broken(nullptr, "operands and users of nodes do not agree");
  if (count != size_ || previous != last_) broken(nullptr, "the list of nodes is damaged");
}

}  // namespace weft::ir
