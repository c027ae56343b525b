/// \file Pass: spelled-out layer norm and RMS norm become one call.
#include <weft/ir/passes/recognise/recognise_norms.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

bool is_call(const Node* node, std::string_view name) {
  return node != nullptr && node->opcode() == OpCode::kCallFunction && node->op() != nullptr &&
         node->op()->full_name() == name;
}

std::vector<Argument> bound(const Node& node) {
  return bind_arguments(node.op()->schema, node.args(), node.kwargs(), node.meta.location);
}

bool is_number(const Argument& argument, double value) {
  const std::optional<Number> number = argument.number();
  return number && number->as_double() == value;
}

// The operand of a mean over the last dimension that keeps it; null for another node.
Node* operand_of_mean(const Node* node) {
  if (!is_call(node, "mean.dim")) return nullptr;
  const std::vector<Argument> args = bound(*node);
  Node* x = args[0].node();
  const ArgumentList* dims = args[1].list();
  const TensorMeta* meta = x == nullptr ? nullptr : x->meta.value.tensor();
  if (meta == nullptr || meta->rank() == 0 || dims == nullptr || dims->size() != 1) return nullptr;
  const bool last =
      is_number((*dims)[0], -1) || is_number((*dims)[0], static_cast<double>(meta->rank()) - 1);
  const bool keeps = args[2].number() && args[2].number()->as_bool();
  return last && keeps && args[3].is_none() ? x : nullptr;
}

Node* operand_of_square(const Node* node) {
  if (is_call(node, "square")) return node->args()[0].node();
  const bool product = is_call(node, "mul");
  if (!product && !(is_call(node, "pow") || is_call(node, "pow.Tensor_Scalar"))) return nullptr;
  const std::vector<Argument> args = bound(*node);
  if (product) return args[0].node() == args[1].node() ? args[0].node() : nullptr;
  return is_number(args[1], 2) ? args[0].node() : nullptr;
}

// What is divided by, with its number: add(%variance, eps).
struct Denominator {
  Node* sum = nullptr;
  Node* variance = nullptr;
  double eps = 0;
};

std::optional<Denominator> denominator(Node* root, std::string_view name) {
  if (!is_call(root, name)) return std::nullopt;
  Node* sum = root->args()[0].node();
  if (!is_call(sum, "add")) return std::nullopt;
  const std::vector<Argument> args = bound(*sum);
  const std::optional<Number> eps = args[1].number();
  if (args[0].node() == nullptr || !eps || !is_number(args[2], 1)) return std::nullopt;
  return Denominator{sum, args[0].node(), eps->as_double()};
}

struct Norm {
  Node* x = nullptr;
  bool centred = false;
  double eps = 0;
  std::vector<Node*> steps;  // that go away, without the last
};

// The steps from `value`, which is divided by `root`.
std::optional<Norm> norm_of(Node* value, Node* root, std::string_view root_name) {
  const std::optional<Denominator> d = denominator(root, root_name);
  if (!d || value == nullptr) return std::nullopt;
  Node* squares = operand_of_mean(d->variance);
  if (operand_of_square(squares) != value) return std::nullopt;
  Norm norm{value, false, d->eps, {root, d->sum, d->variance, squares}};
  if (is_call(value, "sub")) {
    const std::vector<Argument> args = bound(*value);
    Node* mean = args[1].node();
    if (mean != nullptr && operand_of_mean(mean) == args[0].node() && is_number(args[2], 1)) {
      norm.x = args[0].node();
      norm.centred = true;
      norm.steps.insert(norm.steps.end(), {value, mean});
    }
  }
  return norm;
}

std::optional<Norm> norm_of(const Node& node) {
  if (is_call(&node, "div")) {
    const std::vector<Argument> args = bound(node);
    if (args[1].node() == nullptr) return std::nullopt;
    return norm_of(args[0].node(), args[1].node(), "sqrt");
  }
  if (!is_call(&node, "mul")) return std::nullopt;
  const std::vector<Argument> args = bound(node);
  if (auto norm = norm_of(args[0].node(), args[1].node(), "rsqrt")) return norm;
  return norm_of(args[1].node(), args[0].node(), "rsqrt");
}

// Nothing else sees a step, so that all of them go.
bool is_closed(const Norm& norm, const Node* last) {
  return std::all_of(norm.steps.begin(), norm.steps.end(), [&](Node* step) {
    const UserList& users = step->users();
    return std::all_of(users.begin(), users.end(), [&](const Node* user) {
      return user == last ||
             std::find(norm.steps.begin(), norm.steps.end(), user) != norm.steps.end();
    });
  });
}

// The other operand of a step on the norm alone, where it has the shape of the last dimension.
Node* parameter_in(Node* norm, std::string_view op) {
  if (norm->users().size() != 1) return nullptr;
  Node* user = norm->users()[0];
  if (!is_call(user, op)) return nullptr;
  const std::vector<Argument> args = bound(*user);
  Node* other = args[0].node() == norm ? args[1].node() : args[0].node();
  if (other == nullptr || other == norm) return nullptr;
  if (op == "add" && !is_number(args[2], 1)) return nullptr;
  const TensorMeta* meta = other->meta.value.tensor();
  const TensorMeta& result = *norm->meta.value.tensor();
  const bool fits = meta != nullptr && meta->dtype == result.dtype && meta->rank() == 1 &&
                    meta->sizes[0] == result.sizes.back();
  return fits ? other : nullptr;
}

// One call in place of the node, or of what scales or shifts it.
Node* replace(Node* node, const char* op, std::vector<Argument> args) {
  Node* made = nullptr;
  {
    const auto scope = InsertionScope::before(node);
    made = node->graph().call_function(op, std::move(args));
  }
  copy_origin(*node, *made);
  made->meta.value = node->meta.value;
  replace_node(node, made, true);
  return made;
}

bool rewrite(Node* node) {
  const TensorMeta* result = node->meta.value.tensor();
  const std::optional<Norm> norm = norm_of(*node);
  if (!norm || result == nullptr || result->dtype < DType::kFloat32 || !is_closed(*norm, node)) {
    return false;
  }
  const TensorMeta* input = norm->x->meta.value.tensor();
  if (input == nullptr || !(*input == *result) || !result->sizes.back().is_constant()) return false;
  const Argument shape = Argument::ints({result->sizes.back().value()});
  const auto call = [&](Node* at, const Argument& weight, const Argument& bias) {
    return norm->centred ? replace(at, "layer_norm", {norm->x, shape, weight, bias, norm->eps})
                         : replace(at, "rms_norm", {norm->x, shape, weight, norm->eps});
  };
  Node* made = call(node, {}, {});
  Argument weight;
  if (Node* scale = parameter_in(made, "mul")) {
    Node* product = made->users()[0];
    weight = scale;
    Node* scaled = call(product, weight, {});
    made->graph().erase_node(made);
    made = scaled;
  }
  Node* shift = norm->centred && !weight.is_none() ? parameter_in(made, "add") : nullptr;
  if (shift != nullptr) {
    call(made->users()[0], weight, shift);
    made->graph().erase_node(made);
  }
  // From the last step to the first: each has lost its users then.
  bool erased = true;
  while (erased) {
    erased = false;
    for (Node* step : norm->steps) {
      if (step->erased() || step->users().size() != 0) continue;
      step->graph().erase_node(step);
      erased = true;
    }
  }
  return true;
}

}  // namespace

bool recognise_norms(GraphModule& module, PassContext&) {
  for (const Node* node : module.graph) {
    if (may_change_memory(module, *node)) return false;
  }
  bool changed = false;
  for (Node* node : module.graph) changed |= rewrite(node);
  return changed;
}

}  // namespace weft::ir
